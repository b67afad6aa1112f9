import type { RecordedChange } from '../../platform/activity/recorder.js';
import type { Representation } from '../../platform/activity/snapshots.js';
import type { Reactions } from '../../platform/changes/changes.js';
import type { DunningChange } from '../../lifecycle/dunning/dunning.changes.js';
import type { Customer } from '../../modules/customers/records/customer.table.js';
import { billsTopUp } from '../../modules/invoices/issuing/top-up-invoices.service.js';
import type { OwnedPaymentRequest } from '../../modules/payment-requests/payment-request.changes.js';
import type { RefusedPayment } from '../../modules/payments/payment.changes.js';
import { VISIBLE_INVOICE_STATUSES, type Invoice } from '../../modules/invoices/records/invoice.table.js';
import type { PaymentProviderRow } from '../../modules/payment-providers/records/payment-provider.table.js';
import { queueCollection } from '../../modules/payments/collecting/payment.jobs.js';
import { payableOfPayment } from '../../modules/payments/payable.js';
import type { Payment } from '../../modules/payments/payment.table.js';
import type { Services } from '../capabilities.js';
import type { PaymentAreaChange } from './announced-changes.js';
import { ofCustomer, ofInvoice, ofTransaction } from './recorded-rows.js';
import type { Reactors } from './reactors.js';

/** Reactions to payments, payment requests, dunning, and what payment providers report. */
export function paymentReactions(
  {
    accountingDocuments,
    documentMails,
    dunningAttempts,
    paymentReceipts,
    sandboxPayments,
    walletTopUps,
  }: Services,
  { recorder, records }: Reactors,
): Reactions<PaymentAreaChange> {
  return {
    'payment.recorded': [
      records('payment.recorded', ({ payment, customer }) => ({
        row: payment,
        ...payableOf(payment),
        externalCustomerId: customer.externalId,
      })),
      (tx, actor, change) => paymentReceipts.issue(tx, actor, change),
      (tx, actor, change) => accountingDocuments.requestPayment(tx, actor, change),
    ],
    // The paid invoice announces itself. Only what the provider has reported is sent in addition.
    'payment.succeeded': [
      records('payment.succeeded', ({ payment, isReported }) => (isReported ? { row: payment } : [])),
      (tx, actor, change) => paymentReceipts.issue(tx, actor, change),
      (tx, actor, change) => accountingDocuments.requestPayment(tx, actor, change),
    ],
    'payment.processing': [(tx, actor, change) => sandboxPayments.scheduleOutcome(tx, actor, change)],
    'payment.requires_action': [records('payment.requires_action', ({ payment }) => ({ row: payment }))],
    'invoice.payment_failure': [
      records('invoice.payment_failure', (change) => (isVisible(change.invoice) ? ofInvoice(change) : [])),
      records('invoice.payment_error', ({ invoice, ...refused }) => ({
        row: invoice,
        content: { svc_invoice_id: invoice.id, ...shownRefusal(refused) },
      })),
      async (tx, actor, { invoice, ...refused }) => {
        if (!billsTopUp(invoice)) return;
        const purchase = await walletTopUps.purchaseOf(tx, actor, invoice.id);
        const { transaction } = purchase;
        const owned = { ...purchase, customer: refused.customer };
        await recorder.recordAll(tx, actor, 'wallet_transaction.payment_failure', [ofTransaction(owned)]);
        const content = { svc_wallet_transaction_id: transaction.id, ...shownRefusal(refused) };
        await recorder.recordAll(tx, actor, 'wallet_transaction.payment_error', [
          { row: transaction, content },
        ]);
      },
    ],
    'credit_note.refund_failure': [
      records('credit_note.refund_failure', ({ note, ...refused }) => ({
        row: note,
        content: { svc_credit_note_id: note.id, ...shownRefusal(refused) },
      })),
    ],

    'payment_request.created': [
      records('payment_request.created', ofPaymentRequest),
      async (tx, actor, { request, customer }) => {
        if (customer.paymentProvider === null)
          return documentMails.sendPaymentRequest(tx, actor, { request, customer });
        await queueCollection(tx, { organizationId: actor.organizationId, paymentRequestId: request.id });
      },
    ],
    'payment_request.left_to_payer': [
      (tx, actor, change) => documentMails.sendPaymentRequest(tx, actor, change),
    ],
    'payment_request.payment_failure': [
      records('payment_request.payment_failure', ofFailedRequest),
      (tx, actor, change) => documentMails.sendPaymentRequest(tx, actor, change),
    ],
    'payment_request.page_refused': [records('payment_request.payment_failure', ofFailedRequest)],
    'payment_request.payment_status_updated': [
      records('payment_request.payment_status_updated', ofPaymentRequest),
    ],

    'customer.payment_provider_created': [records('customer.payment_provider_created', ofCustomer)],
    'customer.payment_provider_error': [
      records('customer.payment_provider_error', ({ customer, provider, error }) => ({
        row: customer,
        content: {
          ...shownCustomer(customer),
          ...shownProvider(provider),
          provider_error: shownError(error),
        },
      })),
    ],
    'customer.checkout_url_generated': [
      records('customer.checkout_url_generated', ({ customer, provider, checkoutUrl }) => ({
        row: customer,
        content: { ...shownCustomer(customer), ...shownProvider(provider), checkout_url: checkoutUrl },
      })),
    ],
    'payment_provider.error': [
      records('payment_provider.error', ({ provider, source, action, error }) => ({
        row: provider,
        content: {
          svc_payment_provider_id: provider.id,
          payment_provider_name: provider.name,
          payment_provider_code: provider.code,
          source,
          action,
          provider_error: shownError(error),
        },
      })),
    ],

    'dunning.terms_changed': [(tx, actor, { of }) => dunningAttempts.scheduleForTerms(tx, actor, of)],
    'dunning_campaign.finished': [
      records('dunning_campaign.finished', ({ campaign: row, customer, balances }) => ({
        row,
        externalCustomerId: customer.externalId,
        sentWith: shownDunning(customer, balances),
      })),
    ],
  };
}

/** The ids of a customer, as errors name it. */
function shownCustomer({ id, externalId }: Customer): Representation {
  return { svc_customer_id: id, external_customer_id: externalId };
}

function shownProvider(provider: PaymentProviderRow | null): Representation {
  return {
    payment_provider: provider?.providerType ?? null,
    payment_provider_code: provider?.code ?? null,
  };
}

/** An error as the provider gave it. Source: payment-providers.md §7. */
function shownError({ message, errorCode }: { message?: string; errorCode: string }): Representation {
  return message === undefined ? { error_code: errorCode } : { message, error_code: errorCode };
}

/** What a provider refused, to whom, and why. */
function shownRefusal({ customer, provider, error }: RefusedPayment): Representation {
  return {
    ...shownCustomer(customer),
    provider_customer_id: customer.providerCustomerId,
    ...shownProvider(provider),
    provider_error: shownError(error),
  };
}

function isVisible({ status }: Invoice): boolean {
  return (VISIBLE_INVOICE_STATUSES as readonly string[]).includes(status);
}

/** What a customer owes after the last attempt of a campaign, as the contract has it. */
function shownDunning(
  { externalId }: Customer,
  balances: Extract<DunningChange, { type: 'dunning_campaign.finished' }>['balances'],
): Representation {
  const shown = balances.map(({ currency, amountCents }) => ({
    amount_cents: Number(amountCents),
    currency,
  }));
  return {
    external_customer_id: externalId,
    overdue_balance_cents: shown[0]?.amount_cents,
    overdue_balance_currency: shown[0]?.currency,
    overdue_balances: shown,
  };
}

function ofPaymentRequest({ request, customer }: OwnedPaymentRequest): RecordedChange {
  return { row: request, externalCustomerId: customer.externalId };
}

function ofFailedRequest({
  request,
  invoiceIds,
  ...refused
}: RefusedPayment &
  Pick<OwnedPaymentRequest, 'request'> & { invoiceIds: readonly string[] }): RecordedChange {
  return {
    row: request,
    content: {
      svc_payment_request_id: request.id,
      svc_invoice_ids: invoiceIds,
      ...shownRefusal(refused),
    },
  };
}

/** A payment is logged for the document that it pays. */
function payableOf(payment: Payment): Pick<RecordedChange, 'resourceId' | 'resourceType'> {
  const { type: resourceType, id: resourceId } = payableOfPayment(payment);
  return { resourceId, resourceType };
}
