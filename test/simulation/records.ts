// Reads the rows of an organization after a history.
import type { Client } from '../support/client.js';
import type { TestServer } from '../support/server.js';
import { OTHER_CUSTOMER } from './external-id-reuse.js';

export type Row = Record<string, unknown>;

export interface SubscriptionRow {
  readonly id: string;
  readonly status: string;
  readonly external_id: string;
  readonly started_at: Date | null;
  readonly activated_at: Date | null;
  readonly terminated_at: Date | null;
  readonly change_from_previous: string | null;
  readonly previous_subscription_id: string | null;
  readonly cancellation_reason: string | null;
}

export interface Records {
  readonly subscriptions: readonly SubscriptionRow[];
  readonly invoices: readonly Row[];
  /** Fees of issued, voided and draft invoices. */
  readonly fees: readonly Row[];
  /** Periods of issued invoices; payments in advance within a period claim none. */
  readonly periods: readonly Row[];
  readonly payments: readonly Row[];
  readonly creditNotes: readonly Row[];
  readonly creditNoteItems: readonly Row[];
  /** Uses of credit notes by invoices; those of invoices that were closed or voided are given back. */
  readonly taken: readonly Row[];
  readonly dueWork: readonly Row[];
  /** Outbox messages, without those of deleted customers. */
  readonly messages: readonly Row[];
  readonly entries: readonly Row[];
  readonly now: Date;
}

export async function recordsOf(
  { pool: { sql } }: TestServer,
  { organizationId: id }: Client,
): Promise<Records> {
  const [clock] = await sql`select frozen_time from test_clocks where organization_id = ${id}`;
  return {
    subscriptions: await sql<SubscriptionRow[]>`select * from subscriptions where organization_id = ${id}`,
    invoices: await sql`select * from invoices where organization_id = ${id}`,
    fees: await sql`select fees.*, invoices.invoice_type, invoices.voided_invoice_id from fees join invoices on invoices.id = fees.invoice_id
      where fees.organization_id = ${id} and invoices.status in ('finalized', 'voided', 'draft')`,
    periods: await sql`select * from billing_periods where organization_id = ${id}
      and invoicing_reason in ('subscription_periodic', 'subscription_terminating')`,
    payments: await sql`select * from payments where organization_id = ${id}`,
    creditNotes: await sql`select * from credit_notes where organization_id = ${id}`,
    creditNoteItems: await sql`select * from credit_note_items where organization_id = ${id}`,
    taken:
      await sql`select invoice_credits.*, invoices.status as invoice_status from invoice_credits join invoices on invoices.id = invoice_credits.invoice_id
      where invoice_credits.organization_id = ${id} and invoices.status <> 'closed'
        and invoice_credits.item_type = 'credit_note'`,
    dueWork: await sql`select * from due_work where organization_id = ${id}`,
    messages: await sql`select webhook_type, object_id from outbox_messages
      where organization_id = ${id} and object ->> 'external_customer_id' is distinct from ${OTHER_CUSTOMER}`,
    entries: await sql`select activity_type, resource_id from activity_log_entries
      where organization_id = ${id} and external_customer_id is distinct from ${OTHER_CUSTOMER}`,
    now: new Date(clock?.['frozen_time'] as string),
  };
}

export function instant(value: unknown): number {
  return new Date(value as string).getTime();
}

/** A sum of cents. */
export function total(rows: readonly Row[], name: string): number {
  return rows.reduce((sum, row) => sum + Number(row[name]), 0);
}
