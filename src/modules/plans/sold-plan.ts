import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { plans } from './plan.table.js';

/** The condition of a join of plans with the one that each is, or was copied from. @param sold an alias of the table. */
export function isSoldAs(sold: Record<'id' | 'organizationId', AnyPgColumn>): SQL | undefined {
  return and(
    eq(sold.organizationId, plans.organizationId),
    eq(sold.id, sql`coalesce(${plans.parentId}, ${plans.id})`),
  );
}

/** The condition of a join of plans with those that they are copies of, and with themselves. @param shown an alias. */
export function isOrCopies(shown: Record<'id' | 'organizationId', AnyPgColumn>): SQL | undefined {
  return and(
    eq(plans.organizationId, shown.organizationId),
    or(eq(plans.id, shown.id), eq(plans.parentId, shown.id)),
  );
}
