import { ObjectType } from 'type-graphql';
import { Text } from '../../../platform/api/members/fields.js';
import { FeeDetailsType } from './fee.schema.js';

@ObjectType('FeeEstimate', {
  implements: FeeDetailsType,
  description: 'A fee that an event would create. It is not stored.',
})
export class FeeEstimateType extends FeeDetailsType {
  @Text() override externalSubscriptionId!: string;
}
