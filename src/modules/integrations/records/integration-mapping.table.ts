import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { billingEntities } from '../../billing-entities/records/billing-entity.table.js';
import { MAPPING_TARGETS } from '../types/mapping-targets.js';
import { integrations } from './integration.table.js';

/** Mappings: what objects of ours are called at a connection. Source: integrations.md §3. */
export const integrationMappings = pgTable(
  'integration_mappings',
  {
    id: id(),
    organizationId: organizationId(),
    integrationId: uuid('integration_id').notNull(),
    target: text('target', { enum: MAPPING_TARGETS }).notNull(),
    /** The add-on, metric or plan; null for other targets. */
    targetId: uuid('target_id'),
    /** The billing entity whose documents use it; null: those of all that have none of their own. */
    billingEntityId: uuid('billing_entity_id'),
    externalId: text('external_id'),
    externalAccountCode: text('external_account_code'),
    externalName: text('external_name'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('integration_mappings', table),
    belongsTo(
      'integration_mappings_integration_fk',
      { organizationId: table.organizationId, reference: table.integrationId },
      integrations,
    ),
    belongsTo(
      'integration_mappings_billing_entity_fk',
      { organizationId: table.organizationId, reference: table.billingEntityId },
      billingEntities,
    ),
    unique('integration_mappings_target')
      .on(table.organizationId, table.integrationId, table.target, table.targetId, table.billingEntityId)
      .nullsNotDistinct(),
    index('integration_mappings_newest').on(table.organizationId, table.createdAt),
    index('integration_mappings_record').on(table.organizationId, table.targetId),
    check(
      'integration_mappings_target_id',
      sql`(${table.target} in ('add_on', 'billable_metric', 'plan')) = (${table.targetId} is not null)`,
    ),
  ],
);

export type IntegrationMapping = typeof integrationMappings.$inferSelect;
