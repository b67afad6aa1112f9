import { Arg, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { lifetimeCents } from '../../core/invoicing/progressive-billing.js';
import { Computed } from '../../platform/api/cost.js';
import type { Context } from '../../platform/api/context.js';
import { requireOneIdentifier } from '../../platform/api/members/require-one-identifier.js';
import { defineLoader, defineRowLoader } from '../../platform/api/loader.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { DateTime, SafeInt } from '../../platform/api/members/scalars.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { SubscriptionRelations } from '../subscriptions/reading/subscription-relations.js';
import { SubscriptionType } from '../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../subscriptions/records/subscription.table.js';
import {
  LifetimeUsagePayload,
  LifetimeUsageType,
  ThresholdCompletionType,
  UpdateLifetimeUsageInput,
} from './lifetime-usage.schema.js';
import type { LifetimeUsage, LifetimeUsageService, ThresholdCompletion } from './lifetime-usage.service.js';

@Resolver(() => LifetimeUsageType)
export class LifetimeUsageResolver {
  private readonly invoicedAmounts = defineLoader<string, bigint>(
    ({ db, actor }, subscriptionIds) => this.lifetimeUsage.invoicedAmounts(db, actor, subscriptionIds),
    () => 0n,
  );

  private readonly currentAmounts = defineRowLoader<Subscription, bigint>(
    async (context, subscriptions) => {
      const contexts = subscriptions.map((row) => context.load(this.subscriptions.context, row));
      return this.lifetimeUsage.currentAmounts(context.db, context.actor, await Promise.all(contexts));
    },
    () => 0n,
  );

  /** By lifetime usage, with the id of its subscription. */
  private readonly completions = defineRowLoader<LifetimeUsage, ThresholdCompletion[] | null>(
    async (context, usages) => {
      const totals = usages.map(async ({ subscription, historicalAmountCents: historicalCents }) => {
        const [invoicedCents, currentCents, { now }] = await Promise.all([
          context.load(this.invoicedAmounts, subscription.id),
          context.load(this.currentAmounts, subscription),
          context.load(this.subscriptions.context, subscription),
        ]);
        const totalCents = lifetimeCents({ historicalCents, invoicedCents, currentCents });
        return { subscription, totalCents, now };
      });
      return this.lifetimeUsage.completions(context.db, context.actor, await Promise.all(totals));
    },
    () => null,
  );

  constructor(
    private readonly lifetimeUsage: LifetimeUsageService,
    private readonly subscriptions: SubscriptionRelations,
  ) {}

  @Query(() => LifetimeUsageType, { description: 'Usage of a subscription since its start.' })
  @Permission('lifetime_usage', 'read')
  @Computed()
  subscriptionLifetimeUsage(
    @Ctx() { db, actor }: Context,
    @Arg('id', () => ID, { nullable: true, description: 'Id of the subscription.' }) id?: string | null,
    @Arg('externalId', () => String, { nullable: true }) externalId?: string | null,
  ): Promise<LifetimeUsage> {
    return this.lifetimeUsage.get(db, actor, requireOneIdentifier({ id, externalId }));
  }

  @Mutation(() => LifetimeUsagePayload, {
    description: 'Sets the usage from before the subscription was imported.',
  })
  @Permission('lifetime_usage', 'write')
  @FailsWith({ notFound: ['lifetime usage'], fields: ['value_is_out_of_range'] })
  async updateSubscriptionLifetimeUsage(
    @Ctx() context: Context,
    @Arg('input', () => UpdateLifetimeUsageInput, {
      description: 'The lifetime usage, and the usage from before the import.',
    })
    input: UpdateLifetimeUsageInput,
  ): Promise<{ lifetimeUsage: LifetimeUsage }> {
    const { id, externalHistoricalUsageAmountCents: amountCents } = input;
    return {
      lifetimeUsage: await this.lifetimeUsage.setHistorical(
        context.beginWrite(),
        context.actor,
        id,
        amountCents,
      ),
    };
  }

  @FieldResolver(() => SubscriptionType, {
    description: 'The active subscription with the external id, or else the one that ended last.',
  })
  @Permission('subscription', 'read')
  subscription(@Root() { subscription }: LifetimeUsage): Subscription {
    return subscription;
  }

  @FieldResolver(() => ID, { description: 'The active subscription, or else the one that ended last.' })
  subscriptionId(@Root() { subscription }: LifetimeUsage): string {
    return subscription.id;
  }

  @FieldResolver(() => String)
  externalSubscriptionId(@Root() { subscription }: LifetimeUsage): string {
    return subscription.externalId;
  }

  @FieldResolver(() => SafeInt, {
    description:
      'Sum of the charge fees on subscription invoices, excluding taxes, in minor units of the currency.',
  })
  @Computed()
  invoicedUsageAmountCents(
    @Root() { subscription }: LifetimeUsage,
    @Ctx() context: Context,
  ): Promise<bigint> {
    return context.load(this.invoicedAmounts, subscription.id);
  }

  @FieldResolver(() => SafeInt, {
    description: 'Usage of the current billing period that is not on an invoice yet, excluding taxes.',
  })
  @Computed()
  currentUsageAmountCents(@Root() { subscription }: LifetimeUsage, @Ctx() context: Context): Promise<bigint> {
    return context.load(this.currentAmounts, subscription);
  }

  @FieldResolver(() => [ThresholdCompletionType], {
    nullable: true,
    description:
      'Progress towards the thresholds of progressive billing: fixed ones ascending, then the steps of the recurring one. ' +
      'Null without thresholds.',
  })
  @Computed()
  usageThresholds(
    @Root() usage: LifetimeUsage,
    @Ctx() context: Context,
  ): Promise<ThresholdCompletion[] | null> {
    return context.load(this.completions, { ...usage, id: usage.subscription.id });
  }

  @FieldResolver(() => DateTime, { description: 'Start of the chain of subscriptions.' })
  from(@Root() { subscription }: LifetimeUsage): Date {
    return subscription.subscriptionAt;
  }

  @FieldResolver(() => DateTime, { description: 'End of the usage: the current time of the customer.' })
  async to(@Root() { subscription }: LifetimeUsage, @Ctx() context: Context): Promise<Date> {
    return (await context.load(this.subscriptions.context, subscription)).now;
  }
}

/** Adds the field `lifetimeUsage` to subscriptions. */
@Resolver(() => SubscriptionType)
export class SubscriptionLifetimeUsageResolver {
  private readonly ofChains = defineLoader<string, LifetimeUsage>(
    ({ db, actor }, externalIds) => this.usage.getMany(db, actor, externalIds),
    () => notFound('lifetime_usage'),
  );

  constructor(private readonly usage: LifetimeUsageService) {}

  @FieldResolver(() => LifetimeUsageType, {
    nullable: true,
    description: 'Usage since the start of the subscription. Null before the start.',
  })
  @Permission('lifetime_usage', 'read')
  @Computed()
  async lifetimeUsage(
    @Root() { externalId, startedAt }: Subscription,
    @Ctx() context: Context,
  ): Promise<LifetimeUsage | null> {
    return startedAt === null ? null : context.load(this.ofChains, externalId);
  }
}
