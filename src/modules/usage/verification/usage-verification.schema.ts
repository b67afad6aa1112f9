import { Field, ObjectType } from 'type-graphql';
import { Id, Instant, JsonMap, Text } from '../../../platform/api/members/fields.js';

@ObjectType('UsageDifference', {
  description: 'A span of UTC time for which the usage counters of a metric differ from its events.',
})
export class UsageDifferenceType {
  @Id() billableMetricId!: string;
  @Text() externalSubscriptionId!: string;
  @Text('Span that the counter covers: `hour`, `day` or `month`.') span!: string;
  @Instant('Start of the span of time that differs.') startsAt!: Date;
  @Field(() => [String], {
    nullable: 'items',
    description: 'Values of the properties used by charges, followed by the item of a unique count.',
  })
  dimensions!: (string | null)[];
  @JsonMap.orNull('Units in the counters. Null if there are none.') counted!: Record<string, unknown> | null;
  @JsonMap.orNull('Units computed from the events. Null if there are none.')
  recounted!: Record<string, unknown> | null;
}
