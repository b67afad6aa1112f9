// The address of the portal over REST, and the pages that it leads to: portal.md §1.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PORTAL } from '../../src/portal-page/operations.js';
import { createCustomer } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer({ limits: { portalRequests: 2 } });
  client = await server.organization();
});
afterAll(() => server.stop());

test.each([
  ['/portal', 'main'],
  ['/invitation/0a1b', 'account'],
  ['/invitation', 'account'],
  ['/reset-password/0a1b', 'account'],
  ['/reset-password', 'account'],
  ['/confirm-email', 'account'],
])('%s loads its own scripts and styles, and nothing else', async (address, script) => {
  const page = await fetch(server.baseUrl + address);
  const html = await page.text();
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';base-uri 'none';" +
      "form-action 'none';frame-ancestors 'none'",
  );
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  const loaded = [...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path = '']) => path);
  expect(loaded).toEqual(['/portal/portal.css', `/portal/${script}.js`]);
  expect(html).not.toMatch(/<script[^>]*>[^<]|<style|https?:/);
  for (const path of loaded) expect((await fetch(server.baseUrl + path)).status).toBe(200);
});

test.each(['main', 'account'])('%s.js names only scripts that are there', async (script) => {
  const names = new Set([`${script}.js`]);
  // The loop also visits the names that it adds.
  for (const name of names) {
    const served = await fetch(`${server.baseUrl}/portal/${name}`);
    expect([name, served.status, served.headers.get('content-type')]).toEqual([
      name,
      200,
      'text/javascript; charset=utf-8',
    ]);
    for (const [, imported = ''] of (await served.text()).matchAll(/from '\.\/([\w-]+\.js)'/g))
      names.add(imported);
  }
  expect(names.size).toBeGreaterThan(3);
  for (const name of ['none.js', '..%2fmain%2fmain.js', 'tsconfig.json'])
    expect([name, (await fetch(`${server.baseUrl}/portal/${name}`)).status]).toEqual([name, 404]);
});

test('a token may send the first operation of the page', async () => {
  const customer = await createCustomer(client);
  const { body } = await client.get(`/customers/${customer.external_id}/portal_url`);
  const token = body.customer.portal_url.split('#')[1];
  const answer = await client.withKey(null).graphql(PORTAL, {}, { 'x-svc-portal-token': token });
  expect(answer.errors).toBeUndefined();
});

test('a token may send so many requests in a minute, others are not affected', async () => {
  const customer = await createCustomer(client);
  const enter = async () => {
    const { body } = await client.get(`/customers/${customer.external_id}/portal_url`);
    return { 'x-svc-portal-token': body.customer.portal_url.split('#')[1] as string };
  };
  const [one, other] = [await enter(), await enter()];
  const ask = (headers: Record<string, string>) =>
    client.withKey(null).graphql('{ portal { customer { id } } }', {}, headers);
  const first = await ask(one);
  expect([first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual([
    '2',
    '1',
  ]);
  await ask(one);
  const refused = await ask(one);
  expect([refused.status, refused.errors?.[0].extensions.code, refused.errors?.[0].message]).toEqual([
    429,
    'too_many_requests',
    'A portal token may send 2 requests in a minute.',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(1);
  expect((await ask(other)).errors).toBeUndefined();
});
