// Searches of lists that have no test of their own, and the order of past usage (docs/adr/0060, docs/adr/0064).
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  threeInAdvance,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let story: Story;
let subscription: Resource;
let plan: Resource;
let storage: Resource;

/** Two billed months of a subscription, whose customer is called Ácme. */
beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const calls = await createMetric(client, { code: 'calls', name: 'Calls' });
  storage = await createMetric(client, { code: 'disk', name: 'Storage' });
  const seats = await createAddOn(client);
  plan = await createPlan(client, {
    amount_cents: 1_000,
    charges: [
      perCall(calls, { code: 'c1', invoice_display_name: 'Requests' }),
      perCall(storage, { code: 'c2' }),
    ],
    fixed_charges: [
      threeInAdvance(seats, { code: 'f1', invoice_display_name: 'People' }),
      threeInAdvance(seats, { code: 'f2' }),
    ],
  });
  story = await Story.begin(client, '2027-01-01T00:00:00Z', { name: 'Ácme' });
  subscription = await story.subscribe(plan);
  await story.use(subscription, storage, { '2027-01-10': {} });
  await story.advance('2027-03-02T00:00:00Z');
});
afterAll(() => server.stop());

async function ask(document: string): Promise<Resource> {
  const { data, errors } = await client.graphql(`{ list: ${document} }`);
  expect(errors).toBeUndefined();
  return data.list;
}

describe('a search', () => {
  test.each<[string, string[]]>([
    ['requests', ['c1']],
    ['STOR', ['c2']],
    ['disk', ['c2']],
    ['c', ['c1', 'c2']],
    ['nothing', []],
  ])('a search of charges for %s finds %j', async (term, codes) => {
    const { nodes } = await ask(`charges(planCode: "${plan.code}", search: "${term}") { nodes { code } }`);
    expect(nodes.map(({ code }: Resource) => code)).toEqual(codes);
  });

  test('a search of fixed charges finds codes and names', async () => {
    const found = async (term: string) =>
      (await ask(`fixedCharges(planCode: "${plan.code}", search: "${term}") { nodes { code } }`)).nodes;
    expect(await found('peop')).toEqual([{ code: 'f1' }]);
    expect(await found('F2')).toEqual([{ code: 'f2' }]);
  });

  test('a search of fees finds items and customers', async () => {
    const found = async (term: string) => {
      const { nodes } = await ask(`fees(search: "${term}", first: 20) { nodes { item { type } } }`);
      return [...new Set(nodes.map(({ item }: Resource) => item.type))].toSorted();
    };
    expect(await found('storage')).toEqual(['charge']);
    expect(await found(plan.code)).toEqual(['subscription']);
    expect(await found('acme')).toEqual(['charge', 'fixed_charge', 'subscription']);
    expect(await found('nobody')).toEqual([]);
  });

  test('a search of events finds a transaction id, and no part of one', async () => {
    const { nodes } = await ask('events { nodes { transactionId } }');
    const [{ transactionId }] = nodes;
    const found = (term: string) => ask(`events(search: "${term}") { nodes { transactionId } totalCount }`);
    expect(await found(transactionId)).toEqual({ nodes: [{ transactionId }], totalCount: 1 });
    expect(await found(transactionId.slice(0, -1))).toEqual({ nodes: [], totalCount: 0 });
  });

  test('a search of the activity log finds types and external ids', async () => {
    const found = async (term: string) =>
      (await ask(`activityLogs(search: "${term}", first: 50) { nodes { activityType } }`)).nodes.map(
        ({ activityType }: Resource) => activityType,
      );
    expect(await found('plan.')).toEqual(['plan.created']);
    expect(await found(story.customer.external_id)).toContain('customer.created');
    expect(await found('nothing')).toEqual([]);
  });
});

test('past usage is sorted by the start of its periods, and compared with it', async () => {
  const list = async (args: string) => {
    const { nodes } = await ask(
      `customerPastUsage(externalCustomerId: "${story.customer.external_id}",
        externalSubscriptionId: "${subscription.external_id}"${args}) { nodes { from } }`,
    );
    return nodes.map(({ from }: Resource) => from.slice(0, 7));
  };
  expect(await list('')).toEqual(['2027-02', '2027-01']);
  expect(await list(', orderBy: { field: from }')).toEqual(['2027-01', '2027-02']);
  expect(await list(', orderBy: { field: from, direction: desc }')).toEqual(['2027-02', '2027-01']);
  expect(await list(', filter: { from: { lt: "2027-02-01" } }')).toEqual(['2027-01']);
});
