import { RestOnly } from '../../../platform/api/surfaces.js';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { TypicalItems } from '../../../platform/api/cost.js';
import { CurrencyCode, enumOf } from '../../../platform/api/enums.js';
import { SafeInt } from '../../../platform/api/scalars.js';
import { CREDIT_ITEM_TYPES, type InvoiceCredit } from '../records/invoice-credit.table.js';

export const CreditItemKind = enumOf(CREDIT_ITEM_TYPES);
registerEnumType(CreditItemKind, {
  name: 'CreditItemKind',
  description: 'Kind of document that a credit comes from.',
  valuesConfig: { credit_note: { description: 'A credit note.' } },
});

@ObjectType('CreditItem', { description: 'Snapshot of the document that a credit comes from.' })
export class CreditItemType {
  @Field(() => ID)
  itemId!: string;

  @Field(() => CreditItemKind, { description: 'What kind of record the credit comes from.' })
  type!: InvoiceCredit['itemType'];

  @Field(() => String, { description: 'Number of the credit note.' })
  code!: string;

  @Field(() => String, { description: 'Number of the invoice that the credit note was issued for.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Always null for credit notes.' })
  @RestOnly()
  description?: null;
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
