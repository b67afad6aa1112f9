import type { QuantityEntry } from '../../core/fixed-charges/quantity-history.js';
import { paidFrom } from '../../core/invoicing/subscriptions/subscription-terms.js';
import { type ListedTaxes, taxesListedBy } from '../../core/taxes/tax.js';
import type { Actor } from '../../platform/actor.js';
import { groupBy } from '../../platform/collections/grouping.js';
import type { Db } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { AddOnService } from '../../modules/add-ons/add-on.service.js';
import type { AddOn } from '../../modules/add-ons/add-on.table.js';
import type { FeeService } from '../../modules/invoices/records/fees/fee.service.js';
import type { InvoicedFee } from '../../modules/invoices/records/fees/invoiced-fee.js';
import type { FixedChargeService } from '../../modules/plans/fixed-charges/fixed-charge.service.js';
import type { FixedCharge } from '../../modules/plans/fixed-charges/fixed-charge.table.js';
import {
  type FixedChargeUnitsService,
  historyOf,
} from '../../modules/subscriptions/units/fixed-charge-units.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import type { SubscriptionService } from '../../modules/subscriptions/reading/subscription.service.js';
import type { Tax } from '../../modules/taxes/tax.table.js';

export interface FixedChargeSources {
  readonly subscriptions: SubscriptionService;
  readonly addOns: AddOnService;
  readonly fixedCharges: FixedChargeService;
  readonly fixedChargeUnits: FixedChargeUnitsService;
  readonly fees: FeeService;
}

/** The ids of the draft invoices that are recomputed, by the subscription that each bills. */
export type DraftsBySubscription = ReadonlyMap<string, string>;

/** A fee of an earlier subscription of the chain. */
export interface EarlierPaidFee extends InvoicedFee {
  /** The start of the first day that its subscription pays for. */
  readonly paidFrom: Date;
}

/** A fixed charge of one subscription, with all that its fees depend on. */
export interface SubscribedFixedCharge {
  readonly fixedCharge: FixedCharge;
  readonly addOn: AddOn;
  /** The units that the subscription was given, in order of creation. */
  readonly history: readonly QuantityEntry[];
  /** True if the subscription has units of its own, which differ from the plan's. */
  readonly hasOwnUnits: boolean;
  /** Fees in advance for windows that are not over, also those from before the subscription had a plan of its own. */
  readonly paidFees: readonly InvoicedFee[];
  /** Fees in advance for the same add-on, of the earlier subscriptions of the chain, for windows that are not over. */
  readonly earlierPaidFees: readonly EarlierPaidFee[];
  /** Its own taxes; when empty, the taxes of the plan's fees apply. */
  readonly taxes: ListedTaxes<Tax>;
}

/**
 * Loads the fixed charges of several subscriptions, in the order of their plans, with as many statements as of one.
 * @param drafts omits, for the subscriptions of these draft invoices, units and fees that are newer than the draft.
 * @returns the fixed charges by subscription id.
 */
export async function loadFixedCharges(
  db: Db,
  actor: Actor,
  { subscriptions, addOns, fixedCharges, fixedChargeUnits, fees }: FixedChargeSources,
  contexts: readonly SubscriptionContext[],
  drafts: DraftsBySubscription,
): Promise<ReadonlyMap<string, readonly SubscribedFixedCharge[]>> {
  const planIds = [...new Set(contexts.map(({ plan }) => plan.id))];
  const byPlan = await fixedCharges.ofPlans(db, actor, planIds);
  const all = [...byPlan.values()].flat();
  // Most plans have no fixed charges: nothing else is read then.
  if (all.length === 0) return new Map();
  const subscriptionIds = contexts.map(({ subscription }) => subscription.id);
  const changedIds = contexts.flatMap(({ subscription: { id, previousSubscriptionId } }) =>
    previousSubscriptionId === null ? [] : [id],
  );
  const predecessors = await subscriptions.predecessors(db, actor, changedIds);
  const predecessorIds = [...new Set([...predecessors.values()].flat())];
  const payers = [...new Set([...subscriptionIds, ...predecessorIds])];
  const earlierPayers =
    predecessorIds.length === 0
      ? new Map<string, Subscription>()
      : await subscriptions.getMany(db, actor, predecessorIds);
  const earliest = new Date(Math.min(...contexts.map(({ now }) => now.getTime())));
  const addOnsById = await addOns.getMany(db, actor, [...new Set(all.map(({ addOnId }) => addOnId))]);
  const allIds = all.map(({ id }) => id);
  const taxes = await fixedCharges.taxesOf(db, actor, allIds);
  const unitsBySubscription = await fixedChargeUnits.ofSubscriptions(db, actor, subscriptionIds);
  const feesBySubscription = await fees.fixedInAdvance(db, actor, payers, earliest);

  return new Map(
    contexts.map(({ subscription, plan }): [string, SubscribedFixedCharge[]] => {
      const draftId = drafts.get(subscription.id);
      // Ids grow with time.
      const isOlderThanDraft = (id: string | null) => draftId === undefined || (id !== null && id < draftId);
      const units = (unitsBySubscription.get(subscription.id) ?? []).filter(({ id }) => isOlderThanDraft(id));
      const feesOf = (id: string) =>
        (feesBySubscription.get(id) ?? []).filter(({ fee }) => isOlderThanDraft(fee.invoiceId));
      const ownFees = groupBy(feesOf(subscription.id), ({ fee }) => fee.fixedChargeId ?? '');
      const earlier = (predecessors.get(subscription.id) ?? []).flatMap((id) => {
        const payer = expectPresent(earlierPayers.get(id), `subscription ${id}`);
        return feesOf(id).map((paid) => ({ ...paid, paidFrom: firstPaidDay(payer, paid) }));
      });
      const earlierFees = groupBy(earlier, ({ fee }) => fee.addOnId ?? '');
      const subscribed = (byPlan.get(plan.id) ?? []).map((fixedCharge) => ({
        fixedCharge,
        addOn: expectPresent(addOnsById.get(fixedCharge.addOnId), `add-on ${fixedCharge.addOnId}`),
        history: historyOf(units, fixedCharge),
        hasOwnUnits: units.some(({ fixedChargeId, isOwn }) => isOwn && fixedChargeId === fixedCharge.id),
        paidFees: [
          ...(ownFees.get(fixedCharge.id) ?? []),
          ...(ownFees.get(fixedCharge.parentId ?? '') ?? []),
        ],
        earlierPaidFees: earlierFees.get(fixedCharge.addOnId) ?? [],
        taxes: taxesListedBy('fixed_charge', fixedCharge.id, taxes),
      }));
      return [subscription.id, subscribed];
    }),
  );
}

/** The start of the first local day that the subscription pays for, in the zone of a fee. Source: periods.md §5. */
function firstPaidDay({ startedAt, restartedAfter }: Subscription, { fee, timezone }: InvoicedFee): Date {
  return startedAt === null ? fee.createdAt : paidFrom({ startedAt, restartedAfter, timezone });
}
