import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { restoreThatMatters } from '../../../platform/installation/installation.js';
import { retryWaitMs } from '../../../platform/jobs/retry-schedule.js';
import type { PaymentsNeeds } from '../payments.needs.js';
import type { CreditNote } from '../../credit-notes/records/credit-note.table.js';
import { ProviderRefusal, type RefundState } from '../../payment-providers/adapters/payment-provider.js';
import type { PaymentProviderRow } from '../../payment-providers/records/payment-provider.table.js';
import { paymentRepository } from '../payment.repository.js';
import type { Payment } from '../payment.table.js';
import { idempotencyKey } from './billed-reference.js';
import { PROVIDER_CALL_RETRIES, queueRefund } from './payment.jobs.js';
import { refundRepository } from './refund.repository.js';
import type { PaymentRefund } from './refund.table.js';
import { storeRefund } from './store-refund.js';

interface BegunRefund {
  readonly refund: PaymentRefund;
  readonly payment: Payment;
  readonly provider: PaymentProviderRow;
}

/** Has payments refunded by the providers that made them. Source: payments.md §8. */
export class Refunds {
  constructor(
    private readonly needs: Pick<
      PaymentsNeeds,
      | 'jobsDb'
      | 'clock'
      | 'testClocks'
      | 'customerLocks'
      | 'invoices'
      | 'creditNotes'
      | 'creditNoteEditor'
      | 'paymentProviders'
      | 'changes'
    >,
  ) {}

  /** Requests the refund of a credit note, if a provider has made the latest payment of its invoice. */
  async request(tx: Tx, actor: Actor, note: CreditNote): Promise<void> {
    const { invoices, paymentProviders } = this.needs;
    const { organizationId } = actor;
    if (note.refundAmountCents === 0n) return;
    const invoice = (await invoices.getMany(tx, actor, [note.invoiceId])).get(note.invoiceId);
    if (invoice?.paymentStatus !== 'succeeded' || invoice.paymentDisputeLostAt !== null) return;
    const [latest] = await paymentRepository.findSucceededOf(tx, organizationId, note.invoiceId);
    const providerId = latest?.paymentProviderId ?? null;
    if (latest === undefined || providerId === null) return;
    if (!(await paymentProviders.getMany(tx, actor, [providerId])).has(providerId)) return;
    await storeRefund(tx, actor, {
      paymentId: latest.id,
      creditNoteId: note.id,
      amountCents: note.refundAmountCents,
      at: note.createdAt,
    });
  }

  /** The job `make_refund`. */
  async run({ organizationId, refundId }: { organizationId: string; refundId: string }): Promise<void> {
    const { jobsDb: db } = this.needs;
    const actor = systemActor(organizationId, null);
    const begun = await db.transaction((tx) => this.begin(tx, actor, refundId));
    if (begun === null) return;
    const answer = await this.ask(begun);
    await db.transaction(async (tx) => {
      if (!(answer instanceof ProviderRefusal)) return this.record(tx, actor, begun.refund, answer);
      const { kind, message, errorCode } = answer;
      const { attempts } = begun.refund;
      const waitMs = kind === 'retriable' ? retryWaitMs(PROVIDER_CALL_RETRIES, attempts) : null;
      if (waitMs !== null) return queueRefund(tx, { organizationId, refundId }, waitMs);
      const error = { message, errorCode };
      return this.record(tx, actor, begun.refund, { providerRefundId: null, status: 'failed', error });
    });
  }

  /** Records what a message says about a refund. What belongs to none of ours is ignored. */
  async report(
    tx: Tx,
    actor: Actor,
    provider: PaymentProviderRow,
    state: RefundState & { readonly metadata: Readonly<Record<string, string>> },
  ): Promise<void> {
    const { organizationId } = actor;
    const named = state.metadata['svc_refund_id'];
    const known =
      named !== undefined && isUuid(named)
        ? await refundRepository.find(tx, organizationId, { id: named })
        : await refundRepository.findAtProvider(tx, organizationId, provider.id, state.providerRefundId);
    if (known === null) return;
    const [payment] = await paymentRepository.findMany(tx, organizationId, [known.paymentId]);
    if (payment?.paymentProviderId === provider.id) await this.record(tx, actor, known, state);
  }

  /** Deletes the rows of customers, before those of their payments. */
  deleteForGood(tx: Tx, { organizationId }: Actor, customerIds: readonly string[]): Promise<void> {
    return refundRepository.deleteOfCustomers(tx, organizationId, customerIds);
  }

  private async begin(tx: Tx, actor: Actor, refundId: string): Promise<BegunRefund | null> {
    const { creditNotes, paymentProviders } = this.needs;
    const { organizationId } = actor;
    const refund = await refundRepository.find(tx, organizationId, { id: refundId });
    if (refund?.status !== 'pending' || refund.providerRefundId !== null) return null;
    const [payment] = await paymentRepository.findMany(tx, organizationId, [refund.paymentId]);
    const providerId = payment?.paymentProviderId ?? null;
    if (payment === undefined || providerId === null) return null;
    if (refund.creditNoteId !== null) {
      const note = await creditNotes.get(tx, actor, refund.creditNoteId);
      // Somebody has recorded the outcome by hand.
      if (note.refundStatus !== 'pending') return null;
    }
    const provider = (await paymentProviders.getMany(tx, actor, [providerId])).get(providerId);
    if (provider === undefined) return null;
    const tried = { ...refund, attempts: refund.attempts + 1 };
    await refundRepository.updateRow(tx, tried);
    return { refund: tried, payment, provider };
  }

  /** Calls the provider, outside of any transaction. */
  private async ask({ refund, payment, provider }: BegunRefund): Promise<RefundState | ProviderRefusal> {
    const { paymentProviders } = this.needs;
    const { id: refundId, creditNoteId, amountCents } = refund;
    const providerPaymentId = expectPresent(payment.providerPaymentId ?? undefined, `payment ${payment.id}`);
    try {
      const lost = await this.findLost(refund, provider, providerPaymentId);
      if (lost !== null) return lost;
      return await paymentProviders.typeOf(provider).refund(paymentProviders.connection(provider), {
        refundId,
        providerPaymentId,
        providerMethodId: payment.providerMethodId,
        amountCents,
        currency: payment.currency,
        metadata: {
          svc_refund_id: refundId,
          svc_payment_id: payment.id,
          svc_organization_id: refund.organizationId,
          ...(creditNoteId === null ? {} : { svc_credit_note_id: creditNoteId }),
        },
        idempotencyKey:
          refund.place === null
            ? (creditNoteId ?? refundId)
            : idempotencyKey('refund', providerPaymentId, refund.place, amountCents),
      });
    } catch (error) {
      if (error instanceof ProviderRefusal) return error;
      throw error;
    }
  }

  /**
   * A refund of this amount that the provider has made after the instant to which the database was restored; null if it was not
   * restored, or there is none. Source: docs/adr/0117.
   */
  private async findLost(
    { id, organizationId, amountCents }: PaymentRefund,
    provider: PaymentProviderRow,
    providerPaymentId: string,
  ): Promise<RefundState | null> {
    const { jobsDb: db, clock, paymentProviders } = this.needs;
    if ((await restoreThatMatters(db, clock.now())) === null) return null;
    const connection = paymentProviders.connection(provider);
    for (const made of await paymentProviders.typeOf(provider).madeRefunds(connection, providerPaymentId)) {
      if (made.status === 'failed' || made.amountCents !== amountCents) continue;
      const { providerRefundId, metadata } = made;
      const named = metadata['svc_refund_id'];
      if (named === id) return made;
      const known =
        (await refundRepository.findAtProvider(db, organizationId, provider.id, providerRefundId)) ??
        // That of another credit note may not be recorded yet.
        (isUuid(named ?? '') ? await refundRepository.find(db, organizationId, { id: named ?? '' }) : null);
      if (known === null) return made;
    }
    return null;
  }

  /** Records the state of a refund, and that of its credit note. */
  private async record(
    tx: Tx,
    actor: Actor,
    { id }: PaymentRefund,
    {
      providerRefundId,
      status,
      error,
    }: Omit<RefundState, 'providerRefundId'> & {
      readonly providerRefundId: string | null;
    },
  ): Promise<void> {
    const { customerLocks, testClocks, creditNoteEditor, paymentProviders, changes } = this.needs;
    const { organizationId } = actor;
    const unlocked = await refundRepository.find(tx, organizationId, { id });
    if (unlocked === null) return;
    const [payment] = await paymentRepository.findMany(tx, organizationId, [unlocked.paymentId]);
    if (payment === undefined) return;
    const customer = await customerLocks.lock(tx, actor, payment.customerId);
    // Read again: a message may have come first.
    const refund = await refundRepository.find(tx, organizationId, { id });
    if (refund === null || refund.status === 'failed' || refund.status === status) {
      if (refund !== null && refund.providerRefundId === null && providerRefundId !== null)
        await refundRepository.updateRow(tx, { ...refund, providerRefundId });
      return;
    }
    if (status === 'pending') return;
    const now = await testClocks.now(tx, actor, customer.testClockId);
    await refundRepository.updateRow(tx, {
      ...refund,
      status,
      providerRefundId: providerRefundId ?? refund.providerRefundId,
      updatedAt: now,
    });
    if (refund.creditNoteId === null) return;
    const note = await creditNoteEditor.recordRefund(tx, actor, refund.creditNoteId, status);
    if (status !== 'failed') return;
    const providerId = payment.paymentProviderId ?? '';
    const provider = (await paymentProviders.getWithDeleted(tx, actor, [providerId])).get(providerId) ?? null;
    await changes.announce(tx, actor, {
      type: 'credit_note.refund_failure',
      note,
      customer,
      provider,
      error: error ?? { message: 'The refund failed.', errorCode: 'refund_failed' },
    });
  }
}
