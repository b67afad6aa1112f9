import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime, JsonObject } from '../../../platform/api/scalars.js';

@ObjectType('UsageDifference', {
  description: 'A span of UTC time for which the usage counters of a metric differ from its events.',
})
export class UsageDifferenceType {
  @Field(() => ID)
  billableMetricId!: string;

  @Field(() => String)
  externalSubscriptionId!: string;

  @Field(() => String, { description: '`hour`, `day` or `month`.' })
  span!: string;

  @Field(() => DateTime, { description: 'Start of the span of time that differs.' })
  startsAt!: Date;

  @Field(() => [String], {
    nullable: 'items',
    description: 'Values of the properties used by charges, followed by the item of a unique count.',
  })
  dimensions!: (string | null)[];

  @Field(() => JsonObject, { nullable: true, description: 'Units in the counters. Null if there are none.' })
  counted!: Record<string, unknown> | null;

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Units computed from the events. Null if there are none.',
  })
  recounted!: Record<string, unknown> | null;
}
