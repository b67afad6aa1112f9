import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { notAllowed } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { retryWaitMs } from '../../../platform/jobs/retry-schedule.js';
import type { PaymentsNeeds } from '../payments.needs.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { OwnedInvoice } from '../../invoices/invoice.changes.js';
import {
  type Charge,
  CHARGE_REFERENCE,
  type PaymentState,
  ProviderRefusal,
} from '../../payment-providers/adapters/payment-provider.js';
import {
  checkPaymentMethod,
  type PaymentMethodReference,
  type SentPaymentMethodReference,
  storedReference,
} from '../../payment-providers/methods/payment-method-reference.js';
import type { PaymentProviderRow } from '../../payment-providers/records/payment-provider.table.js';
import type { ProviderLink } from '../../payment-providers/connections/provider-links.service.js';
import { paymentRepository } from '../payment.repository.js';
import { newProviderPayment } from '../new-payment.js';
import type { Payment } from '../payment.table.js';
import { type CollectedDocuments, documentOf, type LockedDocument } from './collected-documents.service.js';
import { chargeReference, idempotencyKey } from './billed-reference.js';
import type { LostPayments } from './lost-payments.service.js';
import { metadataOfDocument } from './payment-metadata.js';
import { type CollectPayment, PROVIDER_CALL_RETRIES, queueCollection } from './payment.jobs.js';
import type { PaymentOutcomes } from './payment-outcomes.service.js';

interface Needs extends Pick<
  PaymentsNeeds,
  | 'jobsDb'
  | 'clock'
  | 'invoiceSettlement'
  | 'paymentProviders'
  | 'paymentMethods'
  | 'providerLinks'
  | 'changes'
> {
  readonly collectedDocuments: CollectedDocuments;
  readonly paymentOutcomes: PaymentOutcomes;
  readonly lostPayments: LostPayments;
}

/** A payment that is stored, to be asked for. */
interface Attempt {
  readonly payment: Payment;
  readonly provider: PaymentProviderRow;
  readonly charge: Charge;
  /** True if an earlier call may have charged, and the same charge would be too much by now. */
  readonly isUnwanted: boolean;
  /** True if the payer waits for the outcome, and can be asked to confirm the payment. */
  readonly isGated: boolean;
}

/** The answer of a provider. `none`: it never made the payment; `cancelled`: it was asked to cancel what it may have made. */
type Answer =
  | { readonly type: 'state'; readonly state: PaymentState }
  | { readonly type: 'none' | 'cancelled' }
  | ProviderRefusal;

/** The word for a payment that the provider does not make because it is worth its fees. */
const TOO_SMALL = 'amount_too_small';

const NO_PROVIDER = { errorCode: 'customer_must_have_payment_provider' } as const;

/** The longest wait of `PROVIDER_CALL_RETRIES` is an hour; attempts without work for longer have lost their job. */
const LOST_AFTER_MS = 2 * 3_600_000;
const MOST_RESUMED = 1_000;

/**
 * Asks providers for payments. The payment is stored before the call and its outcome after it, each in a transaction of its
 * own; the call has a key made of what is billed, so that a repetition after a crash charges nothing twice, and neither does a
 * server that was restored from a backup (`LostPayments`).
 * Source: payments.md §5, payment-providers.md §7.
 */
export class PaymentCollection {
  constructor(private readonly needs: Needs) {}

  /** Queues the collection of issued invoices of linked customers. Source: payments.md §5. */
  async collectIssued(tx: Tx, { organizationId }: Actor, invoices: readonly OwnedInvoice[]): Promise<void> {
    const collected = invoices.filter(
      ({ invoice, customer }) => customer.paymentProvider !== null && isCollected(invoice),
    );
    for (const { invoice } of collected) await queueCollection(tx, { organizationId, invoiceId: invoice.id });
  }

  /** True if invoices are being paid at a provider, alone or in requests. */
  async areOpen(db: Db, actor: Actor, invoices: readonly Pick<Invoice, 'id'>[]): Promise<boolean> {
    const ids = invoices.map(({ id }) => id);
    const open = await paymentRepository.findOpenOfInvoices(db, actor.organizationId, ids);
    return open.some(isUnderWay);
  }

  /**
   * Has another attempt made to have an invoice paid.
   * @throws AppError `invoice_not_found`; kind `notAllowed`: `invalid_status`,
   *   `payment_processor_is_currently_handling_payment`, `test_clock_advancing`; `paymentMethod: invalid_payment_method`.
   *   Source: payments.md §5, payment-providers.md §7.
   */
  async retry(
    tx: Tx,
    actor: Actor,
    id: string,
    sent: SentPaymentMethodReference | null | undefined,
  ): Promise<Invoice> {
    const { invoiceSettlement, paymentMethods, providerLinks, changes } = this.needs;
    const { invoice, customer } = await invoiceSettlement.lock(tx, actor, id);
    const isIssued = invoice.status === 'finalized' || invoice.status === 'open';
    if (!isIssued || invoice.paymentStatus === 'succeeded') throw notAllowed('invalid_status');
    if (await this.areOpen(tx, actor, [invoice]))
      throw notAllowed('payment_processor_is_currently_handling_payment');
    const errors = new FieldErrors();
    checkPaymentMethod(errors, sent);
    errors.throwIfAny();
    await paymentMethods.requireNamed(tx, actor, customer, sent);
    const { organizationId } = actor;
    const link = await providerLinks.find(tx, actor, customer);
    const method = storedReference(sent);
    if (method.paymentMethodType === 'manual') return invoice;
    if (link !== null) {
      await queueCollection(tx, {
        organizationId,
        invoiceId: invoice.id,
        ...(method.paymentMethodType === null ? {} : { method }),
      });
      return invoice;
    }
    const refused = { invoice, customer, provider: null, error: NO_PROVIDER };
    await changes.announce(tx, actor, { type: 'invoice.payment_failure', ...refused });
    return invoice;
  }

  /** The job `collect_payment`. */
  async run(collect: CollectPayment): Promise<void> {
    const { jobsDb: db } = this.needs;
    const actor = systemActor(collect.organizationId, null);
    try {
      await this.needs.lostPayments.adopt(db, actor, collect);
    } catch (error) {
      // Without an answer, nobody is charged: the job is tried again.
      if (!(error instanceof ProviderRefusal) || error.kind === 'retriable') throw error;
      await db.transaction((tx) => this.refuse(tx, actor, collect, error));
      return;
    }
    const attempt = await db.transaction((tx) => this.begin(tx, actor, collect));
    if (attempt === null) return;
    const answer = await this.ask(attempt);
    await db.transaction((tx) => this.record(tx, actor, collect, attempt, answer));
  }

  /** Queues attempts again whose job was lost. Runs every hour. */
  async resume(): Promise<void> {
    const { jobsDb: db, clock } = this.needs;
    const before = new Date(clock.now().getTime() - LOST_AFTER_MS);
    const lost = (await paymentRepository.findUnfinished(db, before, MOST_RESUMED)).filter(isUnderWay);
    for (const payment of lost) {
      const { organizationId } = payment;
      await db.transaction((tx) => queueCollection(tx, { organizationId, ...documentOf(payment) }));
    }
  }

  /** Stores the payment to be asked for. @returns null if there is none. */
  private async begin(tx: Tx, actor: Actor, collect: CollectPayment): Promise<Attempt | null> {
    const { providerLinks, collectedDocuments, changes } = this.needs;
    const document = await collectedDocuments.lock(tx, actor, collect);
    const open = await paymentRepository.findOpen(tx, actor.organizationId, collect);
    if (open?.paymentStatus === 'processing') return null;
    if (open !== null && isUnderWay(open)) return this.repeatPayment(tx, actor, open, document);
    if (open !== null) await paymentRepository.delete(tx, open.organizationId, open.id);
    if (document?.isCollectable !== true) return null;
    if (document.dueCents === 0n) {
      // All invoices of a request were paid otherwise.
      await document.settlement.pay(0n);
      return null;
    }
    const { request, customer } = document;
    const link = await providerLinks.find(tx, actor, customer);
    const charges = link?.type.abilities.chargesMethods === true;
    const attempt = charges ? await this.startPayment(tx, actor, collect, document, link) : null;
    if (attempt === null && request !== null)
      await changes.announce(tx, actor, { type: 'payment_request.left_to_payer', request, customer });
    return attempt;
  }

  /** Stores a new payment. */
  private async startPayment(
    tx: Tx,
    actor: Actor,
    collect: CollectPayment,
    document: LockedDocument,
    { provider }: ProviderLink,
  ): Promise<Attempt | null> {
    const { paymentMethods, collectedDocuments } = this.needs;
    const { customer, now, currency, dueCents } = document;
    const requested: (PaymentMethodReference | null)[] = collect.method === undefined ? [] : [collect.method];
    const method = await paymentMethods.choose(tx, actor, customer, [
      ...requested,
      ...(await collectedDocuments.methods(tx, actor, document)),
    ]);
    if (method?.paymentProviderId !== provider.id) return null;
    const billedReference = await collectedDocuments.billedReference(tx, actor, document);
    const payment = newProviderPayment({
      organizationId: actor.organizationId,
      customerId: customer.id,
      invoiceId: 'invoiceId' in collect ? collect.invoiceId : null,
      paymentRequestId: 'paymentRequestId' in collect ? collect.paymentRequestId : null,
      amountCents: dueCents,
      currency,
      paymentProviderId: provider.id,
      paymentMethodId: method.id,
      providerCustomerId: method.providerCustomerId,
      providerMethodId: method.providerMethodId,
      billedReference,
      billedAttempt: await paymentRepository.nextBilledAttempt(tx, actor.organizationId, billedReference),
      attempts: 1,
      createdAt: now,
      updatedAt: now,
    });
    await paymentRepository.save(tx, payment);
    return this.attemptOf(tx, actor, payment, provider, document);
  }

  /** Repeats the call for a payment whose outcome is not known. */
  private async repeatPayment(
    tx: Tx,
    actor: Actor,
    open: Payment,
    document: LockedDocument | null,
  ): Promise<Attempt | null> {
    const { paymentProviders } = this.needs;
    const id = open.paymentProviderId;
    const provider = id === null ? undefined : (await paymentProviders.getMany(tx, actor, [id])).get(id);
    if (provider === undefined) {
      const error = { message: 'The connection was deleted.', errorCode: 'connection_deleted' };
      await this.needs.paymentOutcomes.refuse(tx, actor, open, error);
      return null;
    }
    const payment: Payment = {
      ...open,
      attempts: open.attempts + 1,
      updatedAt: document?.now ?? open.updatedAt,
    };
    await paymentRepository.save(tx, payment);
    return this.attemptOf(tx, actor, payment, provider, document);
  }

  private async attemptOf(
    tx: Tx,
    actor: Actor,
    payment: Payment,
    provider: PaymentProviderRow,
    document: LockedDocument | null,
  ): Promise<Attempt> {
    const { collectedDocuments } = this.needs;
    const { id: paymentId, amountCents, currency, providerCustomerId, providerMethodId, attempts } = payment;
    const isGated = document?.invoices.some(({ status }) => status === 'open') ?? false;
    return {
      payment,
      provider,
      isUnwanted:
        attempts > 1 && (document === null || !document.isCollectable || document.dueCents < amountCents),
      isGated,
      charge: {
        paymentId,
        amountCents,
        currency,
        providerCustomerId: providerCustomerId ?? '',
        providerMethodId: providerMethodId ?? '',
        email: document?.customer.email ?? null,
        reference: document === null ? '' : await collectedDocuments.reference(tx, actor, document),
        metadata: metadataOf(payment, document),
        idempotencyKey: keyOf(payment),
        attempt: attempts,
        isPayerPresent: false,
      },
    };
  }

  /** Calls the provider, outside of any transaction. */
  private async ask({ provider, charge, isUnwanted, isGated }: Attempt): Promise<Answer> {
    const { paymentProviders } = this.needs;
    const type = paymentProviders.typeOf(provider);
    const connection = paymentProviders.connection(provider);
    try {
      if (isUnwanted) {
        const found = await type.findPayment(connection, charge);
        if (found === 'cancelled') return { type: 'cancelled' };
        return found === null ? { type: 'none' } : { type: 'state', state: found };
      }
      try {
        return { type: 'state', state: await type.createPayment(connection, charge) };
      } catch (error) {
        const asksPayer = provider.settings.supports3ds === true || isGated;
        const isUnconfirmed = error instanceof ProviderRefusal && error.kind === 'authentication_required';
        if (!isUnconfirmed || !asksPayer) throw error;
        const present = { isPayerPresent: true, idempotencyKey: `${charge.idempotencyKey}:present` };
        return { type: 'state', state: await type.createPayment(connection, { ...charge, ...present }) };
      }
    } catch (error) {
      if (error instanceof ProviderRefusal) return error;
      throw error;
    }
  }

  private async record(
    tx: Tx,
    actor: Actor,
    collect: CollectPayment,
    { payment }: Attempt,
    answer: Answer,
  ): Promise<void> {
    const { paymentOutcomes } = this.needs;
    if (!(answer instanceof ProviderRefusal)) {
      if (answer.type === 'state') await paymentOutcomes.record(tx, actor, payment, answer.state);
      else if (answer.type === 'cancelled') await paymentOutcomes.cancel(tx, actor, payment);
      else await this.drop(tx, actor, payment);
      // What is still due is asked for.
      if (answer.type !== 'state') await queueCollection(tx, collect);
      return;
    }
    const { kind, errorCode, message } = answer;
    if (kind === TOO_SMALL) {
      await paymentRepository.save(tx, { ...payment, providerStatus: TOO_SMALL });
      return;
    }
    const waitMs = kind === 'retriable' ? retryWaitMs(PROVIDER_CALL_RETRIES, payment.attempts) : null;
    if (waitMs === null) await paymentOutcomes.refuse(tx, actor, payment, { message, errorCode });
    else await queueCollection(tx, collect, waitMs);
  }

  /** Announces that a document is not charged for. */
  private async refuse(
    tx: Tx,
    actor: Actor,
    collect: CollectPayment,
    { message, errorCode }: ProviderRefusal,
  ): Promise<void> {
    const { collectedDocuments, paymentOutcomes, providerLinks } = this.needs;
    const document = await collectedDocuments.lock(tx, actor, collect);
    if (document?.isCollectable !== true) return;
    const { customer } = document;
    const provider = (await providerLinks.find(tx, actor, customer))?.provider ?? null;
    await paymentOutcomes.failDocument(tx, actor, document, {
      customer,
      provider,
      error: { message, errorCode },
    });
  }

  /** Removes a payment that was never made. */
  private async drop(tx: Tx, actor: Actor, { id }: Payment): Promise<void> {
    const [payment] = await paymentRepository.findMany(tx, actor.organizationId, [id]);
    if (payment?.paymentStatus !== 'pending') return;
    await paymentRepository.delete(tx, payment.organizationId, payment.id);
  }
}

/** True for an attempt that the provider may be working on. */
function isUnderWay({ providerStatus }: Payment): boolean {
  return providerStatus !== TOO_SMALL;
}

/** True for an invoice of which a payment is asked for by itself. Source: payments.md §5. */
function isCollected({ invoiceType, selfBilled, skipsPayment, paymentStatus }: Invoice): boolean {
  return invoiceType !== 'advance_charges' && !selfBilled && !skipsPayment && paymentStatus !== 'succeeded';
}

/** What the provider notes with a payment; our messages find it by that. */
export function metadataOf(payment: Payment, document: LockedDocument | null): Record<string, string> {
  const { id, billedReference, billedAttempt } = payment;
  return {
    svc_payment_id: id,
    ...metadataOfDocument(payment, document),
    ...(billedReference === null
      ? {}
      : { [CHARGE_REFERENCE]: chargeReference(billedReference, billedAttempt) }),
  };
}

/** Another amount is another charge: a provider refuses a known key with other parameters. */
function keyOf({ id, billedReference, billedAttempt, amountCents }: Payment): string {
  return billedReference === null || billedAttempt === null
    ? id
    : idempotencyKey(chargeReference(billedReference, billedAttempt), amountCents);
}
