import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { queueRefund } from './payment.jobs.js';
import { refundRepository } from './refund.repository.js';
import type { PaymentRefund } from './refund.table.js';

interface NewRefund extends Pick<PaymentRefund, 'paymentId' | 'creditNoteId' | 'amountCents'> {
  readonly at: Date;
}

/** Stores a refund of a payment, and queues the call that makes it. The caller has locked the customer. */
export async function storeRefund(tx: Tx, actor: Actor, { at, ...refund }: NewRefund): Promise<void> {
  const { organizationId } = actor;
  const refundId = newId();
  await refundRepository.insert(tx, {
    id: refundId,
    organizationId,
    ...refund,
    status: 'pending',
    providerRefundId: null,
    place: await refundRepository.nextPlace(tx, organizationId, refund.paymentId),
    attempts: 0,
    createdAt: at,
    updatedAt: at,
  });
  await queueRefund(tx, { organizationId, refundId });
}
