import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { countRows } from '../support/database.js';
import { createClock } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const create = (code: string, rate = 1) =>
  `createTax(input: {code: "${code}", name: "n", rate: ${rate}}) { tax { id } }`;
const taxes = () => countRows(server.pool, 'taxes', client.organizationId);

describe('a mutation operation', () => {
  test('a mutation operation commits all its mutations together', async () => {
    const before = await taxes();
    const answer = await client.graphql(`mutation { a: ${create('together-1')} b: ${create('together-2')} }`);
    expect(answer.errors).toBeUndefined();
    expect(await taxes()).toBe(before + 2);
  });

  test('a mutation operation undoes the first when the second fails', async () => {
    const before = await taxes();
    const answer = await client.graphql(`mutation { a: ${create('undone-1')} b: ${create('undone-2', -1)} }`);
    expect(answer.errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['b'], 'unprocessable_entity'],
      [['a'], 'rolled_back'],
    ]);
    expect(answer.data).toEqual({ a: null, b: null });
    expect(await taxes()).toBe(before);
  });

  test('a mutation operation starts no mutation after one that failed, and says so', async () => {
    const answer = await client.graphql(
      `mutation { a: ${create('twice-1')} b: ${create('twice-1')} c: ${create('after')} }`,
    );
    expect(answer.data).toEqual({ a: null, b: null, c: null });
    expect(answer.errors?.map(({ path, extensions }) => [path, extensions.code, extensions.status])).toEqual([
      [['b'], 'unprocessable_entity', 422],
      [['a'], 'rolled_back', 424],
      [['c'], 'rolled_back', 424],
    ]);
  });

  test('a mutation operation is no success when only a part of its answer failed', async () => {
    const writer = await server.organization({ customer: ['read', 'write'] });
    const answer = await writer.graphql(
      'mutation { createCustomer(input: {externalId: "c"}) { customer { externalId taxes { code } } } }',
    );
    expect(answer.data).toEqual({ createCustomer: null });
    expect(answer.errors?.map(({ path, extensions }) => [path, extensions.code])).toEqual([
      [['createCustomer', 'customer', 'taxes'], 'forbidden'],
      [['createCustomer'], 'rolled_back'],
    ]);
    expect((await writer.graphql('{ customer(externalId: "c") { externalId } }')).data).toEqual({
      customer: null,
    });
  });

  test('a mutation operation does not undo mutations that have transactions of their own', async () => {
    const { svc_id: id } = await createClock(client, { frozen_time: '2027-01-01T00:00:00Z' });
    const advance = (name: string, clock: string) =>
      `${name}: advanceTestClock(input: {id: "${clock}", frozenTime: "2027-02-01T00:00:00Z"}) { testClock { status } }`;
    const answer = await client.graphql(
      `mutation { ${advance('absent', randomUUID())} ${advance('real', id)} }`,
    );
    expect(answer.data).toEqual({ absent: null, real: { testClock: { status: 'ready' } } });
    expect(answer.errors?.map(({ extensions }) => extensions.code)).toEqual(['not_found']);
  });

  test('a mutation operation undoes them when the database refuses the second', async () => {
    const before = await taxes();
    const answer = await client.graphql(`mutation { a: ${create('twice')} b: ${create('twice')} }`);
    expect(answer.errors?.[0].extensions.details).toEqual({ code: ['value_already_exist'] });
    expect(await taxes()).toBe(before);
  });

  test('a mutation operation reads what it has written, in lists too', async () => {
    const answer = await client.graphql(
      `mutation { createTax(input: {code: "seen", name: "n", rate: 1, appliedToOrganization: true}) {
        tax { appliedToBillingEntitiesCodes } } }`,
    );
    expect(answer.data.createTax.tax.appliedToBillingEntitiesCodes).toEqual(['default']);
  });

  test('a mutation operation does not mix mutations that open their own transactions with others, in fragments either', async () => {
    const event = `ingestEvent(input: {transactionId: "t", externalSubscriptionId: "s", code: "c"}) { event { id } }`;
    for (const operation of [
      `mutation { ${event} ${create('mixed')} }`,
      `mutation { ...Event ${create('mixed')} } fragment Event on Mutation { ${event} }`,
    ]) {
      const before = await taxes();
      const answer = await client.graphql(operation);
      expect([answer.status, answer.errors?.[0].extensions.code]).toEqual([400, 'bad_request']);
      expect(await taxes()).toBe(before);
    }
  });
});

describe('an Idempotency-Key on GraphQL', () => {
  const once = (key: string, query: string, caller = client) =>
    caller.graphql(query, {}, { 'idempotency-key': key });

  test('an Idempotency-Key on GraphQL answers a repeat as the first, and does nothing', async () => {
    const before = await taxes();
    const key = randomUUID();
    const first = await once(key, `mutation { ${create('repeated')} }`);
    const second = await once(key, `mutation { ${create('repeated')} }`);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect([second.status, second.data]).toEqual([200, first.data]);
    expect(await taxes()).toBe(before + 1);
  });

  test('an Idempotency-Key on GraphQL keeps a refusal, and what was refused with it', async () => {
    const key = randomUUID();
    const operation = `mutation { ${create('refused')} ${create('refused', -1).replace('createTax', 'b: createTax')} }`;
    const first = await once(key, operation);
    const second = await once(key, operation);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.errors).toEqual(first.errors);
  });

  test('an Idempotency-Key on GraphQL is bound to its operation', async () => {
    const key = randomUUID();
    await once(key, `mutation { ${create('bound-1')} }`);
    const other = await once(key, `mutation { ${create('bound-2')} }`);
    expect(other.errors?.[0].extensions).toMatchObject({
      code: 'unprocessable_entity',
      details: { idempotencyKey: ['value_is_invalid'] },
    });
  });

  test('an Idempotency-Key on GraphQL is refused when it is empty, and without an API key', async () => {
    const empty = await once(' '.repeat(256), `mutation { ${create('no-key')} }`);
    expect(empty.errors?.[0].extensions.code).toBe('unprocessable_entity');
    const anonymous = await once(randomUUID(), `mutation { ${create('no-key')} }`, client.withKey(null));
    expect(anonymous.errors?.[0].extensions.code).toBe('unauthorized');
  });

  test('an Idempotency-Key on GraphQL does not keep a bug', async () => {
    const key = randomUUID();
    await server.pool.sql`alter table taxes rename to hidden`;
    const first = await once(key, `mutation { ${create('after-bug')} }`);
    await server.pool.sql`alter table hidden rename to taxes`;
    const second = await once(key, `mutation { ${create('after-bug')} }`);
    expect(first.errors?.[0].extensions.code).toBe('internal_error');
    expect([second.errors, second.headers.get('idempotent-replayed')]).toEqual([undefined, null]);
  });

  test('an Idempotency-Key on GraphQL answers an advance, which takes several transactions, and takes no second one beside it', async () => {
    const { svc_id: id } = await createClock(client, { frozen_time: '2027-01-01T00:00:00Z' });
    const advance = (name: string, month: number) =>
      `${name}: advanceTestClock(input: {id: "${id}", frozenTime: "2027-0${month}-01T00:00:00Z"}) { testClock { status } }`;
    const key = randomUUID();
    const first = await once(key, `mutation { ${advance('one', 2)} }`);
    const second = await once(key, `mutation { ${advance('one', 2)} }`);
    expect(first.data).toEqual({ one: { testClock: { status: 'ready' } } });
    expect([second.data, second.headers.get('idempotent-replayed')]).toEqual([first.data, 'true']);
    const both = await once(randomUUID(), `mutation { ${advance('one', 3)} ${advance('two', 4)} }`);
    expect([both.status, both.errors?.[0].extensions.code]).toEqual([400, 'bad_request']);
  });

  test('an Idempotency-Key on GraphQL means nothing on a query', async () => {
    const key = randomUUID();
    await once(key, '{ taxes { totalCount } }');
    const repeated = await once(key, '{ taxes { totalCount } }');
    expect(repeated.headers.get('idempotent-replayed')).toBeNull();
  });
});
