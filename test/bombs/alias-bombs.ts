import {
  getNamedType,
  type GraphQLNamedType,
  isLeafType,
  isObjectType,
  type GraphQLObjectType,
} from 'graphql';
import { type Field, ROOT_FIELDS, sampleOfType } from '../support/graphql-fields.js';
import type { Known } from '../support/sample-bodies.js';
import type { Bomb } from './bomb.js';

/** A type that queries reach, and the fields that lead there. */
interface Reached {
  readonly type: GraphQLObjectType;
  readonly fields: readonly Field[];
}

/** How many aliases fit into a document. */
const MOST = 256;
/** What lies on a page where a list leads to the type. */
const PAGE = 4;

/**
 * Each field of each type under as many aliases as the limit on the cost of an operation lets through. The refusal of a
 * document with too many says what it costs.
 */
export function aliasBombs(): Bomb[] {
  return reachedTypes().flatMap(({ type, fields }) =>
    Object.values(type.getFields()).map((field): Bomb => ({
      surface: 'GraphQL',
      operation: 'aliases',
      place: `${type.name}.${field.name}`,
      payload: 'up to the limit',
      request: async (world) => {
        const body = (count: number) => bodyOf(fields, field, count, world.known);
        const { query, variables } = body(MOST);
        const { errors } = await world.client.graphql(query, variables);
        const [, cost, allowed] =
          /costs (\d+) objects, more than the (\d+)/.exec(String(errors?.[0].message)) ?? [];
        const count =
          cost === undefined ? MOST : Math.max(1, Math.floor((MOST * Number(allowed)) / Number(cost)));
        return { method: 'POST', path: '/graphql', body: JSON.stringify(body(count)) };
      },
    })),
  );
}

/** Breadth first, lists before what has to be named. */
function reachedTypes(): Reached[] {
  const reached = new Map<GraphQLNamedType, Reached>();
  const roots = ROOT_FIELDS.flatMap(({ kind, field }) => (kind === 'query' ? [field] : []));
  const isPage = (field: Field) => getNamedType(field.type).name.endsWith('Connection');
  let edge = roots
    .toSorted((one, other) => Number(isPage(other)) - Number(isPage(one)))
    .map((field) => [field] as readonly Field[]);
  while (edge.length > 0) {
    const next: (readonly Field[])[] = [];
    for (const fields of edge) {
      const type = getNamedType((fields.at(-1) as Field).type);
      if (!isObjectType(type) || reached.has(type)) continue;
      reached.set(type, { type, fields });
      next.push(...Object.values(type.getFields()).map((field) => [...fields, field]));
    }
    edge = next;
  }
  return [...reached.values()];
}

function bodyOf(fields: readonly Field[], field: Field, count: number, known: Known) {
  const variables: Record<string, unknown> = {};
  const declared: string[] = [];
  /** A call with the arguments that it requires, or with what narrows its page. */
  const call = ({ name, args }: Field, selection: string): string => {
    const given = args.flatMap((arg) => {
      const isNeeded = String(arg.type).endsWith('!') && arg.defaultValue === undefined;
      const value = arg.name === 'first' ? PAGE : sampleOfType(arg.type, arg.name, known);
      if (!isNeeded && arg.name !== 'first') return [];
      const variable = `${name}_${arg.name}`;
      if (!(variable in variables)) declared.push(`$${variable}: ${String(arg.type)}`);
      variables[variable] = value;
      return [`${arg.name}: $${variable}`];
    });
    return `${name}${given.length === 0 ? '' : `(${given.join(', ')})`} ${selection}`;
  };
  const selection = isLeafType(getNamedType(field.type)) ? '' : '{ __typename }';
  const aliases = Array.from({ length: count }, (_, index) => `a${index}: ${call(field, selection)}`);
  const document = fields.reduceRight(
    (inner, outer) => `{ ${call(outer, inner)} }`,
    `{ ${aliases.join(' ')} }`,
  );
  return { query: `query ${declared.length === 0 ? '' : `(${declared.join(', ')})`} ${document}`, variables };
}
