import { resource } from '../resource.js';

export const events = resource({
  name: 'Event',
  path: '/events/:transaction_id',
  list: true,
  get: true,
  create: { mutation: 'ingestEvent' },
  written: [
    { method: 'POST', path: '/events/batch', operation: 'RestIngestEvents', listBody: true },
    { method: 'POST', path: '/events/estimate_fees', operation: 'RestEstimateEventFees', wrapper: 'event' },
    {
      method: 'POST',
      path: '/events/estimate_instant_fees',
      operation: 'RestEstimateEventInstantFees',
      wrapper: 'event',
    },
    {
      method: 'POST',
      path: '/events/batch_estimate_instant_fees',
      operation: 'RestEstimateEventsBatchInstantFees',
    },
    { method: 'GET', path: '/events/:transaction_id/explain', operation: 'RestExplainEvent' },
  ],
});
