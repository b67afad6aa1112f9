import { resource } from '../resource.js';
import { customers } from './customers.js';

export const paymentRequests = resource({
  name: 'PaymentRequest',
  path: '/payment_requests/:svc_id',
  list: true,
  listedBelow: [customers],
  get: true,
  create: true,
  represents: 'payment_request',
});
