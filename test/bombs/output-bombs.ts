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

/** How many aliases fit into a document. */
const MOST_ALIASES = 230;
const LONGEST_PAGE = 100;
/** What lies on a page that leads to a type. */
const SHORT_PAGE = 4;
/** How deep a page shows what it holds. */
const PAGE_DEPTH = 2;

const QUERIES = ROOT_FIELDS.flatMap(({ kind, field }) => (kind === 'query' ? [field] : []));
const isPage = ({ type }: Field) => getNamedType(type).name.endsWith('Connection');

/** Answers that cost as much as the limit on the cost of an operation lets through. */
export function outputBombs(): Bomb[] {
  return [...aliasBombs(), ...listBombs(), ...pageBombs()];
}

/** Each field of each type under many names. */
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

/** Each list within another one under many names, of another part each time, so that no two are read together. */
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

/** @param callsOf how a document calls the field, time after time. */
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

/** Each list with all that its elements hold, on the longest page. */
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

/** A type that queries reach, and the fields that lead there. */
interface Reached {
  readonly type: GraphQLObjectType;
  readonly fields: readonly Field[];
}

/** By pages, if there are any that lead to them: these need no names of records. */
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

/** Breadth first. @param edge the ways to go on. */
function reach(edge: readonly (readonly Field[])[], reached: Map<GraphQLNamedType, Reached>): void {
  const next = edge.flatMap((fields) => {
    const type = getNamedType(fields.at(-1)?.type);
    if (!isObjectType(type) || reached.has(type)) return [];
    reached.set(type, { type, fields });
    return Object.values(type.getFields()).map((field) => [...fields, field]);
  });
  if (next.length > 0) reach(next, reached);
}
