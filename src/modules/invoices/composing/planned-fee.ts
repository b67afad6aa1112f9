import type { Big } from '../../../core/money/decimal.js';
import type { ListedTaxes } from '../../../core/taxes/tax.js';
import type { Tax } from '../../taxes/tax.table.js';
import type { FeeSource } from './fee-source.js';

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
