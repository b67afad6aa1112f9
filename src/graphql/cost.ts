import type { GraphQLRequest } from '@apollo/server';
import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLSchema,
  isIntrospectionType,
  isLeafType,
  isListType,
} from 'graphql';
import {
  type ComplexityEstimator,
  type ComplexityEstimatorArgs,
  getComplexity,
} from 'graphql-query-complexity';
import { refusal } from './refusal.js';

/** What a list without pages is taken to hold. */
const UNPAGED_ITEMS = 20;
/** What a list of the introspection is taken to hold, so that the usual query of tools fits in the limit, but once. */
const INTROSPECTED_ITEMS = 4;

/** What a selection costs that is read by a statement of its own. One statement reads it for all its parents. */
const STATEMENT = 50;

/** What `Computed`, `Large` and `TypicalItems` of platform/api declare. */
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
const estimateObjects: ComplexityEstimator = ({ field, type, args, childComplexity }) => {
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

/**
 * Whether a selection is read by a statement of its own: related objects are, and the totals of a list. Aliases of one field
 * are several selections, since their arguments may differ.
 */
function takesStatement({ field, type }: Pick<ComplexityEstimatorArgs, 'field' | 'type'>): boolean {
  if (isIntrospectionType(type) || isIntrospectionType(getNamedType(field.type))) return false;
  if (type.name.endsWith('Connection')) return field.name === 'totalCount' || field.name === 'pageInfo';
  return !isLeafType(getNamedType(field.type)) && !type.name.endsWith('Edge');
}

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

/**
 * What an operation costs, in objects: those that it may answer, and what its statements cost.
 * @throws GraphQLError for more selections than are counted.
 */
export function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  { operationName, variables }: GraphQLRequest,
): number {
  let statements = 0;
  const countStatements: ComplexityEstimator = (selection) => {
    if (takesStatement(selection)) statements += 1;
    // Its objects are estimated by the next estimator.
  };
  try {
    const objects = getComplexity({
      schema,
      query,
      estimators: [countStatements, estimateObjects],
      ...(operationName === undefined ? {} : { operationName }),
      ...(variables === undefined ? {} : { variables }),
    });
    return objects + STATEMENT * statements;
  } catch (error) {
    // More selections than it cares to count.
    throw error instanceof GraphQLError ? refusal(error.message) : error;
  }
}
