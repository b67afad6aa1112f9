// What broken and hostile clients send to every field of the schema that takes something, made from its types: a new field is
// met by it at once; see test/rest/hostile.test.ts.
import { afterAll, beforeAll, test } from '@jest/globals';
import {
  buildSchema,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '../support/client.js';
import { snakeCase } from '../support/graphql-input.js';
import { draw, hostileJson, hostileValues } from '../support/hostile-values.js';
import { buildWorld, type World } from '../support/hostile-world.js';
import { Journal } from '../support/journal.js';
import { startTestServer, type TestServer } from '../support/server.js';

const schema = buildSchema(
  readFileSync(path.resolve(import.meta.dirname, '../../schema/schema.graphql'), 'utf8'),
);
const ROOTS = { query: schema.getQueryType(), mutation: schema.getMutationType() };
const FIELDS = Object.entries(ROOTS).flatMap(([kind, root]) =>
  Object.values(root?.getFields() ?? {})
    .filter(({ args }) => args.length > 0)
    .map((field) => [`${kind} ${field.name}`, kind, field] as const),
);

/** Whatever a member may be, the value is to be of some kind that it is not. */
const HOSTILE = hostileValues({
  type: ['string', 'integer', 'array', 'object'],
  format: 'date-time',
});

let server: TestServer;
let client: Client;
let journal: Journal;
let world: World;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  world = await buildWorld(client);
  journal = await Journal.of(server.pool);
});
afterAll(() => server.stop());

test.each(FIELDS)('%s', async (name, kind, field) => {
  const document = documentOf(kind, field);
  const places = draw(name, placesOf(field));
  const values = draw(`${name} value`, HOSTILE);
  for (const [index, [argument = '', member]] of places.entries()) {
    const variables = Object.fromEntries(
      field.args
        .filter(({ type }) => isNonNullType(type))
        .map((arg) => [arg.name, sampleOf(arg.type, arg.name)]),
    );
    if (member === undefined) variables[argument] = values[index];
    else variables[argument] = { ...(variables[argument] as object | undefined), [member]: values[index] };
    await send(kind, hostileJson({ query: document, variables }));
  }
});

type Field = GraphQLField<unknown, unknown>;

function documentOf(kind: string, { name, args, type }: Field): string {
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const selection = isLeafType(getNamedType(type)) ? '' : '{ __typename }';
  return `${kind} (${declared}) { ${name}(${given}) ${selection} }`;
}

/** Every argument, and every member of one that is an input. */
function placesOf({ args }: Field): (readonly [argument: string, member?: string])[] {
  return args.flatMap(({ name, type }) => {
    const input = getNullableType(type);
    const members = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
    return [[name] as const, ...members.map((member) => [name, member] as const)];
  });
}

/** An ordinary value: of inputs what is required, and what is known by name. */
function sampleOf(type: GraphQLInputType, name: string): unknown {
  const present = getNullableType(type);
  const known = world.known[snakeCase(name)];
  if (isListType(present)) return [sampleOf(present.ofType, name.replace(/s$/, ''))];
  if (isEnumType(present)) return present.getValues()[0]?.name;
  if (isInputObjectType(present)) {
    const required = Object.values(present.getFields()).filter((member) => isNonNullType(member.type));
    return Object.fromEntries(required.map((member) => [member.name, sampleOf(member.type, member.name)]));
  }
  if (typeof known === 'function') return (known as () => unknown)();
  return typeof known === 'string' ? known : SAMPLES[String(present)];
}

const SAMPLES: Readonly<Record<string, unknown>> = {
  Boolean: false,
  Date: '2027-01-01',
  DateTime: '2027-01-01T00:00:00Z',
  Decimal: '1',
  Float: 1,
  ID: '01900000-0000-7000-8000-000000000000',
  Int: 1,
  JSONObject: {},
  SafeInt: 1,
  String: 'x',
};

interface Refusal {
  readonly extensions: { readonly code: string; readonly status: number; readonly details: unknown };
}

/** @throws Error with the exchange, when its answer is not as every answer is. */
async function send(kind: string, body: string): Promise<void> {
  const response = await fetch(`${server.baseUrl}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.key ?? ''}`, 'content-type': 'application/json' },
    body,
  });
  const { errors = [] } = (await response.json()) as { errors?: Refusal[] };
  const written = await journal.take();
  const mayWrite = errors.length === 0 && kind === 'mutation';
  const problems = [
    ...([200, 400, 413].includes(response.status) ? [] : ['has another status']),
    ...(!mayWrite && written.length > 0 ? [`has written ${written.join()}`] : []),
    ...errors.filter(({ extensions: { code, status } }) => status >= 500 || !/^[a-z_]+$/.test(code)),
  ];
  const told = [body.slice(0, 500), '→', response.status, JSON.stringify(errors).slice(0, 500)].join(' ');
  if (problems.length > 0) throw new Error(`${told}: ${JSON.stringify(problems)}`);
}
