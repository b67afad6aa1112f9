import { eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { creditNotes } from '../../src/modules/credit-notes/records/credit-note.table.js';
import { appliedTaxes, fees } from '../../src/modules/invoices/records/fees/fee.table.js';
import { invoiceCredits } from '../../src/modules/invoices/records/invoice-credit.table.js';
import { billingPeriods, invoices } from '../../src/modules/invoices/records/invoice.table.js';
import { activityLogEntries, outboxMessages } from '../../src/platform/activity/activity.table.js';
import type { Tx } from '../../src/platform/db/database.js';
import { dueWork } from '../../src/lifecycle/due-work/due-work.table.js';
import type { Client } from './client.js';
import type { SharedServer } from './server.js';

/** Thrown to roll back a transaction after its rows were read. */
class Shown extends Error {
  constructor(readonly books: unknown) {
    super('shown');
  }
}

/** The rows of an organization after some work, which is rolled back; new ids are replaced by their order of appearance. */
export async function rowsAfter(
  { pool }: SharedServer,
  client: Client,
  work: (tx: Tx) => Promise<unknown>,
): Promise<unknown> {
  const rolledBack: unknown = await pool.db
    .transaction(async (tx) => {
      const answered = await work(tx);
      throw new Shown(withoutIds({ answered, ...(await books(tx, client)) }));
    })
    .catch((error: unknown) => error);
  if (!(rolledBack instanceof Shown)) throw rolledBack;
  return rolledBack.books;
}

async function books(tx: Tx, { organizationId }: Client): Promise<Record<string, unknown>> {
  const rows = async (table: PgTable & { readonly organizationId: PgColumn }, ...order: PgColumn[]) => {
    const ofOrganization = eq(table.organizationId, organizationId);
    return tx
      .select()
      .from(table)
      .where(ofOrganization)
      .orderBy(...order);
  };
  const { resourceId, activityType } = activityLogEntries;
  const { objectType, objectId, webhookType } = outboxMessages;
  const feeRows = await rows(fees, fees.invoiceId, fees.id);
  const feeIds = feeRows.map((fee) => fee['id']);
  const taxes = await rows(appliedTaxes, appliedTaxes.invoiceId, appliedTaxes.id);
  return {
    invoices: await rows(invoices, invoices.id),
    billingPeriods: await rows(billingPeriods, billingPeriods.invoiceId, billingPeriods.id),
    fees: feeRows,
    // In the order of the fees, whatever the order of creation.
    appliedTaxes: taxes.toSorted(
      (one, other) => feeIds.indexOf(one['feeId']) - feeIds.indexOf(other['feeId']),
    ),
    credits: await rows(invoiceCredits, invoiceCredits.invoiceId, invoiceCredits.id),
    creditNotes: await rows(creditNotes, creditNotes.id),
    dueWork: await rows(dueWork, dueWork.kind, dueWork.subjectId),
    entries: await rows(activityLogEntries, resourceId, activityType),
    messages: await rows(outboxMessages, objectType, objectId, webhookType),
  };
}

function withoutIds(value: unknown): unknown {
  const seen = new Map<string, string>();
  const text = JSON.stringify(value, (key, member: unknown) => {
    // The snapshot of a usage moment (docs/adr/0049) names running transactions, so it differs in every run.
    if (key === 'snapshot') return null;
    // In real time, which goes on between two runs.
    if (key === 'taxedAt') return null;
    return typeof member === 'bigint' ? String(member) : member;
  });
  const named = text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    if (!seen.has(id)) seen.set(id, `id ${seen.size}`);
    return seen.get(id) ?? id;
  });
  return JSON.parse(named);
}
