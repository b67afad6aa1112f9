import { ObjectType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import { Cents, Currency, Id, Of, Text } from '../../../platform/api/members/fields.js';
import { CREDIT_ITEM_TYPES, type InvoiceCredit } from '../records/invoice-credit.table.js';

export const CreditItemKind = enumOf(
  CREDIT_ITEM_TYPES,
  'CreditItemKind',
  'Kind of record that a credit comes from.',
  {
    coupon: 'A coupon of the customer.',
    credit_note: 'A credit note.',
    invoice: 'A progressive invoice that has billed the same usage.',
  },
);

@ObjectType('CreditItem', { description: 'Snapshot of the record that a credit comes from.' })
export class CreditItemType {
  @Id('Id of the coupon, credit note or progressive invoice.') itemId!: string;
  @Of(() => CreditItemKind, 'Kind of the record that the credit comes from.')
  type!: InvoiceCredit['itemType'];
  @Text('Code of the coupon, or number of the credit note or progressive invoice.') code!: string;
  @Text(
    'Name of the coupon, or number of the invoice that the credit note was issued for, or of the progressive invoice.',
  )
  name!: string;
  @Text.orNull('Description of the coupon; null for others.') description!: string | null;
}

@ObjectType('InvoiceCredit', { description: 'A credit applied to an invoice.' })
@TypicalItems(2)
export class InvoiceCreditType {
  @Id() id!: string;
  @Cents() amountCents!: bigint;
  @Currency({ name: 'amountCurrency' }) currency!: string;
}
