import {
  RestCreateSubscriptionDocument,
  RestFindCustomerDocument,
  RestGetSubscriptionDocument,
  RestListSubscriptionsDocument,
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
];
