// Every charge model through both surfaces: the same plan made by each, used alike, and read by each with equal numbers.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMetric, createPlan, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { graphqlInput } from '../support/graphql-input.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';
import { readCurrentUsage } from '../support/usage.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const range = (from_value: number, to_value: number | null, price: object) => ({
  from_value,
  to_value,
  flat_amount: '0.5',
  ...price,
});

/** In arrears and in advance, as far as a model can be. */
function charges({ svc_id: billable_metric_id }: Resource): Record<string, unknown>[] {
  const steps = [range(0, 10, { per_unit_amount: '0.4' }), range(11, null, { per_unit_amount: '0.25' })];
  const models = {
    standard: { amount: '0.333' },
    package: { amount: '4.5', package_size: 25, free_units: 10 },
    graduated: { graduated_ranges: steps },
    volume: { volume_ranges: steps },
    percentage: { rate: '1.8', fixed_amount: '0.2', free_units_per_events: 1 },
    graduated_percentage: {
      graduated_percentage_ranges: [range(0, 10, { rate: '3' }), range(11, null, { rate: '2' })],
    },
    dynamic: {},
  };
  return Object.entries(models).flatMap(([charge_model, properties]) => {
    const charge = { billable_metric_id, charge_model, code: charge_model, properties };
    const inAdvance = { ...charge, code: `${charge_model} in advance`, pay_in_advance: true };
    return charge_model === 'volume' ? [charge] : [charge, inAdvance];
  });
}

/** Numbers of a fee under one name each, and what they are made of. */
const FIGURES = {
  amount_cents: 'amountCents',
  precise_amount: 'preciseAmount',
  units: 'units',
  total_aggregated_units: 'totalAggregatedUnits',
  precise_unit_amount: 'preciseUnitAmount',
  events_count: 'eventsCount',
  amount_details: 'amountDetails',
  pay_in_advance: 'payInAdvance',
  total_amount_cents: 'totalAmountCents',
};

const FEES = `query ($id: ID!) { invoice(id: $id) { fees {
  ${Object.entries(FIGURES)
    .map(([name, field]) => `${name}: ${field}`)
    .join(' ')}
} } }`;

/** The fees of every invoice, as both surfaces show them alike. */
async function feesOf(story: Story): Promise<unknown[]> {
  const invoices = (await story.invoices()).toSorted((one, other) => one.sequential_id - other.sequential_id);
  return Promise.all(
    invoices.map(async ({ svc_id: id, fees }) => {
      const shown = fees.map((fee: Resource) =>
        Object.fromEntries(Object.keys(FIGURES).map((name) => [name, fee[name]])),
      );
      const { data, errors } = await client.graphql(FEES, { id });
      expect(errors).toBeUndefined();
      expect(data.invoice.fees).toEqual(shown);
      return shown;
    }),
  );
}

test('a plan made by either surface is used, shown and billed alike, by every model', async () => {
  const metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
  const body = {
    name: 'All',
    interval: 'monthly',
    amount_cents: 0,
    amount_currency: 'EUR',
    pay_in_advance: false,
    charges: charges(metric),
  };
  const ofRest = await createPlan(client, body);
  const code = unique('plan');
  const mutation = 'mutation ($input: CreatePlanInput!) { createPlan(input: $input) { plan { code } } }';
  const made = await client.graphql(mutation, { input: graphqlInput({ ...body, code }) });
  expect(made.errors).toBeUndefined();
  const lives = [];
  for (const plan of [ofRest, { code }]) {
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const { external_id: externalSubscriptionId } = await story.subscribe(plan);
    const events = [4, -1, '37.25'].map((n, index) => ({
      transaction_id: unique('event'),
      external_subscription_id: externalSubscriptionId,
      code: metric.code,
      timestamp: `2027-06-01T00:00:0${index}Z`,
      properties: { n },
      precise_total_amount_cents: '100.125',
    }));
    expect((await client.post('/events/batch', { events })).status).toBe(200);
    await story.advance('2027-06-02T00:00:00Z');
    const { external_id: externalCustomerId } = story.customer;
    const usage = await readCurrentUsage(client, { externalCustomerId, externalSubscriptionId });
    await story.advance('2027-07-01T00:00:00Z');
    lives.push({
      usage: usage.charges_usage.map((line: Resource) => [line.charge.code, line.units, line.amount_cents]),
      fees: await feesOf(story),
    });
  }
  const [rest, graphql] = lives;
  expect(graphql).toEqual(rest);
  // Six models are billed event by event, seven at the end.
  expect([rest?.usage.length, rest?.fees.length]).toEqual([13, 6 * 3 + 1]);
});
