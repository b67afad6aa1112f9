import type { Actor } from '../../platform/actor.js';
import type { Reactions } from '../../platform/changes/changes.js';
import type { Tx } from '../../platform/db/database.js';
import { billsTopUp } from '../../modules/invoices/issuing/top-up-invoices.service.js';
import { FINALIZED_AS } from '../../modules/invoices/invoice.activities.js';
import type { OwnedInvoice } from '../../modules/invoices/invoice.changes.js';
import type { ReviewedOwners } from '../../modules/alerts/watched-alert.repository.js';
import type { Services } from '../capabilities.js';
import type { InvoiceAreaChange } from './announced-changes.js';
import { ofInvoice } from './recorded-rows.js';
import type { Reactors } from './reactors.js';

/** Reactions to changes of invoices, drafts and invoices pending payment included, and of fees. */
export function invoiceReactions(
  {
    accountingDocuments,
    activation,
    automaticTopUps,
    creditNotesOfDrafts,
    crmDocuments,
    dailyUsage,
    documentMaking,
    dunningAttempts,
    paymentCollection,
    paymentLinks,
    progressiveNotesOf,
    reportRecorder,
    taxReports,
    topUpInvoices,
    unusedCredit,
  }: Services,
  { recorder, records, reviewsAlerts }: Reactors,
): Reactions<InvoiceAreaChange> {
  const sendsToCrms = (tx: Tx, actor: Actor, owned: OwnedInvoice) =>
    crmDocuments.requestInvoices(tx, actor, [owned]);
  return {
    'invoice.drafted': [
      records('invoice.drafted', ({ invoices }) => invoices.map(ofInvoice)),
      records('invoice.ready_to_finalize', ({ invoices }) =>
        invoices.filter(({ invoice }) => invoice.taxStatus !== 'pending').map(ofInvoice),
      ),
      reviewsAlerts(({ invoices }) => ofUsage(invoices)),
      (tx, actor, change) => automaticTopUps.reviewForDrafts(tx, actor, change),
    ],
    'invoice.ready_to_finalize': [
      records('invoice.ready_to_finalize', ({ invoices }) => invoices.map(ofInvoice)),
    ],
    'invoice.finalized': [
      async (tx, actor, { invoices }) => {
        const finalized = invoices.map(({ invoice }) => invoice);
        await reportRecorder.addInvoices(tx, actor, finalized);
        await dailyUsage.correct(tx, actor, finalized);
      },
      async (tx, actor, { invoices }) => {
        const byType = Map.groupBy(invoices, ({ invoice }) => FINALIZED_AS[invoice.invoiceType]);
        for (const [type, finalized] of byType) {
          await recorder.recordAll(tx, actor, type, finalized.map(ofInvoice));
        }
      },
      (tx, actor, { invoices }) =>
        documentMaking.schedule(
          tx,
          actor,
          'invoice',
          invoices.map(({ invoice }) => invoice.id),
        ),
      reviewsAlerts(({ invoices }) => ofUsage(invoices)),
      (tx, actor, { invoices }) => paymentCollection.collectIssued(tx, actor, invoices),
      (tx, actor, { invoices }) => crmDocuments.requestInvoices(tx, actor, invoices),
      (tx, actor, { invoices }) => accountingDocuments.requestInvoices(tx, actor, invoices),
    ],
    'open_invoice.opened': [
      (tx, actor, { invoices }) => paymentCollection.collectIssued(tx, actor, invoices),
    ],
    'invoice.refreshed': [reviewsAlerts(({ invoices }) => ofUsage(invoices))],
    'draft_fees.replacing': [(tx, actor, change) => creditNotesOfDrafts.recompute(tx, actor, change)],
    'drafts.finalized': [(tx, actor, { invoices }) => creditNotesOfDrafts.finalize(tx, actor, invoices)],
    'usage.overbilled': [(tx, actor, { overbilled }) => progressiveNotesOf.credit(tx, actor, overbilled)],
    'invoice.deleted': [
      records('invoice.deleted', (change) => ({ ...ofInvoice(change), before: change.before })),
      reviewsAlerts((change) => ofUsage([change])),
    ],
    'invoice.payment_status_updated': [
      records('invoice.payment_status_updated', (change) =>
        change.isRecorded ? { ...ofInvoice(change), before: change.before } : [],
      ),
      (tx, actor, { invoice, statusBefore }) =>
        reportRecorder.changePaymentStatus(tx, actor, invoice, statusBefore),
      async (tx, actor, { invoice, customer }) => {
        if (billsTopUp(invoice)) await topUpInvoices.concludePurchase(tx, actor, { invoice, customer });
      },
      async (tx, actor, { invoice, customer, before }) => {
        const isPaid = invoice.paymentStatus === 'succeeded' && before['payment_overdue'] === true;
        if (isPaid) await dunningAttempts.resetAttempts(tx, actor, { invoice, customer });
      },
      async (tx, actor, change) => {
        if (change.invoice.paymentStatus === 'succeeded') await paymentLinks.close(tx, actor, change);
      },
      sendsToCrms,
    ],
    'invoice.due_reduced': [(tx, actor, change) => paymentLinks.close(tx, actor, change), sendsToCrms],
    'invoice.payment_overdue': [
      (tx, actor, { invoices }) =>
        dunningAttempts.scheduleForOverdue(
          tx,
          actor,
          invoices.map(({ customer }) => customer),
        ),
      records('invoice.payment_overdue', ({ invoices }) => invoices.map(ofInvoice)),
      (tx, actor, { invoices }) => crmDocuments.requestInvoices(tx, actor, invoices),
    ],
    'invoice.voided': [
      (tx, actor, { invoice }) => reportRecorder.removeVoided(tx, actor, invoice),
      records('invoice.voided', ofInvoice),
      async (tx, actor, { invoice, customer }) => {
        if (billsTopUp(invoice)) await topUpInvoices.failPurchase(tx, actor, { invoice, customer });
      },
      reviewsAlerts((change) => ofUsage([change])),
      (tx, actor, change) => paymentLinks.close(tx, actor, change),
      sendsToCrms,
      (tx, actor, change) => accountingDocuments.requestVoid(tx, actor, change),
      (tx, actor, change) => taxReports.requestVoid(tx, actor, change),
    ],
    'invoice.taxed': [(tx, actor, { invoice, fees }) => unusedCredit.issueAwaited(tx, actor, invoice, fees)],
    'invoice.failed': [records('invoice.failed', ofInvoice)],
    'invoice.regenerated': [records('invoice.regenerated', ofInvoice)],
    'invoice.payment_dispute_lost': [
      (tx, actor, { invoice }) => reportRecorder.removeDisputed(tx, actor, invoice),
      records('invoice.payment_dispute_lost', (change) => ({
        ...ofInvoice(change),
        sentWith: { provider_error: change.reason },
      })),
      sendsToCrms,
    ],

    'open_invoice.paid': [
      (tx, actor, { locked }) => paymentLinks.close(tx, actor, locked),
      (tx, actor, { locked }) =>
        billsTopUp(locked.invoice)
          ? topUpInvoices.issuePaid(tx, actor, locked)
          : activation.activatePaid(tx, actor, locked),
    ],
    'open_invoice.payment_failed': [
      (tx, actor, { locked }) => paymentLinks.close(tx, actor, locked),
      (tx, actor, { locked }) =>
        billsTopUp(locked.invoice)
          ? topUpInvoices.concludePurchase(tx, actor, locked)
          : activation.cancelUnpaid(tx, actor, locked),
    ],

    'fee.created': [
      (tx, actor, { made }) =>
        reportRecorder.replaceStandaloneFees(tx, actor, {
          before: [],
          after: made.flatMap(({ fees }) => fees),
        }),
      records('fee.created', ({ made }) =>
        made.flatMap(({ fees, customer: { externalId: externalCustomerId } }) =>
          fees.map((row) => ({ row, externalCustomerId })),
        ),
      ),
    ],
    'fee.updated': [
      (tx, actor, { before, fee }) =>
        reportRecorder.replaceStandaloneFees(tx, actor, { before: [before], after: [fee] }),
    ],
    'fee.deleted': [
      (tx, actor, { fee }) => reportRecorder.replaceStandaloneFees(tx, actor, { before: [fee], after: [] }),
    ],
    'fees.put_on_invoices': [
      (tx, actor, { before }) => reportRecorder.replaceStandaloneFees(tx, actor, { before, after: [] }),
    ],
  };
}

/** What depends on invoices of usage: the figures of subscriptions that they bill, and the ongoing balances of wallets. */
function ofUsage(invoices: readonly OwnedInvoice[]): ReviewedOwners {
  const ofSubscriptions = invoices.filter(
    ({ invoice: { invoiceType } }) => invoiceType !== 'one_off' && invoiceType !== 'credit',
  );
  return {
    invoiceIds: ofSubscriptions.map(({ invoice }) => invoice.id),
    walletsOf: ofSubscriptions.map(({ customer }) => customer.id),
  };
}
