import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CustomerLocks } from '../../src/modules/customers/customer-locks.js';
import type { CustomerService } from '../../src/modules/customers/customer.service.js';
import { type Actor, systemActor } from '../../src/platform/actor.js';
import { createClock, createCustomer } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { differencesIn } from '../support/differences.js';
import { someoneWaits } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { until } from '../support/until.js';

let server: TestServer;
let client: Client;
let customers: CustomerService;
let customerLocks: CustomerLocks;
let actor: Actor;

beforeAll(async () => {
  server = await startTestServer({ connections: 6 });
  client = await server.organization();
  ({ customers, customerLocks } = server.app.services);
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
      customers.setCurrencyIfMissing(tx, actor, await customerLocks.lock(tx, actor, id), currency),
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

describe('the number of a customer', () => {
  const sequence = async (caller: Client) => (await createCustomer(caller)).sequential_id as number;
  const getOrCreate = (caller: Client, externalId: string, next: () => Promise<void>) =>
    server.pool.db.transaction(async (tx) => {
      const created = await customers.getOrCreate(tx, systemActor(caller.organizationId, null), externalId);
      await next();
      return created.sequentialId;
    });

  test('the number of a customer is taken without waiting for another customer that is being created', async () => {
    const caller = await server.organization();
    const seconds: number[] = [];
    const first = await getOrCreate(caller, 'slow', async () => {
      seconds.push(await sequence(caller), await sequence(caller));
    });
    expect([first, ...seconds, await sequence(caller)]).toEqual([1, 2, 3, 4]);
  });

  test('the number of a customer is not taken by a caller who is refused because another one is creating the same customer', async () => {
    const caller = await server.organization();
    const own = systemActor(caller.organizationId, null);
    const creation = 'mutation { createCustomer(input: { externalId: "same" }) { customer { id } } }';
    const { refused, next } = await server.pool.db.transaction(async (tx) => {
      await customers.create(tx, own, { externalId: 'same' });
      const second = caller.graphql(creation);
      await until(() => someoneWaits(server.pool));
      return { refused: second, next: await sequence(caller) };
    });
    const { errors } = await refused;
    expect(errors?.[0].extensions.details).toEqual({ externalId: ['value_already_exist'] });
    expect(next).toBe(2);
  });

  test('the number of a customer is given back by a transaction that is rolled back', async () => {
    const caller = await server.organization();
    const rolledBack = getOrCreate(caller, 'refused', () => Promise.reject(new Error('refused')));
    await expect(rolledBack).rejects.toThrow('refused');
    expect(await sequence(caller)).toBe(1);
  });

  test('the number of a customer on a test clock is of another count, and its deletion leaves no gap', async () => {
    const caller = await server.organization();
    const clock = await createClock(caller);
    const onClock = async () => (await createCustomer(caller, { test_clock_id: clock.svc_id })).sequential_id;
    expect([await onClock(), await onClock(), await sequence(caller)]).toEqual([1, 2, 1]);
    expect((await caller.delete(`/test_clocks/${clock.svc_id}`)).status).toBe(200);
    expect([await sequence(caller), await sequence(caller)]).toEqual([2, 3]);
    expect(await differencesIn(server.pool, ['customer_numbers', 'customer_counters'])).toEqual([]);
  });

  test('the number of a customer is not given again when a customer with a test clock, which had one of the books, is deleted', async () => {
    const caller = await server.organization();
    const clock = await createClock(caller);
    const customer = await createCustomer(caller, { test_clock_id: clock.svc_id });
    // As the version before has numbered it (docs/adr/0131).
    await server.pool.sql`
      update customers set is_numbered_apart = false, slug = substr(slug, 6) where id = ${customer.svc_id}`;
    expect([await sequence(caller)]).toEqual([2]);
    const other = await createCustomer(caller, { test_clock_id: clock.svc_id });
    expect([other.sequential_id, other.slug]).toEqual([2, expect.stringMatching(/^TEST-.*-002$/)]);
    expect((await caller.delete(`/test_clocks/${clock.svc_id}`)).status).toBe(200);
    expect([await sequence(caller)]).toEqual([3]);
  });
});
