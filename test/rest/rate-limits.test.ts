// What a key may send in a minute, as both surfaces say it (rest-conventions.md §11).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { unique } from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ limits: { keyRequests: 2, keyEventRequests: 4 } });
});
afterAll(() => server.stop());

const quotaOf = ({ headers }: Pick<RestAnswer, 'headers'>, prefix = '') =>
  ['Limit', 'Remaining', 'Reset'].map((part) => headers.get(`${prefix}RateLimit-${part}`));

const sendEvent = (client: Client) =>
  client.post('/events', {
    event: { transaction_id: unique('event'), external_subscription_id: 'any', code: 'calls' },
  });

test('REST counts the requests of a key, and answers 429 when there are too many', async () => {
  const client = await server.organization();
  const first = await client.get('/taxes');
  expect([first.status, quotaOf(first)]).toEqual([200, ['2', '1', '30']]);
  expect(quotaOf(first, 'X-')).toEqual(quotaOf(first));
  // Refused for another reason: it counts as well.
  expect((await client.get('/taxes/unknown')).status).toBe(404);
  const refused = await client.get('/taxes');
  expect([refused.status, refused.body]).toEqual([
    429,
    {
      status: 429,
      error: 'Too Many Requests',
      code: 'too_many_requests',
      error_details: { base: ['An API key may send 2 requests in a minute.'] },
    },
  ]);
  expect([quotaOf(refused)[1], Number(refused.headers.get('Retry-After')) > 1]).toEqual(['0', true]);
  expect((await (await server.organization()).get('/taxes')).status).toBe(200);
});

test('requests that store events count apart', async () => {
  const client = await server.organization();
  const sent = await Promise.all(Array.from({ length: 5 }, () => sendEvent(client)));
  expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429]);
  expect((await client.get('/taxes')).status).toBe(200);
});

test('GraphQL counts them as REST does', async () => {
  const client = await server.organization();
  await client.get('/taxes');
  const counted = await client.graphql('{ taxes { totalCount } }');
  expect([counted.errors, quotaOf(counted)[1]]).toEqual([undefined, '0']);
  const refused = await client.graphql('{ taxes { totalCount } }');
  expect([refused.status, refused.errors?.[0].extensions.code]).toEqual([429, 'too_many_requests']);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(1);
});
