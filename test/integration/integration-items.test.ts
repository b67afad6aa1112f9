// What mappings can name at accounting systems: asked outside of any transaction (integrations.md §2, §12, §17).
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { accessToXero } from '../support/accounting-connections.js';
import { createIntegration, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { connectSystem } from '../support/connections.js';
import { messagesAbout } from '../support/messages.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { XeroStandIn } from '../support/xero-stand-in.js';

let server: TestServer;
let client: Client;
let xero: XeroStandIn;
let integrationId: string;

beforeAll(async () => {
  xero = await XeroStandIn.start(() => new Date());
  // A call inside of a transaction would leave too few connections.
  server = await startTestServer({
    integrationUrls: { xero: xero.addresses.api, xero_identity: xero.addresses.identity },
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    connections: 2,
  });
});
afterAll(async () => {
  await server.stop();
  await xero.stop();
});
beforeEach(async () => {
  client = await server.organization();
  ({ id: integrationId } = await connectSystem(server, client, accessToXero(xero)));
});

const itemsOf = (over: object = {}, by = client) =>
  by.graphql(
    `query ($integrationId: ID!, $kind: IntegrationItemKind, $search: String) {
      integrationItems(integrationId: $integrationId, kind: $kind, search: $search) {
        kind externalId externalAccountCode name
      }
    }`,
    { integrationId, ...over },
  );
const namesOf = ({ data }: Resource) => data.integrationItems.map(({ name }: Resource) => name);

test('items, accounts and tax rates are answered by name, and those that a kind or text selects', async () => {
  const all = (await itemsOf()).data.integrationItems;
  expect(new Set(all.map(({ kind }: Resource) => kind))).toEqual(new Set(['item', 'account', 'tax_rate']));
  const names = all.map(({ name }: Resource) => name);
  expect(names).toEqual(names.toSorted((one: string, other: string) => one.localeCompare(other)));
  const [first] = all.filter(({ kind }: Resource) => kind === 'item');
  const found = await itemsOf({ kind: 'item', search: ` ${first.name.toUpperCase()} ` });
  expect(found.data.integrationItems).toContainEqual(first);
  expect(namesOf(await itemsOf({ search: 'nothing is called so' }))).toEqual([]);
});

test('the lists of a connection are kept for a while', async () => {
  await itemsOf();
  const calls = xero.log.length;
  await itemsOf({ kind: 'account' });
  expect(xero.log).toHaveLength(calls);
});

test('fields of one query share one call for each list, and one announcement of its refusal', async () => {
  const several = `query ($id: ID!) {
    items: integrationItems(integrationId: $id, kind: item) { name }
    accounts: integrationItems(integrationId: $id, kind: account) { name }
    rates: integrationItems(integrationId: $id, kind: tax_rate) { name }
  }`;
  xero.log.length = 0;
  xero.script.push({ status: 500 });
  const { errors = [] } = await client.graphql(several, { id: integrationId });
  expect(errors).not.toEqual([]);
  expect(await messagesAbout(server, integrationId)).toHaveLength(1);
  const { data } = await client.graphql(several, { id: integrationId });
  expect([data.items, data.accounts, data.rates].map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(xero.log.filter((call) => call !== 'token')).toEqual([
    'GET /Items',
    'GET /Accounts',
    'GET /TaxRates',
  ]);
});

test('the refusal of a system is an error that names it, and announced', async () => {
  xero.script.push({ status: 403 });
  const { errors = [] } = await itemsOf();
  expect(errors[0]?.extensions).toMatchObject({
    code: 'unprocessable_entity',
    details: { third_party: ['xero'], thirdparty_error: ['unauthorized: The system answered 403.'] },
  });
  const messages = await messagesAbout(server, integrationId);
  expect(messages.map(({ webhookType }) => webhookType)).toEqual(['integration.provider_error']);
  expect((await itemsOf()).errors).toBeUndefined();
});

test('a system without lists is refused, and a connection of another organization is not found', async () => {
  const codeOf = ({ errors }: Resource) => errors[0].extensions.code;
  const { id } = await createIntegration(client);
  expect(codeOf(await itemsOf({ integrationId: id }))).toBe('feature_not_supported');
  expect(codeOf(await itemsOf({ integrationId: 'none' }))).toBe('not_found');
  expect(codeOf(await itemsOf({}, await server.organization()))).toBe('not_found');
});
