import type { ChangeOf } from '../../../platform/changes/changes.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { ProviderError } from '../adapters/payment-provider.js';
import type { PaymentProviderRow } from '../records/payment-provider.table.js';

/** What a provider answered to a call about a customer. */
interface OfCustomer {
  readonly customer: Customer;
  readonly provider: PaymentProviderRow;
}

export type PaymentProviderChange =
  | ChangeOf<'payment_provider.created' | 'payment_provider.deleted', { provider: PaymentProviderRow }>
  | ChangeOf<
      'payment_provider.updated',
      { provider: PaymentProviderRow; former: PaymentProviderRow; hasNewSecrets: boolean }
    >
  /** A call of the provider for the organization has failed. */
  | ChangeOf<
      'payment_provider.error',
      { provider: PaymentProviderRow; source: string; action: string; error: ProviderError }
    >
  | ChangeOf<'customer.payment_provider_created', OfCustomer>
  | ChangeOf<'customer.payment_provider_error', OfCustomer & { error: ProviderError }>
  | ChangeOf<'customer.checkout_url_generated', OfCustomer & { checkoutUrl: string }>;
