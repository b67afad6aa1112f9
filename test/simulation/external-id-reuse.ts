// Another customer uses one of the customer's external ids for a while, on a test clock that is then deleted. This must
// change nothing for the customer, except that events go with the clock which came before the customer had the id.
import type { Client, RestAnswer } from '../support/client.js';
import { OTHER_CUSTOMER_PLAN } from './catalog.js';

export const OTHER_CUSTOMER = 'other-customer';
const SERVER_ERROR = 500;
const OK = 200;

interface ExternalIdReuse {
  readonly externalId: string;
  /** The start of the subscription and the initial time of the clock. */
  readonly from: string;
  readonly now: string;
  readonly events: readonly unknown[];
}

/** @returns a call that can be repeated after a fault, and whose response says whether the external id was free. */
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
