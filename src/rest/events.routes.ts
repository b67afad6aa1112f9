import {
  RestEstimateEventFeesDocument,
  RestEstimateEventInstantFeesDocument,
  RestEstimateEventsBatchInstantFeesDocument,
  RestExplainEventDocument,
  RestGetEventDocument,
  RestIngestEventDocument,
  RestIngestEventsDocument,
  RestListEventsDocument,
} from './generated/documents.js';
import { route } from './route.js';

export const eventRoutes = [
  route({ method: 'GET', path: '/events', document: RestListEventsDocument }),
  route({ method: 'POST', path: '/events', document: RestIngestEventDocument, wrapper: 'event' }),
  route({ method: 'POST', path: '/events/batch', document: RestIngestEventsDocument, listBody: true }),
  route({
    method: 'POST',
    path: '/events/estimate_fees',
    document: RestEstimateEventFeesDocument,
    wrapper: 'event',
  }),
  route({
    method: 'POST',
    path: '/events/estimate_instant_fees',
    document: RestEstimateEventInstantFeesDocument,
    wrapper: 'event',
  }),
  route({
    method: 'POST',
    path: '/events/batch_estimate_instant_fees',
    document: RestEstimateEventsBatchInstantFeesDocument,
  }),
  route({ method: 'GET', path: '/events/:transaction_id', document: RestGetEventDocument }),
  route({ method: 'GET', path: '/events/:transaction_id/explain', document: RestExplainEventDocument }),
];
