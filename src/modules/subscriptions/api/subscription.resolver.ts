import { shownReference } from '../../payment-providers/methods/payment-method-reference.js';
import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { type Period, shownEnd } from '../../../core/time/period.js';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { CurrencyCode } from '../../../platform/api/members/enums.js';
import { requireOneIdentifier } from '../../../platform/api/members/require-one-identifier.js';
import { defineFinder, defineLoader } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { CalendarDate, DateTime, SafeInt } from '../../../platform/api/members/scalars.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { BillingEntityType } from '../../billing-entities/api/billing-entity.schema.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import type {
  AppliedInvoiceCustomSection,
  InvoiceCustomSectionRelations,
} from '../../invoice-custom-sections/invoice-custom-section-relations.js';
import { AppliedInvoiceCustomSectionType } from '../../invoice-custom-sections/invoice-custom-section.schema.js';
import { PlanType } from '../../plans/plan.schema.js';
import { ActivationRuleType } from './activation-rule.schema.js';
import type { ActivationRuleService } from '../records/activation-rule.service.js';
import type { ActivationRule } from '../records/activation-rule.table.js';
import {
  currentPeriodOf,
  downgradeDateOf,
  type SubscriptionContext,
} from '../records/subscription-context.js';
import {
  LiveSubscriptionStatus,
  PaymentMethodReference,
  SubscriptionConnection,
  PlanSubscriptionPageArgs,
  type SubscriptionFilterInput,
  SubscriptionStatus,
  SubscriptionType,
} from './subscription.schema.js';
import type { SubscriptionChain } from '../records/subscribed-plan.repository.js';
import type { SubscriptionRelations } from '../reading/subscription-relations.js';
import type { LiveStatus, SubscriptionService } from '../reading/subscription.service.js';
import type { Subscription } from '../records/subscription.table.js';

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
    private readonly customSections: InvoiceCustomSectionRelations,
  ) {}

  @Query(() => SubscriptionType, {
    description: 'The subscription with this id, or the newest one with this external id and status.',
  })
  @Permission('subscription', 'read')
  subscription(
    @Ctx() context: Context,
    @Arg('id', () => ID, { nullable: true }) id?: string | null,
    @Arg('externalId', () => String, { nullable: true }) externalId?: string | null,
    @Arg('status', () => SubscriptionStatus, {
      nullable: true,
      description: 'Status of the subscription with the external id. Default `active`.',
    })
    status?: Subscription['status'] | null,
    @Arg('orOnly', () => Boolean, {
      nullable: true,
      description:
        'Whether to return the subscription whatever its status, if it is the only one with this external id.',
    })
    orOnly?: boolean | null,
    @Arg('orIncomplete', () => Boolean, {
      nullable: true,
      description: 'Whether to return an incomplete subscription if there is none with the status.',
    })
    orIncomplete?: boolean | null,
  ): Promise<Subscription> {
    const which = {
      status: status ?? 'active',
      orOnly: orOnly ?? false,
      orIncomplete: orIncomplete ?? false,
    };
    const name = requireOneIdentifier({ id, externalId });
    if ('id' in name) return context.load(this.named, name.id);
    return this.subscriptions.get(context.db, context.actor, { ...name, ...which });
  }

  @Query(() => SubscriptionType, {
    description:
      'The subscription with this external id that can be changed: the active one or, without a status, else the pending one.',
  })
  @Permission('subscription', 'read')
  liveSubscription(
    @Ctx() { db, actor }: Context,
    @Arg('externalId', () => String) externalId: string,
    @Arg('status', () => LiveSubscriptionStatus, {
      nullable: true,
      description: 'Status of the subscription. If omitted, the active one comes before the pending one.',
    })
    status?: LiveStatus | null,
  ): Promise<Subscription> {
    return this.subscriptions.getLive(db, actor, { externalId, status: status ?? null });
  }

  @Query(() => SubscriptionConnection, {
    name: 'subscriptions',
    description: 'Subscriptions, latest start first. Only active ones unless the filter says otherwise.',
  })
  @Permission('subscription', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PlanSubscriptionPageArgs) args: ListArgs<SubscriptionFilterInput>,
  ): Promise<Connection<Subscription>> {
    const query = listQuery(args, pageLimits);
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
    description: "Code of the billing entity that issues its invoices: its own, or else the customer's.",
  })
  async billingEntityCode(@Root() subscription: Subscription, @Ctx() context: Context): Promise<string> {
    return (await this.contextOf(subscription, context)).billingEntity.code;
  }

  @FieldResolver(() => BillingEntityType, {
    description: "The billing entity that issues its invoices: its own, or else the customer's.",
  })
  @Permission('billing_entity', 'read')
  async billingEntity(@Root() subscription: Subscription, @Ctx() context: Context): Promise<object> {
    return (await this.contextOf(subscription, context)).billingEntity;
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

  @FieldResolver(() => SafeInt, { description: 'Amount of the current plan, in minor units.' })
  async planAmountCents(@Root() subscription: Subscription, @Ctx() context: Context): Promise<bigint> {
    return (await this.contextOf(subscription, context)).plan.amountCents;
  }

  @FieldResolver(() => CurrencyCode, { description: 'Currency of the amounts of the plan.' })
  async planAmountCurrency(@Root() subscription: Subscription, @Ctx() context: Context): Promise<string> {
    return (await this.contextOf(subscription, context)).plan.amountCurrency;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Plan of the previous subscription in the chain of plan changes.',
  })
  async previousPlanCode(@Root() { id }: Subscription, @Ctx() context: Context): Promise<string | null> {
    return (await context.load(this.chains, id)).previousPlan?.code ?? null;
  }

  @FieldResolver(() => PlanType, {
    nullable: true,
    description: 'Plan of the previous subscription in the chain of plan changes.',
  })
  @Permission('plan', 'read')
  async previousPlan(@Root() { id }: Subscription, @Ctx() context: Context): Promise<object | null> {
    return (await context.load(this.chains, id)).previousPlan;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Plan of the next subscription in the chain of plan changes.',
  })
  async nextPlanCode(@Root() { id }: Subscription, @Ctx() context: Context): Promise<string | null> {
    return (await context.load(this.chains, id)).nextPlan?.code ?? null;
  }

  @FieldResolver(() => PlanType, {
    nullable: true,
    description: 'Plan of the next subscription in the chain of plan changes.',
  })
  @Permission('plan', 'read')
  async nextPlan(@Root() { id }: Subscription, @Ctx() context: Context): Promise<object | null> {
    return (await context.load(this.chains, id)).nextPlan;
  }

  @FieldResolver(() => CalendarDate, {
    nullable: true,
    description: 'The day on which a planned downgrade takes effect.',
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
    description: 'Start of the current billing period. Null unless active.',
  })
  async currentPeriodFrom(@Root() subscription: Subscription, @Ctx() context: Context): Promise<Date | null> {
    return (await this.currentPeriod(subscription, context))?.from ?? null;
  }

  @FieldResolver(() => DateTime, {
    nullable: true,
    description: 'Last second of the current billing period. Null unless active.',
  })
  async currentPeriodTo(@Root() subscription: Subscription, @Ctx() context: Context): Promise<Date | null> {
    const period = await this.currentPeriod(subscription, context);
    return period === null ? null : shownEnd(period);
  }

  @FieldResolver(() => PaymentMethodReference, {
    nullable: true,
    description:
      "Payment method that pays the invoices of the subscription. Null means the customer's default.",
  })
  paymentMethod(@Root() subscription: Subscription): PaymentMethodReference | null {
    return shownReference(subscription);
  }

  @FieldResolver(() => [ActivationRuleType], {
    description: 'Conditions for activation, with their status.',
  })
  activationRules(@Root() { id }: Subscription, @Ctx() context: Context): Promise<ActivationRule[]> {
    return context.load(this.ownActivationRules, id);
  }

  @FieldResolver(() => [AppliedInvoiceCustomSectionType], {
    description: 'The custom sections that it has selected for its invoices, by name.',
  })
  @Permission('invoice_custom_section', 'read')
  appliedInvoiceCustomSections(
    @Root() { customSections }: Subscription,
    @Ctx() context: Context,
  ): Promise<AppliedInvoiceCustomSection[]> {
    return this.customSections.applied(context, customSections);
  }

  private contextOf(subscription: Subscription, context: Context): Promise<SubscriptionContext> {
    return context.load(this.relations.context, subscription);
  }

  private async currentPeriod(subscription: Subscription, context: Context): Promise<Period | null> {
    return currentPeriodOf(await this.contextOf(subscription, context));
  }
}
