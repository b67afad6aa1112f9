import { Field, ID, ObjectType } from 'type-graphql';
import { JsonObject } from '../../platform/api/scalars.js';
import { FeeAppliedTaxType } from './applied-tax.schema.js';
import { FeeFiguresType } from './fee.schema.js';

@ObjectType('FeeEstimate', { description: 'A fee that an event would create. It is not stored.' })
export class FeeEstimateType extends FeeFiguresType {
  @Field(() => String)
  externalCustomerId!: string;

  @Field(() => String)
  externalSubscriptionId!: string;

  @Field(() => [FeeAppliedTaxType])
  appliedTaxes!: FeeAppliedTaxType[];

  @Field(() => JsonObject, {
    nullable: true,
    description: 'Always null: estimates have no details.',
  })
  amountDetails!: null;

  @Field(() => ID, {
    nullable: true,
    deprecationReason: 'Always null: REST spells with it what only stored fees have.',
  })
  unstored?: null;
}
