import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { OwnTransaction } from '../../platform/api/own-transaction.js';
import { FailsWith } from '../../platform/api/failures.js';
import { Permission } from '../../platform/api/access/permissions.js';
import { type IdInput } from '../../platform/api/members/shapes.js';
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
      'Advances a test clock to a later time and runs everything that falls due until then, in order. Answers ' +
      'when that is done, or after 25 seconds with the status `advancing`.',
  })
  @Permission('test_clock', 'write')
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notFound: ['test clock'], notAllowed: ['test_clock_advancing'], fields: ['value_is_invalid'] })
  async advanceTestClock(
    @Ctx() { actor, attempt }: Context,
    @Arg('input', () => AdvanceTestClockInput, {
      description: 'The test clock to advance, and its new time.',
    })
    input: AdvanceTestClockInput,
  ): Promise<{ testClock: TestClock }> {
    return { testClock: await this.advancer.advance(actor, attempt, input) };
  }

  @Mutation(() => TestClockPayload, {
    description:
      'Stops a test clock that is advancing. It becomes ready at the last time up to which all work is done. A ' +
      'clock that is not advancing is left unchanged.',
  })
  @Permission('test_clock', 'write')
  @OwnTransaction({ inSteps: true })
  @FailsWith({ notFound: ['test clock'] })
  async cancelTestClockAdvance(
    @Ctx() { actor, attempt }: Context,
    @Arg('input', () => CancelTestClockAdvanceInput, { description: 'The test clock to stop.' })
    { id }: IdInput,
  ): Promise<{ testClock: TestClock }> {
    return { testClock: await this.advancer.cancel(actor, attempt, id) };
  }

  @Mutation(() => DeleteTestClockPayload, {
    description:
      'Permanently deletes a test clock, its customers and everything that belongs to them. A clock that is ' +
      'advancing is stopped.',
  })
  @Permission('test_clock', 'write')
  @FailsWith({ notFound: ['test clock'], notAllowed: ['test_clock_advancing'] })
  async deleteTestClock(
    @Ctx() context: Context,
    @Arg('input', () => DeleteTestClockInput) { id }: IdInput,
  ): Promise<{ deletedId: string; testClock: TestClock }> {
    return { deletedId: id, testClock: await this.removal.remove(context.beginWrite(), context.actor, id) };
  }
}
