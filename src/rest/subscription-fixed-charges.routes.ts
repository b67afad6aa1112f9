import {
  RestFindSubscriptionFixedChargeDocument,
  RestGetSubscriptionFixedChargeDocument,
  RestListSubscriptionFixedChargesDocument,
  RestOverrideSubscriptionFixedChargeDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const subscriptionFixedChargeRoutes = [
  route({
    method: 'GET',
    path: '/subscriptions/:external_id/fixed_charges',
    document: RestListSubscriptionFixedChargesDocument,
  }),
  route({
    method: 'GET',
    path: '/subscriptions/:external_id/fixed_charges/:fixed_charge_code',
    document: RestGetSubscriptionFixedChargeDocument,
  }),
  route({
    method: 'PUT',
    path: '/subscriptions/:external_id/fixed_charges/:fixed_charge_code',
    lookup: RestFindSubscriptionFixedChargeDocument,
    document: RestOverrideSubscriptionFixedChargeDocument,
    wrapper: 'fixed_charge',
  }),
];
