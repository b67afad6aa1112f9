import { type CatalogueServices, createCatalogue } from './services/catalogue.js';
import { createPlatformServices, type Foundations, type PlatformServices } from './services/foundations.js';
import { createInvoiceServices, type InvoiceServices } from './services/invoices.js';
import { createLifecycle, type LifecycleServices } from './services/lifecycle.js';
import { createSubscriptionServices, type SubscriptionServices } from './services/subscriptions.js';
import { createUsageServices, type UsageServices } from './services/usage.js';

export type Services = PlatformServices &
  CatalogueServices &
  SubscriptionServices &
  UsageServices &
  InvoiceServices &
  LifecycleServices;

/**
 * Every service, built by hand, lower modules first. A module that has to ask a higher one does it through a port, which
 * leads there once all are built.
 */
export function createServices(foundations: Foundations): Services {
  const above = () => services;
  const platform = createPlatformServices(foundations);
  const catalogue = { ...platform, ...createCatalogue(platform, above) };
  const subscriptions = { ...catalogue, ...createSubscriptionServices(catalogue, above) };
  const usage = { ...subscriptions, ...createUsageServices(subscriptions) };
  const invoices = { ...usage, ...createInvoiceServices(usage, above) };
  const services: Services = { ...invoices, ...createLifecycle(invoices) };
  return services;
}
