import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgColumn } from 'drizzle-orm/pg-core';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { TenantTable } from '../../../platform/paging/records.js';
import { customers } from '../../customers/records/customer.table.js';
import type { IntegrationCategory } from '../../integrations/types/integration-types.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import type { RecordableType } from '../recorded-document.input.js';

/** The settings of connections that switch kinds of documents on. */
export type SyncFlag = 'syncInvoices' | 'syncCreditNotes' | 'syncPayments' | 'syncSubscriptions';

/** Documents of one kind, as tables have them. */
interface DocumentRows {
  readonly table: TenantTable;
  readonly customerId: AnyPgColumn;
  /** Their calendar date, by which periods select them; null for kinds that belong to no period. */
  readonly issuedOn: PgColumn | SQL | null;
  /** The condition for documents that systems may have; absent if they may have all. */
  readonly isFinal?: SQL;
}

/** A kind of documents that connections of a category can be sent as users ask. */
export interface SyncableKind extends DocumentRows {
  readonly resourceType: RecordableType;
  /** The setting that switches the kind on; null if it is always on. */
  readonly flag: SyncFlag | null;
}

const CUSTOMERS: DocumentRows = { table: customers, customerId: customers.id, issuedOn: null };

const INVOICES: DocumentRows = {
  table: invoices,
  customerId: invoices.customerId,
  issuedOn: invoices.issuingDate,
  isFinal: isOneOf(invoices.status, ['finalized', 'voided']),
};

/** Subscriptions are not issued: the date, in UTC, that they were made for counts. */
const SUBSCRIPTIONS: DocumentRows = {
  table: subscriptions,
  customerId: subscriptions.customerId,
  issuedOn: sql`(${subscriptions.subscriptionAt} at time zone 'UTC')::date`,
};

/**
 * What connections can be sent as users ask. A period is sent in the order of its kinds, so that a document follows the one that it
 * needs. Taxes are not sent again as a whole: `retryTaxReport` repeats what has failed. Source: integrations.md §11, §17.
 */
export const SYNCABLE_KINDS: Readonly<Record<IntegrationCategory, readonly SyncableKind[]>> = {
  tax: [],
  accounting: [{ resourceType: 'customer', flag: null, ...CUSTOMERS }],
  crm: [
    { resourceType: 'customer', flag: null, ...CUSTOMERS },
    { resourceType: 'subscription', flag: 'syncSubscriptions', ...SUBSCRIPTIONS },
    { resourceType: 'invoice', flag: 'syncInvoices', ...INVOICES },
  ],
};
