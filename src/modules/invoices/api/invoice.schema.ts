import {
  DecimalInGraphql,
  DeprecatedInGraphql,
  RestOnly,
  secondSpelling,
} from '../../../platform/api/members/surfaces.js';
import { Extensions, Float, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import {
  Cents,
  Currency,
  Day,
  DecimalText,
  Flag,
  Id,
  Instant,
  JsonMap,
  ListOf,
  Of,
  Text,
  Texts,
  Whole,
} from '../../../platform/api/members/fields.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import { SectionChoiceInput } from '../../invoice-custom-sections/invoice-custom-section.schema.js';
import { PaymentMethodReferenceInput } from '../../subscriptions/api/subscription.schema.js';
import type { CreateOneOffInvoice, SentOneOffFee } from '../issuing/one-off.input.js';
import type { SentMetadataEntry } from '../../../platform/metadata/metadata-entries.js';
import { DocumentFilterInput } from './document-filter.schema.js';
import {
  type BillingPeriod,
  type Invoice,
  INVOICE_TYPES,
  INVOICING_REASONS,
  PAYMENT_STATUSES,
  TAX_STATUSES,
  VISIBLE_INVOICE_STATUSES,
} from '../records/invoice.table.js';
import { SETTLEMENT_KINDS, type InvoiceFilter, type UpdateInvoice } from '../records/invoice.input.js';
import { invoiceOrders } from '../records/invoice.list.js';

export const InvoiceKind = enumOf(INVOICE_TYPES, 'InvoiceKind', 'Kind of invoice.', {
  add_on: 'A single add-on; kept for old invoices.',
  advance_charges: 'Paid fees of charges billed in advance.',
  credit: 'Prepaid credits of a wallet.',
  one_off: 'Add-ons outside of subscriptions.',
  progressive_billing: 'Usage that reached a threshold before the end of the period.',
  subscription: 'Subscriptions: their base amounts, usage and fixed charges.',
});

export const InvoiceStatus = enumOf(
  [...VISIBLE_INVOICE_STATUSES, 'open', 'deleted'],
  'InvoiceStatus',
  'Open invoices await payment before they are issued and are not listed. Deleted ones were abandoned ' +
    'before that.',
  {
    deleted: 'Abandoned before it was issued.',
    draft: 'The invoice is in its grace period: it still changes.',
    failed: 'The taxes could not be computed.',
    finalized: 'Issued: it has a number and no longer changes.',
    open: 'Awaits payment before it is issued.',
    pending: 'Awaits its taxes.',
    voided: 'Issued, and declared void.',
  },
);

export const ListedInvoiceStatus = enumOf(
  VISIBLE_INVOICE_STATUSES,
  'ListedInvoiceStatus',
  'Statuses of invoices that appear in lists.',
  {
    draft: 'The invoice is in its grace period: it still changes.',
    failed: 'The taxes could not be computed.',
    finalized: 'Issued: it has a number and no longer changes.',
    pending: 'Awaits its taxes.',
    voided: 'Issued, and declared void.',
  },
);

/** The API's name of a status. */
export type InvoiceStatusWord = keyof typeof InvoiceStatus;

export const InvoicePaymentStatus = enumOf(
  PAYMENT_STATUSES,
  'InvoicePaymentStatus',
  'Whether an invoice is paid.',
  {
    failed: 'The last payment failed.',
    pending: 'The invoice is not, or not fully, paid yet.',
    succeeded: 'Fully paid, or nothing was due.',
  },
);

const InvoiceTaxStatus = enumOf(TAX_STATUSES, 'InvoiceTaxStatus', 'Whether an invoice has its taxes.', {
  failed: 'The taxes could not be computed.',
  pending: 'Awaits a check of the VAT number of its customer.',
  succeeded: 'The taxes have been computed.',
});

export const InvoicingReason = enumOf(
  INVOICING_REASONS,
  'InvoicingReason',
  'Reason for billing a subscription.',
  {
    in_advance_charge: 'An event of a charge paid in advance.',
    in_advance_charge_periodic: 'The end of a period, for paid fees of events.',
    progressive_billing: 'Usage that reached a threshold.',
    subscription_periodic: 'The end of a billing period.',
    subscription_starting: 'The start of a subscription.',
    subscription_terminating: 'The end of a subscription.',
  },
);

const SettlementKind = enumOf(SETTLEMENT_KINDS, 'SettlementKind', 'How an invoice is settled.', {
  credit_note: 'A credit note settled the amount.',
  payment: 'A payment settled the amount.',
});

@ObjectType('InvoiceBillingPeriod', {
  description:
    'The periods of one subscription that an invoice covers. Each end is the last second of the period.',
})
@TypicalItems(2)
export class BillingPeriodType {
  @Id() subscriptionId!: string;
  @Text() externalSubscriptionId!: string;
  @Id() planId!: string;
  @Of(() => InvoicingReason, 'Why the period was billed.') invoicingReason!: BillingPeriod['invoicingReason'];
  @Instant('Start of the period that the subscription fee pays for.') subscriptionFrom!: Date;
  @Instant.orNull('Start of the period whose fixed charges were billed; null if none were.')
  fixedChargesFrom!: Date | null;
}

@ObjectType('InvoiceTaxError', { description: 'Why the taxes of an invoice could not be computed.' })
export class TaxErrorType {
  @Text('Why the taxes could not be computed, as a code of Tollgate.') code!: string;
  @Text('A sentence for people.') message!: string;
}

@ObjectType('Invoice', { description: 'An invoice. Amounts are in minor units of its currency.' })
export class InvoiceType {
  @Id() id!: string;
  @Text('Number of the invoice, as customers see it: without gaps per customer or per billing entity.')
  number!: string;
  @Whole.orNull("Sequence number among the customer's invoices from the billing entity.")
  sequentialId!: number | null;
  @Of(() => InvoiceKind, 'Kind of the invoice: for subscriptions, add-ons, credits, and so on.')
  invoiceType!: Invoice['invoiceType'];
  @Of(() => InvoicePaymentStatus, 'Whether the invoice is paid.') paymentStatus!: Invoice['paymentStatus'];
  @Of.orNull(
    () => InvoiceTaxStatus,
    'Whether the invoice has its taxes. Null if it never had to wait for them.',
  )
  taxStatus!: Invoice['taxStatus'];
  @Flag('Whether the invoice is final and was not paid in time.') paymentOverdue!: boolean;
  @Flag('Whether the invoice is issued on behalf of a partner.') selfBilled!: boolean;
  @Text.orNull() purchaseOrderNumber!: string | null;
  @Day() issuingDate!: string;
  @Day('The day on which a draft becomes final; for other invoices the issuing date.')
  expectedFinalizationDate!: string;
  @Day('The last day to pay without being overdue, in the time zone of the customer.')
  paymentDueDate!: string;
  @Whole('Number of days from the issuing date to the due date.', { name: 'netPaymentTerm' })
  netPaymentTermDays!: number;
  @Currency() currency!: string;
  @Cents('Sum of the fees before coupons and taxes, in minor units of the currency.')
  feesAmountCents!: bigint;
  @Cents('Amount already billed by progressive billing invoices.')
  progressiveBillingCreditAmountCents!: bigint;
  @Cents('Amount that coupons take off, in minor units of the currency.') couponsAmountCents!: bigint;
  @Cents('Sum of the fees minus progressive billing credits and coupons, in minor units.')
  subTotalExcludingTaxesAmountCents!: bigint;
  @Cents() taxesAmountCents!: bigint;
  @Of(() => Float, 'Average tax rate of the fees, weighted by amount, in percent.', { name: 'taxesRate' })
  @DecimalInGraphql()
  taxesRatePercent!: string;
  @Cents('Fees after coupons and with taxes, before credit notes and prepaid credits, in minor units.')
  subTotalIncludingTaxesAmountCents!: bigint;
  @Cents('Amount that earlier credit notes pay, in minor units of the currency.')
  creditNotesAmountCents!: bigint;
  @Cents('Amount that wallets of the customer pay, in minor units of the currency.')
  prepaidCreditAmountCents!: bigint;
  @Cents('Amount to pay: including taxes, after credits.') totalAmountCents!: bigint;
  @Cents('Sum of the succeeded payments, in minor units of the currency.') totalPaidAmountCents!: bigint;
  @Cents('Amount by which credit notes reduced the amount due.', {
    name: 'totalOffsettedCreditNoteAmountCents',
  })
  totalOffsetAmountCents!: bigint;
  @Cents.orNull('The part of `prepaidCreditAmountCents` from granted credits; null instead of 0.')
  prepaidGrantedCreditAmountCents!: bigint | null;
  @Cents.orNull('The part of `prepaidCreditAmountCents` from bought credits; null instead of 0.')
  prepaidPurchasedCreditAmountCents!: bigint | null;
  @Text.orNull('Always null: there is no hosted invoice page yet.') @RestOnly() webUrl?: null;
  @Instant.orNull('When the invoice became final; null before.') finalizedAt!: Date | null;
  @Instant.orNull('When the invoice was voided; null if it was not.') voidedAt!: Date | null;
  @Instant.orNull('When a dispute about its payment was lost; null if none was.')
  paymentDisputeLostAt!: Date | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType('InvoiceFilter', {
  description: 'Filters invoices. All conditions must hold; ranges include both ends.',
})
export class InvoiceFilterInput extends DocumentFilterInput implements InvoiceFilter {
  @ListOf.orNull(() => ListedInvoiceStatus, 'Only invoices with one of these statuses.')
  statuses?: (keyof typeof ListedInvoiceStatus)[] | null;
  @ListOf.orNull(() => ListedInvoiceStatus, 'Alias of `statuses`.')
  @DeprecatedInGraphql(secondSpelling('statuses'))
  status?: (keyof typeof ListedInvoiceStatus)[] | null;
  @ListOf.orNull(() => InvoicePaymentStatus, 'Only invoices with one of these payment statuses.')
  paymentStatuses?: Invoice['paymentStatus'][] | null;
  @ListOf.orNull(() => InvoicePaymentStatus, 'Alias of `paymentStatuses`.')
  @DeprecatedInGraphql(secondSpelling('paymentStatuses'))
  paymentStatus?: Invoice['paymentStatus'][] | null;
  @Flag.orNull('Only invoices that were not paid in time, or only the others.')
  paymentOverdue?: boolean | null;
  @Flag.orNull('Only invoices with a lost dispute, or only the others.') paymentDisputeLost?: boolean | null;
  @Flag.orNull('Whether the invoice is partially paid.') partiallyPaid?: boolean | null;
  @ListOf.orNull(() => SettlementKind, 'Invoices settled, at least in part, by any of these.')
  settlements?: (keyof typeof SettlementKind)[] | null;
  @Of.orNull(() => InvoiceKind, 'Only invoices of this type.') invoiceType?: Invoice['invoiceType'] | null;
  @Flag.orNull() selfBilled?: boolean | null;
  @Text.orNull() purchaseOrderNumber?: string | null;
  @JsonMap.orNull('Metadata values by key. An empty value matches invoices without the key.')
  metadata?: Record<string, unknown> | null;
}

@ObjectType('InvoiceMetadata', { description: 'A key-value pair of an invoice, set by the caller.' })
@TypicalItems(5)
export class InvoiceMetadataType {
  @Id() id!: string;
  @Text('The key; unique for the invoice.') key!: string;
  @Text('Value of the entry, chosen by the organization.') value!: string;
  @Instant() createdAt!: Date;
}

@InputType({ description: 'A key-value pair of an invoice.' })
export class InvoiceMetadataInput implements SentMetadataEntry {
  @Id.orNull('Id of the entry to change. If omitted, the entry with the same key is changed.')
  id?: string | null;
  @Text('Name of the entry: 1 to 20 characters; unique within the list.') key!: string;
  @Text('Value of the entry: 1 to 140 characters.') value!: string;
}

@InputType({ description: 'An add-on on a one-off invoice. Omitted values are those of the add-on.' })
export class OneOffFeeInput implements SentOneOffFee {
  @Text('Code of the add-on. The same add-on may be billed several times.') addOnCode!: string;
  @DecimalText.orNull('Price of a unit in minor units of the currency, with decimals: "12.5". Not below 0.')
  @Extensions({ reportedAt: 'unitAmountCents' })
  unitAmountCents?: string | null;
  @DecimalText.orNull('Number of units, with decimals. Not below 0. Default 1.')
  @Extensions({ reportedAt: 'units' })
  units?: string | null;
  @Text.orNull() invoiceDisplayName?: string | null;
  @Text.orNull() description?: string | null;
  @Texts.orNull('Codes of taxes, in place of those of the add-on and the customer. Unknown ones are ignored.')
  taxCodes?: string[] | null;
  @Instant.orNull('Start of the period that the fee shows; only with `to`. Default now.')
  @Extensions({ restName: 'from_datetime', invalidCode: 'values_are_invalid', reportedAt: 'boundaries' })
  from?: Date | null;
  @Instant.orNull('End of the period that the fee shows, not before its start. Default now.')
  @Extensions({ restName: 'to_datetime', invalidCode: 'values_are_invalid', reportedAt: 'boundaries' })
  to?: Date | null;
  @Flag.orNull('Has no effect on a fee.') @RestOnly() skipPsp?: boolean | null;
}

@InputType({ description: 'A one-off invoice: add-ons, outside of any subscription.' })
export class CreateOneOffInvoiceInput implements CreateOneOffInvoice {
  @Text() externalCustomerId!: string;
  @Currency.orNull(
    "Currency of the invoice. Default: the customer's currency, else that of the billing entity. A customer without currency gets it as its own.",
  )
  currency?: string | null;
  // Nullable, so that an unknown customer is reported before missing fees (invoices.md §9).
  @ListOf.orNull(() => OneOffFeeInput, 'The fees to bill; at least one.') fees?: OneOffFeeInput[] | null;
  @Text.orNull("Code of the billing entity that issues the invoice. Default: the customer's.")
  billingEntityCode?: string | null;
  @Of.orNull(() => PaymentMethodReferenceInput, 'How the invoice is paid.')
  paymentMethod?: PaymentMethodReferenceInput | null;
  @Flag.orNull('Whether no payment provider is asked for a payment of the invoice when it is issued.')
  skipPsp?: boolean | null;
  @Of.orNull(() => SectionChoiceInput, 'The custom sections that the invoice shows.')
  invoiceCustomSection?: SectionChoiceInput | null;
  @Text.orNull("The customer's reference; up to 255 characters.") purchaseOrderNumber?: string | null;
}

@ObjectType('InvoiceSection', { description: 'A copy of a custom section on an invoice.' })
@TypicalItems(2)
export class InvoiceSectionType {
  @Id() id!: string;
  @Id() @RestOnly() invoiceId!: string;
  @Text() code!: string;
  @Text() name!: string;
  @Text('The heading: the display name, or else the name.') displayName!: string;
  @Text('Text of the section; it may be empty.') details!: string;
  @Instant() createdAt!: Date;
}

@InputType({ description: 'Changes of an invoice. Omitted fields keep their value.' })
export class UpdateInvoiceInput implements UpdateInvoice {
  @Id() id!: string;
  @Of.orNull(
    () => InvoicePaymentStatus,
    'The new payment status of the invoice and of its fees. The paid amount does not change; record a payment for that.',
  )
  paymentStatus?: Invoice['paymentStatus'] | null;
  @ListOf.orNull(
    () => InvoiceMetadataInput,
    'Keys and values of the organization for the invoice: up to 5 entries, which replace all others. Refused for a draft.',
  )
  metadata?: InvoiceMetadataInput[] | null;
}

export const DraftInvoiceInput = idInput('DraftInvoiceInput');
export const LoseInvoiceDisputeInput = idInput('LoseInvoiceDisputeInput');
export const RetryInvoiceInput = idInput('RetryInvoiceInput');
export const DeleteInvoicePayload = deletedPayloadOf(
  'DeleteInvoicePayload',
  'invoice',
  () => InvoiceType,
  'The deleted draft invoice, without its fees.',
);
export const InvoicePayload = payloadOf('InvoicePayload', 'invoice', () => InvoiceType);

export const InvoiceConnection = connectionOf(InvoiceType, 'Invoice');

export const InvoicePageArgs = pageArgsOf('Invoice', invoiceOrders, {
  filter: InvoiceFilterInput,
  search: "Matches the id, or part of the number or of the customer's names, external id or e-mail.",
});
