import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { Id, Instant, Text } from '../../platform/api/members/fields.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { payloadOf } from '../../platform/api/members/shapes.js';
import type { CreatePricingUnit, UpdatePricingUnit } from './pricing-unit.input.js';
import { pricingUnitOrders } from './pricing-unit.list.js';

const SHORT_NAME = 'Short name shown next to quantities.';

@ObjectType('PricingUnit', {
  description:
    'A unit, such as tokens or credits, in which prices can be expressed instead of a currency. It has two ' +
    'decimals.',
})
export class PricingUnitType {
  @Id() id!: string;
  @Text({ note: 'Unique within the organization.' }) code!: string;
  @Text() name!: string;
  @Text(SHORT_NAME) shortName!: string;
  @Text.orNull() description!: string | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({ description: 'A new pricing unit.' })
export class CreatePricingUnitInput implements CreatePricingUnit {
  @Text() code!: string;
  @Text() name!: string;
  @Text(SHORT_NAME) shortName!: string;
  @Text.orNull() description?: string | null;
}

@InputType({ description: 'Changes of a pricing unit. Omitted fields keep their value.' })
export class UpdatePricingUnitInput implements UpdatePricingUnit {
  @Id() id!: string;
  @Text.orNull() code?: string | null;
  @Text.orNull() name?: string | null;
  @Text.orNull(SHORT_NAME) shortName?: string | null;
  @Text.orNull() description?: string | null;
}

export const PricingUnitPayload = payloadOf('PricingUnitPayload', 'pricingUnit', () => PricingUnitType);

export const PricingUnitConnection = connectionOf(PricingUnitType, 'PricingUnit');

export const PricingUnitPageArgs = pageArgsOf('PricingUnit', pricingUnitOrders, {
  search: 'Matches part of the name or code.',
});
