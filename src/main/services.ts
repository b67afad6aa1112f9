import { ReactingChanges } from '../platform/changes/changes.js';
import { type AnnouncedChange, reactionsOf } from './reactions.js';
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
 * Every service, built by hand, lower modules first. A module announces what it does, and higher ones react (docs/adr/0042);
 * the few questions that it has to ask of them go through ports, which lead there once all are built.
 */
export function createServices(foundations: Foundations): Services {
  const above = () => services;
  const changes = new ReactingChanges<AnnouncedChange>(() => reactions);
  const platform = createPlatformServices(foundations, changes);
  const catalogue = { ...platform, ...createCatalogue(platform, above) };
  const subscriptions = { ...catalogue, ...createSubscriptionServices(catalogue, above) };
  const usage = { ...subscriptions, ...createUsageServices(subscriptions) };
  const invoices = { ...usage, ...createInvoiceServices(usage) };
  const services: Services = { ...invoices, ...createLifecycle(invoices) };
  const reactions = reactionsOf(services);
  return services;
}
