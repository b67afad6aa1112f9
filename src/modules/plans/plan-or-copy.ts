import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { plans } from './plan.table.js';

/** Join condition of plans with their sold plan: the plan itself, or its parent. @param sold an alias of the table. */
export function isSoldAs(sold: Record<'id' | 'organizationId', AnyPgColumn>): SQL | undefined {
  return and(
    eq(sold.organizationId, plans.organizationId),
    eq(sold.id, sql`coalesce(${plans.parentId}, ${plans.id})`),
  );
}

/** Join condition of a shown plan with itself and its copies. @param shown an alias of the table. */
export function isPlanOrCopyOf(shown: Record<'id' | 'organizationId', AnyPgColumn>): SQL | undefined {
  return and(
    eq(plans.organizationId, shown.organizationId),
    or(eq(plans.id, shown.id), eq(plans.parentId, shown.id)),
  );
}
