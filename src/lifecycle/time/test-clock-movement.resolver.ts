import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { OwnTransaction } from '../../platform/api/own-transaction.js';
import { Permission } from '../../platform/api/permissions.js';
import {
  AdvanceTestClockInput,
  CancelTestClockAdvanceInput,
  DeleteTestClockInput,
  DeleteTestClockPayload,
  TestClockPayload,
  TestClockType,
} from '../../modules/test-clocks/test-clock.schema.js';
import type { TestClock } from '../../modules/test-clocks/test-clock.table.js';
import type { ClockAdvancer } from './clock-advancer.js';
import type { ClockRemoval } from './clock-removal.js';

@Resolver(() => TestClockType)
export class TestClockMovementResolver {
  constructor(
    private readonly advancer: ClockAdvancer,
    private readonly removal: ClockRemoval,
  ) {}

  @Mutation(() => TestClockPayload, {
    description:
      'Moves a test clock to a later time: everything that falls due until then happens, in order. It answers when ' +
      'that is done, or after 25 seconds with the status `advancing`.',
  })
  @Permission('test_clock', 'write')
  @OwnTransaction({ inSteps: true })
  async advanceTestClock(
    @Ctx() { actor, attempt }: Context,
    @Arg('input', () => AdvanceTestClockInput) input: AdvanceTestClockInput,
  ): Promise<{ testClock: TestClock }> {
    return { testClock: await this.advancer.advance(actor, attempt, input) };
  }

  @Mutation(() => TestClockPayload, {
    description:
      'Stops a test clock that is advancing: it becomes ready at the last time up to which everything is done. A clock ' +
      'that stands still is left as it is.',
  })
  @Permission('test_clock', 'write')
  @OwnTransaction({ inSteps: true })
  async cancelTestClockAdvance(
    @Ctx() { actor, attempt }: Context,
    @Arg('input', () => CancelTestClockAdvanceInput) { id }: CancelTestClockAdvanceInput,
  ): Promise<{ testClock: TestClock }> {
    return { testClock: await this.advancer.cancel(actor, attempt, id) };
  }

  @Mutation(() => DeleteTestClockPayload, {
    description:
      'Deletes a test clock, its customers and everything that they own, for good. A clock that is advancing stops.',
  })
  @Permission('test_clock', 'write')
  async deleteTestClock(
    @Ctx() { tx, actor }: Context,
    @Arg('input', () => DeleteTestClockInput) { id }: DeleteTestClockInput,
  ): Promise<{ deletedId: string; testClock: TestClock }> {
    return { deletedId: id, testClock: await this.removal.remove(tx, actor, id) };
  }
}
