import type { ApolloServerPlugin, GraphQLRequest } from '@apollo/server';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import {
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  type FloatValueNode,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLField,
  type GraphQLSchema,
  type IntValueNode,
  isIntrospectionType,
  isLeafType,
  isListType,
  Kind,
  type OperationDefinitionNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import {
  type ComplexityEstimator,
  type ComplexityEstimatorArgs,
  getComplexity,
} from 'graphql-query-complexity';
import type { Context } from '../platform/api/context.js';
import { overLimit } from '../platform/errors/app-error.js';
import { inWords, type Limits } from '../platform/limits.js';
import { refusal } from './refusal.js';
import { rootFieldsOf, rootSelections, takesLargeBody } from './schema.js';
import { checkVariables } from './variables.js';

/** Limits that bind what GraphQL clients send; our own documents are not bound by them. Source: graphql-surface.md §1. */
export function limitRules({ graphqlDepth, graphqlAliases }: Limits): ValidationRule[] {
  return [
    maxDepthRule({
      n: graphqlDepth,
      ignoreIntrospection: true,
      flattenFragments: true,
      // By itself it throws, which Apollo answers with 500.
      propagateOnRejection: false,
      onReject: [
        (context) => {
          context?.reportError(new GraphQLError(`An operation goes at most ${graphqlDepth} levels deep.`));
        },
      ],
    }),
    rootAliasRule(graphqlAliases),
    introspectionAliasRule(graphqlAliases),
    finiteNumbersRule,
  ];
}

/** Refuses asking for one root field under many aliases, which multiplies its cost. */
function rootAliasRule(most: number): ValidationRule {
  return (context: ValidationContext): ASTVisitor => ({
    OperationDefinition(operation: OperationDefinitionNode) {
      const aliases = new Map<string, Set<string>>();
      for (const { name, alias } of rootSelections(context.getDocument(), operation)) {
        const known = aliases.get(name.value) ?? new Set();
        aliases.set(name.value, known.add(alias?.value ?? name.value));
      }
      for (const [name, { size }] of aliases) {
        if (size <= most) continue;
        context.reportError(
          new GraphQLError(`${name} is asked for more than ${most} times.`, { nodes: operation }),
        );
      }
    },
  });
}

/** Refuses asking for a field of the schema under many names: one short query would describe every type many times. */
function introspectionAliasRule(most: number): ValidationRule {
  return (context: ValidationContext): ASTVisitor => {
    const aliases = new Map<string, number>();
    return {
      Field(node: FieldNode) {
        const parent = context.getParentType();
        if (node.alias === undefined || parent === null || parent === undefined) return;
        if (!isIntrospectionType(parent)) return;
        const count = (aliases.get(node.name.value) ?? 0) + 1;
        aliases.set(node.name.value, count);
        if (count === most + 1)
          context.reportError(
            new GraphQLError(`${node.name.value} of the schema has more than ${most} aliases.`, {
              nodes: node,
            }),
          );
      },
    };
  };
}

/** Refuses literals beyond any number, which graphql-js reads as infinity; variables it refuses itself. */
function finiteNumbersRule(context: ValidationContext): ASTVisitor {
  const check = (node: FloatValueNode | IntValueNode) => {
    if (!Number.isFinite(Number(node.value)))
      context.reportError(new GraphQLError('A number is too large.', { nodes: node }));
  };
  return { [Kind.FLOAT]: check, [Kind.INT]: check };
}

/** What a list without pages is taken to hold. */
const UNPAGED_ITEMS = 20;
/** What a list of the introspection is taken to hold, so that the usual query of tools fits in the limit, but once. */
const INTROSPECTED_ITEMS = 4;

/** What `Computed` and `TypicalItems` of platform/api declare. */
interface DeclaredCost {
  readonly cost?: number;
  readonly items?: number;
}

function declaredCost({ extensions }: { readonly extensions?: unknown }): DeclaredCost {
  return (extensions as DeclaredCost | undefined) ?? {};
}

/**
 * An object costs 1, a computed field what it declares, a list as many times that as it may hold, and a stored scalar
 * nothing. Each field of the introspection costs 1.
 */
const estimator: ComplexityEstimator = ({ field, type, args, childComplexity }) => {
  const isIntrospected = isIntrospectionType(type) || isIntrospectionType(getNamedType(field.type));
  const shown = getNamedType(field.type);
  const { cost: own, items } = declaredCost(field);
  if (isLeafType(shown)) return own ?? (isIntrospected ? 1 : 0);
  const item = (own ?? 1) + childComplexity * pageSize(field, args);
  // The items of a page are counted where its size is named.
  const isUnpaged = isListType(getNullableType(field.type)) && !type.name.endsWith('Connection');
  if (!isUnpaged) return item;
  return item * (isIntrospected ? INTROSPECTED_ITEMS : (items ?? declaredCost(shown).items ?? UNPAGED_ITEMS));
};

/** Never less than 1: a size that will be refused must not pay for other fields. */
function pageSize(
  { args: declared }: ComplexityEstimatorArgs['field'],
  args: ComplexityEstimatorArgs['args'],
): number {
  if (!declared.some(({ name }) => name === 'perPage')) return 1;
  const { perPage, first, last } = args as Record<string, number | null | undefined>;
  return Math.max(1, perPage ?? first ?? last ?? DEFAULT_PAGE_SIZE);
}

/** The page GraphQL clients get when they name no size, and the largest they may name. */
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

/** Refuses, before anything runs, an operation that nobody named, variables that do not fit, and what costs too much. */
export function costPlugin(schema: GraphQLSchema, limits: Limits): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ request, document, operation, contextValue }) => {
          if (operation === undefined)
            throw refusal('operationName has to name one operation of the document.');
          checkBodySize(contextValue.bodyBytes, rootFieldsOf(schema, document, operation), limits);
          checkVariables(schema, document, operation, request.variables ?? {});
          const asked = costOf(schema, document, request);
          if (asked > limits.graphqlCost)
            throw refusal(
              `The operation costs ${asked} objects, more than the ${limits.graphqlCost} allowed.`,
            );
          return Promise.resolve();
        },
      }),
  };
}

/** A body over the ordinary limit was read because its operation was not known yet; few operations take one. */
function checkBodySize(
  bytes: number,
  fields: readonly GraphQLField<unknown, unknown>[],
  { bodyBytes }: Limits,
): void {
  if (bytes <= bodyBytes || fields.some(takesLargeBody)) return;
  const failure = overLimit('tooLarge', `This operation takes a body of at most ${inWords(bodyBytes)}.`);
  throw refusal(failure, 413);
}

function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  { operationName, variables }: GraphQLRequest,
): number {
  try {
    return getComplexity({
      schema,
      query,
      estimators: [estimator],
      ...(operationName === undefined ? {} : { operationName }),
      ...(variables === undefined ? {} : { variables }),
    });
  } catch (error) {
    // More selections than it cares to count.
    throw error instanceof GraphQLError ? refusal(error.message) : error;
  }
}
