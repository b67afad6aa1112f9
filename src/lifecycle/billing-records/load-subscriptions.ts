import type { BillingWindows } from '../../core/invoicing/subscriptions/billing-windows.js';
import { type Reconciliation, reconciliation } from '../../core/invoicing/subscriptions/commitment.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { AdjustedFee } from '../../modules/invoices/records/fees/adjusted-fee.table.js';
import type { FeeTotal } from '../../modules/invoices/records/fees/fee.repository.js';
import { dayOfEndOf, type DueSubscription, occasionWindows, situationOf } from './billing-occasion.js';
import {
  type BillingRecords,
  type BillingRecordSources,
  loadBillingRecords,
  type PlanCommitment,
  recordsOf,
} from './load-billing-records.js';

type Sources = BillingRecordSources;

/** A subscription on a draft invoice that is recomputed: it keeps the windows that the draft has claimed. */
export interface DraftedSubscription extends DueSubscription {
  readonly draftId: string;
  readonly windows: BillingWindows;
  readonly adjustments: readonly AdjustedFee[];
}

/** A commitment that an invoice reconciles, with the plan period that it reconciles. */
export interface ReconciledCommitment extends PlanCommitment, Reconciliation {
  /** The total of earlier fees for windows of the period. */
  readonly billedBefore: FeeTotal;
}

/** A subscription to be billed, with everything besides its usage that its fees depend on. */
export interface LoadedSubscription extends DueSubscription {
  /** The draft invoice that is recomputed; null for a new invoice. */
  readonly draftId: string | null;
  readonly windows: BillingWindows;
  /** Where the closing invoice covers the period before the day of the end: the windows of that day (periods.md §11). */
  readonly dayOfEnd: BillingWindows | null;
  readonly records: BillingRecords;
  /** What was changed by hand on its fees; none on a new invoice. */
  readonly adjustments: readonly AdjustedFee[];
  /** Null when the invoice reconciles no minimum commitment. */
  readonly commitment: ReconciledCommitment | null;
  /** The metrics that the next plan charges, for a subscription that was upgraded; else empty. */
  readonly nextPlanMetricIds: ReadonlySet<string>;
}

/**
 * Loads what the fees of several subscriptions depend on, with as many statements as of one.
 * @param due each subscription once.
 * @returns the subscriptions in their order.
 */
export async function loadSubscriptions(
  tx: Tx,
  actor: Actor,
  sources: Sources,
  due: readonly (DueSubscription | DraftedSubscription)[],
): Promise<LoadedSubscription[]> {
  const contexts = due.map(({ context }) => context);
  const drafts = due.flatMap((each): [string, string][] =>
    'draftId' in each ? [[each.context.subscription.id, each.draftId]] : [],
  );
  const records = await loadBillingRecords(tx, actor, sources, contexts, new Map(drafts));
  const metricIdsByPlan = await loadMetricIds(tx, actor, sources, due.flatMap(nextPlanIdOf));
  const loaded = due.map((each) => {
    const windows = 'windows' in each ? each.windows : occasionWindows(each.context, each.occasion);
    return {
      draftId: null,
      adjustments: [],
      ...each,
      windows,
      dayOfEnd: dayOfEndOf(each, windows),
      records: recordsOf(records, each.context),
      nextPlanMetricIds: new Set(nextPlanIdOf(each).flatMap((id) => metricIdsByPlan.get(id) ?? [])),
    };
  });
  const commitments = await loadCommitments(tx, actor, sources, loaded);
  return loaded.map((each) => ({ ...each, commitment: commitments.get(each) ?? null }));
}

/** The plan that follows in an upgrade; empty for other occasions. */
function nextPlanIdOf({ occasion }: DueSubscription): string[] {
  return occasion.reason === 'upgraded' && occasion.nextPlanId !== null ? [occasion.nextPlanId] : [];
}

/** Loads the ids of the metrics that plans charge, by plan. */
async function loadMetricIds(
  tx: Tx,
  actor: Actor,
  { plans }: Sources,
  planIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  if (planIds.length === 0) return new Map();
  const charges = await plans.chargesOf(tx, actor, [...new Set(planIds)]);
  return new Map(
    [...charges].map(([planId, own]) => [planId, own.map(({ billableMetricId }) => billableMetricId)]),
  );
}

type WithoutCommitment = Omit<LoadedSubscription, 'commitment'>;

/** Loads, for each subscription whose invoice reconciles a commitment, what earlier invoices billed for its period. */
async function loadCommitments(
  tx: Tx,
  actor: Actor,
  { fees }: Sources,
  loaded: readonly WithoutCommitment[],
): Promise<ReadonlyMap<WithoutCommitment, ReconciledCommitment>> {
  const reconciled = loaded.flatMap((each) => {
    const { commitment } = each.records;
    const reconciliation = commitment === null ? null : reconciliationOf(each);
    return commitment === null || reconciliation === null ? [] : [{ each, ...commitment, ...reconciliation }];
  });
  const totals = await fees.totalsOf(
    tx,
    actor,
    reconciled.map(({ each: { context, draftId }, period }) => ({
      subscriptionId: context.subscription.id,
      period,
      timezone: context.terms.timezone,
      exceptOn: draftId,
    })),
  );
  return new Map(
    reconciled.map(({ each, ...commitment }, index) => [
      each,
      { ...commitment, billedBefore: expectPresent(totals[index], 'the fee total of a commitment period') },
    ]),
  );
}

/** The plan period whose commitment the invoice reconciles; null when it reconciles none. */
function reconciliationOf({ context, occasion, windows, records }: WithoutCommitment): Reconciliation | null {
  return reconciliation({
    terms: context.terms,
    situation: situationOf(occasion),
    at: occasion.at,
    window: windows.subscription,
    lastFeeWindow: records.history?.lastSubscriptionFee?.window ?? null,
  });
}
