import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { BILL_EVENTS } from '../../modules/usage/in-advance/bill-events.job.js';
import { EventBilling } from './event-billing.js';
import { EventInvoicing } from './event-invoicing.js';
import type { EventsInAdvanceNeeds } from './events-in-advance.needs.js';

/** Bills single events, whose charges are paid in advance. */
export const eventsInAdvanceCapability = capability({
  services: (lower: EventsInAdvanceNeeds) => ({
    eventBilling: new EventBilling({ ...lower, eventInvoicing: new EventInvoicing(lower) }),
  }),
  jobs: ({ eventBilling }) => [BILL_EVENTS.doneBy((subscription) => eventBilling.run(subscription))],
});

export type EventsInAdvanceServices = ServicesOf<typeof eventsInAdvanceCapability>;
