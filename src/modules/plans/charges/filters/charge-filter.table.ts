import { sql } from 'drizzle-orm';
import { index, integer, json, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ChargeProperties } from '../../../../core/rating/charge-models.js';
import { createdAt, id, instant, organizationId, updatedAt } from '../../../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../../../platform/db/tables/tenant-keys.js';
import { charges } from '../charge.table.js';

/** Filters of charges: a price of its own for the events whose properties have these values. */
export const chargeFilters = pgTable(
  'charge_filters',
  {
    id: id(),
    organizationId: organizationId(),
    chargeId: uuid('charge_id').notNull(),
    /** Accepted values by key of a metric filter; the wildcard stands for all of them (charges.md §5). */
    // json keeps the order of keys, which jsonb does not: names that are made of the values show it.
    values: json('values').$type<Readonly<Record<string, readonly string[]>>>().notNull(),
    /** Properties of the charge's model. */
    properties: jsonb('properties').$type<ChargeProperties>().notNull(),
    invoiceDisplayName: text('invoice_display_name'),
    /** Index in the list that was sent, by which fees are ordered. */
    position: integer('position').notNull(),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantKey('charge_filters', table),
    belongsTo(
      'charge_filters_charge_fk',
      { organizationId: table.organizationId, reference: table.chargeId },
      charges,
    ),
    index('charge_filters_charge')
      .on(table.organizationId, table.chargeId)
      .where(sql`${table.deletedAt} is null`),
  ],
);

export type ChargeFilter = typeof chargeFilters.$inferSelect;
