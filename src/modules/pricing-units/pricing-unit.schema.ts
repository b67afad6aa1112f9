import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime } from '../../platform/api/scalars.js';
import type { CreatePricingUnit, UpdatePricingUnit } from './pricing-unit.input.js';
import { pricingUnitOrders } from './pricing-unit.list.js';

const SHORT_NAME = 'Short name shown next to quantities.';

@ObjectType('PricingUnit', {
  description:
    'A unit, such as tokens or credits, in which prices can be expressed instead of a currency. It has two ' +
    'decimals.',
})
export class PricingUnitType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'Set by the caller. Unique.' })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: SHORT_NAME })
  shortName!: string;

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'A new pricing unit.' })
export class CreatePricingUnitInput implements CreatePricingUnit {
  @Field(() => String)
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { description: SHORT_NAME })
  shortName!: string;

  @Field(() => String, { nullable: true })
  description?: string | null;
}

@InputType({ description: 'Changes of a pricing unit. Omitted fields keep their value.' })
export class UpdatePricingUnitInput implements UpdatePricingUnit {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  code?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true, description: SHORT_NAME })
  shortName?: string | null;

  @Field(() => String, { nullable: true })
  description?: string | null;
}

@ObjectType()
export class PricingUnitPayload {
  @Field(() => PricingUnitType)
  pricingUnit!: PricingUnitType;
}

export const PricingUnitConnection = connectionOf(PricingUnitType, 'PricingUnit');

export const PricingUnitPageArgs = pageArgsOf('PricingUnit', pricingUnitOrders, {
  search: 'Matches part of the name or code.',
});
