import { Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { enumOf } from '../../platform/api/members/enums.js';
import { Flag, Id, Instant, ListOf, Of, Text, Texts, Whole } from '../../platform/api/members/fields.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../platform/api/members/shapes.js';
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

const AggregationType = enumOf(
  SENT_AGGREGATION_TYPES,
  'AggregationType',
  'How events are aggregated to units.',
  {
    count_agg: 'The number of events.',
    custom_agg: 'Computed by a program of the organization; no metric can have it.',
    latest_agg: 'The value of the latest event.',
    max_agg: 'The highest value.',
    sum_agg: 'The sum of the values.',
    unique_count_agg: 'The number of different values.',
    weighted_sum_agg: 'The running sum of the values, weighted by how long it lasted.',
  },
);

const RoundingFunction = enumOf(
  ROUNDING_FUNCTIONS,
  'RoundingFunction',
  'How aggregated units are rounded before they are priced.',
  {
    ceil: 'Up.',
    floor: 'Down.',
    round: 'Rounds to the nearest value; halves away from zero.',
  },
);

const WeightedInterval = enumOf(
  WEIGHTED_INTERVALS,
  'WeightedInterval',
  'The unit of time of a weighted sum.',
  {
    seconds: 'Seconds.',
  },
);

const FIELD_NAME = 'The event property that is aggregated. Null for `count_agg`.';
const ROUNDING_PRECISION = 'Number of decimal places; may be negative. Null means 0.';
const EXPRESSION =
  'Expression that computes the aggregated property of each event when the event is received.';
const RECURRING = 'Whether quantities carry over from one billing period to the next.';

@ObjectType('BillableMetricFilter', {
  description: 'An event property by whose values charges may price usage separately.',
})
export class BillableMetricFilterType {
  @Text('Name of the event property.') key!: string;
  @Texts() values!: string[];
}

@ObjectType('BillableMetric', {
  description: 'Defines how events with one code are aggregated to billable units.',
})
export class BillableMetricType {
  @Id() id!: string;
  @Text('The code that events refer to. Unique among metrics that are not deleted.') code!: string;
  @Text() name!: string;
  @Text.orNull() description!: string | null;
  @Of(() => AggregationType) aggregationType!: BillableMetric['aggregationType'];
  @Text.orNull(FIELD_NAME) fieldName!: string | null;
  @Flag(RECURRING) recurring!: boolean;
  @Of.orNull(() => WeightedInterval, 'The unit of time of a weighted sum; null for other aggregations.')
  weightedInterval!: BillableMetric['weightedInterval'];
  @Of.orNull(() => RoundingFunction, 'How units are rounded before they are priced; null for no rounding.')
  roundingFunction!: BillableMetric['roundingFunction'];
  @Whole.orNull(ROUNDING_PRECISION) roundingPrecision!: number | null;
  @Text.orNull(EXPRESSION) expression!: string | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({
  description: 'A property of events that charges can filter by, and the values that it may have.',
})
export class BillableMetricFilterInput implements SentBillableMetricFilter {
  @Text() key!: string;
  @Texts() values!: string[];
}

@InputType()
abstract class BillableMetricInput implements SentBillableMetric {
  @Text.orNull() description?: string | null;
  @Text.orNull(FIELD_NAME) @Extensions({ dependsOn: ['aggregationType'] }) fieldName?: string | null;
  @Flag.orNull(`${RECURRING} Default false.`)
  @Extensions({ dependsOn: ['aggregationType'] })
  recurring?: boolean | null;
  @Of.orNull(() => WeightedInterval)
  @Extensions({ dependsOn: ['aggregationType'] })
  weightedInterval?: BillableMetric['weightedInterval'];
  @Of.orNull(() => RoundingFunction) roundingFunction?: BillableMetric['roundingFunction'];
  @Whole.orNull(ROUNDING_PRECISION) roundingPrecision?: number | null;
  @Text.orNull(EXPRESSION) expression?: string | null;
  @ListOf.orNull(() => BillableMetricFilterInput, {
    note: 'Replaces the whole list. Filters are matched by their key.',
  })
  filters?: BillableMetricFilterInput[] | null;
}

@InputType({ description: 'A new billable metric.' })
export class CreateBillableMetricInput extends BillableMetricInput implements CreateBillableMetric {
  @Text() code!: string;
  @Text() name!: string;
  @Of(() => AggregationType)
  @Extensions({ missingCode: 'value_is_invalid' })
  aggregationType!: SentAggregationType;
}

@InputType({
  description:
    'Changes of a billable metric. Omitted fields keep their value. While a charge uses the metric, only ' +
    'name, description and filters can be changed; other fields are ignored.',
})
export class UpdateBillableMetricInput extends BillableMetricInput implements UpdateBillableMetric {
  @Id() id!: string;
  @Text.orNull() code?: string | null;
  @Text.orNull() name?: string | null;
  @Of.orNull(() => AggregationType) aggregationType?: SentAggregationType | null;
}

export const DeleteBillableMetricInput = idInput('DeleteBillableMetricInput');
export const BillableMetricPayload = payloadOf(
  'BillableMetricPayload',
  'billableMetric',
  () => BillableMetricType,
);
export const DeleteBillableMetricPayload = deletedPayloadOf(
  'DeleteBillableMetricPayload',
  'billableMetric',
  () => BillableMetricType,
);

export const BillableMetricConnection = connectionOf(BillableMetricType, 'BillableMetric');

export const BillableMetricPageArgs = pageArgsOf('BillableMetric', billableMetricOrders, {
  search: 'Matches part of the name or code.',
});
