import { newId } from '../../platform/db/tables/ids.js';
import type { Payment } from './payment.table.js';

/** What every new payment says of itself. */
type Required = Pick<
  Payment,
  'organizationId' | 'customerId' | 'amountCents' | 'currency' | 'createdAt' | 'updatedAt'
>;

/** The rest of a payment that was recorded by hand. */
const BY_HAND = {
  invoiceId: null,
  paymentRequestId: null,
  paymentType: 'manual',
  paymentStatus: 'succeeded',
  reference: null,
  paymentProviderId: null,
  paymentMethodId: null,
  providerCustomerId: null,
  providerMethodId: null,
  providerPaymentId: null,
  providerStatus: null,
  nextAction: null,
  providerError: null,
  billedReference: null,
  billedAttempt: null,
  attempts: 0,
  reportedAt: null,
} as const satisfies Partial<Payment>;

/** The rest of a payment that a provider makes, before it has an outcome. */
const BY_PROVIDER = { ...BY_HAND, paymentType: 'provider', paymentStatus: 'pending' } as const;

/** A payment that was recorded by hand, unless its members say otherwise. */
export function newPayment(of: Required & Partial<Payment>): Payment {
  return { id: newId(), ...BY_HAND, ...of };
}

/** A payment that a provider makes, before it has an outcome. */
export function newProviderPayment(of: Required & Partial<Payment>): Payment {
  return { id: newId(), ...BY_PROVIDER, ...of };
}
