import { describe, expect, jest, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Big } from '../money/decimal.js';
import { ExactNumber } from '../money/exact-number.js';
import { evaluateExpression } from './evaluator.js';
import { ExpressionError, type Expression } from './expression.js';
import { parseExpression } from './parser.js';
import { printExpression } from './printer.js';

const event = {
  code: 'render',
  timestamp: new Date('2027-05-17T08:30:00.999Z'),
  properties: {
    seconds: '130',
    seats: 3,
    zero: 0,
    tiny: 1e-7,
    region: 'eu',
    huge: '9'.repeat(30),
    exponent: '1e3',
    vast: 1.2345678901234567e308,
    minute: 4.9e-300,
    float: 0.1 + 0.2,
    long: 'x'.repeat(6_000),
    none: null,
    flag: true,
  },
};
const evaluate = (source: string) => evaluateExpression(parseExpression(source), event);

test.each([
  ['round(event.properties.seconds / 60, 1) * event.properties.seats', '6.6', 'aggregations.md §13.5'],
  ['1 + 2', '3.0', 'a number has a fractional digit'],
  ['1.50', '1.5', 'trailing zeros are dropped'],
  ['1 / 3', '0.333333333333333', 'at most 15: more would not count as numeric'],
  ['1 / 3 * 3', '1.0', 'only the result is rounded to 15 digits'],
  ['0.1 + 0.2', '0.3', 'no binary fractions'],
  ['2 + 3 * 4', '14.0', 'products before sums'],
  ['(2 + 3) * 4', '20.0', 'parentheses come before products'],
  ['20 - 5 - 3', '12.0', 'from the left'],
  ['20 / 5 / 2', '2.0', 'from the left'],
  ['20 - (5 - 3)', '18.0', 'parentheses come before the order from the left'],
  ['-2 * -3', '6.0', 'unary minus binds tightest'],
  ['--2', '2.0', 'unary minus may be repeated'],
  ['- (1 + 2)', '-3.0', 'unary minus before parentheses'],
  ['event.code', 'render', 'the code is text'],
  ['event.timestamp', '1810542600.0', 'Unix seconds, cut'],
  ['event.properties.region', 'eu', 'a text property stays text'],
  ['event.properties.seconds', '130', 'a numeric text property stays text'],
  ['event.properties.seats', '3.0', 'a number property is a number'],
  ['event.properties.tiny * 10000000', '1.0', 'however JavaScript would print it'],
  ["'3' + 1", '4.0', 'numeric text counts'],
  ['event.properties.float', '0.3', 'a sum of binary fractions is rounded'],
  ['event.properties.minute + 1', '1.0', 'beyond 40 decimals there is nothing'],
  ["concat(event.properties.region, '-', event.properties.seats, '/', 1.50)", 'eu-3/1.5', 'as text'],
  ["concat('')", '', 'concat of an empty text'],
  ['round(2.5)', '3.0', 'half away from zero'],
  ['round(-2.5)', '-3.0', 'a negative half is rounded away from zero'],
  ['round(1234.5, -2)', '1200.0', 'to hundreds'],
  ['ceil(2.01)', '3.0', 'up'],
  ['ceil(2.011, 2)', '2.02', 'up at two digits'],
  ['ceil(-2.5)', '-2.0', 'up is towards infinity'],
  ['floor(2.99)', '2.0', 'down'],
  ['floor(-2.5)', '-3.0', 'down is away from infinity'],
  ['floor(1999, -3)', '1000.0', 'down to thousands'],
  [`${'('.repeat(499)}1${')'.repeat(499)}`, '1.0', 'nesting, as deep as it may be'],
  [`1${' + 1'.repeat(499)}`, '500.0', 'a sum, as long as it may be'],
  ['\n\tceil ( 1 ,\r\n 0 ) ', '1.0', 'space is free'],
])('the expression %s is %s: %s', (source, value) => {
  expect(evaluate(source)).toBe(value);
});

test.each([
  ['event.properties.seats / event.properties.zero', 'Division by zero.'],
  ['1 + event.properties.other', 'event.properties.other is missing.'],
  ['event.properties.none', 'event.properties.none is missing.'],
  ['event.properties.constructor', 'event.properties.constructor is missing.'],
  ['event.properties.flag', 'event.properties.flag is neither text nor a number.'],
  ['-event.properties.region', 'event.properties.region is not a number.'],
  ['event.properties.exponent * 2', 'event.properties.exponent is not a number.'],
  ["concat('a', 'b') * 2", "concat('a', 'b') is not a number."],
  ['round(1, 0.5)', 'Digits are a whole number from -30 to 30.'],
  ['floor(1, 31)', 'Digits are a whole number from -30 to 30.'],
  ['ceil(1, -31)', 'Digits are a whole number from -30 to 30.'],
  ['event.properties.vast / event.properties.vast', 'The result has more than 30 digits before its point.'],
  ['event.properties.huge * 10 / 10', 'The result has more than 30 digits before its point.'],
  ['1 / event.properties.minute', 'Division by zero.'],
  [
    'concat(event.properties.long, event.properties.long)',
    'A text of concat has more than 10000 characters.',
  ],
  ['event.properties.huge + 1', 'The result has more than 30 digits before its point.'],
])('%s has no value: %s', (source, message) => {
  const expression = parseExpression(source);
  expect(() => evaluateExpression(expression, event)).toThrow(new ExpressionError(message));
});

test.each([
  ['event.properties.id', '1.0000000000000000001', 'a property that no double holds'],
  ['event.properties.id * 1', '1.0000000000000000001', 'arithmetic is exact'],
  ['-(event.properties.id - 2)', '0.9999999999999999999', 'and so are differences'],
  ['event.properties.id / 1', '1.0', 'a quotient has 15 digits'],
  ['round(event.properties.id + 1, 2)', '2.0', 'rounding is asked for'],
  [
    'event.properties.id * event.properties.id * event.properties.id',
    '1.00000000000000000030000000000000000003',
    'of a product, as many digits as an event may have',
  ],
])('%s of 1.0000000000000000001 is %s: %s', (source, expected) => {
  const properties = { id: ExactNumber.read('1.0000000000000000001') };
  expect(evaluateExpression(parseExpression(source), { ...event, properties })).toBe(expected);
});

test.each([
  ['', 'Unexpected end at position 1.'],
  ['1 +', 'Unexpected end at position 4.'],
  ['1 2', 'Unexpected 2 at position 3.'],
  ['* 2', 'Unexpected * at position 1.'],
  ['(1', 'Unexpected end at position 3, ) expected.'],
  ['1)', 'Unexpected ) at position 2.'],
  ['seats', 'Unknown name seats at position 1.'],
  ['1 + toString(2)', 'Unknown name toString at position 5.'],
  ['event', 'Unexpected end at position 6, . expected.'],
  ['event.id', 'An event has no member id (position 7).'],
  ['event.properties', 'Unexpected end at position 17, . expected.'],
  ['event.properties.2x', 'Unexpected 2 at position 18.'],
  ['event.properties.a.b', 'Unexpected . at position 19.'],
  ['round', 'Unexpected end at position 6, ( expected.'],
  ['round()', 'round does not take 0 inputs (position 1).'],
  ['1 + floor(1, 2, 3)', 'floor does not take 3 inputs (position 5).'],
  ['concat()', 'concat does not take 0 inputs (position 1).'],
  ['ceil(1 2)', 'Unexpected 2 at position 8, ) expected.'],
  ["'open", "Unexpected ' at position 1."],
  ['"text"', 'Unexpected " at position 1.'],
  ['1 % 2', 'Unexpected % at position 3.'],
  ['.5', 'Unexpected . at position 1.'],
  ['1.', 'Unexpected . at position 2.'],
  ['9'.repeat(31), 'The number at position 1 has too many digits.'],
  [`${'('.repeat(1000)}1`, 'An expression has at most 1000 parts.'],
])('%s is not a valid expression: %s', (source, message) => {
  expect(() => parseExpression(source)).toThrow(new ExpressionError(message));
});

test.each([
  ['1+2*3', '1 + 2 * 3'],
  ['(1+2)*3', '(1 + 2) * 3'],
  ['1-(2-3)', '1 - (2 - 3)'],
  ['(1-2)-3', '1 - 2 - 3'],
  ['-(1+2)', '-(1 + 2)'],
  ['(-1)*2', '-1 * 2'],
  ["concat( 'a' , event.code,event.timestamp )", "concat('a', event.code, event.timestamp)"],
  ['round((event.properties.a),2.0)', 'round(event.properties.a, 2)'],
])('%s is printed as %s', (source, printed) => {
  expect(printExpression(parseExpression(source))).toBe(printed);
});

describe('properties', () => {
  const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 5 },
      fc.nat().map((n) => ({ kind: 'number' as const, value: new Big(n).div(1000) })),
      fc.string().map((text) => ({ kind: 'text' as const, value: text.replaceAll("'", '') })),
      fc.constantFrom({ kind: 'code' as const }, { kind: 'timestamp' as const }),
      fc.stringMatching(/^[A-Za-z_]\w{0,8}$/).map((name) => ({ kind: 'property' as const, name })),
      tie('expression').map((operand) => ({ kind: 'negation' as const, operand })),
      fc
        .tuple(fc.constantFrom('+', '-', '*', '/'), tie('expression'), tie('expression'))
        .map(([operator, left, right]) => ({ kind: 'operation' as const, operator, left, right })),
      fc
        .tuple(
          fc.constantFrom('round', 'ceil', 'floor', 'concat'),
          fc.array(tie('expression'), { minLength: 1, maxLength: 2 }),
        )
        .map(([name, inputs]) => ({ kind: 'call' as const, name, inputs })),
    ),
  }));

  test('a printed expression parses to an equal expression', () => {
    fc.assert(
      fc.property(expression, (original) => {
        expect(parseExpression(printExpression(original))).toEqual(original);
      }),
    );
  });

  test('for any event, no operation works on more digits than a number may have', () => {
    const numbers = fc.constantFrom('vast', 'minute', 'huge', 'tiny', 'seats', 'deep');
    const operators = fc.constantFrom('+', '-', '*', '/');
    const properties = { ...event.properties, deep: `${'9'.repeat(30)}.${'9'.repeat(15)}` };
    fc.assert(
      fc.property(fc.array(fc.tuple(numbers, operators), { minLength: 1, maxLength: 160 }), (steps) => {
        const source = steps.map(([name, operator]) => `event.properties.${name} ${operator} `).join('');
        const digits = digitsProcessed(() => {
          try {
            evaluateExpression(parseExpression(`${source} 3`), { ...event, properties });
          } catch (error) {
            expect(error).toBeInstanceOf(ExpressionError);
          }
        });
        expect(Math.max(0, ...digits)).toBeLessThanOrEqual(70);
        // Each operation has two operands, and a subtraction calls an addition.
        expect(digits.length).toBeLessThanOrEqual(4 * steps.length);
      }),
    );
  });

  test('any text parses or throws an ExpressionError, and any expression has a value or throws one', () => {
    const words = fc.constantFrom(
      'event',
      '.',
      'properties',
      'code',
      'a',
      '(',
      ')',
      ',',
      '-',
      '/',
      '7',
      'round',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(words).map((list) => list.join(' ')),
        ),
        (source) => {
          try {
            expect(typeof evaluate(source)).toBe('string');
          } catch (error) {
            expect(error).toBeInstanceOf(ExpressionError);
          }
        },
      ),
    );
  });
});

/** Records the number of digits of each operand of every decimal operation that `work` performs. */
function digitsProcessed(work: () => void): number[] {
  const digits: number[] = [];
  const spies = (['plus', 'minus', 'times', 'div'] as const).map((name) => {
    const original = Big.prototype[name];
    return jest.spyOn(Big.prototype, name).mockImplementation(function (this: Big, ...operands: unknown[]) {
      const [other] = operands as [Big];
      digits.push(this.c.length, new Big(other).c.length);
      return original.call(this, other);
    });
  });
  try {
    work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return digits;
}
