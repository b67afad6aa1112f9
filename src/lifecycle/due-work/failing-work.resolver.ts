import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Connection } from '../../platform/api/connection.js';
import type { Context } from '../../platform/api/context.js';
import { PageArgs, pageRequest } from '../../platform/api/page-args.js';
import { Permission } from '../../platform/api/permissions.js';
import type { DueWork } from './due-work.table.js';
import type { FailingWork } from './failing-work.js';
import { FailingWorkConnection, FailingWorkType } from './failing-work.schema.js';

@Resolver(() => FailingWorkType)
export class FailingWorkResolver {
  constructor(private readonly works: FailingWork) {}

  @Query(() => FailingWorkConnection, {
    description:
      'Billing and other scheduled work that keeps failing, longest overdue first. Work on test clocks is not ' +
      'listed.',
  })
  @Permission('invoice', 'read')
  async failingWork(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<Connection<DueWork>> {
    const request = pageRequest(page, pageLimits);
    return new FailingWorkConnection(await this.works.list(db, actor.organizationId, request));
  }
}
