import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  type PgColumn,
  pgTable,
  type PgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, decimal, id, instant, organizationId, updatedAt } from '../../platform/db/columns.js';
import { belongsTo, tenantKey } from '../../platform/db/tenant-keys.js';
import { billingEntities } from '../organizations/billing-entity.table.js';
import { organizations } from '../organizations/organization.table.js';

export const taxes = pgTable(
  'taxes',
  {
    id: id(),
    organizationId: organizationId(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    /** Percent: 20 means 20 %. */
    ratePercent: decimal('rate_percent').notNull(),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantKey('taxes', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('taxes_code')
      .on(table.organizationId, table.code)
      .where(sql`${table.deletedAt} is null`),
    index('taxes_name').on(table.organizationId, table.name),
    check('taxes_rate', sql`${table.ratePercent} >= 0`),
  ],
);

/** A table that assigns taxes to records of one kind: each row has an organization, an owner and a tax. */
export interface TaxList {
  readonly table: PgTable & { readonly organizationId: PgColumn; readonly taxId: PgColumn };
  /** The column of `table` that refers to the owner. */
  readonly ownerId: PgColumn;
}

/** The taxes of billing entities, which apply to fees without more specific taxes (taxes.md §2). */
export const billingEntityTaxes = pgTable(
  'billing_entity_taxes',
  {
    organizationId: organizationId(),
    billingEntityId: uuid('billing_entity_id').notNull(),
    taxId: uuid('tax_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.billingEntityId, table.taxId] }),
    belongsTo(
      'billing_entity_taxes_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    belongsTo(
      'billing_entity_taxes_tax_fk',
      { organizationId: table.organizationId, reference: table.taxId },
      taxes,
    ),
    index('billing_entity_taxes_tax').on(table.organizationId, table.taxId),
  ],
);

export const billingEntityTaxList: TaxList = {
  table: billingEntityTaxes,
  ownerId: billingEntityTaxes.billingEntityId,
};

export type Tax = typeof taxes.$inferSelect;
