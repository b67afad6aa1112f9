import { randomUUID } from 'node:crypto';
import {
  callerWith,
  createCustomer,
  createMetric,
  createPlan,
  perCall,
  sendEvents,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { buildWorld, type World } from '../support/hostile-world.js';
import type { TestServer } from '../support/server.js';
import type { Actor } from './bomb.js';

/** The attacked organization, and the clients that observe it. */
export interface BombWorld extends World {
  readonly keys: Readonly<Record<Actor, string | null>>;
  /** A client with all permissions, of a server that is not attacked. */
  readonly client: Client;
  /** A client of another organization, which keeps reading. */
  readonly neighbour: Client;
}

/** @param isLarge adds the largest objects that limits allow. */
export async function buildBombWorld(server: TestServer, { isLarge = true } = {}): Promise<BombWorld> {
  const [client, neighbour] = [await server.organization(), await server.organization()];
  const limited = await callerWith(server, client, { tax: ['read'] });
  const world = await buildWorld(client);
  if (isLarge) await addLargestObjects(client);
  await buildWorld(neighbour);
  const event = () => ({
    ...sampleEvent(world),
    properties: { n: 1, a: 1.2345678901234567e308, b: 4.9e-300 },
  });
  return {
    ...world,
    known: { ...world.known, event, events: () => [event()] },
    keys: { 'without a key': null, 'with a limited key': limited.key, 'with all rights': client.key },
    client,
    neighbour,
  };
}

function sampleEvent({ known }: World): object {
  return (known['event'] as () => object)();
}

/** Adds a page of objects, each as large as limits allow (platform/limits.ts). */
async function addLargestObjects(client: Client): Promise<void> {
  const metric = await createMetric(client);
  const code = (_: unknown, index: number) => perCall(metric, { code: `charge_${index}` });
  const plan = await createPlan(client, { charges: Array.from({ length: CHARGES }, code) });
  const metadata = Array.from({ length: 5 }, (_, index) => ({
    key: `k${index}`,
    value: 'v'.repeat(100),
    display_in_invoice: false,
  }));
  const customer = await createCustomer(client, { name: 'n'.repeat(255), metadata });
  const subscription = await subscribe(client, customer, plan);
  const properties = Object.fromEntries(
    Array.from({ length: 6 }, (_, index) => [`p${index}`, 'x'.repeat(10_000)]),
  );
  for (let batch = 0; batch < 4; batch += 1)
    await sendEvents(client, subscription, metric, Array(32).fill({ properties }));
}

const CHARGES = 500;

/** A new idempotency key. */
export function freshKey(): string {
  return unique(randomUUID());
}
