import { execute, type ExecutionResult, graphql, print } from 'graphql';
import assert from 'node:assert/strict';
import { call } from './call.ts';
import { type Benchmark, percentile, type Variant } from './harness.ts';
import {
  type Actor,
  buildApiSchema,
  CAPABILITIES,
  compileOperation,
  Context,
  createLogger,
  createServices,
  DEFAULT_LIMITS,
  openConnections,
  documents,
  resolversByClass,
  REST_PAGE_LIMITS,
  type Services,
  systemClock,
} from './product.ts';
import type { World } from './world.ts';

const REST = 'REST over HTTP';
const GRAPHQL = 'GraphQL over HTTP';
const SERVICES = 'service calls';
const COMPILED = 'compiled document';
const KEPT = 'graphql-js, document kept';
const PARSED = 'graphql-js, text parsed each time';

const CUSTOMERS = 100;
const PAGE_SIZE = 20;
const CALLS = 200;

/**
 * (e) Measures what it costs that a REST response is the result of a GraphQL document. Variants that do not name HTTP run
 * in this process.
 */
export async function lists(world: World): Promise<Benchmark> {
  const { server } = world;
  await createCustomers(world);
  const connections = openConnections(server.connection, DEFAULT_LIMITS);
  const services = createServices({ connections, clock: systemClock, log: createLogger('warn') });
  const instances = CAPABILITIES.resolvers(services);
  const [schema, resolvers] = [await buildApiSchema(instances), resolversByClass(instances)];
  const actor = await services.apiKeyAuthenticator.authenticate(`Bearer ${server.apiKey}`);
  const facts = { resolvers, actor, surface: 'rest', pageLimits: REST_PAGE_LIMITS } as const;
  const variables = { page: 1, perPage: PAGE_SIZE };
  const request = () => ({
    schema,
    contextValue: Context.reading(facts, connections.tenants.forOrganization(actor.organizationId)),
    variableValues: variables,
  });
  const document = documents.get('RestListCustomers');
  const operation = compileOperation(schema, document);
  const source = print(document);

  /** Each returns the response body as text. */
  const ways = {
    [REST]: () => call(server, 'GET', `/api/v1/customers?per_page=${PAGE_SIZE}`),
    [GRAPHQL]: () => call(server, 'POST', '/graphql', { query: source, variables }),
    [SERVICES]: async () => JSON.stringify(await readThroughServices(services, world, actor)),
    [COMPILED]: async () =>
      JSON.stringify(
        (
          await operation.execute(
            Context.reading(facts, connections.tenants.forOrganization(actor.organizationId)),
            variables,
          )
        )['body'],
      ),
    [KEPT]: async () => bodyOf(await execute({ ...request(), document })),
    [PARSED]: async () => bodyOf(await graphql({ ...request(), source })),
  } satisfies Record<string, () => Promise<string>>;
  return {
    title: `(e) Lists: a page of ${PAGE_SIZE} customers with all members of REST, ${CALLS} calls a round`,
    variants: Object.entries(ways).map(([name, read]) => inTurn(name, read)),
    ratios: [
      { figure: 'p50 µs', of: COMPILED, by: KEPT },
      { figure: 'p50 µs', of: COMPILED, by: PARSED },
      { figure: 'p50 µs', of: COMPILED, by: SERVICES },
      { figure: 'p50 µs', of: REST, by: GRAPHQL },
      { figure: 'p50 µs', of: REST, by: SERVICES },
    ],
    check: async () => {
      const expected = await ways[REST]();
      const { data } = JSON.parse(await ways[GRAPHQL]()) as { data: { body: object } };
      assert.equal(JSON.stringify(data.body), expected);
      for (const way of [COMPILED, KEPT, PARSED] as const) assert.equal(await ways[way](), expected);
    },
  };
}

async function createCustomers({ server }: World): Promise<void> {
  for (let number = 1; number <= CUSTOMERS; number += 1) {
    await call(server, 'POST', '/api/v1/customers', {
      customer: {
        external_id: `listed-${number}`,
        name: `Customer ${number}`,
        email: `billing@customer-${number}.example`,
        address_line1: `${number} High Street`,
        city: 'Riga',
        country: 'LV',
        timezone: 'Europe/Riga',
        currency: 'EUR',
        shipping_address: { address_line1: `${number} Side Street`, city: 'Riga', country: 'LV' },
        metadata: [{ key: 'segment', value: 'retail', display_in_invoice: true }],
      },
    });
  }
}

/** Makes the same reads as the document by calling the services, without shaping the rows into a response. */
async function readThroughServices(
  { customers, billingEntities }: Services,
  { pool: { db } }: World,
  actor: Actor,
): Promise<object> {
  const page = await customers.list(db, actor, {
    filter: {},
    search: null,
    page: { kind: 'page', page: 1, size: PAGE_SIZE },
  });
  const ids = page.rows.map(({ id }) => id);
  const entityIds = [...new Set(page.rows.map(({ billingEntityId }) => billingEntityId))];
  const [count, entities, taxes, metadata] = await Promise.all([
    page.count(),
    billingEntities.getManyWithArchived(db, actor, entityIds),
    customers.taxesOf(db, actor, ids),
    customers.metadataOf(db, actor, ids),
  ]);
  return { rows: page.rows, count, related: [entities, taxes, metadata].map((found) => [...found]) };
}

/** Measures sequential calls. */
function inTurn(name: string, read: () => Promise<string>): Variant {
  return {
    name,
    run: async () => {
      const times: number[] = [];
      for (let made = 0; made < CALLS; made += 1) {
        const startedAt = performance.now();
        await read();
        times.push((performance.now() - startedAt) * 1_000);
      }
      return { 'p50 µs': percentile(times, 0.5), 'p99 µs': percentile(times, 0.99) };
    },
  };
}

function bodyOf({ data, errors }: ExecutionResult): string {
  if (errors !== undefined) throw new Error(errors[0]?.message);
  return JSON.stringify(data?.['body']);
}
