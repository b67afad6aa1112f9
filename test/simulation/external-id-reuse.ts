// Somebody else who has an external id of the customer's for a while, on a test clock that is then deleted: the
// customer must not notice.
import type { Client, RestAnswer } from '../support/client.js';
import { OTHER_CUSTOMER_PLAN } from './catalog.js';

export const OTHER_CUSTOMER = 'other-customer';
const SERVER_ERROR = 500;
const OK = 200;

interface ExternalIdReuse {
  readonly externalId: string;
  /** When the subscription starts, and where the clock stands. */
  readonly from: string;
  readonly now: string;
  readonly events: readonly unknown[];
}

/** @returns a call that goes on where it was disturbed, and answers whether the external id was free. */
export function externalIdReuseCall(client: Client, { externalId, from, now, events }: ExternalIdReuse) {
  let clockId = '';
  let subscribed: RestAnswer;
  const steps = [
    async () => {
      const answer = await client.post('/test_clocks', { test_clock: { frozen_time: now } });
      if (answer.status === OK) clockId = answer.body.test_clock.svc_id;
      return answer;
    },
    () => client.post('/customers', { customer: { external_id: OTHER_CUSTOMER, test_clock_id: clockId } }),
    async () => {
      subscribed = await client.post('/subscriptions', {
        subscription: {
          external_customer_id: OTHER_CUSTOMER,
          external_id: externalId,
          plan_code: OTHER_CUSTOMER_PLAN,
          subscription_at: from,
        },
      });
      return subscribed;
    },
    async () => (subscribed.status === OK ? client.post('/events/batch', { events }) : subscribed),
    async () =>
      subscribed.status === OK
        ? client.delete(`/subscriptions/${externalId}?on_termination_invoice=skip`)
        : subscribed,
    () => client.delete(`/test_clocks/${clockId}`),
  ];
  return async (): Promise<RestAnswer> => {
    for (let step = steps[0]; step !== undefined; step = steps[0]) {
      const answer = await step();
      if (answer.status >= SERVER_ERROR) return answer;
      if (answer.status !== OK && answer !== subscribed) throw new Error(JSON.stringify(answer.body));
      steps.shift();
    }
    return subscribed;
  };
}
