import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { CustomerService } from '../../src/modules/customers/customer.service.js';
import { type Actor, systemActor } from '../../src/platform/actor.js';
import { createCustomer } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;
let customers: CustomerService;
let actor: Actor;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  customers = server.app.services.customers;
  actor = systemActor(client.organizationId, null);
});
afterAll(() => server.stop());

const loggedTypes = async (id: string) => {
  const rows = await server.pool.sql<{ activity_type: string }[]>`
    select activity_type from activity_log_entries where resource_id = ${id} order by id`;
  return rows.map((row) => row.activity_type);
};

test('a customer that is named for the first time is created, by however many at once', async () => {
  const getOrCreate = () =>
    server.pool.db.transaction((tx) => customers.getOrCreate(tx, actor, 'on the fly'));
  const found = await Promise.all([getOrCreate(), getOrCreate(), getOrCreate()]);
  const [first] = found;
  expect(found.map(({ id }) => id)).toEqual(found.map(() => first.id));
  const { body } = await client.get('/customers/on%20the%20fly');
  expect(body.customer).toMatchObject({ svc_id: first.id, name: null, currency: null });
  expect(await loggedTypes(body.customer.svc_id)).toEqual(['customer.created']);
});

test('a customer gets a default currency once', async () => {
  const { svc_id: id, external_id } = await createCustomer(client);
  const give = (currency: string) =>
    server.pool.db.transaction(async (tx) =>
      customers.setCurrencyIfMissing(tx, actor, await customers.lock(tx, actor, id), currency),
    );
  expect((await give('EUR')).currency).toBe('EUR');
  expect((await give('USD')).currency).toBe('EUR');
  expect((await client.get(`/customers/${external_id}`)).body.customer.currency).toBe('EUR');
  expect(await loggedTypes(id)).toEqual(['customer.created', 'customer.updated']);
});

test('many are read in one go, those of other organizations are not', async () => {
  const mine = await createCustomer(client);
  const theirs = await createCustomer(await server.organization());
  const found = await customers.getMany(server.pool.db, actor, [mine.svc_id, theirs.svc_id]);
  expect([...found.keys()]).toEqual([mine.svc_id]);
});
