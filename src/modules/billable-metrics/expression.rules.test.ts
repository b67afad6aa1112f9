import { describe, expect, test } from '@jest/globals';
import { refusalBy } from '../../../test/support/rule-errors.js';
import { tryExpression } from './expression.rules.js';

const NOW = new Date('2027-03-01T12:00:00.900Z');
const limits = { batchBytes: 1_000, eventBytes: 1_000, eventKeys: 2, eventTextLength: 100 };

function evaluate(expression: string, properties: Record<string, unknown>, timestamp?: number | null) {
  const event = { code: 'calls', properties, ...(timestamp === undefined ? {} : { timestamp }) };
  return tryExpression({ expression, event }, NOW, limits);
}

describe('trying an expression (aggregations.md §3)', () => {
  test.each<[string, Record<string, unknown>, number | null | undefined, string, string]>([
    [
      'round(event.properties.seconds / 60, 1) * event.properties.seats',
      { seconds: '130', seats: 3 },
      undefined,
      '6.6',
      'the worked example (§13)',
    ],
    ['event.properties.a + 1', { a: 2 }, undefined, '3.0', 'whole numbers have a fractional part'],
    ["concat(event.code, '-', event.properties.a)", { a: 'x' }, undefined, 'calls-x', 'text'],
    ['event.timestamp', {}, 1_700_000_000, '1700000000.0', 'the time that was sent, in seconds'],
    ['event.timestamp', {}, undefined, '1803902400.0', 'now, in whole seconds'],
    ['event.timestamp', {}, null, '1803902400.0', 'null: now'],
  ])('%s of %j at %s is %s: %s', (expression, properties, timestamp, expected) => {
    expect(evaluate(expression, properties, timestamp)).toBe(expected);
  });

  test.each<[string, Record<string, unknown>, number | undefined, object, string]>([
    [' ', {}, undefined, { expression: ['value_is_mandatory'] }, 'blank'],
    ['1 +', {}, undefined, { expression: ['invalid_expression'] }, 'no expression'],
    ['event.properties.a + 1', {}, undefined, { event: ['invalid_event'] }, 'a missing property'],
    ['event.properties.a + 1', { a: 'x' }, undefined, { event: ['invalid_event'] }, 'no number'],
    ['1 / event.properties.a', { a: 0 }, undefined, { event: ['invalid_event'] }, 'a division by zero'],
    ['1', {}, 1e15, { event: ['invalid_event'] }, 'no instant'],
    [
      '1 +',
      { a: 1, b: 2, c: 3 },
      undefined,
      {
        expression: ['invalid_expression'],
        'event.properties': ['too_many_keys'],
        base: ['An event has at most 2 properties.'],
      },
      'both are reported',
    ],
  ])('%s of %j at %s is refused with %j: %s', (expression, properties, timestamp, expected) => {
    expect(refusalBy(() => evaluate(expression, properties, timestamp))).toEqual(expected);
  });
});
