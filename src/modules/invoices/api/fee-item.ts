import type { Fee } from '../records/fees/fee.table.js';

/** The contract's names for the kinds of records that fees bill. */
export const FEE_ITEM_TYPES = ['Subscription', 'BillableMetric', 'AddOn', 'WalletTransaction'] as const;

type ItemType = (typeof FEE_ITEM_TYPES)[number];

/** The kind of record that each type of fee bills. Source: fees.md §1. */
const ITEM_TYPES: Record<Fee['feeType'], ItemType> = {
  subscription: 'Subscription',
  charge: 'BillableMetric',
  fixed_charge: 'AddOn',
  add_on: 'AddOn',
  credit: 'WalletTransaction',
  commitment: 'Subscription',
};

export interface FeeItem {
  readonly type: Fee['feeType'];
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly invoiceDisplayName: string;
  readonly filterInvoiceDisplayName: string | null;
  readonly filters: Fee['filterValues'];
  readonly groupedBy: Fee['groupedBy'];
  readonly itemType: ItemType;
  readonly itemId: string | null;
}

/** The record that a fee bills, from the fee's snapshot. Source: fees.md §1. */
export function itemOf(fee: Fee): FeeItem {
  return {
    type: fee.feeType,
    code: fee.itemCode,
    name: fee.itemName,
    description: fee.itemDescription,
    invoiceDisplayName: fee.invoiceDisplayName,
    filterInvoiceDisplayName: fee.filterDisplayName,
    filters: fee.filterValues,
    groupedBy: fee.groupedBy,
    itemType: ITEM_TYPES[fee.feeType],
    itemId: fee.billableMetricId ?? fee.addOnId ?? fee.walletTransactionId ?? fee.subscriptionId,
  };
}
