import { Extensions, Field, Float, ID, InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import {
  MergeMetadataInput,
  METADATA,
  MetadataPayload,
  SetMetadataInput,
} from '../../platform/api/metadata-inputs.js';
import { Decimal, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import { DecimalInGraphql } from '../../platform/api/surfaces.js';
import { CreditNoteReason, CreditNoteType, RefundStatus } from './credit-note.schema.js';
import type { CreditNote } from './credit-note.table.js';
import type {
  CreateCreditNote,
  DeleteCreditNoteMetadata,
  EstimateCreditNote,
  MergeCreditNoteMetadata,
  SentCreditNoteItem,
  SetCreditNoteMetadata,
  UpdateCreditNote,
} from './credit-note.input.js';

@InputType({ description: 'The amount of a fee to credit, before coupons and taxes.' })
export class CreditNoteItemInput implements SentCreditNoteItem {
  @Field(() => ID)
  feeId!: string;

  @Field(() => SafeInt)
  amountCents!: bigint;
}

@InputType({ description: 'The credit note to estimate.' })
export class EstimateCreditNoteInput implements EstimateCreditNote {
  @Field(() => ID)
  invoiceId!: string;

  @Field(() => [CreditNoteItemInput], { description: 'The fees to credit, and how much of each.' })
  @Extensions({ invalidCode: 'must_be_an_array' })
  items!: CreditNoteItemInput[];
}

@InputType({
  description:
    'A credit note. Its credit, refund and offset amounts include taxes and add up to the value of its items.',
})
export class CreateCreditNoteInput extends EstimateCreditNoteInput implements CreateCreditNote {
  @Field(() => CreditNoteReason, { nullable: true, description: 'Default `other`.' })
  reason?: CreditNote['reason'] | null;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Amount credited to later invoices. Default 0.' })
  creditAmountCents?: bigint | null;

  @Field(() => SafeInt, { nullable: true, description: 'Amount refunded. Default 0.' })
  refundAmountCents?: bigint | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Amount deducted from the amount due on the invoice. Default 0.',
  })
  offsetAmountCents?: bigint | null;

  @Field(() => JsonObject, { nullable: true, description: METADATA })
  metadata?: Record<string, unknown> | null;
}

@InputType({ description: 'Changes of a credit note. Omitted fields keep their value.' })
export class UpdateCreditNoteInput implements UpdateCreditNote {
  @Field(() => ID)
  id!: string;

  @Field(() => RefundStatus, { nullable: true, description: 'Status of the refund.' })
  refundStatus?: CreditNote['refundStatus'];

  @Field(() => JsonObject, {
    nullable: true,
    description: `Keys to add or change; null clears all. ${METADATA}`,
  })
  metadata?: Record<string, unknown> | null;
}

@InputType()
export class VoidCreditNoteInput {
  @Field(() => ID)
  id!: string;
}

@InputType()
export class SetCreditNoteMetadataInput extends SetMetadataInput implements SetCreditNoteMetadata {}

@InputType()
export class MergeCreditNoteMetadataInput extends MergeMetadataInput implements MergeCreditNoteMetadata {}

@InputType()
export class DeleteCreditNoteMetadataInput implements DeleteCreditNoteMetadata {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The key to remove. If omitted, all keys are removed.',
  })
  key?: string | null;
}

@ObjectType()
export class CreditNotePayload {
  @Field(() => CreditNoteType)
  creditNote!: CreditNoteType;
}

@ObjectType()
export class CreditNoteMetadataPayload extends MetadataPayload {}

@ObjectType('CreditNoteEstimateItem', {
  description: 'A fee of an estimated credit note, and how much of it would be credited.',
})
export class CreditNoteEstimateItemType {
  @Field(() => ID)
  feeId!: string;

  @Field(() => SafeInt)
  amountCents!: bigint;
}

@ObjectType('CreditNoteEstimateTax', { description: 'Estimated amount of one tax.' })
@TypicalItems(2)
export class CreditNoteEstimateTaxType {
  @Field(() => ID)
  taxId!: string;

  @Field(() => String)
  taxCode!: string;

  @Field(() => String)
  taxName!: string;

  @Field(() => String, { nullable: true })
  taxDescription!: string | null;

  @Field(() => Float, { description: 'Percentage: 20 means 20 %.' })
  @DecimalInGraphql()
  taxRate!: number;

  @Field(() => SafeInt, { description: 'Taxable amount.' })
  baseAmountCents!: bigint;

  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => CurrencyCode)
  amountCurrency!: string;
}

@ObjectType('CreditNoteEstimate', { description: 'Estimated amounts of a credit note with the given items.' })
export class CreditNoteEstimateType {
  @Field(() => ID)
  invoiceId!: string;

  @Field(() => String)
  invoiceNumber!: string;

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => Decimal, { description: 'The amount before rounding, in minor units.' })
  preciseTaxesAmountCents!: string;

  @Field(() => Float, { description: 'Average percentage over the items.' })
  @DecimalInGraphql()
  taxesRate!: number;

  @Field(() => SafeInt, {
    description: 'Amount of the items after coupons and before taxes, in minor units.',
  })
  subTotalExcludingTaxesAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'The part of the coupons that belongs to the items, in minor units.' })
  couponsAdjustmentAmountCents!: bigint;

  @Field(() => Decimal, { description: 'The amount before rounding, in minor units.' })
  preciseCouponsAdjustmentAmountCents!: string;

  @Field(() => SafeInt, { description: 'Maximum amount that can be credited to later invoices.' })
  maxCreditableAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'Maximum amount that can be refunded.' })
  maxRefundableAmountCents!: bigint;

  @Field(() => SafeInt, {
    description: 'Maximum amount that can be deducted from the amount due on the invoice.',
  })
  maxOffsettableAmountCents!: bigint;

  @Field(() => [CreditNoteEstimateItemType], { description: 'The items that would be credited.' })
  items!: CreditNoteEstimateItemType[];

  @Field(() => [CreditNoteEstimateTaxType])
  appliedTaxes!: CreditNoteEstimateTaxType[];
}
