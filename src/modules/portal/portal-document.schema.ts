import { ArgsType, Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { Large, TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { PageArgs } from '../../platform/api/page-args.js';
import { CalendarDate, DateTimeMillis, Decimal, SafeInt } from '../../platform/api/scalars.js';
import { DecimalInGraphql } from '../../platform/api/surfaces.js';
import { CreditNoteReason, CreditStatus, RefundStatus } from '../credit-notes/credit-note.schema.js';
import type { CreditNote } from '../credit-notes/credit-note.table.js';
import { FeeKind } from '../invoices/api/fee.schema.js';
import { CreditItemKind } from '../invoices/api/invoice-credit.schema.js';
import { InvoiceKind, InvoicePaymentStatus } from '../invoices/api/invoice.schema.js';
import type { Fee } from '../invoices/records/fee.table.js';
import type { InvoiceCredit } from '../invoices/records/invoice-credit.table.js';
import type { Invoice } from '../invoices/records/invoice.table.js';

@ObjectType('PortalInvoice', {
  description: 'A finalized invoice of the customer. Amounts are in minor units of its currency.',
})
export class PortalInvoiceType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'Number of the invoice.' })
  number!: string;

  @Field(() => InvoiceKind, { description: 'What the invoice bills.' })
  invoiceType!: Invoice['invoiceType'];

  @Field(() => InvoicePaymentStatus, { description: 'Whether the invoice is paid.' })
  paymentStatus!: Invoice['paymentStatus'];

  @Field(() => Boolean, { description: 'Whether it was not paid in time.' })
  paymentOverdue!: boolean;

  @Field(() => String, { nullable: true })
  purchaseOrderNumber!: string | null;

  @Field(() => CalendarDate)
  issuingDate!: string;

  @Field(() => CalendarDate, {
    description: 'The last day to pay without being overdue, in the time zone of the customer.',
  })
  paymentDueDate!: string;

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt, {
    description: 'Sum of the lines before coupons and taxes, in minor units of the currency.',
  })
  feesAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Amount already billed by progressive billing invoices.' })
  progressiveBillingCreditAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'What coupons take off, in minor units of the currency.' })
  couponsAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Lines minus progressive billing credits and coupons.' })
  subTotalExcludingTaxesAmountCents!: bigint;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => SafeInt, {
    description:
      'Lines after coupons and with taxes, before credit notes and prepaid credits, in minor units.',
  })
  subTotalIncludingTaxesAmountCents!: bigint;

  @Field(() => SafeInt, {
    description: 'What earlier credit notes take off, in minor units of the currency.',
  })
  creditNotesAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'What wallets of the customer pay, in minor units of the currency.' })
  prepaidCreditAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Amount to pay: including taxes, after credits.' })
  totalAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Sum of succeeded payments.' })
  totalPaidAmountCents!: bigint;
}

@ObjectType('PortalInvoiceLine', { description: 'A line of an invoice.' })
@TypicalItems(10)
export class PortalInvoiceLineType {
  @Field(() => ID)
  id!: string;

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

  @Field(() => Decimal)
  units!: string;

  @Field(() => Decimal, { description: 'Price of one unit, in currency units.' })
  preciseUnitAmount!: string;

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt, { description: 'Before taxes and coupons.' })
  amountCents!: bigint;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => Float, { name: 'taxesRate', description: 'Percentage.' })
  @DecimalInGraphql()
  taxesRatePercent!: string;
}

@ObjectType('PortalTax', { description: 'A tax on an invoice.' })
@TypicalItems(2)
export class PortalTaxType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { name: 'name', description: 'Name of the tax.' })
  taxName!: string;

  @Field(() => Float, { name: 'rate', description: 'Percentage: 20 means 20 %.' })
  @DecimalInGraphql()
  taxRatePercent!: string;

  @Field(() => SafeInt, {
    description: 'Rounded individually, so the amounts may not add up to the tax total.',
  })
  amountCents!: bigint;

  @Field(() => CurrencyCode)
  currency!: string;
}

@ObjectType('PortalInvoiceCredit', { description: 'A credit that an invoice uses.' })
@TypicalItems(2)
export class PortalInvoiceCreditType {
  @Field(() => ID)
  id!: string;

  @Field(() => CreditItemKind, { name: 'type', description: 'Where the credit comes from.' })
  itemType!: InvoiceCredit['itemType'];

  @Field(() => String, {
    name: 'name',
    description:
      'Name of the coupon, or number of the invoice that the credit note was issued for, or of the progressive invoice.',
  })
  itemName!: string;

  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => CurrencyCode)
  currency!: string;
}

@ObjectType('PortalCreditNote', {
  description: 'A finalized credit note of the customer. Amounts are in minor units of its currency.',
})
export class PortalCreditNoteType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID, { description: 'The invoice that it is for.' })
  invoiceId!: string;

  @Field(() => String, { description: 'Number of the credit note.' })
  number!: string;

  @Field(() => CalendarDate)
  issuingDate!: string;

  @Field(() => CreditNoteReason)
  reason!: CreditNote['reason'];

  @Field(() => CreditStatus, { description: '`available` even if the credit amount is 0.' })
  creditStatus!: CreditNote['creditStatus'];

  @Field(() => RefundStatus, { nullable: true, description: 'Null if nothing is refunded.' })
  refundStatus!: CreditNote['refundStatus'];

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt, { description: 'Amount credited to later invoices.' })
  creditAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Amount refunded.' })
  refundAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Amount deducted from the amount due on the invoice.' })
  offsetAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Credit, refund and offset amounts together, including taxes.' })
  totalAmountCents!: bigint;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Remaining credit.' })
  balanceAmountCents!: bigint;
}

@ObjectType()
abstract class PortalReportRow {
  @Field(() => DateTimeMillis, { description: 'Start of the month.' })
  month!: Date;

  @Field(() => CurrencyCode)
  currency!: string;
}

@ObjectType('PortalInvoiceCollection', {
  description: 'Finalized invoices of a month and a payment status. A partly paid one counts as a whole.',
})
@TypicalItems(36)
export class PortalInvoiceCollectionType extends PortalReportRow {
  @Field(() => InvoicePaymentStatus, { description: 'The current payment status of the invoices.' })
  paymentStatus!: Invoice['paymentStatus'];

  @Field(() => Int, { description: 'Number of invoices.' })
  invoicesCount!: number;

  @Field(() => SafeInt, { description: 'Sum of the totals.' })
  amountCents!: bigint;
}

@ObjectType('PortalOverdueBalance', {
  description: 'What is left to be paid of overdue invoices that were due in a month.',
})
@TypicalItems(12)
export class PortalOverdueBalanceType extends PortalReportRow {
  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => [ID], { description: 'The overdue invoices, the longest overdue first.' })
  @Large()
  invoiceIds!: string[];
}

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
