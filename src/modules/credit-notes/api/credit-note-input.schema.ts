import { Extensions, Float, InputType, ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import {
  Cents,
  Currency,
  DecimalText,
  Id,
  JsonMap,
  ListOf,
  Of,
  Text,
} from '../../../platform/api/members/fields.js';
import {
  MergeMetadataInput,
  METADATA,
  MetadataPayload,
  SetMetadataInput,
} from '../../../platform/api/members/metadata-inputs.js';
import { idInput, payloadOf } from '../../../platform/api/members/shapes.js';
import { DecimalInGraphql } from '../../../platform/api/members/surfaces.js';
import { CreditNoteReason, CreditNoteType, RefundStatus } from './credit-note.schema.js';
import type { CreditNote } from '../records/credit-note.table.js';
import type {
  CreateCreditNote,
  DeleteCreditNoteMetadata,
  EstimateCreditNote,
  MergeCreditNoteMetadata,
  SentCreditNoteItem,
  SetCreditNoteMetadata,
  UpdateCreditNote,
} from '../records/credit-note.input.js';

@InputType({ description: 'The amount of a fee to credit, before coupons and taxes.' })
export class CreditNoteItemInput implements SentCreditNoteItem {
  @Id() feeId!: string;
  @Cents() amountCents!: bigint;
}

@InputType({ description: 'The credit note to estimate.' })
export class EstimateCreditNoteInput implements EstimateCreditNote {
  @Id() invoiceId!: string;
  @ListOf(() => CreditNoteItemInput, 'The fees to credit, and how much of each.')
  @Extensions({ invalidCode: 'must_be_an_array' })
  items!: CreditNoteItemInput[];
}

@InputType({
  description:
    'A credit note. Its credit, refund and offset amounts include taxes and add up to the value of its items.',
})
export class CreateCreditNoteInput extends EstimateCreditNoteInput implements CreateCreditNote {
  @Of.orNull(() => CreditNoteReason, { note: 'Default `other`.' }) reason?: CreditNote['reason'] | null;
  @Text.orNull() description?: string | null;
  @Cents.orNull('Amount credited to later invoices. Default 0.') creditAmountCents?: bigint | null;
  @Cents.orNull('Amount that is refunded to the customer, in minor units. Default 0.') refundAmountCents?:
    bigint | null;
  @Cents.orNull('Amount deducted from the amount due on the invoice. Default 0.')
  offsetAmountCents?: bigint | null;
  @JsonMap.orNull(METADATA) metadata?: Record<string, unknown> | null;
}

@InputType({ description: 'Changes of a credit note. Omitted fields keep their value.' })
export class UpdateCreditNoteInput implements UpdateCreditNote {
  @Id() id!: string;
  @Of.orNull(() => RefundStatus, 'The new status of the refund. Omitted or null: it does not change.')
  refundStatus?: CreditNote['refundStatus'];
  @JsonMap.orNull(`${METADATA} The keys are added or changed; null clears all.`)
  metadata?: Record<string, unknown> | null;
}

export const VoidCreditNoteInput = idInput('VoidCreditNoteInput');

@InputType()
export class SetCreditNoteMetadataInput extends SetMetadataInput implements SetCreditNoteMetadata {}

@InputType()
export class MergeCreditNoteMetadataInput extends MergeMetadataInput implements MergeCreditNoteMetadata {}

@InputType()
export class DeleteCreditNoteMetadataInput implements DeleteCreditNoteMetadata {
  @Id() id!: string;
  @Text.orNull('The key to remove. If omitted, all keys are removed.') key?: string | null;
}

export const CreditNotePayload = payloadOf('CreditNotePayload', 'creditNote', () => CreditNoteType);

@ObjectType()
export class CreditNoteMetadataPayload extends MetadataPayload {}

@ObjectType('CreditNoteEstimateItem', {
  description: 'A fee of an estimated credit note, and how much of it would be credited.',
})
export class CreditNoteEstimateItemType {
  @Id() feeId!: string;
  @Cents() amountCents!: bigint;
}

@ObjectType('CreditNoteEstimateTax', { description: 'Estimated amount of one tax.' })
@TypicalItems(2)
export class CreditNoteEstimateTaxType {
  @Id.orNull('Id of the tax; null for a tax that a provider has computed.') taxId!: string | null;
  @Text() taxCode!: string;
  @Text() taxName!: string;
  @Text.orNull() taxDescription!: string | null;
  @Of(() => Float, 'Percentage: 20 means 20 %.') @DecimalInGraphql() taxRate!: number;
  @Cents('Amount that the tax is computed on, in minor units of the currency.') baseAmountCents!: bigint;
  @Cents() amountCents!: bigint;
  @Currency() amountCurrency!: string;
}

@ObjectType('CreditNoteEstimate', { description: 'Estimated amounts of a credit note with the given items.' })
export class CreditNoteEstimateType {
  @Id() invoiceId!: string;
  @Text() invoiceNumber!: string;
  @Currency() currency!: string;
  @Cents() taxesAmountCents!: bigint;
  @DecimalText('The amount before rounding, in minor units.') preciseTaxesAmountCents!: string;
  @Of(() => Float, 'Average tax rate of the items, weighted by amount, in percent.')
  @DecimalInGraphql()
  taxesRate!: number;
  @Cents('Amount of the items after coupons and before taxes, in minor units.')
  subTotalExcludingTaxesAmountCents!: bigint;
  @Cents('The part of the coupons that belongs to the items, in minor units.')
  couponsAdjustmentAmountCents!: bigint;
  @DecimalText('The amount before rounding, in minor units.') preciseCouponsAdjustmentAmountCents!: string;
  @Cents('Maximum amount that can be credited to later invoices.') maxCreditableAmountCents!: bigint;
  @Cents('Maximum amount that can be refunded.') maxRefundableAmountCents!: bigint;
  @Cents('Maximum amount that can be deducted from the amount due on the invoice, in minor units.')
  maxOffsettableAmountCents!: bigint;
  @ListOf(() => CreditNoteEstimateItemType, 'The items that would be credited.')
  items!: CreditNoteEstimateItemType[];
  @ListOf(() => CreditNoteEstimateTaxType) appliedTaxes!: CreditNoteEstimateTaxType[];
}
