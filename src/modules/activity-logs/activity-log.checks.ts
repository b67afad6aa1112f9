import { sql } from 'drizzle-orm';
import { activityLogEntries } from '../../platform/activity/activity.table.js';
import { batchCheck } from '../../platform/verification/batch-check.js';
import type { Check } from '../../platform/verification/check.js';

/** What `verify` compares of the activity log. */
export const ACTIVITY_LOG_CHECKS: readonly Check[] = [
  batchCheck({
    name: 'logged_records',
    claim:
      'Every document, payment receipt, wallet and subscription that the activity log says was created is there.',
    records: activityLogEntries,
    // The last number of a sequence that follows from its rows can be missed here only. What is deleted with its customer, as with a
    // test clock, is not looked for, nor is that of a former customer with the same external id.
    differences: sql`
      select batch.organization_id, batch.resource_id as id,
        json_build_object('activity_id', batch.id, 'activity_type', batch.activity_type,
          'number', batch.activity_object ->> 'number') as stored,
        json_build_object('exists', true) as expected
      from batch
      where not case
          when batch.activity_type in ('invoice.created', 'invoice.one_off_created', 'invoice.paid_credit_added') then exists (
            select from invoices as found where found.organization_id = batch.organization_id and found.id = batch.resource_id)
          when batch.activity_type = 'credit_note.created' then exists (
            select from credit_notes as found where found.organization_id = batch.organization_id and found.id = batch.resource_id)
          when batch.activity_type = 'payment_receipt.created' then exists (
            select from payment_receipts as found where found.organization_id = batch.organization_id and found.id = batch.resource_id)
          when batch.activity_type = 'payment_request.created' then exists (
            select from payment_requests as found where found.organization_id = batch.organization_id and found.id = batch.resource_id)
          when batch.activity_type = 'wallet.created' then exists (
            select from wallets as found where found.organization_id = batch.organization_id and found.id = batch.resource_id)
          when batch.activity_type = 'subscription.started' then exists (
            select from subscriptions as found where found.organization_id = batch.organization_id and found.id = batch.resource_id)
          else true end
        and exists (
          select from activity_log_entries as made
          join customers as customer on customer.organization_id = made.organization_id and customer.id = made.resource_id
          where made.organization_id = batch.organization_id and made.external_customer_id = batch.external_customer_id
            and made.activity_type = 'customer.created' and made.logged_at <= batch.logged_at)`,
  }),
];
