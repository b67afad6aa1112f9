import { and, eq, isNotNull, not, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { customers } from './customer.table.js';

/** Selects what belongs to customers on test clocks, or to all others. Omitted members do not restrict. Source: extensions.md §1. */
export interface TestFilter {
  /** True: on any test clock; false: live customers. */
  readonly test?: boolean | null;
  readonly testClockId?: string | null;
}

/** What a report or an export is asked to count beside the books. Source: analytics.md §1. */
export interface TestParameters {
  /** True: also what belongs to customers on test clocks. */
  readonly includeTest?: boolean | null;
  /** Only what belongs to the customers of this test clock. */
  readonly testClockId?: string | null;
}

/** The filter of a report or an export: live customers, unless it is asked for others. */
export function countedBy({ includeTest, testClockId }: TestParameters): TestFilter {
  if (typeof testClockId === 'string') return { testClockId };
  return includeTest === true ? {} : { test: false };
}

/** A subquery for the ids of the customers on test clocks, deleted ones included. @param testClockId undefined: on any. */
export function idsOfTestCustomers(db: Db, organizationId: string, testClockId?: string) {
  return db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        eq(customers.organizationId, organizationId),
        testClockId === undefined ? isNotNull(customers.testClockId) : eq(customers.testClockId, testClockId),
      ),
    );
}

/**
 * The conditions of the filter on a column with the ids of customers. Those on test clocks are few, and are read once, so that a
 * read of live records costs no more.
 */
export function testConditions(
  db: Db,
  organizationId: string,
  customerId: PgColumn,
  { test, testClockId }: TestFilter,
): (SQL | undefined)[] {
  return [
    ifGiven(test, (isTest) => {
      const isSimulated = isOneOf(customerId, idsOfTestCustomers(db, organizationId));
      return isTest ? isSimulated : not(isSimulated);
    }),
    // A text that is not an id matches nothing (rest-conventions.md §4).
    ifGiven(testClockId, (id) =>
      isUuid(id) ? isOneOf(customerId, idsOfTestCustomers(db, organizationId, id)) : sql`false`,
    ),
  ];
}
