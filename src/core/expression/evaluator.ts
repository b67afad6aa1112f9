import { Big, ceilAt, decimalText, floorAt, parseDecimal, roundAt } from '../decimal.js';
import { ExpressionError, type Expression, type FunctionName, type Operator } from './expression.js';
import { printExpression } from './printer.js';

/** An event as far as expressions look at it. */
export interface ExpressionEvent {
  readonly code: string;
  readonly timestamp: Date;
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * Works an expression out for an event, on exact decimals.
 * @returns the text that becomes the event's property: a number with a fractional digit ("3.0"), at most 15 of
 *   them, or what `concat`, a text literal or a property gave.
 * @throws ExpressionError on a missing property, an operand that is no number, a division by zero, digits that
 *   are no number of digits, and a number with more than 30 digits before its point.
 * Source: spec/behaviour/aggregations.md §3.
 */
export function evaluateExpression(expression: Expression, event: ExpressionEvent): string {
  const value = evaluate(expression, event);
  if (typeof value === 'string') return value;
  if (value.abs().gte(TOO_LARGE))
    throw new ExpressionError('The result has more than 30 digits before its point.');
  return decimalText(value);
}

const TOO_LARGE = new Big(10).pow(30);

type Value = Big | string;

function evaluate(expression: Expression, event: ExpressionEvent): Value {
  switch (expression.kind) {
    case 'number':
    case 'text':
      return expression.value;
    case 'code':
      return event.code;
    case 'timestamp':
      return new Big(Math.floor(event.timestamp.getTime() / 1000));
    case 'property':
      return propertyValue(expression.name, event);
    case 'negation':
      return number(expression.operand, event).neg();
    case 'operation':
      return OPERATIONS[expression.operator](number(expression.left, event), number(expression.right, event));
    case 'call':
      return FUNCTIONS[expression.name](expression.inputs, event);
  }
}

function propertyValue(name: string, { properties }: ExpressionEvent): Value {
  const value = Object.hasOwn(properties, name) ? properties[name] : null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return new Big(value);
  const problem = value === null || value === undefined ? 'is missing' : 'is neither text nor a number';
  throw new ExpressionError(`event.properties.${name} ${problem}.`);
}

function number(expression: Expression, event: ExpressionEvent): Big {
  const value = evaluate(expression, event);
  const decimal = typeof value === 'string' ? parseDecimal(value) : value;
  if (decimal === null) throw new ExpressionError(`${printExpression(expression)} is not a number.`);
  return decimal;
}

const OPERATIONS: Readonly<Record<Operator, (left: Big, right: Big) => Big>> = {
  '+': (left, right) => left.plus(right),
  '-': (left, right) => left.minus(right),
  '*': (left, right) => left.times(right),
  '/': (left, right) => {
    if (right.eq(0)) throw new ExpressionError('Division by zero.');
    return left.div(right);
  },
};

type Call = (inputs: readonly Expression[], event: ExpressionEvent) => Value;

const FUNCTIONS: Readonly<Record<FunctionName, Call>> = {
  round: rounding(roundAt),
  ceil: rounding(ceilAt),
  floor: rounding(floorAt),
  concat: (inputs, event) =>
    inputs
      .map((input) => evaluate(input, event))
      .map((value) => (typeof value === 'string' ? value : value.toFixed()))
      .join(''),
};

/** Digits that a decimal may have before its point, and more than it may have after it. */
const MAX_DIGITS = 30;

function rounding(round: (value: Big, scale: number) => Big): Call {
  return ([input, digits], event) => {
    const scale = digits === undefined ? 0 : number(digits, event).toNumber();
    if (!Number.isInteger(scale) || Math.abs(scale) > MAX_DIGITS)
      throw new ExpressionError(`Digits are a whole number from -${MAX_DIGITS} to ${MAX_DIGITS}.`);
    return round(number(input as Expression, event), scale);
  };
}
