import {
  RestCreateSubscriptionChargeFilterDocument,
  RestDeleteSubscriptionChargeFilterDocument,
  RestFindSubscriptionChargeDocument,
  RestFindSubscriptionChargeFilterDocument,
  RestGetSubscriptionChargeDocument,
  RestGetSubscriptionChargeFilterDocument,
  RestListSubscriptionChargeFiltersDocument,
  RestListSubscriptionChargesDocument,
  RestOverrideSubscriptionChargeDocument,
  RestUpdateSubscriptionChargeFilterDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const subscriptionChargeRoutes = [
  route({
    method: 'GET',
    path: '/subscriptions/:external_id/charges',
    document: RestListSubscriptionChargesDocument,
  }),
  route({
    method: 'GET',
    path: '/subscriptions/:external_id/charges/:charge_code',
    document: RestGetSubscriptionChargeDocument,
  }),
  route({
    method: 'PUT',
    path: '/subscriptions/:external_id/charges/:charge_code',
    lookup: RestFindSubscriptionChargeDocument,
    document: RestOverrideSubscriptionChargeDocument,
    wrapper: 'charge',
  }),
  route({
    method: 'GET',
    path: '/subscriptions/:external_id/charges/:charge_code/filters',
    document: RestListSubscriptionChargeFiltersDocument,
  }),
  route({
    method: 'POST',
    path: '/subscriptions/:external_id/charges/:charge_code/filters',
    lookup: RestFindSubscriptionChargeDocument,
    document: RestCreateSubscriptionChargeFilterDocument,
    wrapper: 'filter',
  }),
  route({
    method: 'GET',
    path: '/subscriptions/:external_id/charges/:charge_code/filters/:filter_id',
    document: RestGetSubscriptionChargeFilterDocument,
  }),
  route({
    method: 'PUT',
    path: '/subscriptions/:external_id/charges/:charge_code/filters/:filter_id',
    lookup: RestFindSubscriptionChargeFilterDocument,
    document: RestUpdateSubscriptionChargeFilterDocument,
    wrapper: 'filter',
  }),
  route({
    method: 'DELETE',
    path: '/subscriptions/:external_id/charges/:charge_code/filters/:filter_id',
    lookup: RestFindSubscriptionChargeFilterDocument,
    document: RestDeleteSubscriptionChargeFilterDocument,
  }),
];
