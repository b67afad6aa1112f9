import { DecimalInGraphql } from '../../platform/api/surfaces.js';
import { Field, Float, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { DateTime } from '../../platform/api/scalars.js';
import type { CreateTax, UpdateTax } from './tax.input.js';
import { taxOrders } from './tax.list.js';

@ObjectType('Tax', { description: 'A tax rate that is applied to fees.' })
@TypicalItems(2)
export class TaxType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'Set by the caller. Unique among taxes that are not deleted.' })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => Float, { name: 'rate', description: 'Percentage: 20 means 20 %.' })
  @DecimalInGraphql()
  ratePercent!: string;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'A new tax.' })
export class CreateTaxInput implements CreateTax {
  @Field(() => String)
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => Float, { description: 'Percentage, 0 or more: 20 means 20 %.' })
  @DecimalInGraphql()
  rate!: number | string;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    deprecationReason: 'Apply taxes to a billing entity instead.',
    description: 'True applies the tax to the default billing entity.',
  })
  appliedToOrganization?: boolean | null;
}

@InputType({ description: 'Changes of a tax. Omitted fields keep their value.' })
export class UpdateTaxInput implements UpdateTax {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  code?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => Float, { nullable: true })
  @DecimalInGraphql()
  rate?: number | string | null;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    deprecationReason: 'Apply taxes to a billing entity instead.',
    description: 'True applies the tax to the default billing entity, false removes it from there.',
  })
  appliedToOrganization?: boolean | null;
}

@InputType()
export class DeleteTaxInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class TaxPayload {
  @Field(() => TaxType)
  tax!: TaxType;
}

@ObjectType()
export class DeleteTaxPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => TaxType, { description: 'The deleted tax.' })
  tax!: TaxType;
}

export const TaxConnection = connectionOf(TaxType, 'Tax');

export const TaxPageArgs = pageArgsOf('Tax', taxOrders, {
  search: 'Matches part of the name or code.',
});
