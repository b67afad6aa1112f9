import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { defineFinder } from '../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { type SecurityLogType, typeOfEvent } from './security-event.js';
import {
  SecurityLogConnection,
  SecurityLogEntryType,
  type SecurityLogFilterInput,
  SecurityLogPageArgs,
  SecurityLogTypeEnum,
} from './security-log.schema.js';
import type { SecurityLogService } from './security-log.service.js';
import type { SecurityLogEntry } from './security-log.table.js';

const DAYS = 'of the last 90 days';

@Resolver(() => SecurityLogEntryType)
export class SecurityLogResolver {
  private readonly named = defineFinder('security_log', ({ db, actor }, ids) =>
    this.securityLogs.getMany(db, actor, ids),
  );

  constructor(private readonly securityLogs: SecurityLogService) {}

  @Query(() => SecurityLogEntryType, {
    description: `The security log ${DAYS} with this id. \`forbidden\` if the organization has no security log.`,
  })
  @Permission('security_log', 'read')
  securityLog(
    @Ctx() context: Context,
    @Arg('logId', () => ID, { description: 'Id of the log entry.' }) logId: string,
  ): Promise<SecurityLogEntry> {
    return context.load(this.named, logId);
  }

  @Query(() => SecurityLogConnection, {
    name: 'securityLogs',
    description: `Security logs ${DAYS}, most recent first. \`forbidden\` if the organization has no security log.`,
  })
  @Permission('security_log', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => SecurityLogPageArgs) args: ListArgs<SecurityLogFilterInput>,
  ): Promise<Connection<SecurityLogEntry>> {
    return new SecurityLogConnection(await this.securityLogs.list(db, actor, listQuery(args, pageLimits)));
  }

  @FieldResolver(() => SecurityLogTypeEnum, { description: 'The kind of record that the event is about.' })
  logType(@Root() { logEvent }: SecurityLogEntry): SecurityLogType {
    return typeOfEvent(logEvent);
  }
}
