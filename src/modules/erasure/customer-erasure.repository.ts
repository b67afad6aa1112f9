import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { activityLogEntries } from '../../platform/activity/activity.table.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { onlyRow } from '../../platform/db/only-row.js';
import { queryRows } from '../../platform/db/statements/query-rows.js';
import type { PersonalCopies } from '../../platform/capabilities/personal-copies.js';
import { type Customer, customerMetadata, customers } from '../customers/records/customer.table.js';
import { unmadeEInvoices } from '../documents/files/unmade-e-invoice.table.js';
import { queuedMails } from '../mails/queued-mail.table.js';
import { paymentMethods } from '../payment-providers/records/payment-method.table.js';
import { paymentRequests } from '../payment-requests/payment-request.table.js';
import { payments } from '../payments/payment.table.js';
import { ERASED, PERSONAL_MEMBERS, type PersonalValues } from './personal-values.js';

/** A document without files, which are made before the customer's name is gone. */
interface UnmadeDocument {
  readonly documentType: 'credit_note' | 'invoice' | 'payment_receipt';
  readonly documentId: string;
}

export const customerErasureRepository = {
  async findMetadata(db: Db, { organizationId, id }: Customer) {
    return db
      .select()
      .from(customerMetadata)
      .where(and(eq(customerMetadata.organizationId, organizationId), eq(customerMetadata.customerId, id)));
  },

  /** The representations of a customer in the log, with their changes. */
  async findRepresentations(db: Db, { organizationId, externalId, id }: Customer): Promise<unknown[]> {
    const { activityObject, activityObjectChanges, externalCustomerId, resourceId } = activityLogEntries;
    const rows = await db
      .select({ activityObject, activityObjectChanges })
      .from(activityLogEntries)
      .where(
        and(
          eq(activityLogEntries.organizationId, organizationId),
          eq(externalCustomerId, externalId),
          eq(resourceId, id),
        ),
      );
    return rows.flatMap((row) => [row.activityObject, row.activityObjectChanges]);
  },

  /** True while invoices are still to be issued to a customer. */
  async isBilled(db: Db, { organizationId, id }: Customer): Promise<boolean> {
    const { found } = onlyRow(
      await queryRows<{ found: boolean }>(
        db,
        sql`select exists (
          select from subscriptions where organization_id = ${organizationId} and customer_id = ${id}
            and status in ('active', 'pending', 'incomplete')
        ) or exists (
          select from invoices where organization_id = ${organizationId} and customer_id = ${id}
            and status in ('draft', 'pending', 'open')
        ) as found`,
      ),
    );
    return found;
  },

  findUnmadeDocuments(db: Db, { organizationId, id }: Customer): Promise<UnmadeDocument[]> {
    return queryRows<UnmadeDocument>(
      db,
      sql`
      select 'invoice' as "documentType", invoice.id as "documentId" from invoices as invoice
      where invoice.organization_id = ${organizationId} and invoice.customer_id = ${id}
        and invoice.status in ('finalized', 'voided') and not exists (
          select from document_files as file where file.organization_id = invoice.organization_id and file.invoice_id = invoice.id)
      union all
      select 'credit_note', note.id from credit_notes as note
      where note.organization_id = ${organizationId} and note.customer_id = ${id}
        and note.status = 'finalized' and not exists (
          select from document_files as file where file.organization_id = note.organization_id and file.credit_note_id = note.id)
      union all
      select 'payment_receipt', receipt.id from payment_receipts as receipt
      where receipt.organization_id = ${organizationId} and receipt.customer_id = ${id} and not exists (
        select from document_files as file
        where file.organization_id = receipt.organization_id and file.payment_receipt_id = receipt.id)`,
    );
  },

  /** When the oldest row of copies was written; null without any. */
  async oldest(
    db: Db,
    organizationId: string,
    { table }: PersonalCopies,
    at: PgColumn,
  ): Promise<Date | null> {
    const { at: oldest } = onlyRow(
      await queryRows<{ at: string | null }>(
        db,
        sql`select min(${at}) as at from ${table} where ${table.organizationId} = ${organizationId}`,
      ),
    );
    return oldest === null ? null : new Date(oldest);
  },

  /** Replaces values in copies. @param span of the rows; null: all of the organization. */
  async scrub(
    tx: Tx,
    customer: Customer,
    { table, columns, names = [], writtenAt }: PersonalCopies,
    values: PersonalValues,
    span: { readonly from: Date; readonly to: Date } | null,
  ): Promise<void> {
    await allowChangesOfLogs(tx);
    const { organizationId, id, externalId, providerCustomerId } = customer;
    // Rows about others may hold the same words.
    const written = sql`concat_ws(' ', ${sql.join(
      [...columns, ...names].map((column) => sql`${column}::text`),
      sql`, `,
    )})`;
    const identifiers = [id, externalId, JSON.stringify(externalId).slice(1, -1), providerCustomerId];
    const isAbout = sql.join(
      identifiers.flatMap((name) => (name === null ? [] : [sql`strpos(${written}, ${name}::text) > 0`])),
      sql` or `,
    );
    const within =
      span === null || writtenAt === null
        ? sql`true`
        : sql`${writtenAt} >= ${span.from.toISOString()} and ${writtenAt} < ${span.to.toISOString()}`;
    for (const column of columns) {
      const text = sql`${column}::text`;
      const cleaned = cleanedText(text, values);
      const type = sql.raw(column.getSQLType());
      await tx.execute(sql`
        update ${table} set ${sql.identifier(column.name)} = (${cleaned})::${type}
        where ${table.organizationId} = ${organizationId} and ${within} and (${isAbout}) and ${text} <> ${cleaned}`);
    }
  },

  /** Empties what the log says has changed of a customer itself: short values as well. */
  async scrubChanges(tx: Tx, { organizationId, externalId, id }: Customer): Promise<void> {
    await allowChangesOfLogs(tx);
    const { activityObjectChanges, externalCustomerId, resourceId } = activityLogEntries;
    const members = sql.raw(`array[${PERSONAL_MEMBERS.map((member) => `'${member}'`).join(', ')}]`);
    await tx.execute(sql`
      update ${activityLogEntries}
      set ${sql.identifier(activityObjectChanges.name)} = ${activityObjectChanges} - ${members}
      where ${activityLogEntries.organizationId} = ${organizationId} and ${externalCustomerId} = ${externalId}
        and ${resourceId} = ${id}`);
  },

  /** Erases what belongs to the customer alone. @returns the customer as it is then. */
  async eraseOwned(tx: Tx, { organizationId, id, externalId, slug }: Customer, now: Date): Promise<Customer> {
    const ofCustomer = (table: { readonly organizationId: PgColumn; readonly customerId: PgColumn }) =>
      and(eq(table.organizationId, organizationId), eq(table.customerId, id));
    await tx.delete(customerMetadata).where(ofCustomer(customerMetadata));
    await tx
      .update(paymentMethods)
      .set({
        brand: null,
        lastDigits: null,
        expiryMonth: null,
        expiryYear: null,
        isDefault: false,
        deletedAt: now,
      })
      .where(ofCustomer(paymentMethods));
    await tx.update(payments).set({ nextAction: null, providerError: null }).where(ofCustomer(payments));
    await tx.update(paymentRequests).set({ email: null }).where(ofCustomer(paymentRequests));
    await tx.delete(unmadeEInvoices).where(ofCustomer(unmadeEInvoices));
    await tx
      .delete(queuedMails)
      .where(
        and(
          eq(queuedMails.organizationId, organizationId),
          sql`${queuedMails.about} ->> 'externalCustomerId' = ${externalId}`,
        ),
      );
    const [erased] = await tx
      .update(customers)
      .set({
        name: `Erased customer ${slug}`,
        ...NOTHING_PERSONAL,
        vatCheckId: null,
        erasedAt: now,
        updatedAt: now,
      })
      .where(and(eq(customers.organizationId, organizationId), eq(customers.id, id)))
      .returning();
    if (erased === undefined) throw new Error(`expected customer ${id} to exist`);
    return erased;
  },

  /** Deletes exports that may hold a customer; they can be made again. @returns their names in the storage. */
  async deleteExports(tx: Tx, organizationId: string, { anywhere }: PersonalValues): Promise<string[]> {
    const holds = anywhere.map((value) => sql`position(convert_to(${value}::text, 'UTF8') in content) > 0`);
    const rows = await queryRows<{ storage_key: string | null }>(
      tx,
      sql`
      delete from data_exports where organization_id = ${organizationId}
        and (storage_key is not null or ${holds.length === 0 ? sql`false` : sql.join(holds, sql` or `)})
      returning storage_key`,
    );
    return rows.flatMap(({ storage_key: key }) => key ?? []);
  },

  /** Deletes the files of erased customers that were made before an instant. @returns their names in the storage. */
  async deleteFilesMadeBefore(tx: Tx, before: Date, limit: number): Promise<(string | null)[]> {
    const rows = await queryRows<{ storage_key: string | null }>(
      tx,
      sql`
      delete from document_files where id in (
        select file.id from document_files as file
        left join invoices as invoice on invoice.organization_id = file.organization_id and invoice.id = file.invoice_id
        left join credit_notes as note on note.organization_id = file.organization_id and note.id = file.credit_note_id
        left join payment_receipts as receipt
          on receipt.organization_id = file.organization_id and receipt.id = file.payment_receipt_id
        join customers as customer on customer.organization_id = file.organization_id
          and customer.id = coalesce(invoice.customer_id, note.customer_id, receipt.customer_id)
        where customer.erased_at is not null and file.created_at < ${before.toISOString()}
        limit ${limit}
      ) returning storage_key`,
    );
    return rows.map(({ storage_key: key }) => key);
  },
};

/** Country, currency and language stay: they decide how issued documents are taxed and written, and name nobody. */
const NOTHING_PERSONAL = {
  firstname: null,
  lastname: null,
  legalName: null,
  legalNumber: null,
  taxIdentificationNumber: null,
  email: null,
  phone: null,
  url: null,
  logoUrl: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  zipcode: null,
  state: null,
  shippingAddress: null,
  identifiers: [],
  buyerReference: null,
} as const satisfies Partial<Customer>;

/** Entries of logs never change, except for this (docs/adr/0112). Ends with the transaction. */
async function allowChangesOfLogs(tx: Tx): Promise<void> {
  await tx.execute(sql`select set_config('tollgate.erasure', 'on', true)`);
}

/** A text as a regular expression that it alone matches. */
function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&');
}

/** A text, or JSON as a text, without personal values. In JSON they are written with escapes. */
function cleanedText(text: SQL, { anywhere, asMembers }: PersonalValues): SQL {
  const written = anywhere.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]);
  const cleaned = [...new Set(written)].reduce(
    (inner, value) => sql`replace(${inner}, ${value}::text, ${ERASED}::text)`,
    text,
  );
  if (asMembers.length === 0) return cleaned;
  const values = asMembers.map((value) => literal(JSON.stringify(value).slice(1, -1))).join('|');
  const members = PERSONAL_MEMBERS.join('|');
  const pattern = `("(?:${members}|value)"\\s*:\\s*)"(?:${values})"`;
  return sql`regexp_replace(${cleaned}, ${pattern}::text, ${`\\1"${ERASED}"`}::text, 'g')`;
}
