import {
  RestCreatePlanChargeDocument,
  RestCreatePlanChargeFilterDocument,
  RestDeletePlanChargeDocument,
  RestDeletePlanChargeFilterDocument,
  RestFindChargeOfFilterDocument,
  RestFindPlanChargeDocument,
  RestFindPlanChargeFilterDocument,
  RestFindPlanOfChargeDocument,
  RestGetPlanChargeDocument,
  RestGetPlanChargeFilterDocument,
  RestListPlanChargeFiltersDocument,
  RestListPlanChargesDocument,
  RestUpdatePlanChargeDocument,
  RestUpdatePlanChargeFilterDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const planChargeRoutes = [
  route({ method: 'GET', path: '/plans/:code/charges', document: RestListPlanChargesDocument }),
  route({
    method: 'POST',
    path: '/plans/:code/charges',
    lookup: RestFindPlanOfChargeDocument,
    document: RestCreatePlanChargeDocument,
    wrapper: 'charge',
  }),
  route({ method: 'GET', path: '/plans/:code/charges/:charge_code', document: RestGetPlanChargeDocument }),
  route({
    method: 'PUT',
    path: '/plans/:code/charges/:charge_code',
    lookup: RestFindPlanChargeDocument,
    document: RestUpdatePlanChargeDocument,
    wrapper: 'charge',
  }),
  route({
    method: 'DELETE',
    path: '/plans/:code/charges/:charge_code',
    lookup: RestFindPlanChargeDocument,
    document: RestDeletePlanChargeDocument,
    wrapper: 'charge',
  }),
  route({
    method: 'GET',
    path: '/plans/:code/charges/:charge_code/filters',
    document: RestListPlanChargeFiltersDocument,
  }),
  route({
    method: 'POST',
    path: '/plans/:code/charges/:charge_code/filters',
    lookup: RestFindChargeOfFilterDocument,
    document: RestCreatePlanChargeFilterDocument,
    wrapper: 'filter',
  }),
  route({
    method: 'GET',
    path: '/plans/:code/charges/:charge_code/filters/:filter_id',
    document: RestGetPlanChargeFilterDocument,
  }),
  route({
    method: 'PUT',
    path: '/plans/:code/charges/:charge_code/filters/:filter_id',
    lookup: RestFindPlanChargeFilterDocument,
    document: RestUpdatePlanChargeFilterDocument,
    wrapper: 'filter',
  }),
  route({
    method: 'DELETE',
    path: '/plans/:code/charges/:charge_code/filters/:filter_id',
    lookup: RestFindPlanChargeFilterDocument,
    document: RestDeletePlanChargeFilterDocument,
    wrapper: 'filter',
  }),
];
