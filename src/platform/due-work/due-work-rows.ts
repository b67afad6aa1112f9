import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { id, instant, organizationId } from '../db/tables/columns.js';
import { enumChecks } from '../db/tables/enum-checks.js';

/**
 * Work that is scheduled for a known instant. The transaction that schedules it writes the row; the engine deletes or
 * reschedules it in the transaction of its effects (docs/adr/0003).
 *
 * Foreign keys to its customer and test clock, whose tables belong to modules, are in the migration 0037: work never
 * outlives them.
 * @param kinds the kinds that the database accepts.
 */
export function dueWorkTable<Kind extends string>(kinds: readonly Kind[]) {
  return pgTable(
    'due_work',
    {
      id: id(),
      organizationId: organizationId(),
      dueAt: instant('due_at').notNull(),
      // Drizzle requires a non-empty tuple.
      kind: text('kind', { enum: kinds as [Kind, ...Kind[]] }).notNull(),
      /** The id of the subscription, invoice or other record that the work is for, depending on the kind. */
      subjectId: uuid('subject_id').notNull(),
      customerId: uuid('customer_id').notNull(),
      /** The test clock that owns the row's time; null: the wall clock. */
      testClockId: uuid('test_clock_id'),
      /** Failed attempts since the row became due; live work backs off with it. */
      attempts: integer('attempts').notNull().default(0),
      retryAt: instant('retry_at'),
      /** Why the last attempt failed; null unless one did. */
      failure: text('failure'),
    },
    (table) => [
      ...enumChecks(table),
      unique('due_work_subject').on(table.organizationId, table.kind, table.subjectId),
      // Claims read these in order and stop at the first row, however many are due at one instant. A condition on null
      // does not let an index keep the order, hence one of its own for the wall clock.
      index('due_work_on_clock').on(table.testClockId, table.dueAt, table.id),
      // Ordered as claims are: a claim of several customers' work reads no other rows.
      index('due_work_live')
        .on(table.dueAt, table.organizationId, table.kind, table.id)
        .where(sql`${table.testClockId} is null`),
      index('due_work_retried')
        .on(table.retryAt)
        .where(sql`${table.retryAt} is not null`),
      index('due_work_customer').on(table.organizationId, table.customerId),
    ],
  );
}

/** The table for this layer, which knows no kind by name. */
export const dueWorkRows = dueWorkTable<string>([]);
