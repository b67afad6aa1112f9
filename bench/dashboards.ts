import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { call, type Target } from './call.ts';
import { startChildServer } from './child-server.ts';
import { checkEventsAndCounters } from './database-checks.ts';
import type { Benchmark, Variant } from './harness.ts';
import { createInvoicedCustomers, CUSTOMERS, LARGE, ORDINARY, PLAN } from './invoiced-customers.ts';
import { latencyFigures } from './measure.ts';
import type { World } from './world.ts';

const FOLDER = path.resolve(import.meta.dirname, '../examples/dashboard');
const BARE = 'bare Express server';
/** Calls per screen and round: enough that p99 stands for two calls. */
const CALLS = 200;
const P99_MS = 100;
/** No record has it, so that a search reads all of them. */
const FOUND_NOWHERE = 'found nowhere';

type Variables = Readonly<Record<string, unknown>>;

interface Answer {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors?: readonly object[];
}

/** (j) The screens of a dashboard, each for the records that have the most to show, one request after another. */
export async function dashboards(world: World): Promise<Benchmark> {
  await createInvoicedCustomers(world);
  const bare = await startChildServer('bare-server.ts');
  const variables = await variablesOf(world);
  const files = readdirSync(FOLDER);
  assert.deepEqual(files, Object.keys(variables).sort());
  const screens = Object.entries(variables).map(([file, values]) => {
    const query = readFileSync(path.join(FOLDER, file), 'utf8');
    return { name: path.basename(file, '.graphql'), show: () => ask(world, query, values) };
  });
  const target: Target = { baseUrl: bare.baseUrl, apiKey: 'none' };
  return {
    title: `(j) Screens of a dashboard over ${CUSTOMERS} customers with a year of invoices, ${CALLS} calls a round`,
    variants: [
      inTurn(BARE, () => call(target, 'GET', '/api/v1/bare')),
      ...screens.map(({ name, show }) => inTurn(name, show)),
    ],
    ratios: screens.flatMap(({ name }) => [
      { figure: 'p50 ms', of: name, by: BARE },
      { figure: 'p99 ms', of: name, aim: { atMost: P99_MS } },
    ]),
    check: () => checkEventsAndCounters(world),
    end: () => bare.stop(),
  };
}

/** The variables with which each document has the most to read. */
async function variablesOf(world: World): Promise<Readonly<Record<string, Variables>>> {
  const { sql } = world.pool;
  const ofLarge = { externalId: LARGE };
  const usage = { ...ofLarge, externalSubscriptionId: LARGE };
  const [invoice] = await sql<{ id: string }[]>`
    select invoice_id as id from fees where invoice_id is not null group by invoice_id order by count(*) desc limit 1`;
  const [event] = await sql<{ transactionId: string }[]>`
    select transaction_id as "transactionId" from events where external_subscription_id = ${LARGE}
    order by timestamp desc limit 1`;
  const middle = await ask(
    world,
    `query ($page: Int!) {
      invoices(
        filter: { paymentOverdue: true }
        orderBy: { field: payment_due_date, direction: asc }
        page: $page
        perPage: 20
      ) { pageInfo { endCursor } }
    }`,
    { page: (CUSTOMERS * 3) / 20 },
  );
  const { pageInfo } = middle.data['invoices'] as { pageInfo: { endCursor: string } };
  return {
    // Whose few entries are spread over the whole log.
    'activity.graphql': { externalId: ORDINARY },
    'current-usage.graphql': usage,
    'customer.graphql': ofLarge,
    'event.graphql': { ...event },
    'invoice.graphql': { ...invoice },
    'mrr.graphql': {},
    'overdue-balances.graphql': {},
    'overdue-invoices.graphql': { after: pageInfo.endCursor },
    'plan.graphql': { code: PLAN },
    'revenue.graphql': {},
    'search.graphql': { text: FOUND_NOWHERE },
    'unpaid-invoices.graphql': ofLarge,
    'usage-over-time.graphql': usage,
  };
}

/** @throws Error when a field of the answer has failed. */
async function ask({ server }: World, query: string, variables: Variables): Promise<Answer> {
  const answer = JSON.parse(await call(server, 'POST', '/graphql', { query, variables })) as Answer;
  if (answer.errors !== undefined) throw new Error(`GraphQL answered ${JSON.stringify(answer.errors)}`);
  return answer;
}

/** Measures one call after another. */
function inTurn(name: string, show: () => Promise<unknown>): Variant {
  return {
    name,
    run: async () => {
      const latenciesMs: number[] = [];
      for (let made = 0; made < CALLS; made += 1) {
        const startedAt = performance.now();
        await show();
        latenciesMs.push(performance.now() - startedAt);
      }
      return latencyFigures(latenciesMs);
    },
  };
}
