import { Extensions, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { FilterValues } from '../../../core/metering/filters.js';
import { connectionOf } from '../../../platform/api/connection.js';
import { pageArgsOf } from '../../../platform/api/page-args.js';
import { DateTime, JsonObject } from '../../../platform/api/scalars.js';
import { ChargePropertiesInput } from './charge-properties-input.schema.js';
import type {
  CreateChargeFilter,
  DeleteChargeFilter,
  SentChargeFilter,
  UpdateChargeFilter,
} from './charge-filter.input.js';
import { chargeFilterOrders } from './charge-filter.list.js';

const VALUES =
  'Matched values by key of a billable metric filter. The single value `__ALL_FILTER_VALUES__` matches ' +
  'every value.';

export const CASCADE_UPDATES =
  'Whether plan overrides follow the change where they still have the former value. Default false.';

@ObjectType('ChargeFilter', {
  description: "A price for the part of a charge's events whose properties have the given values.",
})
export class ChargeFilterType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    nullable: true,
    description: "Name shown on invoices. Defaults to the filter's values.",
  })
  invoiceDisplayName!: string | null;

  @Field(() => JsonObject, { description: VALUES })
  values!: FilterValues;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'A filter of a charge.' })
export class ChargeFilterInput implements SentChargeFilter {
  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => ChargePropertiesInput, { nullable: true, description: "Properties of the charge's model." })
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;

  @Field(() => JsonObject, { nullable: true, description: VALUES })
  values?: Record<string, unknown> | null;
}

@InputType({ description: 'A new filter of a charge.' })
export class CreateChargeFilterInput extends ChargeFilterInput implements CreateChargeFilter {
  @Field(() => ID)
  chargeId!: string;

  @Field(() => Boolean, { nullable: true, description: CASCADE_UPDATES })
  cascadeUpdates?: boolean | null;
}

@InputType({ description: 'Changes of a filter. Omitted fields keep their value.' })
export class UpdateChargeFilterInput extends ChargeFilterInput implements UpdateChargeFilter {
  @Field(() => ID)
  id!: string;

  @Field(() => Boolean, { nullable: true, description: CASCADE_UPDATES })
  cascadeUpdates?: boolean | null;
}

@InputType()
export class DeleteChargeFilterInput implements DeleteChargeFilter {
  @Field(() => ID)
  id!: string;

  @Field(() => Boolean, { nullable: true, description: CASCADE_UPDATES })
  cascadeUpdates?: boolean | null;
}

@ObjectType()
export class ChargeFilterPayload {
  @Field(() => ChargeFilterType)
  chargeFilter!: ChargeFilterType;
}

@ObjectType()
export class DeleteChargeFilterPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => ChargeFilterType, { description: 'The deleted filter.' })
  chargeFilter!: ChargeFilterType;
}

export const ChargeFilterConnection = connectionOf(ChargeFilterType, 'ChargeFilter');

export const ChargeFilterPageArgs = pageArgsOf('ChargeFilter', chargeFilterOrders);
