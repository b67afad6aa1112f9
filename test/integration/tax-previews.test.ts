// Previews of invoices whose taxes a provider computes (integrations.md §4, §5, §6, §7; docs/adr/0199).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { AnrokStandIn } from '../support/anrok-stand-in.js';
import { AvalaraStandIn } from '../support/avalara-stand-in.js';
import {
  createAddOn,
  createClock,
  createCustomer,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { connectSystem } from '../support/connections.js';
import type { HttpTaxStandIn, Scripted } from '../support/http-tax-stand-in.js';
import type { StandInFault } from '../support/json-stand-in.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { startHttpTax } from '../support/tax-connections.js';
import { oneOffOf, runTaxJobs, taxedCustomer, taxLink } from '../support/taxed-customers.js';
import { until } from '../support/until.js';

let server: TestServer;
let client: Client;
let taxes: HttpTaxStandIn;
let avalara: AvalaraStandIn;
let anrok: AnrokStandIn;
let connection: Resource;

beforeAll(async () => {
  [avalara, anrok] = [await AvalaraStandIn.start(), await AnrokStandIn.start(new Date())];
  // A call inside of a transaction would leave too few connections.
  server = await startTestServer({
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    integrationUrls: { avalara: avalara.url, anrok: anrok.url },
    connections: 2,
  });
});
afterAll(async () => {
  await server.stop();
  await avalara.stop();
  await anrok.stop();
});
beforeEach(async () => {
  client = await server.organization();
  ({ taxes, connection } = await startHttpTax(server, client));
});
afterEach(async () => {
  expect(taxes.faults).toEqual([]);
  await taxes.stop();
});

async function connectAnrok(): Promise<Resource> {
  const access = { type: 'anrok', settings: {}, secrets: { apiKey: anrok.apiKey } } as const;
  const { id, code } = await connectSystem(server, client, access);
  await client.graphql(
    'mutation ($input: SetIntegrationMappingInput!) { setIntegrationMapping(input: $input) { integrationMapping { id } } }',
    { input: { integrationId: id, target: 'fallback_item', externalId: 'saas' } },
  );
  return { id, code, type: 'anrok' };
}

async function connectAvalara(): Promise<Resource> {
  const { id, code } = await connectSystem(server, client, {
    type: 'avalara',
    settings: { accountId: avalara.accountId, companyCode: 'NORTH' },
    secrets: { licenseKey: avalara.licenseKey },
  });
  return { id, code, type: 'avalara' };
}

/** A plan whose first invoice has a fee for each amount in cents. */
async function planOf([first = 0, ...others]: readonly number[], currency: string): Promise<Resource> {
  const fixed_charges = [];
  for (const amount of others) {
    const { code: add_on_code } = await createAddOn(client);
    const properties = { amount: (amount / 100).toFixed(2) };
    fixed_charges.push({
      add_on_code,
      units: '1',
      charge_model: 'standard',
      pay_in_advance: true,
      prorated: false,
      properties,
    });
  }
  return createPlan(client, {
    amount_cents: first,
    amount_currency: currency,
    pay_in_advance: true,
    fixed_charges,
  });
}

/** The body of a preview for a customer that does not exist, and whose link names a tax connection. */
const unsaved = (link: Resource, plan: Resource, customer: object = {}, over: object = {}) => ({
  plan_code: plan.code,
  billing_time: 'anniversary',
  customer: {
    name: 'Acme',
    currency: plan.amount_currency,
    integration_customers: [taxLink(link)],
    ...customer,
  },
  ...over,
});

async function previewed(body: object, headers: Record<string, string> = {}): Promise<Resource> {
  const answer = await client.post('/invoices/preview', body, { headers });
  if (answer.status !== 200) throw new Error(`The preview is refused: ${JSON.stringify(answer.body)}`);
  return answer.body.invoice;
}

const SHOWN = `taxStatus taxesAmountCents totalAmountCents errorDetails { errorCode details }
  appliedTaxes { taxCode amountCents } fees { taxesAmountCents }`;
const QUERY = `query ($input: InvoicePreviewInput!) { invoicePreview(input: $input) { ${SHOWN} } }`;

/** The tax parts of a preview: those of its fees, of the invoice by code, and the total. */
const taxesOf = ({ fees, applied_taxes, taxes_amount_cents, taxes_rate, total_amount_cents }: Resource) => ({
  fees: fees.map((fee: Resource) => fee.taxes_amount_cents),
  applied: applied_taxes.map(({ tax_code, amount_cents }: Resource) => `${tax_code} ${amount_cents}`),
  rate: taxes_rate,
  taxes: taxes_amount_cents,
  total: total_amount_cents,
});

/** All that a preview could leave behind. */
async function stored(): Promise<unknown> {
  const { organizationId } = client;
  const [counts] = await server.pool.sql`
    select
      (select count(*) from invoices where organization_id = ${organizationId}) as invoices,
      (select count(*) from customers where organization_id = ${organizationId}) as customers,
      (select count(*) from integration_customers where organization_id = ${organizationId}) as links,
      (select count(*) from integration_resources where organization_id = ${organizationId}) as records,
      (select count(*) from outbox_messages where organization_id = ${organizationId}) as messages,
      (select count(*) from tax_estimates where organization_id = ${organizationId}) as estimates,
      (select count(*) from graphile_worker._private_jobs where payload ->> 'organizationId' = ${organizationId}) as jobs`;
  return counts;
}

describe('the preview of a customer that does not exist', () => {
  test('a preview shows the taxes of the named connection, and leaves nothing behind', async () => {
    const plan = await planOf([10_000, 2_345], 'EUR');
    const before = await stored();
    const address = { country: 'DE', city: 'Berlin', shipping_address: { country: 'FR', city: 'Paris' } };
    const invoice = await previewed(unsaved(connection, plan, address));
    expect(taxesOf(invoice)).toEqual({
      fees: [1_000, 235],
      applied: ['vat 1235'],
      rate: 10,
      taxes: 1_235,
      total: 13_580,
    });
    expect(invoice).toMatchObject({
      status: 'draft',
      sub_total_including_taxes_amount_cents: 13_580,
      error_details: [],
      applied_taxes: [{ svc_tax_id: null, tax_name: 'VAT' }],
    });
    expect(taxes.calls.map(({ body }) => body)).toMatchObject([
      {
        action: 'estimate',
        document: { type: 'preview', date: invoice.issuing_date, tax_date: invoice.issuing_date },
        customer: { name: 'Acme', address: { country: 'FR', city: 'Paris' } },
        lines: [{ amount_cents: 10_000 }, { amount_cents: 2_345 }],
      },
    ]);
    expect(taxes.documents.size).toBe(0);
    expect(await stored()).toEqual(before);
  });

  test('GraphQL shows the same taxes, and the same error', async () => {
    const plan = await planOf([10_000], 'EUR');
    const integrationCustomers = [{ integrationType: connection.type, integrationCode: connection.code }];
    const input = { planCode: plan.code, billingTime: 'anniversary', customer: { integrationCustomers } };
    const before = await stored();
    expect((await client.graphql(QUERY, { input })).data.invoicePreview).toEqual({
      taxStatus: 'succeeded',
      taxesAmountCents: 1000,
      totalAmountCents: 11000,
      errorDetails: [],
      appliedTaxes: [{ taxCode: 'vat', amountCents: 1000 }],
      fees: [{ taxesAmountCents: 1000 }],
    });
    taxes.refuse('address_unknown');
    const { errors, data } = await client.graphql(QUERY, { input });
    expect(errors).toBeUndefined();
    expect(data.invoicePreview).toMatchObject({
      taxStatus: 'failed',
      taxesAmountCents: 0,
      totalAmountCents: 10000,
      errorDetails: [{ errorCode: 'tax_error', details: { tax_error: 'address_unknown' } }],
    });
    expect(taxes.calls).toHaveLength(2);
    expect(await stored()).toEqual(before);
  });
});

describe('the examples of the specification', () => {
  const CALIFORNIA = { country: 'US', state: 'CA' };

  test('example 1: a coupon is taken off before the lines are cut to whole units', async () => {
    const plan = await planOf([1_000, 2_000, 3_000], 'USD');
    const coupon = {
      code: 'off',
      coupon_type: 'fixed_amount',
      amount_cents: 100,
      amount_currency: 'USD',
      frequency_duration: 1,
    };
    const body = unsaved(await connectAnrok(), plan, CALIFORNIA, { coupons: [coupon] });
    const invoice = await previewed(body);
    expect(anrok.calls.at(-1)?.body.lineItems.map(({ amount }: Resource) => amount)).toEqual([
      983, 1_967, 2_950,
    ]);
    expect(taxesOf(invoice)).toMatchObject({ fees: [81, 162, 243], rate: 8.25, taxes: 486, total: 6_386 });
    expect(invoice.applied_taxes).toMatchObject([{ amount_cents: 486, fees_amount_cents: 5_900 }]);
  });

  test('example 2: three taxes on 80 % of a fee', async () => {
    const levies = { 'Texas Tax': '0.0625', 'Austin Tax': '0.015', 'Transit Tax': '0.005' };
    anrok.rates.set(
      'TX',
      Object.entries(levies).map(([name, taxRate]) => ({
        juris: name.split(' ')[0] ?? '',
        taxName: 'Tax',
        taxRate,
      })),
    );
    anrok.taxableShare = '0.8';
    const plan = await planOf([45_600], 'USD');
    const invoice = await previewed(unsaved(await connectAnrok(), plan, { country: 'US', state: 'TX' }));
    anrok.taxableShare = '1';
    expect(taxesOf(invoice)).toMatchObject({ rate: 8.25, taxes: 3_010, total: 48_610 });
    const taxesOfFee = invoice.fees[0].applied_taxes;
    expect(taxesOfFee.map(({ amount_cents }: Resource) => amount_cents).toSorted()).toEqual([
      183, 2_280, 547,
    ]);
  });

  test('example 5: a reverse charge', async () => {
    anrok.rates.set('DE', [{ juris: 'Germany', taxName: 'VAT', taxRate: '0.19' }]);
    const plan = await planOf([5_000], 'EUR');
    const body = unsaved(await connectAnrok(), plan, {
      country: 'DE',
      tax_identification_number: 'DE136695976',
    });
    const invoice = await previewed(body);
    expect(taxesOf(invoice)).toEqual({
      fees: [0],
      applied: ['reverse_charge 0'],
      rate: 0,
      taxes: 0,
      total: 5_000,
    });
    expect(invoice.error_details).toEqual([]);
  });

  test('example 6: a currency without decimals', async () => {
    avalara.rates.set('JP', [{ taxName: 'JP TAX', taxType: 'VAT', rate: '0.1' }]);
    avalara.decimals = 0;
    const plan = await planOf([12_345], 'JPY');
    const body = unsaved(await connectAvalara(), plan, { country: 'JP', city: 'Tokyo' });
    const invoice = await previewed(body);
    avalara.decimals = 2;
    expect(avalara.calls.at(-1)?.body).toMatchObject({ type: 'SalesOrder', lines: [{ amount: 12_345 }] });
    expect(taxesOf(invoice)).toMatchObject({ fees: [1_235], taxes: 1_235, total: 13_580 });
    expect(avalara.documents.size).toBe(0);
  });

  test('example 8: a free fee is not sent, and for free fees nobody is asked', async () => {
    avalara.rates.set('NL', [{ taxName: 'NL VAT', taxType: 'VAT', rate: '0.21' }]);
    const link = await connectAvalara();
    const customer = { country: 'NL', city: 'Delft' };
    const invoice = await previewed(unsaved(link, await planOf([0, 4_000], 'EUR'), customer));
    expect(avalara.calls.at(-1)?.body.lines).toHaveLength(1);
    const shown = taxesOf(invoice);
    expect(shown).toMatchObject({ rate: 21, taxes: 840, total: 4_840 });
    expect(shown.fees.toSorted()).toEqual([0, 840]);
    const calls = avalara.calls.length;
    expect(taxesOf(await previewed(unsaved(link, await planOf([0, 0], 'EUR'), customer)))).toMatchObject({
      taxes: 0,
      total: 0,
    });
    expect(avalara.calls).toHaveLength(calls);
  });

  test.each([
    [1_498, { applied: ['gst 500', 'qst 998'], rate: 14.975, taxes: 1_498, total: 11_498 }, []],
    [1_500, { applied: [], rate: 0, taxes: 0, total: 10_000 }, ['invalid_answer']],
  ])('example 9: two taxes on a line that has %d', async (lineTax, shown, errors) => {
    taxes.overLine = { tax_amount_cents: lineTax };
    taxes.taxesOf = () => [
      { code: 'gst', name: 'GST', rate: '5', amount_cents: '500' },
      { code: 'qst', name: 'QST', rate: '9.975', amount_cents: '997.5' },
    ];
    const invoice = await previewed(unsaved(connection, await planOf([10_000], 'CAD')));
    expect(taxesOf(invoice)).toMatchObject(shown);
    expect(invoice.error_details.map(({ details }: Resource) => details.tax_error)).toEqual(errors);
  });
});

/** What http_tax does wrong, and the error that a preview shows. */
const FAULTS: [string, Scripted, string][] = [
  ['hangs', 'hang', 'timeout'],
  ['closes the connection', 'close', 'network'],
  ['answers a page', 'html', 'invalid_answer'],
  ['answers cut JSON', 'cut', 'invalid_answer'],
  ['answers foreign ids', { status: 200, body: { lines: [{ id: 'x', taxes: [] }] } }, 'invalid_answer'],
  ['answers wrong types', { status: 200, body: { lines: 1 } }, 'invalid_answer'],
  ['answers no lines', { status: 200, body: {} }, 'invalid_answer'],
  ['has too many calls', { status: 429, headers: { 'retry-after': '60' } }, 'rate_limited'],
  ['fails', { status: 500 }, 'unavailable'],
  ['knows nobody', { status: 401 }, 'unauthorized'],
  ['refuses', { status: 422, body: { error: { code: 'no_address', message: 'No.' } } }, 'no_address'],
];

/** What other providers do wrong. */
const OTHER_FAULTS: [StandInFault, string][] = [
  ['close', 'network'],
  ['html', 'invalid_answer'],
  ['cut', 'invalid_answer'],
  ['wrong types', 'invalid_answer'],
  ['foreign ids', 'invalid_answer'],
  [{ status: 429, body: 'Too many.', headers: { 'retry-after': '1' } }, 'rate_limited'],
  [{ status: 500, body: '' }, 'unavailable'],
];

describe('a provider that fails', () => {
  const failure = (code: string) => ({
    taxes_amount_cents: 0,
    applied_taxes: [],
    sub_total_including_taxes_amount_cents: 4_000,
    total_amount_cents: 4_000,
    error_details: [
      {
        error_code: 'tax_error',
        details: { tax_error: code, tax_error_message: expect.stringMatching(/./) },
      },
    ],
  });

  test.each(FAULTS)('a preview has no taxes and an error when the provider %s', async (_, fault, code) => {
    const plan = await planOf([4_000], 'EUR');
    const before = await stored();
    taxes.script.push(fault);
    expect(await previewed(unsaved(connection, plan))).toMatchObject(failure(code));
    expect(taxes.calls).toHaveLength(1);
    expect(await stored()).toEqual(before);
  });

  test.each(OTHER_FAULTS)(
    'a preview has no taxes when Anrok or Avalara answer with %j',
    async (fault, code) => {
      const plan = await planOf([4_000], 'USD');
      anrok.faults.push(fault);
      const california = { country: 'US', state: 'CA' };
      expect(await previewed(unsaved(await connectAnrok(), plan, california))).toMatchObject(failure(code));
      avalara.faults.push(fault);
      const colorado = { country: 'US', state: 'CO', city: 'Denver' };
      expect(await previewed(unsaved(await connectAvalara(), plan, colorado))).toMatchObject(failure(code));
    },
  );

  test('the words of Anrok for an address that it does not know are shown', async () => {
    const plan = await planOf([4_000], 'USD');
    const invoice = await previewed(unsaved(await connectAnrok(), plan));
    expect(invoice).toMatchObject(failure('customerAddressCouldNotResolve'));
  });

  test('a connection whose secrets cannot be read fails as a refusal does', async () => {
    await server.pool.sql`update integrations set secrets = null where id = ${connection.id}`;
    const invoice = await previewed(unsaved(connection, await planOf([4_000], 'EUR')));
    expect(invoice).toMatchObject(failure('secrets_unavailable'));
  });
});

describe('the preview of a saved customer', () => {
  const inAdvance = (over: object = {}) =>
    createPlan(client, { amount_cents: 4_000, amount_currency: 'EUR', pay_in_advance: true, ...over });
  const previewOf = (customer: Resource, over: object) =>
    previewed({ customer: { external_id: customer.external_id }, ...over });

  test('the link of the customer is used, and a sent list is ignored', async () => {
    const customer = await createCustomer(client, {
      currency: 'EUR',
      city: 'Lyon',
      integration_customers: [{ ...taxLink(connection), external_customer_id: 'C-7' }],
    });
    const { code: plan_code } = await inAdvance();
    const { external_id } = customer;
    const sent = [{ integration_type: 'avalara', integration_code: 'none' }];
    const invoice = await previewed({
      plan_code,
      billing_time: 'anniversary',
      customer: { external_id, integration_customers: sent },
    });
    expect(invoice).toMatchObject({ taxes_amount_cents: 400, error_details: [] });
    expect(taxes.calls[0]?.body.customer).toMatchObject({
      svc_id: customer.svc_id,
      external_id,
      provider_id: 'C-7',
      address: { city: 'Lyon' },
    });
    const untaxed = await createCustomer(client, { currency: 'EUR' });
    await previewed({
      plan_code,
      customer: { external_id: untaxed.external_id, integration_customers: [taxLink(connection)] },
    });
    expect(taxes.calls).toHaveLength(1);
  });

  test('local taxes do not count beside a provider', async () => {
    await client.post('/taxes', {
      tax: { name: 'Local', code: 'local', rate: 20, applied_to_organization: true },
    });
    const customer = await taxedCustomer(client, connection);
    const invoice = await previewOf(customer, {
      plan_code: (await inAdvance()).code,
      billing_time: 'anniversary',
    });
    expect(taxesOf(invoice)).toMatchObject({ applied: ['vat 400'], taxes: 400, total: 4_400 });
  });

  test('credit notes and prepaid credits are taken off the total with taxes, also when the provider fails', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const { external_id } = customer;
    const { svc_id, fees } = await oneOffOf(client, customer, [500]);
    await client.post('/credit_notes', {
      credit_note: {
        invoice_id: svc_id,
        credit_amount_cents: 500,
        items: [{ fee_id: fees[0].svc_id, amount_cents: 500 }],
      },
    });
    await client.post('/customers', {
      customer: { external_id, integration_customers: [taxLink(connection)] },
    });
    const { code: plan_code } = await inAdvance({ amount_cents: 2_400 });
    const body = { plan_code, billing_time: 'anniversary' };
    const before = await stored();
    expect(await previewOf(customer, body)).toMatchObject({
      taxes_amount_cents: 240,
      sub_total_including_taxes_amount_cents: 2_640,
      credit_notes_amount_cents: 500,
      total_amount_cents: 2_140,
    });
    taxes.refuse('address_unknown');
    expect(await previewOf(customer, body)).toMatchObject({
      taxes_amount_cents: 0,
      credit_notes_amount_cents: 500,
      total_amount_cents: 1_900,
    });
    expect(await stored()).toEqual(before);
  });

  test('an invoice with a grace period is previewed with taxes, for the day on which it would be issued', async () => {
    const billing_configuration = { invoice_grace_period: 3 };
    const customer = await taxedCustomer(client, connection, { billing_configuration });
    const body = { plan_code: (await inAdvance()).code, billing_time: 'anniversary' };
    const invoice = await previewOf(customer, body);
    expect(taxesOf(invoice)).toMatchObject({ taxes: 400, total: 4_400 });
    expect(taxes.calls.map(({ body: { document } }) => document.date)).toEqual([invoice.issuing_date]);
  });

  test('the next invoice, an end and a change of plan are asked about once each', async () => {
    const customer = await taxedCustomer(client, connection);
    const plan = await inAdvance();
    const { external_id } = await subscribe(client, customer, plan, { billing_time: 'anniversary' });
    await runTaxJobs(server, client);
    const asked = taxes.calls.length;
    const next = await previewOf(customer, { subscriptions: { external_ids: [external_id] } });
    expect(taxesOf(next)).toMatchObject({ taxes: 400, total: 4_400 });
    const upgraded = await inAdvance({ amount_cents: 10_000 });
    const subscriptions = { external_ids: [external_id], plan_code: upgraded.code };
    const upgrade = await previewOf(customer, { subscriptions });
    expect(upgrade.taxes_amount_cents).toBe(Math.round(upgrade.sub_total_excluding_taxes_amount_cents / 10));
    const terminated_at = new Date(Date.now() + 86_400_000).toISOString();
    await previewOf(customer, { subscriptions: { external_ids: [external_id], terminated_at } });
    expect(taxes.calls.slice(asked).map(({ body }) => body.document.type)).toEqual(['preview', 'preview']);
  });

  test('the subscriptions of one invoice are asked about in one call', async () => {
    const customer = await taxedCustomer(client, connection);
    const plan = await inAdvance();
    const [one, other] = [await subscribe(client, customer, plan), await subscribe(client, customer, plan)];
    await runTaxJobs(server, client);
    const asked = taxes.calls.length;
    const external_ids = [one.external_id, other.external_id];
    const invoice = await previewOf(customer, { subscriptions: { external_ids } });
    expect(taxesOf(invoice)).toMatchObject({ fees: [400, 400], taxes: 800, total: 8_800 });
    expect(taxes.calls.slice(asked).map(({ body }) => body.lines.length)).toEqual([2]);
  });

  test('a customer on a test clock has local taxes, and nobody is asked', async () => {
    const clock = await createClock(client);
    const customer = await taxedCustomer(client, connection, { test_clock_id: clock.svc_id });
    const invoice = await previewOf(customer, {
      plan_code: (await inAdvance()).code,
      billing_time: 'anniversary',
    });
    expect(taxesOf(invoice)).toMatchObject({ applied: [], taxes: 0, total: 4_000 });
    expect(taxes.calls).toEqual([]);
  });

  test('a preview whose usage changes during the call asks once more', async () => {
    const customer = await taxedCustomer(client, connection);
    const metric = await createMetric(client);
    const plan = await createPlan(client, {
      amount_cents: 0,
      amount_currency: 'EUR',
      charges: [perCall(metric)],
    });
    const subscription = await subscribe(client, customer, plan);
    const use = () => sendEvents(client, subscription, metric, [{}]);
    await use();
    const provider = server.app.services.outsideSystems.taxProvider('http_tax');
    if (provider === null) throw new Error('expected a provider');
    const estimate = provider.estimate.bind(provider);
    const usedDuring = (times: number) => {
      let left = times;
      provider.estimate = async (...asked) => {
        if (left > 0) await use();
        left -= 1;
        return estimate(...asked);
      };
    };
    const body = { subscriptions: { external_ids: [subscription.external_id] } };
    usedDuring(1);
    expect(taxesOf(await previewOf(customer, body))).toMatchObject({ taxes: 20, total: 220 });
    expect(taxes.calls.map(({ body: { lines } }) => lines[0].amount_cents)).toEqual([100, 200]);
    usedDuring(2);
    expect(await previewOf(customer, body)).toMatchObject({
      taxes_amount_cents: 0,
      total_amount_cents: 400,
      error_details: [{ details: { tax_error: 'unavailable' } }],
    });
    expect(taxes.calls).toHaveLength(4);
    provider.estimate = estimate;
  });
});

describe('other previews', () => {
  test('a fee of a draft that is changed by hand is previewed with taxes', async () => {
    const billing_configuration = { invoice_grace_period: 3 };
    const customer = await taxedCustomer(client, connection, { billing_configuration });
    await subscribe(client, customer, await planOf([4_000, 1_000], 'EUR'), { billing_time: 'anniversary' });
    await runTaxJobs(server, client);
    const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
    const [draft] = body.invoices;
    const { fees } = (await client.get(`/invoices/${draft.svc_id}`)).body.invoice;
    const fee = fees.find(({ item }: Resource) => item.type === 'fixed_charge');
    const before = await stored();
    const { data, errors } = await client.graphql(
      `mutation ($input: AdjustedFeeInput!) { previewAdjustedFee(input: $input) {
        fee { amountCents taxesAmountCents } invoice { ${SHOWN} } } }`,
      { input: { invoiceId: draft.svc_id, feeId: fee.svc_id, units: '2' } },
    );
    expect(errors).toBeUndefined();
    expect(data.previewAdjustedFee).toMatchObject({
      fee: { amountCents: 2000, taxesAmountCents: 200 },
      invoice: {
        taxStatus: 'succeeded',
        taxesAmountCents: 600,
        totalAmountCents: 6600,
        errorDetails: [],
      },
    });
    expect(taxes.calls.map(({ body: { action, document } }) => `${action} ${document.type}`)).toEqual([
      'estimate invoice',
      'estimate preview',
    ]);
    expect(await stored()).toEqual(before);
  });

  test('the invoice that a voided one is regenerated as is previewed with taxes', async () => {
    const customer = await taxedCustomer(client, connection);
    const { svc_id: voidedInvoiceId } = await oneOffOf(client, customer, [1_000]);
    await runTaxJobs(server, client);
    expect((await client.post(`/invoices/${voidedInvoiceId}/void`, {})).status).toBe(200);
    const before = await stored();
    const { data } = await client.graphql(
      `query ($voidedInvoiceId: ID!) { regenerationPreview(voidedInvoiceId: $voidedInvoiceId) { status ${SHOWN} } }`,
      { voidedInvoiceId },
    );
    expect(data.regenerationPreview).toMatchObject({
      status: 'draft',
      taxStatus: 'succeeded',
      taxesAmountCents: 100,
      totalAmountCents: 1100,
    });
    expect(await stored()).toEqual(before);
  });
});

describe('requests', () => {
  test('a repeated key replays the preview without a call, also one that failed', async () => {
    const body = unsaved(connection, await planOf([4_000], 'EUR'));
    const send = (key: string) =>
      client.post('/invoices/preview', body, { headers: { 'idempotency-key': key } });
    for (const refuses of [false, true]) {
      if (refuses) taxes.refuse('address_unknown');
      const key = `preview-${String(refuses)}`;
      const first = await send(key);
      const calls = taxes.calls.length;
      const second = await send(key);
      expect([first.status, second.status, second.headers.get('idempotent-replayed')]).toEqual([
        200,
        200,
        'true',
      ]);
      expect(second.body).toEqual(first.body);
      expect(taxes.calls).toHaveLength(calls);
      expect(first.body.invoice.error_details).toHaveLength(refuses ? 1 : 0);
    }
  });

  test('a request that cannot be read is refused without a call', async () => {
    const body = { ...unsaved(connection, await planOf([4_000], 'EUR')), subscription_at: {} };
    const { status } = await client.post('/invoices/preview', body);
    expect([status, taxes.calls]).toEqual([422, []]);
  });

  /** Lets calls of the connection last as long as those of a preview may. */
  const patient = () => server.pool.sql`
    update integrations set settings = settings || '{"timeoutMs": 15000}' where id = ${connection.id}`;

  test('previews that wait for a provider hold no connection of the database', async () => {
    await patient();
    const body = unsaved(connection, await planOf([4_000], 'EUR'));
    const release = taxes.hold();
    const waiting = Array.from({ length: 4 }, () => previewed(body));
    await until(() => Promise.resolve(taxes.calls.length === 4));
    // The server has two connections.
    const [busy] = await server.pool.sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`;
    expect(busy).toEqual({ count: 0 });
    const others = await server.organization();
    expect((await others.get('/customers')).status).toBe(200);
    release();
    for (const invoice of await Promise.all(waiting)) expect(invoice.taxes_amount_cents).toBe(400);
  });

  test('previews of an organization beyond ten that wait have an error at once, and those of others are answered', async () => {
    await patient();
    const body = unsaved(connection, await planOf([4_000], 'EUR'));
    const release = taxes.hold();
    const answered: string[] = [];
    const waiting = Array.from({ length: 12 }, async () => {
      const { error_details } = await previewed(body);
      answered.push(...error_details.map(({ details }: Resource) => details.tax_error_message));
    });
    await until(() => Promise.resolve(answered.length === 2));
    const crowded = 'The organization has 10 previews that wait for their taxes.';
    expect(answered).toEqual([crowded, crowded]);
    const own = client;
    client = await server.organization();
    const other = await startHttpTax(server, client);
    const invoice = await previewed(unsaved(other.connection, await planOf([4_000], 'EUR')));
    expect(invoice.taxes_amount_cents).toBe(400);
    await other.taxes.stop();
    client = own;
    release();
    await Promise.all(waiting);
  });
});
