import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { answersSecret, audienceOf } from '../../src/graphql/schema/schema.js';
import { sampleOfType } from './graphql-fields.js';

type Field = GraphQLField<unknown, unknown>;

const CONCERNS_RIGHTS = /role|permission|api_?key|invit|member/i;

/**
 * The mutations of callers whose name, input or result is about roles, permissions, keys, invitations or members. Those that
 * answer secrets come first: others may leave nothing that is worth one.
 */
export function grantingMutations(schema: GraphQLSchema): Field[] {
  const granting = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
    (field) =>
      audienceOf(field) === null &&
      field.extensions['portal'] !== true &&
      [field.name, ...field.args.flatMap(({ type }) => membersOf(type)), ...resultsOf(field.type)].some(
        (name) => CONCERNS_RIGHTS.test(name),
      ),
  );
  return granting.toSorted((one, other) => Number(answersSecret(other)) - Number(answersSecret(one)));
}

function membersOf(type: GraphQLInputType): string[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((member) => [member.name, ...membersOf(member.type)]);
}

function resultsOf(type: GraphQLOutputType): string[] {
  const named = getNamedType(type);
  return isObjectType(named) ? Object.keys(named.getFields()) : [];
}

/** A call of a mutation that answers everything which it can tell without arguments, two levels deep. */
export function grantingDocument({ name, args, type }: Field): string {
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  return args.length === 0
    ? `mutation { ${name} ${selectionOf(type, 2)} }`
    : `mutation (${declared}) { ${name}(${given}) ${selectionOf(type, 2)} }`;
}

function selectionOf(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return '';
  const fields = Object.values(named.getFields()).filter(
    (field) => field.args.length === 0 && (isLeafType(getNamedType(field.type)) || depth > 1),
  );
  const parts = fields.map((field) =>
    isLeafType(getNamedType(field.type)) ? field.name : `${field.name} ${selectionOf(field.type, depth - 1)}`,
  );
  return `{ __typename ${parts.join(' ')} }`;
}

/** What an attempt asks for. Members without a value keep their default. */
export interface Wish {
  readonly id: string;
  readonly email: () => string;
  /** Codes of roles. */
  readonly roles?: readonly string[];
  /** Permissions of a role. */
  readonly permissions?: readonly string[];
  /** Permissions of a key. */
  readonly keyPermissions?: Readonly<Record<string, readonly string[]>>;
}

/** Variables of a mutation that ask for this. Members that are about nothing of it get a valid value if they are required. */
export function wishing({ args }: Field, wish: Wish): Record<string, unknown> {
  return Object.fromEntries(args.map(({ name, type }) => [name, valueOf(name, type, wish)]));
}

function valueOf(name: string, type: GraphQLInputType, wish: Wish): unknown {
  const present = getNullableType(type);
  if (isInputObjectType(present)) {
    const members = Object.values(present.getFields()).map(
      (member) => [member.name, valueOf(member.name, member.type, wish)] as const,
    );
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  }
  if (/^id$|Id$/.test(name)) return wish.id;
  if (/email/i.test(name)) return wish.email();
  if (/role/i.test(name)) return isListType(present) ? wish.roles : wish.roles?.[0];
  if (/permission/i.test(name)) return isListType(present) ? wish.permissions : wish.keyPermissions;
  if (/code/i.test(name)) return `c${wish.id.replaceAll('-', '')}`;
  return isNonNullType(type) ? sampleOfType(type, name, {}) : undefined;
}
