import type { Big } from '../money/decimal.js';

/** The syntax tree of a formula that computes a metric's value from an event. Source: aggregations.md §3. */
export type Expression =
  | { readonly kind: 'number'; readonly value: Big }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'code' }
  | { readonly kind: 'timestamp' }
  | { readonly kind: 'property'; readonly name: string }
  | { readonly kind: 'negation'; readonly operand: Expression }
  | {
      readonly kind: 'operation';
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly inputs: readonly Expression[] };

/** Binary operators, all left associative; the higher number binds tighter. */
export const PRECEDENCE = { '+': 1, '-': 1, '*': 2, '/': 2 } as const;

export type Operator = keyof typeof PRECEDENCE;

/** The number of inputs that each function accepts. */
export const ARITY = {
  round: { least: 1, most: 2 },
  ceil: { least: 1, most: 2 },
  floor: { least: 1, most: 2 },
  concat: { least: 1, most: Infinity },
} as const;

export type FunctionName = keyof typeof ARITY;

/** The text is not a valid expression, or has no value for an event. The message is written for API callers. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
}
