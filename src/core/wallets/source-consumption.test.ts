import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { consumeSources, type CreditSource, partsByKind } from './source-consumption.js';

const JANUARY = new Date('2027-01-05T00:00:00Z');
const FEBRUARY = new Date('2027-02-05T00:00:00Z');

const source = (
  id: string,
  kind: CreditSource['kind'],
  remainingCents: bigint,
  { priority = 50, createdAt = JANUARY }: Partial<CreditSource> = {},
): CreditSource => ({ id, kind, remainingCents, priority, createdAt });

const used = (sources: readonly CreditSource[], cents: bigint) =>
  consumeSources(sources, cents).map(({ source: { id }, amountCents }) => [id, amountCents]);

describe('consumeSources', () => {
  test('sources are consumed by priority, granted before purchased, the oldest first: wallets.md §8 C', () => {
    const sources = [
      source('granted', 'granted', 1000n),
      source('purchased', 'purchased', 2000n, { priority: 10 }),
      source('late', 'granted', 500n, { createdAt: FEBRUARY }),
    ];
    const parts = consumeSources(sources, 2700n);
    expect(parts.map(({ source: { id }, amountCents }) => [id, amountCents])).toEqual([
      ['purchased', 2000n],
      ['granted', 700n],
    ]);
    expect(partsByKind(parts)).toEqual({ grantedCents: 700n, purchasedCents: 2000n });
  });

  test.each<[string, readonly CreditSource[], bigint, unknown]>([
    [
      'equal instants: in the order of creation',
      [source('2', 'granted', 5n), source('1', 'granted', 5n)],
      6n,
      [
        ['1', 5n],
        ['2', 1n],
      ],
    ],
    [
      'granted before older purchased ones',
      [source('1', 'purchased', 5n), source('2', 'granted', 5n, { createdAt: FEBRUARY })],
      5n,
      [['2', 5n]],
    ],
    ['nothing', [source('1', 'granted', 5n)], 0n, []],
    [
      'what is used up gives nothing',
      [source('1', 'granted', 0n), source('2', 'granted', 5n)],
      1n,
      [['2', 1n]],
    ],
  ])('%s', (_, sources, cents, expected) => {
    expect(used(sources, cents)).toEqual(expected);
  });

  test('consuming more than there is is a bug of the caller', () => {
    expect(() => consumeSources([source('1', 'granted', 5n)], 6n)).toThrow(RangeError);
  });

  test('the parts add up, and no source gives more than it has', () => {
    const anySource = fc.record({
      id: fc.uuid(),
      kind: fc.constantFrom<CreditSource['kind']>('granted', 'purchased'),
      priority: fc.integer({ min: 1, max: 50 }),
      remainingCents: fc.bigInt({ min: 0n, max: 10_000n }),
      createdAt: fc.constantFrom(JANUARY, FEBRUARY),
    });
    fc.assert(
      fc.property(
        fc.array(anySource, { maxLength: 8 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (sources, part) => {
          const total = sources.reduce((all, { remainingCents }) => all + remainingCents, 0n);
          const cents = BigInt(Math.floor(Number(total) * part));
          const parts = consumeSources(sources, cents);
          expect(parts.reduce((all, { amountCents }) => all + amountCents, 0n)).toBe(cents);
          for (const { source: from, amountCents } of parts)
            expect(amountCents > 0n && amountCents <= from.remainingCents).toBe(true);
          const { grantedCents, purchasedCents } = partsByKind(parts);
          expect((grantedCents ?? 0n) + (purchasedCents ?? 0n)).toBe(cents);
        },
      ),
    );
  });
});

test('no part is null instead of 0', () => {
  expect(partsByKind([])).toEqual({ grantedCents: null, purchasedCents: null });
});
