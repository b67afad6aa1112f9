import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { scheduledJob } from '../../platform/jobs/job.js';
import type { PaymentProvidersNeeds } from './payment-providers.needs.js';
import { AdyenProvider } from './adapters/adyen-provider.js';
import { GocardlessProvider } from './adapters/gocardless-provider.js';
import { ProviderTypes } from './adapters/provider-types.js';
import { SandboxPages } from './adapters/sandbox-pages.js';
import { SandboxProvider } from './adapters/sandbox-provider.js';
import { StripeProvider } from './adapters/stripe-provider.js';
import { CustomerPaymentMethodsResolver, PaymentMethodResolver } from './api/payment-method.resolver.js';
import { RELEASE_HOLD } from './methods/payment-hold.job.js';
import { PaymentHolds } from './methods/payment-holds.service.js';
import { PaymentMethodService } from './methods/payment-method.service.js';
import { PAYMENT_PROVIDER_ACTIVITIES } from './payment-provider.activities.js';
import {
  CREATE_PROVIDER_CUSTOMER,
  REGISTER_CALLBACK,
  UPDATE_PROVIDER_CUSTOMER,
} from './connections/payment-provider.job.js';
import { PaymentProviderResolver } from './api/payment-provider.resolver.js';
import { PaymentProviderService } from './connections/payment-provider.service.js';
import { ProviderCustomers } from './methods/provider-customers.service.js';
import { ProviderLinks } from './connections/provider-links.service.js';
import { ProviderMessages } from './messages/provider-messages.service.js';
import { ProviderSecrets } from './connections/provider-secrets.js';
import { SandboxConnections } from './connections/sandbox-connections.service.js';
import { providerMessages } from './records/provider-message.table.js';

/** Accounts at payment providers, and what providers know of customers. */
export const paymentProvidersCapability = capability({
  services: (lower: PaymentProvidersNeeds) => {
    const { connections, publicAddresses } = lower;
    const sandboxPages = new SandboxPages(connections.reserved, publicAddresses);
    const providerTypes = new ProviderTypes([
      new SandboxProvider(sandboxPages),
      new StripeProvider(lower.stripeUrl, lower.outgoing),
      new GocardlessProvider(lower.gocardlessUrl, lower.outgoing),
      new AdyenProvider(lower.adyenUrl, lower.outgoing, lower.clock),
    ]);
    const providerSecrets = new ProviderSecrets(lower);
    const paymentProviders = new PaymentProviderService({ ...lower, providerTypes, providerSecrets });
    const paymentMethods = new PaymentMethodService(lower);
    const providerLinks = new ProviderLinks(paymentProviders, providerTypes);
    const parts = { ...lower, providerTypes, paymentProviders, paymentMethods, providerLinks };
    return {
      sandboxPages,
      sandboxConnections: new SandboxConnections(lower.clock),
      providerTypes,
      providerSecrets,
      paymentProviders,
      paymentMethods,
      providerLinks,
      providerCustomers: new ProviderCustomers(parts),
      paymentHolds: new PaymentHolds(parts),
      providerMessages: new ProviderMessages(parts),
    };
  },
  resolvers: (services) => [
    new PaymentProviderResolver(services.paymentProviders),
    new PaymentMethodResolver(services),
    new CustomerPaymentMethodsResolver(services.paymentMethods),
  ],
  jobs: ({ providerCustomers, paymentHolds, providerMessages, jobsDb }) => [
    REGISTER_CALLBACK.doneBy((job) => providerCustomers.registerCallback(job)),
    CREATE_PROVIDER_CUSTOMER.doneBy((job) => providerCustomers.create(job)),
    RELEASE_HOLD.doneBy((hold) => paymentHolds.release(hold)),
    UPDATE_PROVIDER_CUSTOMER.doneBy((job) => providerCustomers.update(job)),
    scheduledJob('delete_provider_messages', '41 3 * * *', () => providerMessages.deleteOld(jobsDb)),
  ],
  removal:
    ({ paymentMethods }) =>
    (tx, actor, { customerIds }) =>
      paymentMethods.deleteForGood(tx, actor, customerIds),
  activities: PAYMENT_PROVIDER_ACTIVITIES,
  personalCopies: [{ table: providerMessages, columns: [providerMessages.payload], writtenAt: null }],
});

export type PaymentProvidersServices = ServicesOf<typeof paymentProvidersCapability>;
