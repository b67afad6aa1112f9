import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../../test/support/property.js';
import { eventTimeAt, parseEventTimestamp } from './event-timestamp.js';

describe('parseEventTimestamp', () => {
  test.each<[string, unknown, string | null]>([
    ['whole seconds', 1700158546, '2023-11-16T18:15:46.000000Z'],
    ['a number with decimals', 1700158546.68059, '2023-11-16T18:15:46.680590Z'],
    ['text keeps what a number would lose', '1700158546.680591', '2023-11-16T18:15:46.680591Z'],
    ['a seventh decimal is cut, not rounded', '1700158546.6805919', '2023-11-16T18:15:46.680591Z'],
    ['zero', 0, '1970-01-01T00:00:00.000000Z'],
    ['just before 1970', '-0.000001', '1969-12-31T23:59:59.999999Z'],
    ['a second and a quarter before 1970', -1.25, '1969-12-31T23:59:58.750000Z'],
    ['ISO 8601 in UTC', '2023-11-16T18:15:46.680591Z', '2023-11-16T18:15:46.680591Z'],
    ['a zone', '2023-11-16T18:15:46.5+05:45', '2023-11-16T12:30:46.500000Z'],
    ['without a zone it is UTC', '2023-11-16T18:15', '2023-11-16T18:15:00.000000Z'],
    ['the first second in which something may happen', '0100-01-01', '0100-01-01T00:00:00.000000Z'],
    ['one less', '0099-12-31T23:59:59Z', null],
    ['the last one', 243935279999, '9699-12-31T23:59:59.000000Z'],
    ['one more', 243935280000, null],
    ['a zone that leads past the last year', '9699-12-31T23:59:59-01:00', null],
    ['the year 0', '0000-06-01', null],
    ['milliseconds', 1700158546680, null],
    ['an exponent', '1e9', null],
    ['a number too large for plain digits', 1e21, null],
    ['no number', Number.NaN, null],
    ['blanks', ' 1 ', null],
    ['empty text', '', null],
    ['a day that does not exist', '2023-02-29', null],
    ['a boolean', true, null],
    ['null', null, null],
  ])('the timestamp %s: %j is %s', (_, value, exact) => {
    expect(parseEventTimestamp(value)?.exact ?? null).toBe(exact);
  });

  test('parseEventTimestamp reads what it writes, and `at` is `exact` cut to the millisecond', () => {
    const micros = fc.bigInt({ min: -59_000_000_000_000_000n, max: 243_935_279_999_999_999n });
    fc.assert(
      fc.property(micros, (count) => {
        const sign = count < 0n ? '-' : '';
        const digits = String(count < 0n ? -count : count).padStart(7, '0');
        const time = parseEventTimestamp(`${sign}${digits.slice(0, -6)}.${digits.slice(-6)}`);
        expect(parseEventTimestamp(time?.exact)).toEqual(time);
        expect(time?.at.toISOString().slice(0, -1)).toBe(time?.exact.slice(0, -4));
        expect(BigInt(time?.at.getTime() ?? 0) * 1000n + BigInt(time?.exact.slice(-4, -1) ?? 0)).toBe(count);
      }),
    );
  });

  test('an instant of the application', () => {
    const at = new Date('2027-03-01T09:30:00.250Z');
    expect(eventTimeAt(at)).toEqual(parseEventTimestamp(at.toISOString()));
  });
});
