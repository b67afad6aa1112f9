import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { SafeInt } from '../../platform/api/scalars.js';
import { CREDIT_ITEM_TYPES, type InvoiceCredit } from './invoice-credit.table.js';

export const CreditItemKind = enumOf(CREDIT_ITEM_TYPES);
registerEnumType(CreditItemKind, { name: 'CreditItemKind', description: 'What a credit is taken of.' });

@ObjectType('CreditItem', { description: 'What a credit is taken of, as it was called then.' })
export class CreditItemType {
  @Field(() => ID)
  itemId!: string;

  @Field(() => CreditItemKind)
  type!: InvoiceCredit['itemType'];

  @Field(() => String, { description: 'Of a credit note: its number.' })
  code!: string;

  @Field(() => String, { description: 'Of a credit note: the number of the invoice it was made for.' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'Null: credit notes have none here.' })
  description?: null;
}

@ObjectType('InvoiceCredit', { description: 'What was taken off an invoice.' })
@TypicalItems(2)
export class InvoiceCreditType {
  @Field(() => ID)
  id!: string;

  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => CurrencyCode, { name: 'amountCurrency' })
  currency!: string;
}
