import { resource } from '../resource.js';

export const billingEntities = resource({
  name: 'BillingEntity',
  path: '/billing_entities/:code',
  flat: true,
  list: true,
  get: { fragment: 'RestBillingEntityExtended' },
  create: true,
  update: { fragment: 'RestBillingEntityExtended' },
  represents: 'billing_entity',
  representedBy: 'RestBillingEntityRepresented',
});
