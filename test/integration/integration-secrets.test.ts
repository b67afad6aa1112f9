// Secrets of connections: sealed, generated, rotated, and deleted when no key opens them (integrations.md §2).
// The services are built here, so that each test chooses the keys of its process.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import type { IntegrationChange } from '../../src/modules/integrations/integration.changes.js';
import { IntegrationSecrets } from '../../src/modules/integrations/connections/integration-secrets.js';
import { IntegrationService } from '../../src/modules/integrations/connections/integration.service.js';
import { signingSecretsAt } from '../../src/modules/integrations/connections/signing-secrets.js';
import { resourcesOfIntegrationUpdate } from '../../src/modules/integrations/connections/integration.security.js';
import type { Integration } from '../../src/modules/integrations/records/integration.table.js';
import { type Actor, systemActor } from '../../src/platform/actor.js';
import type { Tx } from '../../src/platform/db/database.js';
import { Encryption } from '../../src/platform/encryption/encryption.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { unique } from '../support/builders.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

const [KEY, OTHER_KEY] = [randomBytes(32), randomBytes(32)];
const NOW = new Date('2027-05-01T10:00:00Z');
const URL = 'https://tax.example.com/v1';

let server: SharedServer;
let actor: Actor;
let announced: IntegrationChange[];

beforeAll(async () => {
  server = await shareTestServer();
  const { organizationId } = await server.organization();
  actor = systemActor(organizationId, null);
});
afterAll(() => server.stop());

function servicesWith(...keys: Uint8Array[]) {
  announced = [];
  const changes = {
    announce: (_tx: Tx, _actor: Actor, change: IntegrationChange) => {
      announced.push(change);
      return Promise.resolve();
    },
  };
  const clock = { now: () => NOW };
  const integrationSecrets = new IntegrationSecrets({ clock, changes, encryption: new Encryption(keys) });
  const integrations = new IntegrationService({
    clock,
    changes,
    outgoing: new OutgoingHttp({}, (host) => Promise.resolve([host === '127.0.0.1' ? host : '8.8.8.8'])),
    integrationSecrets,
    // What checks do is the subject of another test (integration-checks.test.ts).
    integrationChecks: { queue: () => Promise.resolve() },
  });
  return { integrations, integrationSecrets };
}

const inTransaction = <Result>(run: (tx: Tx) => Promise<Result>) => server.pool.db.transaction(run);

function createTax({ integrations }: ReturnType<typeof servicesWith>, httpTax = { url: URL }) {
  const code = unique('tax');
  return inTransaction((tx) =>
    integrations.create(tx, actor, { type: 'http_tax', name: 'Taxes', code, httpTax }),
  );
}

test('a generated secret is answered once, and stored sealed', async () => {
  const services = servicesWith(KEY);
  const { integration, signingSecret } = await createTax(services);
  expect(signingSecret).toMatch(/^whsec_/);
  expect(integration.settings).toEqual({ url: URL, timeoutMs: 10_000 });
  const [row] = await server.pool.sql`select * from integrations where id = ${integration.id}`;
  expect(JSON.stringify(row)).not.toContain(signingSecret);
  expect(Buffer.from(row?.['secrets'] as Uint8Array).toString('latin1')).not.toContain(signingSecret);
  const secrets = services.integrationSecrets.open(integration);
  expect(signingSecretsAt(secrets, integration.secretRotatedAt, NOW)).toEqual([signingSecret]);
});

test('a secret is sealed under the id of its connection', async () => {
  const services = servicesWith(KEY);
  const { integration } = await createTax(services);
  const other = { ...integration, id: '0190a0a0-0000-7000-8000-000000000000' };
  expect(() => services.integrationSecrets.open(other)).toThrow();
});

test('a rotation answers a new secret, and the former one signs beside it for 24 hours', async () => {
  const services = servicesWith(KEY);
  const { integration, signingSecret: former } = await createTax(services);
  const rotated = await inTransaction((tx) => services.integrations.rotateSecret(tx, actor, integration.id));
  const { secretRotatedAt } = rotated.integration;
  const secrets = services.integrationSecrets.open(rotated.integration);
  const signing = (hours: number) =>
    signingSecretsAt(secrets, secretRotatedAt, new Date(NOW.getTime() + hours * 3_600_000));
  expect(rotated.signingSecret).not.toBe(former);
  expect(signing(23)).toEqual([rotated.signingSecret, former]);
  expect(signing(24)).toEqual([rotated.signingSecret]);
  const update = announced.at(-1) as Extract<IntegrationChange, { type: 'integration.updated' }>;
  expect(resourcesOfIntegrationUpdate(update.former, update.integration, update.hasNewSecrets)).toEqual({
    integration_name: 'Taxes',
    integration_type: 'http_tax',
    secrets: 'replaced',
  });
});

test('a secret that is sent is kept by an update without it, and replaced by another one', async () => {
  const services = servicesWith(KEY);
  const avalara = { accountId: '1', companyCode: 'C', licenseKey: 'first' };
  const input = { type: 'avalara', name: 'Taxes', code: unique('tax'), avalara };
  const { integration, signingSecret } = await inTransaction((tx) =>
    services.integrations.create(tx, actor, input),
  );
  expect(signingSecret).toBeNull();
  const { id } = integration;
  const update = (changes: object) =>
    inTransaction((tx) => services.integrations.update(tx, actor, { id, ...changes }));
  const kept = await update({ name: 'Other', avalara: { sandbox: true } });
  expect(services.integrationSecrets.open(kept)).toEqual({ licenseKey: 'first' });
  expect(kept.settings).toEqual({ accountId: '1', companyCode: 'C', sandbox: true });
  const replaced = await update({ avalara: { licenseKey: 'second' } });
  expect(services.integrationSecrets.open(replaced)).toEqual({ licenseKey: 'second' });
  const hadNewSecrets = announced.map((change) => 'hasNewSecrets' in change && change.hasNewSecrets);
  expect(hadNewSecrets).toEqual([false, false, true]);
});

test('an address that the server must not call is refused', async () => {
  const services = servicesWith(KEY);
  for (const url of ['https://user@tax.example.com', 'http://tax.example.com', 'https://127.0.0.1/']) {
    await expect(createTax(services, { url })).rejects.toMatchObject({
      details: { 'httpTax.url': ['url_is_invalid'] },
    });
  }
});

test('secrets that no key opens are found, and can be deleted; others are sealed again', async () => {
  const own = servicesWith(KEY);
  const { integration } = await createTax(own);
  const idsOf = (found: readonly Integration[]) => found.map(({ id }) => id);
  const stranger = servicesWith(OTHER_KEY);
  expect(idsOf(await stranger.integrationSecrets.closed(server.pool.db))).toContain(integration.id);
  expect(stranger.integrationSecrets.openIfPossible(integration)).toEqual({});
  await expect(inTransaction((tx) => stranger.integrationSecrets.resealAll(tx))).rejects.toMatchObject({
    code: 'secrets_unavailable',
  });
  const both = servicesWith(OTHER_KEY, KEY);
  const resealed = await inTransaction((tx) => both.integrationSecrets.resealAll(tx));
  expect(resealed).toBeGreaterThan(0);
  expect(await servicesWith(OTHER_KEY).integrationSecrets.closed(server.pool.db)).toEqual([]);
  const former = servicesWith(KEY);
  const deleted = await inTransaction((tx) => former.integrationSecrets.deleteClosed(tx));
  expect(idsOf(deleted)).toContain(integration.id);
  expect(announced.map(({ type }) => type)).toContain('integration.updated');
  expect(await former.integrationSecrets.closed(server.pool.db)).toEqual([]);
});
