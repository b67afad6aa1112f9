// Metadata of plans by itself, on both surfaces: rest-conventions.md §13.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPlan, type Resource } from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const patch = ({ code }: Resource, metadata: unknown, caller = client) =>
  caller.patch(`/plans/${code}/metadata`, { metadata });

test('the metadata of a plan is replaced, merged, and removed by key or as a whole', async () => {
  const plan = await createPlan(client);
  const path = `/plans/${plan.code}/metadata`;
  const answered = async (answer: Promise<RestAnswer>) => (await answer).body;
  expect(await answered(patch(plan, null))).toEqual({ metadata: null });
  expect(await answered(patch(plan, { a: '1', b: '2' }))).toEqual({ metadata: { a: '1', b: '2' } });
  expect(await answered(patch(plan, { b: null, c: '3' }))).toEqual({ metadata: { a: '1', b: null, c: '3' } });
  expect(await answered(patch(plan, null))).toEqual({ metadata: { a: '1', b: null, c: '3' } });
  expect(await answered(client.delete(`/plans/${plan.code}/metadata/b`))).toEqual({
    metadata: { a: '1', c: '3' },
  });
  expect(await answered(client.delete(`${path}/b`))).toEqual({ metadata: { a: '1', c: '3' } });
  expect(await answered(client.post(path, { metadata: { d: '4' } }))).toEqual({ metadata: { d: '4' } });
  expect((await client.get(`/plans/${plan.code}`)).body.plan).toEqual({ ...plan, metadata: { d: '4' } });
  expect(await answered(client.delete(`${path}/d`))).toEqual({ metadata: {} });
  expect(await answered(client.delete(`/plans/${plan.code}/metadata`))).toEqual({ metadata: null });
  expect(await answered(client.delete(path))).toMatchObject({ status: 404, code: 'metadata_not_found' });
  expect(await answered(client.delete(`${path}/d`))).toMatchObject({ code: 'metadata_not_found' });
  expect(await answered(client.post(path, { metadata: null }))).toEqual({ metadata: null });

  const [row] = await server.pool.sql`
    select count(*)::int as changes from activity_log_entries
    where resource_id = ${plan.svc_id} and activity_type = 'plan.updated'`;
  expect(row).toEqual({ changes: 6 });
});

test.each<[unknown, string[]]>([
  [undefined, ['value_is_mandatory']],
  ['a', ['invalid_format']],
  [{ a: 1 }, ['invalid_type']],
  [{ a: [] }, ['nested_structure_not_allowed']],
  [{ ['k'.repeat(101)]: 'v'.repeat(256) }, ['key_too_long', 'value_too_long']],
])('%j is refused: %j', async (metadata, codes) => {
  const { code } = await createPlan(client);
  const answer = await client.post(`/plans/${code}/metadata`, { metadata });
  expect([answer.status, answer.body.error_details]).toEqual([422, { metadata: codes }]);
});

test('keys are counted after merging', async () => {
  const keys = (from: number, to: number) =>
    Object.fromEntries(Array.from({ length: to - from }, (_, index) => [`k${from + index}`, 'v']));
  const plan = await createPlan(client, { metadata: keys(0, 30) });
  expect((await patch(plan, keys(20, 50))).status).toBe(200);
  expect((await patch(plan, keys(50, 51))).body.error_details).toEqual({ metadata: ['too_many_keys'] });
});

test('GraphQL does the same', async () => {
  const { svc_id: id, code } = await createPlan(client);
  const mutate = async (operation: string, input: string) => {
    const { data, errors } = await client.graphql(
      `mutation { answer: ${operation}(input: ${input}) { metadata } }`,
    );
    return errors?.[0]?.extensions['details'] ?? data.answer.metadata;
  };
  expect(await mutate('setPlanMetadata', `{ id: "${id}", metadata: { a: "1" } }`)).toEqual({ a: '1' });
  expect(await mutate('mergePlanMetadata', `{ id: "${id}", metadata: { b: "2" } }`)).toEqual({
    a: '1',
    b: '2',
  });
  expect(await mutate('deletePlanMetadata', `{ code: "${code}", key: "a" }`)).toEqual({ b: '2' });
  expect(await mutate('setPlanMetadata', `{ id: "${id}" }`)).toEqual({ metadata: ['value_is_mandatory'] });
  expect(await mutate('deletePlanMetadata', `{ id: "${id}" }`)).toBeNull();
  expect(await mutate('deletePlanMetadata', `{ id: "${id}" }`)).toEqual({ metadata: ['not_found'] });
});

test('another organization has none of it', async () => {
  const plan = await createPlan(client, { metadata: { a: '1' } });
  const stranger = await server.organization();
  const path = `/plans/${plan.code}/metadata`;
  const answers = [
    await stranger.post(path, { metadata: {} }),
    await patch(plan, {}, stranger),
    await stranger.delete(path),
    await stranger.delete(`${path}/a`),
  ];
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
    Array(4).fill([404, 'plan_not_found']),
  );
  expect((await client.get(`/plans/${plan.code}`)).body.plan.metadata).toEqual({ a: '1' });
});
