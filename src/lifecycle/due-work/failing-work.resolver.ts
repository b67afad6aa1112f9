import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { defineFinder } from '../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { Permission } from '../../platform/api/access/permissions.js';
import type { DueWork } from './due-work.table.js';
import type { FailingWork } from './failing-work.js';
import { FailingWorkConnection, FailingWorkPageArgs, FailingWorkType } from './failing-work.schema.js';

@Resolver(() => FailingWorkType)
export class FailingWorkResolver {
  private readonly named = defineFinder('failing_work', ({ db, actor }, ids) =>
    this.works.getMany(db, actor, ids),
  );

  constructor(private readonly works: FailingWork) {}

  @Query(() => FailingWorkType, {
    description:
      'The scheduled work with this id, while it keeps failing. Live work only, none on test clocks.',
  })
  @Permission('invoice', 'read')
  failingWork(@Ctx() context: Context, @Arg('id', () => ID) id: string): Promise<DueWork> {
    return context.load(this.named, id);
  }

  @Query(() => FailingWorkConnection, {
    name: 'failingWorks',
    description:
      'Billing and other scheduled work that keeps failing, longest overdue first. Work on test clocks is not ' +
      'listed.',
  })
  @Permission('invoice', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => FailingWorkPageArgs) args: ListArgs,
  ): Promise<Connection<DueWork>> {
    const query = listQuery(args, pageLimits);
    return new FailingWorkConnection(await this.works.list(db, actor.organizationId, query));
  }
}
