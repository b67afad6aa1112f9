import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { shownEnd } from '../../../core/time/period.js';
import type { Context } from '../../../platform/api/context.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { DateTime } from '../../../platform/api/members/scalars.js';
import { PlanType } from '../../plans/plan.schema.js';
import type { Plan } from '../../plans/plan.table.js';
import { SubscriptionType } from '../../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import type { InvoiceRelations } from './invoice-relations.js';
import { BillingPeriodType, InvoicingReason } from './invoice.schema.js';
import type { BillingPeriod } from '../records/invoice.table.js';

/** The contract does not allow null here. */
const UNBILLED = 'Start of the period whose usage was billed; the time of billing if none was.';

/** Windows are stored half-open; the API shows their last second as the end. */
@Resolver(() => BillingPeriodType)
export class BillingPeriodResolver {
  constructor(private readonly relations: InvoiceRelations) {}

  @FieldResolver(() => SubscriptionType, { description: 'The subscription that was billed.' })
  @Permission('subscription', 'read')
  subscription(@Root() { subscriptionId }: BillingPeriod, @Ctx() context: Context): Promise<Subscription> {
    return context.load(this.relations.subscription, subscriptionId);
  }

  @FieldResolver(() => PlanType, { description: 'The plan by which the subscription was billed.' })
  @Permission('plan', 'read')
  plan(@Root() { planId }: BillingPeriod, @Ctx() context: Context): Promise<Plan> {
    return context.load(this.relations.plan, planId);
  }

  @FieldResolver(() => InvoicingReason, { description: 'Why the period was billed.' })
  invoicingReason(
    @Root() { invoicingReason, regeneratedReason }: BillingPeriod,
  ): BillingPeriod['invoicingReason'] {
    return regeneratedReason ?? invoicingReason;
  }

  @FieldResolver(() => DateTime, {
    description: 'Last second of the period that the subscription fee pays for.',
  })
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

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'Last instant of the period whose fixed charges were billed; null if none were.',
  })
  fixedChargesTo(@Root() { fixedChargesFrom: from, fixedChargesTo: to }: BillingPeriod): Date | null {
    return from === null || to === null ? null : shownEnd({ from, to });
  }
}
