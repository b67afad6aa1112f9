import type { QuantityEntry } from '../../core/fixed-charges/quantity-history.js';
import type { Actor } from '../../platform/actor.js';
import { groupBy } from '../../platform/api/loader.js';
import type { Db } from '../../platform/db/database.js';
import type { AddOnService } from '../../modules/add-ons/add-on.service.js';
import type { AddOn } from '../../modules/add-ons/add-on.table.js';
import type { FeeService } from '../../modules/invoices/records/fee.service.js';
import type { InvoicedFee } from '../../modules/invoices/records/invoiced-fee.js';
import type { FixedChargeService } from '../../modules/plans/fixed-charges/fixed-charge.service.js';
import type { FixedCharge } from '../../modules/plans/fixed-charges/fixed-charge.table.js';
import {
  type FixedChargeUnitsService,
  historyOf,
} from '../../modules/subscriptions/fixed-charge-units.service.js';
import type { FixedChargeUnits } from '../../modules/subscriptions/fixed-charge-units.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';
import type { SubscriptionService } from '../../modules/subscriptions/subscription.service.js';
import type { Tax } from '../../modules/taxes/tax.table.js';

export interface FixedChargeSources {
  readonly subscriptions: SubscriptionService;
  readonly addOns: AddOnService;
  readonly fixedCharges: FixedChargeService;
  readonly fixedChargeUnits: FixedChargeUnitsService;
  readonly fees: FeeService;
}

/** The ids of the drafts that subscriptions are on, while those are worked out again. */
export type DraftsBySubscription = ReadonlyMap<string, string>;

/** A fixed charge of one subscription, with all that its fees depend on. */
export interface SubscribedFixedCharge {
  readonly fixedCharge: FixedCharge;
  readonly addOn: AddOn;
  /** What the subscription has of it, in order of creation. */
  readonly history: readonly QuantityEntry[];
  /** Whether the subscription has units of its own. */
  readonly hasOwnUnits: boolean;
  /** Fees in advance for windows that are not over, also those from before the subscription had a plan of its own. */
  readonly paidFees: readonly InvoicedFee[];
  /** Fees in advance for the same add-on, of the earlier subscriptions of the chain, for windows that are not over. */
  readonly earlierPaidFees: readonly InvoicedFee[];
  /** Its own; none: those of the plan's fees apply. */
  readonly taxes: readonly Tax[];
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/** The fixed charges of subscriptions, read once for all that are billed together. */
export class FixedChargeRecords {
  private constructor(
    private readonly byPlan: ReadonlyMap<string, readonly FixedCharge[]>,
    private readonly addOns: ReadonlyMap<string, AddOn>,
    private readonly taxes: ReadonlyMap<string, readonly Tax[]>,
    private readonly units: ReadonlyMap<string, readonly FixedChargeUnits[]>,
    private readonly fees: ReadonlyMap<string, readonly InvoicedFee[]>,
    private readonly predecessors: ReadonlyMap<string, readonly string[]>,
    private readonly drafts: DraftsBySubscription,
  ) {}

  /** @param drafts leaves out of their subscriptions what was agreed and paid since they were made. */
  static async load(
    db: Db,
    actor: Actor,
    { subscriptions, addOns, fixedCharges, fixedChargeUnits, fees }: FixedChargeSources,
    contexts: readonly SubscriptionContext[],
    drafts: DraftsBySubscription,
  ): Promise<FixedChargeRecords> {
    const planIds = [...new Set(contexts.map(({ plan }) => plan.id))];
    const byPlan = await fixedCharges.ofPlans(db, actor, planIds);
    const all = [...byPlan.values()].flat();
    // Most plans have none: nothing else is asked for then.
    if (all.length === 0) return new FixedChargeRecords(byPlan, NONE, NONE, NONE, NONE, NONE, NONE);
    const subscriptionIds = contexts.map(({ subscription }) => subscription.id);
    const changedIds = contexts.flatMap(({ subscription: { id, previousSubscriptionId } }) =>
      previousSubscriptionId === null ? [] : [id],
    );
    const predecessors = await subscriptions.predecessors(db, actor, changedIds);
    const payers = [...subscriptionIds, ...[...predecessors.values()].flat()];
    const earliest = new Date(Math.min(...contexts.map(({ now }) => now.getTime())));
    return new FixedChargeRecords(
      byPlan,
      await addOns.getMany(db, actor, [...new Set(all.map(({ addOnId }) => addOnId))]),
      await fixedCharges.taxesOf(
        db,
        actor,
        all.map(({ id }) => id),
      ),
      await fixedChargeUnits.ofSubscriptions(db, actor, subscriptionIds),
      await fees.fixedInAdvance(db, actor, [...new Set(payers)], earliest),
      predecessors,
      drafts,
    );
  }

  /** In the order of the plan. */
  of({ subscription, plan }: SubscriptionContext): SubscribedFixedCharge[] {
    const draftId = this.drafts.get(subscription.id);
    // Ids grow with time.
    const counts = (id: string | null) => draftId === undefined || (id !== null && id < draftId);
    const units = (this.units.get(subscription.id) ?? []).filter(({ id }) => counts(id));
    const feesOf = (id: string) => (this.fees.get(id) ?? []).filter(({ fee }) => counts(fee.invoiceId));
    const fees = groupBy(feesOf(subscription.id), ({ fee }) => fee.fixedChargeId ?? '');
    const earlier = (this.predecessors.get(subscription.id) ?? []).flatMap(feesOf);
    const earlierFees = groupBy(earlier, ({ fee }) => fee.addOnId ?? '');
    return (this.byPlan.get(plan.id) ?? []).map((fixedCharge) => ({
      fixedCharge,
      addOn: this.addOnOf(fixedCharge),
      history: historyOf(units, fixedCharge),
      hasOwnUnits: units.some(({ fixedChargeId, isOwn }) => isOwn && fixedChargeId === fixedCharge.id),
      paidFees: [...(fees.get(fixedCharge.id) ?? []), ...(fees.get(fixedCharge.parentId ?? '') ?? [])],
      earlierPaidFees: earlierFees.get(fixedCharge.addOnId) ?? [],
      taxes: this.taxes.get(fixedCharge.id) ?? [],
    }));
  }

  private addOnOf({ addOnId }: FixedCharge): AddOn {
    const addOn = this.addOns.get(addOnId);
    if (addOn === undefined) throw new Error(`The add-on ${addOnId} of a fixed charge is missing.`);
    return addOn;
  }
}
