import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { CalendarDate, DateTime, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import { DocumentFilterInput } from './document-filter.schema.js';
import {
  type BillingPeriod,
  type Invoice,
  INVOICE_TYPES,
  INVOICING_REASONS,
  PAYMENT_STATUSES,
  VISIBLE_INVOICE_STATUSES,
} from './invoice.table.js';
import {
  SETTLEMENT_KINDS,
  type InvoiceFilter,
  type SentInvoiceMetadata,
  type UpdateInvoice,
} from './invoice.input.js';

export const InvoiceKind = enumOf(INVOICE_TYPES);
registerEnumType(InvoiceKind, { name: 'InvoiceKind', description: 'What made the invoice.' });

export const InvoiceStatus = enumOf([...VISIBLE_INVOICE_STATUSES, 'open', 'deleted']);
registerEnumType(InvoiceStatus, {
  name: 'InvoiceStatus',
  description: 'Open: to be paid before it is issued, and listed nowhere. Deleted: given up before that.',
});

export const ListedInvoiceStatus = enumOf(VISIBLE_INVOICE_STATUSES);
registerEnumType(ListedInvoiceStatus, {
  name: 'ListedInvoiceStatus',
  description: 'The statuses of invoices that lists show.',
});

/** What a status is called outside. */
export type InvoiceStatusWord = keyof typeof InvoiceStatus;

export const InvoicePaymentStatus = enumOf(PAYMENT_STATUSES);
registerEnumType(InvoicePaymentStatus, { name: 'InvoicePaymentStatus' });

export const InvoicingReason = enumOf(INVOICING_REASONS);
registerEnumType(InvoicingReason, { name: 'InvoicingReason', description: 'Why a subscription was billed.' });

const SettlementKind = enumOf(SETTLEMENT_KINDS);
registerEnumType(SettlementKind, { name: 'SettlementKind', description: 'What pays an invoice.' });

@ObjectType('InvoiceBillingPeriod', {
  description: 'The windows an invoice covers of one subscription; ends are their last seconds.',
})
@TypicalItems(2)
export class BillingPeriodType {
  @Field(() => ID)
  subscriptionId!: string;

  @Field(() => String)
  externalSubscriptionId!: string;

  @Field(() => ID)
  planId!: string;

  @Field(() => InvoicingReason)
  invoicingReason!: BillingPeriod['invoicingReason'];

  @Field(() => DateTime)
  subscriptionFrom!: Date;

  @Field(() => DateTime, { nullable: true, description: 'Null: no fixed charges were billed.' })
  fixedChargesFrom!: Date | null;
}

@ObjectType('Invoice', { description: 'What a customer owes; amounts are minor units of its currency.' })
export class InvoiceType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'Gapless per customer or per billing entity.' })
  number!: string;

  @Field(() => Int, { nullable: true, description: "Counts the customer's invoices of the billing entity." })
  sequentialId!: number | null;

  @Field(() => InvoiceKind)
  invoiceType!: Invoice['invoiceType'];

  @Field(() => InvoicePaymentStatus)
  paymentStatus!: Invoice['paymentStatus'];

  @Field(() => Boolean)
  paymentOverdue!: boolean;

  @Field(() => Boolean, { description: 'Issued in the name of a partner.' })
  selfBilled!: boolean;

  @Field(() => String, { nullable: true })
  purchaseOrderNumber!: string | null;

  @Field(() => CalendarDate)
  issuingDate!: string;

  @Field(() => CalendarDate)
  expectedFinalizationDate!: string;

  @Field(() => CalendarDate)
  paymentDueDate!: string;

  @Field(() => Int, { name: 'netPaymentTerm', description: 'Days from issuing to due date.' })
  netPaymentTermDays!: number;

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt)
  feesAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Billed already by progressive invoices.' })
  progressiveBillingCreditAmountCents!: bigint;

  @Field(() => SafeInt)
  couponsAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Fees less progressive billing credits and coupons.' })
  subTotalExcludingTaxesAmountCents!: bigint;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => Float, { name: 'taxesRate', description: 'Percent: the mean over the fees.' })
  taxesRatePercent!: string;

  @Field(() => SafeInt)
  subTotalIncludingTaxesAmountCents!: bigint;

  @Field(() => SafeInt)
  creditNotesAmountCents!: bigint;

  @Field(() => SafeInt)
  prepaidCreditAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'What is to be paid: taxes included, credits taken off.' })
  totalAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'The sum of the payments that succeeded.' })
  totalPaidAmountCents!: bigint;

  @Field(() => SafeInt, {
    name: 'totalOffsettedCreditNoteAmountCents',
    description: 'What credit notes took off what was due.',
  })
  totalOffsetAmountCents!: bigint;

  @Field(() => SafeInt, { nullable: true, description: 'Null: there are no wallets yet.' })
  prepaidGrantedCreditAmountCents?: null;

  @Field(() => SafeInt, { nullable: true, description: 'Null: there are no wallets yet.' })
  prepaidPurchasedCreditAmountCents?: null;

  @Field(() => String, { nullable: true, description: 'Null: no document is made yet.' })
  fileUrl?: null;

  @Field(() => String, { nullable: true, description: 'Null: no document is made yet.' })
  xmlUrl?: null;

  @Field(() => String, { nullable: true, description: 'Null: there is no page of an invoice yet.' })
  webUrl?: null;

  @Field(() => DateTime, { nullable: true })
  finalizedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Null: invoices cannot be voided yet.' })
  voidedAt?: null;

  @Field(() => DateTime, { nullable: true, description: 'Null: no dispute is kept yet.' })
  paymentDisputeLostAt?: null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType('InvoiceFilter', {
  description: 'Which invoices to list; conditions are and-ed, both ends of a span are in it.',
})
export class InvoiceFilterInput extends DocumentFilterInput implements InvoiceFilter {
  @Field(() => [ListedInvoiceStatus], { nullable: true })
  statuses?: (keyof typeof ListedInvoiceStatus)[] | null;

  @Field(() => [ListedInvoiceStatus], { nullable: true, description: 'The same as `statuses`.' })
  status?: (keyof typeof ListedInvoiceStatus)[] | null;

  @Field(() => [InvoicePaymentStatus], { nullable: true })
  paymentStatuses?: Invoice['paymentStatus'][] | null;

  @Field(() => [InvoicePaymentStatus], { nullable: true, description: 'The same as `paymentStatuses`.' })
  paymentStatus?: Invoice['paymentStatus'][] | null;

  @Field(() => Boolean, { nullable: true })
  paymentOverdue?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'No dispute is kept yet.' })
  paymentDisputeLost?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether some of it is paid, but not all.' })
  partiallyPaid?: boolean | null;

  @Field(() => [SettlementKind], { nullable: true, description: 'Settled by any of them, in part at least.' })
  settlements?: (keyof typeof SettlementKind)[] | null;

  @Field(() => InvoiceKind, { nullable: true })
  invoiceType?: Invoice['invoiceType'] | null;

  @Field(() => Boolean, { nullable: true })
  selfBilled?: boolean | null;

  @Field(() => String, { nullable: true })
  purchaseOrderNumber?: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Value by key; an empty value: the key is absent. No invoice has metadata yet.',
  })
  metadata?: Record<string, unknown> | null;
}

@InputType({ description: 'An entry of the metadata of an invoice. Not built yet: refused.' })
export class InvoiceMetadataInput implements SentInvoiceMetadata {
  @Field(() => ID, { nullable: true })
  id?: string | null;

  @Field(() => String, { nullable: true })
  key?: string | null;

  @Field(() => String, { nullable: true })
  value?: string | null;
}

@InputType({ description: 'Changes of an invoice; what is left out stays as it is.' })
export class UpdateInvoiceInput implements UpdateInvoice {
  @Field(() => ID)
  id!: string;

  @Field(() => InvoicePaymentStatus, {
    nullable: true,
    description: 'Its fees follow. What is paid of it stays as it is: payments say that.',
  })
  paymentStatus?: Invoice['paymentStatus'] | null;

  @Field(() => [InvoiceMetadataInput], { nullable: true, description: 'Not built yet: refused.' })
  metadata?: InvoiceMetadataInput[] | null;
}

@InputType()
export class DraftInvoiceInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class DeleteInvoicePayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => InvoiceType, { description: 'As it was, but for its fees, which are gone.' })
  invoice!: InvoiceType;
}

@ObjectType()
export class InvoicePayload {
  @Field(() => InvoiceType)
  invoice!: InvoiceType;
}

export const InvoiceConnection = connectionOf(InvoiceType, 'Invoice');
