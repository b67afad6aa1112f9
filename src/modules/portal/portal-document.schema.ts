import { ArgsType, Float, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { Cents, Currency, Flag, Id, ListOf, Of, Text } from '../../platform/api/members/fields.js';
import { PageArgs } from '../../platform/api/lists/page-args.js';
import { pickType } from '../../platform/api/members/pick-type.js';
import { idInput, payloadOf } from '../../platform/api/members/shapes.js';
import { DecimalInGraphql } from '../../platform/api/members/surfaces.js';
import { InvoiceCollectionType, OverdueBalanceType } from '../analytics/api/analytics.schema.js';
import { BankAccountType } from '../billing-entities/bank-accounts/bank-account.schema.js';
import { CreditNoteType } from '../credit-notes/api/credit-note.schema.js';
import { InvoiceAppliedTaxType } from '../invoices/api/applied-tax.schema.js';
import { FeeKind, FeeType } from '../invoices/api/fee.schema.js';
import { CreditItemKind, InvoiceCreditType } from '../invoices/api/invoice-credit.schema.js';
import { InvoicePaymentStatus, InvoiceType } from '../invoices/api/invoice.schema.js';
import type { Fee } from '../invoices/records/fees/fee.table.js';
import type { InvoiceCredit } from '../invoices/records/invoice-credit.table.js';
import type { Invoice } from '../invoices/records/invoice.table.js';

@ObjectType('PortalInvoice', {
  description: 'A finalized invoice of the customer. Amounts are in minor units of its currency.',
})
export class PortalInvoiceType extends pickType(InvoiceType, [
  'id',
  'invoiceType',
  'paymentStatus',
  'purchaseOrderNumber',
  'issuingDate',
  'paymentDueDate',
  'currency',
  'progressiveBillingCreditAmountCents',
  'couponsAmountCents',
  'taxesAmountCents',
  'creditNotesAmountCents',
  'prepaidCreditAmountCents',
  'totalAmountCents',
  'totalPaidAmountCents',
]) {
  @Text('Number of the invoice.') number!: string;
  @Flag('Whether the invoice was not paid in time.') paymentOverdue!: boolean;
  @Cents('Sum of the lines before coupons and taxes, in minor units of the currency.')
  feesAmountCents!: bigint;
  @Cents('Sum of the lines minus progressive billing credits and coupons, in minor units.')
  subTotalExcludingTaxesAmountCents!: bigint;
  @Cents('Lines after coupons and with taxes, before credit notes and prepaid credits, in minor units.')
  subTotalIncludingTaxesAmountCents!: bigint;
}

@ObjectType('PortalBankAccount', { description: 'The account to which an invoice is paid.' })
export class PortalBankAccountType extends pickType(BankAccountType, [
  'iban',
  'accountNumber',
  'routingCode',
  'bic',
  'bankName',
]) {
  @Text('Name of the holder of the account.') holder!: string;
}

@ObjectType('PortalInvoiceLine', { description: 'A line of an invoice.' })
@TypicalItems(10)
export class PortalInvoiceLineType extends pickType(FeeType, [
  'id',
  'units',
  'preciseUnitAmount',
  'amountCents',
  'taxesAmountCents',
  'taxesRatePercent',
]) {
  @Of(() => FeeKind, 'Kind of the fee: for usage, a subscription, an add-on, credits, and so on.', {
    name: 'type',
  })
  feeType!: Fee['feeType'];
  @Text('Name printed on the invoice.', { name: 'name' }) invoiceDisplayName!: string;
  @Text.orNull('Name of the part of the usage that it bills, if it bills a part.', { name: 'filterName' })
  filterDisplayName!: string | null;
  @Currency() currency!: string;
}

@ObjectType('PortalTax', { description: 'A tax on an invoice.' })
@TypicalItems(2)
export class PortalTaxType extends pickType(InvoiceAppliedTaxType, ['id', 'amountCents']) {
  @Text('Name of the tax.', { name: 'name' }) taxName!: string;
  @Of(() => Float, 'Percentage: 20 means 20 %.', { name: 'rate' })
  @DecimalInGraphql()
  taxRatePercent!: string;
  @Currency() currency!: string;
}

@ObjectType('PortalInvoiceCredit', { description: 'A credit that an invoice uses.' })
@TypicalItems(2)
export class PortalInvoiceCreditType extends pickType(InvoiceCreditType, ['id', 'amountCents']) {
  @Of(() => CreditItemKind, 'Kind of the record that the credit comes from.', { name: 'type' })
  itemType!: InvoiceCredit['itemType'];
  @Text(
    'Name of the coupon, or number of the invoice that the credit note was issued for, or of the progressive invoice.',
    { name: 'name' },
  )
  itemName!: string;
  @Currency() currency!: string;
}

@ObjectType('PortalCreditNote', {
  description: 'A finalized credit note of the customer. Amounts are in minor units of its currency.',
})
export class PortalCreditNoteType extends pickType(CreditNoteType, [
  'id',
  'issuingDate',
  'reason',
  'creditStatus',
  'refundStatus',
  'currency',
  'creditAmountCents',
  'refundAmountCents',
  'offsetAmountCents',
  'totalAmountCents',
  'taxesAmountCents',
  'balanceAmountCents',
]) {
  @Id('Id of the credited invoice.') invoiceId!: string;
  @Text('Number of the credit note.') number!: string;
}

@ObjectType('PortalInvoiceCollection', {
  description: 'Finalized invoices of a month and a payment status. A partly paid one counts as a whole.',
})
@TypicalItems(36)
export class PortalInvoiceCollectionType extends pickType(InvoiceCollectionType, [
  'month',
  'currency',
  'paymentStatus',
  'invoicesCount',
  'amountCents',
]) {}

@ObjectType('PortalOverdueBalance', {
  description: 'Amount due on overdue invoices whose due dates lie in one month.',
})
@TypicalItems(12)
export class PortalOverdueBalanceType extends pickType(OverdueBalanceType, [
  'month',
  'currency',
  'amountCents',
  'invoiceIds',
]) {}

export const PortalInvoiceConnection = connectionOf(PortalInvoiceType, 'PortalInvoice');
export const PortalCreditNoteConnection = connectionOf(PortalCreditNoteType, 'PortalCreditNote');

@ArgsType()
export class PortalInvoicePageArgs extends PageArgs {
  @Text.orNull('Matches the id, or part of the number.') search?: string | null;
  @ListOf.orNull(() => InvoicePaymentStatus, 'Only invoices with one of these payment statuses.')
  status?: Invoice['paymentStatus'][] | null;
}

export const PortalDownloadInvoiceInput = idInput('PortalDownloadInvoiceInput', {
  description: 'An invoice whose file is requested.',
});
export const PortalDownloadCreditNoteInput = idInput('PortalDownloadCreditNoteInput', {
  description: 'A credit note whose file is requested.',
});
export const PortalInvoicePayload = payloadOf('PortalInvoicePayload', 'invoice', () => PortalInvoiceType);
export const PortalCreditNotePayload = payloadOf(
  'PortalCreditNotePayload',
  'creditNote',
  () => PortalCreditNoteType,
);
