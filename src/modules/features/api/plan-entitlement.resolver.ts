import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import { RestOnly } from '../../../platform/api/members/surfaces.js';
import { PlanType } from '../../plans/plan.schema.js';
import type { Plan } from '../../plans/plan.table.js';
import { valueIn } from '../records/entitlement.rules.js';
import {
  PlanEntitlementConnection,
  PlanEntitlementPageArgs,
  PlanEntitlementPayload,
  PlanEntitlementsInput,
  PlanEntitlementsPayload,
  PlanEntitlementType,
  PlanPrivilegeType,
  RemovePlanEntitlementInput,
  RemovePlanEntitlementPrivilegeInput,
} from './entitlement.schema.js';
import { type FeatureRelations, privilegeMembers } from '../catalog/feature-relations.js';
import type { PlanEntitlement } from '../plans/plan-entitlement.list.js';
import type { PlanEntitlementService } from '../plans/plan-entitlement.service.js';

const NAMED_FAILURES = {
  notFound: ['plan', 'feature', 'privilege'],
  fields: ['value_is_invalid', 'value_not_in_select_options', 'invalid_count', 'value_is_too_large'],
} as const;

@Resolver(() => PlanEntitlementType)
export class PlanEntitlementResolver {
  constructor(
    private readonly entitlements: PlanEntitlementService,
    private readonly relations: FeatureRelations,
  ) {}

  @Query(() => PlanEntitlementType, { description: 'A feature that a plan grants, by the codes of both.' })
  @Permission('plan', 'read')
  planEntitlement(
    @Ctx() { db, actor }: Context,
    @Arg('planCode', () => String) planCode: string,
    @Arg('featureCode', () => String, { description: 'Code of the feature.' }) featureCode: string,
  ): Promise<PlanEntitlement> {
    return this.entitlements.get(db, actor, { planCode, featureCode });
  }

  @Query(() => PlanEntitlementConnection, {
    description: 'The features that a plan grants, in the order in which they were added.',
  })
  @Permission('plan', 'read')
  async planEntitlements(
    @Ctx() { db, actor, pageLimits }: Context,
    @Arg('planCode', () => String) planCode: string,
    @Args(() => PlanEntitlementPageArgs) args: ListArgs,
  ): Promise<Connection<PlanEntitlement>> {
    const query = listQuery(args, pageLimits);
    return new PlanEntitlementConnection(await this.entitlements.list(db, actor, planCode, query));
  }

  @Mutation(() => PlanEntitlementsPayload, {
    description:
      'Replaces the features that a plan grants. Features that the input omits are removed. A feature with values gets exactly these; a feature without values keeps those that it has.',
  })
  @Permission('plan', 'write')
  @FailsWith(NAMED_FAILURES)
  async replacePlanEntitlements(
    @Ctx() context: Context,
    @Arg('input', () => PlanEntitlementsInput, {
      description: 'The plan, and all features that it grants from now on.',
    })
    input: PlanEntitlementsInput,
  ): Promise<{ entitlements: PlanEntitlement[] }> {
    return { entitlements: await this.entitlements.replace(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => PlanEntitlementsPayload, {
    description:
      'Adds features to a plan, and sets values of their privileges. Features and privileges that the input omits do not change.',
  })
  @Permission('plan', 'write')
  @FailsWith(NAMED_FAILURES)
  async setPlanEntitlement(
    @Ctx() context: Context,
    @Arg('input', () => PlanEntitlementsInput, {
      description: 'The plan, and the features to add or change.',
    })
    input: PlanEntitlementsInput,
  ): Promise<{ entitlements: PlanEntitlement[] }> {
    return { entitlements: await this.entitlements.merge(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => PlanEntitlementPayload, {
    description: 'Removes a feature from a plan. Returns the entitlement as it was.',
  })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['plan', 'entitlement'] })
  async removePlanEntitlement(
    @Ctx() context: Context,
    @Arg('input', () => RemovePlanEntitlementInput, { description: 'The plan, and the feature to remove.' })
    input: RemovePlanEntitlementInput,
  ): Promise<{ entitlement: PlanEntitlement }> {
    return { entitlement: await this.entitlements.remove(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => PlanEntitlementPayload, {
    description: 'Removes the value of a privilege from a plan. Returns the entitlement as it is afterwards.',
  })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['plan', 'entitlement', 'privilege'] })
  async removePlanEntitlementPrivilege(
    @Ctx() context: Context,
    @Arg('input', () => RemovePlanEntitlementPrivilegeInput, {
      description: 'The plan, the feature, and the privilege whose value is removed.',
    })
    input: RemovePlanEntitlementPrivilegeInput,
  ): Promise<{ entitlement: PlanEntitlement }> {
    return {
      entitlement: await this.entitlements.removePrivilege(context.beginWrite(), context.actor, input),
    };
  }

  @FieldResolver(() => String, { description: 'Code of the feature.' })
  code(@Root() { feature }: PlanEntitlement): string {
    return feature.code;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Name of the feature.' })
  name(@Root() { feature }: PlanEntitlement): string | null {
    return feature.name;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Description of the feature.' })
  description(@Root() { feature }: PlanEntitlement): string | null {
    return feature.description;
  }

  @FieldResolver(() => [PlanPrivilegeType], {
    description: 'The privileges to which the plan gives a value, in order of creation.',
  })
  async privileges(
    @Root() { feature, values }: PlanEntitlement,
    @Ctx() context: Context,
  ): Promise<PlanPrivilegeType[]> {
    const privileges = await context.load(this.relations.privileges, feature.id);
    return privileges.flatMap((privilege) => {
      const value = valueIn(values, privilege.code);
      return value === null ? [] : [{ ...privilegeMembers(privilege), value }];
    });
  }

  @FieldResolver(() => PlanEntitlementType, {
    description: 'The entitlement itself: within a plan, REST has each in an object.',
  })
  @RestOnly()
  itself(@Root() entitlement: PlanEntitlement): PlanEntitlement {
    return entitlement;
  }
}

/** Adds the field `entitlements` to plans. */
@Resolver(() => PlanType)
export class PlanEntitlementsResolver {
  private readonly bySoldPlan = defineLoader<string, PlanEntitlement[]>(
    ({ db, actor }, ids) => this.service.ofPlans(db, actor, ids),
    () => [],
  );

  constructor(private readonly service: PlanEntitlementService) {}

  // The method must have the name of the field: declarations of the field are looked up by type and method name.
  @FieldResolver(() => [PlanEntitlementType], {
    description:
      'The features that the plan grants, in the order in which they were added. Those of a plan override are those of ' +
      'its parent.',
  })
  entitlements(@Root() { id, parentId }: Plan, @Ctx() context: Context): Promise<PlanEntitlement[]> {
    return context.load(this.bySoldPlan, parentId ?? id);
  }
}
