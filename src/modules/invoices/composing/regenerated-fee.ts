import { Big } from '../../../core/money/decimal.js';
import { fromCents } from '../../../core/money/money.js';
import type { ListedTaxes } from '../../../core/taxes/tax.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { Charge } from '../../plans/charges/charge.table.js';
import type { Tax } from '../../taxes/tax.table.js';
import type { Fee } from '../records/fees/fee.table.js';
import { amountsByHand } from './fee-by-hand.js';
import type { FeeSource, PlannedFee } from './planned-fee.js';
import type { InvoicePart } from './planned-invoice.js';

/** What changes on the copy of a fee; null: it stays. */
export interface FeeAdjustment {
  readonly units: Big | null;
  /** In minor units. */
  readonly unitAmountCents: Big | null;
  readonly displayName: string | null;
}

/** A fee that is copied from a voided invoice. */
export interface CopiedFee {
  readonly fee: Fee;
  readonly adjustment: FeeAdjustment | null;
  readonly taxes: ListedTaxes<Tax>;
  /** The copy of its true-up; null without one. */
  readonly trueUp: PlannedFee | null;
}

/** The copy of a fee on a regenerated invoice. Source: invoices.md §7. */
export function copiedFee({ fee, adjustment, taxes, trueUp }: CopiedFee, billedAt: Date): PlannedFee {
  const { itemCode, itemName, itemDescription, invoiceDisplayName, eventsCount } = fee;
  return {
    source: sourceOf(fee, trueUp, isRepriced(adjustment)),
    item: {
      code: itemCode,
      name: itemName,
      description: itemDescription,
      displayName: adjustment?.displayName ?? invoiceDisplayName,
    },
    ...amountsOf(fee, adjustment),
    eventsCount,
    payInAdvance: fee.payInAdvance,
    invoiceable: fee.invoiceable,
    from: fee.fromAt ?? billedAt,
    to: fee.toAt ?? billedAt,
    originalFeeId: fee.originalFeeId ?? fee.id,
    taxes,
  };
}

/** A fee that is added to a regenerated invoice for a charge, with a price by hand. Source: invoices.md §7. */
export function addedFee(
  { charge, metric }: { readonly charge: Charge; readonly metric: BillableMetric },
  { subscription, windows }: Pick<InvoicePart, 'subscription' | 'windows'>,
  added: { readonly units: Big; readonly unitAmountCents: Big; readonly displayName: string | null },
  taxes: ListedTaxes<Tax>,
  currency: string,
): PlannedFee {
  return {
    source: {
      type: 'charge',
      subscriptionId: subscription.id,
      chargeId: charge.id,
      billableMetricId: metric.id,
      filter: null,
      groupedBy: {},
      targetWalletCode: null,
      presentationBreakdowns: null,
      pricingUnitDetails: null,
      eventTransactionId: null,
      trueUp: null,
    },
    item: {
      code: metric.code,
      name: metric.name,
      description: metric.description,
      displayName: added.displayName ?? charge.invoiceDisplayName ?? metric.name,
    },
    ...amountsByHand(added.units, fromCents(added.unitAmountCents, currency), currency),
    totalAggregatedUnits: added.units,
    eventsCount: null,
    amountDetails: {},
    payInAdvance: charge.payInAdvance,
    invoiceable: true,
    ...(windows.charges ?? windows.subscription),
    taxes,
  };
}

function isRepriced(adjustment: FeeAdjustment | null): boolean {
  return adjustment !== null && (adjustment.units !== null || adjustment.unitAmountCents !== null);
}

/** Units and prices that were not sent are those of the fee; how its charge model computed the amount is not shown then. */
function amountsOf(
  fee: Fee,
  adjustment: FeeAdjustment | null,
): Pick<
  PlannedFee,
  'amountCents' | 'amountDetails' | 'preciseAmount' | 'preciseUnitAmount' | 'totalAggregatedUnits' | 'units'
> {
  const { currency, amountCents, amountDetails } = fee;
  const total = fee.totalAggregatedUnits === null ? null : new Big(fee.totalAggregatedUnits);
  if (adjustment === null || !isRepriced(adjustment)) {
    return {
      amountCents,
      amountDetails,
      preciseAmount: fromCents(new Big(fee.preciseAmountCents), currency),
      preciseUnitAmount: new Big(fee.preciseUnitAmount),
      totalAggregatedUnits: total,
      units: new Big(fee.units),
    };
  }
  const units = adjustment.units ?? new Big(fee.units);
  const { unitAmountCents } = adjustment;
  const preciseUnitAmount =
    unitAmountCents === null ? new Big(fee.preciseUnitAmount) : fromCents(unitAmountCents, currency);
  return {
    ...amountsByHand(units, preciseUnitAmount, currency),
    // The credit for unused days of a plan needs the details of its fee.
    amountDetails: fee.feeType === 'charge' ? {} : amountDetails,
    totalAggregatedUnits: total === null ? null : units,
  };
}

function sourceOf(fee: Fee, trueUp: PlannedFee | null, repriced: boolean): FeeSource {
  const named = <Id>(id: Id | null): Id => {
    if (id === null) throw new Error(`Fee ${fee.id} does not name what it bills.`);
    return id;
  };
  switch (fee.feeType) {
    case 'subscription':
    case 'commitment':
      return { type: fee.feeType, subscriptionId: named(fee.subscriptionId) };
    case 'fixed_charge':
      return {
        type: fee.feeType,
        subscriptionId: named(fee.subscriptionId),
        fixedChargeId: named(fee.fixedChargeId),
        addOnId: named(fee.addOnId),
      };
    case 'add_on':
      return { type: fee.feeType, addOnId: named(fee.addOnId) };
    case 'credit':
      return { type: fee.feeType, walletTransactionId: named(fee.walletTransactionId) };
    case 'charge':
      return {
        type: fee.feeType,
        subscriptionId: named(fee.subscriptionId),
        chargeId: named(fee.chargeId),
        billableMetricId: named(fee.billableMetricId),
        filter:
          fee.chargeFilterId === null
            ? null
            : {
                id: fee.chargeFilterId,
                displayName: fee.filterDisplayName ?? '',
                values: fee.filterValues ?? {},
              },
        groupedBy: fee.groupedBy,
        targetWalletCode: fee.targetWalletCode,
        presentationBreakdowns: fee.presentationBreakdowns,
        pricingUnitDetails: repriced ? null : fee.pricingUnitDetails,
        // An event creates one fee, the original.
        eventTransactionId: null,
        trueUp,
      };
  }
}
