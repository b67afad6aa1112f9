import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Connection } from '../../platform/api/lists/page-connection.js';
import type { Context } from '../../platform/api/context.js';
import { type ListArgs, listQuery } from '../../platform/api/lists/page-args.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import {
  CreateTestClockInput,
  TestClockConnection,
  TestClockPageArgs,
  TestClockPayload,
  TestClockType,
} from './test-clock.schema.js';
import type { TestClockService } from './test-clock.service.js';
import type { TestClock } from './test-clock.table.js';

@Resolver(() => TestClockType)
export class TestClockResolver {
  constructor(private readonly testClocks: TestClockService) {}

  @Query(() => TestClockType, { description: 'The test clock with this id.' })
  @Permission('test_clock', 'read')
  testClock(@Ctx() { db, actor }: Context, @Arg('id', () => ID) id: string): Promise<TestClock> {
    return this.testClocks.get(db, actor, id);
  }

  @Query(() => TestClockConnection, { name: 'testClocks', description: 'The test clocks, newest first.' })
  @Permission('test_clock', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Args(() => TestClockPageArgs) args: ListArgs,
  ): Promise<Connection<TestClock>> {
    return new TestClockConnection(await this.testClocks.list(db, actor, listQuery(args, pageLimits)));
  }

  @Mutation(() => TestClockPayload, { description: 'Creates a test clock.' })
  @Permission('test_clock', 'write')
  @FailsWith({ fields: ['invalid_date'] })
  async createTestClock(
    @Ctx() context: Context,
    @Arg('input', () => CreateTestClockInput) input: CreateTestClockInput,
  ): Promise<{ testClock: TestClock }> {
    return { testClock: await this.testClocks.create(context.beginWrite(), context.actor, input) };
  }
}
