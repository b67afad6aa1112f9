import { Extensions, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { FilterValues } from '../../core/metering/filters.js';
import { JsonObject } from '../../platform/api/scalars.js';
import { ChargePropertiesInput } from './charge-properties-input.schema.js';

const VALUES =
  'Accepted values by key of a filter of the metric; the one value __ALL_FILTER_VALUES__ stands for all of them.';

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
}

@InputType({ description: 'A filter of a charge.' })
export class ChargeFilterInput {
  @Field(() => String, { nullable: true })
  invoiceDisplayName?: string | null;

  @Field(() => ChargePropertiesInput, { nullable: true, description: "Of the charge's model." })
  @Extensions({ chosenBy: 'chargeModel' })
  properties?: ChargePropertiesInput | null;

  @Field(() => JsonObject, { nullable: true, description: VALUES })
  values?: Record<string, unknown> | null;
}
