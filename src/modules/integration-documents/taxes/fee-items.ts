import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import { feeMapping, type FeeItems, mappedIds } from '../../invoices/composing/tax-request.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import type { BilledPeriod } from '../../invoices/records/periods/billed-periods.service.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';

/** Fees of an invoice, and where it is sent. */
interface BilledItems {
  readonly integrationId: string;
  readonly billingEntityId: string;
  readonly fees: readonly Fee[];
  /** The periods that the invoice bills. */
  readonly periods: readonly BilledPeriod[];
}

/** Finds what fees are called at a connection. Plans of single subscriptions are called as the plan that they are a copy of. */
export async function findFeeItems(
  { integrationMappings, plans }: Pick<IntegrationDocumentsNeeds, 'integrationMappings' | 'plans'>,
  db: Db,
  actor: Actor,
  { integrationId, billingEntityId, fees, periods }: BilledItems,
): Promise<FeeItems> {
  const planIds = new Map(periods.map(({ subscriptionId, planId }) => [subscriptionId, planId]));
  const billed = await plans.getMany(db, actor, [...new Set(planIds.values())]);
  const planOf = (subscriptionId: string) => {
    const planId = planIds.get(subscriptionId) ?? null;
    return planId === null ? null : (billed.get(planId)?.parentId ?? planId);
  };
  const mappings = await integrationMappings.findFor(db, actor, integrationId, mappedIds(fees, planOf));
  return { mappings, billingEntityId, planOf };
}

/** Identifies the item of a fee at a connection: fees with one item can be sent as one line. */
export function itemOf(fee: Fee, items: FeeItems): string {
  const mapping = feeMapping(fee, items);
  return JSON.stringify([mapping?.externalId ?? null, mapping?.externalAccountCode ?? null]);
}
