// One-off invoices: invoices.md §9, taxes.md §2.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  addBillingEntity,
  advanceClock,
  createAddOn,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  type Resource,
  sendEvents,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messageTypesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const create = (invoice: object) => client.post('/invoices', { invoice });
const made = async (invoice: object): Promise<Resource> => {
  const { status, body } = await create(invoice);
  expect([status, body.error_details ?? body.code]).toEqual([200, undefined]);
  return body.invoice;
};
const rates = ({ fees }: Resource) => fees.map((fee: Resource) => fee.taxes_rate);

// Source: taxes.md, conventions.
test.each(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])(
  'amounts in %s are thousandths',
  async (currency) => {
    const clock = (await Story.begin(client, '2027-03-01T00:00:00Z')).customer.svc_test_clock_id;
    const metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
    const price = {
      billable_metric_id: metric.svc_id,
      charge_model: 'standard',
      properties: { amount: '0.0125' },
    };
    const plan = await createPlan(client, {
      amount_cents: 1_234,
      amount_currency: currency,
      charges: [price],
    });
    const customer = await createCustomer(client, { currency, test_clock_id: clock });
    const subscription = await subscribe(client, customer, plan);
    await sendEvents(client, subscription, metric, [{ properties: { n: '3' } }]);
    await advanceClock(client, { svc_id: clock }, '2027-04-01T00:00:00Z');
    const { invoices } = (await client.get(`/invoices?external_customer_id=${customer.external_id}`)).body;
    const invoice = (await client.get(`/invoices/${invoices[0].svc_id}`)).body.invoice;
    // 3 × 0.0125 is 37.5 thousandths.
    expect(invoice.fees.map((fee: Resource) => [fee.amount_cents, fee.precise_amount])).toEqual([
      [1_234, '1.234'],
      [38, '0.0375'],
    ]);
    expect([invoice.currency, invoice.total_amount_cents]).toEqual([currency, 1_272]);
    const { data } = await client.graphql(
      'query ($id: ID!) { invoice(id: $id) { currency totalAmount { amount currency } } }',
      { id: invoice.svc_id },
    );
    expect(data.invoice).toEqual({ currency, totalAmount: { amount: '1.272', currency } });
  },
);

describe('one-off invoices over REST', () => {
  test('one-off invoices over REST bill units of add-ons, rounded once: invoices.md §12 D', async () => {
    const tax = await createTax(client, { rate: 8 });
    const addOn = await createAddOn(client, {
      amount_cents: 1_999,
      invoice_display_name: 'Hours',
      tax_codes: [tax.code],
    });
    const story = await Story.begin(client, '2027-03-10T12:00:00Z', {
      net_payment_term: 10,
      currency: 'EUR',
    });
    const invoice = await made({
      external_customer_id: story.customer.external_id,
      purchase_order_number: ' PO 1 ',
      fees: [{ add_on_code: addOn.code, units: '2.5' }],
    });
    expect(invoice).toMatchObject({
      invoice_type: 'one_off',
      status: 'finalized',
      payment_status: 'pending',
      number: expect.stringMatching(/-001$/),
      issuing_date: '2027-03-10',
      payment_due_date: '2027-03-20',
      currency: 'EUR',
      fees_amount_cents: 4_998,
      coupons_amount_cents: 0,
      taxes_amount_cents: 400,
      total_amount_cents: 5_398,
      purchase_order_number: 'PO 1',
      subscriptions: [],
      billing_periods: [],
    });
    expect(invoice.fees).toMatchObject([
      {
        item: {
          type: 'add_on',
          code: addOn.code,
          name: addOn.name,
          invoice_display_name: 'Hours',
          svc_item_id: addOn.svc_id,
        },
        amount_cents: 4_998,
        precise_amount: '49.975',
        precise_unit_amount: '19.99',
        units: '2.5',
        from_date: '2027-03-10T12:00:00Z',
        to_date: '2027-03-10T12:00:00Z',
      },
    ]);
    expect((await client.get(`/invoices/${invoice.svc_id}`)).body.invoice).toEqual(invoice);
    expect(await messageTypesAbout(server, invoice.svc_id)).toEqual(['invoice.one_off_created']);
    const { body } = await client.get(`/activity_logs?resource_ids[]=${invoice.svc_id}`);
    expect(body.activity_logs.map((entry: Resource) => entry.activity_type)).toEqual([
      'invoice.one_off_created',
    ]);
  });

  test('every value of the add-on can be replaced, and an add-on billed several times', async () => {
    const customer = await createCustomer(client, { currency: null });
    const addOn = await createAddOn(client, { amount_cents: 700, description: 'As sold' });
    const line = { add_on_code: addOn.code };
    const invoice = await made({
      external_customer_id: customer.external_id,
      currency: 'USD',
      fees: [
        {
          ...line,
          unit_amount_cents: '12.5',
          units: 3,
          invoice_display_name: 'Calls',
          description: 'In March',
          from_datetime: '2027-03-01T00:00:00Z',
          to_datetime: '2027-03-31T23:59:59Z',
          skip_psp: true,
        },
        { ...line, units: null, unit_amount_cents: null },
        { ...line, units: 0 },
      ],
    });
    const shown = invoice.fees.map((fee: Resource) => [
      fee.amount_cents,
      fee.units,
      fee.item.invoice_display_name,
      fee.item.description,
      fee.description,
    ]);
    expect(shown).toEqual([
      [38, '3.0', 'Calls', 'In March', 'In March'],
      [700, '1.0', addOn.name, 'As sold', 'As sold'],
      [0, '0.0', addOn.name, 'As sold', 'As sold'],
    ]);
    const [{ from_date, to_date }] = invoice.fees;
    expect([from_date, to_date]).toEqual(['2027-03-01T00:00:00Z', '2027-03-31T23:59:59Z']);
    expect([invoice.currency, invoice.fees_amount_cents]).toEqual(['USD', 738]);
    expect((await client.get(`/customers/${customer.external_id}`)).body.customer.currency).toBe('USD');
  });

  test('the description of a fee is the one that was sent, else that of the add-on, on a regenerated invoice too', async () => {
    const [sent, own] = [
      await createAddOn(client, { description: 'Of the first' }),
      await createAddOn(client, { description: 'Of the second' }),
    ];
    const { external_id: external_customer_id } = await createCustomer(client);
    const invoice = await made({
      external_customer_id,
      currency: 'EUR',
      fees: [
        { add_on_code: sent.code, description: 'As sent' },
        { add_on_code: own.code },
        { add_on_code: own.code, description: '' },
      ],
    });
    const described = ({ fees }: Resource) => fees.map((fee: Resource) => fee.description);
    const expected = ['As sent', 'Of the second', ''];
    expect(described(invoice)).toEqual(expected);
    expect((await client.get(`/fees/${invoice.fees[0].svc_id}`)).body.fee.description).toBe('As sent');
    const { fees } = (await client.get(`/fees?external_customer_id=${external_customer_id}`)).body;
    expect(described({ fees }).toSorted()).toEqual(expected.toSorted());
    await client.post(`/invoices/${invoice.svc_id}/void`, {});
    const { data } = await client.graphql(
      `mutation ($input: RegenerateInvoiceInput!) {
        regenerateInvoice(input: $input) { invoice { fees { description } } }
      }`,
      { input: { voidedInvoiceId: invoice.svc_id, fees: [] } },
    );
    expect(described(data.regenerateInvoice.invoice)).toEqual(expected);
  });

  test('the most specific taxes apply: of the fee, the add-on, the customer, its billing entity', async () => {
    const own = await server.organization();
    const [fee, onAddOn, onCustomer, onEntity] = [
      await createTax(own, { rate: 1 }),
      await createTax(own, { rate: 2 }),
      await createTax(own, { rate: 3 }),
      await createTax(own, { rate: 4, applied_to_organization: true }),
    ];
    expect(onEntity.rate).toBe(4);
    const [taxed, plain] = [await createAddOn(own, { tax_codes: [onAddOn.code] }), await createAddOn(own)];
    const customer = await createCustomer(own, { tax_codes: [onCustomer.code] });
    const other = await createCustomer(own);
    const post = async ({ external_id }: Resource, fees: object[]) =>
      (await own.post('/invoices', { invoice: { external_customer_id: external_id, currency: 'EUR', fees } }))
        .body.invoice;
    const line = { add_on_code: taxed.code };
    expect(
      rates(
        await post(customer, [
          { ...line, tax_codes: [fee.code, 'unknown'] },
          { ...line, tax_codes: ['unknown'] },
          { ...line, tax_codes: [] },
          { add_on_code: plain.code },
        ]),
      ),
    ).toEqual([1, 2, 2, 3]);
    expect(rates(await post(other, [{ add_on_code: plain.code }]))).toEqual([4]);
  });

  test('a one-off invoice over REST is issued by the billing entity that was named', async () => {
    const own = await server.organization();
    await addBillingEntity(server, own, { code: 'other' });
    const customer = await createCustomer(own);
    const addOn = await createAddOn(own);
    const invoice = {
      external_customer_id: customer.external_id,
      currency: 'EUR',
      fees: [{ add_on_code: addOn.code }],
    };
    const { body } = await own.post('/invoices', {
      invoice: { ...invoice, billing_entity_code: 'other' },
    });
    expect(body.invoice.billing_entity_code).toBe('other');
    const refused = await own.post('/invoices', { invoice: { ...invoice, billing_entity_code: 'none' } });
    expect([refused.status, refused.body.code]).toEqual([404, 'billing_entity_not_found']);
  });

  test('one that adds up to 0 is closed where such invoices are skipped', async () => {
    const customer = await createCustomer(client, { finalize_zero_amount_invoice: 'skip' });
    const addOn = await createAddOn(client);
    const fees = [{ add_on_code: addOn.code, units: '0' }];
    const invoice = await made({ external_customer_id: customer.external_id, currency: 'EUR', fees });
    expect([invoice.status, invoice.total_amount_cents]).toEqual(['deleted', 0]);
    expect((await client.get(`/invoices/${invoice.svc_id}`)).status).toBe(404);
    expect(await messageTypesAbout(server, invoice.svc_id)).toEqual([]);
    const { body } = await client.get(`/customers/${customer.external_id}/invoices`);
    expect(body.invoices).toEqual([]);
  });

  test('a one-off invoice over REST refuses in the order of the contract, and writes nothing', async () => {
    const customer = await createCustomer(client);
    const addOn = await createAddOn(client);
    const line = { add_on_code: addOn.code };
    const valid = { external_customer_id: customer.external_id, currency: 'EUR', fees: [line] };
    const refusal = async (over: object) => {
      const { status, body } = await create({ ...valid, ...over });
      return [status, body.error_details ?? body.code];
    };
    const nobody = { external_customer_id: unique('nobody') };
    expect(await refusal({ ...nobody, fees: [] })).toEqual([404, 'customer_not_found']);
    expect(await refusal({ fees: [] })).toEqual([404, 'fees_not_found']);
    expect(await refusal({ fees: null })).toEqual([404, 'fees_not_found']);
    expect(await refusal({ fees: [line, { add_on_code: 'none', units: '-1' }] })).toEqual([
      404,
      'add_on_not_found',
    ]);
    const details: [object, Record<string, string[]>][] = [
      [{ fees: 'x' }, { fees: ['invalid_format'] }],
      [{ fees: [{ ...line, units: '-1' }] }, { units: ['value_is_out_of_range'] }],
      [{ fees: [{ ...line, units: 'two' }] }, { units: ['value_is_invalid'] }],
      [{ fees: [{ ...line, unit_amount_cents: '-0.1' }] }, { unit_amount_cents: ['value_is_out_of_range'] }],
      [{ fees: [{ ...line, unit_amount_cents: 'x' }] }, { unit_amount_cents: ['value_is_invalid'] }],
      [{ fees: [{ ...line, from_datetime: '2027-01-01' }] }, { boundaries: ['values_are_invalid'] }],
      [{ fees: [{ ...line, to_datetime: '2027-01-01' }] }, { boundaries: ['values_are_invalid'] }],
      [
        { fees: [{ ...line, from_datetime: 'x', to_datetime: '2027-01-01' }] },
        { boundaries: ['values_are_invalid'] },
      ],
      [
        { fees: [{ ...line, from_datetime: '2027-01-02', to_datetime: '2027-01-01' }] },
        { boundaries: ['values_are_invalid'] },
      ],
      [
        { payment_method: { payment_method_id: 'x' }, billing_entity_code: 'none' },
        { payment_method: ['invalid_payment_method'] },
      ],
      [{ currency: 'EURO' }, { currency: ['value_is_invalid'] }],
      [{ purchase_order_number: 'x'.repeat(256) }, { purchase_order_number: ['value_is_too_long'] }],
      [
        { fees: [{ ...line, unit_amount_cents: String(2 ** 53) }] },
        { amount_cents: ['value_is_out_of_range'] },
      ],
    ];
    for (const [over, expected] of details)
      expect([over, await refusal(over)]).toEqual([over, [422, expected]]);
    expect((await client.get(`/customers/${customer.external_id}/invoices`)).body.invoices).toEqual([]);
    expect((await made({ ...valid, payment_method: { payment_method_type: 'manual' } })).number).toMatch(
      /-001$/,
    );
  });

  test('an error of a one-off invoice in GraphQL leads to the fee that is wrong', async () => {
    const customer = await createCustomer(client);
    const addOn = await createAddOn(client);
    const input = (fee: object) => ({
      externalCustomerId: customer.external_id,
      fees: [{ addOnCode: addOn.code }, { addOnCode: addOn.code, ...fee }],
      currency: 'EUR',
    });
    const send = (fee: object) =>
      client.graphql(
        `mutation ($input: CreateOneOffInvoiceInput!) {
          createOneOffInvoice(input: $input) { invoice { invoiceType totalAmountCents fees { item { code } } } }
        }`,
        { input: input(fee) },
      );
    const { errors } = await send({ units: '-1', from: '2027-01-01T00:00:00Z' });
    const found = errors?.[0]?.extensions['inputErrors'] as Resource[];
    expect(found.map(({ path, code }) => [path, code])).toEqual([
      [['input', 'fees', 1, 'units'], 'value_is_out_of_range'],
      [['input', 'fees', 1], 'values_are_invalid'],
    ]);
    expect((await send({ units: '2' })).data.createOneOffInvoice.invoice).toEqual({
      invoiceType: 'one_off',
      totalAmountCents: 3_000,
      fees: [{ item: { code: addOn.code } }, { item: { code: addOn.code } }],
    });
  });

  test('twenty at once for one customer have twenty numbers in a row', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const addOn = await createAddOn(client);
    const invoice = { external_customer_id: customer.external_id, fees: [{ add_on_code: addOn.code }] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(invoice)));
    const numbers = answers.map(({ body }) => body.invoice.sequential_id as number);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 20 }, (_, at) => at + 1),
    );
  });
});
