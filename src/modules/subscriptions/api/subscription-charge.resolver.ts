import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { NestedList } from '../../../platform/api/lists/nested-list.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import type { ListQuery } from '../../../platform/paging/page.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import {
  ChargeFilterConnection,
  ChargeFilterPageArgs,
  ChargeFilterPayload,
} from '../../plans/charges/filters/charge-filter.schema.js';
import { ChargeConnection, ChargePageArgs } from '../../plans/charges/charge.schema.js';
import type { ChargeService, FilterOfCharge } from '../../plans/charges/charge.service.js';
import type { Charge } from '../../plans/charges/charge.table.js';
import {
  CreateSubscriptionChargeFilterInput,
  DeleteSubscriptionChargeFilterInput,
  DeleteSubscriptionChargeFilterPayload,
  OverrideSubscriptionChargeInput,
  SubscriptionChargeFilterType,
  SubscriptionChargeType,
  UpdateSubscriptionChargeFilterInput,
} from './subscription-charge.schema.js';
import type { SubscriptionChargeService } from '../own-plans/subscription-charge.service.js';
import { NamedSubscriptionArgs, SubscriptionType } from './subscription.schema.js';
import type { SubscriptionContexts } from '../reading/subscription-contexts.service.js';
import type { Subscription } from '../records/subscription.table.js';

interface Needs {
  readonly subscriptionContexts: SubscriptionContexts;
  readonly subscriptionCharges: SubscriptionChargeService;
}

@Resolver(() => SubscriptionChargeType)
export class SubscriptionChargeResolver {
  constructor(private readonly needs: Needs) {}

  @Query(() => SubscriptionChargeType, {
    description: 'A charge that applies to a subscription, by its code.',
  })
  @Permission('subscription', 'read')
  async subscriptionCharge(
    @Ctx() context: Context,
    @Args(() => NamedSubscriptionArgs) named: NamedSubscriptionArgs,
    @Arg('code', () => String) code: string,
  ): Promise<SubscribedCharge> {
    const { db, actor } = context;
    const subscribed = await this.needs.subscriptionContexts.getNamed(db, actor, named);
    const charge = await this.needs.subscriptionCharges.get(db, actor, subscribed, code);
    return shown(subscribed.subscription.id, charge);
  }

  @Query(() => ChargeConnection, {
    description: 'Charges that apply to a subscription, newest first.',
  })
  @Permission('subscription', 'read')
  async subscriptionCharges(
    @Ctx() context: Context,
    @Args(() => NamedSubscriptionArgs) named: NamedSubscriptionArgs,
    @Args(() => ChargePageArgs) args: ListArgs,
  ): Promise<Connection<Charge>> {
    const { db, actor, pageLimits } = context;
    const subscribed = await this.needs.subscriptionContexts.getNamed(db, actor, named);
    const query = listQuery(args, pageLimits);
    return new ChargeConnection(await this.needs.subscriptionCharges.list(db, actor, subscribed, query));
  }

  @Query(() => SubscriptionChargeFilterType, {
    description: 'A filter of a charge that applies to a subscription.',
  })
  @Permission('subscription', 'read')
  async subscriptionChargeFilter(
    @Ctx() context: Context,
    @Args(() => NamedSubscriptionArgs) named: NamedSubscriptionArgs,
    @Arg('chargeCode', () => String) code: string,
    @Arg('id', () => ID) id: string,
  ): Promise<object> {
    const { db, actor } = context;
    const subscribed = await this.needs.subscriptionContexts.getNamed(db, actor, named);
    const filter = await this.needs.subscriptionCharges.getFilter(db, actor, subscribed, { code, id });
    const { chargeModel } = filter.charge;
    const subscriptionId = subscribed.subscription.id;
    return { subscriptionId, filterId: filter.id, chargeModel, chargeFilter: filter };
  }

  @Query(() => ChargeFilterConnection, {
    description: 'Filters of a charge that applies to a subscription, newest first.',
  })
  @Permission('subscription', 'read')
  async subscriptionChargeFilters(
    @Ctx() context: Context,
    @Args(() => NamedSubscriptionArgs) named: NamedSubscriptionArgs,
    @Arg('chargeCode', () => String) code: string,
    @Args(() => ChargeFilterPageArgs) args: ListArgs,
  ): Promise<Connection<FilterOfCharge>> {
    const { db, actor, pageLimits } = context;
    const subscribed = await this.needs.subscriptionContexts.getNamed(db, actor, named);
    const query = listQuery(args, pageLimits);
    return new ChargeFilterConnection(
      await this.needs.subscriptionCharges.listFilters(db, actor, subscribed, { code, query }),
    );
  }

  @Mutation(() => SubscriptionChargeType, { description: 'Overrides a charge for one subscription.' })
  @Permission('subscription', 'write')
  @FailsWith({ notFound: ['subscription', 'charge'], fields: ['invalid_amount', 'subscription_incomplete'] })
  async overrideSubscriptionCharge(
    @Ctx() context: Context,
    @Arg('input', () => OverrideSubscriptionChargeInput, {
      description: 'The subscription, the charge to override, and its values for the subscription.',
    })
    input: OverrideSubscriptionChargeInput,
  ): Promise<SubscribedCharge> {
    const charge = await this.needs.subscriptionCharges.override(context.beginWrite(), context.actor, input);
    return shown(input.subscriptionId, charge);
  }

  @Mutation(() => ChargeFilterPayload, { description: 'Adds a filter to a charge for one subscription.' })
  @Permission('subscription', 'write')
  @FailsWith({ notFound: ['charge'], fields: ['value_already_exist', 'value_is_invalid'] })
  async createSubscriptionChargeFilter(
    @Ctx() context: Context,
    @Arg('input', () => CreateSubscriptionChargeFilterInput) input: CreateSubscriptionChargeFilterInput,
  ): Promise<{ chargeFilter: FilterOfCharge }> {
    return {
      chargeFilter: await this.needs.subscriptionCharges.createFilter(
        context.beginWrite(),
        context.actor,
        input,
      ),
    };
  }

  @Mutation(() => ChargeFilterPayload, { description: 'Updates a filter for one subscription.' })
  @Permission('subscription', 'write')
  @FailsWith({ notFound: ['charge filter'], fields: ['value_already_exist', 'value_is_invalid'] })
  async updateSubscriptionChargeFilter(
    @Ctx() context: Context,
    @Arg('input', () => UpdateSubscriptionChargeFilterInput) input: UpdateSubscriptionChargeFilterInput,
  ): Promise<{ chargeFilter: FilterOfCharge }> {
    return {
      chargeFilter: await this.needs.subscriptionCharges.updateFilter(
        context.beginWrite(),
        context.actor,
        input,
      ),
    };
  }

  @Mutation(() => DeleteSubscriptionChargeFilterPayload, {
    description: 'Removes a filter from a charge for one subscription.',
  })
  @Permission('subscription', 'write')
  @FailsWith({ notFound: ['charge filter'] })
  async deleteSubscriptionChargeFilter(
    @Ctx() context: Context,
    @Arg('input', () => DeleteSubscriptionChargeFilterInput) input: DeleteSubscriptionChargeFilterInput,
  ): Promise<{ deletedId: string; chargeFilter: FilterOfCharge }> {
    const chargeFilter = await this.needs.subscriptionCharges.deleteFilter(
      context.beginWrite(),
      context.actor,
      input,
    );
    return { deletedId: input.id, chargeFilter };
  }
}

interface SubscribedCharge {
  readonly subscriptionId: string;
  readonly chargeId: string;
  readonly chargeModel: Charge['chargeModel'];
  readonly charge: Charge;
}

function shown(subscriptionId: string, charge: Charge): SubscribedCharge {
  return { subscriptionId, chargeId: charge.id, chargeModel: charge.chargeModel, charge };
}

/** Adds the field `charges` to subscriptions. */
@Resolver(() => SubscriptionType)
export class SubscriptionChargesResolver {
  private readonly ofPlans = new NestedList<Charge, ListQuery>(({ db, actor }, planIds, query) =>
    this.service.listByPlan(db, actor, planIds, query),
  );

  constructor(private readonly service: ChargeService) {}

  // The method must have the name of the field: declarations of the field are looked up by type and method name.
  @FieldResolver(() => ChargeConnection, {
    description: 'The charges that apply to the subscription, newest first.',
  })
  async charges(
    @Root() { planId: parentId }: Subscription,
    @Ctx() context: Context,
    @Args(() => ChargePageArgs) args: ListArgs,
  ): Promise<Connection<Charge>> {
    const query = listQuery(args, context.pageLimits);
    return new ChargeConnection(await this.ofPlans.load(context, parentId, query));
  }
}
