import { sql } from 'drizzle-orm';
import { batchCheck } from '../../platform/verification/batch-check.js';
import type { Check } from '../../platform/verification/check.js';
import { organizations } from '../organizations/records/organization.table.js';
import { INTEGRATION_TYPE_NAMES, rulesOfType } from '../integrations/types/integration-types.js';
import { customers } from './records/customer.table.js';

const TAX_TYPES = INTEGRATION_TYPE_NAMES.filter((type) => rulesOfType(type).category === 'tax');

/** What `verify` compares of customers and of the numbers that they are given. */
export const CUSTOMER_CHECKS: readonly Check[] = [
  batchCheck({
    name: 'customer_numbers',
    claim: 'Customers are numbered one after another; their slugs end with their numbers.',
    records: customers,
    // Rows below the last number of an organization may have been deleted with a test clock (docs/adr/0038), and so may any of the
    // customers that are numbered apart from the books (docs/adr/0131).
    differences: sql`
      select batch.organization_id, batch.id,
        json_build_object('sequential_id', batch.sequential_id, 'slug', batch.slug) as stored,
        json_build_object('after', batch.sequential_id - 1, 'ends_with', expected.ending) as expected
      from batch
      join organizations as organization on organization.id = batch.organization_id
      cross join lateral (
        select '-' || lpad(batch.sequential_id::text, greatest(3, length(batch.sequential_id::text)), '0') as ending
      ) as expected
      where right(batch.slug, length(expected.ending)) <> expected.ending
        or (batch.is_numbered_apart and (batch.test_clock_id is null or left(batch.slug, 5) <> 'TEST-'))
        or (not batch.is_numbered_apart and batch.sequential_id > organization.last_customer_number + 1 and not exists (
          select from customers as other where other.organization_id = batch.organization_id
            and not other.is_numbered_apart and other.sequential_id = batch.sequential_id - 1))`,
  }),
  batchCheck({
    name: 'customer_tax_connections',
    claim: 'The tax connection of every customer is that of its links.',
    records: customers,
    // Customers of a deleted connection leave it one after the other.
    differences: sql`
      select batch.organization_id, batch.id, json_build_object('tax_integration_id', batch.tax_integration_id) as stored,
        json_build_object('tax_integration_id', linked.integration_id) as expected
      from batch
      left join integration_customers as linked on linked.organization_id = batch.organization_id
        and linked.customer_id = batch.id and linked.integration_type in (${sql.join(
          TAX_TYPES.map((type) => sql`${type}`),
          sql`, `,
        )})
      left join integrations as connection on connection.organization_id = batch.organization_id
        and connection.id = batch.tax_integration_id
      where batch.tax_integration_id is distinct from linked.integration_id and connection.deleted_at is null`,
  }),
  batchCheck({
    name: 'customer_counters',
    claim: 'The last customer number of an organization was given to a customer.',
    records: organizations,
    // The log keeps the number of customers that were created, also of those that were deleted with a test clock; unless its
    // beginning is deleted (ACTIVITY_LOG_DAYS). Restores of backups skip numbers (docs/adr/0126).
    differences: sql`
      select batch.id as organization_id, batch.id,
        json_build_object('last_customer_number', batch.last_customer_number) as stored,
        json_build_object('customers_created', created.customers, 'skipped', batch.customer_numbers_skipped) as expected
      from batch cross join lateral (
        select greatest(
          (select count(*) from activity_log_entries as entry
            where entry.organization_id = batch.id and entry.activity_type = 'customer.created'),
          (select coalesce(max(sequential_id), 0) from customers as customer
            where customer.organization_id = batch.id and not customer.is_numbered_apart)
        ) as customers
      ) as created
      where batch.last_customer_number > created.customers + batch.customer_numbers_skipped and (
        select min(logged_at) from activity_log_entries as entry where entry.organization_id = batch.id
      ) < batch.created_at + interval '1 day'`,
  }),
];
