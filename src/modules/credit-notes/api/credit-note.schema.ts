import { DecimalInGraphql } from '../../../platform/api/members/surfaces.js';
import { Float, InputType, ObjectType } from 'type-graphql';
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
  Whole,
} from '../../../platform/api/members/fields.js';
import type { MetadataMap } from '../../../platform/metadata/metadata-map.js';
import { AppliedTaxSnapshot } from '../../invoices/api/applied-tax.schema.js';
import { DocumentFilterInput } from '../../invoices/api/document-filter.schema.js';
import {
  type CreditNote,
  CREDIT_NOTE_REASONS,
  CREDIT_STATUSES,
  REFUND_STATUSES,
} from '../records/credit-note.table.js';
import { CREDIT_NOTE_PARTS, type CreditNoteFilter } from '../records/credit-note-filter.input.js';
import { creditNoteOrders } from '../records/credit-note.list.js';

export const CreditNoteReason = enumOf(
  CREDIT_NOTE_REASONS,
  'CreditNoteReason',
  'Why an invoice is credited.',
  {
    duplicated_charge: 'Something was charged twice.',
    fraudulent_charge: 'The charge was fraudulent.',
    order_cancellation: 'The order was canceled.',
    order_change: 'The order was changed, such as by a change of plan.',
    other: 'Another reason.',
    product_unsatisfactory: 'The product did not satisfy the customer.',
  },
);

export const CreditStatus = enumOf(
  CREDIT_STATUSES,
  'CreditStatus',
  'Status of the credit: available, consumed or voided.',
  {
    available: 'Part of the credit remains for later invoices.',
    consumed: 'All of it was credited to later invoices.',
    voided: 'The remaining credit was voided.',
  },
);

export const RefundStatus = enumOf(REFUND_STATUSES, 'RefundStatus', 'State of the refund of a credit note.', {
  failed: 'The refund failed.',
  pending: 'The money is not paid back yet.',
  succeeded: 'The money was paid back.',
});

export const CreditNotePart = enumOf(
  CREDIT_NOTE_PARTS,
  'CreditNotePart',
  'Credited to later invoices, refunded, or deducted from the amount due on the invoice itself.',
  {
    credit: 'Credited to later invoices.',
    offset: 'Deducted from the amount due on the invoice itself.',
    refund: 'The money was paid back.',
  },
);

@ObjectType('CreditNoteItem', { description: 'The credited amount of a fee.' })
export class CreditNoteItemType {
  @Id() id!: string;
  @Cents('Credited amount of the fee before coupons and taxes, in minor units of the currency.')
  amountCents!: bigint;
  @DecimalText('The amount before rounding, in minor units.') preciseAmountCents!: string;
  @Currency({ name: 'amountCurrency' }) currency!: string;
}

@ObjectType('CreditNoteAppliedTax', { description: 'A tax applied to a credit note.' })
@TypicalItems(2)
export class CreditNoteAppliedTaxType extends AppliedTaxSnapshot {
  @Id() creditNoteId!: string;
  @Cents('Amount that the tax is computed on, in minor units of the currency.') baseAmountCents!: bigint;
}

@ObjectType('CreditNote', {
  description: 'A credit note for an invoice. Amounts are in minor units of its currency.',
})
export class CreditNoteType {
  @Id() id!: string;
  @Id() invoiceId!: string;
  @Text('The number of the invoice, followed by that of the credit note.') number!: string;
  @Whole('Position among the credit notes of the invoice, from 1.') sequentialId!: number;
  @Day() issuingDate!: string;
  @Of(() => CreditNoteReason) reason!: CreditNote['reason'];
  @Text.orNull() description!: string | null;
  @Of(
    () => CreditStatus,
    'Whether credit remains, was used up or was voided. It is `available` even if the credit amount is 0.',
  )
  creditStatus!: CreditNote['creditStatus'];
  @Of.orNull(() => RefundStatus, 'State of the refund; null if nothing is refunded.')
  refundStatus!: CreditNote['refundStatus'];
  @Currency() currency!: string;
  @Cents('Amount credited to later invoices, in minor units.') creditAmountCents!: bigint;
  @Cents('Amount that is refunded to the customer, in minor units.') refundAmountCents!: bigint;
  @Cents('Amount deducted from the amount due on the invoice.') offsetAmountCents!: bigint;
  @Cents('Credit, refund and offset amounts together, including taxes.') totalAmountCents!: bigint;
  @DecimalText('Total before rounding, in minor units.') preciseTotalAmountCents!: string;
  @Cents('Credit that remains for later invoices, in minor units.') balanceAmountCents!: bigint;
  @Cents('Total of the items minus coupons, excluding taxes, in minor units.')
  subTotalExcludingTaxesAmountCents!: bigint;
  @Cents('Part of the coupons that belongs to the credited items, in minor units.')
  couponsAdjustmentAmountCents!: bigint;
  @Cents() taxesAmountCents!: bigint;
  @DecimalText('The amount before rounding, in minor units.') preciseTaxesAmountCents!: string;
  @Of(() => Float, 'Average tax rate of the items, weighted by amount, in percent.', { name: 'taxesRate' })
  @DecimalInGraphql()
  taxesRatePercent!: string;
  @JsonMap.orNull('Key-value pairs set by the caller.') metadata!: MetadataMap | null;
  @Instant.orNull() refundedAt!: Date | null;
  @Instant.orNull('When the remaining credit was voided; null if it was not.') voidedAt!: Date | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType('CreditNoteFilter', {
  description: 'Filters credit notes. All conditions must hold; ranges include both ends.',
})
export class CreditNoteFilterInput extends DocumentFilterInput implements CreditNoteFilter {
  @Of.orNull(() => CreditNoteReason) reason?: CreditNote['reason'] | null;
  @Of.orNull(() => CreditStatus) creditStatus?: CreditNote['creditStatus'] | null;
  @Of.orNull(() => RefundStatus) refundStatus?: CreditNote['refundStatus'];
  @ListOf.orNull(() => CreditNotePart, 'Credit notes with any of these kinds of amounts.')
  types?: (keyof typeof CreditNotePart)[] | null;
  @Text.orNull() invoiceNumber?: string | null;
  @Flag.orNull(
    'Whether to list only credit notes of self-billed invoices (true), or only the others (false).',
  )
  selfBilled?: boolean | null;
  @Text.orNull('Only credit notes of invoices with this number of an order.') purchaseOrderNumber?:
    string | null;
}

export const CreditNoteConnection = connectionOf(CreditNoteType, 'CreditNote');

export const CreditNotePageArgs = pageArgsOf('CreditNote', creditNoteOrders, {
  filter: CreditNoteFilterInput,
  search: "Matches the id, or part of the number or of the customer's names, external id or e-mail.",
});
