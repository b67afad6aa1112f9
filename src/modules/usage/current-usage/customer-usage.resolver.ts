import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root, Subscription } from 'type-graphql';
import { Computed } from '../../../platform/api/cost.js';
import type { Context } from '../../../platform/api/context.js';
import { requireOneIdentifier } from '../../../platform/api/members/require-one-identifier.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { SubscriptionOf } from '../../../platform/api/subscription-of.js';
import { BillableMetricType } from '../../billable-metrics/billable-metric.schema.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import { ChargeType } from '../../plans/charges/charge.schema.js';
import type { Charge } from '../../plans/charges/charge.table.js';
import { groupOf } from '../ingest/event-watch.js';
import { ChargeUsageType, CustomerUsageType, UsageFilterInput } from './customer-usage.schema.js';
import type { ChargeUsage } from './charge-usage.js';
import type {
  CustomerProjectedUsage,
  CustomerUsage,
  CustomerUsageService,
} from './customer-usage.service.js';
import type { ProjectedLine } from './projected-charge-usage.js';
import { CustomerProjectedUsageType, ProjectedChargeUsageType } from './projected-usage.schema.js';
import type { WatchedUsage } from './watched-usage.js';

@Resolver(() => CustomerUsageType)
export class CustomerUsageResolver {
  constructor(
    private readonly usage: CustomerUsageService,
    private readonly watchedUsage: WatchedUsage,
  ) {}

  @Query(() => CustomerUsageType, {
    description: "Usage of a customer's active subscription in the current billing period.",
  })
  @Permission('customer_usage', 'read')
  @Computed()
  customerUsage(
    @Ctx() { db, actor }: Context,
    @Arg('customerId', () => ID, { nullable: true }) id: string | null | undefined,
    @Arg('externalCustomerId', () => String, { nullable: true }) externalId: string | null | undefined,
    @Arg('externalSubscriptionId', () => String, {
      description: 'External id of a subscription of the customer.',
    })
    externalSubscriptionId: string,
    @Arg('filter', () => UsageFilterInput, {
      nullable: true,
      description: 'The charge, metric or group whose usage is shown; all usage if omitted.',
    })
    filter: UsageFilterInput | null | undefined,
    @Arg('applyTaxes', () => Boolean, {
      nullable: true,
      description: 'Whether taxes are included. Default true.',
    })
    applyTaxes: boolean | null | undefined,
    @Arg('fullUsage', () => Boolean, {
      nullable: true,
      description:
        'Usage since the start of the subscription instead of the billing period. Requires a selection of ' +
        'charges.',
    })
    fullUsage: boolean | null | undefined,
  ): Promise<CustomerUsage> {
    return this.usage.current(db, actor, {
      customer: requireOneIdentifier({ id, externalId }),
      externalSubscriptionId,
      filter: filter ?? {},
      applyTaxes: applyTaxes ?? true,
      fullUsage: fullUsage ?? false,
    });
  }

  @Subscription(() => CustomerUsageType, {
    description:
      'Usage of an active subscription in the current billing period: as it is, and after events of it were stored, at most ' +
      'once in a second.',
    subscribe: ({ args, context }: SubscriptionOf<{ externalSubscriptionId: string }>) =>
      context.updates.stream({
        topic: 'usage',
        groups: [groupOf({ externalSubscriptionId: args.externalSubscriptionId, code: null })],
        ids: null,
        beginsWithPresent: true,
      }),
  })
  @Permission('customer_usage', 'read')
  @Computed()
  subscriptionUsageUpdated(
    @Arg('externalSubscriptionId', () => String, {
      description:
        'External id of the subscription. It finds those that follow by an upgrade or downgrade, too.',
    })
    externalSubscriptionId: string,
    @Root() state: string,
    @Ctx() { actor }: Context,
  ): Promise<CustomerUsage> {
    return this.watchedUsage.read(actor, externalSubscriptionId, state);
  }
}

@Resolver(() => CustomerProjectedUsageType)
export class CustomerProjectedUsageResolver {
  constructor(private readonly usage: CustomerUsageService) {}

  @Query(() => CustomerProjectedUsageType, {
    description:
      "Projected usage of a customer's active subscription at the end of the current billing period.",
  })
  @Permission('customer_usage', 'read')
  @Computed()
  customerProjectedUsage(
    @Ctx() { db, actor }: Context,
    @Arg('customerId', () => ID, { nullable: true }) id: string | null | undefined,
    @Arg('externalCustomerId', () => String, { nullable: true }) externalId: string | null | undefined,
    @Arg('externalSubscriptionId', () => String, {
      description: 'External id of a subscription of the customer.',
    })
    externalSubscriptionId: string,
    @Arg('applyTaxes', () => Boolean, {
      nullable: true,
      description: 'Whether taxes are included. Default true.',
    })
    applyTaxes: boolean | null | undefined,
  ): Promise<CustomerProjectedUsage> {
    return this.usage.projected(db, actor, {
      customer: requireOneIdentifier({ id, externalId }),
      externalSubscriptionId,
      applyTaxes: applyTaxes ?? true,
    });
  }
}

@Resolver(() => ChargeUsageType)
export class ChargeUsageResolver {
  @FieldResolver(() => ChargeType)
  @Permission('plan', 'read')
  charge(@Root() { charge }: ChargeUsage): Charge {
    return charge;
  }

  @FieldResolver(() => BillableMetricType)
  @Permission('billable_metric', 'read')
  billableMetric(@Root() { metric }: ChargeUsage): BillableMetric {
    return metric;
  }
}

@Resolver(() => ProjectedChargeUsageType)
export class ProjectedChargeUsageResolver {
  @FieldResolver(() => ChargeType)
  @Permission('plan', 'read')
  charge(@Root() { charge }: ChargeUsage<ProjectedLine>): Charge {
    return charge;
  }

  @FieldResolver(() => BillableMetricType)
  @Permission('billable_metric', 'read')
  billableMetric(@Root() { metric }: ChargeUsage<ProjectedLine>): BillableMetric {
    return metric;
  }
}
