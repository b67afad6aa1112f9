import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Flag, Id } from '../../../platform/api/members/fields.js';
import type { TestFilter, TestParameters } from '../records/test-filter.js';

/** Filters that lists of what customers own share. Source: extensions.md §1. */
@InputType()
export abstract class TestFilterInput implements TestFilter {
  @Flag.orNull('True: only of customers on test clocks. False: only of live customers. Both if omitted.')
  test?: boolean | null;
  @Id.orNull('Only of the customers of this test clock.') testClockId?: string | null;
}

/** The argument of a report that adds what is not in the books. Source: analytics.md §1. */
export function IncludeTest(): PropertyDecorator {
  return Field(() => Boolean, {
    nullable: true,
    description: 'True: also counts customers on test clocks. They are not counted otherwise.',
  });
}

/** The argument of a report that counts one test clock alone. Source: analytics.md §1. */
export function OfTestClock(): PropertyDecorator {
  return Field(() => ID, {
    nullable: true,
    description: 'Counts the customers of this test clock alone; today is the date of the clock.',
  });
}

/** The arguments of reports for what is not in the books. */
@ArgsType()
export abstract class TestArgs implements TestParameters {
  @IncludeTest()
  includeTest?: boolean | null;

  @OfTestClock()
  testClockId?: string | null;
}
