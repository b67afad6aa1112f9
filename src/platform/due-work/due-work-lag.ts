import { and, isNull, lte, min } from 'drizzle-orm';
import type { Db } from '../db/database.js';
import { dueWorkRows } from './due-work-rows.js';

/** How long the work that is due first, by the wall clock, has been waiting; 0 when none is. In seconds. */
export async function dueWorkLagSeconds(db: Db, now: Date): Promise<number> {
  const [row] = await db
    .select({ dueAt: min(dueWorkRows.dueAt) })
    .from(dueWorkRows)
    .where(and(isNull(dueWorkRows.testClockId), lte(dueWorkRows.dueAt, now)));
  const dueAt = row?.dueAt ?? now;
  return (now.getTime() - dueAt.getTime()) / 1000;
}
