import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { plans } from './plan.table.js';

/** The condition of a join of plans with the one that each is, or was copied from. @param sold an alias of the table. */
export function isSoldAs(sold: Record<'id' | 'organizationId', AnyPgColumn>): SQL | undefined {
  return and(
    eq(sold.organizationId, plans.organizationId),
    eq(sold.id, sql`coalesce(${plans.parentId}, ${plans.id})`),
  );
}
