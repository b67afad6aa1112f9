// A small world to look at: npm run demo
//
// Twenty customers on three plans go through a year on a test clock. Most pay their invoices, some do not, one gets a
// credit note. The server keeps running until Ctrl-C, so that you can explore its data. The demo starts its own server on
// PORT (3000), with its data in a temporary folder, unless BASE_URL and API_KEY name one.
import { SingleBar } from 'cli-progress';
import { once } from 'node:events';
import { type Api, orNull, runExample, unlessExists } from './api.ts';

const YEAR = { start: '2027-01-01T00:00:00Z', months: 12 };
const CUSTOMERS = [
  'Acme', 'Alder Labs', 'Birch & Sons', 'Blue Harbor', 'Cedar Health', 'Copper Mill', 'Delta Freight', 'Elm Street Books',
  'Fjord Energy', 'Granite Games', 'Hazel Media', 'Ivory Optics', 'Juniper Foods', 'Kestrel Air', 'Linden Bank', 'Maple Robotics',
  'North Pier', 'Oakline', 'Poplar Music', 'Quartz Analytics',
]; // prettier-ignore
const PLANS = [
  { code: 'starter', name: 'Starter', amountCents: 1_900, pricePerCall: '0.004' },
  { code: 'team', name: 'Team', amountCents: 9_900, pricePerCall: '0.002' },
  { code: 'business', name: 'Business', amountCents: 49_900, pricePerCall: '0.001' },
];
const COUNTRIES = ['FR', 'DE', 'NL', 'ES'] as const;
/** Every sixth customer never pays, so that their invoices become overdue. */
const isPaying = (index: number) => index % 6 !== 5;

const port = Number(process.env['PORT'] ?? 3000);
await runExample(
  async (api) => {
    const path = { external_customer_id: customerId(0) };
    if ((await orNull(api.rest.get('/customers/{external_customer_id}', { path }))) !== null) {
      console.log('The demo data exists already.');
    } else {
      const clockId = await createCatalog(api);
      await createCustomers(api, clockId);
      const bar = new SingleBar({
        format: 'Billing a year [{bar}] {value}/{total} months',
        noTTYOutput: true,
      });
      bar.start(YEAR.months, 0);
      for (let month = 0; month < YEAR.months; month += 1) {
        await billMonth(api, clockId, month);
        bar.increment();
      }
      bar.stop();
      await giveCredit(api);
    }
    console.log(directions(api));
    if (process.env['BASE_URL'] === undefined) await once(process, 'SIGTERM');
  },
  { port },
);

/** @returns the id of the test clock for the customers. */
async function createCatalog({ rest }: Api): Promise<string> {
  await unlessExists(rest.post('/taxes', { body: { tax: { code: 'demo_vat', name: 'VAT', rate: 20 } } }));
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
  for (const { code, name, amountCents, pricePerCall } of PLANS) {
    await unlessExists(
      rest.post('/plans', {
        body: {
          plan: {
            code: `demo_${code}`,
            name,
            interval: 'monthly',
            amount_cents: amountCents,
            amount_currency: 'EUR',
            pay_in_advance: false,
            tax_codes: ['demo_vat'],
            charges: [
              {
                billable_metric_id: metric.svc_id,
                charge_model: 'standard',
                properties: { amount: pricePerCall },
              },
            ],
          },
        },
      }),
    );
  }
  const { test_clock } = await rest.post('/test_clocks', {
    body: { test_clock: { name: 'Demo', frozen_time: YEAR.start } },
  });
  return test_clock.svc_id;
}

async function createCustomers({ rest }: Api, clockId: string): Promise<void> {
  for (const [index, name] of CUSTOMERS.entries()) {
    await rest.post('/customers', {
      body: {
        customer: {
          external_id: customerId(index),
          name,
          currency: 'EUR',
          country: COUNTRIES[index % COUNTRIES.length] ?? null,
          net_payment_term: 14,
          test_clock_id: clockId,
        },
      },
    });
    await rest.post('/subscriptions', {
      body: {
        subscription: {
          external_customer_id: customerId(index),
          plan_code: `demo_${PLANS[index % PLANS.length]?.code ?? ''}`,
          external_id: subscriptionId(index),
        },
      },
    });
  }
}

/** Sends the usage of a month, advances the clock past its end, and pays the invoices that this issues. */
async function billMonth({ rest, advance }: Api, clockId: string, month: number): Promise<void> {
  const at = Date.parse(instantOf(month)) / 1000;
  const events = CUSTOMERS.map((_, index) => ({
    transaction_id: `demo-${month}-${index}`,
    external_subscription_id: subscriptionId(index),
    code: 'demo_calls',
    timestamp: at + 86_400 * (index % 27),
    properties: { count: 1_000 * (index + 1) + 400 * month },
  }));
  await rest.post('/events/batch', { body: { events } });
  await advance(clockId, instantOf(month + 1));
  for (const index of CUSTOMERS.keys()) {
    if (!isPaying(index)) continue;
    const unpaid = await rest.get('/invoices', {
      query: {
        external_customer_id: customerId(index),
        'payment_status[]': ['pending'],
        'status[]': ['finalized'],
      },
    });
    for (const invoice of unpaid.invoices) {
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

/** Credits ten euros, plus tax, on the last invoice of the first customer. */
async function giveCredit({ rest }: Api): Promise<void> {
  const { invoices } = await rest.get('/invoices', {
    query: { external_customer_id: customerId(0), per_page: 1 },
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

function directions({ baseUrl, apiKey }: Api): string {
  return [
    '',
    `${CUSTOMERS.length} customers, ${PLANS.length} plans and a year of invoices.`,
    '',
    `  API key   ${apiKey}`,
    `  GraphiQL  ${baseUrl}/graphiql`,
    `  Overdue   curl -H 'Authorization: Bearer ${apiKey}' '${baseUrl}/api/v1/invoices?payment_overdue=true'`,
    '',
    ...(process.env['BASE_URL'] === undefined ? ['Ctrl-C ends the server and removes its data.', ''] : []),
  ].join('\n');
}

function instantOf(month: number): string {
  return new Date(Date.UTC(2027, month)).toISOString();
}

function customerId(index: number): string {
  return `demo-${index + 1}`;
}

function subscriptionId(index: number): string {
  return `demo-${index + 1}-subscription`;
}
