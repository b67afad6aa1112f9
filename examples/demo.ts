// A small world to look at: npm run demo
//
// Twenty customers on four plans in two currencies go through the year that ends today, on a test clock. Most pay their invoices, some do
// not, one has a card that is declined of late, two have prepaid credits. The server keeps running until Ctrl-C, so that you
// can explore its data. The demo starts its own server on PORT (3000), with its data in a temporary folder, unless BASE_URL
// and API_KEY name one.
import { SingleBar } from 'cli-progress';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Api, orNull, runExample, unlessExists } from './api.ts';
import { screensOf } from './demo-screens.ts';
import { subscriptionId, customerId } from './demo-names.ts';

/** A year; DEMO_MONTHS makes it shorter. */
const MONTHS = Number(process.env['DEMO_MONTHS'] ?? 12);
const CUSTOMERS = [
  'Acme', 'Alder Labs', 'Birch & Sons', 'Blue Harbor', 'Cedar Health', 'Copper Mill', 'Delta Freight', 'Elm Street Books',
  'Fjord Energy', 'Granite Games', 'Hazel Media', 'Ivory Optics', 'Juniper Foods', 'Kestrel Air', 'Linden Bank', 'Maple Robotics',
  'North Pier', 'Oakline', 'Poplar Music', 'Quartz Analytics',
]; // prettier-ignore
const PLANS = [
  { code: 'starter', name: 'Starter', amountCents: 1_900, pricePerCall: '0.004', currency: 'EUR' },
  { code: 'team', name: 'Team', amountCents: 9_900, pricePerCall: '0.002', currency: 'EUR' },
  { code: 'business', name: 'Business', amountCents: 49_900, pricePerCall: '0.001', currency: 'EUR' },
  { code: 'global', name: 'Global', amountCents: 12_900, pricePerCall: '0.0025', currency: 'USD' },
] as const;
type Plan = (typeof PLANS)[number];
const PLACES = [
  { country: 'FR', city: 'Lyon', zipcode: '69002', address_line1: '3 rue de la Barre' },
  { country: 'DE', city: 'Hamburg', zipcode: '20457', address_line1: 'Am Sandtorkai 30' },
  { country: 'NL', city: 'Utrecht', zipcode: '3511 CE', address_line1: 'Oudegracht 120' },
  { country: 'ES', city: 'Valencia', zipcode: '46002', address_line1: 'Calle Colón 12' },
] as const;
const ABROAD = {
  country: 'US',
  city: 'Portland',
  zipcode: '97205',
  address_line1: '802 SW Alder Street',
} as const;

/** The last four customers pay in dollars. */
const isAbroad = (index: number) => index >= 16;
/** Every sixth customer never pays, so that their invoices become overdue. */
const isPaying = (index: number) => index % 6 !== 5;
/** Customers whom the sandbox charges. */
const CHARGED = [1, 2, 6, 7];
/** The customer whose card is declined in the last months, and who got a credit before. */
const DECLINED = 4;
/** Customers with prepaid credits. */
const PREPAYING = [1, 6];
/** Customers with a coupon for their first months. */
const WITH_COUPON = [2, 8];
/** The customer whose last invoices are drafts. */
const WITH_GRACE = 9;

const CHARGE_LIMIT_MS = 60_000;

/** The instant at which the world ends. */
const END = new Date(Math.floor(Date.now() / 1000) * 1000);

const port = Number(process.env['PORT'] ?? 3000);
await runExample(
  async (api) => {
    const path = { external_customer_id: customerId(0) };
    let login: string | null = null;
    if ((await orNull(api.rest.get('/customers/{external_customer_id}', { path }))) !== null) {
      console.log('The demo data exists already.');
    } else {
      const clockId = await createCatalog(api);
      await createCustomers(api, clockId);
      const bar = new SingleBar({
        format: 'Billing a year [{bar}] {value}/{total} months',
        noTTYOutput: true,
      });
      bar.start(MONTHS, 0);
      for (let month = 0; month <= MONTHS; month += 1) {
        if (month === MONTHS - 2) await linkToSandbox(api, DECLINED, 'declined');
        await sendUsage(api, month);
        await api.advance(clockId, instantOf(month + 1));
        await payInvoices(api);
        await awaitCharges(api);
        bar.update(Math.min(month + 1, MONTHS));
      }
      bar.stop();
      await giveCredit(api);
      login = await createLogin(api);
    }
    console.log(await directions(api, login));
    if (process.env['BASE_URL'] === undefined) await once(process, 'SIGTERM');
  },
  { port },
);

/** @returns the id of the test clock for the customers. */
async function createCatalog({ rest }: Api): Promise<string> {
  await unlessExists(rest.post('/taxes', { body: { tax: { code: 'demo_vat', name: 'VAT', rate: 20 } } }));
  const billing_entity = {
    code: 'demo',
    name: 'Nordlicht Cloud',
    legal_name: 'Nordlicht Cloud SAS',
    legal_number: '732829320',
    tax_identification_number: 'FR44732829320',
    address_line1: '12 quai du Port',
    zipcode: '13002',
    city: 'Marseille',
    country: 'FR',
    email: 'billing@nordlicht.example',
    phone: '+33 4 91 00 00 00',
    default_currency: 'EUR',
    document_number_prefix: 'DEMO',
    document_color: '#0b6e75',
    einvoicing: true,
  } as const;
  await unlessExists(rest.post('/billing_entities', { body: { billing_entity } }));
  const calls = {
    code: 'demo_calls',
    name: 'API calls',
    aggregation_type: 'sum_agg',
    field_name: 'count',
  } as const;
  await unlessExists(rest.post('/billable_metrics', { body: { billable_metric: calls } }));
  const { billable_metric: metric } = await rest.get('/billable_metrics/{code}', {
    path: { code: calls.code },
  });
  for (const plan of PLANS) await createPlan(rest, plan, metric.svc_id);
  const coupon = {
    code: 'demo_welcome',
    name: 'Welcome',
    coupon_type: 'percentage',
    percentage_rate: '10',
    frequency: 'recurring',
    frequency_duration: 3,
    expiration: 'no_expiration',
  } as const;
  await unlessExists(rest.post('/coupons', { body: { coupon } }));
  const { test_clock } = await rest.post('/test_clocks', {
    body: { test_clock: { name: 'Demo', frozen_time: instantOf(0) } },
  });
  return test_clock.svc_id;
}

async function createPlan(
  rest: Api['rest'],
  { code, name, amountCents, pricePerCall, currency }: Plan,
  metricId: string,
): Promise<void> {
  const plan = {
    code: `demo_${code}`,
    name,
    interval: 'monthly' as const,
    amount_cents: amountCents,
    amount_currency: currency,
    pay_in_advance: false,
    tax_codes: currency === 'EUR' ? ['demo_vat'] : [],
    charges: [
      {
        billable_metric_id: metricId,
        charge_model: 'standard' as const,
        properties: { amount: pricePerCall },
      },
    ],
  };
  await unlessExists(rest.post('/plans', { body: { plan } }));
}

async function createCustomers(api: Api, clockId: string): Promise<void> {
  const { rest } = api;
  for (const [index, name] of CUSTOMERS.entries()) {
    const external_customer_id = customerId(index);
    const customer = {
      ...(isAbroad(index) ? ABROAD : PLACES[index % PLACES.length]),
      external_id: external_customer_id,
      name,
      legal_name: `${name} Ltd`,
      email: `accounts@${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`,
      currency: currencyOf(index),
      net_payment_term: 14,
      billing_entity_code: 'demo',
      test_clock_id: clockId,
      ...(index === WITH_GRACE ? { billing_configuration: { invoice_grace_period: 40 } } : {}),
    };
    await rest.post('/customers', { body: { customer } });
    if (CHARGED.includes(index) || index === DECLINED) await linkToSandbox(api, index, 'ok');
    if (WITH_COUPON.includes(index)) {
      const applied_coupon = { external_customer_id, coupon_code: 'demo_welcome' };
      await rest.post('/applied_coupons', { body: { applied_coupon } });
    }
    if (PREPAYING.includes(index)) {
      const wallet = {
        external_customer_id,
        name: 'Prepaid credits',
        rate_amount: '1',
        currency: currencyOf(index),
        paid_credits: '400',
        granted_credits: '25',
      };
      await rest.post('/wallets', { body: { wallet } });
    }
    const subscription = {
      external_customer_id,
      plan_code: planOf(index),
      external_id: subscriptionId(index),
    };
    await rest.post('/subscriptions', { body: { subscription } });
  }
}

/** Has the sandbox, which moves no money, charge a customer. @param word how its method behaves. */
async function linkToSandbox({ rest }: Api, index: number, word: 'ok' | 'declined'): Promise<void> {
  const billing_configuration = {
    payment_provider: 'sandbox',
    payment_provider_code: 'sandbox',
    provider_customer_id: word,
  };
  await rest.post('/customers', {
    body: { customer: { external_id: customerId(index), billing_configuration } },
  });
}

/** Sends the usage of a month, on four days; of the present month, what has passed of it. */
async function sendUsage({ rest }: Api, month: number): Promise<void> {
  const begin = Date.parse(instantOf(month)) / 1000;
  const seconds = Date.parse(instantOf(month + 1)) / 1000 - begin;
  const events = CUSTOMERS.flatMap((_, index) =>
    [0, 1, 2, 3].map((part) => ({
      transaction_id: `demo-${month}-${index}-${part}`,
      external_subscription_id: subscriptionId(index),
      code: 'demo_calls',
      timestamp: Math.floor(begin + (seconds * (part + index / CUSTOMERS.length)) / 4),
      properties: { count: (250 + 10 * part) * (index + 1) + 100 * month },
    })),
  );
  await rest.post('/events/batch', { body: { events } });
}

/** Records payments of what is due, of the customers who pay and whom the sandbox does not charge. */
async function payInvoices({ rest }: Api): Promise<void> {
  for (const index of CUSTOMERS.keys()) {
    if (!isPaying(index) || index === DECLINED || CHARGED.includes(index)) continue;
    for (const invoice of await unpaidOf(rest, index)) {
      const payment = {
        invoice_id: invoice.svc_id,
        amount_cents: invoice.total_due_amount_cents,
        reference: `Transfer ${invoice.number}`.slice(0, 40),
      };
      // However often this request is sent, the invoice is paid once.
      await rest.post('/payments', { body: { payment }, idempotencyKey: `demo-payment-${invoice.svc_id}` });
    }
  }
}

/** Waits until the sandbox has charged whom it charges, which jobs of the server do. */
async function awaitCharges({ rest }: Api): Promise<void> {
  const deadline = performance.now() + CHARGE_LIMIT_MS;
  for (const index of [...CHARGED, DECLINED]) {
    while ((await unpaidOf(rest, index)).length > 0) {
      if (performance.now() > deadline) throw new Error('The sandbox has not charged a customer in time.');
      await pause(100);
    }
  }
}

/** The invoices of a customer that nobody has paid or tried to pay. */
async function unpaidOf(rest: Api['rest'], index: number) {
  const { invoices } = await rest.get('/invoices', {
    query: {
      external_customer_id: customerId(index),
      'payment_status[]': ['pending'],
      'status[]': ['finalized'],
    },
  });
  return invoices;
}

/** Credits ten euros, plus tax, on an invoice that the customer with the declined card has paid. */
async function giveCredit({ rest }: Api): Promise<void> {
  const { invoices } = await rest.get('/invoices', {
    query: { external_customer_id: customerId(DECLINED), 'payment_status[]': ['succeeded'], per_page: 1 },
  });
  const { invoice } = await rest.get('/invoices/{svc_id}', {
    path: { svc_id: invoices[0]?.svc_id ?? '' },
  });
  await rest.post('/credit_notes', {
    body: {
      credit_note: {
        invoice_id: invoice.svc_id,
        reason: 'order_change',
        credit_amount_cents: 1_200,
        items: [{ fee_id: invoice.fees[0]?.svc_id ?? '', amount_cents: 1_000 }],
      },
    },
  });
}

/** Makes a member of the organization. @returns the address and the password. */
async function createLogin({ graphql }: Api): Promise<string> {
  const email = `demo-${randomBytes(3).toString('hex')}@example.com`;
  const password = randomBytes(9).toString('base64url');
  const { createInvite } = await graphql.request<{ createInvite: { token: string } }, object>(
    'mutation ($input: CreateInviteInput!) { createInvite(input: $input) { token } }',
    { input: { email, roles: ['admin'] } },
  );
  await graphql.request('mutation ($input: AcceptInviteInput!) { acceptInvite(input: $input) { token } }', {
    input: { token: createInvite.token, password },
  });
  return `${email}  ${password}`;
}

async function directions(api: Api, login: string | null): Promise<string> {
  const { baseUrl, apiKey, rest } = api;
  const path = { external_customer_id: customerId(DECLINED) };
  const { customer } = await rest.get('/customers/{external_customer_id}/portal_url', { path });
  const { invoices } = await rest.get('/invoices', {
    query: { external_customer_id: customerId(WITH_COUPON[0] ?? 0), 'status[]': ['finalized'] },
  });
  const first = invoices.at(-1)?.svc_id ?? '';
  const file = { path: { svc_id: first } };
  const { invoice: pdf } = await rest.post('/invoices/{svc_id}/download', file);
  const { invoice: xml } = await rest.post('/invoices/{svc_id}/download_xml', file);
  const screens = screensOf({ customer: DECLINED, invoiceId: first, lastMonth: MONTHS, end: END });
  return [
    '',
    `${CUSTOMERS.length} customers, ${PLANS.length} plans and a year of invoices.`,
    '',
    `  API key    ${apiKey}`,
    `  GraphiQL   ${baseUrl}/graphiql`,
    `  Portal     ${customer.portal_url}`,
    `  PDF        ${pdf.file_url ?? 'is being made'}`,
    `  E-invoice  ${xml.xml_url ?? 'is being made'}`,
    ...(login === null ? [] : [`  Login      ${login}  (for the mutation loginUser)`]),
    `  Overdue    curl -H 'Authorization: Bearer ${apiKey}' '${baseUrl}/api/v1/invoices?payment_overdue=true'`,
    '',
    'The documents of examples/dashboard, to paste into GraphiQL, with variables:',
    '',
    ...Object.entries(screens).map(
      ([name, variables]) => `  ${name.padEnd(26)}  ${JSON.stringify(variables)}`,
    ),
    '',
    ...(process.env['BASE_URL'] === undefined ? ['Ctrl-C ends the server and removes its data.', ''] : []),
  ].join('\n');
}

/** The instant at which a month of the year begins; the month after the last ends now. */
function instantOf(month: number): string {
  if (month > MONTHS) return END.toISOString();
  return new Date(Date.UTC(END.getUTCFullYear(), END.getUTCMonth() - MONTHS + month)).toISOString();
}

function currencyOf(index: number): 'EUR' | 'USD' {
  return isAbroad(index) ? 'USD' : 'EUR';
}

function planOf(index: number): string {
  const offered = PLANS.filter(({ currency }) => currency === currencyOf(index));
  return `demo_${offered[index % offered.length]?.code ?? ''}`;
}
