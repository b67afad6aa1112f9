// Logos of billing entities: billing-entities.md §1, §2.
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { altered } from '../support/altered.js';
import { unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { type SharedServer, TEST_PUBLIC_URL } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const PNG = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('the rest of an image'),
]);
const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('another image')]);
const uri = (content: Buffer, type = 'image/png') => `data:${type};base64,${content.toString('base64')}`;

const put = (code: string, logo: unknown) =>
  client.put(`/billing_entities/${code}`, { billing_entity: { logo } });
const create = async (logo: unknown = null) =>
  (await client.post('/billing_entities', { billing_entity: { code: unique('e'), name: 'Hooli', logo } }))
    .body;

test('a logo is read without credentials, at an address of its own; the next one has another', async () => {
  const entity = await create(uri(PNG));
  expect(entity.logo_url.startsWith(`${server.baseUrl}/`)).toBe(true);
  const read = await fetch(entity.logo_url);
  expect(Buffer.from(await read.arrayBuffer()).equals(PNG)).toBe(true);
  expect(Object.fromEntries(read.headers)).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  });
  const { body: renamed } = await client.put(`/billing_entities/${entity.code}`, {
    billing_entity: { name: 'x' },
  });
  expect(renamed.logo_url).toBe(entity.logo_url);
  const { body: changed } = await put(entity.code, uri(JPEG, 'image/jpeg'));
  expect(changed.logo_url).not.toBe(entity.logo_url);
  expect((await fetch(changed.logo_url)).headers.get('content-type')).toBe('image/jpeg');
  expect((await put(entity.code, '')).body.logo_url).toBeNull();
  expect((await put(entity.code, null)).body.logo_url).toBeNull();
  expect((await fetch(altered(changed.logo_url))).status).toBe(404);
  for (const path of ['/logos/x/y', '/logos', `/logos/${client.organizationId}/${entity.svc_id}`])
    expect([path, (await fetch(`${server.baseUrl}${path}`)).status]).toEqual([path, 404]);
});

test('the content decides what a logo is', async () => {
  const entity = await create();
  const { body } = await put(entity.code, uri(JPEG, 'image/png'));
  expect((await fetch(body.logo_url)).headers.get('content-type')).toBe('image/jpeg');
});

test('the address has the host and the scheme that the caller used', async () => {
  const { code } = await create(uri(PNG));
  const logoUrl = (headers: Record<string, string>) =>
    new Promise<string | null>((resolve, reject) => {
      const authorization = `Bearer ${client.key ?? ''}`;
      const sent = request(
        `${server.baseUrl}/api/v1/billing_entities/${code}`,
        { headers: { authorization, ...headers } },
        (response) => {
          let text = '';
          response.on('data', (part: Buffer) => (text += part.toString()));
          response.on('end', () => {
            resolve((JSON.parse(text) as { logo_url: string | null }).logo_url);
          });
        },
      );
      sent.on('error', reject);
      sent.end();
    });
  expect(await logoUrl({ host: 'billing.example:8443', 'x-forwarded-proto': 'https' })).toMatch(
    /^https:\/\/billing\.example:8443\/logos\//,
  );
  expect(await logoUrl({ host: '[::1]:80' })).toMatch(/^http:\/\/\[::1\]:80\/logos\//);
  expect((await logoUrl({ host: 'evil/"path' }))?.startsWith(`${TEST_PUBLIC_URL}/logos/`)).toBe(true);
});

test('the activity log shows the public address', async () => {
  const { code, svc_id } = await create();
  const { body } = await put(code, uri(PNG));
  const { body: log } = await client.get(
    `/activity_logs?resource_ids[]=${svc_id}&activity_types[]=billing_entities.updated`,
  );
  expect(
    log.activity_logs.map((entry: { activity_object_changes: object }) => entry.activity_object_changes),
  ).toEqual([{ logo_url: [null, body.logo_url.replace(server.baseUrl, TEST_PUBLIC_URL)] }]);
});
