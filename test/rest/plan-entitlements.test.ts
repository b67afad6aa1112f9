// The features that plans grant: entitlements.md §2, §3, §6.
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createFeature, createPlan, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { newMessages } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let plan: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  await createFeature(client, {
    code: 'seats',
    privileges: [
      { code: 'max', value_type: 'integer' },
      { code: 'max_admins', value_type: 'integer' },
      { code: 'root', value_type: 'boolean' },
      { code: 'maxGuests', value_type: 'integer' },
    ],
  });
  await createFeature(client, {
    code: 'sso',
    name: 'Sign-on',
    privileges: [{ code: 'provider', value_type: 'select', config: { select_options: ['google', 'okta'] } }],
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  plan = await createPlan(client);
});

const post = (entitlements: unknown) => client.post(`/plans/${plan.code}/entitlements`, { entitlements });
const patch = (entitlements: unknown) => client.patch(`/plans/${plan.code}/entitlements`, { entitlements });
const get = () => client.get(`/plans/${plan.code}/entitlements`);

/** Values by privilege code, by feature code. */
const valuesIn = ({ body }: { body: Resource }) =>
  Object.fromEntries(
    body.entitlements.map(({ code, privileges }: Resource) => [
      code,
      Object.fromEntries(privileges.map((each: Resource) => [each.code, each.value])),
    ]),
  );

test('example A: POST replaces, PATCH adds', async () => {
  const made = await post({ seats: { max: 20, max_admins: '3' }, sso: {} });
  expect(made.body).toEqual({
    entitlements: [
      {
        code: 'seats',
        name: 'Seats',
        description: null,
        privileges: [
          { code: 'max', name: null, value_type: 'integer', config: {}, value: 20 },
          { code: 'max_admins', name: null, value_type: 'integer', config: {}, value: 3 },
        ],
      },
      { code: 'sso', name: 'Sign-on', description: null, privileges: [] },
    ],
  });
  expect(valuesIn(await patch({ seats: { max: 25 } }))).toEqual({
    seats: { max: 25, max_admins: 3 },
    sso: {},
  });
  expect(valuesIn(await post({ seats: { max: 30 } }))).toEqual({ seats: { max: 30 } });
  expect(valuesIn(await post({ seats: {} }))).toEqual({ seats: { max: 30 } });
  expect(valuesIn(await patch({}))).toEqual({ seats: { max: 30 } });
  expect(valuesIn(await post({ sso: null, seats: {} }))).toEqual({ seats: { max: 30 }, sso: {} });
  expect(valuesIn(await get())).toEqual({ seats: { max: 30 }, sso: {} });
  expect(valuesIn(await post({}))).toEqual({});
});

test('features are listed in the order in which they were added, with pages', async () => {
  await patch({ sso: { provider: 'okta' } });
  await patch({ seats: { root: false, max: 1 } });
  await patch({ sso: {} });
  const { body } = await client.get(`/plans/${plan.code}/entitlements?page=2&per_page=1`);
  expect(body.entitlements).toMatchObject([
    { code: 'seats', privileges: [{ code: 'max' }, { code: 'root' }] },
  ]);
  expect(body.meta).toMatchObject({ current_page: 2, total_pages: 2, total_count: 2, next_page: null });
  await client.delete(`/plans/${plan.code}/entitlements/sso`);
  await patch({ sso: {} });
  expect(Object.keys(valuesIn(await get()))).toEqual(['seats', 'sso']);
});

test('a plan shows its entitlements', async () => {
  await post({ sso: { provider: 'okta' } });
  const privilege = {
    code: 'provider',
    name: null,
    value_type: 'select',
    config: { select_options: ['google', 'okta'] },
    value: 'okta',
  };
  const entitlement = { code: 'sso', name: 'Sign-on', description: null, privileges: [privilege] };
  expect((await client.get(`/plans/${plan.code}`)).body.plan.entitlements).toEqual([{ entitlement }]);
  const { body } = await client.get('/plans');
  expect(body.plans.find(({ code }: Resource) => code === plan.code).entitlements).toEqual([{ entitlement }]);
});

test('a single entitlement is read and removed, as a whole or by privilege', async () => {
  await post({ seats: { max: 20, max_admins: 3 } });
  const read = await client.get(`/plans/${plan.code}/entitlements/seats`);
  expect(read.body.entitlement).toMatchObject({ code: 'seats', privileges: [{ value: 20 }, { value: 3 }] });
  const left = await client.delete(`/plans/${plan.code}/entitlements/seats/privileges/max`);
  expect(left.body.entitlement).toMatchObject({ code: 'seats', privileges: [{ code: 'max_admins' }] });
  const again = await client.delete(`/plans/${plan.code}/entitlements/seats/privileges/max`);
  expect([again.status, again.body.code]).toEqual([404, 'privilege_not_found']);
  expect((await client.delete(`/plans/${plan.code}/entitlements/seats`)).body).toEqual(left.body);
  for (const answer of [
    await client.get(`/plans/${plan.code}/entitlements/seats`),
    await client.get(`/plans/${plan.code}/entitlements/none`),
    await client.delete(`/plans/${plan.code}/entitlements/seats`),
    await client.delete(`/plans/${plan.code}/entitlements/seats/privileges/max`),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'entitlement_not_found']);
});

test.each<[string, unknown, object]>([
  ['no object', [], { entitlements: ['invalid_format'] }],
  ['a text', 'seats', { entitlements: ['invalid_format'] }],
  ['a feature that is no object', { sso: {}, seats: 5 }, { 'entitlements.seats': ['invalid_format'] }],
  ['an invalid integer', { seats: { max: 'many' } }, { max_privilege_value: ['value_is_invalid'] }],
  ['a code in capitals', { seats: { maxGuests: 1.5 } }, { maxGuests_privilege_value: ['value_is_invalid'] }],
  ['no option', { sso: { provider: 'ldap' } }, { provider_privilege_value: ['value_not_in_select_options'] }],
  ['null', { seats: { max: null } }, { 'privilege.value': ['value_is_mandatory'] }],
  [
    'the first failure',
    { sso: {}, seats: { max: '', root: 1 } },
    { 'privilege.value': ['value_is_mandatory'] },
  ],
])('%s is refused, and nothing is stored', async (_, entitlements, details) => {
  for (const { status, body } of [await post(entitlements), await patch(entitlements)])
    expect([status, body.error_details]).toEqual([422, details]);
  expect((await get()).body.entitlements).toEqual([]);
});

test('a record that a request names must exist; the body must have entitlements', async () => {
  const unknown = async (entitlements: object) => {
    const { status, body } = await patch(entitlements);
    return [status, body.code];
  };
  expect(await unknown({ seats: { max: 'x' }, none: {} })).toEqual([404, 'feature_not_found']);
  expect(await unknown({ Seats: {} })).toEqual([404, 'feature_not_found']);
  expect(await unknown({ seats: { max: 'x', color: 1 } })).toEqual([404, 'privilege_not_found']);
  for (const body of [{}, { entitlements: null }, { entitlement: {} }]) {
    const answer = await client.post('/plans/none/entitlements', body);
    expect([answer.status, answer.body.error]).toEqual([
      400,
      'BadRequest: param is missing or the value is empty or invalid: entitlements',
    ]);
  }
  for (const answer of [
    await client.get('/plans/none/entitlements'),
    await client.post('/plans/none/entitlements', { entitlements: 5 }),
    await client.get('/plans/none/entitlements/seats'),
    await client.delete('/plans/none/entitlements/seats'),
    await client.delete('/plans/none/entitlements/seats/privileges/max'),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'plan_not_found']);
});

test('strict handling reports unknown members beside a refused value', async () => {
  const { body } = await client.patch(
    `/plans/${plan.code}/entitlements`,
    { entitlements: { seats: { maxGuests: 'x' } }, more: 1 },
    { headers: { Prefer: 'handling=strict' } },
  );
  expect(body.error_details).toEqual({
    maxGuests_privilege_value: ['value_is_invalid'],
    more: ['unknown_member'],
  });
});

test('each change is recorded once, as one of the plan; a change without effect is not', async () => {
  const messages = await newMessages(server, client);
  await post({ seats: { max: 20 } });
  expect(await messages()).toEqual(['plan.updated']);
  await patch({ seats: { max: '20' } });
  await post({ seats: {} });
  expect(await messages()).toEqual([]);
  await client.delete(`/plans/${plan.code}/entitlements/seats/privileges/max`);
  await client.delete(`/plans/${plan.code}/entitlements/seats`);
  expect(await messages()).toEqual(['plan.updated', 'plan.updated']);
  const { body } = await client.get(`/activity_logs?resource_ids[]=${plan.svc_id}`);
  const [last] = body.activity_logs;
  expect(last).toMatchObject({
    activity_type: 'plan.updated',
    resource_type: 'Plan',
    external_customer_id: null,
  });
  expect(last.activity_object_changes).toEqual({
    entitlements: [
      [{ entitlement: { code: 'seats', name: 'Seats', description: null, privileges: [] } }],
      [],
    ],
  });
});

test('requests at the same time keep what each of them adds', async () => {
  await Promise.all([
    patch({ seats: { max: 1 } }),
    patch({ sso: {} }),
    patch({ seats: { root: true } }),
    client.put('/features/seats', { feature: { description: null } }),
  ]);
  expect(valuesIn(await get())).toEqual({ seats: { max: 1, root: true }, sso: {} });
});

test('another organization has other plans and features', async () => {
  await post({ seats: { max: 1 } });
  const stranger = await server.organization();
  const path = `/plans/${plan.code}/entitlements`;
  for (const answer of [
    await stranger.get(path),
    await stranger.post(path, { entitlements: {} }),
    await stranger.patch(path, { entitlements: {} }),
    await stranger.get(`${path}/seats`),
    await stranger.delete(`${path}/seats`),
    await stranger.delete(`${path}/seats/privileges/max`),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'plan_not_found']);
});
