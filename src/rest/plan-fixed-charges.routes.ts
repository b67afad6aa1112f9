import {
  RestCreatePlanFixedChargeDocument,
  RestDeletePlanFixedChargeDocument,
  RestFindPlanFixedChargeDocument,
  RestFindPlanOfFixedChargeDocument,
  RestGetPlanFixedChargeDocument,
  RestListPlanFixedChargesDocument,
  RestUpdatePlanFixedChargeDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const planFixedChargeRoutes = [
  route({ method: 'GET', path: '/plans/:code/fixed_charges', document: RestListPlanFixedChargesDocument }),
  route({
    method: 'POST',
    path: '/plans/:code/fixed_charges',
    lookup: RestFindPlanOfFixedChargeDocument,
    document: RestCreatePlanFixedChargeDocument,
    wrapper: 'fixed_charge',
  }),
  route({
    method: 'GET',
    path: '/plans/:code/fixed_charges/:fixed_charge_code',
    document: RestGetPlanFixedChargeDocument,
  }),
  route({
    method: 'PUT',
    path: '/plans/:code/fixed_charges/:fixed_charge_code',
    lookup: RestFindPlanFixedChargeDocument,
    document: RestUpdatePlanFixedChargeDocument,
    wrapper: 'fixed_charge',
  }),
  route({
    method: 'DELETE',
    path: '/plans/:code/fixed_charges/:fixed_charge_code',
    lookup: RestFindPlanFixedChargeDocument,
    document: RestDeletePlanFixedChargeDocument,
    wrapper: 'fixed_charge',
  }),
];
