import { nextDocumentNumber } from '../../core/invoicing/numbers/document-number.js';
import type { Actor } from '../../platform/actor.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/tables/ids.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { Page } from '../../platform/paging/page.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { dueCents } from '../invoices/settlement/invoice-dues.js';
import type { Payment } from '../payments/payment.table.js';
import type { PaymentReceiptsNeeds } from './payment-receipts.needs.js';
import { receiptNumber } from './payment-receipt.number.js';
import { type PaymentReceiptQuery, paymentReceiptRepository } from './payment-receipt.repository.js';
import type { PaymentReceipt } from './payment-receipt.table.js';

/** Issues and reads receipts of payments. Source: documents-and-emails.md §6. */
export class PaymentReceiptService {
  constructor(
    private readonly needs: Pick<
      PaymentReceiptsNeeds,
      'organizations' | 'invoices' | 'paymentRequests' | 'changes'
    >,
  ) {}

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, PaymentReceipt>> {
    return indexBy(await paymentReceiptRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  /** @throws AppError `payment_receipt_not_found`. */
  async get(db: Db, actor: Actor, id: string): Promise<PaymentReceipt> {
    const found = isUuid(id) ? await this.getMany(db, actor, [id]) : new Map<string, PaymentReceipt>();
    const receipt = found.get(id.toLowerCase());
    if (receipt === undefined) throw notFound('payment_receipt');
    return receipt;
  }

  list(db: Db, actor: Actor, query: PaymentReceiptQuery): Promise<Page<PaymentReceipt>> {
    return paymentReceiptRepository.list(db, actor.organizationId, query);
  }

  /** The receipts of payments, by the id of the payment. */
  async ofPayments(
    db: Db,
    actor: Actor,
    paymentIds: readonly string[],
  ): Promise<Map<string, PaymentReceipt>> {
    const found = await paymentReceiptRepository.findByPayments(db, actor.organizationId, paymentIds);
    return indexBy(found, ({ paymentId }) => paymentId);
  }

  /**
   * Issues the receipt of a payment that has succeeded, in the transaction that settles it: after the paid amounts of the
   * invoices have been changed. The caller has locked the customer. Does nothing for a payment that has a receipt, and for
   * one that gets none.
   */
  async issue(
    tx: Tx,
    actor: Actor,
    { payment, customer }: { readonly payment: Payment; readonly customer: Customer },
  ): Promise<void> {
    if (payment.paymentStatus !== 'succeeded' || customer.accountType === 'partner') return;
    const { organizations, changes } = this.needs;
    const { organizationId } = actor;
    if (!(await organizations.get(tx, actor)).issuesReceipts) return;
    if ((await this.ofPayments(tx, actor, [payment.id])).size > 0) return;
    const last = await paymentReceiptRepository.lastSequentialId(tx, organizationId, customer.id);
    const sequentialId = nextDocumentNumber(last, customer.documentsNumberedAfter);
    const invoices = await this.paidInvoices(tx, actor, payment);
    const receipt: PaymentReceipt = {
      id: newId(),
      organizationId,
      customerId: customer.id,
      paymentId: payment.id,
      sequentialId,
      number: receiptNumber(customer, sequentialId),
      remainingDueCents: invoices.reduce((sum, invoice) => sum + dueCents(invoice), 0n),
      createdAt: payment.updatedAt,
    };
    await paymentReceiptRepository.insert(tx, receipt);
    await changes.announce(tx, actor, { type: 'payment_receipt.created', receipt, customer });
  }

  /** The invoices that a payment pays. */
  async paidInvoices(
    db: Db,
    actor: Actor,
    { invoiceId, paymentRequestId }: Pick<Payment, 'invoiceId' | 'paymentRequestId'>,
  ): Promise<Invoice[]> {
    const { invoices, paymentRequests } = this.needs;
    if (invoiceId !== null) return [...(await invoices.getMany(db, actor, [invoiceId])).values()];
    if (paymentRequestId === null) return [];
    return (await paymentRequests.invoicesOf(db, actor, [paymentRequestId])).get(paymentRequestId) ?? [];
  }

  /** Deletes the rows of customers, before those of their payments. */
  deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    return paymentReceiptRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
  }
}
