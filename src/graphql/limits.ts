import type { ApolloServerPlugin, GraphQLRequest } from '@apollo/server';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import {
  type ASTVisitor,
  type DocumentNode,
  getNamedType,
  GraphQLError,
  type GraphQLSchema,
  isLeafType,
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
import { rootSelections } from './schema.js';

/** What GraphQL clients may ask for in one request; our own documents are not bound by it. Source: graphql-surface.md §1. */
export interface GraphqlLimits {
  readonly textLength: number;
  readonly depth: number;
  /** Objects an operation may answer, lists weighted by their page size; scalars are free. */
  readonly cost: number;
  readonly aliasesPerRootField: number;
  readonly tokens: number;
}

export const DEFAULT_LIMITS: GraphqlLimits = {
  textLength: 15_000,
  depth: 15,
  cost: 10_000,
  aliasesPerRootField: 5,
  tokens: 4_000,
};

export function limitRules({ depth, aliasesPerRootField }: GraphqlLimits): ValidationRule[] {
  return [
    maxDepthRule({
      n: depth,
      ignoreIntrospection: true,
      flattenFragments: true,
      // By itself it throws, which Apollo answers with 500.
      propagateOnRejection: false,
      onReject: [
        (context) => {
          context?.reportError(new GraphQLError(`An operation goes at most ${depth} levels deep.`));
        },
      ],
    }),
    rootAliasRule(aliasesPerRootField),
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

/** An object costs 1, a list its page size times what one item costs, a scalar nothing. */
const estimator: ComplexityEstimator = ({ field, args, childComplexity }) =>
  isLeafType(getNamedType(field.type)) ? 0 : 1 + childComplexity * pageSize(field, args);

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

export function costPlugin(schema: GraphQLSchema, { cost }: GraphqlLimits): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ request, document }) => {
          const asked = costOf(schema, document, request);
          if (asked > cost)
            throw refusal(`The operation costs ${asked} objects, more than the ${cost} allowed.`);
          return Promise.resolve();
        },
      }),
  };
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
    // Variables of other types, or more selections than it cares to count.
    throw error instanceof GraphQLError ? refusal(error.message) : error;
  }
}

/** Apollo would answer 500 to a request that a plugin refuses. */
function refusal(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { http: { status: 400 } } });
}
