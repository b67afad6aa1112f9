// Bills the usage of an LLM service, as its operator would: npm run example [-- <csv>]
//
// The file lists requests as TIMESTAMP,ContextTokens,GeneratedTokens, like the Azure LLM inference trace 2023
// (github.com/Azure/AzurePublicDataset, CC-BY 4.0). Without a file, it generates an hour of requests, the same ones every
// time. Each request becomes two usage events at the request's own time (November 2023). The customer lives on a test
// clock in that month; after all usage is sent, the clock advances past 1 December, which issues the invoice. Running the
// example again changes nothing: transaction ids identify events, and codes identify everything else.
//
// It calls BASE_URL with API_KEY when both are set, otherwise a server that it starts with a temporary data folder.
import { SingleBar } from 'cli-progress';
import { readFileSync } from 'node:fs';
import type { components } from '../packages/client/src/index.ts';
import { type Api, orNull, runExample, unlessExists } from './api.ts';

interface LlmRequest {
  /** Unix seconds as decimal text, cut to the six decimals that the API keeps. */
  readonly at: string;
  readonly contextTokens: number;
  readonly generatedTokens: number;
}

type EventInput = components['schemas']['IngestEventInput'];

const MONTH = { start: '2023-11-01T00:00:00Z', after: '2023-12-01T00:00:00Z' };
const CUSTOMER = 'llm-example';
const SUBSCRIPTION = 'llm-example-2023';
const METRICS = [
  { code: 'context_tokens', name: 'Context tokens', pricePerToken: '0.0000005' },
  { code: 'generated_tokens', name: 'Generated tokens', pricePerToken: '0.0000015' },
];

const [file] = process.argv.slice(2);
await runExample(async (api) => {
  const requests = file === undefined ? generatedRequests() : requestsOf(file);
  await sell(api);
  await report(api, requests);
  await closeTheMonth(api);
  await printInvoice(api, requests);
});

/** Creates tax, metrics, plan, customer and subscription, unless an earlier run did. */
async function sell({ rest }: Api): Promise<void> {
  await unlessExists(rest.post('/taxes', { body: { tax: { code: 'llm_vat', name: 'VAT', rate: 20 } } }));
  for (const { code, name } of METRICS) {
    const metric = { code, name, aggregation_type: 'sum_agg', field_name: 'tokens' } as const;
    await unlessExists(rest.post('/billable_metrics', { body: { billable_metric: metric } }));
  }
  const charges = await Promise.all(
    METRICS.map(async ({ code, pricePerToken }) => {
      const { billable_metric: metric } = await rest.get('/billable_metrics/{code}', { path: { code } });
      return {
        billable_metric_id: metric.svc_id,
        charge_model: 'standard' as const,
        properties: { amount: pricePerToken },
      };
    }),
  );
  const plan = {
    code: 'llm_api',
    name: 'LLM API',
    interval: 'monthly' as const,
    amount_cents: 2000,
    amount_currency: 'USD' as const,
    pay_in_advance: false,
    tax_codes: ['llm_vat'],
    charges,
  };
  await unlessExists(rest.post('/plans', { body: { plan } }));
  const path = { external_customer_id: CUSTOMER };
  if ((await orNull(rest.get('/customers/{external_customer_id}', { path }))) !== null) return;
  const { test_clock } = await rest.post('/test_clocks', {
    body: { test_clock: { name: 'LLM example', frozen_time: MONTH.start } },
  });
  await rest.post('/customers', {
    body: {
      customer: {
        external_id: CUSTOMER,
        name: 'A heavy user',
        currency: 'USD',
        test_clock_id: test_clock.svc_id,
      },
    },
  });
  await rest.post('/subscriptions', {
    body: {
      subscription: { external_customer_id: CUSTOMER, plan_code: 'llm_api', external_id: SUBSCRIPTION },
    },
  });
}

/** Sends every request's usage, a hundred events at a time, four batches at once. */
async function report({ rest }: Api, requests: readonly LlmRequest[]): Promise<void> {
  const events = requests.flatMap(({ at, contextTokens, generatedTokens }, row) => [
    event(`row-${row}-context`, 'context_tokens', at, contextTokens),
    event(`row-${row}-generated`, 'generated_tokens', at, generatedTokens),
  ]);
  const bar = new SingleBar({
    format: 'Sending events [{bar}] {value}/{total}',
    noTTYOutput: !process.stderr.isTTY,
    notTTYSchedule: 5_000,
  });
  bar.start(events.length, 0);
  const batches = Array.from({ length: Math.ceil(events.length / 100) }, (_, index) =>
    events.slice(index * 100, index * 100 + 100),
  );
  const send = async (): Promise<void> => {
    for (let batch = batches.pop(); batch !== undefined; batch = batches.pop()) {
      // Events that were stored before (a retry, or a second run) are ignored.
      await rest.post('/events/batch', { query: { on_duplicate: 'ignore' }, body: { events: batch } });
      bar.increment(batch.length);
    }
  };
  await Promise.all([send(), send(), send(), send()]);
  bar.stop();
}

/** Advances the customer's clock past the end of the month, which issues the invoice. */
async function closeTheMonth({ rest, advance }: Api): Promise<void> {
  const { customer } = await rest.get('/customers/{external_customer_id}', {
    path: { external_customer_id: CUSTOMER },
  });
  await advance(customer.svc_test_clock_id ?? '', MONTH.after);
}

async function printInvoice({ rest }: Api, requests: readonly LlmRequest[]): Promise<void> {
  const { invoices } = await rest.get('/invoices', { query: { external_customer_id: CUSTOMER } });
  const [listed] = invoices;
  if (listed === undefined || invoices.length > 1)
    throw new Error(`Expected one invoice, found ${invoices.length}.`);
  const { invoice } = await rest.get('/invoices/{svc_id}', { path: { svc_id: listed.svc_id } });
  const rows = invoice.fees.map((fee) => [
    fee.item.invoice_display_name,
    amountText(fee.units),
    fee.precise_unit_amount,
    money(fee.amount_cents),
  ]);
  printTable(`Invoice ${invoice.number}, issued ${invoice.issuing_date}, in ${invoice.currency}`, [
    ['Item', 'Units', 'Unit price', 'Amount'],
    ...rows,
    ['Subtotal', '', '', money(invoice.sub_total_excluding_taxes_amount_cents)],
    ...invoice.applied_taxes.map((tax) => [
      `${tax.tax_name} ${tax.tax_rate} %`,
      '',
      '',
      money(tax.amount_cents),
    ]),
    ['Total', '', '', money(invoice.total_amount_cents)],
  ]);
  const expected = {
    context_tokens: total(requests.map((request) => request.contextTokens)),
    generated_tokens: total(requests.map((request) => request.generatedTokens)),
  };
  for (const [code, tokens] of Object.entries(expected)) {
    const fee = invoice.fees.find((candidate) => candidate.item.code === code);
    if (fee?.units !== `${tokens}.0`)
      throw new Error(`${code}: billed ${fee?.units}, the file holds ${tokens}.`);
    console.log(`${code}: billed units equal the file's total, ${amountText(String(tokens))}.`);
  }
}

function event(transactionId: string, code: string, timestamp: string, tokens: number): EventInput {
  return {
    transaction_id: transactionId,
    external_subscription_id: SUBSCRIPTION,
    code,
    timestamp,
    properties: { tokens },
  };
}

/** @throws Error naming the file or the line that cannot be read. */
function requestsOf(path: string): LlmRequest[] {
  const [, ...lines] = readFile(path).trimEnd().split(/\r?\n/);
  return lines.map((line, index) => {
    const [, second, fraction = '0', context, generated] =
      /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)(?:\.(\d+))?,(\d+),(\d+)$/.exec(line) ?? [];
    if (second === undefined)
      throw new Error(`${path}, line ${index + 2}: expected TIMESTAMP,ContextTokens,GeneratedTokens.`);
    const unixSeconds = Date.parse(`${second.replace(' ', 'T')}Z`) / 1000;
    return {
      at: `${unixSeconds}.${fraction.slice(0, 6)}`,
      contextTokens: Number(context),
      generatedTokens: Number(generated),
    };
  });
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${path} cannot be read: ${String(error)}`, { cause: error });
  }
}

/** Generates an hour of requests, the same ones every time, with a linear congruential generator. */
function generatedRequests(): LlmRequest[] {
  let state = 2023;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const firstSecond = Date.parse('2023-11-16T18:00:00Z') / 1000;
  return Array.from({ length: 5_000 }, (_, index) => ({
    at: `${firstSecond + Math.floor(index * 0.72)}.0`,
    contextTokens: 1 + random(2_000),
    generatedTokens: 1 + random(400),
  }));
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** `22361870.0` → `22,361,870`. */
function amountText(units: string): string {
  return Number(units).toLocaleString('en-US');
}

function printTable(title: string, rows: readonly string[][]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  console.log(`\n${title}\n`);
  for (const [name = '', ...figures] of rows) {
    const cells = figures.map((figure, index) => figure.padStart(widths[index + 1] ?? 0));
    console.log([name.padEnd(widths[0] ?? 0), ...cells].join('   ').trimEnd());
  }
  console.log('');
}
