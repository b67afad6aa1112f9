/**
 * Every limit that an operator can set: one row each. The configuration reads its variables from here, and a test holds
 * the table in README.md against it. A refusal by a limit names the limit (rest-conventions.md §2).
 */
export const LIMITS = {
  graphqlTextLength: {
    variable: 'GRAPHQL_MAX_TEXT_LENGTH',
    default: 15_000,
    unit: 'characters',
    meaning: 'length of a GraphQL document',
  },
  graphqlTokens: {
    variable: 'GRAPHQL_MAX_TOKENS',
    default: 4_000,
    unit: 'tokens',
    meaning: 'size of a GraphQL document',
  },
  graphqlDepth: {
    variable: 'GRAPHQL_MAX_DEPTH',
    default: 15,
    unit: 'levels',
    meaning: 'nesting of a GraphQL operation',
  },
  graphqlAliases: {
    variable: 'GRAPHQL_MAX_ALIASES',
    default: 5,
    unit: 'fields',
    meaning: 'how often one operation may select the same root field',
  },
  graphqlCost: {
    variable: 'GRAPHQL_MAX_COST',
    default: 10_000,
    unit: 'objects',
    meaning: 'objects that a GraphQL operation may return, lists weighted by their page size',
  },
} as const satisfies Record<string, LimitDefinition>;

interface LimitDefinition {
  /** The environment variable that sets it. */
  readonly variable: string;
  readonly default: number;
  readonly unit: 'bytes' | 'characters' | 'fields' | 'levels' | 'milliseconds' | 'objects' | 'tokens';
  /** Completes the sentence "The largest …". */
  readonly meaning: string;
}

export type Limit = (typeof LIMITS)[keyof typeof LIMITS];

export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

export const DEFAULT_LIMITS: Limits = mapLimits((limit) => limit.default);

/** Gives each limit the value that `valueOf` finds for it. */
export function mapLimits(valueOf: (limit: Limit) => number): Limits {
  const entries = Object.entries(LIMITS).map(([name, limit]) => [name, valueOf(limit)]);
  return Object.fromEntries(entries) as Limits;
}
