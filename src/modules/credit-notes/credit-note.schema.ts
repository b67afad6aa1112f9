import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { CalendarDate, DateTime, Decimal, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import type { MetadataMap } from '../../platform/metadata-map.js';
import { AppliedTaxSnapshot } from '../invoices/applied-tax.schema.js';
import { DocumentFilterInput } from '../invoices/document-filter.schema.js';
import {
  type CreditNote,
  CREDIT_NOTE_REASONS,
  CREDIT_STATUSES,
  REFUND_STATUSES,
} from './credit-note.table.js';
import { CREDIT_NOTE_PARTS, type CreditNoteFilter } from './credit-note-filter.input.js';

export const CreditNoteReason = enumOf(CREDIT_NOTE_REASONS);
registerEnumType(CreditNoteReason, { name: 'CreditNoteReason' });

export const CreditStatus = enumOf(CREDIT_STATUSES);
registerEnumType(CreditStatus, {
  name: 'CreditStatus',
  description: 'What became of the credit part: it can be used, was used up, or was voided.',
});

export const RefundStatus = enumOf(REFUND_STATUSES);
registerEnumType(RefundStatus, { name: 'RefundStatus', description: 'What became of the refund part.' });

export const CreditNotePart = enumOf(CREDIT_NOTE_PARTS);
registerEnumType(CreditNotePart, {
  name: 'CreditNotePart',
  description:
    'Kept for later invoices, given back in money, or taken off what is due on the invoice itself.',
});

@ObjectType('CreditNoteItem', { description: 'What a credit note gives back of a fee.' })
export class CreditNoteItemType {
  @Field(() => ID)
  id!: string;

  @Field(() => SafeInt, { description: 'Before coupons and taxes.' })
  amountCents!: bigint;

  @Field(() => Decimal, { description: 'The same before rounding, minor units.' })
  preciseAmountCents!: string;

  @Field(() => CurrencyCode, { name: 'amountCurrency' })
  currency!: string;
}

@ObjectType('CreditNoteAppliedTax', { description: 'What one tax adds to a credit note.' })
@TypicalItems(2)
export class CreditNoteAppliedTaxType extends AppliedTaxSnapshot {
  @Field(() => ID)
  creditNoteId!: string;

  @Field(() => SafeInt, { description: 'What the tax is taken from.' })
  baseAmountCents!: bigint;
}

@ObjectType('CreditNote', {
  description: 'What is given back of an invoice; amounts are minor units of its currency.',
})
export class CreditNoteType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  invoiceId!: string;

  @Field(() => String, { description: "The invoice's number, then its own." })
  number!: string;

  @Field(() => Int, { description: 'Counts the credit notes of the invoice.' })
  sequentialId!: number;

  @Field(() => CalendarDate)
  issuingDate!: string;

  @Field(() => CreditNoteReason)
  reason!: CreditNote['reason'];

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => CreditStatus, { description: '`available` also when there is nothing to use.' })
  creditStatus!: CreditNote['creditStatus'];

  @Field(() => RefundStatus, { nullable: true, description: 'Null: nothing is refunded.' })
  refundStatus!: CreditNote['refundStatus'];

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt, { description: 'Kept for later invoices.' })
  creditAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Given back in money.' })
  refundAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Taken off what was due on the invoice.' })
  offsetAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'The three parts together, taxes included.' })
  totalAmountCents!: bigint;

  @Field(() => Decimal, { description: 'What the items are worth before rounding, minor units.' })
  preciseTotalAmountCents!: string;

  @Field(() => SafeInt, { description: 'What is left of the credit part.' })
  balanceAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Items less coupons.' })
  subTotalExcludingTaxesAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'The share of coupons of what is given back.' })
  couponsAdjustmentAmountCents!: bigint;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => Decimal, { description: 'The same before rounding, minor units.' })
  preciseTaxesAmountCents!: string;

  @Field(() => Float, { name: 'taxesRate', description: 'Percent: the mean over the items.' })
  taxesRatePercent!: string;

  @Field(() => JsonObject, { nullable: true, description: "Texts by keys of the caller's own choosing." })
  metadata!: MetadataMap | null;

  @Field(() => String, { nullable: true, description: 'Null: no document is made yet.' })
  fileUrl?: null;

  @Field(() => String, { nullable: true, description: 'Null: no document is made yet.' })
  xmlUrl?: null;

  @Field(() => DateTime, { nullable: true })
  refundedAt!: Date | null;

  @Field(() => DateTime, { nullable: true })
  voidedAt!: Date | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType('CreditNoteFilter', {
  description: 'Which credit notes to list; conditions are and-ed, both ends of a span are in it.',
})
export class CreditNoteFilterInput extends DocumentFilterInput implements CreditNoteFilter {
  @Field(() => CreditNoteReason, { nullable: true })
  reason?: CreditNote['reason'] | null;

  @Field(() => CreditStatus, { nullable: true })
  creditStatus?: CreditNote['creditStatus'] | null;

  @Field(() => RefundStatus, { nullable: true })
  refundStatus?: CreditNote['refundStatus'];

  @Field(() => [CreditNotePart], { nullable: true, description: 'Those that have any of these parts.' })
  types?: (keyof typeof CreditNotePart)[] | null;

  @Field(() => String, { nullable: true })
  invoiceNumber?: string | null;

  @Field(() => Boolean, { nullable: true, description: "The invoice's." })
  selfBilled?: boolean | null;

  @Field(() => String, { nullable: true, description: "The invoice's." })
  purchaseOrderNumber?: string | null;
}

export const CreditNoteConnection = connectionOf(CreditNoteType, 'CreditNote');
