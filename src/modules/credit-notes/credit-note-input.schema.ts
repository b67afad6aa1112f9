import { Extensions, Field, Float, ID, InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { Decimal, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import type { MetadataMap } from '../../platform/metadata-map.js';
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

const METADATA = 'At most 50 keys of up to 100 characters; values are texts of up to 255, or null.';

@InputType({ description: 'What is to be given back of a fee, before coupons and taxes.' })
export class CreditNoteItemInput implements SentCreditNoteItem {
  @Field(() => ID)
  feeId!: string;

  @Field(() => SafeInt)
  amountCents!: bigint;
}

@InputType({ description: 'What is to be given back of an invoice.' })
export class EstimateCreditNoteInput implements EstimateCreditNote {
  @Field(() => ID)
  invoiceId!: string;

  @Field(() => [CreditNoteItemInput])
  @Extensions({ invalidCode: 'must_be_an_array' })
  items!: CreditNoteItemInput[];
}

@InputType({
  description: 'A credit note. Its parts include taxes, and are what its items are worth together.',
})
export class CreateCreditNoteInput extends EstimateCreditNoteInput implements CreateCreditNote {
  @Field(() => CreditNoteReason, { nullable: true, description: '`other` unless told otherwise.' })
  reason?: CreditNote['reason'] | null;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Kept for later invoices; 0 unless told otherwise.' })
  creditAmountCents?: bigint | null;

  @Field(() => SafeInt, { nullable: true, description: 'Given back in money; 0 unless told otherwise.' })
  refundAmountCents?: bigint | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Taken off what is due on the invoice; 0 unless told otherwise.',
  })
  offsetAmountCents?: bigint | null;

  @Field(() => JsonObject, { nullable: true, description: METADATA })
  metadata?: Record<string, unknown> | null;
}

@InputType({ description: 'Changes of a credit note; what is left out stays as it is.' })
export class UpdateCreditNoteInput implements UpdateCreditNote {
  @Field(() => ID)
  id!: string;

  @Field(() => RefundStatus, { nullable: true, description: 'What became of its refund part.' })
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
export class SetCreditNoteMetadataInput implements SetCreditNoteMetadata {
  @Field(() => ID)
  id!: string;

  @Field(() => JsonObject, { nullable: true, description: `The whole map; null clears it. ${METADATA}` })
  metadata?: Record<string, unknown> | null;
}

@InputType()
export class MergeCreditNoteMetadataInput implements MergeCreditNoteMetadata {
  @Field(() => ID)
  id!: string;

  @Field(() => JsonObject, { nullable: true, description: `Keys to add or change. ${METADATA}` })
  metadata?: Record<string, unknown> | null;
}

@InputType()
export class DeleteCreditNoteMetadataInput implements DeleteCreditNoteMetadata {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true, description: 'The only key to remove; default: all of them.' })
  key?: string | null;
}

@ObjectType()
export class CreditNotePayload {
  @Field(() => CreditNoteType)
  creditNote!: CreditNoteType;
}

@ObjectType()
export class CreditNoteMetadataPayload {
  @Field(() => JsonObject, { nullable: true, description: METADATA })
  metadata!: MetadataMap | null;
}

@ObjectType('CreditNoteEstimateItem')
export class CreditNoteEstimateItemType {
  @Field(() => ID)
  feeId!: string;

  @Field(() => SafeInt)
  amountCents!: bigint;
}

@ObjectType('CreditNoteEstimateTax', { description: 'What one tax would add.' })
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

  @Field(() => Float, { description: 'Percent: 20 means 20 %.' })
  taxRate!: number;

  @Field(() => SafeInt, { description: 'What the tax is taken from.' })
  baseAmountCents!: bigint;

  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => CurrencyCode)
  amountCurrency!: string;
}

@ObjectType('CreditNoteEstimate', { description: 'What a credit note with these items would be worth.' })
export class CreditNoteEstimateType {
  @Field(() => ID)
  invoiceId!: string;

  @Field(() => String)
  invoiceNumber!: string;

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => Decimal, { description: 'The same before rounding, minor units.' })
  preciseTaxesAmountCents!: string;

  @Field(() => Float, { description: 'Percent: the mean over the items.' })
  taxesRate!: number;

  @Field(() => SafeInt)
  subTotalExcludingTaxesAmountCents!: bigint;

  @Field(() => SafeInt)
  couponsAdjustmentAmountCents!: bigint;

  @Field(() => Decimal, { description: 'The same before rounding, minor units.' })
  preciseCouponsAdjustmentAmountCents!: string;

  @Field(() => SafeInt, { description: 'The largest credit part.' })
  maxCreditableAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'The largest refund part.' })
  maxRefundableAmountCents!: bigint;

  @Field(() => SafeInt, { description: 'The largest offset part.' })
  maxOffsettableAmountCents!: bigint;

  @Field(() => [CreditNoteEstimateItemType])
  items!: CreditNoteEstimateItemType[];

  @Field(() => [CreditNoteEstimateTaxType])
  appliedTaxes!: CreditNoteEstimateTaxType[];
}
