import type { Big } from '../../../core/money/decimal.js';
import type { ListedTaxes } from '../../../core/taxes/tax.js';
import type { Tax } from '../../taxes/tax.table.js';
import type { Fee, PresentationBreakdown, PricingUnitDetails } from '../records/fees/fee.table.js';

/** A fee before its row exists. Cents are rounded; precise amounts are exact and in currency units. */
export interface PlannedFee {
  readonly source: FeeSource;
  /** A snapshot of what is billed (fees.md §1). */
  readonly item: PlannedFeeItem;
  readonly amountCents: bigint;
  readonly preciseAmount: Big;
  readonly units: Big;
  readonly totalAggregatedUnits: Big | null;
  readonly preciseUnitAmount: Big;
  readonly eventsCount: bigint | null;
  /** In snake_case, as in the contract. */
  readonly amountDetails: Readonly<Record<string, unknown>>;
  readonly payInAdvance: boolean;
  readonly invoiceable: boolean;
  /** The window shown, half-open. */
  readonly from: Date;
  readonly to: Date;
  /** On a fee that is copied from a voided invoice: the first fee of its chain (fees.md §2). */
  readonly originalFeeId?: string | null;
  /** The adjustment by hand that the fee has on a draft invoice. */
  readonly adjustedFeeId?: string;
  /** The taxes that apply (taxes.md §2). */
  readonly taxes: ListedTaxes<Tax>;
  /** On a fee of a one-off invoice: the codes of taxes that the request names. */
  readonly namedTaxCodes?: readonly string[];
}

export interface PlannedFeeItem {
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly displayName: string;
}

/** What a fee bills; its type is the fee's. Source: fees.md §1. */
export type FeeSource =
  | { readonly type: 'subscription'; readonly subscriptionId: string }
  | ChargeSource
  | {
      readonly type: 'fixed_charge';
      readonly subscriptionId: string;
      readonly fixedChargeId: string;
      readonly addOnId: string;
    }
  /** An add-on on a one-off invoice. */
  | { readonly type: 'add_on'; readonly addOnId: string }
  /** Prepaid credits that a customer buys. */
  | { readonly type: 'credit'; readonly walletTransactionId: string }
  | { readonly type: 'commitment'; readonly subscriptionId: string };

/** The usage of a charge: of one of its filters and groups, or of one event. */
export interface ChargeSource {
  readonly type: 'charge';
  readonly subscriptionId: string;
  readonly chargeId: string;
  readonly billableMetricId: string;
  /** Null for usage that no filter matches. */
  readonly filter: BilledFilter | null;
  /** Values of the pricing group keys. */
  readonly groupedBy: Fee['groupedBy'];
  /** The code of the wallet that the events name, if the charge accepts that. */
  readonly targetWalletCode: string | null;
  readonly presentationBreakdowns: readonly PresentationBreakdown[] | null;
  /** Null when prices are in the currency. */
  readonly pricingUnitDetails: PricingUnitDetails | null;
  /** The event that the fee is for; null for the usage of a window. */
  readonly eventTransactionId: string | null;
  /** The shortfall of the charge to its spending minimum: a fee of its own, which refers to this one (fees.md §3). */
  readonly trueUp: PlannedFee | null;
}

/** A charge filter as it was when it was billed. */
export interface BilledFilter {
  readonly id: string;
  readonly displayName: string;
  readonly values: NonNullable<Fee['filterValues']>;
}
