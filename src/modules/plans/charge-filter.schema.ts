import { Extensions, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { FilterValues } from '../../core/metering/filters.js';
import { connectionOf } from '../../platform/api/connection.js';
import { DateTime, JsonObject } from '../../platform/api/scalars.js';
import { ChargePropertiesInput } from './charge-properties-input.schema.js';
import type {
  CreateChargeFilter,
  DeleteChargeFilter,
  SentChargeFilter,
  UpdateChargeFilter,
} from './charge-filter.input.js';

const VALUES =
  'Accepted values by key of a filter of the metric; the one value __ALL_FILTER_VALUES__ stands for all of them.';

export const CASCADE_UPDATES =
  'Whether the copies that single subscriptions have follow, where they are still what this was. Default false.';

@ObjectType('ChargeFilter', {
  description: 'A part of a charge with a price of its own: the events whose properties have these values.',
})
export class ChargeFilterType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true, description: 'Its name on invoices; default: its values.' })
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

  @Field(() => ChargePropertiesInput, { nullable: true, description: "Of the charge's model." })
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

@InputType({ description: 'Changes of a filter; members left out stay as they are.' })
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

  @Field(() => ChargeFilterType, { description: 'The filter as it was.' })
  chargeFilter!: ChargeFilterType;
}

export const ChargeFilterConnection = connectionOf(ChargeFilterType, 'ChargeFilter');
