// Reads what the naive ledger of money replays, in order of creation; ids grow with time.
import type { Client } from '../support/client.js';
import type { TestServer } from '../support/server.js';
import type { Row } from './records.js';

export interface MoneyRecords {
  /** All invoices, also open and closed ones. */
  readonly invoices: readonly Row[];
  readonly fees: readonly Row[];
  readonly periods: readonly Row[];
  readonly noteUses: readonly Row[];
  readonly creditNotes: readonly Row[];
  readonly noteItems: readonly Row[];
  readonly appliedCoupons: readonly Row[];
  readonly wallets: readonly Row[];
  readonly transactions: readonly Row[];
  /** What happened, with the id of what it happened to, and its status then. */
  readonly events: readonly Row[];
}

const MESSAGES = [
  'subscription.incomplete',
  'subscription.canceled',
  'invoice.created',
  'invoice.voided',
  'credit_note.created',
  'wallet.terminated',
  'wallet_transaction.created',
  'wallet_transaction.updated',
];

export async function moneyRecordsOf(
  { pool: { sql } }: TestServer,
  { organizationId: id }: Client,
): Promise<MoneyRecords> {
  return {
    invoices: await sql`select * from invoices where organization_id = ${id}`,
    fees: await sql`select fees.*, coalesce(plans.parent_id, plans.id) as root_plan_id from fees
      left join subscriptions on subscriptions.id = fees.subscription_id left join plans on plans.id = subscriptions.plan_id
      where fees.organization_id = ${id} and fees.invoice_id is not null order by fees.id`,
    periods: await sql`select * from billing_periods where organization_id = ${id} order by invoice_id`,
    noteUses: await sql`select * from invoice_credits
      where organization_id = ${id} and item_type = 'credit_note' order by id`,
    creditNotes: await sql`select * from credit_notes where organization_id = ${id}`,
    noteItems: await sql`select * from credit_note_items where organization_id = ${id}`,
    appliedCoupons:
      await sql`select applied_coupons.*, plan_id, billable_metric_id as metric_id from applied_coupons
      left join coupon_limits on coupon_limits.coupon_id = applied_coupons.coupon_id
      where applied_coupons.organization_id = ${id}`,
    wallets: await sql`select wallets.*, array(
        select billable_metric_id from wallet_metrics where wallet_metrics.wallet_id = wallets.id) as metric_ids
      from wallets where organization_id = ${id} order by id`,
    transactions: await sql`select wallet_transactions.*, credit_notes.invoice_id as refunded_invoice_id
      from wallet_transactions left join credit_notes on credit_notes.id = wallet_transactions.credit_note_id
      where wallet_transactions.organization_id = ${id}`,
    events: await sql`
      select type, object_id as id, status from (
        select id, webhook_type as type, object_id, object ->> 'status' as status from outbox_messages
        where organization_id = ${id} and webhook_type = any(${MESSAGES})
        union all
        select id, activity_type, (activity_object ->> 'svc_id')::uuid, null from activity_log_entries
        where organization_id = ${id} and activity_type in ('applied_coupon.created', 'applied_coupon.deleted')
      ) as event order by event.id`,
  };
}
