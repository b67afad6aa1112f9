// Metadata of invoices: invoices.md §8, rest-conventions.md §6.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAddOn, createCustomer, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let customer: Resource;
let addOn: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  customer = await createCustomer(client, { currency: 'EUR' });
  addOn = await createAddOn(client);
});
afterAll(() => server.stop());

const anInvoice = async (): Promise<Resource> => {
  const invoice = { external_customer_id: customer.external_id, fees: [{ add_on_code: addOn.code }] };
  return (await client.post('/invoices', { invoice })).body.invoice;
};
const put = ({ svc_id }: Resource, invoice: object) => client.put(`/invoices/${svc_id}`, { invoice });
const read = async ({ svc_id }: Resource): Promise<Resource[]> =>
  (await client.get(`/invoices/${svc_id}`)).body.invoice.metadata;

describe('metadata of invoices over REST', () => {
  test('a list replaces the entries: by id, by key, new ones, and missing ones are deleted', async () => {
    const invoice = await anInvoice();
    const { body } = await put(invoice, {
      metadata: [
        { key: 'project', value: 'apollo' },
        { key: 'team', value: 'blue' },
      ],
    });
    const [project, team] = body.invoice.metadata;
    expect(project).toEqual({
      svc_id: expect.any(String),
      key: 'project',
      value: 'apollo',
      created_at: expect.any(String),
    });
    const replaced = await put(invoice, {
      payment_status: 'failed',
      metadata: [
        { id: project.svc_id, key: 'team', value: 'green' },
        { key: 'cost', value: '4711' },
      ],
    });
    expect(replaced.body.invoice.payment_status).toBe('failed');
    expect(await read(invoice)).toEqual([
      { ...project, key: 'team', value: 'green' },
      expect.objectContaining({ key: 'cost', value: '4711' }),
    ]);
    expect((await read(invoice)).map(({ svc_id }) => svc_id)).not.toContain(team.svc_id);
    await put(invoice, { payment_status: 'pending' });
    expect(await read(invoice)).toHaveLength(2);
    expect((await put(invoice, { metadata: [] })).body.invoice.metadata).toEqual([]);
  });

  test.each<[object[], Record<string, string[]>]>([
    [Array.from({ length: 6 }, (_, at) => ({ key: `k${at}`, value: 'v' })), { metadata: ['invalid_count'] }],
    [[{ value: 'v' }], { 'metadata.0.key': ['value_is_mandatory'] }],
    [[{ key: '', value: 'v' }], { 'metadata.0.key': ['value_is_mandatory'] }],
    [[{ key: 'k'.repeat(21), value: 'v' }], { 'metadata.0.key': ['value_is_too_long'] }],
    [[{ key: 'k', value: null }], { 'metadata.0.value': ['value_is_mandatory'] }],
    [[{ key: 'k', value: 'v'.repeat(141) }], { 'metadata.0.value': ['value_is_too_long'] }],
    [
      [
        { key: 'k', value: 'a' },
        { key: 'k', value: 'b' },
      ],
      { 'metadata.1.key': ['value_already_exist'] },
    ],
  ])('metadata of invoices over REST refuses %j: %j, and changes nothing', async (metadata, details) => {
    const invoice = await anInvoice();
    await put(invoice, { metadata: [{ key: 'kept', value: 'v'.repeat(140) }] });
    const { status, body } = await put(invoice, { metadata, payment_status: 'failed' });
    expect([status, body.error_details]).toEqual([422, details]);
    const after = (await client.get(`/invoices/${invoice.svc_id}`)).body.invoice;
    expect([after.payment_status, after.metadata[0].key]).toEqual(['pending', 'kept']);
  });

  test('invoices are listed by the values of keys, and without a key', async () => {
    const [plain, red, both] = [await anInvoice(), await anInvoice(), await anInvoice()];
    await put(red, { metadata: [{ key: 'colour', value: 'red' }] });
    await put(both, {
      metadata: [
        { key: 'colour', value: 'red' },
        { key: 'size', value: 'large' },
      ],
    });
    const found = async (query: string) => {
      const { body } = await client.get(
        `/invoices?external_customer_id=${customer.external_id}&per_page=100&${query}`,
      );
      return body.invoices.map(({ svc_id }: Resource) => svc_id).toSorted();
    };
    const ids = (...invoices: Resource[]) => invoices.map(({ svc_id }) => svc_id).toSorted();
    expect(await found('metadata[colour]=red')).toEqual(ids(red, both));
    expect(await found('metadata[colour]=red&metadata[size]=large')).toEqual(ids(both));
    expect(await found('metadata[colour]=red&metadata[size]=')).toEqual(ids(red));
    expect(await found('metadata[colour]=blue')).toEqual([]);
    expect(await found('metadata[colour]=')).toContain(plain.svc_id);
    const { data } = await client.graphql(
      `query ($filter: InvoiceFilter) { invoices(filter: $filter) { nodes { id metadata { key value } } } }`,
      { filter: { metadata: { size: 'large' } } },
    );
    const entries = [
      { key: 'colour', value: 'red' },
      { key: 'size', value: 'large' },
    ];
    expect(data.invoices.nodes).toEqual([{ id: both.svc_id, metadata: entries }]);
  });

  test('twenty lists at once leave one of them', async () => {
    const invoice = await anInvoice();
    const lists = Array.from({ length: 20 }, (_, at) => [
      { key: 'a', value: String(at) },
      { key: 'b', value: String(at) },
    ]);
    const answers = await Promise.all(lists.map((metadata) => put(invoice, { metadata })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const values = (await read(invoice)).map(({ value }) => value as string);
    expect([values.length, new Set(values).size]).toEqual([2, 1]);
  });
});
