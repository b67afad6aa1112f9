import 'reflect-metadata';
import {
  type DocumentNode,
  type GraphQLField,
  type GraphQLSchema,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isObjectType,
  type OperationDefinitionNode,
} from 'graphql';
import { buildSchema, getMetadataStorage, type NonEmptyArray, type PubSub, type ResolverData } from 'type-graphql';
import type { Audience } from '../../platform/api/access/audience.js';
import type { Context, Resolvers } from '../../platform/api/context.js';
import { ENUM_INPUT } from '../../platform/api/members/enums.js';
import type { Requirement } from '../../platform/api/access/resource-permissions.js';
import { rootSelections } from './selections.js';
import { stopAfterFailure } from '../rolled-back-mutations.js';
import { requireDistinctFields } from './resolver-names.js';
import { ErrorExtensions, InputError } from '../errors/error-schema.js';
import { completeDescriptions } from './descriptions.js';
import { completeMoney, Money } from '../money.js';
import { noteFailures } from '../errors/input-errors.js';

type ResolverClass = NonEmptyArray<new (...dependencies: never[]) => object>[number];

/** The schemas of this process, with the classes of their resolvers. */
const built: { readonly classes: readonly ResolverClass[]; readonly schema: Promise<GraphQLSchema> }[] = [];

/**
 * The one schema of both surfaces, for resolver instances made by the composition root. It has only their classes, and takes the
 * instances from the context of a request: all applications of a process share it, and what is compiled for it, as in tests (docs/adr/0021).
 * @throws Error when two of them answer the same field.
 */
export function buildApiSchema(resolvers: readonly object[]): Promise<GraphQLSchema> {
  const classes = resolvers.map((resolver) => resolver.constructor as ResolverClass);
  const known = built.find(
    (each) =>
      each.classes.length === classes.length && each.classes.every((one, index) => one === classes[index]),
  );
  if (known !== undefined) return known.schema;
  const schema = schemaOf(classes);
  built.push({ classes, schema });
  return schema;
}

async function schemaOf(classes: readonly ResolverClass[]): Promise<GraphQLSchema> {
  requireDistinctFields(classes);
  markSimpleFields();
  const schema = await buildSchema({
    resolvers: classes as NonEmptyArray<ResolverClass>,
    container: { get: (resolver, { context }: ResolverData<Context>) => context.resolvers.get(resolver) },
    validate: false,
    // `emit.ts` checks the schema once, when it is generated.
    skipCheck: true,
    pubSub: EVERY_SUBSCRIPTION_NAMES_ITS_SOURCE,
    orphanedTypes: [ErrorExtensions, InputError, Money],
  });
  completeTypes(schema);
  completeMoney(schema);
  completeInheritedMembers(schema);
  completeRootFields(schema);
  noteFailuresOfArguments(schema);
  completeDescriptions(schema);
  return schema;
}

/** The instances by which contexts answer the fields of the schema. */
export function resolversByClass(resolvers: readonly object[]): Resolvers {
  return new Map(resolvers.map((resolver) => [resolver.constructor, resolver]));
}

/** TypeGraphQL wants one for subscriptions; those of this schema take their updates from the context. */
const EVERY_SUBSCRIPTION_NAMES_ITS_SOURCE: PubSub = {
  publish: () => undefined,
  subscribe: () => {
    throw new Error('A subscription names its source.');
  },
};

/**
 * Marks fields that return the property of the same name as simple, so that TypeGraphQL creates no resolver for them:
 * compiled documents would call it for each value instead of reading the property.
 */
function markSimpleFields(): void {
  const { fields, middlewares } = getMetadataStorage();
  for (const field of fields) {
    const isGuarded = middlewares.some(
      ({ target, fieldName }) => target === field.target && fieldName === field.name,
    );
    if (field.schemaName === field.name && !isGuarded) field.simple = true;
  }
}

/** Adds what TypeGraphQL cannot express: `@oneOf` inputs, and how enum values are read. */
function completeTypes(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInputObjectType(type) && type.extensions['oneOf'] === true) type.isOneOf = true;
    if (isEnumType(type)) type.extensions = { ...type.extensions, ...ENUM_INPUT[type.name] };
  }
}

/**
 * Makes every root field nullable, so that the error of one leaves the data of the others (ADR 0058), and keeps mutations
 * from starting in a transaction that an earlier one has failed.
 */
function completeRootFields(schema: GraphQLSchema): void {
  const mutation = schema.getMutationType();
  for (const root of [schema.getQueryType(), mutation, schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      field.type = getNullableType(field.type);
      if (root === mutation) stopAfterFailure(field);
    }
  }
}

/** Lets the errors of every field that takes arguments be reported with the paths of these. */
function noteFailuresOfArguments(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) if (field.args.length > 0) noteFailures(field);
  }
}

/** Restores extensions and deprecations of members that an input class inherits, which TypeGraphQL drops. */
function completeInheritedMembers(schema: GraphQLSchema): void {
  const { inputTypes } = getMetadataStorage();
  for (const { name, target } of inputTypes) {
    const type = schema.getType(name);
    if (!isInputObjectType(type)) continue;
    const members = type.getFields();
    // Parent classes come before their subclasses, so that the nearest declaration overrides the others.
    const family = inputTypes.filter(
      (input) => input.target === target || input.target.isPrototypeOf(target),
    );
    family.sort((one, other) => (one.target.isPrototypeOf(other.target) ? -1 : 1));
    for (const { name: member, extensions = {}, deprecationReason } of family.flatMap(
      (input) => input.fields ?? [],
    )) {
      const declared = members[member];
      if (declared !== undefined) Object.assign(declared, { extensions, deprecationReason });
    }
  }
}

/** The definitions in the schema of the root fields that an operation selects. */
export function rootFieldsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): GraphQLField<unknown, unknown>[] {
  const fields = schema.getRootType(operation.operation)?.getFields() ?? {};
  return rootSelections(document, operation).flatMap(({ name }) => fields[name.value] ?? []);
}

export function requirementOf(field: GraphQLField<unknown, unknown>): Requirement | null {
  return (field.extensions['requirement'] as Requirement | undefined) ?? null;
}

/** Who may use a root field that belongs to no organization; null for all other fields. */
export function audienceOf(field: GraphQLField<unknown, unknown>): Audience | null {
  return (field.extensions['openTo'] as Audience | undefined) ?? null;
}

export function isRolledBack(field: GraphQLField<unknown, unknown>): boolean {
  return field.extensions['rolledBack'] === true;
}

export function answersSecret(field: GraphQLField<unknown, unknown>): boolean {
  return field.extensions['answersSecret'] === true;
}

export function recordsKeyUse(field: GraphQLField<unknown, unknown>): boolean {
  return field.extensions['keyUseNotRecorded'] !== true;
}

export function hasOwnTransaction(field: GraphQLField<unknown, unknown>): boolean {
  return field.extensions['ownTransaction'] === true;
}

export function storesEvents(field: GraphQLField<unknown, unknown>): boolean {
  return field.extensions['storesEvents'] === true;
}

/** True if an operation with this field accepts bodies up to the limit for lists of events and of charges. */
export function takesLargeBody(field: GraphQLField<unknown, unknown>): boolean {
  return field.extensions['largeBody'] === true;
}

/** True if the field opens several transactions; see `OwnTransaction`. */
export function isInSteps(field: GraphQLField<unknown, unknown>): boolean {
  return field.extensions['inSteps'] === true;
}
