// Filters that compare the fields of a list (docs/adr/0061).
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPaymentProvider, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { buildWorld } from '../support/hostile-world.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const stranger = await server.organization();
  for (const owner of [client, stranger, client]) await buildWorld(owner);
  for (const [externalId, name] of [
    ['a', 'Alpha'],
    ['b', 'Alphabet'],
    ['c', '50 %'],
  ])
    await createCustomer(client, { externalId, name });
  await createCustomer(stranger, { externalId: 'a', name: 'Alpha' });
});
afterAll(() => server.stop());

async function createCustomer(owner: Client, input: object) {
  const mutation =
    'mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { customer { id } } }';
  expect((await owner.graphql(mutation, { input })).errors).toBeUndefined();
}

async function list(document: string): Promise<Resource[]> {
  const { data, errors } = await client.graphql(`{ ${document} }`);
  expect(errors).toBeUndefined();
  return (Object.values(data)[0] as Resource).nodes;
}

type Holds = (value: string | number, bound: string | number) => boolean;
const HOLDS: [comparator: string, holds: Holds][] = [
  ['eq', (value, bound) => value === bound],
  ['gt', (value, bound) => value > bound],
  ['gte', (value, bound) => value >= bound],
  ['lt', (value, bound) => value < bound],
  ['lte', (value, bound) => value <= bound],
];
const FIELDS: [list: string, field: string, filter: string, id?: string][] = [
  ['invoices', 'issuingDate', ''],
  ['invoices', 'paymentDueDate', ''],
  ['invoices', 'totalAmountCents', ''],
  ['creditNotes', 'totalAmountCents', ''],
  ['creditNotes', 'createdAt', ''],
  ['creditNotes', 'issuingDate', ''],
  ['paymentRequests', 'amountCents', ''],
  ['paymentRequests', 'createdAt', ''],
  ['payments', 'amountCents', ''],
  ['payments', 'createdAt', ''],
  ['fees', 'createdAt', ''],
  ['customers', 'createdAt', ''],
  ['subscriptions', 'subscriptionAt', 'status: [active, pending, terminated, canceled]'],
  ['plans', 'createdAt', ''],
  ['billableMetrics', 'createdAt', ''],
  ['addOns', 'createdAt', ''],
  ['testClocks', 'createdAt', ''],
  ['apiKeys', 'createdAt', ''],
  ['activityLogs', 'loggedAt', ''],
  ['events', 'timestamp', '', 'transactionId'],
];

test.each(FIELDS)('%s are compared by %s', async (name, field, filter, id = 'id') => {
  const all = await list(
    `${name}(first: 100, filter: { ${filter} }) { nodes { id: ${id} value: ${field} } }`,
  );
  expect(all.length).toBeGreaterThan(0);
  // A middle value: some lie below it and some above, unless all are equal.
  const bound = all.map(({ value }) => value).toSorted()[Math.floor(all.length / 2)];
  const idsWith = async (condition: string) =>
    (
      await list(
        `${name}(first: 100, filter: { ${filter} ${field}: { ${condition} } }) { nodes { id: ${id} } }`,
      )
    ).map(({ id }) => id);
  const matching = (holds: Holds) => all.filter(({ value }) => holds(value, bound)).map(({ id }) => id);
  const isInstant = field.endsWith('At') || field === 'timestamp';
  for (const [comparator, holds] of HOLDS.filter(([word]) => !isInstant || ['gte', 'lt'].includes(word)))
    expect(await idsWith(`${comparator}: ${JSON.stringify(bound)}`)).toEqual(matching(holds));
  if (isInstant) return;
  expect(await idsWith(`in: [${JSON.stringify(bound)}]`)).toEqual(matching((value) => value === bound));
  expect(await idsWith('in: []')).toEqual([]);
  expect(await idsWith('eq: null')).toEqual(all.map(({ id }) => id));
});

test.each([
  ['eq: "Alpha"', ['a']],
  ['eq: "alpha"', []],
  ['contains: "ALPHA"', ['b', 'a']],
  ['contains: "%"', ['c']],
  ['in: ["Alpha", "50 %"]', ['c', 'a']],
  ['isNull: false, contains: "alphabet"', ['b']],
  ['isNull: true, contains: "alpha"', []],
])('names with {%s} are those of %j', async (condition, expected) => {
  const found = await list(`customers(filter: { name: { ${condition} } }) { nodes { externalId } }`);
  expect(found.map(({ externalId }) => externalId)).toEqual(expected);
});

test('payments are selected by status, kind, connection and currency', async () => {
  const till = await createPaymentProvider(client);
  const { sql } = server.pool;
  const attempt = (status: string, currency: string) => sql`
    insert into payments (id, organization_id, customer_id, invoice_id, payment_type, payment_status, amount_cents, currency,
      payment_provider_id, created_at, updated_at)
    select gen_random_uuid(), organization_id, customer_id, invoice_id, 'provider', ${status}, 7, ${currency},
      ${till.id}, now(), now()
    from payments where organization_id = ${client.organizationId} and invoice_id is not null limit 1`;
  await attempt('failed', 'EUR');
  await attempt('failed', 'USD');
  const all = await list(
    'payments(first: 100) { nodes { id paymentStatus type paymentProviderCode amountCurrency } }',
  );
  const conditions: [string, (payment: Resource) => boolean][] = [
    ['paymentStatuses: [failed]', ({ paymentStatus }) => paymentStatus === 'failed'],
    ['paymentStatuses: [succeeded, processing]', ({ paymentStatus }) => paymentStatus === 'succeeded'],
    ['type: manual', ({ type }) => type === 'manual'],
    [`paymentProviderCode: "${till.code}"`, ({ paymentProviderCode }) => paymentProviderCode === till.code],
    ['paymentProviderCode: "none"', () => false],
    [
      'currency: USD, type: provider',
      ({ amountCurrency, type }) => amountCurrency === 'USD' && type === 'provider',
    ],
  ];
  for (const [condition, holds] of conditions) {
    const found = await list(`payments(first: 100, filter: { ${condition} }) { nodes { id } }`);
    const expected = all.filter(holds);
    expect([condition, found]).toEqual([condition, expected.map(({ id }) => ({ id }))]);
    if (!condition.includes('none')) expect(expected.length).toBeGreaterThan(0);
  }
  // REST reads them no more than before.
  const rest = await client.get('/payments?type=manual&currency=JPY&per_page=100');
  expect(rest.body.payments).toHaveLength(all.length);
  expect(rest.headers.get('x-svc-ignored')).toContain('currency');
});

test.each(['plans', 'billableMetrics', 'addOns', 'taxes'])('%s are compared by name', async (name) => {
  const all = await list(`${name}(first: 100) { nodes { id name } }`);
  const [first] = all;
  const found = await list(
    `${name}(filter: { name: { eq: ${JSON.stringify(first.name)} } }) { nodes { id } }`,
  );
  const named = all.filter((item) => item.name === first.name);
  expect(found.map(({ id }) => id)).toEqual(named.map(({ id }) => id));
  expect(await list(`${name}(filter: { name: { contains: "nobody has it" } }) { nodes { id } }`)).toEqual([]);
});

test('lists of one plan and of one subscription are compared', async () => {
  const plans = await list('plans { nodes { code charges { code } fixedCharges { code } } }');
  const { code } = plans.find(({ charges, fixedCharges }) => charges.length > 0 && fixedCharges.length > 0);
  const [{ externalId }] = await list('subscriptions { nodes { externalId } }');
  const counts = async (comparison: string) => {
    const filter = `filter: { createdAt: { ${comparison}: "2026-01-01T00:00:00Z" } }`;
    const { data, errors } = await client.graphql(`{
      charges(planCode: "${code}", ${filter}) { totalCount }
      fixedCharges(planCode: "${code}", ${filter}) { totalCount }
      subscriptionCharges(externalId: "${externalId}", ${filter}) { totalCount }
      subscriptions { nodes { charges(${filter}) { totalCount } } }
    }`);
    expect(errors).toBeUndefined();
    const { subscriptions, ...others } = data;
    return [...Object.values(others), ...subscriptions.nodes.map(({ charges }: Resource) => charges)].map(
      ({ totalCount }: Resource) => totalCount,
    );
  };
  expect(Math.max(...(await counts('lt')))).toBe(0);
  expect(Math.min(...(await counts('gte')).slice(0, 2))).toBeGreaterThan(0);
});

test('test clocks are searched by name', async () => {
  const mutation = `mutation {
    createTestClock(input: { name: "Ápril", frozenTime: "2027-04-01T00:00:00Z" }) { testClock { id } }
  }`;
  expect((await client.graphql(mutation)).errors).toBeUndefined();
  expect(await list('testClocks(search: "april") { nodes { name } }')).toEqual([{ name: 'Ápril' }]);
});

test('isNull selects the customers without a name', async () => {
  const names = await list('customers(filter: { name: { isNull: true } }) { nodes { name } }');
  expect(names.length).toBeGreaterThan(0);
  expect(names.every(({ name }) => name === null)).toBe(true);
});

test('lists within objects are compared too', async () => {
  const [all, none] = await Promise.all(
    ['gte', 'lt'].map((comparator) =>
      list(
        `customers { nodes { invoices(filter: { totalAmountCents: { ${comparator}: 0 } }) { totalCount } } }`,
      ),
    ),
  );
  const total = (nodes?: Resource[]) =>
    nodes?.reduce((sum: number, { invoices }) => sum + Number(invoices.totalCount), 0);
  expect(total(all)).toBeGreaterThan(0);
  expect(total(none)).toBe(0);
});

test.each([
  ['invoices', 'issuingDate: { eq: "2027-02-30" }'],
  ['invoices', 'totalAmountCents: { gte: "1" }'],
  ['invoices', 'totalAmountCents: { contains: "1" }'],
  ['payments', 'createdAt: { gte: "soon" }'],
  ['payments', 'createdAt: { eq: "2027-01-01T00:00:00Z" }'],
  ['customers', 'name: { gt: "a" }'],
])('%s(filter: {%s}) is refused', async (name, filter) => {
  const { errors } = await client.graphql(`{ ${name}(filter: { ${filter} }) { totalCount } }`);
  expect(errors?.[0]?.extensions.code).toBe('bad_user_input');
});

test('a list of more than 1,000 values is refused', async () => {
  const filter = (count: number) => ({
    totalAmountCents: { in: Array.from({ length: count }, (_, at) => at) },
  });
  const ask = (count: number) =>
    client.graphql('query ($filter: InvoiceFilter) { invoices(filter: $filter) { totalCount } }', {
      filter: filter(count),
    });
  expect((await ask(1_000)).errors).toBeUndefined();
  expect((await ask(1_001)).errors?.[0]?.extensions).toMatchObject({
    code: 'unprocessable_entity',
    details: { 'totalAmountCents.in': ['invalid_count'] },
  });
});

test('REST does not know comparisons', async () => {
  const { status, body, headers } = await client.get('/invoices?total_amount_cents=1&issuing_date=x');
  expect(status).toBe(200);
  expect(body.invoices.length).toBeGreaterThan(0);
  expect(headers.get('x-svc-ignored')).toBe('total_amount_cents, issuing_date');
});
