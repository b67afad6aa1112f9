import { foreignKey, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId } from '../../platform/db/tables/columns.js';
import { tenantKey } from '../../platform/db/tables/tenant-keys.js';
import { organizations } from '../organizations/records/organization.table.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';

/** Test clocks freeze the time of their customers, and advance it on demand. Source: extensions.md §1. */
export const testClocks = pgTable(
  'test_clocks',
  {
    id: id(),
    organizationId: organizationId(),
    name: text('name'),
    frozenTime: instant('frozen_time').notNull(),
    status: text('status', { enum: ['ready', 'advancing', 'failed'] }).notNull(),
    /** Target of the advance in progress; null when `ready`. */
    targetTime: instant('target_time'),
    /** The instant whose due work is partly done; null between instants. */
    passingTime: instant('passing_time'),
    failure: text('failure'),
    createdAt: createdAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('test_clocks', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
);

export type TestClock = typeof testClocks.$inferSelect;
