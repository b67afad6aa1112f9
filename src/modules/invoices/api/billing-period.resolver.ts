import { FieldResolver, Resolver, Root } from 'type-graphql';
import { shownEnd } from '../../../core/period.js';
import { DateTime } from '../../../platform/api/scalars.js';
import { BillingPeriodType } from './invoice.schema.js';
import type { BillingPeriod } from '../records/invoice.table.js';

/** The contract does not allow null here. */
const UNBILLED = 'The time of billing if no usage was billed.';

/** Windows are stored half-open; the API shows their last second as the end. */
@Resolver(() => BillingPeriodType)
export class BillingPeriodResolver {
  @FieldResolver(() => DateTime)
  subscriptionTo(@Root() { subscriptionFrom: from, subscriptionTo: to }: BillingPeriod): Date {
    return shownEnd({ from, to });
  }

  @FieldResolver(() => DateTime, { description: UNBILLED })
  chargesFrom(@Root() { chargesFrom, billedAt }: BillingPeriod): Date {
    return chargesFrom ?? billedAt;
  }

  @FieldResolver(() => DateTime, { description: UNBILLED })
  chargesTo(@Root() { chargesFrom: from, chargesTo: to, billedAt }: BillingPeriod): Date {
    return from === null || to === null ? billedAt : shownEnd({ from, to });
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'Null if no fixed charges were billed.' })
  fixedChargesTo(@Root() { fixedChargesFrom: from, fixedChargesTo: to }: BillingPeriod): Date | null {
    return from === null || to === null ? null : shownEnd({ from, to });
  }
}
