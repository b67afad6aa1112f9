import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { Big } from '../money/decimal.js';
import { toMoney, type Pricing } from './pricing.js';
import { chargeTrueUp } from './true-up.js';

const EUR: Pricing = { currency: 'EUR', conversionRate: null };
const CREDITS: Pricing = { currency: 'EUR', conversionRate: new Big('0.7') };

/** A fee with this precise amount. */
const fee = (amount: string, pricing = EUR) =>
  toMoney({ amount: new Big(amount), unitAmount: new Big(0) }, pricing);

interface Case {
  minAmountCents: bigint;
  days?: number;
  fees?: string[];
  pricing?: Pricing;
}

function trueUp({ minAmountCents, days = 31, fees = [], pricing = EUR }: Case) {
  return chargeTrueUp({
    minAmountCents,
    days,
    durationDays: 31,
    pricing,
    fees: fees.map((amount) => fee(amount, pricing)),
  });
}

test.each<[Case, bigint | undefined, string | undefined, string]>([
  [{ minAmountCents: 5000n, days: 9, fees: ['8.12'] }, 640n, '6.3961', 'charges.md §11.6'],
  [
    { minAmountCents: 50000n, days: 19, fees: ['80', '43'] },
    18345n,
    '183.4516',
    'fees.md §3: over all filters',
  ],
  [{ minAmountCents: 10000n, fees: ['25'] }, 7500n, '75.0000', 'a whole period'],
  [{ minAmountCents: 10000n }, 10000n, '100.0000', 'nothing used'],
  [{ minAmountCents: 10000n, fees: ['120'] }, undefined, undefined, 'more than the minimum'],
  [{ minAmountCents: 10000n, fees: ['100'] }, undefined, undefined, 'just the minimum'],
  [{ minAmountCents: 1000n, days: 1, fees: ['0.32'] }, undefined, undefined, 'less than half a cent lacking'],
  [{ minAmountCents: 10000n, days: 0 }, undefined, undefined, 'no days, nothing due'],
  [
    { minAmountCents: 1000n, fees: ['0.004', '0.004'] },
    1000n,
    '9.9920',
    'precise amounts are taken off precisely',
  ],
  [
    { minAmountCents: 5000n, fees: ['8.123'], pricing: CREDITS },
    2932n,
    '29.3160',
    'in pricing units: 41.88 at 0.7',
  ],
])('%j is short by %s, precisely %s: %s', (minimum, cents, precise) => {
  const result = trueUp(minimum);
  expect([result?.amountCents, result?.preciseAmount.toFixed(4)]).toEqual([cents, precise]);
});

test('the unit amount is the amount', () => {
  expect(trueUp({ minAmountCents: 5000n, days: 9, fees: ['8.12'] })?.preciseUnitAmount.toFixed()).toBe('6.4');
});

test('the amounts in the pricing unit have their own precise amount', () => {
  expect(trueUp({ minAmountCents: 5000n, fees: ['8.123'], pricing: CREDITS })?.pricingUnit).toMatchObject({
    amountCents: 4188n,
    preciseAmountCents: new Big('4187.7'),
    unitAmountCents: 4188n,
  });
});

describe('properties', () => {
  test('a charge with a true-up bills exactly its minimum; without one, at least the minimum', () => {
    const amounts = fc.array(
      fc.nat({ max: 10 ** 6 }).map((n) => new Big(n).div(1000).toFixed()),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 6n }),
        fc.nat({ max: 31 }),
        amounts,
        (minAmountCents, days, fees) => {
          const used = fees.reduce((total, amount) => total + fee(amount).amountCents, 0n);
          const due = new Big(minAmountCents).times(days).div(31);
          const result = trueUp({ minAmountCents, days, fees });
          const total = new Big(used + (result?.amountCents ?? 0n));
          expect(total.gte(due.minus('0.5'))).toBe(true);
          if (result !== null) expect(total.minus(due).abs().lte('0.5')).toBe(true);
        },
      ),
    );
  });
});
