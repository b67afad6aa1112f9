import { QueuedJob } from '../../../platform/jobs/job.js';

interface OfProvider {
  readonly organizationId: string;
  readonly paymentProviderId: string;
}

interface OfCustomer {
  readonly organizationId: string;
  readonly customerId: string;
}

/** Registers with a provider the address at which we receive its messages. Source: payment-providers.md §2. */
export const REGISTER_CALLBACK = new QueuedJob<OfProvider>('register_provider_callback', {
  lane: 'others',
  maxAttempts: 6,
});

/** Creates a customer at its provider. Source: payment-providers.md §3. */
export const CREATE_PROVIDER_CUSTOMER = new QueuedJob<OfCustomer>('create_provider_customer', {
  lane: 'others',
  maxAttempts: 6,
});

/** Passes changes of a customer on to its provider. Source: payment-providers.md §3. */
export const UPDATE_PROVIDER_CUSTOMER = new QueuedJob<OfCustomer>('update_provider_customer', {
  lane: 'others',
  maxAttempts: 6,
});
