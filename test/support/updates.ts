import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
} from 'graphql';
import { snakeCase } from '../../src/rest/letter-case.js';
import { describeOperation } from '../../src/rest/operation.js';
import { routes } from '../../src/rest/routes.js';
import { ROOT_FIELDS, schema } from './graphql-fields.js';

/** A member of the input of a mutation that updates a record. */
export interface UpdatedMember {
  readonly mutation: string;
  /** In camelCase. */
  readonly member: string;
  readonly type: GraphQLInputType;
}

/** The same in the body of a REST call. */
export interface RestMember extends UpdatedMember {
  readonly method: string;
  readonly path: string;
  /** Null if the members are the body itself. */
  readonly wrapper: string | null;
}

/** Mutations that change members of a record by its input, by the verb of their names. */
const UPDATING = /^(?:portal)?(?:update|upsert|set|merge|replace|override|applyTaxes)/i;
/** It updates the subscription that has the external id already (subscriptions.md §2). */
const UPSERTING = new Set(['createSubscription']);

/** Verbs of mutations that create, delete or end records, let something happen to them, or only compute. */
export const OTHER_VERBS = new Set(
  `accept add advance apply archive begin cancel change check complete confirm create delete download duplicate erase evaluate
  export finalize generate ingest login logout lose merge preview record refresh regenerate register remove request resend
  reset retry revoke rotate send sync terminate top void`.split(/\s+/),
);

/** Members that say how an update is carried out, and are no part of the record. */
const INSTRUCTIONS = new Set(['cascadeUpdates', 'applyUnitsImmediately']);

const isUpdate = (mutation: string) => UPDATING.test(mutation) || UPSERTING.has(mutation);

/** Mutations that are no updates. */
export const OTHER_MUTATIONS = ROOT_FIELDS.filter(({ kind }) => kind === 'mutation')
  .map(({ field }) => field.name)
  .filter((name) => !isUpdate(name));

/** Members of a body that say which record an upsert updates. */
const ADDRESSING: Readonly<Record<string, readonly string[]>> = {
  upsertCustomer: ['externalId'],
  createSubscription: ['externalId', 'externalCustomerId'],
};

function membersOf(mutation: string, type: GraphQLInputObjectType): UpdatedMember[] {
  return Object.values(type.getFields())
    .filter(({ name }) => !INSTRUCTIONS.has(name) && ADDRESSING[mutation]?.includes(name) !== true)
    .map(({ name, type: ofMember }) => ({ mutation, member: name, type: ofMember }));
}

/** Each member that REST's updates take. */
export const REST_MEMBERS: readonly RestMember[] = routes.flatMap(
  ({ method, path, wrapper, siblings, document }) => {
    const { variables, fields } = describeOperation(schema, document);
    const input = getNullableType(variables.find(({ name }) => name === 'input')?.type);
    const [mutation = ''] = fields.map(({ name }) => name);
    if (!isInputObjectType(input) || !isUpdate(mutation)) return [];
    return membersOf(mutation, input)
      .filter(({ member }) => !siblings.includes(snakeCase(member)))
      .map((member) => ({ ...member, method, path, wrapper }));
  },
);

const SENT_BY_REST = new Set(REST_MEMBERS.map(({ mutation }) => mutation));

/** Each member of the updates that only GraphQL has, but for required ids, which name the record. */
export const GRAPHQL_MEMBERS: readonly UpdatedMember[] = ROOT_FIELDS.flatMap(({ kind, field }) => {
  const input = getNamedType(field.args.find(({ name }) => name === 'input')?.type);
  if (kind !== 'mutation' || !isUpdate(field.name) || SENT_BY_REST.has(field.name)) return [];
  return isInputObjectType(input)
    ? membersOf(field.name, input).filter(({ type }) => String(type) !== 'ID!')
    : [];
});
