import { Big, ceilAt, decimalText, floorAt, parseDecimal, roundAt } from '../money/decimal.js';
import { ExactNumber, MOST_DIGITS } from '../money/exact-number.js';
import { ExpressionError, type Expression, type FunctionName, type Operator } from './expression.js';
import { printExpression } from './printer.js';

/** The members of an event that expressions can read. */
export interface ExpressionEvent {
  readonly code: string;
  readonly timestamp: Date;
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * Evaluates an expression for an event, on decimals of bounded size: every number, intermediate ones included, has at
 * most 30 digits before its point and is rounded to 40 behind it. Its cost depends on the length of the expression only.
 * @returns the text of the event's property: a number with 1 to 15 fractional digits ("3.0"), or with
 *   all that it has (`isExact`); the text of `concat`, of a text literal or of a property.
 * @throws ExpressionError on a missing property, an operand that is not a number, a division by zero, an invalid number of
 *   digits to round to, a number with more than 30 digits before its point, and a result of `concat` that is too long.
 * Source: aggregations.md §3.
 */
export function evaluateExpression(expression: Expression, event: ExpressionEvent): string {
  const value = evaluate(expression, event);
  if (typeof value === 'string') return value;
  if (isFitting(value) && isExact(expression, event)) return decimalText(value, MAX_SCALE);
  return decimalText(bounded(value.round(15)));
}

/** True if a number has no more digits than one that an event may have. */
function isFitting({ c: digits, e: exponent }: Big): boolean {
  return Math.max(exponent + 1, 1) + Math.max(digits.length - 1 - exponent, 0) <= MOST_DIGITS;
}

/**
 * True if an expression reads a property that no double holds, and divides nothing: what it computes has all digits, and keeps
 * them (events-ingest.md §1).
 */
function isExact(expression: Expression, { properties }: ExpressionEvent): boolean {
  return (
    hasPart(expression, (part) => part.kind === 'property' && properties[part.name] instanceof ExactNumber) &&
    !hasPart(expression, (part) => part.kind === 'operation' && part.operator === '/')
  );
}

/** True if an expression, or one within it, meets a condition. */
function hasPart(expression: Expression, meets: (part: Expression) => boolean): boolean {
  if (meets(expression)) return true;
  switch (expression.kind) {
    case 'negation':
      return hasPart(expression.operand, meets);
    case 'operation':
      return hasPart(expression.left, meets) || hasPart(expression.right, meets);
    case 'call':
      return expression.inputs.some((input) => hasPart(input, meets));
    case 'number':
    case 'text':
    case 'code':
    case 'timestamp':
    case 'property':
      return false;
  }
}

/** The highest number of digits before the point, and the highest number of digits that rounding accepts. */
const MAX_DIGITS = 30;
/** Decimal places that a number keeps: as many as a division computes. */
const MAX_SCALE = Big.DP;
/** The longest result of `concat`, in characters. */
const MAX_TEXT = 10_000;

/** Rounds a number to the decimal places it may keep. @throws ExpressionError when it has too many digits. */
function bounded(value: Big): Big {
  if (value.e >= MAX_DIGITS)
    throw new ExpressionError(`The result has more than ${MAX_DIGITS} digits before its point.`);
  return value.c.length - 1 - value.e > MAX_SCALE ? value.round(MAX_SCALE) : value;
}

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
      return bounded(
        OPERATIONS[expression.operator](number(expression.left, event), number(expression.right, event)),
      );
    case 'call':
      return FUNCTIONS[expression.name](expression.inputs, event);
  }
}

function propertyValue(name: string, { properties }: ExpressionEvent): Value {
  const value = Object.hasOwn(properties, name) ? properties[name] : null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return bounded(new Big(value));
  if (value instanceof ExactNumber) return bounded(new Big(value.text));
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
  concat: (inputs, event) => {
    let text = '';
    for (const input of inputs) {
      const value = evaluate(input, event);
      text += typeof value === 'string' ? value : value.toFixed();
      if (text.length > MAX_TEXT)
        throw new ExpressionError(`A text of concat has more than ${MAX_TEXT} characters.`);
    }
    return text;
  },
};

function rounding(round: (value: Big, scale: number) => Big): Call {
  return ([input, digits], event) => {
    const scale = digits === undefined ? 0 : number(digits, event).toNumber();
    if (!Number.isInteger(scale) || Math.abs(scale) > MAX_DIGITS)
      throw new ExpressionError(`Digits are a whole number from -${MAX_DIGITS} to ${MAX_DIGITS}.`);
    return bounded(round(number(input as Expression, event), scale));
  };
}
