import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { TAX_LISTS } from '../../core/taxes/tax.js';
import { decimal, id, instant, organizationId } from '../../platform/db/tables/columns.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';

/**
 * When records listed taxes, in real time: a row for each time that a tax is assigned. Triggers write it, so that it does not
 * depend on what the program reads; `verify` compares fees with it. Source: docs/adr/0110.
 */
export const taxAssignments = pgTable(
  'tax_assignments',
  {
    id: id(),
    organizationId: organizationId(),
    list: text('list', { enum: TAX_LISTS }).notNull(),
    /** The charge, plan, customer or other record that lists the tax. */
    ownerId: uuid('owner_id').notNull(),
    taxId: uuid('tax_id').notNull(),
    /** Null if it was assigned before this table existed. */
    assignedAt: instant('assigned_at'),
    /** Null while it is assigned. */
    removedAt: instant('removed_at'),
  },
  (table) => [
    ...enumChecks(table),
    uniqueIndex('tax_assignments_current')
      .on(table.organizationId, table.list, table.ownerId, table.taxId)
      .where(sql`${table.removedAt} is null`),
    index('tax_assignments_owner').on(table.ownerId, table.list),
  ],
);

/** The rates and codes that taxes had, in real time; a deleted tax has none. Triggers write it. */
export const taxRates = pgTable(
  'tax_rates',
  {
    id: id(),
    organizationId: organizationId(),
    taxId: uuid('tax_id').notNull(),
    code: text('code').notNull(),
    ratePercent: decimal('rate_percent').notNull(),
    /** Null if it was set before this table existed. */
    validFrom: instant('valid_from'),
    /** Null while it is valid. */
    validUntil: instant('valid_until'),
  },
  (table) => [
    uniqueIndex('tax_rates_current')
      .on(table.organizationId, table.taxId)
      .where(sql`${table.validUntil} is null`),
    index('tax_rates_tax').on(table.taxId),
    index('tax_rates_code').on(table.organizationId, table.code),
  ],
);
