import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import {
  FixedChargeConnection,
  FixedChargePageArgs,
} from '../../modules/plans/fixed-charges/fixed-charge.schema.js';
import type { FixedCharge } from '../../modules/plans/fixed-charges/fixed-charge.table.js';
import {
  OverrideSubscriptionFixedChargeInput,
  SubscriptionFixedChargeType,
} from '../../modules/subscriptions/api/fixed-charge-units.schema.js';
import type { FixedChargeUnitsService } from '../../modules/subscriptions/units/fixed-charge-units.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';
import { NamedSubscriptionArgs } from '../../modules/subscriptions/api/subscription.schema.js';
import type { SubscriptionContexts } from '../../modules/subscriptions/reading/subscription-contexts.service.js';
import type { FixedChargeBilling } from '../occasions/fixed-charge-billing.js';

@Resolver(() => SubscriptionFixedChargeType)
export class SubscriptionFixedChargeResolver {
  constructor(
    private readonly services: {
      readonly subscriptionContexts: SubscriptionContexts;
      readonly fixedChargeUnits: FixedChargeUnitsService;
      readonly fixedChargeBilling: FixedChargeBilling;
    },
  ) {}

  @Query(() => SubscriptionFixedChargeType, {
    description: "A fixed charge of a subscription's plan, by its code.",
  })
  @Permission('subscription', 'read')
  async subscriptionFixedCharge(
    @Ctx() context: Context,
    @Args(() => NamedSubscriptionArgs) named: NamedSubscriptionArgs,
    @Arg('code', () => String) code: string,
  ): Promise<SubscriptionFixedCharge> {
    const { db, actor } = context;
    const subscribed = await this.services.subscriptionContexts.getNamed(db, actor, named);
    return shown(subscribed, await this.services.fixedChargeUnits.get(db, actor, subscribed, code));
  }

  @Query(() => FixedChargeConnection, {
    description: "Fixed charges of a subscription's plan with the subscription's units, newest first.",
  })
  @Permission('subscription', 'read')
  async subscriptionFixedCharges(
    @Ctx() context: Context,
    @Args(() => NamedSubscriptionArgs) named: NamedSubscriptionArgs,
    @Args(() => FixedChargePageArgs) args: ListArgs,
  ): Promise<Connection<FixedCharge>> {
    const { db, actor, pageLimits } = context;
    const subscribed = await this.services.subscriptionContexts.getNamed(db, actor, named);
    const query = listQuery(args, pageLimits);
    return new FixedChargeConnection(await this.services.fixedChargeUnits.list(db, actor, subscribed, query));
  }

  @Mutation(() => SubscriptionFixedChargeType, {
    description:
      'Overrides a fixed charge for one subscription. Additional units that are billed in advance are invoiced ' +
      'immediately.',
  })
  @Permission('subscription', 'write')
  @FailsWith({
    notFound: ['fixed charge'],
    forbidden: ['cannot_override_charge_model'],
    fields: ['subscription_incomplete'],
  })
  async overrideSubscriptionFixedCharge(
    @Ctx() context: Context,
    @Arg('input', () => OverrideSubscriptionFixedChargeInput, {
      description: 'The subscription, the fixed charge to override, and its values for the subscription.',
    })
    input: OverrideSubscriptionFixedChargeInput,
  ): Promise<SubscriptionFixedCharge> {
    const subscribed = await this.services.fixedChargeBilling.override(
      context.beginWrite(),
      context.actor,
      input,
    );
    return shown(subscribed.context, subscribed.fixedCharge);
  }
}

interface SubscriptionFixedCharge {
  readonly subscriptionId: string;
  readonly fixedChargeId: string;
  readonly fixedCharge: FixedCharge;
}

function shown({ subscription }: SubscriptionContext, fixedCharge: FixedCharge): SubscriptionFixedCharge {
  return { subscriptionId: subscription.id, fixedChargeId: fixedCharge.id, fixedCharge };
}
