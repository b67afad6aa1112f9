import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { enumOf } from '../../platform/api/enums.js';
import { DateTime } from '../../platform/api/scalars.js';
import { testClocks, type TestClock } from './test-clock.table.js';
import type { CreateTestClock } from './test-clock.input.js';

export const TestClockStatus = enumOf(testClocks.status.enumValues);
registerEnumType(TestClockStatus, {
  name: 'TestClockStatus',
  description: 'Ready to be moved, on its way, or stopped by a failure on its way.',
});

@ObjectType('TestClock', {
  description: 'Holds time still for the customers attached to it, and moves it forward on demand.',
})
export class TestClockType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => DateTime, { description: 'The instant at which its customers live.' })
  frozenTime!: Date;

  @Field(() => TestClockStatus)
  status!: TestClock['status'];

  @Field(() => String, { nullable: true, description: 'Why the last advance stopped on its way.' })
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

@InputType({ description: 'Moves a test clock; everything that falls due until then happens.' })
export class AdvanceTestClockInput {
  @Field(() => ID)
  id!: string;

  @Field(() => DateTime, {
    description: 'The time to move to: later than where the clock stands, and at most ten years later.',
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

  @Field(() => TestClockType, { description: 'The clock as it was; its customers are gone with it.' })
  testClock!: TestClockType;
}

export const TestClockConnection = connectionOf(TestClockType, 'TestClock');
