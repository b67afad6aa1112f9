import { and, isNull, lte, min } from 'drizzle-orm';
import type { Db } from '../db/database.js';
import { dueWorkRows } from './due-work-rows.js';

/** Seconds for which the oldest due work in real time has been waiting; 0 if nothing is due. */
export async function dueWorkLagSeconds(db: Db, now: Date): Promise<number> {
  const [row] = await db
    .select({ dueAt: min(dueWorkRows.dueAt) })
    .from(dueWorkRows)
    .where(and(isNull(dueWorkRows.testClockId), lte(dueWorkRows.dueAt, now)));
  const dueAt = row?.dueAt ?? now;
  return (now.getTime() - dueAt.getTime()) / 1000;
}
