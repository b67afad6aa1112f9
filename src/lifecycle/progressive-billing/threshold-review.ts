import { billingWindows } from '../../core/invoicing/subscriptions/billing-windows.js';
import { addUpPriced } from '../../core/usage-reading/breakdown.js';
import { lifetimeCents, passedThresholds } from '../../core/invoicing/progressive-billing.js';
import type { PassedThreshold, PlannedInvoice } from '../../modules/invoices/composing/planned-invoice.js';
import type { AppliedUsageThreshold } from '../../modules/invoices/records/periods/applied-usage-threshold.table.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import type { UsageThreshold } from '../../modules/plans/usage-thresholds/usage-threshold.table.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import { SUBSCRIPTION_WORK } from '../../modules/subscriptions/subscription-work.js';
import type { RatedCharge } from '../../modules/usage/rating/rated-charge.js';
import type { UsedSubscription } from '../../modules/usage/usage.changes.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { willBeRolledBack } from '../../platform/db/statements/rolled-back-transaction.js';
import { AppError } from '../../platform/errors/app-error.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import { bucketFees, chargeFeeFrame } from '../fees/charge-fees.js';
import { invoiceFor } from '../fees/invoice-contents.js';
import {
  type BillingRecords,
  type BillingRecordSources,
  loadBillingRecords,
  recordsOf,
} from '../billing-records/load-billing-records.js';
import { uninvoicedCharges } from '../../modules/usage/metering/priced-charge.js';
import type { ProgressiveBillingNeeds } from './progressive-billing.needs.js';

/** An active subscription with thresholds, its usage, and how far that was invoiced. */
interface ReviewedSubscription {
  readonly context: SubscriptionContext;
  readonly thresholds: readonly UsageThreshold[];
  readonly rated: readonly RatedCharge[];
  readonly historicalCents: bigint;
  readonly invoicedCents: bigint;
  /** The last progressive invoice of the period; null for none. */
  readonly last: Invoice | null;
}

/** A subscription that has passed thresholds. */
interface PassingSubscription extends ReviewedSubscription {
  readonly passed: readonly PassedThreshold[];
}

/**
 * Compares lifetime usage with thresholds and invoices what has been used once they are passed: one invoice, however many
 * thresholds were passed since the last one. Source: progressive-billing.md §3, §4.
 */
export class ThresholdReview {
  constructor(
    private readonly needs: BillingRecordSources &
      Pick<
        ProgressiveBillingNeeds,
        | 'customers'
        | 'subscriptionContexts'
        | 'subscriptionThresholds'
        | 'lifetimeUsage'
        | 'customerUsage'
        | 'progressiveInvoices'
        | 'issuing'
        | 'changes'
      >,
  ) {}

  /** Schedules a review of those of the subscriptions that have thresholds, unless one is scheduled. */
  async request(tx: Tx, actor: Actor, used: readonly UsedSubscription[]): Promise<void> {
    if (willBeRolledBack() || used.length === 0) return;
    const { subscriptionThresholds } = this.needs;
    const subscriptions = used.map(({ subscription }) => subscription);
    const thresholds = await subscriptionThresholds.applicable(tx, actor, subscriptions);
    const works = used
      .filter(({ subscription }) => thresholds.has(subscription.id))
      .map(({ subscription: { id: subjectId, customerId }, customer: { testClockId }, now: dueAt }) => {
        return { kind: 'threshold_review', subjectId, customerId, testClockId, dueAt } as const;
      });
    await SUBSCRIPTION_WORK.scheduleUnlessScheduled(tx, actor, works);
  }

  /** Reviews the subscriptions whose thresholds may have been passed; the engine has locked their customers. */
  readonly reviewDue: DueWorkHandler = async (tx, actor, { subjectIds }) => {
    const { issuing, changes } = this.needs;
    const passing = await this.passing(tx, actor, await this.reviewed(tx, actor, subjectIds));
    if (passing.length === 0) return;
    const contexts = passing.map(({ context }) => context);
    const records = await loadBillingRecords(tx, actor, this.needs, contexts);
    await issuing.issueAll(
      tx,
      actor,
      passing.map((each) => progressiveInvoice(each, recordsOf(records, each.context))),
    );
    await changes.announce(tx, actor, {
      type: 'subscription.usage_threshold_reached',
      reached: passing.flatMap(({ context: { subscription, customer }, passed }) =>
        passed.map(({ threshold }) => ({ subscription, customer, threshold })),
      ),
    });
  };

  /** Reads the usage of the subscriptions that are active and have thresholds; omits amounts that are out of range. */
  private async reviewed(
    tx: Tx,
    actor: Actor,
    subscriptionIds: readonly string[],
  ): Promise<ReviewedSubscription[]> {
    const {
      subscriptionContexts,
      subscriptionThresholds,
      customerUsage,
      lifetimeUsage,
      progressiveInvoices,
    } = this.needs;
    const found = await subscriptionContexts.getManyInOrder(tx, actor, subscriptionIds);
    const active = found.filter(({ subscription }) => subscription.status === 'active');
    const thresholds = await subscriptionThresholds.applicable(
      tx,
      actor,
      active.map(({ subscription }) => subscription),
    );
    const contexts = active.filter(({ subscription }) => thresholds.has(subscription.id));
    if (contexts.length === 0) return [];
    const ids = contexts.map(({ subscription }) => subscription.id);
    const externalIds = contexts.map(({ subscription }) => subscription.externalId);
    const queries = contexts.map(({ subscription, now: at }) => ({ subscriptionId: subscription.id, at }));
    const lifetimes = await lifetimeUsage.getMany(tx, actor, externalIds);
    const invoiced = await lifetimeUsage.invoicedAmounts(tx, actor, ids);
    const last = await progressiveInvoices.last(tx, actor, queries);
    const usage = await customerUsage.ratedUsage(tx, actor, contexts);
    return usage.flatMap(({ context, rated }, index) => {
      const { id, externalId } = context.subscription;
      const invoicedCents = invoiced.get(id) ?? 0n;
      if (rated instanceof AppError || invoicedCents instanceof AppError) return [];
      return {
        context,
        rated,
        invoicedCents,
        thresholds: thresholds.get(id) ?? [],
        historicalCents: expectPresent(lifetimes.get(externalId), 'the lifetime usage').historicalAmountCents,
        last: last[index] ?? null,
      };
    });
  }

  /** The subscriptions that have passed thresholds for which no invoice was issued. Source: progressive-billing.md §3, §7. */
  private async passing(
    tx: Tx,
    actor: Actor,
    reviewed: readonly ReviewedSubscription[],
  ): Promise<PassingSubscription[]> {
    const candidates = reviewed
      .map((each) => ({ ...each, passed: passedBy(each) }))
      .filter(({ passed }) => passed.length > 0);
    const applied = await this.needs.progressiveInvoices.thresholdsApplied(
      tx,
      actor,
      candidates.map(({ context }) => context.subscription.id),
    );
    return candidates
      .map((each) => {
        const before = applied.get(each.context.subscription.id) ?? [];
        return { ...each, passed: each.passed.filter((passed) => !isApplied(passed, before)) };
      })
      .filter(({ passed }) => passed.length > 0);
  }
}

function passedBy(reviewed: ReviewedSubscription): PassedThreshold[] {
  const { context, thresholds, rated, historicalCents, invoicedCents, last } = reviewed;
  const { amountCents: currentCents } = addUpPriced(
    uninvoicedCharges(rated).flatMap(({ buckets }) => buckets.map((bucket) => bucket.rated)),
  );
  const lifetime = { historicalCents, invoicedCents, currentCents };
  return passedThresholds(thresholds, lifetime, last?.feesAmountCents ?? 0n).map((threshold) => ({
    threshold,
    subscriptionId: context.subscription.id,
    lifetimeUsageAmountCents: lifetimeCents(lifetime),
    invoicedUsageAmountCents: invoicedCents,
    previousInvoiceId: last?.id ?? null,
  }));
}

/**
 * True if the threshold was invoiced before: a fixed one ever, a step of a recurring one since the same progressive invoice.
 * Usage in advance counts towards thresholds and is on no progressive invoice, so that amounts alone would pass it again.
 */
function isApplied(
  { threshold, invoicedUsageAmountCents, previousInvoiceId }: PassedThreshold,
  applied: readonly AppliedUsageThreshold[],
): boolean {
  return applied.some(
    (before) =>
      before.recurring === threshold.recurring &&
      before.amountCents === threshold.amountCents &&
      (!threshold.recurring ||
        (before.invoicedUsageAmountCents === invoicedUsageAmountCents &&
          before.previousInvoiceId === previousInvoiceId)),
  );
}

/** The usage of the current period until now, of charges in arrears. Source: progressive-billing.md §4. */
function progressiveInvoice(
  { context, rated, passed }: PassingSubscription,
  records: BillingRecords,
): PlannedInvoice {
  const { subscription, plan, terms, now: billedAt } = context;
  const { subscription: ofSubscription, charges } = billingWindows(terms, {
    situation: 'current',
    at: billedAt,
  });
  const window = charges ?? ofSubscription;
  const fees = rated
    .filter(({ charge }) => charge.invoiceable && !charge.payInAdvance)
    .flatMap((each) => bucketFees(each, chargeFeeFrame(each, context, records, window)));
  const part = {
    subscription,
    plan,
    invoicingReason: 'progressive_billing',
    windows: { subscription: ofSubscription, charges: window, fixedCharges: null },
    occasion: null,
    fees,
    usageMoments: [],
    standaloneFees: [],
  } as const;
  return invoiceFor(context, { billedAt, billed: { kind: 'progressive_usage', parts: [part], passed } });
}
