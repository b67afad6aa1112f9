// Pages of the origins that an operator names may call both surfaces from a browser, no other page may.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestServer, type TestServer } from '../support/server.js';

const DASHBOARD = 'http://localhost:5173';
let server: TestServer;
let closed: TestServer;

beforeAll(async () => {
  server = await startTestServer({ corsOrigins: [DASHBOARD] });
  closed = await startTestServer();
});
afterAll(() => Promise.all([server.stop(), closed.stop()]));

const preflight = (path: string, origin: string, at = server) =>
  fetch(at.baseUrl + path, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });
const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin');

test.each(['/graphql', '/api/v1/customers', '/api/v1/customers/acme'])(
  '%s answers a preflight',
  async (path) => {
    const response = await preflight(path, DASHBOARD);
    expect([response.status, allowed(response), response.headers.get('vary')]).toEqual([
      204,
      DASHBOARD,
      'Origin',
    ]);
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE');
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, Idempotency-Key, Prefer, X-Request-Id, X-Svc-Organization, X-Svc-Portal-Token',
    );
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  },
);

test('pages of an allowed origin read answers and refusals, with the headers that matter', async () => {
  const client = await server.organization();
  const answer = await client.get('/taxes', { headers: { origin: DASHBOARD } });
  const refused = await client.withKey('unknown').get('/taxes', { headers: { origin: DASHBOARD } });
  for (const { headers } of [answer, refused]) {
    expect(headers.get('access-control-allow-origin')).toBe(DASHBOARD);
    expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
  }
});

test.each([
  ['another origin', 'https://evil.example', () => server],
  ['an origin that only begins like it', `${DASHBOARD}.evil.example`, () => server],
  ['any origin while none is named', DASHBOARD, () => closed],
])('%s is not allowed', async (_, origin, at) => {
  for (const path of ['/graphql', '/api/v1/customers']) {
    const response = await preflight(path, origin, at());
    expect([allowed(response), response.status === 204]).toEqual([null, false]);
  }
});
