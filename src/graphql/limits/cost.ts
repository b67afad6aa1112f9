import type { GraphQLRequest } from '@apollo/server';
import {
  type DocumentNode,
  getNamedType,
  getNullableType,
  GraphQLError,
  type GraphQLNamedType,
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
import { refusal } from '../errors/refusal.js';

/** Assumed number of items of a list without pages. */
const UNPAGED_ITEMS = 20;
/** Assumed number of items of a list in an introspection query: tools' usual query fits the limit once, but not twice. */
const INTROSPECTED_ITEMS = 4;

/** Cost of a selection that needs its own database statement. One statement reads it for all parent objects. */
const STATEMENT = 50;

/** Bytes of a response that cost as much as 1. */
const BYTES = 1024;
/** Typical bytes of a stored value with its name in a response. */
const VALUE_BYTES = 32;
/** Bytes for each object beside those of its values: for its braces, its id and the work of creating it. */
const OBJECT_BYTES = 160;

/** The cost that the decorators `Computed`, `Large` and `TypicalItems` of platform/api declare on a field or type. */
interface DeclaredCost {
  /** The cost of each value, in kilobytes. */
  readonly cost?: number;
  readonly items?: number;
  /** True for a type whose objects are computed from what was read: they cost no more than stored scalars. */
  readonly isComputed?: boolean;
}

function declaredCost({ extensions }: { readonly extensions?: unknown }): DeclaredCost {
  return (extensions as DeclaredCost | undefined) ?? {};
}

/**
 * Estimates the bytes of a field in the response: those of its values and objects, times the number of items of a list.
 * A computed or large field has the bytes of its declared cost; a field of an introspection query costs 1.
 */
const estimateBytes: ComplexityEstimator = ({ field, type, args, childComplexity }) => {
  const isIntrospected = isIntrospectionType(type) || isIntrospectionType(getNamedType(field.type));
  const shown = getNamedType(field.type);
  const { cost: declared, items } = declaredCost(field);
  const own = declared === undefined ? null : declared * BYTES;
  if (isScalarLike(shown)) return own ?? (isIntrospected ? BYTES : VALUE_BYTES + childComplexity);
  const item = (own ?? (isIntrospected ? BYTES : OBJECT_BYTES)) + childComplexity * pageSize(field, args);
  // The items of a page are counted at the field with the argument for the page size.
  const isUnpaged = isListType(getNullableType(field.type)) && !type.name.endsWith('Connection');
  if (!isUnpaged) return item;
  return item * (isIntrospected ? INTROSPECTED_ITEMS : (items ?? declaredCost(shown).items ?? UNPAGED_ITEMS));
};

/**
 * True if a selection needs its own database statement, as related objects and totals of lists do. Aliases of one field
 * count as several selections, since their arguments may differ.
 */
function takesStatement({ field, type }: Pick<ComplexityEstimatorArgs, 'field' | 'type'>): boolean {
  if (isIntrospectionType(type) || isIntrospectionType(getNamedType(field.type))) return false;
  if (type.name.endsWith('Connection')) return field.name === 'totalCount' || field.name === 'pageInfo';
  return !isScalarLike(getNamedType(field.type)) && !type.name.endsWith('Edge');
}

/** True for types whose values are read with the object that has them. */
function isScalarLike(type: GraphQLNamedType): boolean {
  return isLeafType(type) || declaredCost(type).isComputed === true;
}

/** The page size that a field requests, never less than 1: an invalid size must not lower the total cost. */
function pageSize(
  { args: declared }: ComplexityEstimatorArgs['field'],
  args: ComplexityEstimatorArgs['args'],
): number {
  if (!declared.some(({ name }) => name === 'perPage')) return 1;
  const { perPage, first, last } = args as Record<string, number | null | undefined>;
  return Math.max(1, perPage ?? first ?? last ?? DEFAULT_PAGE_SIZE);
}

/** The default page size of GraphQL lists, and the largest that clients may request. */
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 100;

/**
 * Computes the cost of an operation: 1 for each kilobyte that it may return, plus the cost of its database statements.
 * @throws GraphQLError when the operation has more selections than can be counted.
 */
export function costOf(
  schema: GraphQLSchema,
  query: DocumentNode,
  { operationName, variables }: GraphQLRequest,
): number {
  let statements = 0;
  const countStatements: ComplexityEstimator = (selection) => {
    if (takesStatement(selection)) statements += 1;
    // Returning nothing leaves the bytes to the next estimator.
  };
  try {
    const bytes = getComplexity({
      schema,
      query,
      estimators: [countStatements, estimateBytes],
      ...(operationName === undefined ? {} : { operationName }),
      ...(variables === undefined ? {} : { variables }),
    });
    return Math.ceil(bytes / BYTES) + STATEMENT * statements;
  } catch (error) {
    // graphql-query-complexity stops counting at its limit of selections.
    throw error instanceof GraphQLError ? refusal(error.message) : error;
  }
}
