import type { Client } from '../support/client.js';
import {
  createClock,
  createCustomer,
  createMetric,
  createPlan,
  perCall,
  sendEvents,
  subscribe,
  unique,
} from '../support/builders.js';
import type { World } from '../support/hostile-world.js';
import { OPERATIONS, pathOf, pathParametersOf, queryParametersOf } from '../support/operations.js';
import type { TestServer } from '../support/server.js';
import type { BombWorld } from './world.js';

/**
 * Deletes a test clock whose customer had a subscription with the external id of a customer in real time.
 * @param baseUrl of the server that deletes it.
 * @returns the changes for that customer and for another organization; there should be none.
 */
export async function lossesOfOthers(
  server: TestServer,
  world: BombWorld,
  baseUrl: string,
): Promise<string[]> {
  const { client, neighbour } = world;
  const { clock, survivor } = await buildTwins(world);
  const before = await stateOf(server, client, survivor, neighbour);
  const { status } = await client.at(baseUrl).delete(`/test_clocks/${clock.svc_id}`);
  if (status !== 200) throw new Error(`The clock was not deleted: ${status}`);
  const after = await stateOf(server, client, survivor, neighbour);
  return Object.keys(before).filter((name) => before[name] !== after[name]);
}

/** Creates two customers who use the same external subscription id one after the other; the first is on a test clock. */
async function buildTwins({ client, parameters: named, known }: BombWorld) {
  const metric = await createMetric(client);
  const plan = await createPlan(client, { charges: [perCall(metric)] });
  const clock = await createClock(client, { frozen_time: new Date().toISOString() });
  const [first, second] = [
    await createCustomer(client, { test_clock_id: clock.svc_id }),
    await createCustomer(client),
  ];
  const taken = { external_id: unique('shared') };
  await subscribe(client, first, plan, taken);
  await client.delete(`/subscriptions/${taken.external_id}`);
  const subscription = await subscribe(client, second, plan, taken);
  await sendEvents(client, subscription, metric, [{}, {}, {}]);
  const { events } = (await client.get(`/events?external_subscription_id=${taken.external_id}`)).body;
  const parameters = {
    ...named,
    external_customer_id: second.external_id,
    external_id: taken.external_id,
    transaction_id: events[0].transaction_id,
  };
  return { clock, survivor: { parameters, known } };
}

/** The responses of every operation that names a record of the customer, and the rows of another organization. */
async function stateOf(server: TestServer, client: Client, { parameters, known }: World, stranger: Client) {
  const state: Record<string, string> = {};
  for (const operation of OPERATIONS) {
    if (operation.method !== 'GET' || pathParametersOf(operation).length === 0) continue;
    const isOfSubscription = queryParametersOf(operation).some(
      ({ name }) => name === 'external_subscription_id',
    );
    const query = isOfSubscription ? `?external_subscription_id=${parameters['external_id'] ?? ''}` : '';
    const { status, body } = await client.get(pathOf(operation, { parameters, known }) + query);
    state[operation.operationId] = withoutTime(JSON.stringify([status, body]));
  }
  return { ...state, ...(await rowsOf(server, stranger)) };
}

/** Removes the instants of responses, such as current usage, that cover the time until now, and tokens that expire. */
function withoutTime(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g, 'instant').replace(/(?<=\/portal#)[^"]+/g, 'token');
}

/** A hash of the rows of an organization, by table; except its API keys, which record when they were last used. */
export async function rowsOf({ pool: { sql } }: TestServer, { organizationId }: Client) {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id' and table_name <> 'api_keys'`;
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await sql<{ hash: string | null }[]>`
      select md5(string_agg(row::text, ',' order by row::text)) as hash
      from ${sql(name)} as row where organization_id = ${organizationId}`;
    hashes[`rows of ${name}`] = row?.hash ?? '';
  }
  return hashes;
}
