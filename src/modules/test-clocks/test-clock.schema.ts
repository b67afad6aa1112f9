import { InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { enumOf } from '../../platform/api/members/enums.js';
import { Id, Instant, Of, Text } from '../../platform/api/members/fields.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../platform/api/members/shapes.js';
import { testClocks, type TestClock } from './test-clock.table.js';
import type { CreateTestClock } from './test-clock.input.js';
import { testClockOrders } from './test-clock.list.js';

export const TestClockStatus = enumOf(
  testClocks.status.enumValues,
  'TestClockStatus',
  'State of a test clock.',
  {
    advancing: 'The clock is advancing to its target time.',
    failed: 'Stopped by a failure; it can be advanced again.',
    ready: 'The clock stands still and can be advanced.',
  },
);

@ObjectType('TestClock', {
  description: 'A test clock: time stands still for its customers until the clock is advanced.',
})
export class TestClockType {
  @Id() id!: string;
  @Text.orNull() name!: string | null;
  @Instant('The current time of its customers.') frozenTime!: Date;
  @Of(
    () => TestClockStatus,
    'Ready while time stands still, advancing while work is done, failed if an advance stopped early.',
  )
  status!: TestClock['status'];
  @Text.orNull('Why the last advance failed; null if it did not.') failure!: string | null;
  @Instant() createdAt!: Date;
}

@InputType({ description: 'A new test clock.' })
export class CreateTestClockInput implements CreateTestClock {
  @Text.orNull() name?: string | null;
  @Instant() frozenTime!: Date;
}

@InputType({ description: 'Advances a test clock and runs everything that falls due in between.' })
export class AdvanceTestClockInput {
  @Id() id!: string;
  @Instant("The time to advance to: later than the clock's current time, by at most ten years.")
  frozenTime!: Date;
}

export const CancelTestClockAdvanceInput = idInput('CancelTestClockAdvanceInput', {
  description: 'Stops a test clock that is advancing.',
});
export const DeleteTestClockInput = idInput('DeleteTestClockInput');
export const TestClockPayload = payloadOf('TestClockPayload', 'testClock', () => TestClockType);
export const DeleteTestClockPayload = deletedPayloadOf(
  'DeleteTestClockPayload',
  'testClock',
  () => TestClockType,
  'The deleted test clock. Its customers are deleted with it.',
);

export const TestClockConnection = connectionOf(TestClockType, 'TestClock');

export const TestClockPageArgs = pageArgsOf('TestClock', testClockOrders, {
  search: 'Matches part of the name.',
});
