import { Extensions, Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { DateTime, SafeInt } from '../../platform/api/scalars.js';
import type { CreateAddOn, UpdateAddOn } from './add-on.input.js';
import { addOnOrders } from './add-on.list.js';

const AMOUNT = 'Unit price on a one-off invoice, before taxes; greater than 0.';
const TAX_CODES = 'Tax codes. Replaces the whole list.';

@ObjectType('AddOn', {
  description: 'A one-off item, or an item that a plan bills in a fixed quantity.',
})
export class AddOnType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    description: 'Set by the caller. Unique among add-ons that are not deleted.',
  })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  invoiceDisplayName!: string | null;

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => SafeInt, { description: AMOUNT })
  amountCents!: bigint;

  @Field(() => CurrencyCode)
  amountCurrency!: string;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'A new add-on.' })
export class CreateAddOnInput implements CreateAddOn {
  @Field(() => String)
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => SafeInt, { description: AMOUNT })
  amountCents!: bigint;

  @Field(() => CurrencyCode)
  @Extensions({ missingCode: 'value_is_invalid' })
  amountCurrency!: string;

  @Field(() => [String], { nullable: true, description: TAX_CODES })
  taxCodes?: string[] | null;
}

@InputType({ description: 'Changes of an add-on. Omitted fields keep their value.' })
export class UpdateAddOnInput implements UpdateAddOn {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  code?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => SafeInt, { nullable: true, description: AMOUNT })
  amountCents?: bigint | null;

  @Field(() => CurrencyCode, { nullable: true })
  amountCurrency?: string | null;

  @Field(() => [String], { nullable: true, description: TAX_CODES })
  taxCodes?: string[] | null;
}

@InputType()
export class DeleteAddOnInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class AddOnPayload {
  @Field(() => AddOnType)
  addOn!: AddOnType;
}

@ObjectType()
export class DeleteAddOnPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => AddOnType, { description: 'The deleted add-on.' })
  addOn!: AddOnType;
}

export const AddOnConnection = connectionOf(AddOnType, 'AddOn');

export const AddOnPageArgs = pageArgsOf('AddOn', addOnOrders, {
  search: 'Matches part of the name or code.',
});
