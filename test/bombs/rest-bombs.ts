import {
  bodyOf,
  bodySchemaOf,
  type Operation,
  OPERATIONS,
  pathOf,
  pathParametersOf,
  queryParametersOf,
} from '../support/operations.js';
import { hostileJson, raw } from '../support/hostile-values.js';
import { bodyWith, type BodyMember, type Known, membersOf, sampleOf } from '../support/sample-bodies.js';
import type { Bomb } from './bomb.js';
import { EXCESSES, gzipped, LONGEST_LIST, PATH_TEXTS, PAYLOADS, QUERY_TEXTS, ROOM } from './payloads.js';
import { type BombWorld, freshKey } from './world.js';

const PREFIX = '/api/v1';

/** Bombs for every input of every operation that schema/openapi.json describes. */
export function restBombs(): Bomb[] {
  const met = new Set<string>();
  return OPERATIONS.flatMap((operation) => [
    ...pathBombs(operation),
    ...queryBombs(operation),
    ...headerBombs(operation),
    ...bodyBombs(operation),
    ...memberBombs(operation, met),
  ]);
}

/** A valid request, from which bombs differ in one place. */
function requestOf(operation: Operation, world: BombWorld) {
  const body = bodyOf(operation, world);
  return {
    method: operation.method,
    path: PREFIX + pathOf(operation, world),
    ...(body === undefined ? {} : { body }),
  };
}

const of = ({ operationId }: Operation, place: string, payload: string) =>
  ({ surface: 'REST', operation: operationId, place, payload }) as const;

function pathBombs(operation: Operation): Bomb[] {
  return pathParametersOf(operation).flatMap((name) =>
    Object.entries(PATH_TEXTS).map(([payload, segment]) => ({
      ...of(operation, `path ${name}`, payload),
      request: (world) => ({
        ...requestOf(operation, world),
        path: PREFIX + pathOf(operation, world, { [name]: segment }),
      }),
    })),
  );
}

function queryBombs(operation: Operation): Bomb[] {
  const names = queryParametersOf(operation).map(({ name }) => name.replace(/\[\]$/, ''));
  const at = (place: string, payload: string, query: string): Bomb => ({
    ...of(operation, place, payload),
    request: (world) => {
      const request = requestOf(operation, world);
      return { ...request, path: `${request.path}?${query}` };
    },
  });
  return [
    ...names.flatMap((name) =>
      Object.entries(QUERY_TEXTS).map(([payload, text]) => at(`query ${name}`, payload, text(name))),
    ),
    ...(names.includes('per_page') ? [at('query', 'longest page', 'per_page=1000')] : []),
  ];
}

/** A valid request with an idempotency key, and requests with overlong headers. */
function headerBombs(operation: Operation): Bomb[] {
  const names = operation.method === 'GET' ? ['Prefer'] : ['Prefer', 'Idempotency-Key'];
  const overlong = names.map((name) => [name, 'text', () => 'x'.repeat(8_000)] as const);
  const headers = [...overlong, ['Idempotency-Key', 'fresh', freshKey] as const];
  return headers.map(([name, payload, value]) => ({
    ...of(operation, `header ${name}`, payload),
    request: (world) => ({ ...requestOf(operation, world), headers: { [name]: value() } }),
  }));
}

/** Whole bodies, plain and compressed, also for operations that take none. */
function bodyBombs(operation: Operation): Bomb[] {
  if (operation.method === 'GET') return [];
  return EXCESSES.flatMap(({ name, json }) => [
    {
      ...of(operation, 'body', name),
      request: (world) => ({ ...requestOf(operation, world), body: json(ROOM) }),
    },
    {
      ...of(operation, 'body', `${name}, gzip`),
      request: (world) => ({
        ...requestOf(operation, world),
        headers: { 'content-encoding': 'gzip' },
        body: gzipped(json(ROOM)),
      }),
    },
  ]);
}

/** Members that several bodies share are attacked once, in the first body. */
function memberBombs(operation: Operation, met: Set<string>): Bomb[] {
  const schema = bodySchemaOf(operation);
  if (schema === undefined) return [];
  const members = membersOf(schema, operation.operationId);
  const fresh = members.filter(({ key }) => met.size < met.add(key).size);
  return fresh.flatMap((member) => {
    const place = `body ${member.path.join('.')}`;
    const at = (payload: string, value: (world: BombWorld) => unknown): Bomb => ({
      ...of(operation, place, payload),
      request: (world) => {
        const sample = sampleOf(schema, world.known);
        const body = bodyWith(sample, members, member.path, value(world), world.known);
        return { ...requestOf(operation, world), body: hostileJson(body) };
      },
    });
    return [
      ...PAYLOADS.map(({ name, json }) => at(name, () => raw(json(ROOM)))),
      ...(isList(member) ? [at('longest list', (world) => longestList(member, world))] : []),
    ];
  });
}

function isList({ schema }: BodyMember): boolean {
  return [schema['type']].flat().includes('array');
}

/** The longest list that limits allow, of valid elements: those of the world's list of this name, if there is one. */
function longestList({ schema, path }: BodyMember, { known }: BombWorld): unknown[] {
  const name = String(path.at(-1));
  const sample = (from: Known) => sampleOf(schema, from, name);
  const isKnown = Array.isArray(sample(known));
  return Array.from({ length: LONGEST_LIST }, () => {
    const [element] = sample(isKnown ? known : { ...known, [name]: undefined }) as unknown[];
    return element;
  });
}
