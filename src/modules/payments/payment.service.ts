import type { Actor } from '../../platform/actor.js';
import type { Changes } from '../../platform/changes/changes.js';
import { indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import type { Page } from '../../platform/paging/page.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { InvoiceSettlement } from '../invoices/settlement/invoice-settlement.service.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import type { PaymentRequestService } from '../payment-requests/payment-request.service.js';
import type { PaymentChange } from './payment.changes.js';
import { type PaymentOwners, type PaymentQuery, paymentRepository } from './payment.repository.js';
import { checkAmount, checkPayment, checkPaymentInput, checkPaymentOfRequest } from './payment.rules.js';
import type { RecordPayment, RecordPaymentOfRequest } from './payment.input.js';
import { newPayment } from './new-payment.js';
import type { Payment } from './payment.table.js';

/** Reads and records payments of invoices and of payment requests. Source: payments.md. */
export class PaymentService {
  constructor(
    private readonly settlement: InvoiceSettlement,
    private readonly requests: PaymentRequestService,
    private readonly changes: Changes<PaymentChange>,
  ) {}

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Payment>> {
    const payments = await paymentRepository.findMany(db, actor.organizationId, ids);
    return indexBy(payments, (payment) => payment.id);
  }

  list(db: Db, actor: Actor, query: PaymentQuery): Promise<Page<Payment>> {
    return paymentRepository.list(db, actor.organizationId, query);
  }

  /** A page of the payments of each owner, by the owner's id. */
  listByOwner(
    db: Db,
    actor: Actor,
    owners: PaymentOwners,
    query: PaymentQuery,
  ): Promise<Map<string, Page<Payment>>> {
    return paymentRepository.listByOwner(db, actor.organizationId, owners, query);
  }

  /**
   * Records a payment that was made without a provider, in full or in part. Locks the customer, so that concurrent payments
   * never exceed the amount due.
   * @throws AppError `invoice_not_found`; kind `forbidden` for an invoice that is not issued, or voided;
   *   `validation_errors`; `test_clock_advancing`. Source: payments.md §4.
   */
  async record(tx: Tx, actor: Actor, input: RecordPayment): Promise<Payment> {
    checkPaymentInput(input);
    const locked = await this.settlement.lock(tx, actor, input.invoiceId);
    const { invoice } = locked;
    checkPayment(input, {
      invoice,
      isInPaidRequest: await this.requests.hasPaid(tx, actor, invoice.id),
    });
    const { amountCents, reference = null, paidAt } = input;
    const payment = manualPayment(invoice, {
      invoiceId: invoice.id,
      paymentRequestId: null,
      amountCents,
      reference,
      paidAt: paidAt ?? locked.now,
      now: locked.now,
    });
    await paymentRepository.insert(tx, payment);
    await this.settlement.addPaid(tx, actor, locked, amountCents);
    // Announced last, so that the log shows the invoice after the payment.
    await this.changes.announce(tx, actor, { type: 'payment.recorded', payment, customer: locked.customer });
    return payment;
  }

  /**
   * Records a payment of everything that is due on a payment request, made without a provider: each unpaid invoice is paid its
   * part. Locks the customer.
   * @throws AppError `payment_request_not_found`; `validation_errors`; `test_clock_advancing`. Source: payments.md §10, §11.
   */
  async recordOfRequest(tx: Tx, actor: Actor, input: RecordPaymentOfRequest): Promise<Payment> {
    const { amountCents, reference, paidAt } = input;
    checkAmount(amountCents);
    const unpaid = await this.requests.lockUnpaid(tx, actor, input.paymentRequestId);
    const { request, customer, dueCents, now } = unpaid;
    checkPaymentOfRequest(input, { isPaid: request.paymentStatus === 'succeeded', dueCents });
    const payment = manualPayment(request, {
      invoiceId: null,
      paymentRequestId: request.id,
      amountCents,
      reference,
      paidAt: paidAt ?? now,
      now,
    });
    await paymentRepository.insert(tx, payment);
    await this.requests.settle(tx, actor, unpaid);
    await this.changes.announce(tx, actor, { type: 'payment.recorded', payment, customer });
    return payment;
  }

  /** Records the payment of an invoice that regroups standalone fees, which were paid before. Source: invoices.md §3.4. */
  async recordPaidBefore(tx: Tx, actor: Actor, invoice: Invoice, customer: Customer): Promise<void> {
    const { totalPaidAmountCents: amountCents, createdAt } = invoice;
    if (amountCents === 0n) return;
    const payment = manualPayment(invoice, {
      invoiceId: invoice.id,
      paymentRequestId: null,
      amountCents,
      reference: null,
      paidAt: createdAt,
      now: createdAt,
    });
    await paymentRepository.insert(tx, payment);
    await this.changes.announce(tx, actor, { type: 'payment.recorded', payment, customer });
  }

  /** Deletes the rows of customers, before those of their invoices. */
  deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    return paymentRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
  }
}

interface ManualPayment extends Pick<
  Payment,
  'invoiceId' | 'paymentRequestId' | 'amountCents' | 'reference'
> {
  readonly paidAt: Date;
  readonly now: Date;
}

/** A payment that was recorded by hand, with the instant at which it was made. */
function manualPayment(
  { organizationId, customerId, currency }: Pick<Invoice, 'organizationId' | 'customerId' | 'currency'>,
  { paidAt: createdAt, now: updatedAt, ...paid }: ManualPayment,
): Payment {
  return newPayment({ organizationId, customerId, currency, ...paid, createdAt, updatedAt });
}
