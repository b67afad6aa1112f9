import type { ApolloServerPlugin } from '@apollo/server';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import {
  type ASTVisitor,
  getNamedType,
  GraphQLError,
  type GraphQLSchema,
  isLeafType,
  Kind,
  type OperationDefinitionNode,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';
import type { Context } from '../platform/api/context.js';

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
    }),
    rootAliasRule(aliasesPerRootField),
  ];
}

/** Refuses asking for one root field under many aliases, which multiplies its cost. */
function rootAliasRule(most: number): ValidationRule {
  return (context: ValidationContext): ASTVisitor => ({
    OperationDefinition(operation: OperationDefinitionNode) {
      const asked = new Map<string, number>();
      for (const selection of operation.selectionSet.selections) {
        if (selection.kind !== Kind.FIELD) continue;
        const count = (asked.get(selection.name.value) ?? 0) + 1;
        asked.set(selection.name.value, count);
        if (count === most + 1) {
          context.reportError(
            new GraphQLError(`${selection.name.value} is asked for more than ${most} times.`, {
              nodes: selection,
            }),
          );
        }
      }
    },
  });
}

/** An object costs 1, a list its page size times what one item costs, a scalar nothing. */
const estimator: ComplexityEstimator = ({ field, args, childComplexity }) => {
  if (isLeafType(getNamedType(field.type))) return 0;
  const { perPage, first, last } = args as { perPage?: number; first?: number; last?: number };
  const paged = field.args.some((argument) => argument.name === 'perPage');
  return 1 + childComplexity * (perPage ?? first ?? last ?? (paged ? DEFAULT_PAGE_SIZE : 1));
};

/** The page GraphQL clients get when they name no size, and the largest they may name. */
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

export function costPlugin(schema: GraphQLSchema, { cost }: GraphqlLimits): ApolloServerPlugin<Context> {
  return {
    requestDidStart: () =>
      Promise.resolve({
        didResolveOperation: ({ request, document }) => {
          const asked = getComplexity({
            schema,
            query: document,
            estimators: [estimator],
            ...(request.operationName === undefined ? {} : { operationName: request.operationName }),
            ...(request.variables === undefined ? {} : { variables: request.variables }),
          });
          if (asked > cost) {
            throw new GraphQLError(`The operation costs ${asked} objects, more than the ${cost} allowed.`);
          }
          return Promise.resolve();
        },
      }),
  };
}
