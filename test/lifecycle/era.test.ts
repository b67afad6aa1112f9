// The first and the last instants at which something may happen, and what is refused beyond them.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  sendEvents,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let metric: Resource;

/** Charges of every kind, and the longest trial. */
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client);
  const addOn = await createAddOn(client);
  plan = await createPlan(client, {
    interval: 'yearly',
    amount_cents: 36_500,
    pay_in_advance: true,
    charges: [perCall(metric), perCall(metric, { pay_in_advance: true })],
    fixed_charges: [
      { add_on_id: addOn.svc_id, charge_model: 'standard', properties: { amount: '2' }, units: 1 },
    ],
    minimum_commitment: { amount_cents: 50_000 },
  });
});
afterAll(() => server.stop());

const LAST = '9699-12-31T23:59:59Z';
const CENTURY_DAYS = 36_500;
/** As late as can be what follows from a day of billing. */
const LATE = {
  net_payment_term: CENTURY_DAYS,
  billing_configuration: { invoice_grace_period: CENTURY_DAYS },
};

describe.each([
  ['Pacific/Fakaofo', 'the new year has come before the last instant'],
  ['GMT+12', 'there it comes after it'],
])('in %s (%s)', (timezone) => {
  test('a clock reaches the last instant, and everything until then is billed', async () => {
    const story = await Story.begin(client, '9698-06-15T12:00:00Z', { timezone, ...LATE });
    const long = await createPlan(client, { ...(await trialOf(plan)), trial_period: CENTURY_DAYS });
    const running = await story.subscribe(plan, { ending_at: '9999-12-31T23:59:59Z' });
    await story.subscribe(long, { billing_time: 'anniversary' });
    await sendEvents(client, running, metric, [{ timestamp: '9698-06-15T12:00:00Z' }, { timestamp: LAST }]);
    await story.advance(LAST);

    const invoices = await story.invoices();
    expect(invoices.length).toBeGreaterThan(2);
    for (const { svc_id, status } of invoices) {
      if (status !== 'draft') continue;
      const { body } = await client.put(`/invoices/${svc_id}/finalize`, {});
      expect([body.invoice.status, body.invoice.payment_due_date.slice(0, 3)]).toEqual(['finalized', '979']);
    }
    const usage = await client.get(
      `/customers/${story.customer.external_id}/current_usage?external_subscription_id=${running.external_id}`,
    );
    expect(usage.status).toBe(200);
    const preview = await client.post('/invoices/preview', {
      customer: { external_id: story.customer.external_id },
      subscriptions: { external_ids: [running.external_id] },
    });
    expect(preview.status).toBe(200);
    const ended = await client.delete(`/subscriptions/${running.external_id}`);
    expect(ended.body.subscription).toMatchObject({ status: 'terminated', terminated_at: LAST });
  });

  test('a record of the first instant has a day before it there', async () => {
    const story = await Story.begin(client, '0100-01-01T00:00:00Z', { timezone });
    const running = await story.subscribe(plan);
    await sendEvents(client, running, metric, [{}]);
    await story.advance('0101-02-01T00:00:00Z');
    expect((await story.listedInvoices()).length).toBeGreaterThan(1);
  });
});

/** The members of a plan with which another one like it can be made. */
async function trialOf({ code }: Resource): Promise<Record<string, unknown>> {
  const { interval, amount_cents, pay_in_advance } = (await client.get(`/plans/${code}`)).body.plan;
  return { interval, amount_cents, pay_in_advance };
}

describe('beyond them', () => {
  let customer: Resource;
  let running: Resource;
  beforeAll(async () => {
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    customer = story.customer;
    running = await story.subscribe(plan);
  });

  const clockAt = (frozen_time: string) => client.post('/test_clocks', { test_clock: { frozen_time } });

  test.each([
    '0099-12-31T23:59:59Z',
    '9700-01-01T00:00:00Z',
    '9999-12-31',
    '+010000-01-01T00:00:00Z',
    '10000-01-01',
  ])('nothing stands or begins at %s', async (at) => {
    const clock = await clockAt(at);
    expect([clock.status, clock.body.error_details]).toEqual([422, { frozen_time: ['invalid_date'] }]);
    const moved = await client.post(`/test_clocks/${customer.svc_test_clock_id}/advance`, {
      test_clock: { frozen_time: at },
    });
    expect([moved.status, moved.body.error_details]).toEqual([422, { frozen_time: ['invalid_date'] }]);
    const begun = await client.post('/subscriptions', {
      subscription: {
        external_customer_id: customer.external_id,
        external_id: unique('subscription'),
        plan_code: plan.code,
        subscription_at: at,
      },
    });
    expect([begun.status, begun.body.error_details]).toEqual([422, { subscription_at: ['invalid_date'] }]);
    const event = await client.post('/events', {
      event: {
        transaction_id: unique('event'),
        external_subscription_id: running.external_id,
        code: metric.code,
        timestamp: at,
      },
    });
    expect([event.status, event.body.error_details]).toEqual([422, { timestamp: ['invalid_format'] }]);
    const preview = await client.post('/invoices/preview', {
      customer: { external_id: customer.external_id },
      subscriptions: { external_ids: [running.external_id], terminated_at: at },
    });
    expect([preview.status, preview.body.error_details]).toEqual([
      422,
      { terminated_at: ['invalid_timestamp'] },
    ]);
  });

  test('no trial is longer than a century', async () => {
    const { status, body } = await client.post('/plans', {
      plan: {
        ...(await trialOf(plan)),
        name: 'n',
        code: unique('plan'),
        amount_currency: 'EUR',
        trial_period: 36_501,
      },
    });
    expect([status, body.error_details]).toEqual([422, { trial_period: ['value_is_out_of_range'] }]);
  });

  test('lists may be filtered by any instant that can be written', async () => {
    const range = 'timestamp_from=0001-01-01&timestamp_to=9999-12-31T23:59:59.999Z';
    await sendEvents(client, running, metric, [{ timestamp: LAST }]);
    const events = await client.get(`/events?external_subscription_id=${running.external_id}&${range}`);
    expect(events.body.events).toEqual([expect.objectContaining({ timestamp: '9699-12-31T23:59:59.000Z' })]);
    const fees = await client.get('/fees?created_at_from=0001-01-01&created_at_to=9999-12-31T23:59:59.999Z');
    expect(fees.status).toBe(200);
    const invoices = await client.get('/invoices?issuing_date_from=0001-01-01&issuing_date_to=9999-12-31');
    expect(invoices.status).toBe(200);
    expect((await subscribe(client, customer, plan, { ending_at: '9999-12-31' })).status).toBe('active');
  });
});
