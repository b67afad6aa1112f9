import { foreignKey, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, organizationId, updatedAt } from '../../platform/db/tables/columns.js';
import { tenantKey } from '../../platform/db/tables/tenant-keys.js';
import { organizations } from '../organizations/records/organization.table.js';

/** Units in which prices may be expressed instead of a currency, such as credits or tokens. Source: charges.md §10. */
export const pricingUnits = pgTable(
  'pricing_units',
  {
    id: id(),
    organizationId: organizationId(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    shortName: text('short_name').notNull(),
    description: text('description'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantKey('pricing_units', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('pricing_units_code').on(table.organizationId, table.code),
    index('pricing_units_newest').on(table.organizationId, table.createdAt),
  ],
);

export type PricingUnit = typeof pricingUnits.$inferSelect;
