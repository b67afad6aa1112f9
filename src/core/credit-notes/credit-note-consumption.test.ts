import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../test/support/property.js';
import { shareConsumed, consumeBalances } from './credit-note-consumption.js';
import { Big, sum } from '../money/decimal.js';

const balances = (...cents: readonly bigint[]) => cents.map((balanceAmountCents) => ({ balanceAmountCents }));
const amounts = (given: readonly bigint[], totalCents: bigint) =>
  consumeBalances(balances(...given), totalCents).map(({ amountCents }) => amountCents);

describe('consumeBalances', () => {
  test.each<[bigint[], bigint, bigint[], string]>([
    [
      [2_500n, 4_000n],
      5_200n,
      [2_500n, 2_700n],
      'in their order, the last one in part: credit-notes.md §7 D',
    ],
    [[2_500n, 4_000n], 2_500n, [2_500n], 'what is not needed is left alone'],
    [[2_500n, 4_000n], 10_000n, [2_500n, 4_000n], 'all of it'],
    [[0n, 700n], 300n, [300n], 'an empty balance gives nothing'],
    [[700n], 0n, [], 'nothing to pay'],
    [[], 300n, [], 'nothing there'],
  ])('balances %j, %s to pay: %j (%s)', (given, total, expected) => {
    expect(amounts(given, total)).toEqual(expected);
  });
});

describe('shareConsumed', () => {
  const share = (fees: string[], taken: bigint[]) =>
    shareConsumed(
      fees.map((fee) => new Big(fee)),
      taken,
    ).map((cents) => cents.toFixed());

  test.each<[string[], bigint[], string[], string]>([
    [['3000', '1000'], [2_000n], ['1500', '500'], 'by what each fee is'],
    [['3000', '1000'], [2_000n, 1_000n], ['2250', '750'], 'each note by what the others left'],
    [['3000', '1000'], [4_000n], ['3000', '1000'], 'all of them'],
    [['100', '200'], [100n], ['33.33333', '66.66667'], 'five decimals'],
    [
      ['100', '100', '100'],
      [100n],
      ['33.33334', '33.33333', '33.33333'],
      'the first of the largest takes the rest',
    ],
    [['100', '199'], [299n, 1n], ['100', '199'], 'never more than the fee, when fees round to less'],
    [['0', '300'], [100n], ['0', '100'], 'a fee of nothing'],
  ])('fees %j share %j: %j (%s)', (fees, taken, expected) => {
    expect(share(fees, taken)).toEqual(expected);
  });
});

test('an invoice uses at most its total and at most each balance, and its fees share the amounts used', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 9n });
  fc.assert(
    fc.property(
      fc.array(cents, { maxLength: 5 }),
      fc.array(cents, { minLength: 1, maxLength: 5 }),
      (given, fees) => {
        const total = fees.reduce((all, fee) => all + fee, 0n);
        const taken = consumeBalances(balances(...given), total);
        const sumTaken = taken.reduce((all, { amountCents }) => all + amountCents, 0n);
        const balanceCents = given.reduce((all, balance) => all + balance, 0n);
        expect(sumTaken).toBe(balanceCents < total ? balanceCents : total);
        expect(taken.every(({ balance, amountCents }) => amountCents <= balance.balanceAmountCents)).toBe(
          true,
        );
        const shares = shareConsumed(
          fees.map((fee) => new Big(fee)),
          taken.map(({ amountCents }) => amountCents),
        );
        expect(shares.every((share, index) => share.lte(new Big(fees[index] ?? 0n)))).toBe(true);
        expect(sum(shares).toFixed()).toBe(sumTaken.toString());
      },
    ),
    tries(1_000),
  );
});
