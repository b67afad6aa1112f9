import { Extensions, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { enumOf } from '../../platform/api/enums.js';
import { DateTime } from '../../platform/api/scalars.js';
import { type BillableMetric, ROUNDING_FUNCTIONS, WEIGHTED_INTERVALS } from './billable-metric.table.js';
import {
  SENT_AGGREGATION_TYPES,
  type CreateBillableMetric,
  type SentBillableMetric,
  type SentBillableMetricFilter,
  type UpdateBillableMetric,
  type SentAggregationType,
} from './billable-metric.input.js';

const AggregationType = enumOf(SENT_AGGREGATION_TYPES);
registerEnumType(AggregationType, {
  name: 'AggregationType',
  description: 'How events add up to units.',
});

const RoundingFunction = enumOf(ROUNDING_FUNCTIONS);
registerEnumType(RoundingFunction, {
  name: 'RoundingFunction',
  description: 'How aggregated units are rounded before they are priced.',
});

const WeightedInterval = enumOf(WEIGHTED_INTERVALS);
registerEnumType(WeightedInterval, {
  name: 'WeightedInterval',
  description: 'The unit of time of a weighted sum.',
});

const FIELD_NAME = 'The event property that is aggregated; null for count_agg.';
const ROUNDING_PRECISION = 'Decimal places, may be negative; null means 0.';
const EXPRESSION = 'Works out the aggregated property from each event, when it is taken in.';
const RECURRING = 'Whether quantities are carried over from period to period.';

@ObjectType('BillableMetricFilter', {
  description: 'A property that charges of the metric may price separately.',
})
export class BillableMetricFilterType {
  @Field(() => String, { description: 'Name of the event property.' })
  key!: string;

  @Field(() => [String])
  values!: string[];
}

@ObjectType('BillableMetric', { description: 'What is measured: how events of one code add up to units.' })
export class BillableMetricType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'The code that events carry; unique among metrics not deleted.' })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => AggregationType)
  aggregationType!: BillableMetric['aggregationType'];

  @Field(() => String, { nullable: true, description: FIELD_NAME })
  fieldName!: string | null;

  @Field(() => Boolean, { description: RECURRING })
  recurring!: boolean;

  @Field(() => WeightedInterval, { nullable: true })
  weightedInterval!: BillableMetric['weightedInterval'];

  @Field(() => RoundingFunction, { nullable: true })
  roundingFunction!: BillableMetric['roundingFunction'];

  @Field(() => Int, { nullable: true, description: ROUNDING_PRECISION })
  roundingPrecision!: number | null;

  @Field(() => String, { nullable: true, description: EXPRESSION })
  expression!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType()
export class BillableMetricFilterInput implements SentBillableMetricFilter {
  @Field(() => String)
  key!: string;

  @Field(() => [String])
  values!: string[];
}

@InputType()
abstract class BillableMetricInput implements SentBillableMetric {
  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => String, { nullable: true, description: FIELD_NAME })
  @Extensions({ dependsOn: ['aggregationType'] })
  fieldName?: string | null;

  @Field(() => Boolean, { nullable: true, description: `Default false. ${RECURRING}` })
  @Extensions({ dependsOn: ['aggregationType'] })
  recurring?: boolean | null;

  @Field(() => WeightedInterval, { nullable: true })
  @Extensions({ dependsOn: ['aggregationType'] })
  weightedInterval?: BillableMetric['weightedInterval'];

  @Field(() => RoundingFunction, { nullable: true })
  roundingFunction?: BillableMetric['roundingFunction'];

  @Field(() => Int, { nullable: true, description: ROUNDING_PRECISION })
  roundingPrecision?: number | null;

  @Field(() => String, { nullable: true, description: EXPRESSION })
  expression?: string | null;

  @Field(() => [BillableMetricFilterInput], { nullable: true, description: 'The whole list, by key.' })
  filters?: BillableMetricFilterInput[] | null;
}

@InputType({ description: 'A new billable metric.' })
export class CreateBillableMetricInput extends BillableMetricInput implements CreateBillableMetric {
  @Field(() => String)
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => AggregationType)
  @Extensions({ missingCode: 'value_is_invalid' })
  aggregationType!: SentAggregationType;
}

@InputType({
  description:
    'Changes of a billable metric; members left out stay as they are. While a charge uses the metric, all but ' +
    'name, description and filters are ignored.',
})
export class UpdateBillableMetricInput extends BillableMetricInput implements UpdateBillableMetric {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  code?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => AggregationType, { nullable: true })
  aggregationType?: SentAggregationType | null;
}

@InputType()
export class DeleteBillableMetricInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class BillableMetricPayload {
  @Field(() => BillableMetricType)
  billableMetric!: BillableMetricType;
}

@ObjectType()
export class DeleteBillableMetricPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => BillableMetricType, { description: 'The metric as it was.' })
  billableMetric!: BillableMetricType;
}

export const BillableMetricConnection = connectionOf(BillableMetricType, 'BillableMetric');
