import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createClock } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const countClocks = async () => {
  const [row] = await server.pool.sql<{ count: number }[]>`select count(*)::int as count from test_clocks`;
  return row?.count;
};

describe('test clocks', () => {
  test('one is created, read and listed, newest first', async () => {
    const caller = await server.organization();
    const older = await createClock(caller, { name: 'a year', frozen_time: '2027-03-01T09:30:00+02:00' });
    expect(older).toEqual({
      svc_id: expect.any(String),
      name: 'a year',
      frozen_time: '2027-03-01T07:30:00Z',
      status: 'ready',
      failure: null,
      created_at: expect.any(String),
    });
    const newer = await createClock(caller, { name: null, frozen_time: '2027-03-01' });
    expect(newer).toMatchObject({ name: null, frozen_time: '2027-03-01T00:00:00Z' });

    const read = await caller.get(`/test_clocks/${older.svc_id}`);
    expect(read.body).toEqual({ test_clock: older });
    const listed = await caller.get('/test_clocks');
    expect(listed.body).toMatchObject({ test_clocks: [newer, older], meta: { total_count: 2 } });
  });

  test('GraphQL answers the same clocks', async () => {
    const caller = await server.organization();
    const made = await caller.graphql(
      `mutation ($input: CreateTestClockInput!) {
        createTestClock(input: $input) { testClock { id name frozenTime status failure createdAt } }
      }`,
      { input: { name: 'g', frozenTime: '2027-03-01T07:30:00Z' } },
    );
    const { testClock } = made.data.createTestClock;
    const rest = await caller.get(`/test_clocks/${testClock.id}`);
    expect(rest.body.test_clock).toEqual({
      svc_id: testClock.id,
      name: testClock.name,
      frozen_time: testClock.frozenTime,
      status: testClock.status,
      failure: testClock.failure,
      created_at: testClock.createdAt,
    });
    const listed = await caller.graphql('{ testClocks { totalCount nodes { id } } }');
    expect(listed.data.testClocks).toEqual({ totalCount: 1, nodes: [{ id: testClock.id }] });
  });

  test.each<[object, object, string]>([
    [{ name: 'n' }, { frozen_time: ['value_is_mandatory'] }, 'time must stand somewhere'],
    [{ frozen_time: null }, { frozen_time: ['value_is_mandatory'] }, 'null is no time'],
    [{ frozen_time: 'noon' }, { frozen_time: ['invalid_date'] }, 'no datetime'],
    [{ frozen_time: '2027-02-30' }, { frozen_time: ['invalid_date'] }, 'no such day'],
    [
      { name: 'n'.repeat(256), frozen_time: '2027-01-01' },
      { name: ['value_is_too_long'] },
      'one-line members end at 255',
    ],
  ])('%j is refused: %j (%s)', async (clock, details) => {
    const before = await countClocks();
    const answer = await client.post('/test_clocks', { test_clock: clock });
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
    expect(await countClocks()).toBe(before);
  });

  test.each(['0190a0a0-0000-7000-8000-000000000000', 'not-a-uuid'])('%s is not found', async (id) => {
    const answer = await client.get(`/test_clocks/${id}`);
    expect([answer.status, answer.body.code]).toEqual([404, 'test_clock_not_found']);
  });

  test('another organization sees none of it', async () => {
    const clock = await createClock(client);
    const stranger = await server.organization();
    expect((await stranger.get(`/test_clocks/${clock.svc_id}`)).status).toBe(404);
    expect((await stranger.get('/test_clocks')).body.test_clocks).toEqual([]);
    const requested = await stranger.graphql('query ($id: ID!) { testClock(id: $id) { id } }', {
      id: clock.svc_id,
    });
    expect(requested.errors?.[0].extensions).toMatchObject({
      code: 'not_found',
      details: { testClock: ['not_found'] },
    });
  });

  test('a key without the permission is refused', async () => {
    const caller = await server.organization({ test_clock: ['read'] });
    expect((await caller.get('/test_clocks')).status).toBe(200);
    const refused = await caller.post('/test_clocks', { test_clock: { frozen_time: '2027-01-01' } });
    expect([refused.status, refused.body.code]).toEqual([403, 'write_action_not_allowed_for_test_clock']);
  });
});
