import { applicableTaxes, type ListedTaxes, taxesListedBy } from '../../core/taxes/tax.js';
import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { BillingEntityTaxes } from '../../modules/billing-entities/taxes/billing-entity-taxes.service.js';
import type { CustomerService } from '../../modules/customers/customer.service.js';
import type {
  BilledPeriods,
  BillingHistory,
} from '../../modules/invoices/records/periods/billed-periods.service.js';
import type { MinimumCommitmentService } from '../../modules/plans/commitments/minimum-commitment.service.js';
import type { MinimumCommitment } from '../../modules/plans/commitments/minimum-commitment.table.js';
import type { PlanService } from '../../modules/plans/plan.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import type { Tax } from '../../modules/taxes/tax.table.js';
import type { PricedCharge } from '../../modules/usage/metering/priced-charge.js';
import type { UsageService } from '../../modules/usage/rating/usage.service.js';
import { startOfDay } from './billing-days.js';
import {
  type DraftsBySubscription,
  type FixedChargeSources,
  loadFixedCharges,
  type SubscribedFixedCharge,
} from './load-fixed-charges.js';

export interface BillingRecordSources extends FixedChargeSources {
  readonly commitments: MinimumCommitmentService;
  readonly billingEntityTaxes: BillingEntityTaxes;
  readonly plans: PlanService;
  readonly customers: CustomerService;
  readonly usage: UsageService;
  readonly billedPeriods: BilledPeriods;
}

/** A plan's minimum commitment, with the taxes that apply to its fees (taxes.md §2). */
export interface PlanCommitment {
  readonly commitment: MinimumCommitment;
  readonly taxes: ListedTaxes<Tax>;
}

/** The stored facts that the fees of one subscription depend on, whatever it is billed for. */
export interface BillingRecords {
  /** In the order of the plan. */
  readonly charges: readonly PricedCharge[];
  /** The taxes that apply to the fees of each charge, by charge id (taxes.md §2). */
  readonly chargeTaxes: ReadonlyMap<string, ListedTaxes<Tax>>;
  /** In the order of the plan. */
  readonly fixedCharges: readonly SubscribedFixedCharge[];
  /** Null when the plan has no minimum commitment. */
  readonly commitment: PlanCommitment | null;
  /** The taxes that apply to the subscription fee, and to fees without taxes of their own (taxes.md §2). */
  readonly planTaxes: ListedTaxes<Tax>;
  /** Null before the subscription was billed. */
  readonly history: BillingHistory | null;
}

const NO_DRAFTS: DraftsBySubscription = new Map();

/** Loads the billing records of one subscription. */
export async function loadBillingRecordsOf(
  db: Db,
  actor: Actor,
  sources: BillingRecordSources,
  context: SubscriptionContext,
): Promise<BillingRecords> {
  return recordsOf(await loadBillingRecords(db, actor, sources, [context]), context);
}

/** The loaded records of a subscription. */
export function recordsOf(
  loaded: ReadonlyMap<string, BillingRecords>,
  { subscription: { id } }: SubscriptionContext,
): BillingRecords {
  return expectPresent(loaded.get(id), `the billing records of subscription ${id}`);
}

/**
 * Loads the billing records of several subscriptions, each given once, with as many statements as of one.
 * @param drafts omits, for the subscriptions of these draft invoices, whatever was billed or agreed since the draft.
 * @returns the records by subscription id.
 */
export async function loadBillingRecords(
  db: Db,
  actor: Actor,
  sources: BillingRecordSources,
  contexts: readonly SubscriptionContext[],
  drafts: DraftsBySubscription = NO_DRAFTS,
): Promise<ReadonlyMap<string, BillingRecords>> {
  const { plans, commitments, usage, billedPeriods } = sources;
  const planIds = [...new Set(contexts.map(({ plan }) => plan.id))];
  const chargesByPlan = await usage.chargesOf(db, actor, planIds);
  const commitmentsByPlan = await commitments.ofPlans(db, actor, planIds);
  const fixedCharges = await loadFixedCharges(db, actor, sources, contexts, drafts);
  const histories = await billedPeriods.billingHistories(
    db,
    actor,
    contexts.map(({ subscription: { id: subscriptionId } }) => ({
      subscriptionId,
      before: drafts.get(subscriptionId) ?? null,
    })),
  );
  const chargeIds = [...chargesByPlan.values()].flat().map(({ charge }) => charge.id);
  const taxesByCharge = await plans.taxesOfCharges(db, actor, chargeIds);
  const commitmentIds = [...commitmentsByPlan.values()].map(({ id }) => id);
  const taxesByCommitment = await commitments.taxesOf(db, actor, commitmentIds);
  const planTaxesOf = await loadPlanTaxes(db, actor, sources, contexts);

  return new Map(
    contexts.map((context): [string, BillingRecords] => {
      const { subscription, plan } = context;
      const planTaxes = planTaxesOf(context);
      const charges = chargesByPlan.get(plan.id) ?? [];
      const commitment = commitmentsByPlan.get(plan.id);
      return [
        subscription.id,
        {
          charges,
          chargeTaxes: new Map(
            charges.map(({ charge: { id } }) => [
              id,
              applicableTaxes([taxesListedBy('charge', id, taxesByCharge), planTaxes]),
            ]),
          ),
          fixedCharges: fixedCharges.get(subscription.id) ?? [],
          commitment:
            commitment === undefined
              ? null
              : {
                  commitment,
                  taxes: applicableTaxes([
                    taxesListedBy('commitment', commitment.id, taxesByCommitment),
                    planTaxes,
                  ]),
                },
          planTaxes,
          history: withoutCreditedFee(context, histories.get(subscription.id) ?? null),
        },
      ];
    }),
  );
}

/** Loads the taxes of plans, customers and billing entities. @returns a function that picks those of a subscription. */
async function loadPlanTaxes(
  db: Db,
  actor: Actor,
  { billingEntityTaxes, plans, customers }: BillingRecordSources,
  contexts: readonly SubscriptionContext[],
): Promise<(context: SubscriptionContext) => ListedTaxes<Tax>> {
  const ofPlans = await plans.taxesOf(db, actor, [...new Set(contexts.map(({ plan }) => plan.id))]);
  const ofCustomers = await customers.taxesOf(db, actor, [
    ...new Set(contexts.map(({ customer }) => customer.id)),
  ]);
  // The customer's billing entity counts, even when another one issues the invoice (taxes.md §2).
  const ofBillingEntities = await billingEntityTaxes.ofBillingEntities(db, actor, [
    ...new Set(contexts.map(({ customer }) => customer.billingEntityId)),
  ]);
  return ({ plan, customer }) =>
    applicableTaxes([
      taxesListedBy('plan', plan.id, ofPlans),
      taxesListedBy('customer', customer.id, ofCustomers),
      taxesListedBy('billing_entity', customer.billingEntityId, ofBillingEntities),
    ]);
}

/**
 * A history without a fee that was credited: a gated change of plan gives back the fee for days before the
 * subscription's start, so that it counts as none (subscriptions.md §12).
 */
function withoutCreditedFee(
  { terms }: SubscriptionContext,
  history: BillingHistory | null,
): BillingHistory | null {
  const lastFee = history?.lastSubscriptionFee ?? null;
  if (history === null || lastFee === null) return history;
  const isCredited = lastFee.window.to <= startOfDay(terms.startedAt, terms);
  return isCredited ? { ...history, lastSubscriptionFee: null } : history;
}
