import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  cents,
  createdAt,
  id,
  instant,
  organizationId,
  updatedAt,
} from '../../platform/db/tables/columns.js';
import { belongsTo, refersTo, tenantKey } from '../../platform/db/tables/tenant-keys.js';
import { organizations } from '../organizations/records/organization.table.js';
import { type TaxList, taxes } from '../taxes/tax.table.js';

/** Items sold one-off or, through a plan's fixed charges, in a quantity per period. Source: fees.md §7. */
export const addOns = pgTable(
  'add_ons',
  {
    id: id(),
    organizationId: organizationId(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    invoiceDisplayName: text('invoice_display_name'),
    description: text('description'),
    amountCents: cents('amount_cents').notNull(),
    amountCurrency: text('amount_currency').notNull(),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantKey('add_ons', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('add_ons_code')
      .on(table.organizationId, table.code)
      .where(sql`${table.deletedAt} is null`),
    index('add_ons_name').on(table.organizationId, table.name, table.id).concurrently(),
    index('add_ons_newest').on(table.organizationId, table.createdAt),
    check('add_ons_amount', sql`${table.amountCents} > 0`),
  ],
);

export const addOnTaxes = pgTable(
  'add_on_taxes',
  { organizationId: organizationId(), addOnId: uuid('add_on_id').notNull(), taxId: uuid('tax_id').notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.addOnId, table.taxId] }),
    belongsTo(
      'add_on_taxes_add_on_fk',
      { organizationId: table.organizationId, reference: table.addOnId },
      addOns,
    ),
    belongsTo('add_on_taxes_tax_fk', { organizationId: table.organizationId, reference: table.taxId }, taxes),
    index('add_on_taxes_tax').on(table.organizationId, table.taxId),
  ],
);

export const addOnTaxList: TaxList = {
  table: addOnTaxes,
  ownerId: addOnTaxes.addOnId,
  isInUse: sql`exists (
    select from ${addOns} where ${refersTo(addOnTaxes.addOnId, addOns)} and ${addOns.deletedAt} is null)`,
};

export type AddOn = typeof addOns.$inferSelect;
