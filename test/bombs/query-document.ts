import {
  getNamedType,
  type GraphQLArgument,
  type GraphQLNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { type Field, sampleOfType } from '../support/graphql-fields.js';
import { graphqlInput, snakeCase } from '../support/graphql-input.js';
import type { World } from '../support/hostile-world.js';
import type { BombWorld } from './world.js';

export interface Query {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Builds a query. Its fields get a page size, ids of existing records and all other required arguments. */
export class QueryDocument {
  private readonly declared = new Map<string, string>();
  private readonly variables: Record<string, unknown> = {};

  /** @param pageSize of every page. */
  constructor(
    private readonly world: World,
    private readonly pageSize: number,
  ) {}

  call({ name, args }: Field, selection: string): string {
    const given = args.flatMap((arg) => {
      const value = this.valueOf(name, arg);
      return value === undefined ? [] : [`${arg.name}: ${this.variable(`${name}_${arg.name}`, arg, value)}`];
    });
    return given.length === 0 ? `${name} ${selection}` : `${name}(${given.join(', ')}) ${selection}`;
  }

  /** A selection of all fields of a type that need no arguments, nested down to a depth. */
  everythingOf(type: GraphQLNamedType, depth: number): string {
    if (!isObjectType(type)) return isLeafType(type) ? '' : '{ __typename }';
    const parts = Object.values(type.getFields()).flatMap((field) => {
      const inner = getNamedType(field.type);
      const isDeep = !isLeafType(inner) && (depth === 0 || inner.name.endsWith('Connection'));
      if (isDeep || field.args.some(isRequiredArgument)) return [];
      return [`${field.name} ${this.everythingOf(inner, depth - 1)}`];
    });
    return `{ __typename ${parts.join(' ')} }`;
  }

  /** @param selection of the query type. */
  toQuery(selection: string): Query {
    const declared = Array.from(this.declared, ([name, type]) => `$${name}: ${type}`).join(', ');
    return {
      query: `query ${declared === '' ? '' : `(${declared})`} ${selection}`,
      variables: this.variables,
    };
  }

  private valueOf(field: string, arg: GraphQLArgument): unknown {
    if (arg.name === 'first') return this.pageSize;
    const record = recordNamed(this.world, field, arg.name);
    if (record !== undefined || !isRequiredArgument(arg)) return record;
    const input = getNamedType(arg.type).name;
    if (input === 'EventToEstimateInput') return this.event();
    if (input === 'EventsToEstimateInput') return { events: [this.event()] };
    return sampleOfType(arg.type, arg.name, this.world.known);
  }

  private event(): unknown {
    return graphqlInput((this.world.known['event'] as () => object)());
  }

  private variable(name: string, { type }: GraphQLArgument, value: unknown): string {
    this.declared.set(name, String(type));
    this.variables[name] = value;
    return `$${name}`;
  }
}

/** The id of the world's record for an argument of a root field. */
function recordNamed({ parameters }: World, field: string, argument: string): string | undefined {
  const kind = snakeCase(field).replace(/^subscription_(?!lifetime)/, '');
  if (argument === 'id') return parameters[kind === 'charge_filter' ? 'filter_id' : `${kind}s.svc_id`];
  if (argument === 'code') return parameters[`${kind}_code`] ?? parameters[`${plural(kind)}.code`];
  if (argument === 'externalId')
    return parameters[kind === 'customer' ? 'external_customer_id' : 'external_id'];
  if (argument === 'externalSubscriptionId') return parameters['external_id'];
  const name = snakeCase(argument);
  return (
    parameters[name] ??
    parameters[
      name.replace(
        /^(.*)_(code|id)$/,
        (_, owner: string, by: string) => `${owner}s.${by === 'id' ? 'svc_id' : by}`,
      )
    ]
  );
}

const plural = (kind: string) => (kind.endsWith('x') ? `${kind}es` : `${kind}s`);

/** The largest query of its kind within the limit on cost, computed from the cost that a refusal reports. */
export async function largestAllowed(
  { client }: BombWorld,
  most: number,
  queryOf: (count: number) => Query,
): Promise<Query> {
  const largest = queryOf(most);
  const { errors } = await client.graphql(largest.query, largest.variables);
  const [, cost, allowed] = REFUSAL.exec(String(errors?.[0].message)) ?? [];
  if (cost === undefined) return largest;
  // One less, because the rest of the query has a cost too.
  return queryOf(Math.max(1, Math.floor((most * Number(allowed)) / Number(cost)) - 1));
}

const REFUSAL = /costs (\d+), more than the (\d+)/;
