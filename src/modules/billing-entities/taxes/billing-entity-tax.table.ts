import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { organizationId } from '../../../platform/db/tables/columns.js';
import { belongsTo } from '../../../platform/db/tables/tenant-keys.js';
import { type TaxList, taxes } from '../../taxes/tax.table.js';
import { billingEntities } from '../records/billing-entity.table.js';

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
