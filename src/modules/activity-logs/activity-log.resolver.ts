import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root, Subscription } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { Large } from '../../platform/api/cost.js';
import { defineFinder, defineLoader } from '../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { Permission } from '../../platform/api/access/permissions.js';
import type { SubscriptionOf } from '../../platform/api/subscription-of.js';
import { JsonObject } from '../../platform/api/members/scalars.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { ActivityLog, ActivityLogObjects } from './activity-log.repository.js';
import {
  ActivityLogConnection,
  ActivityLogPageArgs,
  type ActivityLogFilterInput,
  ActivityLogType,
} from './activity-log.schema.js';
import type { ActivityLogService } from './activity-log.service.js';

@Resolver(() => ActivityLogType)
export class ActivityLogResolver {
  private readonly named = defineFinder('activity_log', ({ db, actor }, ids) =>
    this.activityLogs.getMany(db, actor, ids),
  );

  private readonly objects = defineLoader<string, ActivityLogObjects>(
    ({ db, actor }, ids) => this.activityLogs.objectsOf(db, actor, ids),
    () => notFound('activity_log'),
  );

  constructor(private readonly activityLogs: ActivityLogService) {}

  @Query(() => ActivityLogType, {
    description: 'The activity log with this id, if it is in the audit period of the organization.',
  })
  @Permission('activity_log', 'read')
  activityLog(
    @Ctx() context: Context,
    @Arg('activityId', () => ID, { description: 'Id of the log entry.' }) activityId: string,
  ): Promise<ActivityLog> {
    return context.load(this.named, activityId);
  }

  @Query(() => ActivityLogConnection, {
    name: 'activityLogs',
    description: 'Activity logs of the audit period of the organization, most recent first.',
  })
  @Permission('activity_log', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => ActivityLogPageArgs) args: ListArgs<ActivityLogFilterInput>,
  ): Promise<Connection<ActivityLog>> {
    return new ActivityLogConnection(await this.activityLogs.list(db, actor, listQuery(args, pageLimits)));
  }

  @Subscription(() => ActivityLogType, {
    description: 'Each change to an object of the organization, as it is logged.',
    subscribe: ({ args, context }: SubscriptionOf<{ resourceTypes?: readonly string[] | null }>) =>
      context.updates.stream({ topic: 'activity', groups: args.resourceTypes ?? null, ids: null }),
  })
  @Permission('activity_log', 'read')
  organizationActivity(
    @Arg('resourceTypes', () => [String], {
      nullable: true,
      description: 'Only changes of records of one of these types, such as `Invoice`.',
    })
    _resourceTypes: readonly string[] | null,
    @Root() id: string,
    @Ctx() context: Context,
  ): Promise<ActivityLog> {
    return context.load(this.named, id);
  }

  @FieldResolver(() => JsonObject, {
    description:
      'The object as REST shows it, after the change. For deletions, the object before its deletion.',
  })
  @Large()
  async activityObject(
    @Root() { id }: ActivityLog,
    @Ctx() context: Context,
  ): Promise<Record<string, unknown>> {
    return (await context.load(this.objects, id)).activityObject;
  }

  @FieldResolver(() => JsonObject, {
    description:
      'The members of the object that an update has changed, each as a list of its value before and its value ' +
      'after. Empty for all other changes.',
  })
  @Large()
  async activityObjectChanges(
    @Root() { id }: ActivityLog,
    @Ctx() context: Context,
  ): Promise<Record<string, [unknown, unknown]>> {
    return (await context.load(this.objects, id)).activityObjectChanges;
  }
}
