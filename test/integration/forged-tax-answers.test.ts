// Answers of tax providers that nobody should have to trust: each fails the invoice, and leaves nothing half done (integrations.md §5, §7–§10).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import type { Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { differencesIn } from '../support/differences.js';
import type { Body } from '../support/json-stand-in.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { ADDRESS_IN_COLORADO, TaxProviders, type TaxProviderType } from '../support/tax-providers.js';
import { oneOffOf, runTaxJobs, shownInvoice, taxedCustomer, taxLink } from '../support/taxed-customers.js';

/** What the amounts of invoices are held to. */
const CHECKS = ['fee_taxes', 'invoice_taxes'];

let server: TestServer;
let client: Client;
let providers: TaxProviders;

beforeAll(async () => {
  providers = await TaxProviders.start();
  server = await startTestServer({
    integrationUrls: providers.urls,
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    connections: 2,
  });
});
afterAll(async () => {
  await server.stop();
  await providers.stop();
});
beforeEach(async () => {
  client = await server.organization();
});
afterEach(async () => {
  const { avalara, anrok, http } = providers;
  expect(http.faults).toEqual([]);
  expect(await differencesIn(server.pool, CHECKS)).toEqual([]);
  for (const standIn of [avalara, anrok, http]) standIn.forge = (body) => body;
});

const standInOf = (type: TaxProviderType) => (type === 'http_tax' ? providers.http : providers[type]);

/** What a provider calls the members of its answers; the taxes of a line have the members of a tax. */
interface Shape {
  readonly total: string;
  readonly lines: string;
  readonly id: string;
  readonly lineTax: string;
  readonly taxesOf: (line: Body) => Body[];
  readonly tax: string;
  readonly taxable: string;
  readonly rate: string;
  readonly name: string;
}

const SHAPES: Readonly<Record<TaxProviderType, Shape>> = {
  avalara: {
    total: 'totalTax',
    lines: 'lines',
    id: 'lineNumber',
    lineTax: 'tax',
    taxesOf: ({ details }) => details,
    tax: 'tax',
    taxable: 'taxableAmount',
    rate: 'rate',
    name: 'taxName',
  },
  anrok: {
    total: 'taxAmountToCollect',
    lines: 'lineItems',
    id: 'id',
    lineTax: 'taxAmountToCollect',
    taxesOf: ({ jurises: [juris] }) => juris.taxes,
    tax: 'taxAmount',
    taxable: 'taxableAmount',
    rate: 'taxRate',
    name: 'taxName',
  },
  http_tax: {
    total: 'tax_amount_cents',
    lines: 'lines',
    id: 'id',
    lineTax: 'tax_amount_cents',
    taxesOf: ({ taxes }) => taxes,
    tax: 'amount_cents',
    taxable: 'taxable_amount_cents',
    rate: 'rate',
    name: 'code',
  },
};

/** An answer about two lines, and its first line with that line's first tax. */
interface Answer {
  readonly answer: Body;
  readonly shape: Shape;
  readonly line: Body;
  readonly tax: Body;
}

type Forgery = (answered: Answer) => void;

/** No amounts, wherever they stand. */
const NO_AMOUNTS: readonly (readonly [string, unknown])[] = [
  ['beyond 2^53', '9007199254740993'],
  ['below 0', '-100'],
  ['of NaN', 'NaN'],
  ['that is an object', { amount: 1 }],
];

/** Other ways to write none. */
const WRITTEN: readonly (readonly [string, unknown])[] = [
  ['of 29 digits', '9'.repeat(29)],
  ['of 400 digits', '9'.repeat(400)],
  ['of 1e308', 1e308],
  ['of Infinity', 'Infinity'],
  ['with a comma', '1,5'],
  ['of no digits', ''],
  ['that is a list', [1]],
  ['that is true', true],
];

const FORGERIES: readonly (readonly [string, Forgery])[] = [
  ...NO_AMOUNTS.flatMap(([what, value]): [string, Forgery][] => [
    [`an amount of a tax ${what}`, ({ tax, shape }) => void (tax[shape.tax] = value)],
    [`a taxable amount ${what}`, ({ tax, shape }) => void (tax[shape.taxable] = value)],
    [`a rate ${what}`, ({ tax, shape }) => void (tax[shape.rate] = value)],
    [`a total ${what}`, ({ answer, shape }) => void (answer[shape.total] = value)],
  ]),
  ...[...NO_AMOUNTS, ...WRITTEN].map(([what, value]): [string, Forgery] => [
    `a tax of a line ${what}`,
    ({ line, shape }) => void (line[shape.lineTax] = value),
  ]),
  ['a tax without an amount', ({ tax, shape }) => void (tax[shape.tax] = undefined)],
  ['a tax without a rate', ({ tax, shape }) => void (tax[shape.rate] = undefined)],
  ['a tax without a name', ({ tax, shape }) => void (tax[shape.name] = undefined)],
  ['a name that is a number', ({ tax, shape }) => void (tax[shape.name] = 7)],
  ['a foreign line', ({ line, shape }) => void (line[shape.id] = 'foreign')],
  ['a line without an id', ({ line, shape }) => void (line[shape.id] = undefined)],
  ['a line that is missing', ({ answer, shape }) => void answer[shape.lines].pop()],
  [
    'a line more',
    ({ answer, line, shape }) => void answer[shape.lines].push({ ...line, [shape.id]: 'more' }),
  ],
  ['a line twice', ({ answer, line, shape }) => void answer[shape.lines].push(line)],
  ['a line in place of the other', ({ answer, line, shape }) => void (answer[shape.lines][1] = line)],
  ['a line that is null', ({ answer, shape }) => void (answer[shape.lines][0] = null)],
  ['no lines', ({ answer, shape }) => void (answer[shape.lines] = undefined)],
  [
    'lines that are an object',
    ({ answer, shape }) => void (answer[shape.lines] = { ...answer[shape.lines] }),
  ],
  ['a total that is not that of the lines', ({ answer, shape }) => void (answer[shape.total] = 5)],
  ['taxes that are not those of the line', ({ tax, shape }) => void (tax[shape.tax] = '1')],
  [
    '30,000 different taxes',
    ({ line, tax, shape }) => {
      for (let count = 0; count < 30_000; count += 1)
        shape
          .taxesOf(line)
          .push({ [shape.tax]: 1e-6, [shape.rate]: tax[shape.rate], [shape.name]: `t${count}` });
    },
  ],
];

/** An invoice with two fees, about which a provider has answered something else than it should. */
async function invoiceOf(type: TaxProviderType, forge: (answer: Body) => void): Promise<Resource> {
  const { code } = await providers.connect(server, client, type);
  const integration_customers = [taxLink({ code, type })];
  const customer = await taxedCustomer(
    client,
    { code, type },
    { ...ADDRESS_IN_COLORADO, integration_customers },
  );
  standInOf(type).forge = (answer) => {
    forge(answer);
    return answer;
  };
  const invoice = await oneOffOf(client, customer, [10_000, 2_000]);
  await runTaxJobs(server, client);
  return invoice;
}

async function expectFailed(invoice: Resource): Promise<void> {
  expect(await shownInvoice(client, invoice)).toMatchObject({
    status: 'failed',
    taxes_amount_cents: 0,
    total_amount_cents: 12_000,
    applied_taxes: [],
    fees: [
      { taxes_amount_cents: 0, applied_taxes: [] },
      { taxes_amount_cents: 0, applied_taxes: [] },
    ],
    error_details: [{ error_code: 'tax_error', details: { tax_error: 'invalid_answer' } }],
  });
  const records = await server.pool.sql`
    select status, error_code, external_id, synced_at from integration_resources where resource_id = ${invoice.svc_id}`;
  expect(records).toEqual([
    { status: 'failed', error_code: 'invalid_answer', external_id: null, synced_at: null },
  ]);
}

describe.each(['avalara', 'anrok', 'http_tax'] as const)('answers of %s', (type) => {
  test.each(FORGERIES)('an invoice fails whose answer has %s', async (_, forge) => {
    const shape = SHAPES[type];
    const invoice = await invoiceOf(type, (answer) => {
      const [line] = answer[shape.lines];
      forge({ answer, shape, line, tax: shape.taxesOf(line)[0] });
    });
    await expectFailed(invoice);
  });

  test('an invoice whose answer was forged is issued once a retry has a true one', async () => {
    const invoice = await invoiceOf(type, (answer) => void (answer[SHAPES[type].lines] = undefined));
    standInOf(type).forge = (body) => body;
    await client.post(`/invoices/${invoice.svc_id}/retry`, {});
    await runTaxJobs(server, client);
    const taxed = type === 'http_tax' ? 1_200 : 2_520;
    expect(await shownInvoice(client, invoice)).toMatchObject({
      status: 'finalized',
      taxes_amount_cents: taxed,
      total_amount_cents: 12_000 + taxed,
      error_details: [],
    });
  });
});

test('an invoice fails whose answer of Avalara is in another currency', async () => {
  await expectFailed(await invoiceOf('avalara', (answer) => void (answer.currencyCode = 'USD')));
});
