import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { Computed } from '../../../platform/api/cost.js';
import type { Context } from '../../../platform/api/context.js';
import { requireOneIdentifier } from '../../../platform/api/require-one-identifier.js';
import { Permission } from '../../../platform/api/permissions.js';
import { BillableMetricType } from '../../billable-metrics/billable-metric.schema.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import { ChargeType } from '../../plans/charges/charge.schema.js';
import type { Charge } from '../../plans/charges/charge.table.js';
import { ChargeUsageType, CustomerUsageType, UsageFilterInput } from './customer-usage.schema.js';
import type { ChargeUsage } from './charge-usage.js';
import type {
  CustomerProjectedUsage,
  CustomerUsage,
  CustomerUsageService,
} from './customer-usage.service.js';
import type { ProjectedLine } from './projected-charge-usage.js';
import { CustomerProjectedUsageType, ProjectedChargeUsageType } from './projected-usage.schema.js';

@Resolver(() => CustomerUsageType)
export class CustomerUsageResolver {
  constructor(private readonly usage: CustomerUsageService) {}

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
    @Arg('filter', () => UsageFilterInput, { nullable: true }) filter: UsageFilterInput | null | undefined,
    @Arg('applyTaxes', () => Boolean, { nullable: true, description: 'Default true.' })
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
    @Arg('applyTaxes', () => Boolean, { nullable: true, description: 'Default true.' })
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
