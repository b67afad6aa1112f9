// Features and their privileges: entitlements.md §1, §5.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  callerWith,
  createCustomer,
  createFeature,
  createPlan,
  grant,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { newMessages } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const MAX = { code: 'max', value_type: 'integer' };
const REGION = { code: 'region', value_type: 'select', config: { select_options: ['eu', 'us'] } };

const post = (feature: unknown, caller = client) => caller.post('/features', { feature });
const put = (code: string, feature: unknown) => client.put(`/features/${code}`, { feature });

describe('features over REST', () => {
  test('a feature is created, read, changed and deleted; its code is free again', async () => {
    const created = await post({ code: ' seats ', name: 'Seats', privileges: [MAX, REGION] });
    expect(created.body.feature).toEqual({
      code: 'seats',
      name: 'Seats',
      description: null,
      privileges: [
        { ...MAX, name: null, config: {} },
        { ...REGION, name: null },
      ],
      created_at: expect.any(String),
    });
    expect((await client.get('/features/seats')).body).toEqual(created.body);
    expect((await post({ code: 'seats' })).body.error_details).toEqual({ code: ['value_already_exist'] });

    const changed = await put('seats', {
      code: 'ignored',
      description: 'How many',
      privileges: [
        { code: 'region', value_type: 'string', config: { select_options: ['us', 'ap'] } },
        { code: 'note' },
        { code: 'max', name: 'Most', value_type: 'boolean', config: { select_options: ['x'] } },
      ],
    });
    expect(changed.body.feature).toEqual({
      ...created.body.feature,
      description: 'How many',
      privileges: [
        { ...MAX, name: 'Most', config: {} },
        { ...REGION, name: null, config: { select_options: ['eu', 'us', 'ap'] } },
        { code: 'note', name: null, value_type: 'string', config: {} },
      ],
    });
    const left = await client.delete('/features/seats/privileges/region');
    expect(left.body.feature.privileges).toMatchObject([{ code: 'max' }, { code: 'note' }]);
    expect((await put('seats', { privileges: [{ code: 'region' }] })).body.feature.privileges).toMatchObject([
      { code: 'max' },
      { code: 'note' },
      { code: 'region', value_type: 'string' },
    ]);

    const before = await client.get('/features/seats');
    expect((await client.delete('/features/seats')).body).toEqual(before.body);
    expect((await client.get('/features/seats')).body.code).toBe('feature_not_found');
    expect((await post({ code: 'seats' })).body.feature.privileges).toEqual([]);
  });

  test.each<[string, object, object]>([
    ['nothing', { name: 'x' }, { code: ['value_is_mandatory'] }],
    ['a blank code', { code: ' ' }, { code: ['value_is_mandatory'] }],
    [
      'long texts',
      { code: 'x'.repeat(256), name: 'x'.repeat(256), description: 'x'.repeat(601) },
      { code: ['value_is_too_long'], name: ['value_is_too_long'], description: ['value_is_too_long'] },
    ],
    ['no list', { code: 'a', privileges: { code: 'b' } }, { privileges: ['invalid_format'] }],
    ['a text for a privilege', { code: 'a', privileges: ['b'] }, { privileges: ['invalid_format'] }],
    ['no code', { code: 'a', privileges: [{}] }, { 'privilege.code': ['value_is_mandatory'] }],
    [
      'a number for a code',
      { code: 'a', privileges: [{ code: 5 }] },
      { 'privilege.code': ['value_is_invalid'] },
    ],
    [
      'an unknown type',
      { code: 'a', privileges: [{ code: 'b', value_type: 'text' }] },
      { 'privilege.value_type': ['value_is_invalid'] },
    ],
    [
      'a configuration that is a text',
      { code: 'a', privileges: [{ code: 'b', config: 'eu' }] },
      { 'privilege.config': ['invalid_format'] },
    ],
    [
      'a bad privilege that cannot be read, before others',
      { code: 'a', privileges: [MAX, { code: 'b', value_type: 'text' }, { code: 'max' }, { code: '' }] },
      { 'privilege.value_type': ['value_is_invalid'] },
    ],
    [
      'a bad privilege before one that cannot be read, beside a bad member',
      {
        code: ' ',
        privileges: [
          { code: 'b', value_type: 'select' },
          { code: 'c', value_type: 'text' },
        ],
      },
      { code: ['value_is_mandatory'], 'privilege.config': ['invalid_format'] },
    ],
    [
      'a repeated privilege',
      { code: 'a', privileges: [MAX, MAX] },
      { 'privilege.code': ['value_is_duplicated'] },
    ],
  ])('%s is refused', async (_, feature, details) => {
    const { status, body } = await post(feature);
    expect([status, body.error_details]).toEqual([422, details]);
  });

  test('privileges that are too large together are refused, and nothing is stored', async () => {
    const { code } = await createFeature(client);
    const config = { select_options: Array.from({ length: 300 }, (_, index) => `${index}`.padEnd(220, 'x')) };
    const { body } = await put(code, { name: 'New', privileges: [{ ...REGION, config }] });
    expect(body.error_details).toEqual({
      base: ['value_is_too_large', 'The privileges of a feature take at most 64 kB as JSON.'],
    });
    expect((await client.get(`/features/${code}`)).body.feature).toMatchObject({
      name: 'Seats',
      privileges: [],
    });
  });

  test('unknown features and privileges', async () => {
    const { code } = await createFeature(client);
    for (const answer of [
      await put('none', { name: 'x' }),
      await client.delete('/features/none'),
      await client.delete('/features/none/privileges/max'),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'feature_not_found']);
    expect((await client.delete(`/features/${code}/privileges/max`)).body.code).toBe('privilege_not_found');
    expect((await client.post('/features', {})).status).toBe(400);
  });

  test('features are searched, and listed newest first', async () => {
    const caller = await server.organization();
    for (const members of [{ code: 'a_Needle' }, { code: 'b' }, { code: 'c', description: 'the needle' }])
      await createFeature(caller, members);
    const { body } = await caller.get('/features?search_term=NEEDLE&per_page=1');
    expect(body.features).toMatchObject([{ code: 'c' }]);
    expect(body.meta).toMatchObject({ total_count: 2, total_pages: 2 });
    expect((await caller.get('/features')).body.features).toMatchObject([
      { code: 'c' },
      { code: 'b' },
      { code: 'a_Needle' },
    ]);
  });
});

describe('a change of a feature', () => {
  test('a change of a feature is recorded with the plans that grant it; one without effect is not', async () => {
    const caller = await server.organization();
    const feature = await createFeature(caller, { code: 'seats', privileges: [MAX, REGION] });
    const plans = [await createPlan(caller), await createPlan(caller)];
    for (const plan of plans) await grant(caller, plan, { seats: { max: 3, region: 'eu' } });
    await createPlan(caller);
    const messages = await newMessages(server, caller);

    await caller.put('/features/seats', { feature: { name: 'Seats', privileges: [MAX, REGION] } });
    expect(await messages()).toEqual([]);
    await caller.put('/features/seats', { feature: { name: 'Places' } });
    expect(await messages()).toEqual(['feature.updated', 'plan.updated', 'plan.updated']);
    // No plan shows a privilege without a value.
    await caller.put('/features/seats', { feature: { privileges: [{ code: 'note' }] } });
    expect(await messages()).toEqual(['feature.updated']);
    await caller.delete('/features/seats/privileges/region');
    expect(await messages()).toEqual(['feature.updated', 'plan.updated', 'plan.updated']);
    await caller.delete('/features/seats');
    expect(await messages()).toEqual(['feature.deleted', 'plan.updated', 'plan.updated']);

    const logged = (type: string) => caller.get(`/activity_logs?activity_types[]=${type}`);
    const [deleted] = (await logged('feature.deleted')).body.activity_logs;
    expect(deleted).toMatchObject({
      resource_type: 'Feature',
      external_customer_id: null,
      activity_object: { code: 'seats', name: 'Places', privileges: [{ code: 'max' }, { code: 'note' }] },
      activity_object_changes: {},
    });
    expect(deleted.activity_object).not.toHaveProperty('svc_id');
    const updates = (await logged('feature.updated')).body.activity_logs;
    expect(updates.map((entry: Record<string, unknown>) => entry['activity_object_changes'])).toEqual(
      expect.arrayContaining([{ name: ['Seats', 'Places'] }]),
    );
    const [created] = (await logged('feature.created')).body.activity_logs;
    expect(created.activity_object).toEqual(feature);
    const ofPlan = (await caller.get(`/activity_logs?resource_ids[]=${plans[0].svc_id}`)).body.activity_logs;
    expect(Object.keys(ofPlan[0].activity_object_changes)).toEqual(['entitlements']);
    expect(ofPlan[0].activity_object_changes.entitlements).toMatchObject([
      [{ entitlement: { code: 'seats', name: 'Places' } }],
      [],
    ]);
    expect(ofPlan[0].activity_object).toMatchObject({ code: plans[0].code, entitlements: [] });
  });

  test('a change of a feature reaches plans and subscriptions at once', async () => {
    const { code } = await createFeature(client, { privileges: [MAX, REGION] });
    const plan = await createPlan(client);
    await grant(client, plan, { [code]: { max: 3, region: 'eu' } });
    const subscription = await subscribe(client, await createCustomer(client), plan);
    const [onPlan, onSubscription] = [`/plans/${plan.code}`, `/subscriptions/${subscription.external_id}`];
    await client.patch(`${onSubscription}/entitlements`, { entitlements: { [code]: { max: 9 } } });
    await put(code, { name: 'Places' });
    await client.delete(`/features/${code}/privileges/max`);
    for (const place of [onPlan, onSubscription]) {
      const { body } = await client.get(`${place}/entitlements`);
      expect(body.entitlements).toMatchObject([{ name: 'Places', privileges: [{ code: 'region' }] }]);
    }
    // A new privilege of the same code has no values.
    await put(code, { privileges: [{ code: 'max' }] });
    expect((await client.get(`${onSubscription}/entitlements`)).body.entitlements[0].privileges).toHaveLength(
      1,
    );
    await client.delete(`/features/${code}`);
    for (const place of [onPlan, onSubscription])
      expect((await client.get(`${place}/entitlements`)).body.entitlements).toEqual([]);
    await createFeature(client, { code });
    expect((await client.get(`${onPlan}/entitlements`)).body.entitlements).toEqual([]);
  });

  test('a change of a feature that many plans grant records each of them', async () => {
    const caller = await server.organization();
    await createFeature(caller, { code: 'seats' });
    for (let made = 0; made < 9; made += 1) await grant(caller, await createPlan(caller), { seats: {} });
    const messages = await newMessages(server, caller);
    await caller.delete('/features/seats');
    expect(await messages()).toEqual(['feature.deleted', ...Array.from({ length: 9 }, () => 'plan.updated')]);
  });
});

test('another organization finds no feature; keys need the permission', async () => {
  const { code } = await createFeature(client, { privileges: [MAX] });
  const stranger = await server.organization();
  expect((await stranger.get(`/features/${code}`)).body.code).toBe('feature_not_found');
  expect((await stranger.put(`/features/${code}`, { feature: { name: 'x' } })).status).toBe(404);
  expect((await stranger.delete(`/features/${code}`)).status).toBe(404);
  expect((await stranger.delete(`/features/${code}/privileges/max`)).status).toBe(404);
  expect((await stranger.get('/features')).body.features).toEqual([]);
  const plan = await createPlan(stranger);
  const granted = await stranger.patch(`/plans/${plan.code}/entitlements`, { entitlements: { [code]: {} } });
  expect(granted.body.code).toBe('feature_not_found');
  await createFeature(stranger, { code });

  const reader = await callerWith(server, client, { feature: ['read'] });
  expect((await reader.get(`/features/${code}`)).status).toBe(200);
  const refused = await post({ code: unique('feature') }, reader);
  expect(refused.body.code).toBe('write_action_not_allowed_for_feature');
});
