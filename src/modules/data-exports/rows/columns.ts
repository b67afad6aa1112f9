import { Big, decimalText } from '../../../core/money/decimal.js';
import { shownEnd } from '../../../core/time/period.js';
import type { CreditNote, CreditNoteItem } from '../../credit-notes/records/credit-note.table.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import { dueCents } from '../../invoices/settlement/invoice-dues.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import type { Cell } from '../csv-text.js';

/** The columns of a file, in their order: how the value in a row is found, by the name of the column. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

export interface InvoiceRow {
  readonly invoice: Invoice;
  readonly customer: Customer;
  readonly entity: BillingEntity;
}

export interface FeeRow {
  readonly fee: Fee;
  readonly invoice: Invoice;
  readonly customer: Customer;
  /** Null for a fee of no subscription. */
  readonly subscription: Subscription | null;
}

export interface CreditNoteRow extends InvoiceRow {
  readonly note: CreditNote;
}

export interface CreditNoteItemRow extends FeeRow {
  readonly item: CreditNoteItem;
  readonly note: CreditNote;
}

const CUSTOMER_COLUMNS: Columns<Pick<InvoiceRow, 'customer'>> = {
  external_customer_id: ({ customer }) => customer.externalId,
  customer_name: ({ customer }) => customer.name,
  customer_legal_name: ({ customer }) => customer.legalName,
  customer_email: ({ customer }) => customer.email,
  customer_country: ({ customer }) => customer.country,
  customer_tax_identification_number: ({ customer }) => customer.taxIdentificationNumber,
};

/** A decimal without the zeros that its column adds. */
const shortest = (decimal: string) => decimalText(new Big(decimal));

/** Names are those of the REST contract. Amounts are minor units of the currency in their row. */
export const INVOICE_COLUMNS: Columns<InvoiceRow> = {
  svc_id: ({ invoice }) => invoice.id,
  number: ({ invoice }) => invoice.number,
  billing_entity_code: ({ entity }) => entity.code,
  ...CUSTOMER_COLUMNS,
  invoice_type: ({ invoice }) => invoice.invoiceType,
  status: ({ invoice }) => invoice.status,
  payment_status: ({ invoice }) => invoice.paymentStatus,
  payment_overdue: ({ invoice }) => invoice.paymentOverdue,
  self_billed: ({ invoice }) => invoice.selfBilled,
  purchase_order_number: ({ invoice }) => invoice.purchaseOrderNumber,
  issuing_date: ({ invoice }) => invoice.issuingDate,
  payment_due_date: ({ invoice }) => invoice.paymentDueDate,
  currency: ({ invoice }) => invoice.currency,
  fees_amount_cents: ({ invoice }) => invoice.feesAmountCents,
  progressive_billing_credit_amount_cents: ({ invoice }) => invoice.progressiveBillingCreditAmountCents,
  coupons_amount_cents: ({ invoice }) => invoice.couponsAmountCents,
  sub_total_excluding_taxes_amount_cents: ({ invoice }) => invoice.subTotalExcludingTaxesAmountCents,
  taxes_amount_cents: ({ invoice }) => invoice.taxesAmountCents,
  sub_total_including_taxes_amount_cents: ({ invoice }) => invoice.subTotalIncludingTaxesAmountCents,
  credit_notes_amount_cents: ({ invoice }) => invoice.creditNotesAmountCents,
  prepaid_credit_amount_cents: ({ invoice }) => invoice.prepaidCreditAmountCents,
  total_amount_cents: ({ invoice }) => invoice.totalAmountCents,
  total_paid_amount_cents: ({ invoice }) => invoice.totalPaidAmountCents,
  total_due_amount_cents: ({ invoice }) => dueCents(invoice),
  finalized_at: ({ invoice }) => invoice.finalizedAt,
  voided_at: ({ invoice }) => invoice.voidedAt,
  payment_dispute_lost_at: ({ invoice }) => invoice.paymentDisputeLostAt,
  created_at: ({ invoice }) => invoice.createdAt,
};

const FEE_COLUMNS: Columns<FeeRow> = {
  fee_type: ({ fee }) => fee.feeType,
  item_code: ({ fee }) => fee.itemCode,
  item_name: ({ fee }) => fee.itemName,
  external_subscription_id: ({ subscription }) => subscription?.externalId ?? null,
};

export const INVOICE_FEE_COLUMNS: Columns<FeeRow> = {
  svc_id: ({ fee }) => fee.id,
  svc_invoice_id: ({ invoice }) => invoice.id,
  invoice_number: ({ invoice }) => invoice.number,
  invoice_status: ({ invoice }) => invoice.status,
  invoice_issuing_date: ({ invoice }) => invoice.issuingDate,
  ...CUSTOMER_COLUMNS,
  ...FEE_COLUMNS,
  invoice_display_name: ({ fee }) => fee.invoiceDisplayName,
  filter_invoice_display_name: ({ fee }) => fee.filterDisplayName,
  grouped_by: ({ fee }) => (Object.keys(fee.groupedBy).length === 0 ? null : JSON.stringify(fee.groupedBy)),
  from_date: ({ fee }) => fee.fromAt,
  to_date: ({ fee: { fromAt: from, toAt: to } }) =>
    from === null || to === null ? null : shownEnd({ from, to }),
  events_count: ({ fee }) => fee.eventsCount,
  units: ({ fee }) => shortest(fee.units),
  currency: ({ fee }) => fee.currency,
  precise_unit_amount: ({ fee }) => shortest(fee.preciseUnitAmount),
  amount_cents: ({ fee }) => fee.amountCents,
  precise_coupons_amount_cents: ({ fee }) => shortest(fee.preciseCouponsAmountCents),
  taxes_rate: ({ fee }) => shortest(fee.taxesRatePercent),
  taxes_amount_cents: ({ fee }) => fee.taxesAmountCents,
  total_amount_cents: ({ fee }) => fee.amountCents + fee.taxesAmountCents,
  payment_status: ({ fee }) => fee.paymentStatus,
  created_at: ({ fee }) => fee.createdAt,
};

export const CREDIT_NOTE_COLUMNS: Columns<CreditNoteRow> = {
  svc_id: ({ note }) => note.id,
  number: ({ note }) => note.number,
  svc_invoice_id: ({ invoice }) => invoice.id,
  invoice_number: ({ invoice }) => invoice.number,
  billing_entity_code: ({ entity }) => entity.code,
  ...CUSTOMER_COLUMNS,
  reason: ({ note }) => note.reason,
  description: ({ note }) => note.description,
  credit_status: ({ note }) => note.creditStatus,
  refund_status: ({ note }) => note.refundStatus,
  issuing_date: ({ note }) => note.issuingDate,
  currency: ({ note }) => note.currency,
  sub_total_excluding_taxes_amount_cents: ({ note }) => note.subTotalExcludingTaxesAmountCents,
  coupons_adjustment_amount_cents: ({ note }) => note.couponsAdjustmentAmountCents,
  taxes_amount_cents: ({ note }) => note.taxesAmountCents,
  credit_amount_cents: ({ note }) => note.creditAmountCents,
  refund_amount_cents: ({ note }) => note.refundAmountCents,
  offset_amount_cents: ({ note }) => note.offsetAmountCents,
  total_amount_cents: ({ note }) => note.totalAmountCents,
  balance_amount_cents: ({ note }) => note.balanceAmountCents,
  refunded_at: ({ note }) => note.refundedAt,
  voided_at: ({ note }) => note.voidedAt,
  created_at: ({ note }) => note.createdAt,
};

export const CREDIT_NOTE_ITEM_COLUMNS: Columns<CreditNoteItemRow> = {
  svc_id: ({ item }) => item.id,
  svc_credit_note_id: ({ note }) => note.id,
  credit_note_number: ({ note }) => note.number,
  credit_note_issuing_date: ({ note }) => note.issuingDate,
  svc_invoice_id: ({ invoice }) => invoice.id,
  invoice_number: ({ invoice }) => invoice.number,
  ...CUSTOMER_COLUMNS,
  svc_fee_id: ({ fee }) => fee.id,
  ...FEE_COLUMNS,
  currency: ({ item }) => item.currency,
  amount_cents: ({ item }) => item.amountCents,
  precise_amount_cents: ({ item }) => shortest(item.preciseAmountCents),
};
