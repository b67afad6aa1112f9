import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import {
  Cents,
  Currency,
  Flag,
  Id,
  Instant,
  ListOf,
  Text,
  Texts,
  Whole,
} from '../../platform/api/members/fields.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../platform/api/members/shapes.js';
import type {
  CreateDunningCampaign,
  DunningCampaignMembers,
  SentDunningThreshold,
  SetBillingEntityDunningCampaign,
  SetCustomerDunning,
  UpdateDunningCampaign,
} from './dunning-campaign.input.js';
import { BillingEntityType } from '../billing-entities/api/billing-entity.schema.js';
import { CustomerType } from '../customers/api/customer.schema.js';
import { dunningCampaignOrders } from './dunning-campaign.list.js';

@ObjectType('DunningThreshold', { description: 'The lowest overdue balance at which customers are dunned.' })
export class DunningThresholdType {
  @Currency('Currency of the balance.') currency!: string;
  @Cents('Lowest overdue balance in this currency.') amountCents!: bigint;
}

@ObjectType('DunningCampaign', {
  description: 'A schedule of payment requests to customers with overdue invoices.',
})
export class DunningCampaignType {
  @Id() id!: string;
  @Text({ note: 'Unique among campaigns that are not deleted.' }) code!: string;
  @Text() name!: string;
  @Text.orNull() description!: string | null;
  @Texts('Addresses that receive copies of the e-mails.') bccEmails!: string[];
  @Whole('Least number of days between two attempts.') daysBetweenAttempts!: number;
  @Whole('Number of attempts in each currency.') maxAttempts!: number;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({ description: 'The lowest overdue balance at which customers are dunned.' })
export class DunningThresholdInput implements SentDunningThreshold {
  @Currency('Currency of the threshold. At most one threshold for each currency.') currency!: string;
  @Cents('The overdue balance from which the campaign applies, in minor units of the currency; not below 0.')
  amountCents!: bigint;
}

@InputType()
abstract class DunningCampaignMembersInput implements DunningCampaignMembers {
  @Text.orNull() description?: string | null;
  @Texts.orNull('Addresses that receive copies of the e-mails.') bccEmails?: string[] | null;
  @Whole.orNull({ note: 'Default 1.' }) daysBetweenAttempts?: number | null;
  @Whole.orNull({ note: 'Default 1.' }) maxAttempts?: number | null;
}

@InputType({ description: 'A new dunning campaign.' })
export class CreateDunningCampaignInput extends DunningCampaignMembersInput implements CreateDunningCampaign {
  @Text() code!: string;
  @Text() name!: string;
  @ListOf(
    () => DunningThresholdInput,
    'Overdue balances from which the campaign applies, by currency; at least one.',
  )
  thresholds!: DunningThresholdInput[];
}

@InputType({ description: 'Changes of a dunning campaign. Omitted fields keep their value.' })
export class UpdateDunningCampaignInput extends DunningCampaignMembersInput implements UpdateDunningCampaign {
  @Id() id!: string;
  @Text.orNull() code?: string | null;
  @Text.orNull() name?: string | null;
  @ListOf.orNull(
    () => DunningThresholdInput,
    'Overdue balances from which the campaign applies, by currency. Replaces all thresholds.',
  )
  thresholds?: DunningThresholdInput[] | null;
}

export const DeleteDunningCampaignInput = idInput('DeleteDunningCampaignInput');

@InputType({ description: 'The dunning campaign of a billing entity.' })
export class SetBillingEntityDunningCampaignInput implements SetBillingEntityDunningCampaign {
  @Id('Id of the billing entity.') billingEntityId!: string;
  @Id.orNull('Id of the dunning campaign; null for none.') dunningCampaignId?: string | null;
}

@InputType({ description: 'Changes of the dunning of a customer. Omitted fields keep their value.' })
export class SetCustomerDunningInput implements SetCustomerDunning {
  @Id() customerId!: string;
  @Id.orNull('Id of a dunning campaign in place of that of the billing entity; null for none.')
  dunningCampaignId?: string | null;
  @Flag.orNull('Whether the customer is excluded from dunning. Omitted or null: it does not change.')
  excluded?: boolean | null;
}

export const DunningCampaignPayload = payloadOf(
  'DunningCampaignPayload',
  'dunningCampaign',
  () => DunningCampaignType,
);
export const DeleteDunningCampaignPayload = deletedPayloadOf(
  'DeleteDunningCampaignPayload',
  'dunningCampaign',
  () => DunningCampaignType,
);
export const SetBillingEntityDunningCampaignPayload = payloadOf(
  'SetBillingEntityDunningCampaignPayload',
  'billingEntity',
  () => BillingEntityType,
);
export const SetCustomerDunningPayload = payloadOf(
  'SetCustomerDunningPayload',
  'customer',
  () => CustomerType,
);

export const DunningCampaignConnection = connectionOf(DunningCampaignType, 'DunningCampaign');

export const DunningCampaignPageArgs = pageArgsOf('DunningCampaign', dunningCampaignOrders, {
  search: 'Matches part of the name or code.',
});
