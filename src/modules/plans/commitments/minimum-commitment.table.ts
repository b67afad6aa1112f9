import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { cents, createdAt, id, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { belongsTo, refersTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { type TaxList, taxes } from '../../taxes/tax.table.js';
import { isOffered, plans } from '../plan.table.js';

/** The minimum that a subscription pays for each period of its plan. Source: fixed-charges-and-commitments.md §8. */
export const minimumCommitments = pgTable(
  'minimum_commitments',
  {
    id: id(),
    organizationId: organizationId(),
    planId: uuid('plan_id').notNull(),
    /** In the plan's currency, before taxes. */
    amountCents: cents('amount_cents').notNull(),
    invoiceDisplayName: text('invoice_display_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantKey('minimum_commitments', table),
    belongsTo(
      'minimum_commitments_plan_fk',
      { organizationId: table.organizationId, reference: table.planId },
      plans,
    ),
    uniqueIndex('minimum_commitments_plan').on(table.organizationId, table.planId),
    check('minimum_commitments_amount', sql`${table.amountCents} > 0`),
  ],
);

export const minimumCommitmentTaxes = pgTable(
  'minimum_commitment_taxes',
  {
    organizationId: organizationId(),
    minimumCommitmentId: uuid('minimum_commitment_id').notNull(),
    taxId: uuid('tax_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.minimumCommitmentId, table.taxId] }),
    belongsTo(
      'minimum_commitment_taxes_commitment_fk',
      { organizationId: table.organizationId, reference: table.minimumCommitmentId },
      minimumCommitments,
    ),
    belongsTo(
      'minimum_commitment_taxes_tax_fk',
      { organizationId: table.organizationId, reference: table.taxId },
      taxes,
    ),
    index('minimum_commitment_taxes_tax').on(table.organizationId, table.taxId),
  ],
);

export const minimumCommitmentTaxList: TaxList = {
  table: minimumCommitmentTaxes,
  ownerId: minimumCommitmentTaxes.minimumCommitmentId,
  isInUse: sql`exists (
    select from ${minimumCommitments} join ${plans} on ${refersTo(minimumCommitments.planId, plans)}
    where ${refersTo(minimumCommitmentTaxes.minimumCommitmentId, minimumCommitments)} and ${isOffered})`,
};

export type MinimumCommitment = typeof minimumCommitments.$inferSelect;
