// Operations of the contract that are not built answer 501, unlike a misspelt path, and README.md lists them.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { routes } from '../../src/rest/routes.js';
import { unbuiltOperations } from '../../src/rest/unbuilt.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const call = async (method: string, path: string) => {
  const response = await fetch(`${server.baseUrl}/api/v1${path}`, { method });
  return [response.status, await response.json()];
};

test('an operation that is not built says so, with any key or none', async () => {
  const refusal = { status: 501, error: 'Not Implemented', code: 'not_built_yet' };
  for (const { method, path } of unbuiltOperations(routes)) {
    const answer = await call(method, path.replace(/:\w+/g, 'x'));
    expect([method, path, ...answer]).toEqual([method, path, 501, refusal]);
  }
});

test('a misspelt path, and a method that the contract has not, are unknown', async () => {
  const unknown = [404, { status: 404, error: 'Not Found', code: 'resource_not_found' }];
  expect(await call('GET', '/coupon')).toEqual(unknown);
  expect(await call('PATCH', '/coupons')).toEqual(unknown);
});
