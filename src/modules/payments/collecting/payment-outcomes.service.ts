import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { PaymentsNeeds } from '../payments.needs.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { PaymentState, ProviderError } from '../../payment-providers/adapters/payment-provider.js';
import type { PaymentProviderRow } from '../../payment-providers/records/payment-provider.table.js';
import { paymentRepository } from '../payment.repository.js';
import type { Payment } from '../payment.table.js';
import { type CollectedDocuments, documentOf, type LockedDocument } from './collected-documents.service.js';
import { storeRefund } from './store-refund.js';

interface Needs extends Pick<PaymentsNeeds, 'customerLocks' | 'testClocks' | 'paymentProviders' | 'changes'> {
  readonly collectedDocuments: CollectedDocuments;
}

/** How an outcome became known. */
interface Report {
  /** The instant of the provider's message; null if the provider has answered a call. */
  readonly reportedAt: Date | null;
}

/** A payment whose customer is locked, with the document that it pays; null if that is gone. */
interface LockedPayment {
  readonly payment: Payment;
  readonly customer: Customer;
  readonly now: Date;
  readonly document: LockedDocument | null;
}

/** Why a payment that succeeded pays nothing: its document was paid otherwise, and all of it is given back. */
const PAID_OTHERWISE: ProviderError = {
  message: 'The document was paid otherwise; the payment is refunded.',
  errorCode: 'paid_otherwise',
};

/** Why a payment has failed that its provider was asked to cancel, and that is given back if it was made nevertheless. */
const ALREADY_PAID: ProviderError = {
  message: 'The document was paid otherwise; the payment is cancelled.',
  errorCode: 'already_paid',
};

/**
 * Records the outcomes of payments at providers, each once, whoever brings it: the answer to a call, a message, the sandbox.
 * Source: payments.md §5, payment-providers.md §7, §8.
 */
export class PaymentOutcomes {
  constructor(private readonly needs: Needs) {}

  /**
   * Records how a payment stands at its provider. A payment that has succeeded stays so, and older messages change nothing.
   * @param payment stored, or a new one that the provider has made by itself.
   */
  async record(
    tx: Tx,
    actor: Actor,
    payment: Payment,
    state: PaymentState,
    { reportedAt }: Report = { reportedAt: null },
  ): Promise<void> {
    const locked = await this.lock(tx, actor, payment);
    const { paymentStatus, reportedAt: lastReportedAt } = locked.payment;
    if (paymentStatus === 'succeeded' || isGivenBack(locked.payment)) return;
    const { status, providerPaymentId, providerStatus, nextAction, error: providerError } = state;
    const isOld = reportedAt !== null && lastReportedAt !== null && reportedAt < lastReportedAt;
    const isFailed = paymentStatus === 'failed';
    // A success that is reported late counts, unless the payment has failed after it.
    if (status === 'succeeded' ? isFailed && isOld : isFailed || isOld) return;
    const reported: Payment = {
      ...locked.payment,
      providerPaymentId,
      providerStatus,
      nextAction: status === 'processing' ? nextAction : null,
      providerError,
      reportedAt: reportedAt ?? lastReportedAt,
      updatedAt: locked.now,
    };
    const known = { ...locked, payment: reported };
    const isReported = reportedAt !== null;
    if (status === 'succeeded' && isCancelled(locked.payment))
      await this.giveBack(tx, actor, known, ALREADY_PAID);
    else if (status === 'succeeded') await this.succeed(tx, actor, known, isReported);
    else if (status === 'failed') await this.fail(tx, actor, known, providerError ?? unexplained(state));
    else await this.proceed(tx, actor, known, payment);
  }

  /** Records that a provider has refused a payment. */
  async refuse(tx: Tx, actor: Actor, payment: Payment, error: ProviderError): Promise<void> {
    const locked = await this.lock(tx, actor, payment);
    const { paymentStatus } = locked.payment;
    if (paymentStatus === 'succeeded' || paymentStatus === 'failed') return;
    const refused = { ...locked.payment, providerStatus: 'failed', updatedAt: locked.now };
    await this.fail(tx, actor, { ...locked, payment: refused }, error);
  }

  /** Records that a provider was asked to cancel a payment that is no longer due. No document fails by it. */
  async cancel(tx: Tx, actor: Actor, payment: Payment): Promise<void> {
    const { payment: stored, now } = await this.lock(tx, actor, payment);
    if (stored.paymentStatus !== 'pending') return;
    await paymentRepository.save(tx, {
      ...stored,
      paymentStatus: 'failed',
      providerStatus: 'cancelled',
      providerError: ALREADY_PAID,
      updatedAt: now,
    });
  }

  /** Locks the customer of a payment. @returns the payment as it is then, or the given one if it is new. */
  private async lock(tx: Tx, actor: Actor, payment: Payment): Promise<LockedPayment> {
    const { customerLocks, testClocks, collectedDocuments } = this.needs;
    const customer = await customerLocks.lock(tx, actor, payment.customerId);
    const document = await collectedDocuments.lock(tx, actor, documentOf(payment));
    const [stored] = await paymentRepository.findMany(tx, actor.organizationId, [payment.id]);
    const now = document?.now ?? (await testClocks.now(tx, actor, customer.testClockId));
    return { payment: stored ?? payment, customer, now, document };
  }

  /** Pays the document, as far as something is due on it. The rest goes back to the payer. */
  private async succeed(tx: Tx, actor: Actor, known: LockedPayment, isReported: boolean): Promise<void> {
    const { payment, customer, now, document } = known;
    const due = document?.dueCents ?? 0n;
    const paidCents = due < payment.amountCents ? due : payment.amountCents;
    const excessCents = payment.amountCents - paidCents;
    if (paidCents === 0n) return this.giveBack(tx, actor, known, PAID_OTHERWISE);
    const recorded: Payment = {
      ...payment,
      paymentStatus: 'succeeded',
      providerError: null,
      amountCents: paidCents,
    };
    await paymentRepository.save(tx, recorded);
    await document?.settlement.pay(paidCents);
    await this.needs.changes.announce(tx, actor, {
      type: 'payment.succeeded',
      payment: recorded,
      customer,
      isReported,
    });
    if (excessCents > 0n) await this.refundExcess(tx, actor, recorded, excessCents, now);
  }

  /** Gives all of a payment back that succeeded and pays nothing. */
  private async giveBack(
    tx: Tx,
    actor: Actor,
    { payment, now }: LockedPayment,
    why: ProviderError,
  ): Promise<void> {
    const recorded: Payment = { ...payment, paymentStatus: 'failed', providerError: why };
    await paymentRepository.save(tx, recorded);
    await this.refundExcess(tx, actor, recorded, payment.amountCents, now);
  }

  private async fail(
    tx: Tx,
    actor: Actor,
    { payment, customer, document }: LockedPayment,
    error: ProviderError,
  ): Promise<void> {
    const failed: Payment = { ...payment, paymentStatus: 'failed', nextAction: null, providerError: error };
    await paymentRepository.save(tx, failed);
    if (document === null) return;
    const provider = await this.providerOf(tx, actor, payment);
    await this.failDocument(tx, actor, document, { customer, provider, error });
  }

  /** Records that a document was not paid, and announces it. */
  async failDocument(
    tx: Tx,
    actor: Actor,
    { settlement }: LockedDocument,
    refused: {
      readonly customer: Customer;
      readonly provider: PaymentProviderRow | null;
      readonly error: ProviderError;
    },
  ): Promise<void> {
    const { changes } = this.needs;
    const { request, invoices } = await settlement.fail();
    if (request !== null) {
      const invoiceIds = invoices.map(({ id }) => id);
      const type = 'payment_request.payment_failure';
      await changes.announce(tx, actor, { type, ...refused, request, invoiceIds });
      return;
    }
    for (const invoice of invoices)
      await changes.announce(tx, actor, { type: 'invoice.payment_failure', ...refused, invoice });
  }

  private async proceed(
    tx: Tx,
    actor: Actor,
    { payment, customer, now, document }: LockedPayment,
    before: Payment,
  ): Promise<void> {
    const { changes } = this.needs;
    const proceeding: Payment = { ...payment, paymentStatus: 'processing' };
    await paymentRepository.save(tx, proceeding);
    await document?.settlement.attempt();
    if (proceeding.nextAction !== null && before.nextAction === null)
      await changes.announce(tx, actor, { type: 'payment.requires_action', payment: proceeding, customer });
    await changes.announce(tx, actor, { type: 'payment.processing', payment: proceeding, customer, now });
  }

  private async refundExcess(
    tx: Tx,
    actor: Actor,
    { id: paymentId }: Payment,
    amountCents: bigint,
    now: Date,
  ): Promise<void> {
    await storeRefund(tx, actor, { paymentId, creditNoteId: null, amountCents, at: now });
  }

  private async providerOf(
    tx: Tx,
    actor: Actor,
    { paymentProviderId: id }: Payment,
  ): Promise<PaymentProviderRow | null> {
    if (id === null) return null;
    return (await this.needs.paymentProviders.getWithDeleted(tx, actor, [id])).get(id) ?? null;
  }
}

/** True for a payment that its provider was asked to cancel. */
function isCancelled({ paymentStatus, providerError }: Payment): boolean {
  return paymentStatus === 'failed' && providerError?.errorCode === ALREADY_PAID.errorCode;
}

/** True for a payment that succeeded and was given back: its provider may report the success again. */
function isGivenBack(payment: Payment): boolean {
  const isUnused = payment.providerError?.errorCode === PAID_OTHERWISE.errorCode || isCancelled(payment);
  return payment.paymentStatus === 'failed' && isUnused && payment.providerPaymentId !== null;
}

function unexplained({ providerStatus }: PaymentState): ProviderError {
  return { message: `The payment is ${providerStatus}.`, errorCode: providerStatus };
}
