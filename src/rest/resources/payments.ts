import { resource } from '../resource.js';
import { customers } from './customers.js';

export const payments = resource({
  name: 'Payment',
  path: '/payments/:svc_id',
  list: true,
  listedBelow: [customers],
  get: true,
  create: { mutation: 'recordPayment' },
  represents: 'payment',
});
