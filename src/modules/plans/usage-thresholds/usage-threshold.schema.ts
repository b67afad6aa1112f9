import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { DateTime, SafeInt } from '../../../platform/api/scalars.js';
import type { SentUsageThreshold } from './usage-threshold.input.js';

const AMOUNT =
  'Lifetime usage in minor units of the currency of the plan, greater than 0. ' +
  'Of a recurring threshold: the distance between its steps.';
const DISPLAY_NAME = 'Its name on invoices.';
const RECURRING = 'True: the threshold is passed again after each further amount of usage.';

@ObjectType('UsageThreshold', {
  description: 'An amount of lifetime usage at which usage is invoiced before its billing period ends.',
})
export class UsageThresholdType {
  @Field(() => ID)
  id!: string;

  @Field(() => SafeInt, { description: AMOUNT })
  amountCents!: bigint;

  @Field(() => String, { name: 'thresholdDisplayName', nullable: true, description: DISPLAY_NAME })
  displayName!: string | null;

  @Field(() => Boolean, { description: RECURRING })
  recurring!: boolean;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType({ description: 'A threshold of progressive billing.' })
export class UsageThresholdInput implements SentUsageThreshold {
  @Field(() => SafeInt, { nullable: true, description: `Required. ${AMOUNT}` })
  amountCents?: bigint | null;

  @Field(() => String, { nullable: true, description: DISPLAY_NAME })
  thresholdDisplayName?: string | null;

  @Field(() => Boolean, { nullable: true, description: `${RECURRING} Default false.` })
  recurring?: boolean | null;
}

/** Describes a list of thresholds in inputs. */
export const REPLACED_THRESHOLDS =
  'Thresholds of progressive billing. Replaces the whole list; at most one threshold is recurring.';
