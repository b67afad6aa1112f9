import { Field, ObjectType } from 'type-graphql';
import { FeeDetailsType } from './fee.schema.js';

@ObjectType('FeeEstimate', {
  implements: FeeDetailsType,
  description: 'A fee that an event would create. It is not stored.',
})
export class FeeEstimateType extends FeeDetailsType {
  @Field(() => String)
  override externalSubscriptionId!: string;
}
