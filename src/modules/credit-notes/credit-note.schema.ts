import { DecimalInGraphql } from '../../platform/api/surfaces.js';
import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { CalendarDate, DateTime, Decimal, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import type { MetadataMap } from '../../platform/metadata-map.js';
import { AppliedTaxSnapshot } from '../invoices/api/applied-tax.schema.js';
import { DocumentFilterInput } from '../invoices/api/document-filter.schema.js';
import {
  type CreditNote,
  CREDIT_NOTE_REASONS,
  CREDIT_STATUSES,
  REFUND_STATUSES,
} from './credit-note.table.js';
import { CREDIT_NOTE_PARTS, type CreditNoteFilter } from './credit-note-filter.input.js';
import { creditNoteOrders } from './credit-note.list.js';

export const CreditNoteReason = enumOf(CREDIT_NOTE_REASONS);
registerEnumType(CreditNoteReason, {
  name: 'CreditNoteReason',
  description: 'Why an invoice is credited.',
  valuesConfig: {
    duplicated_charge: { description: 'Something was charged twice.' },
    fraudulent_charge: { description: 'The charge was fraudulent.' },
    order_cancellation: { description: 'The order was canceled.' },
    order_change: { description: 'The order was changed, such as by a change of plan.' },
    other: { description: 'Another reason.' },
    product_unsatisfactory: { description: 'The product did not satisfy the customer.' },
  },
});

export const CreditStatus = enumOf(CREDIT_STATUSES);
registerEnumType(CreditStatus, {
  name: 'CreditStatus',
  description: 'Status of the credit: available, consumed or voided.',
  valuesConfig: {
    available: { description: 'Part of the credit remains for later invoices.' },
    consumed: { description: 'All of it was credited to later invoices.' },
    voided: { description: 'The remaining credit was voided.' },
  },
});

export const RefundStatus = enumOf(REFUND_STATUSES);
registerEnumType(RefundStatus, {
  name: 'RefundStatus',
  description: 'Status of the refund.',
  valuesConfig: {
    failed: { description: 'The refund failed.' },
    pending: { description: 'Not paid back yet.' },
    succeeded: { description: 'Paid back.' },
  },
});

export const CreditNotePart = enumOf(CREDIT_NOTE_PARTS);
registerEnumType(CreditNotePart, {
  name: 'CreditNotePart',
  description: 'Credited to later invoices, refunded, or deducted from the amount due on the invoice itself.',
  valuesConfig: {
    credit: { description: 'Credited to later invoices.' },
    offset: { description: 'Deducted from the amount due on the invoice itself.' },
    refund: { description: 'Paid back.' },
  },
});

@ObjectType('CreditNoteItem', { description: 'The credited amount of a fee.' })
export class CreditNoteItemType {
  @Field(() => ID)
  id!: string;

  @Field(() => SafeInt, { description: 'Before coupons and taxes.' })
  amountCents!: bigint;

  @Field(() => Decimal, { description: 'The amount before rounding, in minor units.' })
  preciseAmountCents!: string;

  @Field(() => CurrencyCode, { name: 'amountCurrency' })
  currency!: string;
}

@ObjectType('CreditNoteAppliedTax', { description: 'A tax applied to a credit note.' })
@TypicalItems(2)
export class CreditNoteAppliedTaxType extends AppliedTaxSnapshot {
  @Field(() => ID)
  creditNoteId!: string;

  @Field(() => SafeInt, { description: 'Taxable amount.' })
  baseAmountCents!: bigint;
}

@ObjectType('CreditNote', {
  description: 'A credit note for an invoice. Amounts are in minor units of its currency.',
})
export class CreditNoteType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  invoiceId!: string;

  @Field(() => String, { description: 'The number of the invoice, followed by that of the credit note.' })
  number!: string;

  @Field(() => Int, { description: 'Position among the credit notes of the invoice, from 1.' })
  sequentialId!: number;

  @Field(() => CalendarDate)
  issuingDate!: string;

  @Field(() => CreditNoteReason)
  reason!: CreditNote['reason'];

  @Field(() => String, { nullable: true })
  description!: string | null;

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

  @Field(() => Decimal, { description: 'Total before rounding, in minor units.' })
  preciseTotalAmountCents!: string;

  @Field(() => SafeInt, { description: 'Remaining credit.' })
  balanceAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Total of the items minus coupons, excluding taxes.' })
  subTotalExcludingTaxesAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Coupon share of the credited items.' })
  couponsAdjustmentAmountCents!: bigint;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => Decimal, { description: 'The amount before rounding, in minor units.' })
  preciseTaxesAmountCents!: string;

  @Field(() => Float, { name: 'taxesRate', description: 'Average percentage over the items.' })
  @DecimalInGraphql()
  taxesRatePercent!: string;

  @Field(() => JsonObject, { nullable: true, description: 'Key-value pairs set by the caller.' })
  metadata!: MetadataMap | null;

  @Field(() => DateTime, { nullable: true })
  refundedAt!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the remaining credit was voided; null if it was not.',
  })
  voidedAt!: Date | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType('CreditNoteFilter', {
  description: 'Filters credit notes. All conditions must hold; ranges include both ends.',
})
export class CreditNoteFilterInput extends DocumentFilterInput implements CreditNoteFilter {
  @Field(() => CreditNoteReason, { nullable: true })
  reason?: CreditNote['reason'] | null;

  @Field(() => CreditStatus, { nullable: true })
  creditStatus?: CreditNote['creditStatus'] | null;

  @Field(() => RefundStatus, { nullable: true })
  refundStatus?: CreditNote['refundStatus'];

  @Field(() => [CreditNotePart], {
    nullable: true,
    description: 'Credit notes with any of these kinds of amounts.',
  })
  types?: (keyof typeof CreditNotePart)[] | null;

  @Field(() => String, { nullable: true })
  invoiceNumber?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'Of the invoice that the credit note belongs to.' })
  selfBilled?: boolean | null;

  @Field(() => String, { nullable: true, description: 'Of the invoice that the credit note belongs to.' })
  purchaseOrderNumber?: string | null;
}

export const CreditNoteConnection = connectionOf(CreditNoteType, 'CreditNote');

export const CreditNotePageArgs = pageArgsOf('CreditNote', creditNoteOrders, {
  filter: CreditNoteFilterInput,
  search: "Matches the id, or part of the number or of the customer's names, external id or e-mail.",
});
