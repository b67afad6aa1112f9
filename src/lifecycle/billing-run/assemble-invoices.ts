import { currentUsagePeriod } from '../../core/invoicing/subscriptions/billing-windows.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { PlannedFee } from '../../modules/invoices/composing/planned-fee.js';
import type { PlannedInvoice, InvoicePart } from '../../modules/invoices/composing/planned-invoice.js';
import { paysFromStart } from '../billing-records/billing-days.js';
import { type DueSubscription, INVOICING_REASONS } from '../billing-records/billing-occasion.js';
import { adjustedCharge, adjustedPlanFee } from '../fees/apply-adjustments.js';
import { chargeFeeFrame, bucketFees, usageFees } from '../fees/charge-fees.js';
import { commitmentFee } from '../fees/commitment-fee.js';
import { fixedChargeFees } from '../fees/fixed-charge-fees.js';
import { invoiceFor } from '../fees/invoice-contents.js';
import type { RatedSubscription } from './rate-usage.js';
import type { SharedInvoice } from '../fees/shared-invoices.js';
import { subscriptionFee } from '../fees/subscription-fee.js';

/** An invoice to be written, with fees that are billed beside it. */
export interface AssembledInvoice {
  readonly invoice: PlannedInvoice;
  /** Fees on no invoice, of subscriptions that are not on it either. */
  readonly standaloneFees: readonly PlannedFee[];
}

/**
 * Assembles invoices from rated subscriptions. Source: invoices.md §3.
 * @param rated the subscriptions of all invoices, in their order.
 */
export function assembleInvoices(
  invoices: readonly SharedInvoice[],
  rated: readonly RatedSubscription[],
): AssembledInvoice[] {
  const parts = rated.map(assembleParts).values();
  return invoices.flatMap((shared) => {
    const billed = shared.subscriptions.flatMap((due) =>
      expectPresent(parts.next().value, 'the invoice parts of each subscription').map((part) => ({
        due,
        part,
      })),
    );
    const [first] = shared.subscriptions;
    return first === undefined ? [] : [assembleInvoice(first, billed, shared.billedAt)];
  });
}

/**
 * Assembles the windows and fees of one subscription: one part, and a second one for usage on the day of an end that the
 * first does not cover. Source: invoices.md §3.2, periods.md §11.
 */
export function assembleParts(rated: RatedSubscription): InvoicePart[] {
  const ofPeriod = rated.adjustments.filter(({ isOfDayOfEnd }) => !isOfDayOfEnd);
  const period = assemblePart({ ...rated, adjustments: ofPeriod });
  const dayOfEnd = assembleDayOfEnd(rated, period);
  return dayOfEnd === null ? [period] : [period, dayOfEnd];
}

/** Null without usage on that day. Spending minimums and commitments look at the period alone. */
function assembleDayOfEnd(rated: RatedSubscription, period: InvoicePart): InvoicePart | null {
  const { context, records, dayOfEnd: windows, dayOfEndUsage: usage } = rated;
  const adjustments = rated.adjustments.filter(({ isOfDayOfEnd }) => isOfDayOfEnd);
  if (windows === null || usage === null || usage.charges.length === 0) return null;
  const fees = usage.charges.flatMap((each) => {
    const charge = adjustedCharge(each, adjustments, context.plan.amountCurrency);
    return bucketFees(charge, chargeFeeFrame(charge, context, records, usage.scope.window));
  });
  return { ...period, windows, fees, standaloneFees: [] };
}

/** Assembles the windows and fees of the period that is billed. */
export function assemblePart(rated: RatedSubscription): InvoicePart {
  const { context, occasion, windows, draftId, adjustments } = rated;
  const { planTaxes, fixedCharges } = rated.records;
  const planFee = subscriptionFee(rated);
  const fees = [
    ...(planFee === null ? [] : [adjustedPlanFee(planFee, adjustments, context.plan.amountCurrency)]),
    ...chargeFees(rated),
    ...fixedChargeFees(rated, fixedCharges, planTaxes),
  ];
  const standalone = fees.filter(({ invoiceable }) => !invoiceable);
  const invoiced = fees.filter(({ invoiceable }) => invoiceable);
  // The standalone fees of a draft were created with it, and are counted among earlier fees.
  const newFees = draftId === null ? fees : invoiced;
  const trueUp = commitmentFee(rated, newFees);
  return {
    subscription: context.subscription,
    plan: context.plan,
    invoicingReason: INVOICING_REASONS[occasion.reason],
    windows,
    occasion: { reason: occasion.reason, at: occasion.at },
    fees: trueUp === null ? invoiced : [...invoiced, trueUp],
    usageMoments: momentsOf(rated),
    standaloneFees: draftId === null ? standalone : [],
  };
}

/** When the usage of an invoice was read: charges that were read by one statement share a moment. */
function momentsOf({ usage, dayOfEndUsage }: RatedSubscription): InvoicePart['usageMoments'] {
  const charges = [usage, dayOfEndUsage].flatMap((each) => each?.charges ?? []);
  return [...new Set(charges.map(({ moment }) => moment))];
}

function assembleInvoice(
  { context: first }: DueSubscription,
  billed: readonly { readonly due: DueSubscription; readonly part: InvoicePart }[],
  billedAt: Date,
): AssembledInvoice {
  const isPeriodic = billed.every(({ due: { occasion } }) => occasion.reason === 'periodic');
  const isOnInvoice = ({ due, part }: (typeof billed)[number]) => part.fees.length > 0 || isBilledAnyway(due);
  return {
    invoice: invoiceFor(first, {
      billedAt,
      billed: {
        kind: 'subscription_periods',
        occasion: isPeriodic ? 'periodic' : 'change',
        parts: billed.filter(isOnInvoice).map(({ part }) => part),
      },
    }),
    standaloneFees: billed
      .filter((each) => !isOnInvoice(each))
      .flatMap(({ part: { standaloneFees } }) => standaloneFees),
  };
}

/**
 * True if the subscription is on the invoice even without fees: always, but for a start for which nothing is due yet.
 */
function isBilledAnyway({ context, occasion }: DueSubscription): boolean {
  return occasion.reason !== 'starting' || paysFromStart(context);
}

/** The fees for rated usage, charge by charge; charges in advance are renewed for the coming period. */
function chargeFees({ context, occasion, records, adjustments, usage }: RatedSubscription): PlannedFee[] {
  if (usage === null) return [];
  const { scope } = usage;
  const currency = context.plan.amountCurrency;
  const comingPeriod = currentUsagePeriod(context.terms, occasion.at);
  const billed = usage.charges.map((rated) => adjustedCharge(rated, adjustments, currency));
  return billed.flatMap((charge) =>
    charge.charge.payInAdvance
      ? bucketFees(charge, chargeFeeFrame(charge, context, records, comingPeriod))
      : usageFees(charge, chargeFeeFrame(charge, context, records, scope.window), { scope, currency }),
  );
}
