// However a clock is moved, the same happens: at the same instants, with the same documents.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fc, limit, tries } from '../support/property.js';
import { createMetric, createPlan, perCall, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

const START = '2027-01-10T09:30:00Z';
const END = '2027-03-20T00:00:00Z';

let server: SharedServer;
let client: Client;
let metric: Resource;
const plans: Record<string, Resource> = {};

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client);
  const charge = perCall(metric);
  const sold = {
    tried: { amount_cents: 6_200, pay_in_advance: true, trial_period: 45 },
    weekly: { amount_cents: 700, interval: 'weekly' },
    big: { amount_cents: 9_000 },
    small: { amount_cents: 3_000, pay_in_advance: true },
  };
  for (const [name, plan] of Object.entries(sold)) {
    plans[name] = await createPlan(client, { code: unique(name), charges: [charge], ...plan });
  }
});
afterAll(() => server.stop());

/** Every kind of work that can fall due, some of it at the same instant. */
async function begin(graceDays: number): Promise<{ story: Story; documentsOf: () => Promise<unknown> }> {
  const story = await Story.begin(client, START, {
    timezone: 'Europe/Paris',
    billing_configuration: { invoice_grace_period: graceDays },
  });
  const { small, big, tried, weekly } = plans;
  const lives = [
    await story.subscribe(tried, { billing_time: 'anniversary' }),
    await story.subscribe(weekly, { ending_at: '2027-03-10T22:00:00Z' }),
    await story.subscribe(big, { subscription_at: '2027-02-28T23:00:00Z' }),
    await story.subscribe(big),
  ];
  await story.subscribe(small, { external_id: lives[3].external_id });
  for (const life of lives) {
    await story.use(life, metric, {
      '2027-02-10T00:00:00Z': {},
      '2027-02-28T23:00:00Z': {},
      '2027-03-10T22:00:00Z': {},
    });
  }
  return { story, documentsOf: () => documents(story, lives) };
}

/** Messages and log entries of the customer, without members that are particular to it. */
async function documents(story: Story, lives: readonly Resource[]): Promise<unknown> {
  const names = new Map(lives.map(({ external_id }, place) => [external_id, place]));
  const invoices = (await story.invoices()).map((invoice) => ({
    number: invoice.sequential_id,
    status: invoice.status,
    issued: invoice.issuing_date,
    created: invoice.created_at,
    total: invoice.total_amount_cents,
    periods: invoice.billing_periods.map((period: Resource) => [
      names.get(period.external_subscription_id),
      period.invoicing_reason,
      period.subscription_from_datetime,
      period.subscription_to_datetime,
      period.charges_from_datetime,
      period.charges_to_datetime,
    ]),
    fees: invoice.fees.map((fee: Resource) => [fee.item.type, fee.units, fee.amount_cents, fee.from_date]),
  }));
  const messages = await server.pool.sql`
    select object ->> 'external_id' as external_id, webhook_type, object ->> 'status' as status,
      object ->> 'terminated_at' as terminated_at, object ->> 'trial_ended_at' as trial_ended_at
    from outbox_messages
    where object_type = 'subscription' and object ->> 'external_customer_id' = ${story.customer.external_id}
    order by created_at, id`;
  return {
    invoices,
    messages: messages.map((row) => ({ ...row, external_id: names.get(row['external_id']) })),
  };
}

test.each([0, 5])(
  'a life in one step is the same as in many, with %s days of grace',
  async (graceDays) => {
    const whole = await begin(graceDays);
    await whole.story.advance(END);
    const expected = await whole.documentsOf();
    const instant = fc.date({
      min: new Date(Date.parse(START) + 1_000),
      max: new Date(END),
      noInvalidDate: true,
    });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(instant, { minLength: 1, maxLength: 6 }), async (steps) => {
        const { story, documentsOf } = await begin(graceDays);
        const seconds = steps.map((at) => Math.floor(at.getTime() / 1_000) * 1_000);
        const ascending = [...new Set([...seconds, Date.parse(END)])].toSorted((one, other) => one - other);
        for (const at of ascending) await story.advance(new Date(at).toISOString());
        expect(await documentsOf()).toEqual(expected);
      }),
      tries(2),
    );
  },
  limit(120_000),
);
