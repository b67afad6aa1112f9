import type { Actor } from '../../platform/actor.js';
import { groupBy, indexBy } from '../../platform/collections/grouping.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/tables/ids.js';
import { notAllowed, notFound } from '../../platform/errors/app-error.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { Page } from '../../platform/paging/page.js';
import type { Customer } from '../customers/records/customer.table.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import { dueCents } from '../invoices/settlement/invoice-dues.js';
import type { LockedInvoice } from '../invoices/settlement/locked-invoice.js';
import {
  checkPaymentMethod,
  storedReference,
} from '../payment-providers/methods/payment-method-reference.js';
import type { PaymentRequestsNeeds } from './payment-requests.needs.js';
import type { CreatePaymentRequest, PaymentRequestFilter } from './payment-request.input.js';
import { type PaymentRequestQuery, paymentRequestRepository } from './payment-request.repository.js';
import {
  checkRequestedInvoices,
  checkRequestInput,
  isPayable,
  requestedCents,
} from './payment-request.rules.js';
import type { PaymentRequest } from './payment-request.table.js';

/** The filter and the page of a list of payment requests, as requested. */
export type PaymentRequestList = Omit<PaymentRequestQuery, 'filter' | 'billingEntityIds'> & {
  readonly filter: PaymentRequestFilter;
};

/** The invoices for which a customer is asked to pay, and how. */
export interface RequestedPayment {
  readonly customer: Customer;
  /** At least one; all of one billing entity and currency. */
  readonly invoices: readonly Invoice[];
  readonly email: string | null;
  readonly paymentMethodType: PaymentRequest['paymentMethodType'];
  readonly paymentMethodId: string | null;
  /** The campaign that makes the request; null if it is made by hand. */
  readonly dunningCampaignId: string | null;
  /** Addresses that receive copies of its e-mails. */
  readonly bccEmails: string[];
  /** The customer's now. */
  readonly now: Date;
}

/** A request with its customer, whom the caller has locked, and with those of its invoices that are unpaid. */
export interface UnpaidRequest {
  readonly request: PaymentRequest;
  readonly unpaid: readonly LockedInvoice[];
  readonly customer: Customer;
  /** What is due on the unpaid invoices. */
  readonly dueCents: bigint;
  /** The customer's now. */
  readonly now: Date;
}

/** Asks customers to pay overdue invoices. Sources: payments.md §11, payment-providers.md §6. */
export class PaymentRequestService {
  constructor(
    private readonly needs: Pick<
      PaymentRequestsNeeds,
      | 'billingEntities'
      | 'testClocks'
      | 'customerLocks'
      | 'invoices'
      | 'invoiceSettlement'
      | 'paymentMethods'
      | 'openPayments'
      | 'changes'
    >,
  ) {}

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, PaymentRequest>> {
    return indexBy(await paymentRequestRepository.findMany(db, actor.organizationId, ids), ({ id }) => id);
  }

  /** @throws AppError `payment_request_not_found`. */
  async get(db: Db, actor: Actor, id: string): Promise<PaymentRequest> {
    const found = isUuid(id) ? (await this.getMany(db, actor, [id])).get(id.toLowerCase()) : undefined;
    if (found === undefined) throw notFound('payment_request');
    return found;
  }

  /** @throws AppError `billing_entity_not_found` for an unknown code in the filter. */
  async list(db: Db, actor: Actor, { filter, ...query }: PaymentRequestList): Promise<Page<PaymentRequest>> {
    return paymentRequestRepository.list(db, actor.organizationId, {
      ...query,
      filter,
      billingEntityIds: await this.needs.billingEntities.filteredIds(db, actor, filter),
    });
  }

  /** A page of the requests of each customer, by the customer's id. @throws AppError as `list`. */
  async listByCustomer(
    db: Db,
    actor: Actor,
    customerIds: readonly string[],
    { filter, ...query }: PaymentRequestList,
  ): Promise<Map<string, Page<PaymentRequest>>> {
    return paymentRequestRepository.listByCustomer(db, actor.organizationId, customerIds, {
      ...query,
      filter,
      billingEntityIds: await this.needs.billingEntities.filteredIds(db, actor, filter),
    });
  }

  /** The invoices of each request, oldest first. */
  async invoicesOf(db: Db, actor: Actor, requestIds: readonly string[]): Promise<Map<string, Invoice[]>> {
    const contents = await paymentRequestRepository.findInvoices(db, actor.organizationId, requestIds);
    const ids = [...new Set(contents.map(({ invoiceId }) => invoiceId))];
    const invoices = await this.needs.invoices.getMany(db, actor, ids);
    const byRequest = groupBy(contents, ({ paymentRequestId }) => paymentRequestId);
    return new Map(
      [...byRequest].map(([id, rows]) => [
        id,
        rows.map(({ invoiceId }) => expectPresent(invoices.get(invoiceId), `invoice ${invoiceId}`)),
      ]),
    );
  }

  /** What the payment of a request has paid of its invoices, by invoice id. */
  async paidParts(db: Db, { organizationId }: Actor, requestId: string): Promise<Map<string, bigint>> {
    const contents = await paymentRequestRepository.findInvoices(db, organizationId, [requestId]);
    const paid = contents.filter(({ paidAmountCents }) => paidAmountCents > 0n);
    return new Map(paid.map(({ invoiceId, paidAmountCents }) => [invoiceId, paidAmountCents]));
  }

  /** True if the invoice is in a payment request that was paid. */
  async hasPaid(db: Db, actor: Actor, invoiceId: string): Promise<boolean> {
    const requests = await paymentRequestRepository.findWithInvoice(db, actor.organizationId, invoiceId);
    return requests.some(({ paymentStatus }) => paymentStatus === 'succeeded');
  }

  /** True if the invoice is in a payment request of a dunning campaign. */
  async isDunned(db: Db, actor: Actor, invoiceId: string): Promise<boolean> {
    const requests = await paymentRequestRepository.findWithInvoice(db, actor.organizationId, invoiceId);
    return requests.some(({ dunningCampaignId }) => dunningCampaignId !== null);
  }

  /**
   * Asks a customer to pay overdue invoices.
   * @throws AppError `validation_errors`; `customer_not_found`, `invoice_not_found`; kind `notAllowed` as
   *   `checkRequestedInvoices`, or `test_clock_advancing`.
   */
  async create(tx: Tx, actor: Actor, input: CreatePaymentRequest): Promise<PaymentRequest> {
    checkRequestInput(input);
    const { customerLocks, testClocks, openPayments } = this.needs;
    const customer = await customerLocks.lockNamed(tx, actor, input.externalCustomerId);
    const invoices = await this.named(tx, actor, customer, input.invoiceIds);
    checkRequestedInvoices(invoices);
    const isBusy = await openPayments.areOpen(tx, actor, invoices);
    if (isBusy) throw notAllowed('invoices_not_ready_for_payment_processing');
    const errors = new FieldErrors();
    checkPaymentMethod(errors, input.paymentMethod);
    errors.throwIfAny();
    await this.needs.paymentMethods.requireNamed(tx, actor, customer, input.paymentMethod);
    const email = input.email?.trim() ?? '';
    return this.request(tx, actor, {
      customer,
      invoices,
      email: email === '' ? customer.email : email,
      ...storedReference(input.paymentMethod),
      dunningCampaignId: null,
      bccEmails: [],
      now: await testClocks.now(tx, actor, customer.testClockId),
    });
  }

  /** Stores a request for what is due on invoices. The caller has locked the customer and checked the invoices. */
  async request(tx: Tx, actor: Actor, requested: RequestedPayment): Promise<PaymentRequest> {
    const { customer, invoices, now, ...members } = requested;
    const { currency, billingEntityId } = expectPresent(invoices[0], 'an invoice of the request');
    const request: PaymentRequest = {
      id: newId(),
      organizationId: actor.organizationId,
      customerId: customer.id,
      billingEntityId,
      paymentStatus: 'pending',
      amountCents: requestedCents(invoices),
      currency,
      ...members,
      createdAt: now,
      updatedAt: now,
    };
    const ids = invoices.map(({ id }) => id);
    await paymentRequestRepository.insert(tx, request, ids);
    await this.needs.changes.announce(tx, actor, { type: 'payment_request.created', request, customer });
    return request;
  }

  /**
   * Locks the customer of a request, to pay what is due on its invoices now: some may have been paid otherwise.
   * @throws AppError `payment_request_not_found`; kind `notAllowed`, `test_clock_advancing`.
   */
  async lockUnpaid(tx: Tx, actor: Actor, sentId: string): Promise<UnpaidRequest> {
    const { invoiceSettlement } = this.needs;
    const { id } = await this.get(tx, actor, sentId);
    const contents = await paymentRequestRepository.findInvoices(tx, actor.organizationId, [id]);
    const invoiceIds = contents.map(({ invoiceId }) => invoiceId);
    const locked = await invoiceSettlement.lockMany(tx, actor, invoiceIds);
    const { customer, now } = expectPresent(locked[0], `an invoice of payment request ${id}`);
    // Read again: a transaction that had the lock before may have paid the request.
    const request = await this.get(tx, actor, id);
    const unpaid = locked.filter(({ invoice }) => isPayable(invoice));
    const due = unpaid.reduce((sum, { invoice }) => sum + dueCents(invoice), 0n);
    return { request, unpaid, customer, dueCents: due, now };
  }

  /**
   * Pays the unpaid invoices of a request, which succeeds. Source: payments.md §11.
   * @param amountCents at most what is due on them; by default all of it. The oldest invoices are paid first.
   */
  async settle(
    tx: Tx,
    actor: Actor,
    { request, unpaid, customer, now, dueCents: allDueCents }: UnpaidRequest,
    amountCents: bigint = allDueCents,
  ): Promise<void> {
    const { invoiceSettlement } = this.needs;
    const { organizationId, id: paymentRequestId } = request;
    let leftCents = amountCents;
    for (const locked of unpaid) {
      const invoiceId = locked.invoice.id;
      const due = dueCents(locked.invoice);
      const paidAmountCents = due < leftCents ? due : leftCents;
      leftCents -= paidAmountCents;
      if (paidAmountCents === 0n) continue;
      await paymentRequestRepository.setPaid(tx, {
        organizationId,
        paymentRequestId,
        invoiceId,
        paidAmountCents,
      });
      await invoiceSettlement.addPaid(tx, actor, locked, paidAmountCents);
    }
    await this.setStatus(tx, actor, { request, customer, now }, 'succeeded');
  }

  /** Records that a provider processes another payment of a request, after one has failed. */
  async recordAttempt(tx: Tx, actor: Actor, unpaid: UnpaidRequest): Promise<void> {
    for (const locked of unpaid.unpaid) await this.needs.invoiceSettlement.recordAttempt(tx, actor, locked);
    if (unpaid.request.paymentStatus === 'failed') await this.setStatus(tx, actor, unpaid, 'pending');
  }

  /** Records that a payment of a request has failed, for its unpaid invoices too. Source: payments.md §11. */
  async recordFailure(tx: Tx, actor: Actor, unpaid: UnpaidRequest): Promise<PaymentRequest> {
    for (const locked of unpaid.unpaid) await this.needs.invoiceSettlement.recordFailure(tx, actor, locked);
    if (unpaid.request.paymentStatus !== 'pending') return unpaid.request;
    return this.setStatus(tx, actor, unpaid, 'failed');
  }

  private async setStatus(
    tx: Tx,
    actor: Actor,
    { request, customer, now }: Pick<UnpaidRequest, 'request' | 'customer' | 'now'>,
    paymentStatus: PaymentRequest['paymentStatus'],
  ): Promise<PaymentRequest> {
    const changed: PaymentRequest = { ...request, paymentStatus, updatedAt: now };
    await paymentRequestRepository.update(tx, request.organizationId, request.id, changed);
    await this.needs.changes.announce(tx, actor, {
      type: 'payment_request.payment_status_updated',
      request: changed,
      customer,
    });
    return changed;
  }

  /** Deletes the rows of customers, before those of their invoices. */
  deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    return paymentRequestRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
  }

  /**
   * The customer's invoices with these ids, each once, oldest first.
   * @throws AppError `invoice_not_found` without ids, or for an id that is no visible invoice of the customer.
   */
  private async named(
    tx: Tx,
    actor: Actor,
    customer: Customer,
    sentIds: readonly string[],
  ): Promise<Invoice[]> {
    const ids = [...new Set(sentIds.map((id) => id.toLowerCase()))];
    if (ids.length === 0 || !ids.every(isUuid)) throw notFound('invoice');
    const invoices = await this.needs.invoices.getVisible(tx, actor, ids);
    return ids.toSorted().map((id) => {
      const invoice = invoices.get(id);
      if (invoice?.customerId !== customer.id) throw notFound('invoice');
      return invoice;
    });
  }
}
