import { resource } from '../resource.js';

export const customers = resource({
  name: 'Customer',
  path: '/customers/:external_customer_id',
  inQuery: { search: 'searchTerm' },
  list: true,
  get: true,
  create: { mutation: 'upsertCustomer' },
  delete: true,
  represents: 'customer',
  written: [
    {
      method: 'GET',
      path: '/customers/:external_customer_id/portal_url',
      operation: 'RestGetCustomerPortalUrl',
    },
  ],
});
