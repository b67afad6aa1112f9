import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { Large } from '../../platform/api/cost.js';
import { defineFinder, defineLoader } from '../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { Json } from '../../platform/api/members/scalars.js';
import { notFound } from '../../platform/errors/app-error.js';
import { parseJson } from '../../platform/text/parse-json.js';
import type { ApiLog, ApiLogBodies } from './api-log.repository.js';
import { ApiLogConnection, type ApiLogFilterInput, ApiLogPageArgs, ApiLogType } from './api-log.schema.js';
import type { ApiLogService } from './api-log.service.js';

const BODY = 'Values of secrets are replaced by `[FILTERED]`. Truncated to the first 64 kB, as text.';

@Resolver(() => ApiLogType)
export class ApiLogResolver {
  private readonly named = defineFinder('api_log', ({ db, actor }, requestIds) =>
    this.apiLogs.getMany(db, actor, requestIds),
  );

  private readonly bodies = defineLoader<string, ApiLogBodies>(
    ({ db, actor }, ids) => this.apiLogs.bodiesOf(db, actor, ids),
    () => notFound('api_log'),
  );

  constructor(private readonly apiLogs: ApiLogService) {}

  @Query(() => ApiLogType, {
    description: 'The newest API log with this request id, if it is in the audit period of the organization.',
  })
  @Permission('api_log', 'read')
  apiLog(
    @Ctx() context: Context,
    @Arg('requestId', () => ID, { description: 'The `X-Request-Id` of the response.' }) requestId: string,
  ): Promise<ApiLog> {
    return context.load(this.named, requestId);
  }

  @Query(() => ApiLogConnection, {
    name: 'apiLogs',
    description: 'API logs of the audit period of the organization, most recent first.',
  })
  @Permission('api_log', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => ApiLogPageArgs) args: ListArgs<ApiLogFilterInput>,
  ): Promise<Connection<ApiLog>> {
    return new ApiLogConnection(await this.apiLogs.list(db, actor, listQuery(args, pageLimits)));
  }

  @FieldResolver(() => Json, {
    nullable: true,
    description: `The body of the request. ${BODY} Null without a JSON body.`,
  })
  @Large()
  async requestBody(@Root() { id }: ApiLog, @Ctx() context: Context): Promise<unknown> {
    return valueOf((await context.load(this.bodies, id)).requestBody);
  }

  @FieldResolver(() => Json, { nullable: true, description: `The body of the response. ${BODY}` })
  @Large()
  async requestResponse(@Root() { id }: ApiLog, @Ctx() context: Context): Promise<unknown> {
    return valueOf((await context.load(this.bodies, id)).requestResponse);
  }
}

function valueOf(json: string | null): unknown {
  return json === null ? null : parseJson(json);
}
