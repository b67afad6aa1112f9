import type { Big } from '../../../core/decimal.js';
import type { Tax } from '../../taxes/tax.table.js';
import type { Fee, PresentationBreakdown, PricingUnitDetails } from '../records/fee.table.js';

/** A fee before its row exists. The cents are rounded already, the precise amounts exact and in currency units. */
export interface PlannedFee {
  readonly feeType: Fee['feeType'];
  readonly subscriptionId: string;
  /** Null for other fees than those of charges. */
  readonly charge: ChargeFeePart | null;
  /** Null for other fees than those of fixed charges. */
  readonly fixedCharge: FixedChargeFeePart | null;
  /** A snapshot of what is billed (fees.md §1). */
  readonly item: PlannedFeeItem;
  readonly amountCents: bigint;
  readonly preciseAmount: Big;
  readonly units: Big;
  readonly totalAggregatedUnits: Big | null;
  readonly preciseUnitAmount: Big;
  readonly eventsCount: bigint | null;
  /** As the contract prints them, snake_case. */
  readonly amountDetails: Readonly<Record<string, unknown>>;
  readonly payInAdvance: boolean;
  readonly invoiceable: boolean;
  /** The window shown, half-open. */
  readonly from: Date;
  readonly to: Date;
  /** The one list that applies (taxes.md §2). */
  readonly taxes: readonly Tax[];
}

export interface PlannedFeeItem {
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly displayName: string;
}

/** What only the fees of charges have. */
export interface ChargeFeePart {
  readonly chargeId: string;
  readonly billableMetricId: string;
  /** Null for what no filter takes. */
  readonly filter: FeeFilterPart | null;
  /** Values of the pricing group keys. */
  readonly groupedBy: Fee['groupedBy'];
  readonly presentationBreakdowns: readonly PresentationBreakdown[] | null;
  /** Null when prices are in the currency. */
  readonly pricingUnitDetails: PricingUnitDetails | null;
  /** Of the event that made the fee. */
  readonly eventTransactionId: string | null;
  /** What the charge lacks to its minimum: a fee of its own, which refers to this one (fees.md §3). */
  readonly trueUp: PlannedFee | null;
}

/** What only the fees of fixed charges have. */
export interface FixedChargeFeePart {
  readonly fixedChargeId: string;
  readonly addOnId: string;
}

/** A charge filter as it was when it was billed. */
export interface FeeFilterPart {
  readonly id: string;
  readonly displayName: string;
  readonly values: NonNullable<Fee['filterValues']>;
}
