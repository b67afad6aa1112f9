import { FieldResolver, Resolver, Root } from 'type-graphql';
import { shownEnd } from '../../core/period.js';
import { DateTime } from '../../platform/api/scalars.js';
import { BillingPeriodType } from './invoice.schema.js';
import type { BillingPeriod } from './invoice.table.js';

/** Windows are kept half-open and shown with their last second. */
@Resolver(() => BillingPeriodType)
export class BillingPeriodResolver {
  @FieldResolver(() => DateTime)
  subscriptionTo(@Root() { subscriptionFrom: from, subscriptionTo: to }: BillingPeriod): Date {
    return shownEnd({ from, to });
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'Null: no usage was billed.' })
  chargesTo(@Root() { chargesFrom: from, chargesTo: to }: BillingPeriod): Date | null {
    return from === null || to === null ? null : shownEnd({ from, to });
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'Null: no fixed charges were billed.' })
  fixedChargesTo(@Root() { fixedChargesFrom: from, fixedChargesTo: to }: BillingPeriod): Date | null {
    return from === null || to === null ? null : shownEnd({ from, to });
  }
}
