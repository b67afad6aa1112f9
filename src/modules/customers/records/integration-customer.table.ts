import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { integrations } from '../../integrations/records/integration.table.js';
import { INTEGRATION_TYPE_NAMES, TARGETED_OBJECTS } from '../../integrations/types/integration-types.js';
import { customers } from './customer.table.js';

/** Links: the places of customers at connections to outside systems. Source: integrations.md §4. */
export const integrationCustomers = pgTable(
  'integration_customers',
  {
    id: id(),
    organizationId: organizationId(),
    customerId: uuid('customer_id').notNull(),
    integrationId: uuid('integration_id').notNull(),
    /** That of the connection, of which a customer has one link at most. */
    integrationType: text('integration_type', { enum: INTEGRATION_TYPE_NAMES }).notNull(),
    /** The customer's id there; null until the system has created it. */
    externalCustomerId: text('external_customer_id'),
    syncWithProvider: boolean('sync_with_provider').notNull(),
    /** The subsidiary of the organization that the customer belongs to there. */
    subsidiaryId: text('subsidiary_id'),
    /** What the customer is at a CRM. */
    targetedObject: text('targeted_object', { enum: TARGETED_OBJECTS }),
    /** The address by which a CRM knows a contact. */
    email: text('email'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('integration_customers', table),
    belongsTo(
      'integration_customers_customer_fk',
      { organizationId: table.organizationId, reference: table.customerId },
      customers,
    ),
    belongsTo(
      'integration_customers_integration_fk',
      { organizationId: table.organizationId, reference: table.integrationId },
      integrations,
    ),
    uniqueIndex('integration_customers_type').on(
      table.organizationId,
      table.customerId,
      table.integrationType,
    ),
    index('integration_customers_integration').on(table.organizationId, table.integrationId),
  ],
);

export type IntegrationCustomer = typeof integrationCustomers.$inferSelect;
