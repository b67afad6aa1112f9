import { Field, Float, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { DateTime } from '../../platform/api/scalars.js';
import type { CreateTax, UpdateTax } from './tax.input.js';

@ObjectType('Tax', { description: 'A rate that is added to fees.' })
@TypicalItems(2)
export class TaxType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'Chosen by the caller; unique among the taxes that are not deleted.' })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => Float, { name: 'rate', description: 'Percent: 20 means 20 %.' })
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

  @Field(() => Float, { description: 'Percent, not negative: 20 means 20 %.' })
  rate!: number;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    deprecationReason: 'Apply taxes to a billing entity instead.',
    description: 'True adds the tax to the default billing entity.',
  })
  appliedToOrganization?: boolean | null;
}

@InputType({ description: 'Changes of a tax; members left out stay as they are.' })
export class UpdateTaxInput implements UpdateTax {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  code?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => Float, { nullable: true })
  rate?: number | null;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    deprecationReason: 'Apply taxes to a billing entity instead.',
    description: 'True adds the tax to the default billing entity, false removes it.',
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

  @Field(() => TaxType, { description: 'The tax as it was.' })
  tax!: TaxType;
}

export const TaxConnection = connectionOf(TaxType, 'Tax');
