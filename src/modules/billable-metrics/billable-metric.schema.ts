import { Extensions, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
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
import { billableMetricOrders } from './billable-metric.list.js';

const AggregationType = enumOf(SENT_AGGREGATION_TYPES);
registerEnumType(AggregationType, {
  name: 'AggregationType',
  description: 'How events are aggregated to units.',
  valuesConfig: {
    count_agg: { description: 'The number of events.' },
    custom_agg: { description: 'Computed by a program of the organization; no metric can have it.' },
    latest_agg: { description: 'The value of the latest event.' },
    max_agg: { description: 'The highest value.' },
    sum_agg: { description: 'The sum of the values.' },
    unique_count_agg: { description: 'The number of different values.' },
    weighted_sum_agg: { description: 'The running sum of the values, weighted by how long it lasted.' },
  },
});

const RoundingFunction = enumOf(ROUNDING_FUNCTIONS);
registerEnumType(RoundingFunction, {
  name: 'RoundingFunction',
  description: 'How aggregated units are rounded before they are priced.',
  valuesConfig: {
    ceil: { description: 'Up.' },
    floor: { description: 'Down.' },
    round: { description: 'To the nearest; halves away from zero.' },
  },
});

const WeightedInterval = enumOf(WEIGHTED_INTERVALS);
registerEnumType(WeightedInterval, {
  name: 'WeightedInterval',
  description: 'The unit of time of a weighted sum.',
  valuesConfig: {
    seconds: { description: 'Seconds.' },
  },
});

const FIELD_NAME = 'The event property that is aggregated. Null for `count_agg`.';
const ROUNDING_PRECISION = 'Number of decimal places; may be negative. Null means 0.';
const EXPRESSION =
  'Expression that computes the aggregated property of each event when the event is received.';
const RECURRING = 'Whether quantities carry over from one billing period to the next.';

@ObjectType('BillableMetricFilter', {
  description: 'An event property by whose values charges may price usage separately.',
})
export class BillableMetricFilterType {
  @Field(() => String, { description: 'Name of the event property.' })
  key!: string;

  @Field(() => [String])
  values!: string[];
}

@ObjectType('BillableMetric', {
  description: 'Defines how events with one code are aggregated to billable units.',
})
export class BillableMetricType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, {
    description: 'The code that events refer to. Unique among metrics that are not deleted.',
  })
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

  @Field(() => WeightedInterval, {
    nullable: true,
    description: 'The unit of time of a weighted sum; null for other aggregations.',
  })
  weightedInterval!: BillableMetric['weightedInterval'];

  @Field(() => RoundingFunction, {
    nullable: true,
    description: 'How units are rounded before they are priced; null for no rounding.',
  })
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

@InputType({
  description: 'A property of events that charges can filter by, and the values that it may have.',
})
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

  @Field(() => Boolean, { nullable: true, description: `${RECURRING} Default false.` })
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

  @Field(() => [BillableMetricFilterInput], {
    nullable: true,
    description: 'Replaces the whole list. Filters are matched by their key.',
  })
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
    'Changes of a billable metric. Omitted fields keep their value. While a charge uses the metric, only ' +
    'name, description and filters can be changed; other fields are ignored.',
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

  @Field(() => BillableMetricType, { description: 'The deleted billable metric.' })
  billableMetric!: BillableMetricType;
}

export const BillableMetricConnection = connectionOf(BillableMetricType, 'BillableMetric');

export const BillableMetricPageArgs = pageArgsOf('BillableMetric', billableMetricOrders, {
  search: 'Matches part of the name or code.',
});
