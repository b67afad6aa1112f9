import type { Fee, PresentationBreakdown, PricingUnitDetails } from '../records/fee.table.js';
import type { PlannedFee } from './planned-fee.js';

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

/** The columns of a fee that say what it bills. */
type SourceColumns = Pick<
  Fee,
  | 'feeType'
  | 'subscriptionId'
  | 'chargeId'
  | 'billableMetricId'
  | 'chargeFilterId'
  | 'addOnId'
  | 'fixedChargeId'
  | 'walletTransactionId'
  | 'eventTransactionId'
  | 'filterDisplayName'
  | 'filterValues'
  | 'groupedBy'
  | 'targetWalletCode'
  | 'presentationBreakdowns'
  | 'pricingUnitDetails'
>;

const NO_SOURCE: Omit<SourceColumns, 'feeType'> = {
  subscriptionId: null,
  chargeId: null,
  billableMetricId: null,
  chargeFilterId: null,
  addOnId: null,
  fixedChargeId: null,
  walletTransactionId: null,
  eventTransactionId: null,
  filterDisplayName: null,
  filterValues: null,
  groupedBy: {},
  targetWalletCode: null,
  presentationBreakdowns: null,
  pricingUnitDetails: null,
};

/** Returns the columns of a fee's row that follow from its source. */
export function sourceColumns(source: FeeSource): SourceColumns {
  if (source.type !== 'charge') {
    const { type: feeType, ...ids } = source;
    return { ...NO_SOURCE, feeType, ...ids };
  }
  const { filter } = source;
  return {
    ...NO_SOURCE,
    feeType: source.type,
    subscriptionId: source.subscriptionId,
    chargeId: source.chargeId,
    billableMetricId: source.billableMetricId,
    eventTransactionId: source.eventTransactionId,
    groupedBy: source.groupedBy,
    targetWalletCode: source.targetWalletCode,
    presentationBreakdowns: source.presentationBreakdowns,
    pricingUnitDetails: source.pricingUnitDetails,
    chargeFilterId: filter?.id ?? null,
    filterDisplayName: filter?.displayName ?? null,
    filterValues: filter?.values ?? null,
  };
}

/** The fee that tops a fee up to its charge's spending minimum; null without one. */
export function trueUpOf({ source }: PlannedFee): PlannedFee | null {
  return source.type === 'charge' ? source.trueUp : null;
}
