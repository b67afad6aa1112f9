import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { CurrencyCode, enumOf } from '../../../platform/api/enums.js';
import { SafeInt } from '../../../platform/api/scalars.js';
import { CREDIT_ITEM_TYPES, type InvoiceCredit } from '../records/invoice-credit.table.js';

export const CreditItemKind = enumOf(CREDIT_ITEM_TYPES);
registerEnumType(CreditItemKind, {
  name: 'CreditItemKind',
  description: 'Kind of record that a credit comes from.',
  valuesConfig: {
    coupon: { description: 'A coupon of the customer.' },
    credit_note: { description: 'A credit note.' },
    invoice: { description: 'A progressive invoice that has billed the same usage.' },
  },
});

@ObjectType('CreditItem', { description: 'Snapshot of the record that a credit comes from.' })
export class CreditItemType {
  @Field(() => ID, { description: 'Id of the coupon, credit note or progressive invoice.' })
  itemId!: string;

  @Field(() => CreditItemKind, { description: 'What kind of record the credit comes from.' })
  type!: InvoiceCredit['itemType'];

  @Field(() => String, {
    description: 'Code of the coupon, or number of the credit note or progressive invoice.',
  })
  code!: string;

  @Field(() => String, {
    description:
      'Name of the coupon, or number of the invoice that the credit note was issued for, or of the progressive invoice.',
  })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Description of the coupon; null for others.' })
  description!: string | null;
}

@ObjectType('InvoiceCredit', { description: 'A credit applied to an invoice.' })
@TypicalItems(2)
export class InvoiceCreditType {
  @Field(() => ID)
  id!: string;

  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => CurrencyCode, { name: 'amountCurrency' })
  currency!: string;
}
