import { InputType, ObjectType } from 'type-graphql';
import { Cents, Flag, Id, Instant, Text } from '../../../platform/api/members/fields.js';
import type { SentUsageThreshold } from './usage-threshold.input.js';

const AMOUNT =
  'Lifetime usage at which an invoice is issued, in minor units of the currency of the plan, greater than 0; ' +
  'for a recurring threshold, the distance between its steps.';
const DISPLAY_NAME = 'Name of the threshold on invoices; null if it has none.';
const RECURRING = 'Whether the threshold is passed again after each further amount of usage.';

@ObjectType('UsageThreshold', {
  description: 'An amount of lifetime usage at which usage is invoiced before its billing period ends.',
})
export class UsageThresholdType {
  @Id() id!: string;
  @Cents(AMOUNT) amountCents!: bigint;
  @Text.orNull(DISPLAY_NAME, { name: 'thresholdDisplayName' }) displayName!: string | null;
  @Flag(RECURRING) recurring!: boolean;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType({ description: 'A threshold of progressive billing.' })
export class UsageThresholdInput implements SentUsageThreshold {
  @Cents.orNull(`${AMOUNT} Required.`) amountCents?: bigint | null;
  @Text.orNull(DISPLAY_NAME) thresholdDisplayName?: string | null;
  @Flag.orNull(`${RECURRING} Default false.`) recurring?: boolean | null;
}

/** Describes a list of thresholds in inputs. */
export const REPLACED_THRESHOLDS =
  'Thresholds of progressive billing. Replaces the whole list; at most one threshold is recurring.';
