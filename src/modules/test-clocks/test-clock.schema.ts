import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { enumOf } from '../../platform/api/enums.js';
import { DateTime } from '../../platform/api/scalars.js';
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
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => DateTime, { description: 'The current time of its customers.' })
  frozenTime!: Date;

  @Field(() => TestClockStatus)
  status!: TestClock['status'];

  @Field(() => String, { nullable: true, description: 'Why the last advance failed.' })
  failure!: string | null;

  @Field(() => DateTime)
  createdAt!: Date;
}

@InputType({ description: 'A new test clock.' })
export class CreateTestClockInput implements CreateTestClock {
  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => DateTime)
  frozenTime!: Date;
}

@InputType({ description: 'Advances a test clock and runs everything that falls due in between.' })
export class AdvanceTestClockInput {
  @Field(() => ID)
  id!: string;

  @Field(() => DateTime, {
    description: "The time to advance to: later than the clock's current time, by at most ten years.",
  })
  frozenTime!: Date;
}

@InputType({ description: 'Stops a test clock that is advancing.' })
export class CancelTestClockAdvanceInput {
  @Field(() => ID)
  id!: string;
}

@InputType()
export class DeleteTestClockInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class TestClockPayload {
  @Field(() => TestClockType)
  testClock!: TestClockType;
}

@ObjectType()
export class DeleteTestClockPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => TestClockType, { description: 'The deleted test clock. Its customers are deleted with it.' })
  testClock!: TestClockType;
}

export const TestClockConnection = connectionOf(TestClockType, 'TestClock');

export const TestClockPageArgs = pageArgsOf('TestClock', testClockOrders, {
  search: 'Matches part of the name.',
});
