import type { DunningCampaign } from '../../modules/dunning-campaigns/dunning-campaign.table.js';
import type { Customer } from '../../modules/customers/records/customer.table.js';
import type { ChangeOf } from '../../platform/changes/changes.js';

/** An overdue amount in minor units. */
export interface OverdueBalance {
  readonly currency: string;
  readonly amountCents: bigint;
}

/** The last attempt of a campaign was made for a customer. */
export type DunningChange = ChangeOf<
  'dunning_campaign.finished',
  {
    campaign: DunningCampaign;
    customer: Customer;
    /** What the customer owes, at least one; the customer's own currency first. */
    balances: readonly OverdueBalance[];
  }
>;
