import type { Fee } from '../records/fees/fee.table.js';
import type { FeeSource, PlannedFee } from './planned-fee.js';

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
