import { ArgsType, Field, ID, InputType } from 'type-graphql';
import { Flag, Id } from '../../../platform/api/members/fields.js';
import type { TestFilter, TestParameters } from '../records/test-filter.js';

/** Filters that lists of what customers own share. Source: extensions.md §1. */
@InputType()
export abstract class TestFilterInput implements TestFilter {
  @Flag.orNull(
    'Whether to list only records of customers on test clocks (true), or only those of live customers (false). Both if omitted.',
  )
  test?: boolean | null;
  @Id.orNull('Only of the customers of this test clock.') testClockId?: string | null;
}

/** The argument of a report that adds what is not in the books. Source: analytics.md §1. */
export function IncludeTest(): PropertyDecorator {
  return Field(() => Boolean, {
    nullable: true,
    description: 'Whether customers on test clocks are counted, too. Default false.',
  });
}

/** The argument of a report that counts one test clock alone. Source: analytics.md §1. */
export function OfTestClock(): PropertyDecorator {
  return Field(() => ID, {
    nullable: true,
    description: 'Id of a test clock: only its customers are counted, and today is the date of the clock.',
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
