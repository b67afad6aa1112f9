import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime, JsonObject } from '../../platform/api/scalars.js';

@ObjectType('UsageDifference', {
  description: 'A span of UTC time for which the counters of a metric say something else than its events.',
})
export class UsageDifferenceType {
  @Field(() => ID)
  billableMetricId!: string;

  @Field(() => String)
  externalSubscriptionId!: string;

  @Field(() => String, { description: '`hour`, `day` or `month`.' })
  span!: string;

  @Field(() => DateTime)
  startsAt!: Date;

  @Field(() => [String], {
    nullable: 'items',
    description: 'Values of the properties that charges look at, then the item of a unique count.',
  })
  dimensions!: (string | null)[];

  @Field(() => JsonObject, { nullable: true, description: 'What the counters say; null: nothing.' })
  counted!: Record<string, unknown> | null;

  @Field(() => JsonObject, { nullable: true, description: 'What the events say; null: nothing.' })
  recounted!: Record<string, unknown> | null;
}
