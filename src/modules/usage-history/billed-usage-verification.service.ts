import { dayOfEndWindows, meteringScope } from '../../core/invoicing/subscriptions/billing-windows.js';
import { isEmpty, type Period } from '../../core/time/period.js';
import type { SubscriptionTerms } from '../../core/invoicing/subscriptions/subscription-terms.js';
import type { Actor } from '../../platform/actor.js';
import { groupBy, indexBy } from '../../platform/collections/grouping.js';
import type { Db } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import { isClaimed } from '../invoices/composing/billing-claim.js';
import { feesByPeriod, firstOfSubscriptions } from '../invoices/composing/fees-by-period.js';
import type { Fee } from '../invoices/records/fees/fee.table.js';
import type { BillingPeriod, Invoice } from '../invoices/records/invoice.table.js';
import type { SubscriptionContext } from '../subscriptions/records/subscription-context.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';
import type { EventCutoff } from '../usage/events/usage-moment.js';
import { type PricedCharge, withoutCarriedUnits } from '../usage/metering/priced-charge.js';
import type { UsageHistoryNeeds } from './usage-history.needs.js';
import { type BilledUsageDifference, differenceOf, differencesOf } from './billed-usage-difference.js';
import { billedUsageVerificationRepository } from './billed-usage-verification.repository.js';

/** The billed windows of one subscription on an invoice, with the records to recount its usage. */
interface BilledSubscription {
  readonly subscription: Subscription;
  /** The period for which the invoice was computed. */
  readonly terms: SubscriptionTerms;
  readonly currency: string;
}

/** Usage of a charge that was billed together for one window, with a fee for each bucket with an amount. */
interface BilledCharge {
  readonly priced: PricedCharge;
  readonly window: Period;
  /** None: the amount of the charge was 0, or its fee was lost. */
  readonly fees: readonly Fee[];
  /** The possible cutoffs that decided which events counted. It is not recorded which one applied. */
  readonly cutoffs: readonly EventCutoff[];
}

/**
 * Recounts from raw events what invoices billed. Events that were stored after their usage was read are excluded, since they
 * were too late (docs/adr/0049). Charges, filters and groups are as they are now, so that an edit of them since shows as a
 * difference.
 */
export class BilledUsageVerification {
  constructor(
    private readonly needs: Pick<
      UsageHistoryNeeds,
      'subscriptionContexts' | 'usage' | 'eventRating' | 'invoices' | 'billedPeriods' | 'fees'
    >,
  ) {}

  /**
   * The usage fees of an invoice whose units differ from their events, and usage that it should have billed.
   * @throws AppError `invoice_not_found`.
   */
  differences(db: Db, actor: Actor, invoiceId: string): Promise<BilledUsageDifference[]> {
    // One transaction, so that fees, charges and events are read at the same moment.
    return db.transaction((snapshot) => this.recount(snapshot, actor, invoiceId), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
  }

  private async recount(db: Db, actor: Actor, invoiceId: string): Promise<BilledUsageDifference[]> {
    const { invoices, billedPeriods, subscriptionContexts, fees } = this.needs;
    const invoice = await invoices.get(db, actor, invoiceId);
    // Its fees are those of its voided invoice, or were changed by hand.
    if (invoice.voidedInvoiceId !== null) return [];
    const made = (await fees.ofInvoices(db, actor, [invoiceId])).get(invoiceId) ?? [];
    const stored = (await billedPeriods.ofInvoices(db, actor, [invoiceId])).get(invoiceId) ?? [];
    const ids = [...new Set(stored.map(({ subscriptionId }) => subscriptionId))];
    const contexts = await subscriptionContexts.getMany(db, actor, ids);
    const requested = ids.map((subscriptionId) => ({ subscriptionId, before: invoiceId }));
    const billedBefore = await billedPeriods.billedUsage(db, actor, requested);
    const periods = withDayOfEnd(stored, invoice, contexts);
    const byPeriod = feesByPeriod(periods, made.filter(isUsageFee), ({ subscriptionId, fromAt }) => ({
      subscriptionId,
      isUsage: true,
      from: fromAt,
    }));
    const found: BilledUsageDifference[] = [];
    for (const [index, period] of periods.entries()) {
      const context = contexts.get(period.subscriptionId);
      if (context === undefined) throw new Error(`Subscription ${period.subscriptionId} is missing.`);
      const billed = {
        subscription: context.subscription,
        terms: {
          ...context.terms,
          timezone: invoice.timezone,
          billed: expectPresent(
            billedBefore.get(period.subscriptionId),
            `the billed usage of subscription ${period.subscriptionId}`,
          ),
        },
        currency: invoice.currency,
      };
      const own = byPeriod[index] ?? [];
      const all = await this.chargesOf(db, actor, own, { invoice, period });
      const priced = isDayOfEnd(period, periods) ? withoutCarried(all) : all;
      found.push(...(await this.recountWindows(db, actor, billed, billedTogether(own, priced, period))));
      found.push(...(await this.recountEvents(db, actor, billed, own.filter(isEventFee), priced)));
    }
    return found;
  }

  /**
   * The charges of the fees, deleted or not, and those that must have been rated: in arrears, of the plan, older
   * than the invoice. Whether a recurring metric was rated depends on what came next (charges.md §6).
   */
  private async chargesOf(
    db: Db,
    actor: Actor,
    fees: readonly Fee[],
    { invoice, period }: { invoice: Invoice; period: BillingPeriod },
  ): Promise<Map<string, PricedCharge>> {
    const { usage } = this.needs;
    const ids = [...new Set(fees.flatMap(({ chargeId }) => chargeId ?? []))];
    const charges = await billedUsageVerificationRepository.findCharges(db, actor.organizationId, ids);
    const billed = await usage.priced(db, actor, charges);
    const ofPlan = (await usage.chargesOf(db, actor, [period.planId])).get(period.planId) ?? [];
    const rated = ofPlan.filter(
      ({ charge, metric }) =>
        billsUsage(period) && !charge.payInAdvance && !metric.recurring && charge.id < invoice.id,
    );
    return indexBy([...rated, ...billed], ({ charge }) => charge.id);
  }

  private async recountWindows(
    db: Db,
    actor: Actor,
    { subscription, terms, currency }: BilledSubscription,
    billed: readonly BilledCharge[],
  ): Promise<BilledUsageDifference[]> {
    const { externalId: externalSubscriptionId } = subscription;
    const found: BilledUsageDifference[] = [];
    for (const { priced, window, fees, cutoffs } of billed) {
      const rating = { subscription, charges: [priced], scope: meteringScope(terms, window), currency };
      const place = { externalSubscriptionId, chargeId: priced.charge.id };
      // The charge is right if it agrees with the usage by one of the cutoffs.
      let differences: BilledUsageDifference[] = [];
      for (const cutoff of cutoffs) {
        const [rated] = await this.needs.usage.rateAgain(db, actor, rating, cutoff);
        differences = differencesOf(place, fees, rated?.buckets ?? []);
        if (differences.length === 0) break;
      }
      found.push(...differences);
    }
    return found;
  }

  /** Recounts fees of single events, each from the events received before its event. */
  private async recountEvents(
    db: Db,
    actor: Actor,
    { subscription, terms, currency }: BilledSubscription,
    fees: readonly Fee[],
    charges: ReadonlyMap<string, PricedCharge>,
  ): Promise<BilledUsageDifference[]> {
    if (fees.length === 0) return [];
    const { eventRating } = this.needs;
    const { externalId: externalSubscriptionId } = subscription;
    const sequences = await billedUsageVerificationRepository.findSequences(db, actor.organizationId, {
      externalSubscriptionId,
      transactionIds: fees.flatMap(({ eventTransactionId }) => eventTransactionId ?? []),
    });
    const found: BilledUsageDifference[] = [];
    for (const own of groupBy(fees, windowKey).values()) {
      const { priced, window } = chargeOf(own, charges);
      const rating = { scope: meteringScope(terms, window), currency, charges: [priced] };
      const period = { ...rating, subscription, metric: priced.metric };
      const history = await eventRating.periodOf(db, actor, period);
      for (const fee of own) {
        const sequence = sequences.get(fee.eventTransactionId ?? '');
        const [rated] = sequence === undefined ? [] : eventRating.rateStored(rating, history, sequence);
        found.push(...differenceOf(fee, externalSubscriptionId, rated?.fee.units ?? null));
      }
    }
    return found;
  }
}

/**
 * Groups fees that are recounted together. A renewal bills the units at the start of the window that it shows. It was read
 * when its fee was created, which may be before the invoice: then, and on invoices from before usage moments were stored,
 * only ids determine which events came earlier.
 */
function billedTogether(
  fees: readonly Fee[],
  charges: ReadonlyMap<string, PricedCharge>,
  { chargesFrom: from, chargesTo: to, invoiceId, usageMoments }: BillingPeriod,
): BilledCharge[] {
  const cutoffsOf = (madeId: string): readonly EventCutoff[] =>
    usageMoments.length === 0 ? [{ beforeId: madeId }] : usageMoments.map((moment) => ({ moment }));
  const ofWindows = fees.filter((fee) => !isEventFee(fee));
  const billed = [...groupBy(ofWindows, windowKey).values()].map((own): BilledCharge => {
    const { priced, window, feeId } = chargeOf(own, charges);
    const isRenewal = priced.charge.payInAdvance;
    const billed = isRenewal ? { ...window, to: window.from } : window;
    return { priced, window: billed, fees: own, cutoffs: cutoffsOf(feeId) };
  });
  if (from === null || to === null) return billed;
  const withFees = new Set(ofWindows.map(({ chargeId }) => chargeId));
  const others = [...charges.values()].filter(
    ({ charge }) => !withFees.has(charge.id) && !charge.payInAdvance,
  );
  const cutoffs = cutoffsOf(invoiceId);
  const unbilled = others.map((priced) => ({ priced, window: { from, to }, fees: [], cutoffs }));
  return [...billed, ...unbilled];
}

/** The key that fees of one charge and window share. */
function chargeOf(
  [first]: readonly Fee[],
  charges: ReadonlyMap<string, PricedCharge>,
): { priced: PricedCharge; window: Period; feeId: string } {
  const priced = charges.get(first?.chargeId ?? '');
  const [from, to] = [first?.fromAt, first?.toAt];
  if (first === undefined || priced === undefined || !from || !to) {
    throw new Error(`Fee ${first?.id ?? ''} lacks its charge or its window.`);
  }
  return { priced, window: { from, to }, feeId: first.id };
}

function windowKey({ chargeId, fromAt, toAt }: Fee): string {
  return [chargeId, fromAt?.getTime(), toAt?.getTime()].join(' ');
}

/** False for true-ups, which have no events. */
function isUsageFee({ feeType, trueUpParentFeeId }: Fee): boolean {
  return feeType === 'charge' && trueUpParentFeeId === null;
}

function isEventFee({ eventTransactionId }: Fee): boolean {
  return eventTransactionId !== null;
}

/**
 * The billed periods, with the day of an end that an invoice should have billed after them: one that it did bill is there
 * already. Source: periods.md §11.
 */
function withDayOfEnd(
  periods: readonly BillingPeriod[],
  { timezone }: Invoice,
  contexts: ReadonlyMap<string, SubscriptionContext>,
): BillingPeriod[] {
  const missing = periods.flatMap((period): BillingPeriod[] => {
    const { subscriptionId, occasion, occasionAt: at, chargesFrom: from, chargesTo: to } = period;
    const context = contexts.get(subscriptionId);
    const isBilled = periods.filter((each) => each.subscriptionId === subscriptionId).length > 1;
    if (occasion !== 'terminated' || at === null || from === null || to === null || isBilled || !context)
      return [];
    const closing = { charges: { from, to }, fixedCharges: null };
    const day = dayOfEndWindows({ ...context.terms, timezone }, at, closing);
    return day?.charges ? [{ ...period, chargesFrom: day.charges.from, chargesTo: day.charges.to }] : [];
  });
  return [...periods, ...missing];
}

/** True for the day of an end that follows the period of its closing invoice. Source: periods.md §11. */
function isDayOfEnd(period: BillingPeriod, periods: readonly BillingPeriod[]): boolean {
  return !firstOfSubscriptions(periods).includes(period);
}

/** The charges of the day of an end: units that recurring metrics carry are not billed for it. */
function withoutCarried(charges: ReadonlyMap<string, PricedCharge>): Map<string, PricedCharge> {
  return new Map([...charges].map(([id, priced]) => [id, withoutCarriedUnits(priced)]));
}

/** True if the invoice claimed windows of usage; other invoices only show them. */
function billsUsage({ invoicingReason, chargesFrom: from, chargesTo: to }: BillingPeriod): boolean {
  return isClaimed(invoicingReason) && from !== null && to !== null && !isEmpty({ from, to });
}
