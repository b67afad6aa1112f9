import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { NestedList } from '../../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { CustomerType } from '../../customers/api/customer.schema.js';
import { PlanType } from '../../plans/plan.schema.js';
import {
  SubscriptionConnection,
  PlanSubscriptionPageArgs,
  type SubscriptionFilterInput,
} from './subscription.schema.js';
import type { SubscriptionQuery, SubscriptionService } from '../reading/subscription.service.js';
import type { Subscription } from '../records/subscription.table.js';

@Resolver(() => CustomerType)
export class CustomerSubscriptionsResolver {
  private readonly ofCustomers = new NestedList<Subscription, SubscriptionQuery>(
    ({ db, actor }, ids, query) => this.service.listByCustomer(db, actor, ids, query),
  );

  constructor(private readonly service: SubscriptionService) {}

  // The method must have the name of the field: declarations of the field are looked up by type and method name.
  @FieldResolver(() => SubscriptionConnection, {
    description: 'Subscriptions of the customer. Only active ones unless the filter says otherwise.',
  })
  @Permission('subscription', 'read')
  async subscriptions(
    @Root() { id: parentId }: { id: string },
    @Ctx() context: Context,
    @Args(() => PlanSubscriptionPageArgs) args: ListArgs<SubscriptionFilterInput>,
  ): Promise<Connection<Subscription>> {
    const query = listQuery(args, context.pageLimits);
    return new SubscriptionConnection(await this.ofCustomers.load(context, parentId, query));
  }
}

@Resolver(() => PlanType)
export class PlanSubscriptionsResolver {
  private readonly ofPlans = new NestedList<Subscription, SubscriptionQuery>(({ db, actor }, ids, query) =>
    this.service.listByPlan(db, actor, ids, query),
  );

  constructor(private readonly service: SubscriptionService) {}

  @FieldResolver(() => SubscriptionConnection, {
    description:
      'Subscriptions to the plan, also those with plan overrides. Only active ones unless the filter says otherwise.',
  })
  @Permission('subscription', 'read')
  async subscriptions(
    @Root() { id: parentId }: { id: string },
    @Ctx() context: Context,
    @Args(() => PlanSubscriptionPageArgs) args: ListArgs<SubscriptionFilterInput>,
  ): Promise<Connection<Subscription>> {
    const query = listQuery(args, context.pageLimits);
    return new SubscriptionConnection(await this.ofPlans.load(context, parentId, query));
  }
}
