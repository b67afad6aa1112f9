// What broken and hostile clients send to every operation there is, made from its description: a new operation is met
// by it as soon as it is mounted. `npm run fuzz` sends other values, and more of them for each member.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { draw, hostileJson, HOSTILE_SEGMENTS, hostileValues } from '../support/hostile-values.js';
import { buildWorld, type World } from '../support/hostile-world.js';
import type { Client, RestAnswer } from '../support/client.js';
import { WrittenTables } from '../support/written-tables.js';
import {
  bodyOf,
  bodySchemaOf,
  type Operation,
  OPERATIONS,
  pathOf,
  pathParametersOf,
  queryParametersOf,
} from '../support/operations.js';
import { bodyWith, type BodyMember, membersOf, sampleOf } from '../support/sample-bodies.js';
import { refusalInGraphql, refusalOf, TYPED } from '../support/refusals.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;
let stranger: Client;
let journal: WrittenTables;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  [client, stranger] = [await server.organization(), await server.organization()];
  world = await buildWorld(client);
  journal = await WrittenTables.of(server);
});
afterAll(() => server.stop());

/** No body at all, or none that holds a member. */
const NO_BODIES = [
  '',
  '{',
  '[]',
  '[[]]',
  '"x"',
  '1',
  'null',
  '{}',
  '{"":{}}',
  '\ufeff{}',
  '\0',
  '{"__proto__":{"a":1}}',
];

/**
 * @throws Error with the exchange, when its answer is not as every answer is; the client holds it against the contract.
 */
async function send(
  operation: Operation,
  path: string,
  rawBody?: string,
  caller = client,
): Promise<RestAnswer> {
  const { method } = operation;
  const options = rawBody === undefined ? {} : { rawBody };
  const answer = await caller.call(method, path, options);
  const { status, body } = answer;
  const written = await journal.take();
  const mayWrite = status === 200 && method !== 'GET';
  const problems = [
    ...(status < 500 ? [] : ['is our fault']),
    ...(!mayWrite && written.length > 0 ? [`has written ${written.join()}`] : []),
    ...(body.code === 'validation_errors' ? detailProblems(body.error_details) : []),
  ];
  if (problems.length > 0)
    throw new Error(`${summaryOf(method, path, rawBody, answer)}: ${problems.join('; ')}`);
  return answer;
}

const summaryOf = (method: string, path: string, sent: string | undefined, { status, body }: RestAnswer) =>
  [method, path.slice(0, 200), sent?.slice(0, 500), '→', status, JSON.stringify(body).slice(0, 500)].join(
    ' ',
  );

/**
 * Fields are reported in snake_case with their codes; elements of a body that is a list come below their index. The value of
 * any threshold is reported as `thresholds:value` (alerts.md §2).
 */
function detailProblems(details: Record<string, unknown>): string[] {
  const fields = Object.entries(details);
  if (fields.length === 0 || fields.length > 1_000) return [`reports ${fields.length} fields`];
  return fields.flatMap(([field, codes]) => {
    const named = /^[a-z\d_]+(?:[.:][a-z\d_]+)*$/.test(field) ? [] : [`reports ${field}`];
    if (!Array.isArray(codes)) return [...named, ...detailProblems(codes as Record<string, unknown>)];
    return codes.every((code) => /^[a-z_]+$/.test(String(code))) ? named : [`has codes ${codes.join()}`];
  });
}

test('a write shows in the journal of tables', async () => {
  await client.post('/taxes', { tax: { name: 'n', code: 'seen', rate: 1 } });
  expect(await journal.take()).toContain('taxes');
});

test('a record of another organization is not found, whatever operation names it', async () => {
  // The past usage of an unknown customer is an empty list (current-usage.md §2).
  const named = OPERATIONS.filter((each) => pathParametersOf(each).length > 0);
  for (const operation of named.filter(({ operationId }) => operationId !== 'listPastUsage')) {
    const { status, body } = await send(
      operation,
      pathOf(operation, world),
      bodyOf(operation, world),
      stranger,
    );
    expect([operation.operationId, status, body.code]).toEqual([
      operation.operationId,
      404,
      expect.stringMatching(/_not_found$/),
    ]);
  }
});

test('a key without the permission of an operation is refused, and writes nothing', async () => {
  const powerless = await server.organization({});
  await journal.take();
  for (const operation of OPERATIONS) {
    const { status, body } = await send(
      operation,
      pathOf(operation, world),
      bodyOf(operation, world),
      powerless,
    );
    expect([operation.operationId, status, body.code]).toEqual([
      operation.operationId,
      403,
      expect.stringMatching(/^(?:read|write)_action_not_allowed_for_/),
    ]);
  }
});

/** Members that several bodies share are sent once, with the first. */
const met = new Set<string>();

describe('bodies', () => {
  test.each(OPERATIONS.filter(bodySchemaOf).map((operation) => [operation.operationId, operation] as const))(
    '%s',
    async (id, operation) => {
      const schema = bodySchemaOf(operation) ?? {};
      const members = membersOf(schema, id);
      for (const rawBody of draw(id, NO_BODIES, 2)) await send(operation, pathOf(operation, world), rawBody);
      for (const member of members.filter((each) => isNew(operation, each))) {
        for (const value of draw(member.key, hostileValues(member.schema))) {
          const body = bodyWith(sampleOf(schema, world.known), members, member.path, value, world.known);
          const answer = await send(operation, pathOf(operation, world), hostileJson(body));
          // GraphQL takes numbers for ids and decimals, and one value for a list of it.
          const isId = member.schema['format'] === 'uuid';
          const isDecimal =
            /_credits$|rate_amount$/.test(String(member.path.at(-1))) && typeof value !== 'string';
          if (!isId && !isDecimal) await compareRefusals(operation, hostileJson(body), answer);
        }
      }
    },
  );
});

/** What creates records is a mutation of the same name, which refuses the same, unless its types do before it. */
async function compareRefusals({ operationId, template }: Operation, sent: string, answer: RestAnswer) {
  const body = JSON.parse(sent) as Record<string, Record<string, unknown> | undefined>;
  const [input, ...beside] = Object.values(body);
  // Such as -0 and 1e400, which JavaScript does not write.
  const isFaithful = JSON.stringify(body) === sent;
  const isTwin = template.split('/').length === 2 && /^(?:create|upsert|record)/.test(operationId);
  if (!isTwin || !isFaithful || answer.status !== 422 || input === undefined || beside.length > 0) return;
  const refusal = await refusalInGraphql(client, operationId, input);
  const isKind = JSON.stringify(answer.body.error_details).includes('"invalid_format"');
  if (refusal !== TYPED && !isKind) {
    // GraphQL refuses a long list before it looks at anything else; REST reports the rest with it.
    const isPart = holdsLongList(sent) && refusal !== null && !Array.isArray(refusal);
    expect([sent, refusalOf(answer)]).toEqual([sent, isPart ? expect.objectContaining(refusal) : refusal]);
  }
  const written = await journal.take();
  // One value stands for a list of it there, which REST refuses.
  if (refusal !== null) expect(written).toEqual([]);
}

function holdsLongList(json: string): boolean {
  let isLong = false;
  JSON.parse(json, (_, value: unknown) => {
    isLong ||= Array.isArray(value) && value.length > 1_000;
    return value;
  });
  return isLong;
}

/** An update of what its path names it by would take it out of reach. */
function isNew({ method }: Operation, { key, path }: BodyMember): boolean {
  const isName =
    method === 'PUT' && ['code', 'external_id'].includes(String(path.at(-1))) && path.length === 2;
  return !isName && met.size < met.add(key).size;
}

describe('addresses', () => {
  test('paths and queries may hold hostile values', async () => {
    for (const operation of OPERATIONS) {
      const { operationId } = operation;
      for (const name of pathParametersOf(operation)) {
        for (const segment of draw(`${operationId} ${name}`, HOSTILE_SEGMENTS)) {
          await send(operation, pathOf(operation, world, { [name]: segment }), bodyOf(operation, world));
        }
      }
      for (const { name, schema } of queryParametersOf(operation)) {
        const place = `${operationId} ?${name}`;
        for (const value of draw(place, [...HOSTILE_SEGMENTS, ...hostileValues(schema).map(inQuery)])) {
          const spellings = [name, `${name}[]`, `${name}[a]`, `a=b&${name}=c&${name}`];
          const [spelled = name] = draw(`${place} ${value}`, spellings, 1);
          await send(operation, `${pathOf(operation, world)}?${spelled}=${value}`, bodyOf(operation, world));
        }
      }
    }
  });
});

function inQuery(value: unknown): string {
  return encodeURIComponent(
    (typeof value === 'string' ? value : hostileJson(value)).slice(0, 4_000).toWellFormed(),
  );
}
