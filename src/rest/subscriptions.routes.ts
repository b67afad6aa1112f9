import {
  RestCreateSubscriptionDocument,
  RestFindCustomerDocument,
  RestFindSubscriptionToTerminateDocument,
  RestFindSubscriptionToUpdateDocument,
  RestGetSubscriptionDocument,
  RestListSubscriptionsDocument,
  RestTerminateSubscriptionDocument,
  RestUpdateSubscriptionDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const subscriptionRoutes = [
  route({ method: 'GET', path: '/subscriptions', document: RestListSubscriptionsDocument }),
  route({
    method: 'GET',
    path: '/customers/:external_customer_id/subscriptions',
    lookup: RestFindCustomerDocument,
    document: RestListSubscriptionsDocument,
  }),
  route({
    method: 'POST',
    path: '/subscriptions',
    document: RestCreateSubscriptionDocument,
    wrapper: 'subscription',
    beside: ['authorization'],
  }),
  route({ method: 'GET', path: '/subscriptions/:external_id', document: RestGetSubscriptionDocument }),
  route({
    method: 'PUT',
    path: '/subscriptions/:external_id',
    lookup: RestFindSubscriptionToUpdateDocument,
    document: RestUpdateSubscriptionDocument,
    wrapper: 'subscription',
    beside: ['status'],
  }),
  route({
    method: 'DELETE',
    path: '/subscriptions/:external_id',
    lookup: RestFindSubscriptionToTerminateDocument,
    document: RestTerminateSubscriptionDocument,
    inQuery: ['on_termination_invoice', 'on_termination_credit_note'],
  }),
];
