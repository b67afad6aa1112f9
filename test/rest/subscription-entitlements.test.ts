// The features that subscriptions entitle to: entitlements.md §4, §6 B.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createClock,
  createCustomer,
  createFeature,
  createPlan,
  grant,
  type Resource,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messagesAbout, newMessages } from '../support/messages.js';
import { type ServedApp, serveApp, startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
/** Serves the same database. */
let other: ServedApp;
let client: Client;
let plan: Resource;
let customer: Resource;
let subscription: Resource;

beforeAll(async () => {
  server = await startTestServer();
  other = await serveApp(server.database);
  client = await server.organization();
  await createFeature(client, {
    code: 'seats',
    privileges: [
      { code: 'max', value_type: 'integer' },
      { code: 'max_admins', value_type: 'integer' },
      { code: 'root', value_type: 'boolean' },
    ],
  });
  const config = { select_options: ['google', 'okta'] };
  await createFeature(client, {
    code: 'sso',
    privileges: [{ code: 'provider', value_type: 'select', config }],
  });
  await createFeature(client, { code: 'plain' });
  customer = await createCustomer(client);
});
afterAll(async () => {
  await other.stop();
  await server.stop();
});
beforeEach(async () => {
  plan = await createPlan(client);
  await grant(client, plan, { seats: { max: 20, max_admins: 3 }, sso: { provider: 'okta' } });
  subscription = await subscribe(client, customer, plan);
});

const path = () => `/subscriptions/${subscription.external_id}/entitlements`;
const patch = (entitlements: unknown) => client.patch(path(), { entitlements });
const list = async () => (await client.get(path())).body.entitlements;

/** Value, plan value and own value by privilege, by feature. */
const layersIn = (entitlements: Resource[]) =>
  Object.fromEntries(
    entitlements.map(({ code, privileges }) => [
      code,
      Object.fromEntries(
        privileges.map((each: Resource) => [each.code, [each.value, each.plan_value, each.override_value]]),
      ),
    ]),
  );
const SSO = { provider: ['okta', 'okta', null] };
const OF_PLAN = { seats: { max: [20, 20, null], max_admins: [3, 3, null] }, sso: SSO };

test('example B', async () => {
  expect(layersIn(await list())).toEqual(OF_PLAN);
  const own = await patch({ seats: { max: 99, root: false } });
  expect(own.body).toEqual({ entitlements: await list() });
  expect(own.body.entitlements[0]).toMatchObject({ code: 'seats', overrides: { max: 99, root: false } });
  const overridden = { max: [99, 20, 99], max_admins: [3, 3, null], root: [false, null, false] };
  expect(layersIn(own.body.entitlements)).toEqual({ seats: overridden, sso: SSO });

  const left = await client.delete(`${path()}/seats/privileges/max_admins`);
  const others = { max: overridden.max, root: overridden.root };
  expect(layersIn([left.body.entitlement])).toEqual({ seats: others });
  expect(layersIn(await list())).toEqual({ seats: others, sso: SSO });
  expect(layersIn((await patch({ seats: { max_admins: 3 } })).body.entitlements)).toEqual({
    seats: overridden,
    sso: SSO,
  });
  expect(layersIn((await patch({ seats: { max: '20' } })).body.entitlements).seats).toEqual({
    ...overridden,
    max: [20, 20, null],
  });

  const removed = await client.delete(`${path()}/sso`);
  expect(layersIn([removed.body.entitlement])).toEqual({ sso: SSO });
  expect(layersIn(await list())).not.toHaveProperty('sso');
  expect(layersIn((await patch({ sso: {} })).body.entitlements)).toMatchObject({ sso: SSO });
  const gone = await client.delete(`${path()}/seats`);
  expect(gone.body.entitlement.overrides).toEqual({ root: false });
  expect(layersIn(await list())).toEqual({ sso: SSO });
  expect(layersIn((await patch({ seats: {} })).body.entitlements)).toEqual(OF_PLAN);
});

test('an own feature comes after those of the plan, also after it was removed and added again', async () => {
  await patch({ plain: {} });
  expect((await list()).map(({ code }: Resource) => code)).toEqual(['seats', 'sso', 'plain']);
  await client.delete(`${path()}/plain`);
  const again = await client.delete(`${path()}/plain`);
  expect([again.status, again.body.entitlement]).toEqual([
    200,
    { code: 'plain', name: 'Seats', description: null, privileges: [], overrides: {} },
  ]);
  const other = await createFeature(client);
  await patch({ [other.code]: {}, plain: {} });
  expect((await list()).map(({ code }: Resource) => code)).toEqual(['seats', 'sso', other.code, 'plain']);
  // Once the plan grants it, it is one of the plan.
  await grant(client, plan, { plain: {} });
  expect((await list()).map(({ code }: Resource) => code)).toEqual(['seats', 'sso', 'plain', other.code]);
  const page = await client.get(`${path()}?page=2&per_page=3`);
  expect(page.body).toMatchObject({
    entitlements: [{ code: other.code }],
    meta: { total_count: 4, total_pages: 2 },
  });
});

test('a removed feature stays removed when the plan loses it and grants it again', async () => {
  await client.delete(`${path()}/sso`);
  await client.delete(`/plans/${plan.code}/entitlements/sso`);
  await client.delete(`${path()}/sso`);
  await grant(client, plan, { sso: { provider: 'google' } });
  expect(layersIn(await list())).not.toHaveProperty('sso');
  const left = await client.delete(`${path()}/sso/privileges/provider`);
  expect(left.body.entitlement).toMatchObject({ code: 'sso', privileges: [], overrides: {} });
});

test('an own value stays in force when the plan changes its value, and when it loses the feature', async () => {
  await patch({ seats: { max: 99 } });
  await grant(client, plan, { seats: { max: 30, max_admins: 4 } });
  expect(layersIn(await list()).seats).toEqual({ max: [99, 30, 99], max_admins: [4, 4, null] });
  await client.delete(`/plans/${plan.code}/entitlements/seats`);
  expect(layersIn(await list()).seats).toEqual({ max: [99, null, 99] });
});

describe('every change is in force at once, in every process', () => {
  let feature: string;
  let added: string;

  beforeEach(async () => {
    const privileges = [
      { code: 'max', value_type: 'integer' },
      { code: 'note', value_type: 'string' },
    ];
    feature = (await createFeature(client, { name: 'Before', privileges })).code;
    added = (await createFeature(client)).code;
    await grant(client, plan, { [feature]: { max: 1 } });
    await patch({ [feature]: { note: 'own' }, [added]: {} });
  });

  /** All that is shown of the feature, and the codes of all others. */
  const seenBy = async (reader: Client) => {
    const { entitlements } = (await reader.get(path())).body;
    const {
      name,
      privileges = [],
      overrides,
    } = entitlements.find((each: Resource) => each.code === feature) ?? {};
    return {
      name,
      overrides,
      privileges: privileges.map((each: Resource) => [each.code, each.name, each.value]),
      others: entitlements.map(({ code }: Resource) => code).filter((code: string) => code !== feature),
    };
  };
  const inAll = () => Promise.all([client, client.at(other.baseUrl)].map(seenBy));
  const before = () => ({
    name: 'Before',
    overrides: { note: 'own' },
    privileges: [
      ['max', null, 1],
      ['note', null, 'own'],
    ],
    others: ['seats', 'sso', added],
  });

  const changes: [string, () => Promise<unknown>, () => object][] = [
    [
      'of a value of the plan',
      () => grant(client, plan, { [feature]: { max: 2 } }),
      () => ({
        privileges: [
          ['max', null, 2],
          ['note', null, 'own'],
        ],
      }),
    ],
    [
      'of the features of the plan',
      () => client.delete(`/plans/${plan.code}/entitlements/sso`),
      () => ({ others: ['seats', added] }),
    ],
    [
      'of a feature',
      () => client.put(`/features/${feature}`, { feature: { name: 'After' } }),
      () => ({ name: 'After' }),
    ],
    [
      'of a privilege',
      () => client.put(`/features/${feature}`, { feature: { privileges: [{ code: 'max', name: 'Most' }] } }),
      () => ({
        privileges: [
          ['max', 'Most', 1],
          ['note', null, 'own'],
        ],
      }),
    ],
    [
      'that deletes a privilege',
      () => client.delete(`/features/${feature}/privileges/note`),
      () => ({ overrides: {}, privileges: [['max', null, 1]] }),
    ],
    [
      'that deletes a feature',
      () => client.delete(`/features/${feature}`),
      () => ({ name: undefined, overrides: undefined, privileges: [] }),
    ],
    [
      'of an own value',
      () => patch({ [feature]: { max: 3 } }),
      () => ({
        overrides: { note: 'own', max: 3 },
        privileges: [
          ['max', null, 3],
          ['note', null, 'own'],
        ],
      }),
    ],
    [
      'that removes a feature',
      () => client.delete(`${path()}/${feature}`),
      () => ({ name: undefined, overrides: undefined, privileges: [] }),
    ],
    [
      'that removes a privilege',
      () => client.delete(`${path()}/${feature}/privileges/max`),
      () => ({ privileges: [['note', null, 'own']] }),
    ],
    ['of an own feature', () => client.delete(`${path()}/${added}`), () => ({ others: ['seats', 'sso'] })],
    [
      'to an own plan',
      () =>
        client.put(`/subscriptions/${subscription.external_id}`, {
          subscription: { plan_overrides: { amount_cents: 700 } },
        }),
      () => ({}),
    ],
    [
      'to another plan',
      async () => {
        const better = await createPlan(client, { amount_cents: 9_000 });
        await grant(client, better, { [feature]: { max: 50 } });
        await subscribe(client, customer, better, { external_id: subscription.external_id });
      },
      () => ({ overrides: {}, privileges: [['max', null, 50]], others: [] }),
    ],
  ];

  test.each(changes)('%s', async (_, change, after) => {
    expect(await inAll()).toEqual([before(), before()]);
    await change();
    const expected = { ...before(), ...after() };
    expect(await inAll()).toEqual([expected, expected]);
  });
});

test('an own plan of a subscription grants what its parent grants', async () => {
  await client.put(`/subscriptions/${subscription.external_id}`, {
    subscription: { plan_overrides: { amount_cents: 700 } },
  });
  expect(layersIn(await list())).toEqual(OF_PLAN);
  await patch({ seats: { max: 20, max_admins: 5 } });
  await grant(client, plan, { sso: { provider: 'google' } });
  expect(layersIn(await list())).toEqual({
    seats: { max: [20, 20, null], max_admins: [5, 3, 5] },
    sso: { provider: ['google', 'google', null] },
  });
  const { body } = await client.get(`/subscriptions/${subscription.external_id}`);
  expect(body.subscription.plan.svc_parent_id).toBe(plan.svc_id);
  expect(body.subscription.plan.entitlements).toMatchObject([
    { entitlement: { code: 'seats' } },
    { entitlement: { code: 'sso', privileges: [{ value: 'google' }] } },
  ]);
});

test('the new subscription of an upgrade has none of the differences; the ended one stays readable', async () => {
  await patch({ seats: { max: 99 }, plain: {} });
  const better = await createPlan(client, { amount_cents: 9_000 });
  await grant(client, better, { seats: { max: 50 } });
  await subscribe(client, customer, better, { external_id: subscription.external_id });
  expect(layersIn(await list())).toEqual({ seats: { max: [50, 50, null] } });
  for (const query of [
    'status=terminated',
    'subscription_status=terminated',
    'subscription_status=terminated&status=active',
  ]) {
    const { body } = await client.get(`${path()}?${query}`);
    expect(layersIn(body.entitlements)).toMatchObject({ seats: { max: [99, 20, 99] }, plain: {} });
  }
  const written = await client.patch(`${path()}?status=terminated`, { entitlements: { seats: { max: 98 } } });
  expect(layersIn(written.body.entitlements).seats.max).toEqual([98, 20, 98]);
  await client.delete(`${path()}/plain?subscription_status=terminated`);
  await client.delete(`${path()}/seats/privileges/max?status=terminated`);
  const { body } = await client.get(`${path()}?status=terminated`);
  expect(layersIn(body.entitlements)).toEqual({ seats: { max_admins: [3, 3, null] }, sso: SSO });
  expect(layersIn(await list())).toEqual({ seats: { max: [50, 50, null] } });
  expect((await client.get(`${path()}?status=ended`)).body.error_details).toEqual({
    subscription_status: ['value_is_invalid'],
  });
});

test.each<[string, unknown, number, unknown]>([
  ['a number', 5, 422, { entitlements: ['invalid_format'] }],
  ['a list of a feature', { seats: [] }, 422, { 'entitlements.seats': ['invalid_format'] }],
  [
    'an invalid value',
    { plain: {}, seats: { root: 'yes' } },
    422,
    { root_privilege_value: ['value_is_invalid'] },
  ],
  ['null', { seats: { max: null } }, 422, { 'privilege.value': ['value_is_mandatory'] }],
  [
    'no option',
    { sso: { provider: 'x' } },
    422,
    { provider_privilege_value: ['value_not_in_select_options'] },
  ],
  ['an unknown feature', { none: {} }, 404, 'feature_not_found'],
  ['an unknown privilege', { seats: { color: 1 } }, 404, 'privilege_not_found'],
])('%s is refused, and nothing is stored', async (_, entitlements, expected, refusal) => {
  const { status, body } = await patch(entitlements);
  expect([status, body.error_details ?? body.code]).toEqual([expected, refusal]);
  expect(layersIn(await list())).toEqual(OF_PLAN);
});

test('a feature, privilege or subscription that does not exist is not found', async () => {
  expect((await client.patch(path(), {})).status).toBe(400);
  const elsewhere = '/subscriptions/none/entitlements';
  for (const answer of [
    await client.get(elsewhere),
    await client.patch(elsewhere, { entitlements: 5 }),
    await client.delete(`${elsewhere}/seats`),
    await client.delete(`${elsewhere}/seats/privileges/max`),
    await client.get(`${path()}?status=pending`),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'subscription_not_found']);
  const { external_id: id } = subscription;
  for (const answer of [
    await client.delete(`/subscriptions/${id}/entitlements/none`),
    await client.delete(`/subscriptions/${id}/entitlements/none/privileges/max`),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'feature_not_found']);
  expect((await client.delete(`${path()}/plain/privileges/max`)).body.code).toBe('privilege_not_found');
});

test('each change is recorded as one of the subscription; a change without effect is not', async () => {
  const messages = await newMessages(server, client);
  await patch({ seats: { max: 20 } });
  await patch({});
  expect(await messages()).toEqual([]);
  await patch({ seats: { max: 99 } });
  await client.delete(`${path()}/sso/privileges/provider`);
  await client.delete(`${path()}/sso`);
  expect(await messages()).toEqual(Array.from({ length: 3 }, () => 'subscription.updated'));
  const { body } = await client.get(`/activity_logs?resource_ids[]=${subscription.svc_id}`);
  const [last, , first] = body.activity_logs;
  expect(first).toMatchObject({
    activity_type: 'subscription.updated',
    external_customer_id: customer.external_id,
    external_subscription_id: subscription.external_id,
  });
  expect(Object.keys(first.activity_object_changes)).toEqual(['entitlements']);
  expect(last.activity_object_changes.entitlements).toMatchObject([
    [{ code: 'seats' }, { code: 'sso', privileges: [] }],
    [{ code: 'seats', overrides: { max: 99 } }],
  ]);
  const sent = (await messagesAbout(server, subscription.svc_id)).at(-1)?.object;
  expect(sent).toMatchObject({
    entitlements: [{ code: 'seats', overrides: { max: 99 } }],
    plan: { entitlements: [{ entitlement: { code: 'seats' } }, { entitlement: { code: 'sso' } }] },
    customer: { external_id: customer.external_id },
  });
});

test('differences are deleted with the test clock of their customer', async () => {
  const clock = await createClock(client);
  const tested = await createCustomer(client, { test_clock_id: clock.svc_id });
  subscription = await subscribe(client, tested, plan);
  await patch({ seats: { max: 5 }, plain: {} });
  expect((await client.delete(`/test_clocks/${clock.svc_id}`)).status).toBe(200);
  const rows = await server.pool.sql`
    select 1 from subscription_entitlements where subscription_id = ${subscription.svc_id}`;
  expect(rows).toHaveLength(0);
});

test('requests at the same time keep what each of them adds', async () => {
  await Promise.all([patch({ seats: { max: 1 } }), patch({ seats: { root: true } }), patch({ plain: {} })]);
  expect(layersIn(await list())).toMatchObject({
    seats: { max: [1, 20, 1], root: [true, null, true] },
    plain: {},
  });
});

test('another organization finds no subscription', async () => {
  await patch({ plain: {} });
  const stranger = await server.organization();
  for (const answer of [
    await stranger.get(path()),
    await stranger.patch(path(), { entitlements: {} }),
    await stranger.delete(`${path()}/seats`),
    await stranger.delete(`${path()}/seats/privileges/max`),
  ])
    expect([answer.status, answer.body.code]).toEqual([404, 'subscription_not_found']);
});
