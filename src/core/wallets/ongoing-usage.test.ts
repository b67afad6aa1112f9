import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../test/support/property.js';
import { shareUnbilledUsage, type UnbilledUsage, type UsedWallet } from './ongoing-usage.js';

const usage = (
  billableMetricId: string | null,
  amountCents: bigint,
  targetWalletCode: string | null = null,
  usageEnd: Date | null = null,
): UnbilledUsage => ({
  feeType: billableMetricId === null ? 'subscription' : 'charge',
  billableMetricId,
  targetWalletCode,
  amountCents,
  usageEnd,
});
const wallet = (
  id: string,
  balanceCents: bigint,
  metrics: readonly string[] = [],
  takesRest = false,
): UsedWallet => ({
  id,
  code: id,
  balanceCents,
  limits: { feeTypes: new Set(), billableMetricIds: new Set(metrics) },
  takesRest,
  expirationAt: null,
  expiresWithDrafts: false,
});
const MAY = new Date('2026-05-01T00:00:00Z');
const expired = (id: string, balanceCents: bigint): UsedWallet => ({
  ...wallet(id, balanceCents),
  expirationAt: MAY,
  expiresWithDrafts: true,
});

describe('shareUnbilledUsage', () => {
  test('usage goes from wallet to wallet, and the last one takes the rest', () => {
    const wallets = [
      wallet('1', 1000n, ['A', 'B']),
      wallet('2', 2000n, ['B', 'C']),
      wallet('3', 3000n, ['C', 'D']),
      wallet('4', 4000n, ['D', 'A']),
    ];
    const used = [usage('A', 1000n), usage('B', 2000n), usage('C', 3000n), usage('D', 4000n)];
    expect([...shareUnbilledUsage(used, wallets).values()]).toEqual([1000n, 3000n, 4000n, 2000n]);
  });

  test.each<[string, readonly UnbilledUsage[], readonly UsedWallet[], readonly bigint[]]>([
    ['one wallet goes below zero', [usage('A', 900n)], [wallet('1', 500n)], [900n]],
    ['usage that no wallet is for', [usage('B', 900n)], [wallet('1', 500n, ['A'])], [0n]],
    [
      'what was invoiced already is deducted',
      [usage('A', 900n), usage(null, -400n)],
      [wallet('1', 500n)],
      [500n],
    ],
    ['more was invoiced than used', [usage('A', 100n), usage(null, -400n)], [wallet('1', 500n)], [0n]],
    [
      'a wallet with a threshold takes the rest at its turn',
      [usage('A', 900n)],
      [wallet('1', 500n, [], true), wallet('2', 500n)],
      [900n, 0n],
    ],
    [
      'usage that names a wallet goes to that one',
      [usage('A', 900n, '2'), usage('A', 100n)],
      [wallet('1', 500n), wallet('2', 500n, ['B'])],
      [100n, 900n],
    ],
    ['no usage', [], [wallet('1', 500n)], [0n]],
    [
      'an expired wallet pays the drafts of its time only',
      [usage('A', 300n), usage('A', 200n, null, MAY)],
      [expired('1', 400n), wallet('2', 500n)],
      [200n, 300n],
    ],
  ])('%s', (_, used, wallets, expected) => {
    expect([...shareUnbilledUsage(used, wallets).values()]).toEqual(expected);
  });

  test('all that has a wallet is shared, once', () => {
    const anyUsage = fc.record({
      metric: fc.constantFrom('A', 'B', 'C'),
      amountCents: fc.bigInt({ min: 0n, max: 10_000n }),
    });
    const balances = fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(anyUsage, { maxLength: 5 }), balances, (used, cents) => {
        const wallets = cents.map((balance, index) => wallet(String(index), balance));
        const shares = shareUnbilledUsage(
          used.map(({ metric, amountCents }) => usage(metric, amountCents)),
          wallets,
        );
        const shared = [...shares.values()].reduce((total, share) => total + share, 0n);
        expect(shared).toBe(used.reduce((total, { amountCents }) => total + amountCents, 0n));
      }),
    );
  });
});
