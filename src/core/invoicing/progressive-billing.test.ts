import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../test/support/property.js';
import { Big, sum } from '../money/decimal.js';
import {
  lifetimeCents,
  passedThresholds,
  progressiveCredit,
  progressiveShares,
  thresholdProgress,
  type UsageThreshold,
} from './progressive-billing.js';

const fixed = (...amounts: number[]): UsageThreshold[] =>
  amounts.map((cents) => ({ amountCents: BigInt(cents), recurring: false }));
const every = (cents: number): UsageThreshold => ({ amountCents: BigInt(cents), recurring: true });
const usage = (currentCents: number, invoicedCents = 0, historicalCents = 0) => ({
  currentCents: BigInt(currentCents),
  invoicedCents: BigInt(invoicedCents),
  historicalCents: BigInt(historicalCents),
});
const shown = ({ amountCents, recurring }: UsageThreshold) =>
  recurring ? `every ${amountCents}` : Number(amountCents);

describe('passed thresholds', () => {
  test.each([
    ['progressive-billing.md §8 A: the first one', fixed(2_000, 5_000), usage(2_300), 0, [2_000]],
    ['progressive-billing.md §8 A: the second one', fixed(2_000, 5_000), usage(5_400), 2_300, [5_000]],
    ['progressive-billing.md §8 A: none is left', fixed(2_000, 5_000), usage(6_000), 5_400, []],
    ['progressive-billing.md §8 B: several at once', fixed(2_000, 5_000), usage(5_100), 0, [2_000, 5_000]],
    ['progressive-billing.md §8 C: reached exactly', [...fixed(1_000), every(400)], usage(1_000), 0, [1_000]],
    ['progressive-billing.md §8 C: 199 more', [...fixed(1_000), every(400)], usage(1_199), 1_000, []],
    [
      'progressive-billing.md §8 C: 200 more',
      [...fixed(1_000), every(400)],
      usage(1_200),
      1_000,
      ['every 400'],
    ],
    [
      'progressive-billing.md §8 C: to 1 600',
      [...fixed(1_000), every(400)],
      usage(1_600),
      1_200,
      ['every 400'],
    ],
    ['both kinds at once', [...fixed(1_000), every(400)], usage(1_400), 0, [1_000, 'every 400']],
    ['not below the first one', fixed(2_000), usage(1_999), 0, []],
    ['usage has shrunk', fixed(2_000), usage(900), 1_000, []],
    ['ended periods count', fixed(2_000), usage(500, 1_500), 0, [2_000]],
    ['history counts', fixed(60_000), usage(10_000, 20_000, 30_000), 0, [60_000]],
    ['passed in an ended period', fixed(2_000), usage(900, 2_000), 0, []],
    ['only recurring, several steps', [every(500)], usage(1_250), 0, ['every 500']],
    ['recurring, from an ended period', [every(500)], usage(100, 400), 0, ['every 500']],
    ['no thresholds', [], usage(5_000), 0, []],
  ])('%s', (_, thresholds, lifetime, progressive, passed) => {
    expect(passedThresholds(thresholds, lifetime, BigInt(progressive)).map(shown)).toEqual(passed);
  });

  test('each fixed threshold is passed once while usage grows', () => {
    const cents = fc.integer({ min: 1, max: 1_000 });
    fc.assert(
      fc.property(
        fc.uniqueArray(cents, { maxLength: 5 }),
        fc.array(cents, { maxLength: 20 }),
        (amounts, growth) => {
          const thresholds = fixed(...amounts);
          const passed: UsageThreshold[] = [];
          let [used, billed] = [0n, 0n];
          for (const more of growth) {
            used += BigInt(more);
            const now = passedThresholds(thresholds, { ...usage(0), currentCents: used }, billed);
            passed.push(...now);
            if (now.length > 0) billed = used;
          }
          const due = amounts
            .filter((amount) => BigInt(amount) <= used)
            .toSorted((one, other) => one - other);
          expect(passed.map(shown)).toEqual(due);
        },
      ),
    );
  });
});

describe('progress', () => {
  const progress = (thresholds: UsageThreshold[], total: number) =>
    thresholdProgress(thresholds, BigInt(total)).map(({ amountCents, ratio }) => [
      Number(amountCents),
      ratio.toNumber(),
    ]);

  test.each([
    [
      'nothing passed',
      fixed(1_000, 2_000),
      250,
      [
        [1_000, 0.25],
        [2_000, 0],
      ],
    ],
    [
      'measured from the last one',
      fixed(1_000, 2_000),
      1_250,
      [
        [1_000, 1],
        [2_000, 0.25],
      ],
    ],
    [
      'reached exactly',
      fixed(1_000, 2_000),
      2_000,
      [
        [1_000, 1],
        [2_000, 1],
      ],
    ],
    [
      'a recurring one waits',
      [...fixed(1_000), every(400)],
      500,
      [
        [1_000, 0.5],
        [1_400, 0],
      ],
    ],
    [
      'then steps',
      [...fixed(1_000), every(400)],
      1_900,
      [
        [1_000, 1],
        [1_400, 1],
        [1_800, 1],
        [2_200, 0.25],
      ],
    ],
    ['only recurring', [every(500)], 250, [[500, 0.5]]],
    ['no thresholds', [], 500, []],
  ])('%s', (_, thresholds, total, expected) => {
    expect(progress(thresholds, total)).toEqual(expected);
  });

  test('the progress of many steps lists the last hundred', () => {
    const listed = progress([every(1)], 1_000_000_000);
    expect(listed).toHaveLength(101);
    expect([listed[0], listed.at(-1)]).toEqual([
      [999_999_901, 1],
      [1_000_000_001, 0],
    ]);
  });

  test('lifetime usage is the sum of its parts', () => {
    expect(lifetimeCents(usage(1, 20, 300))).toBe(321n);
  });
});

describe('credit', () => {
  const billed = (over: object = {}) => ({
    feesCents: 2_300n,
    grantedCents: 0n,
    notedCents: 0n,
    ...over,
  });
  test.each([
    ['progressive-billing.md §8 A: all of it', billed(), 5_400, 2_300, 0],
    ['progressive-billing.md §8 D: no more than was used', billed(), 1_900, 1_900, 400],
    ['less what was granted', billed({ grantedCents: 2_000n }), 5_400, 300, 0],
    ['less notes', billed({ notedCents: 400n }), 1_900, 1_900, 0],
    ['never below 0', billed({ grantedCents: 2_000n, notedCents: 400n }), 1_900, 0, 0],
    ['nothing used', billed(), 0, 0, 2_300],
  ])('%s', (_, invoice, cap, credit, excess) => {
    expect(progressiveCredit(invoice, BigInt(cap))).toEqual({
      creditCents: BigInt(credit),
      excessCents: BigInt(excess),
    });
  });

  type BilledFee = readonly [amount: bigint, billed: bigint | null];
  test.each<[string, bigint, readonly BilledFee[], readonly string[]]>([
    [
      'what was billed of each fee',
      2_300n,
      [
        [1_500n, 1_300n],
        [4_000n, 1_000n],
      ],
      ['1300', '1000'],
    ],
    [
      'a fee of another kind has none',
      2_300n,
      [
        [2_500n, 2_300n],
        [1_000n, null],
      ],
      ['2300', '0'],
    ],
    [
      'a note has given a part back',
      1_725n,
      [
        [1_500n, 1_300n],
        [4_000n, 1_000n],
      ],
      ['975', '750'],
    ],
    [
      'one has shrunk and the other has grown',
      2_300n,
      [
        [300n, 1_300n],
        [4_000n, 1_000n],
      ],
      ['300', '2000'],
    ],
    [
      'parts that do not divide',
      100n,
      [
        [50n, 50n],
        [50n, 50n],
        [50n, 50n],
      ],
      ['33.33334', '33.33333', '33.33333'],
    ],
  ])('a credit for progressive billing is spread over the fees: %s', (_, credit, fees, expected) => {
    const shares = progressiveShares(
      credit,
      fees.map(([amountCents, billedCents]) => ({ amountCents, billedCents })),
    );
    expect(shares.map((share) => share.toFixed())).toEqual(expected);
  });
});

test('shares of a credit for usage billed progressively add up to it, and none is more than its fee', () => {
  const cents = fc.oneof(fc.bigInt({ min: 0n, max: 9n }), fc.bigInt({ min: 0n, max: 10n ** 7n }));
  const fees = fc.array(fc.record({ amountCents: cents, billedCents: fc.option(cents) }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(fees, cents, (billed, feesCents) => {
      const credited = billed.filter(({ billedCents }) => billedCents !== null);
      const capCents = credited.reduce((all, { amountCents }) => all + amountCents, 0n);
      const invoiced = { feesCents, grantedCents: 0n, notedCents: 0n };
      const { creditCents, excessCents } = progressiveCredit(invoiced, capCents);
      expect([creditCents + excessCents, creditCents <= capCents]).toEqual([feesCents, true]);
      const shares = progressiveShares(creditCents, billed);
      expect(sum(shares).toFixed()).toBe(creditCents.toString());
      for (const [index, { amountCents, billedCents }] of billed.entries()) {
        const share = shares[index] ?? new Big(-1);
        expect(share.gte(0) && share.lte(String(billedCents === null ? 0n : amountCents))).toBe(true);
      }
    }),
    tries(1_000),
  );
});
