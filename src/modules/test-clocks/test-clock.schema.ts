import { InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { enumOf } from '../../platform/api/enums.js';
import { Id, Instant, Of, Text } from '../../platform/api/fields.js';
import { testClocks, type TestClock } from './test-clock.table.js';
import type { CreateTestClock } from './test-clock.input.js';
import { testClockOrders } from './test-clock.list.js';

export const TestClockStatus = enumOf(testClocks.status.enumValues);
registerEnumType(TestClockStatus, {
  name: 'TestClockStatus',
  description: 'State of a test clock.',
  valuesConfig: {
    advancing: { description: 'The clock is advancing to its target time.' },
    failed: { description: 'Stopped by a failure; it can be advanced again.' },
    ready: { description: 'The clock stands still and can be advanced.' },
  },
});

@ObjectType('TestClock', {
  description: 'A test clock: time stands still for its customers until the clock is advanced.',
})
export class TestClockType {
  @Id() id!: string;
  @Text.orNull() name!: string | null;
  @Instant('The current time of its customers.') frozenTime!: Date;
  @Of(() => TestClockStatus) status!: TestClock['status'];
  @Text.orNull('Why the last advance failed.') failure!: string | null;
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

@InputType({ description: 'Stops a test clock that is advancing.' })
export class CancelTestClockAdvanceInput {
  @Id() id!: string;
}

@InputType()
export class DeleteTestClockInput {
  @Id() id!: string;
}

@ObjectType()
export class TestClockPayload {
  @Of(() => TestClockType) testClock!: TestClockType;
}

@ObjectType()
export class DeleteTestClockPayload {
  @Id() deletedId!: string;
  @Of(() => TestClockType, 'The deleted test clock. Its customers are deleted with it.')
  testClock!: TestClockType;
}

export const TestClockConnection = connectionOf(TestClockType, 'TestClock');

export const TestClockPageArgs = pageArgsOf('TestClock', testClockOrders, {
  search: 'Matches part of the name.',
});
