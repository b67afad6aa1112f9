import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgColumn } from 'drizzle-orm/pg-core';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { TenantTable } from '../../../platform/paging/records.js';
import { creditNotes } from '../../credit-notes/records/credit-note.table.js';
import { customers } from '../../customers/records/customer.table.js';
import type { IntegrationCategory } from '../../integrations/types/integration-types.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { payments } from '../../payments/payment.table.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import type { SyncFlag } from '../customers/customer-places.js';
import type { RecordableType } from '../recorded-document.input.js';

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

/** Accounting systems get no invoices that partners have issued. */
const BOOKED_INVOICES: DocumentRows = {
  ...INVOICES,
  isFinal: sql`${INVOICES.isFinal} and not ${invoices.selfBilled}`,
};

const CREDIT_NOTES: DocumentRows = {
  table: creditNotes,
  customerId: creditNotes.customerId,
  issuedOn: creditNotes.issuingDate,
  isFinal: eq(creditNotes.status, 'finalized'),
};

/** The date of a payment, in UTC. */
const PAYMENTS: DocumentRows = {
  table: payments,
  customerId: payments.customerId,
  issuedOn: sql`(${payments.createdAt} at time zone 'UTC')::date`,
  isFinal: eq(payments.paymentStatus, 'succeeded'),
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
  accounting: [
    { resourceType: 'customer', flag: null, ...CUSTOMERS },
    { resourceType: 'invoice', flag: 'syncInvoices', ...BOOKED_INVOICES },
    { resourceType: 'credit_note', flag: 'syncCreditNotes', ...CREDIT_NOTES },
    { resourceType: 'payment', flag: 'syncPayments', ...PAYMENTS },
  ],
  crm: [
    { resourceType: 'customer', flag: null, ...CUSTOMERS },
    { resourceType: 'subscription', flag: 'syncSubscriptions', ...SUBSCRIPTIONS },
    { resourceType: 'invoice', flag: 'syncInvoices', ...INVOICES },
  ],
};
