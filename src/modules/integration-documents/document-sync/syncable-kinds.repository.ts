import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias, type PgColumn } from 'drizzle-orm/pg-core';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import type { TenantTable } from '../../../platform/paging/records.js';
import { creditNotes } from '../../credit-notes/records/credit-note.table.js';
import { customers } from '../../customers/records/customer.table.js';
import type { IntegrationResourceTypeName } from '../../integration-resources/integration-resource.table.js';
import type { IntegrationCategory } from '../../integrations/types/integration-types.js';
import { invoiceCredits } from '../../invoices/records/invoice-credit.table.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { payments } from '../../payments/payment.table.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import type { SyncFlag } from '../customers/customer-places.js';
import type { RecordableType } from '../recorded-document.input.js';

/** The invoice that a document belongs to. */
export const ownInvoice = alias(invoices, 'own_invoice');

/** Documents of one kind, as tables have them. */
interface DocumentRows {
  readonly table: TenantTable;
  readonly customerId: AnyPgColumn;
  /** Joins `ownInvoice`; absent if nothing is read of it. */
  readonly invoiceId?: AnyPgColumn;
  /** Their calendar date, by which periods select them; null for kinds that belong to no period. */
  readonly issuedOn: PgColumn | SQL | null;
  /** The condition for documents that systems may have; absent if they may have all. */
  readonly isFinal?: SQL | undefined;
}

/** A kind of documents that connections of a category can be sent as users ask. */
export interface SyncableKind extends DocumentRows {
  readonly resourceType: IntegrationResourceTypeName;
  /** The setting that switches the kind on; null if it is always on. */
  readonly flag: SyncFlag | null;
  /** The document that users name to ask for one of the kind by its id; absent for those that go with others only. */
  readonly named?: RecordableType;
  /** The ids of documents that the kind goes with: it is sent with them unless the system has it. */
  readonly goesWith?: Readonly<Partial<Record<IntegrationResourceTypeName, AnyPgColumn>>>;
}

const CUSTOMERS: DocumentRows = { table: customers, customerId: customers.id, issuedOn: null };

const INVOICES = {
  table: invoices,
  customerId: invoices.customerId,
  issuedOn: invoices.issuingDate,
  isFinal: isOneOf(invoices.status, ['finalized', 'voided']),
} satisfies DocumentRows;

/** Subscriptions are not issued: the date, in UTC, that they were made for counts. */
const SUBSCRIPTIONS: DocumentRows = {
  table: subscriptions,
  customerId: subscriptions.customerId,
  issuedOn: utcDate(subscriptions.subscriptionAt),
};

/** The condition for invoices that accounting systems get, and for what settles them: see `isSent`. */
const isAccounted = and(
  isOneOf(ownInvoice.status, ['finalized', 'voided']),
  eq(ownInvoice.selfBilled, false),
);

/** Credits of a voided invoice are given back with it. */
const isInUse = and(eq(ownInvoice.status, 'finalized'), eq(ownInvoice.selfBilled, false));

const ACCOUNTED_INVOICES: DocumentRows = { ...INVOICES, invoiceId: invoices.id, isFinal: isAccounted };

/** The record of prepaid credits has the id of the invoice that uses them. */
const PREPAID_CREDITS: DocumentRows = {
  ...ACCOUNTED_INVOICES,
  isFinal: and(isInUse, gt(invoices.prepaidCreditAmountCents, 0n)),
};

const USED_NOTES: DocumentRows = {
  table: invoiceCredits,
  customerId: ownInvoice.customerId,
  invoiceId: invoiceCredits.invoiceId,
  issuedOn: ownInvoice.issuingDate,
  isFinal: and(isInUse, eq(invoiceCredits.itemType, 'credit_note')),
};

const NOTES = {
  table: creditNotes,
  customerId: creditNotes.customerId,
  invoiceId: creditNotes.invoiceId,
  issuedOn: creditNotes.issuingDate,
  isFinal: and(isAccounted, eq(creditNotes.status, 'finalized')),
} satisfies DocumentRows;

/** The record of an offset has the id of its note, as that of a refund has. */
const OFFSETS: DocumentRows = {
  ...NOTES,
  isFinal: and(NOTES.isFinal, gt(creditNotes.offsetAmountCents, 0n)),
};

const REFUNDS: DocumentRows = {
  ...NOTES,
  issuedOn: utcDate(creditNotes.refundedAt),
  isFinal: and(NOTES.isFinal, eq(creditNotes.refundStatus, 'succeeded')),
};

/** Payments of payment requests have several invoices, which they are not looked up by. */
const PAYMENTS: DocumentRows = {
  table: payments,
  customerId: payments.customerId,
  invoiceId: payments.invoiceId,
  issuedOn: utcDate(payments.createdAt),
  isFinal: and(eq(payments.paymentStatus, 'succeeded'), or(isNull(payments.invoiceId), isAccounted)),
};

/**
 * What connections can be sent as users ask. A period is sent in the order of its kinds, so that a document follows the one that it
 * needs. Taxes are not sent again as a whole: `retryTaxReport` repeats what has failed. Source: integrations.md §11, §17.
 */
export const SYNCABLE_KINDS: Readonly<Record<IntegrationCategory, readonly SyncableKind[]>> = {
  tax: [],
  accounting: [
    { resourceType: 'customer', named: 'customer', flag: null, ...CUSTOMERS },
    { resourceType: 'invoice', named: 'invoice', flag: 'syncInvoices', ...ACCOUNTED_INVOICES },
    { resourceType: 'credit_note', named: 'credit_note', flag: 'syncCreditNotes', ...NOTES },
    {
      resourceType: 'payment',
      flag: 'syncPayments',
      goesWith: { invoice: invoices.id },
      ...PREPAID_CREDITS,
    },
    {
      resourceType: 'allocation',
      flag: 'syncCreditNotes',
      goesWith: { invoice: invoiceCredits.invoiceId, credit_note: invoiceCredits.itemId },
      ...USED_NOTES,
    },
    {
      resourceType: 'allocation',
      flag: 'syncCreditNotes',
      goesWith: { credit_note: creditNotes.id },
      ...OFFSETS,
    },
    {
      resourceType: 'payment',
      named: 'payment',
      flag: 'syncPayments',
      goesWith: { invoice: payments.invoiceId },
      ...PAYMENTS,
    },
    {
      resourceType: 'refund',
      named: 'credit_note',
      flag: 'syncCreditNotes',
      goesWith: { credit_note: creditNotes.id },
      ...REFUNDS,
    },
  ],
  crm: [
    { resourceType: 'customer', named: 'customer', flag: null, ...CUSTOMERS },
    { resourceType: 'subscription', named: 'subscription', flag: 'syncSubscriptions', ...SUBSCRIPTIONS },
    { resourceType: 'invoice', named: 'invoice', flag: 'syncInvoices', ...INVOICES },
  ],
};

function utcDate(column: PgColumn): SQL {
  return sql`(${column} at time zone 'UTC')::date`;
}
