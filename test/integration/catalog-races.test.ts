import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMetric, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { someoneWaits } from '../support/database.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { until } from '../support/until.js';
import { systemActor } from '../../src/platform/actor.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

test('a metric that a plan is taking up is deleted after it, and the charge goes too', async () => {
  const metric = await createMetric(client);
  const code = unique('plan');
  const { deletion } = await server.pool.db.transaction(async (tx) => {
    await server.app.services.planEditor.create(tx, systemActor(client.organizationId, null), {
      name: 'n',
      code,
      interval: 'monthly',
      amountCents: 0n,
      amountCurrency: 'EUR',
      payInAdvance: false,
      charges: [{ billableMetricId: metric.svc_id, chargeModel: 'standard' }],
    });
    const answer = client.delete(`/billable_metrics/${metric.code}`);
    await until(() => someoneWaits(server.pool));
    return { deletion: answer };
  });
  expect((await deletion).status).toBe(200);
  expect((await client.get(`/plans/${code}`)).body.plan.charges).toEqual([]);
});

test('one of two plans created at once with one code is refused', async () => {
  const plan = {
    name: 'n',
    code: unique('plan'),
    interval: 'monthly',
    amount_cents: 0,
    amount_currency: 'EUR',
    pay_in_advance: false,
  };
  const answers = await Promise.all([client.post('/plans', { plan }), client.post('/plans', { plan })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

test('concurrent changes of the charges of one plan leave one of the lists', async () => {
  const { svc_id } = await createMetric(client);
  const charge = (code: string) => ({ billable_metric_id: svc_id, charge_model: 'standard', code });
  const plan = {
    name: 'n',
    code: unique('plan'),
    interval: 'monthly',
    amount_cents: 0,
    amount_currency: 'EUR',
  };
  await client.post('/plans', { plan: { ...plan, pay_in_advance: false } });
  const lists = [
    ['a', 'b'],
    ['b', 'c'],
    ['c', 'a'],
  ];
  const answers = await Promise.all(
    lists.map((codes) => client.put(`/plans/${plan.code}`, { plan: { charges: codes.map(charge) } })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { charges } = (await client.get(`/plans/${plan.code}`)).body.plan;
  expect(lists).toContainEqual(charges.map(({ code }: { code: string }) => code));
});
