import { ArgsType, Field, Float, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { PageArgs } from '../../platform/api/page-args.js';
import { pickType } from '../../platform/api/pick-type.js';
import { SafeInt } from '../../platform/api/scalars.js';
import { DecimalInGraphql } from '../../platform/api/surfaces.js';
import { InvoiceCollectionType, OverdueBalanceType } from '../analytics/analytics.schema.js';
import { CreditNoteType } from '../credit-notes/credit-note.schema.js';
import { InvoiceAppliedTaxType } from '../invoices/api/applied-tax.schema.js';
import { FeeKind, FeeType } from '../invoices/api/fee.schema.js';
import { CreditItemKind, InvoiceCreditType } from '../invoices/api/invoice-credit.schema.js';
import { InvoicePaymentStatus, InvoiceType } from '../invoices/api/invoice.schema.js';
import type { Fee } from '../invoices/records/fee.table.js';
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
  @Field(() => String, { description: 'Number of the invoice.' })
  number!: string;

  @Field(() => Boolean, { description: 'Whether the invoice was not paid in time.' })
  paymentOverdue!: boolean;

  @Field(() => SafeInt, {
    description: 'Sum of the lines before coupons and taxes, in minor units of the currency.',
  })
  feesAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Lines minus progressive billing credits and coupons.' })
  subTotalExcludingTaxesAmountCents!: bigint;

  @Field(() => SafeInt, {
    description:
      'Lines after coupons and with taxes, before credit notes and prepaid credits, in minor units.',
  })
  subTotalIncludingTaxesAmountCents!: bigint;
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
  @Field(() => FeeKind, { name: 'type', description: 'What kind of fee it is.' })
  feeType!: Fee['feeType'];

  @Field(() => String, { name: 'name', description: 'Name printed on the invoice.' })
  invoiceDisplayName!: string;

  @Field(() => String, {
    nullable: true,
    name: 'filterName',
    description: 'Name of the part of the usage that it bills, if it bills a part.',
  })
  filterDisplayName!: string | null;

  @Field(() => CurrencyCode)
  currency!: string;
}

@ObjectType('PortalTax', { description: 'A tax on an invoice.' })
@TypicalItems(2)
export class PortalTaxType extends pickType(InvoiceAppliedTaxType, ['id', 'amountCents']) {
  @Field(() => String, { name: 'name', description: 'Name of the tax.' })
  taxName!: string;

  @Field(() => Float, { name: 'rate', description: 'Percentage: 20 means 20 %.' })
  @DecimalInGraphql()
  taxRatePercent!: string;

  @Field(() => CurrencyCode)
  currency!: string;
}

@ObjectType('PortalInvoiceCredit', { description: 'A credit that an invoice uses.' })
@TypicalItems(2)
export class PortalInvoiceCreditType extends pickType(InvoiceCreditType, ['id', 'amountCents']) {
  @Field(() => CreditItemKind, { name: 'type', description: 'Where the credit comes from.' })
  itemType!: InvoiceCredit['itemType'];

  @Field(() => String, {
    name: 'name',
    description:
      'Name of the coupon, or number of the invoice that the credit note was issued for, or of the progressive invoice.',
  })
  itemName!: string;

  @Field(() => CurrencyCode)
  currency!: string;
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
  @Field(() => ID, { description: 'Id of the credited invoice.' })
  invoiceId!: string;

  @Field(() => String, { description: 'Number of the credit note.' })
  number!: string;
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
  @Field(() => String, { nullable: true, description: 'Matches the id, or part of the number.' })
  search?: string | null;

  @Field(() => [InvoicePaymentStatus], {
    nullable: true,
    description: 'Only invoices with one of these payment statuses.',
  })
  status?: Invoice['paymentStatus'][] | null;
}

@InputType({ description: 'An invoice whose file is requested.' })
export class PortalDownloadInvoiceInput {
  @Field(() => ID)
  id!: string;
}

@InputType({ description: 'A credit note whose file is requested.' })
export class PortalDownloadCreditNoteInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class PortalInvoicePayload {
  @Field(() => PortalInvoiceType)
  invoice!: PortalInvoiceType;
}

@ObjectType()
export class PortalCreditNotePayload {
  @Field(() => PortalCreditNoteType)
  creditNote!: PortalCreditNoteType;
}
