import type { PlatformServices } from '../../platform/capabilities/platform-services.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import type { PaymentProviderChange } from './connections/payment-provider.changes.js';

/** What the services of `payment-providers` can need: the platform, and the services of lower capabilities. */
export type PaymentProvidersNeeds = PlatformServices<PaymentProviderChange> &
  TestClocksServices &
  CustomersServices;
