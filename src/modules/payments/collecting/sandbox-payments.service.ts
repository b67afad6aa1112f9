import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { laterOutcome } from '../../payment-providers/adapters/sandbox-provider.js';
import { paymentRepository } from '../payment.repository.js';
import type { Payment } from '../payment.table.js';
import type { PaymentsNeeds } from '../payments.needs.js';
import type { PaymentOutcomes } from './payment-outcomes.service.js';
import { PAYMENT_WORK } from './payment-work.js';

interface Needs extends Pick<PaymentsNeeds, 'customerLocks' | 'testClocks'> {
  readonly paymentOutcomes: PaymentOutcomes;
}

const DAY_MS = 86_400_000;

/** Ends the payments that the sandbox processes for a day, as other providers do by a message. Source: payment-providers.md §9. */
export class SandboxPayments {
  constructor(private readonly needs: Needs) {}

  /** Schedules the outcome of a payment, if it is one that the sandbox processes. */
  async scheduleOutcome(
    tx: Tx,
    actor: Actor,
    {
      payment,
      customer,
      now,
    }: { readonly payment: Payment; readonly customer: Customer; readonly now: Date },
  ): Promise<void> {
    if (outcomeOf(payment) === null) return;
    const { id: customerId, testClockId } = customer;
    const dueAt = new Date(now.getTime() + DAY_MS);
    await PAYMENT_WORK.scheduleUnlessScheduled(tx, actor, [
      { kind: 'sandbox_payment', subjectId: payment.id, customerId, testClockId, dueAt },
    ]);
  }

  /** Records the outcomes of payments that the sandbox has processed for a day. */
  readonly recordDue = async (
    tx: Tx,
    actor: Actor,
    { subjectIds }: { readonly subjectIds: readonly string[] },
  ): Promise<void> => {
    const { customerLocks, testClocks, paymentOutcomes } = this.needs;
    for (const payment of await paymentRepository.findMany(tx, actor.organizationId, subjectIds)) {
      const { providerPaymentId, customerId } = payment;
      const outcome = outcomeOf(payment);
      if (outcome === null || providerPaymentId === null || payment.paymentStatus !== 'processing') continue;
      const error = outcome === 'failed' ? { message: 'The payment failed.', errorCode: 'failed' } : null;
      const state = { providerPaymentId, providerStatus: outcome, status: outcome, nextAction: null, error };
      const { testClockId } = await customerLocks.lock(tx, actor, customerId);
      const reportedAt = await testClocks.now(tx, actor, testClockId);
      await paymentOutcomes.record(tx, actor, payment, state, { reportedAt });
    }
  };
}

function outcomeOf({ providerMethodId }: Payment): 'succeeded' | 'failed' | null {
  return providerMethodId === null ? null : laterOutcome(providerMethodId);
}
