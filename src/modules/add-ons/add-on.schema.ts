import { Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { Cents, Currency, Id, Instant, Text, Texts } from '../../platform/api/members/fields.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../platform/api/members/shapes.js';
import type { CreateAddOn, UpdateAddOn } from './add-on.input.js';
import { addOnOrders } from './add-on.list.js';

const AMOUNT = 'Unit price on a one-off invoice, before taxes; greater than 0.';
const TAX_CODES = 'Tax codes. Replaces the whole list.';

@ObjectType('AddOn', {
  description: 'A one-off item, or an item that a plan bills in a fixed quantity.',
})
export class AddOnType {
  @Id() id!: string;
  @Text({ note: 'Unique among add-ons that are not deleted.' }) code!: string;
  @Text() name!: string;
  @Text.orNull() invoiceDisplayName!: string | null;
  @Text.orNull() description!: string | null;
  @Cents(AMOUNT) amountCents!: bigint;
  @Currency() amountCurrency!: string;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({ description: 'A new add-on.' })
export class CreateAddOnInput implements CreateAddOn {
  @Text() code!: string;
  @Text() name!: string;
  @Text.orNull() invoiceDisplayName?: string | null;
  @Text.orNull() description?: string | null;
  @Cents(AMOUNT) amountCents!: bigint;
  @Currency() @Extensions({ missingCode: 'value_is_invalid' }) amountCurrency!: string;
  @Texts.orNull(TAX_CODES) taxCodes?: string[] | null;
}

@InputType({ description: 'Changes of an add-on. Omitted fields keep their value.' })
export class UpdateAddOnInput implements UpdateAddOn {
  @Id() id!: string;
  @Text.orNull() code?: string | null;
  @Text.orNull() name?: string | null;
  @Text.orNull() invoiceDisplayName?: string | null;
  @Text.orNull() description?: string | null;
  @Cents.orNull(AMOUNT) amountCents?: bigint | null;
  @Currency.orNull() amountCurrency?: string | null;
  @Texts.orNull(TAX_CODES) taxCodes?: string[] | null;
}

export const DeleteAddOnInput = idInput('DeleteAddOnInput');
export const AddOnPayload = payloadOf('AddOnPayload', 'addOn', () => AddOnType);
export const DeleteAddOnPayload = deletedPayloadOf('DeleteAddOnPayload', 'addOn', () => AddOnType);

export const AddOnConnection = connectionOf(AddOnType, 'AddOn');

export const AddOnPageArgs = pageArgsOf('AddOn', addOnOrders, {
  search: 'Matches part of the name or code.',
});
