import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { createFeature, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';
import { startKillableServer } from './killable-server.js';

const OBJECTS = 10;
const CHANGES = 8;
const MESSAGES = OBJECTS * (CHANGES + 1);
/** Requests that a process has open to one endpoint. */
const OPEN = 5;

let server: TestServer;
let client: Client;
let receiver: WebhookReceiver;

beforeAll(async () => {
  server = await startTestServer({ outgoing: new OutgoingHttp({ allowPrivateNetworks: true }) });
  client = await server.organization();
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await receiver.stop();
  await server.stop();
});

/** Changes several objects again and again, while nobody sends their messages. @returns their codes. */
async function change(): Promise<string[]> {
  const endpoint = { webhook_url: receiver.url(), signature_algo: 'hmac' };
  await client.post('/webhook_endpoints', { webhook_endpoint: endpoint });
  const features = await Promise.all(Array.from({ length: OBJECTS }, () => createFeature(client)));
  for (let version = 1; version <= CHANGES; version += 1) {
    await Promise.all(
      features.map(({ code }) =>
        client.put(`/features/${code}`, { feature: { description: String(version) } }),
      ),
    );
  }
  return features.map(({ code }) => code as string);
}

const delivered = async () => {
  const [row] = await server.pool.sql`
    select count(*) filter (where status = 'succeeded')::int as succeeded, count(*)::int as all from webhooks`;
  return row as unknown as { succeeded: number; all: number };
};

/** Sends the first messages, and kills the process while others are under way. */
async function killHalfway(): Promise<void> {
  receiver.reply = (_message, response) => setTimeout(() => response.end(), 20);
  const { child } = await startKillableServer(server, client, 'all');
  await receiver.hasReceived(MESSAGES / 3);
  child.kill('SIGKILL');
  await until(() => Promise.resolve(child.signalCode !== null));
}

test('a message that a killed process was sending is sent by another one, with the same ids and in the same order', async () => {
  const codes = await change();
  await killHalfway();
  const before = await delivered();
  expect(before.all).toBe(MESSAGES);
  expect(before.succeeded).toBeLessThan(MESSAGES);
  const dispatcher = await server.app.services.startWebhookDispatcher();
  try {
    // The lease of the killed process protects it for a minute.
    expect((await delivered()).succeeded).toBe(before.succeeded);
    await server.pool.sql`update webhook_queues set leased_until = now()`;
    await until(async () => (await delivered()).succeeded === MESSAGES);
  } finally {
    await dispatcher.stop();
  }

  const bodies = new Map<string, string>();
  const versions = new Map<string, (string | null)[]>(codes.map((code) => [code, []]));
  for (const { headers, raw, body } of receiver.received) {
    const id = String(headers['webhook-id']);
    const text = raw.toString();
    // A receiver that drops what it has seen gets each message once, in order.
    if (bodies.has(id)) {
      expect(bodies.get(id)).toBe(text);
      continue;
    }
    bodies.set(id, text);
    const feature: Resource = body.feature;
    versions.get(feature.code)?.push(feature.description);
  }
  expect(bodies.size).toBe(MESSAGES);
  const inOrder = Array.from({ length: CHANGES }, (_, index) => String(index + 1));
  for (const received of versions.values()) expect(received.slice(1)).toEqual(inOrder);
  const repeated = receiver.received.length - MESSAGES;
  expect(repeated).toBeGreaterThan(0);
  // Those that were open, and those that had been answered and were not recorded yet.
  expect(repeated).toBeLessThanOrEqual(4 * OPEN);
});
