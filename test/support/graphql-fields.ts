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
import { snakeCase } from './graphql-input.js';
import type { Known } from './sample-bodies.js';

/** The committed GraphQL schema. */
export const schema = buildSchema(
  readFileSync(path.resolve(import.meta.dirname, '../../schema/schema.graphql'), 'utf8'),
);

export type Field = GraphQLField<unknown, unknown>;

export interface RootField {
  readonly kind: 'query' | 'mutation';
  readonly field: Field;
}

const ROOTS = [
  ['query', schema.getQueryType()],
  ['mutation', schema.getMutationType()],
] as const;

export const ROOT_FIELDS: readonly RootField[] = ROOTS.flatMap(([kind, root]) =>
  Object.values(root?.getFields() ?? {}).map((field) => ({ kind, field })),
);

/** An operation that calls one root field, with a variable of the same name for each of its arguments. */
export function documentOf({ kind, field: { name, args, type } }: RootField, selection?: string): string {
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const fields = selection ?? (isLeafType(getNamedType(type)) ? '' : '{ __typename }');
  const call = args.length === 0 ? name : `${name}(${given})`;
  return `${kind} ${args.length === 0 ? '' : `(${declared})`} { ${call} ${fields} }`;
}

/** Valid values for the required arguments of a root field. */
export function requiredVariables({ field }: RootField, known: Known): Record<string, unknown> {
  return Object.fromEntries(
    field.args
      .filter(({ type }) => isNonNullType(type))
      .map(({ name, type }) => [name, sampleOfType(type, name, known)]),
  );
}

/** The longest name of a table's records in the name of a field: `credit_note` in `voidCreditNote`. */
export function recordNamedBy(field: string, ids: Readonly<Record<string, string>>): string | null {
  const [longest] = Object.keys(ids)
    .map((name) => name.replace(/_id$/, ''))
    .filter((record) => snakeCase(field).includes(record))
    .toSorted((one, other) => other.length - one.length);
  return longest ?? null;
}

/** A valid value of a type. Inputs get their required members and those with a known value for their name. */
export function sampleOfType(type: GraphQLInputType, name: string, known: Known): unknown {
  const present = getNullableType(type);
  const value = known[snakeCase(name)];
  if (isListType(present)) return [sampleOfType(present.ofType, name.replace(/s$/, ''), known)];
  if (isEnumType(present)) return present.getValues()[0]?.name;
  if (isInputObjectType(present)) {
    const required = Object.values(present.getFields()).filter((member) => isNonNullType(member.type));
    return Object.fromEntries(
      required.map((member) => [member.name, sampleOfType(member.type, member.name, known)]),
    );
  }
  if (typeof value === 'function') return (value as () => unknown)();
  return typeof value === 'string' ? value : SAMPLES[String(present)];
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
