import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import type { LockedInvoice } from '../../invoices/settlement/locked-invoice.js';
import type { PaymentsNeeds } from '../payments.needs.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { BilledPeriod } from '../../invoices/records/periods/billed-periods.service.js';
import type { Fee } from '../../invoices/records/fees/fee.table.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import { dueCents, isUntaxed } from '../../invoices/settlement/invoice-dues.js';
import type { PaymentMethodReference } from '../../payment-providers/methods/payment-method-reference.js';
import type { UnpaidRequest } from '../../payment-requests/payment-request.service.js';
import type { PaymentRequest } from '../../payment-requests/payment-request.table.js';
import { billedReference, type BilledContent, type BilledItem, billedParts } from './billed-reference.js';
import type { CollectedDocument } from './payment.jobs.js';

/** What happens to a document by attempts to have it paid. */
export interface Settlement {
  /** @param amountCents at most what is due. */
  readonly pay: (amountCents: bigint) => Promise<unknown>;
  /** A provider has refused. @returns what has failed, as it is then. */
  readonly fail: () => Promise<Pick<LockedDocument, 'invoices' | 'request'>>;
  /** A provider processes a payment. */
  readonly attempt: () => Promise<unknown>;
}

/** A document whose customer is locked until the transaction ends. */
export interface LockedDocument {
  readonly customer: Customer;
  /** The customer's now. */
  readonly now: Date;
  readonly currency: string;
  readonly billingEntityId: string;
  /** What a payment can pay of it; 0 for one that nobody pays any more. */
  readonly dueCents: bigint;
  /** True if a provider may be asked for its payment. */
  readonly isCollectable: boolean;
  /** Its invoices that are not paid. */
  readonly invoices: readonly Invoice[];
  readonly request: PaymentRequest | null;
  readonly settlement: Settlement;
}

/** Invoices and payment requests, as those see them who have them paid. Source: payments.md §5, §11. */
export class CollectedDocuments {
  constructor(
    private readonly needs: Pick<
      PaymentsNeeds,
      | 'billingEntities'
      | 'testClocks'
      | 'customers'
      | 'subscriptions'
      | 'walletTopUps'
      | 'invoices'
      | 'billedPeriods'
      | 'fees'
      | 'invoiceSettlement'
      | 'paymentRequests'
    >,
  ) {}

  /** Locks the customer of a document. @returns null for a document that is gone: deleted, or given up. */
  async lock(tx: Tx, actor: Actor, document: CollectedDocument): Promise<LockedDocument | null> {
    try {
      return 'invoiceId' in document
        ? await this.lockInvoice(tx, actor, document.invoiceId)
        : await this.lockRequest(tx, actor, document.paymentRequestId);
    } catch (error) {
      if (error instanceof AppError && error.kind === 'notFound') return null;
      throw error;
    }
  }

  /** How a document is to be paid, the most specific choice first. Source: payments.md §6. */
  async methods(
    tx: Tx,
    actor: Actor,
    { request, invoices: [invoice] }: LockedDocument,
  ): Promise<(PaymentMethodReference | null)[]> {
    const { billedPeriods, subscriptions, walletTopUps } = this.needs;
    if (request !== null) return [request];
    if (invoice === undefined) return [];
    if (invoice.invoiceType === 'one_off') return [invoice];
    if (invoice.invoiceType === 'credit') {
      // An automatic top-up has taken over the method of its rule.
      const { transaction, wallet } = await walletTopUps.purchaseOf(tx, actor, invoice.id);
      return [transaction, wallet];
    }
    const [period] = (await billedPeriods.ofInvoices(tx, actor, [invoice.id])).get(invoice.id) ?? [];
    if (period === undefined) return [];
    const found = await subscriptions.getMany(tx, actor, [period.subscriptionId]);
    return [found.get(period.subscriptionId) ?? null];
  }

  /** How providers name a payment of the document to the payer. Source: payments.md §5, §11. */
  async reference(tx: Tx, actor: Actor, document: LockedDocument): Promise<string> {
    const { billingEntities } = this.needs;
    const { name } = await billingEntities.getWithArchived(tx, actor, document.billingEntityId);
    const [invoice, ...others] = document.invoices;
    const number = others.length === 0 ? (invoice?.number ?? '') : '';
    const what = document.request === null ? `Invoice ${number}` : `Overdue invoices ${number}`;
    return `${name} - ${what}`.trim();
  }

  /** Names what the document bills (`billedReference`). */
  async billedReference(tx: Tx, actor: Actor, { invoices, customer }: LockedDocument): Promise<string> {
    const ids = invoices.map(({ id }) => id);
    const periods = await this.needs.billedPeriods.ofInvoices(tx, actor, ids);
    const itemized = invoices.filter(({ id }) => billsItems(periods.get(id) ?? []));
    const items = await this.itemsOf(tx, actor, itemized);
    return billedReference(
      invoices.flatMap(({ id, organizationId, invoiceType, currency }) =>
        billedParts({
          organizationId,
          externalCustomerId: customer.externalId,
          invoiceType,
          currency,
          periods: (periods.get(id) ?? []).map(windowsOf),
          items: items.get(id) ?? [],
        }),
      ),
    );
  }

  private async itemsOf(
    tx: Tx,
    actor: Actor,
    invoices: readonly Invoice[],
  ): Promise<Map<string, BilledItem[]>> {
    const items = new Map<string, BilledItem[]>();
    if (invoices.length === 0) return items;
    const { fees, walletTopUps } = this.needs;
    const ids = invoices.map(({ id }) => id);
    for (const [id, sold] of await fees.ofInvoices(tx, actor, ids)) items.set(id, sold.map(itemOf));
    for (const { id, invoiceType } of invoices) {
      if (invoiceType !== 'credit') continue;
      const { wallet, transaction } = await walletTopUps.purchaseOf(tx, actor, id);
      const { amountCents, creditAmount: units } = transaction;
      items.set(id, [{ code: wallet.code, units, amountCents, transactionId: null }]);
    }
    return items;
  }

  private async lockInvoice(tx: Tx, actor: Actor, id: string): Promise<LockedDocument> {
    const { invoiceSettlement } = this.needs;
    const locked = await invoiceSettlement.lock(tx, actor, id);
    const { invoice, customer, now } = locked;
    const isIssued = invoice.status === 'finalized' || invoice.status === 'open';
    const due = isIssued && !isUntaxed(invoice) ? dueCents(invoice) : 0n;
    return {
      customer,
      now,
      currency: invoice.currency,
      billingEntityId: invoice.billingEntityId,
      dueCents: due,
      isCollectable: due > 0n && invoice.paymentStatus !== 'succeeded',
      invoices: [invoice],
      request: null,
      settlement: this.ofInvoice(tx, actor, locked),
    };
  }

  private ofInvoice(tx: Tx, actor: Actor, locked: LockedInvoice): Settlement {
    const { invoiceSettlement } = this.needs;
    return {
      pay: (amountCents) => invoiceSettlement.addPaid(tx, actor, locked, amountCents),
      fail: async () => {
        // A late failure never moves an invoice that is paid.
        const isPaid = locked.invoice.paymentStatus === 'succeeded';
        const invoice = isPaid ? locked.invoice : await invoiceSettlement.recordFailure(tx, actor, locked);
        return { invoices: [invoice], request: null };
      },
      attempt: () => invoiceSettlement.recordAttempt(tx, actor, locked),
    };
  }

  private async lockRequest(tx: Tx, actor: Actor, id: string): Promise<LockedDocument> {
    const { paymentRequests } = this.needs;
    const locked: UnpaidRequest = await paymentRequests.lockUnpaid(tx, actor, id);
    const { request, unpaid, customer, now, dueCents: due } = locked;
    return {
      customer,
      now,
      currency: request.currency,
      billingEntityId: request.billingEntityId,
      dueCents: due,
      isCollectable: request.paymentStatus !== 'succeeded',
      invoices: unpaid.map(({ invoice }) => invoice),
      request,
      settlement: {
        pay: (amountCents) => paymentRequests.settle(tx, actor, locked, amountCents),
        fail: async () => {
          const failed = await paymentRequests.recordFailure(tx, actor, locked);
          return { invoices: unpaid.map(({ invoice }) => invoice), request: failed };
        },
        attempt: () => paymentRequests.recordAttempt(tx, actor, locked),
      },
    };
  }
}

/** True for an invoice that its periods do not tell from others. */
function billsItems(periods: readonly BilledPeriod[]): boolean {
  return periods.length === 0 || periods.some((period) => reasonOf(period) === 'in_advance_charge');
}

function windowsOf(period: BilledPeriod): BilledContent['periods'][number] {
  return {
    externalSubscriptionId: period.externalSubscriptionId,
    reason: reasonOf(period),
    windows: [
      period.subscriptionFrom,
      period.subscriptionTo,
      period.chargesFrom,
      period.chargesTo,
      period.fixedChargesFrom,
      period.fixedChargesTo,
    ],
  };
}

function reasonOf({ invoicingReason, regeneratedReason }: BilledPeriod): string {
  return regeneratedReason ?? invoicingReason;
}

function itemOf({ itemCode, units, amountCents, eventTransactionId: transactionId }: Fee): BilledItem {
  return { code: itemCode, units, amountCents, transactionId };
}

/** The document that a payment pays. */
export function documentOf({
  invoiceId,
  paymentRequestId,
}: {
  readonly invoiceId: string | null;
  readonly paymentRequestId: string | null;
}): CollectedDocument {
  if (invoiceId !== null) return { invoiceId };
  if (paymentRequestId !== null) return { paymentRequestId };
  throw new Error('A payment pays an invoice or a payment request.');
}
