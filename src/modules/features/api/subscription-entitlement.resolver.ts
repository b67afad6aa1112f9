import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { Large } from '../../../platform/api/cost.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { defineRowLoader } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { JsonObject } from '../../../platform/api/members/scalars.js';
import { SubscriptionStatus, SubscriptionType } from '../../subscriptions/api/subscription.schema.js';
import type { Subscription } from '../../subscriptions/records/subscription.table.js';
import type { PrivilegeValues } from '../records/entitlement.table.js';
import {
  RemoveSubscriptionEntitlementInput,
  RemoveSubscriptionEntitlementPrivilegeInput,
  SetSubscriptionEntitlementInput,
  SubscriptionEntitlementConnection,
  SubscriptionEntitlementPageArgs,
  SubscriptionEntitlementPayload,
  SubscriptionEntitlementsPayload,
  SubscriptionEntitlementType,
  SubscriptionPrivilegeType,
} from './entitlement.schema.js';
import { type FeatureRelations, privilegeMembers } from '../catalog/feature-relations.js';
import type {
  ListedEntitlement,
  SubscriptionEntitlement,
} from '../subscriptions/subscription-entitlement.list.js';
import { subscribedPrivileges } from '../subscriptions/subscription-entitlement.rules.js';
import type { SubscriptionEntitlementService } from '../subscriptions/subscription-entitlement.service.js';

@Resolver(() => SubscriptionEntitlementType)
export class SubscriptionEntitlementResolver {
  constructor(
    private readonly entitlements: SubscriptionEntitlementService,
    private readonly relations: FeatureRelations,
  ) {}

  @Query(() => SubscriptionEntitlementType, {
    description: 'A feature that a subscription entitles to, by its code.',
  })
  @Permission('subscription', 'read')
  subscriptionEntitlement(
    @Ctx() { db, actor }: Context,
    @Arg('externalId', () => String) externalId: string,
    @Arg('featureCode', () => String, { description: 'Code of the feature.' }) featureCode: string,
    @Arg('status', () => SubscriptionStatus, {
      nullable: true,
      description: 'Status of the subscription with the external id. Default `active`.',
    })
    status?: Subscription['status'] | null,
  ): Promise<SubscriptionEntitlement> {
    return this.entitlements.get(db, actor, { externalId, featureCode, status: status ?? null });
  }

  @Query(() => SubscriptionEntitlementConnection, {
    description:
      'The features that a subscription entitles to: those of its plan, then its own, in the order in which they were added.',
  })
  @Permission('subscription', 'read')
  async subscriptionEntitlements(
    @Ctx() { db, actor, pageLimits }: Context,
    @Arg('externalId', () => String) externalId: string,
    @Args(() => SubscriptionEntitlementPageArgs) args: ListArgs,
    @Arg('status', () => SubscriptionStatus, {
      nullable: true,
      description: 'Status of the subscription with the external id. Default `active`.',
    })
    status?: Subscription['status'] | null,
  ): Promise<Connection<ListedEntitlement>> {
    const query = listQuery(args, pageLimits);
    const name = { externalId, status: status ?? null };
    return new SubscriptionEntitlementConnection(await this.entitlements.list(db, actor, name, query));
  }

  @Mutation(() => SubscriptionEntitlementsPayload, {
    description:
      'Adds features to one subscription, and sets values of their privileges. A value that equals that of the plan removes the override; features and privileges that were removed from the subscription are granted again. Those that the input omits do not change.',
  })
  @Permission('subscription', 'write')
  @FailsWith({
    notFound: ['subscription', 'feature', 'privilege'],
    notAllowed: ['test_clock_advancing'],
    fields: ['value_is_invalid', 'value_not_in_select_options', 'invalid_count'],
  })
  async setSubscriptionEntitlement(
    @Ctx() context: Context,
    @Arg('input', () => SetSubscriptionEntitlementInput, {
      description: 'The subscription, and the features to add or change.',
    })
    input: SetSubscriptionEntitlementInput,
  ): Promise<{ entitlements: SubscriptionEntitlement[] }> {
    return { entitlements: await this.entitlements.merge(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => SubscriptionEntitlementPayload, {
    description:
      'Removes a feature from one subscription, also if its plan grants it. Returns the entitlement as it was.',
  })
  @Permission('subscription', 'write')
  @FailsWith({ notFound: ['subscription', 'feature'], notAllowed: ['test_clock_advancing'] })
  async removeSubscriptionEntitlement(
    @Ctx() context: Context,
    @Arg('input', () => RemoveSubscriptionEntitlementInput, {
      description: 'The subscription, and the feature to remove.',
    })
    input: RemoveSubscriptionEntitlementInput,
  ): Promise<{ entitlement: SubscriptionEntitlement }> {
    return { entitlement: await this.entitlements.remove(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => SubscriptionEntitlementPayload, {
    description:
      'Removes a privilege from one subscription, also if its plan gives it a value. Returns the entitlement as it is afterwards.',
  })
  @Permission('subscription', 'write')
  @FailsWith({ notFound: ['subscription', 'feature', 'privilege'], notAllowed: ['test_clock_advancing'] })
  async removeSubscriptionEntitlementPrivilege(
    @Ctx() context: Context,
    @Arg('input', () => RemoveSubscriptionEntitlementPrivilegeInput, {
      description: 'The subscription, the feature, and the privilege whose value is removed.',
    })
    input: RemoveSubscriptionEntitlementPrivilegeInput,
  ): Promise<{ entitlement: SubscriptionEntitlement }> {
    return {
      entitlement: await this.entitlements.removePrivilege(context.beginWrite(), context.actor, input),
    };
  }

  @FieldResolver(() => [SubscriptionPrivilegeType], {
    description: 'The privileges with a value, in order of creation.',
  })
  async privileges(
    @Root() entitlement: SubscriptionEntitlement,
    @Ctx() context: Context,
  ): Promise<SubscriptionPrivilegeType[]> {
    const privileges = await context.load(this.relations.privileges, entitlement.id);
    return subscribedPrivileges(privileges, entitlement).map(({ privilege, ...values }) => ({
      ...privilegeMembers(privilege),
      ...values,
    }));
  }

  @FieldResolver(() => JsonObject, {
    description: 'The values of the subscription itself, by the code of the privilege.',
  })
  overrides(@Root() { own }: SubscriptionEntitlement): PrivilegeValues {
    return own.values;
  }
}

/** Adds the field `entitlements` to subscriptions. */
@Resolver(() => SubscriptionType)
export class SubscriptionEntitlementsResolver {
  private readonly bySubscription = defineRowLoader<Subscription, SubscriptionEntitlement[]>(
    ({ db, actor }, subscriptions) => this.service.ofSubscriptions(db, actor, subscriptions),
    () => [],
  );

  constructor(private readonly service: SubscriptionEntitlementService) {}

  // The method must have the name of the field: declarations of the field are looked up by type and method name.
  @FieldResolver(() => [SubscriptionEntitlementType], {
    description: 'The features that the subscription entitles to: those of its plan, then its own.',
  })
  @Large()
  entitlements(
    @Root() subscription: Subscription,
    @Ctx() context: Context,
  ): Promise<SubscriptionEntitlement[]> {
    return context.load(this.bySubscription, subscription);
  }
}
