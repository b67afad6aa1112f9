import { describe, expect, test } from '@jest/globals';
import { Temporal } from 'temporal-polyfill';
import { fc } from '../../../test/support/property.js';
import { startOfLocalDay } from '../time/calendar.js';
import { centsBeforeChange, type FeeFromOrder, endsBeforeChange } from './days-before-change.js';

function fee(from: string, to: string, amountCents: bigint, over: Partial<FeeFromOrder> = {}): FeeFromOrder {
  return {
    window: { from: new Date(from), to: new Date(to) },
    timezone: 'UTC',
    amountCents,
    isPerDay: true,
    ...over,
  };
}

const day = (date: string) => Temporal.PlainDate.from(date);

describe('part of a fee for the days before a plan takes over', () => {
  const june = fee('2027-06-11', '2027-07-01', 6_000n);

  test.each<[FeeFromOrder, string, string, boolean, string]>([
    [june, '2027-06-11', '0', false, 'paid on the day of the order'],
    [june, '2027-06-12', '300', false, 'one of 20 days: subscriptions.md §13.5'],
    [june, '2027-06-30', '5700', false, 'its last day is left'],
    [june, '2027-07-01', '6000', true, 'all of it, once its window is over'],
    [june, '2027-07-05', '6000', true, 'the whole fee, also on later dates: §13.5'],
    [fee('2027-07-01', '2027-08-01', 3_100n), '2027-07-03', '200', false, 'two of 31 days'],
    [fee('2027-06-11', '2027-07-01', 1_000n), '2027-06-18', '350', false, 'seven of 20 days'],
    [fee('2027-07-01', '2027-08-01', 1_000n), '2027-07-02', '32.25806', false, 'cut to five decimals'],
    [{ ...june, isPerDay: false }, '2027-06-12', '0', false, 'a fixed charge that is billed whole stays'],
    [{ ...june, isPerDay: false }, '2027-07-01', '6000', true, 'until none of its days is left'],
    [
      fee('2027-06-11T09:00:00.001Z', '2027-07-01', 4_000n),
      '2027-06-12',
      '200',
      false,
      'the day of an order counts whole',
    ],
    [
      fee('2027-06-10T15:00:00Z', '2027-06-30T15:00:00Z', 6_000n, { timezone: 'Asia/Tokyo' }),
      '2027-06-12',
      '300',
      false,
      'dates are those of the zone that the window was counted in',
    ],
  ])('%j, taken over on %s: %s, over: %s (%s)', (paid, changeOn, cents, isOver) => {
    expect(centsBeforeChange(day(changeOn), paid).toString()).toBe(cents);
    expect(endsBeforeChange(day(changeOn), paid)).toBe(isOver);
  });

  test('part of a fee for the days before a plan takes over grows by the same amount each day, from 0 to the whole fee', () => {
    const cases = fc.record({
      days: fc.integer({ min: 1, max: 366 }),
      amountCents: fc.bigInt({ min: 0n, max: 10n ** 12n }),
      timezone: fc.constantFrom('UTC', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata'),
      start: fc.integer({ min: 0, max: 1_000 }),
    });
    fc.assert(
      fc.property(cases, ({ days, amountCents, timezone, start }) => {
        const fromOn = day('2026-01-01').add({ days: start });
        const [from, to] = [fromOn, fromOn.add({ days })].map((on) => startOfLocalDay(on, timezone));
        const paid = { window: { from, to }, timezone, amountCents, isPerDay: true } as FeeFromOrder;
        const after = (passed: number) => centsBeforeChange(fromOn.add({ days: passed }), paid);
        expect(after(0).toString()).toBe('0');
        expect(after(days).toString()).toBe(amountCents.toString());
        const passed = Math.floor(days / 2);
        const rest = after(days - passed)
          .plus(after(passed))
          .minus(String(amountCents));
        // Each amount is rounded down.
        expect(rest.lte(0) && rest.gt('-0.00003')).toBe(true);
      }),
    );
  });
});
