import {
  getNamedType,
  type GraphQLNamedType,
  isLeafType,
  isObjectType,
  type GraphQLObjectType,
} from 'graphql';
import { type Field, ROOT_FIELDS } from '../support/graphql-fields.js';
import type { Bomb } from './bomb.js';
import { largestAllowed, type Query, QueryDocument } from './query-document.js';
import type { BombWorld } from './world.js';

/** The number of aliases that fit into a document. */
const MOST_ALIASES = 230;
const LONGEST_PAGE = 100;
/** Page size of connections on the way to a type. */
const SHORT_PAGE = 4;
/** Depth of the selection of a page. */
const PAGE_DEPTH = 2;

const QUERIES = ROOT_FIELDS.flatMap(({ kind, field }) => (kind === 'query' ? [field] : []));
const isPage = ({ type }: Field) => getNamedType(type).name.endsWith('Connection');

/** Queries as expensive as the limit on the cost of an operation allows. */
export function outputBombs(): Bomb[] {
  return [...aliasBombs(), ...listBombs(), ...pageBombs()];
}

/** Queries each field of each type under many aliases. */
function aliasBombs(): Bomb[] {
  return reachedTypes().flatMap((reached) =>
    Object.values(reached.type.getFields()).map((field) =>
      namedBomb('aliases', reached, field, (document) => {
        const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
        const call = document.call(field, selection);
        return () => call;
      }),
    ),
  );
}

/** Queries each nested list under many aliases with different arguments, so that no two can be read together. */
function listBombs(): Bomb[] {
  return reachedTypes().flatMap((reached) =>
    Object.values(reached.type.getFields())
      .filter(isPage)
      .map((field) =>
        namedBomb('lists', reached, field, () => (index) => {
          const page = 1 + Math.floor(index / LONGEST_PAGE);
          return `${field.name}(page: ${page}, perPage: ${1 + (index % LONGEST_PAGE)}) { totalCount }`;
        }),
      ),
  );
}

/** @param callsOf returns the given number of calls of the field, as text of a document. */
function namedBomb(
  operation: string,
  { type, fields }: Reached,
  field: Field,
  callsOf: (document: QueryDocument) => (index: number) => string,
): Bomb {
  return outputBomb(operation, `${type.name}.${field.name}`, MOST_ALIASES, (world, count) => {
    const document = new QueryDocument(world, SHORT_PAGE);
    const callOf = callsOf(document);
    const aliases = Array.from({ length: count }, (_, index) => `a${index}: ${callOf(index)}`).join(' ');
    return document.toQuery(
      fields.reduceRight((inner, outer) => `{ ${document.call(outer, inner)} }`, `{ ${aliases} }`),
    );
  });
}

/** Queries each list on the longest page with all fields of its elements. */
function pageBombs(): Bomb[] {
  return QUERIES.filter(isPage).map((field) =>
    outputBomb('pages', field.name, LONGEST_PAGE, (world, count) => {
      const document = new QueryDocument(world, count);
      const everything = document.everythingOf(getNamedType(field.type), PAGE_DEPTH);
      return document.toQuery(`{ ${document.call(field, everything)} }`);
    }),
  );
}

function outputBomb(
  operation: string,
  place: string,
  most: number,
  queryOf: (world: BombWorld, count: number) => Query,
): Bomb {
  return {
    surface: 'GraphQL',
    operation,
    place,
    payload: 'up to the limit',
    request: async (world) => {
      const query = await largestAllowed(world, most, (count) => queryOf(world, count));
      return { method: 'POST', path: '/graphql', body: JSON.stringify(query) };
    },
  };
}

/** A type that queries can reach, and the path of fields to it. */
interface Reached {
  readonly type: GraphQLObjectType;
  readonly fields: readonly Field[];
}

/** Prefers paths through pages, because these need no ids of records. */
function reachedTypes(): Reached[] {
  const reached = new Map<GraphQLNamedType, Reached>();
  for (const queries of [QUERIES.filter(isPage), QUERIES]) {
    reach(
      queries.map((query) => [query]),
      reached,
    );
  }
  return [...reached.values()];
}

/** Searches breadth first. @param edge the paths to continue from. */
function reach(edge: readonly (readonly Field[])[], reached: Map<GraphQLNamedType, Reached>): void {
  const next = edge.flatMap((fields) => {
    const type = getNamedType(fields.at(-1)?.type);
    if (!isObjectType(type) || reached.has(type)) return [];
    reached.set(type, { type, fields });
    return Object.values(type.getFields()).map((field) => [...fields, field]);
  });
  if (next.length > 0) reach(next, reached);
}
