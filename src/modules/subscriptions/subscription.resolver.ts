import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { type Period, shownEnd } from '../../core/period.js';
import type { Connection } from '../../platform/api/connection.js';
import type { Context } from '../../platform/api/context.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { byOneOf } from '../../platform/api/identify.js';
import { defineFinder, defineLoader } from '../../platform/api/loader.js';
import { PageArgs, pageRequest } from '../../platform/api/page-args.js';
import { Permission } from '../../platform/api/permissions.js';
import { CalendarDate, DateTime, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import { notFound } from '../../platform/errors/app-error.js';
import { CustomerType } from '../customers/customer.schema.js';
import { PlanType } from '../plans/plan.schema.js';
import { ActivationRuleType } from './activation-rule.schema.js';
import type { ActivationRuleService } from './activation-rule.service.js';
import type { ActivationRule } from './activation-rule.table.js';
import { currentPeriodOf, downgradeDateOf, type SubscriptionContext } from './subscription-context.js';
import {
  PaymentMethodReference,
  SubscriptionConnection,
  SubscriptionFilterInput,
  SubscriptionStatus,
  SubscriptionType,
} from './subscription.schema.js';
import type { SubscriptionChain } from './subscribed-plan.repository.js';
import type { SubscriptionRelations } from './subscription-relations.js';
import type { SubscriptionService } from './subscription.service.js';
import type { Subscription } from './subscription.table.js';

@Resolver(() => SubscriptionType)
export class SubscriptionResolver {
  private readonly named = defineFinder('subscription', ({ db, actor }, ids) =>
    this.subscriptions.getMany(db, actor, ids),
  );

  private readonly chains = defineLoader<string, SubscriptionChain>(
    ({ db, actor }, ids) => this.subscriptions.chains(db, actor, ids),
    () => notFound('subscription'),
  );

  private readonly ownActivationRules = defineLoader<string, ActivationRule[]>(
    ({ db, actor }, ids) => this.rules.ofSubscriptions(db, actor, ids),
    () => [],
  );

  constructor(
    private readonly subscriptions: SubscriptionService,
    private readonly rules: ActivationRuleService,
    private readonly relations: SubscriptionRelations,
  ) {}

  @Query(() => SubscriptionType, {
    description: 'The subscription with this id, or the newest one of a status with this external id.',
  })
  @Permission('subscription', 'read')
  subscription(
    @Ctx() context: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('externalId', () => String, { nullable: true }) externalId?: string | null,
    @Arg('status', () => SubscriptionStatus, { nullable: true, description: 'Active unless told otherwise.' })
    status?: Subscription['status'] | null,
    @Arg('orOnly', () => Boolean, {
      nullable: true,
      description: 'Answers the only one with this external id, if there is only one, whatever its status.',
    })
    orOnly?: boolean | null,
    @Arg('orIncomplete', () => Boolean, {
      nullable: true,
      description: 'Answers one that waits to become active, when there is none of the status.',
    })
    orIncomplete?: boolean | null,
  ): Promise<Subscription> {
    const which = {
      status: status ?? 'active',
      orOnly: orOnly ?? false,
      orIncomplete: orIncomplete ?? false,
    };
    const name = byOneOf({ id, externalId });
    if ('id' in name) return context.load(this.named, name.id);
    return this.subscriptions.get(context.db, context.actor, { ...name, ...which });
  }

  @Query(() => SubscriptionConnection, {
    name: 'subscriptions',
    description: 'Subscriptions, the latest start first; active ones unless the filter says otherwise.',
  })
  @Permission('subscription', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('filter', () => SubscriptionFilterInput, { nullable: true }) filter?: SubscriptionFilterInput | null,
  ): Promise<Connection<Subscription>> {
    const query = { filter: filter ?? {}, page: pageRequest(page, pageLimits) };
    return new SubscriptionConnection(await this.subscriptions.list(db, actor, query));
  }

  @FieldResolver(() => CustomerType)
  @Permission('customer', 'read')
  async customer(@Root() subscription: Subscription, @Ctx() context: Context): Promise<object> {
    return (await this.contextOf(subscription, context)).customer;
  }

  @FieldResolver(() => String)
  async externalCustomerId(@Root() subscription: Subscription, @Ctx() context: Context): Promise<string> {
    return (await this.contextOf(subscription, context)).customer.externalId;
  }

  @FieldResolver(() => String, {
    description: "Who issues its invoices: its own billing entity, else the customer's.",
  })
  async billingEntityCode(@Root() subscription: Subscription, @Ctx() context: Context): Promise<string> {
    return (await this.contextOf(subscription, context)).billingEntity.code;
  }

  @FieldResolver(() => PlanType)
  @Permission('plan', 'read')
  async plan(@Root() subscription: Subscription, @Ctx() context: Context): Promise<object> {
    return (await this.contextOf(subscription, context)).plan;
  }

  @FieldResolver(() => String)
  async planCode(@Root() subscription: Subscription, @Ctx() context: Context): Promise<string> {
    return (await this.contextOf(subscription, context)).plan.code;
  }

  @FieldResolver(() => SafeInt, { description: 'The amount of the plan in force, in cents.' })
  async planAmountCents(@Root() subscription: Subscription, @Ctx() context: Context): Promise<bigint> {
    return (await this.contextOf(subscription, context)).plan.amountCents;
  }

  @FieldResolver(() => CurrencyCode)
  async planAmountCurrency(@Root() subscription: Subscription, @Ctx() context: Context): Promise<string> {
    return (await this.contextOf(subscription, context)).plan.amountCurrency;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Of the subscription that it replaced.' })
  async previousPlanCode(@Root() { id }: Subscription, @Ctx() context: Context): Promise<string | null> {
    return (await context.load(this.chains, id)).previousPlanCode;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Of the subscription that replaced it, or is to replace it.',
  })
  async nextPlanCode(@Root() { id }: Subscription, @Ctx() context: Context): Promise<string | null> {
    return (await context.load(this.chains, id)).nextPlanCode;
  }

  @FieldResolver(() => CalendarDate, {
    nullable: true,
    description: 'The day on which a cheaper plan takes over.',
  })
  async downgradePlanDate(
    @Root() subscription: Subscription,
    @Ctx() context: Context,
  ): Promise<string | null> {
    const { next } = await context.load(this.chains, subscription.id);
    if (next === null) return null;
    return downgradeDateOf(await this.contextOf(subscription, context), next)?.toString() ?? null;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'Start of the window whose usage is being counted; null unless active.',
  })
  async currentBillingPeriodStartedAt(
    @Root() subscription: Subscription,
    @Ctx() context: Context,
  ): Promise<Date | null> {
    return (await this.currentPeriod(subscription, context))?.from ?? null;
  }

  @FieldResolver(() => DateTime, { nullable: true, description: 'Its last second; null unless active.' })
  async currentBillingPeriodEndingAt(
    @Root() subscription: Subscription,
    @Ctx() context: Context,
  ): Promise<Date | null> {
    const period = await this.currentPeriod(subscription, context);
    return period === null ? null : shownEnd(period);
  }

  @FieldResolver(() => PaymentMethodReference, {
    nullable: true,
    description: "Null: the customer's default.",
  })
  paymentMethod(@Root() { paymentMethodType }: Subscription): PaymentMethodReference | null {
    return paymentMethodType === null ? null : { paymentMethodType, paymentMethodId: null };
  }

  @FieldResolver(() => Boolean, { description: 'False until there is progressive billing.' })
  progressiveBillingDisabled(): boolean {
    return false;
  }

  @FieldResolver(() => [JsonObject], { description: 'Empty until there is progressive billing.' })
  applicableUsageThresholds(): never[] {
    return [];
  }

  @FieldResolver(() => [ActivationRuleType], {
    description: 'What it waits for, or waited, to become active.',
  })
  activationRules(@Root() { id }: Subscription, @Ctx() context: Context): Promise<ActivationRule[]> {
    return context.load(this.ownActivationRules, id);
  }

  @FieldResolver(() => [JsonObject], { description: 'Empty until invoices have custom sections.' })
  appliedInvoiceCustomSections(): never[] {
    return [];
  }

  private contextOf({ id }: Subscription, context: Context): Promise<SubscriptionContext> {
    return context.load(this.relations.context, id);
  }

  private async currentPeriod(subscription: Subscription, context: Context): Promise<Period | null> {
    return currentPeriodOf(await this.contextOf(subscription, context));
  }
}
