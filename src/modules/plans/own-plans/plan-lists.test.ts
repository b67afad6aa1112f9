import { expect, test } from '@jest/globals';
import { followLists, type PlanLists } from './plan-lists.js';

const NONE: PlanLists = {
  taxCodes: [],
  chargeTaxCodes: new Map(),
  fixedChargeTaxCodes: new Map(),
  commitment: null,
  thresholds: [],
};
const commitment = (cents: number, name: string | null = null, taxCodes: readonly string[] = []) => ({
  amountCents: BigInt(cents),
  invoiceDisplayName: name,
  taxCodes,
});
const threshold = (cents: number) => ({ amountCents: BigInt(cents), displayName: null, recurring: false });
const parents = { charges: new Map([['own', 'sold']]), fixedCharges: new Map([['ownFixed', 'soldFixed']]) };
const follow = (own: Partial<PlanLists>, before: Partial<PlanLists>, after: Partial<PlanLists>) =>
  followLists({ ...NONE, ...own }, { before: { ...NONE, ...before }, after: { ...NONE, ...after } }, parents);

type Commitment = PlanLists['commitment'];

test.each<[Commitment, Commitment, Commitment, Commitment | undefined, string]>([
  [commitment(50), commitment(50), commitment(70), commitment(70), 'as it was'],
  [commitment(60), commitment(50), commitment(70), commitment(60), 'another amount'],
  [
    commitment(60),
    commitment(50),
    commitment(50, 'N', ['vat']),
    commitment(60, 'N', ['vat']),
    'its name and taxes follow',
  ],
  [null, commitment(50), commitment(70), undefined, 'ended'],
  [null, null, commitment(70), commitment(70), 'new'],
  [commitment(50), commitment(50), null, null, 'removed'],
  [commitment(60), commitment(50), null, undefined, 'removed, but it has its own'],
  [commitment(60), null, commitment(70), undefined, 'new, but it has its own'],
  [commitment(50), commitment(50), commitment(50), undefined, 'not edited'],
])('a commitment %j, edited from %j to %j, becomes %j: %s', (own, before, after, expected) => {
  const { commitment: followed } = follow({ commitment: own }, { commitment: before }, { commitment: after });
  if (expected === undefined || expected === null) expect(followed).toBe(expected);
  else {
    const { taxCodes, ...members } = expected;
    expect(followed).toMatchObject(members);
    expect(followed?.taxCodes ?? own?.taxCodes ?? []).toEqual(taxCodes);
  }
});

test.each<[string[], string[], string[], string[] | undefined, string]>([
  [['a'], ['a'], ['b'], ['b'], 'as they were'],
  [['b', 'a'], ['a', 'b'], ['b'], ['b'], 'in another order'],
  [[], ['a'], ['b'], ['b'], 'a copy without taxes of its own'],
  [['c'], ['a'], ['b'], undefined, 'its own'],
  [['a'], ['a'], ['a'], undefined, 'not edited'],
])('taxes %j of a copy, edited from %j to %j, become %j: %s', (own, before, after, expected) => {
  expect(follow({ taxCodes: own }, { taxCodes: before }, { taxCodes: after }).taxCodes).toEqual(expected);
});

test('taxes of charges follow by the charge that was copied, and thresholds as a whole', () => {
  const taxes = (id: string, code: string) => new Map([[id, [code]]]);
  const followed = follow(
    {
      chargeTaxCodes: taxes('own', 'a'),
      fixedChargeTaxCodes: taxes('ownFixed', 'x'),
      thresholds: [threshold(1)],
    },
    {
      chargeTaxCodes: taxes('sold', 'a'),
      fixedChargeTaxCodes: taxes('soldFixed', 'a'),
      thresholds: [threshold(1)],
    },
    {
      chargeTaxCodes: taxes('sold', 'b'),
      fixedChargeTaxCodes: taxes('soldFixed', 'b'),
      thresholds: [threshold(2), threshold(3)],
    },
  );
  expect(followed).toEqual({
    taxCodes: undefined,
    chargeTaxCodes: taxes('own', 'b'),
    fixedChargeTaxCodes: new Map(),
    commitment: undefined,
    thresholds: [threshold(2), threshold(3)],
  });
});
