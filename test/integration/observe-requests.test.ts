import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createLogger } from '../../src/platform/log.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  server = await startTestServer({ log: createLogger('debug', destination) });
  client = await server.organization();
});
afterAll(() => server.stop());

/** The one line that a request leaves. */
async function lineOf(request: () => Promise<{ headers: Headers }>): Promise<Record<string, unknown>> {
  const { headers } = await request();
  const requestId = headers.get('x-request-id');
  const found = () => lines.filter((line) => line['requestId'] === requestId && line['msg'] === 'request');
  // The line is written when the connection has taken the answer, a moment after the caller has it.
  while (found().length === 0) await new Promise(setImmediate);
  expect(found()).toHaveLength(1);
  return found()[0] ?? {};
}

describe('each request leaves one line', () => {
  test.each<[string, () => Promise<{ headers: Headers }>, object]>([
    [
      'a REST operation by its name',
      () => client.get('/taxes/secret-code'),
      {
        level: 30,
        method: 'GET',
        surface: 'rest',
        operation: 'RestGetTax',
        status: 404,
        code: 'tax_not_found',
      },
    ],
    [
      'one that went well is only for who debugs',
      () => client.get('/taxes'),
      { level: 20, surface: 'rest', operation: 'RestListTaxes', status: 200 },
    ],
    [
      'a GraphQL operation by its root field',
      () => client.graphql('query Secret { taxes { totalCount } }'),
      { surface: 'graphql', operation: 'query taxes', status: 200 },
    ],
    [
      'one of several',
      () => client.graphql('{ a: taxes { totalCount } plans { totalCount } }'),
      { surface: 'graphql', operation: 'query several' },
    ],
    [
      'one that could not be read',
      () => client.graphql('{'),
      { level: 30, surface: 'graphql', operation: 'unread', status: 400, code: 'bad_user_input' },
    ],
    [
      'a path that there is not',
      () => fetch(`${server.baseUrl}/secret`),
      { surface: 'page', operation: 'other', status: 404 },
    ],
    ['the health check', () => fetch(`${server.baseUrl}/health`), { surface: 'page', operation: 'health' }],
  ])('%s', async (_, request, expected) => {
    const line = await lineOf(request);
    expect(line).toMatchObject({ ...expected, durationMs: expect.any(Number) });
    expect(JSON.stringify(line)).not.toMatch(/secret/i);
  });
});

test('requests are measured by surface, operation and status', async () => {
  const metrics = await (await fetch(`${server.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(
    /tollgate_request_duration_seconds_count\{surface="rest",operation="RestListTaxes",status="200"\} \d+/,
  );
  expect(metrics).toMatch(/tollgate_due_work_lag_seconds 0\n/);
  expect(metrics).not.toMatch(/secret/i);
});

test('no line holds an API key', () => {
  expect(JSON.stringify(lines)).not.toContain(client.key);
});
