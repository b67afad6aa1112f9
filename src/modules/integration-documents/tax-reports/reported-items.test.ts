import { expect, test } from '@jest/globals';
import { feeRow } from '../../../../test/support/rows.js';
import type { CreditNoteItem } from '../../credit-notes/records/credit-note.table.js';
import { creditedFees } from './reported-items.js';

const AT = new Date('2027-05-01T00:00:00Z');

type Facts = readonly (readonly [fee: string, cents: string])[];

function item([feeId, preciseAmountCents]: Facts[number], index: number): CreditNoteItem {
  return {
    id: `item-${index}`,
    organizationId: 'organization',
    creditNoteId: 'note',
    feeId,
    amountCents: 0n,
    preciseAmountCents,
    currency: 'EUR',
    createdAt: AT,
  };
}

const fees = new Map(
  [
    feeRow(1_000n, { id: 'a', preciseCouponsAmountCents: '16.66667' }),
    feeRow(2_000n, { id: 'b', preciseCouponsAmountCents: '33.33333' }),
    feeRow(3_000n, { id: 'c', preciseCouponsAmountCents: '50' }),
    feeRow(0n, { id: 'free' }),
  ].map((fee) => [fee.id, fee]),
);

// integrations.md §7 "Lines", §18 example 1
test.each<[Facts, bigint, readonly (readonly [string, string])[], string]>([
  [
    [
      ['a', '1000'],
      ['b', '2000'],
      ['c', '3000'],
    ],
    5_900n,
    [
      ['a', '983'],
      ['b', '1967'],
      ['c', '2950'],
    ],
    'the whole of example 1: the unit goes to the largest remainder',
  ],
  [[['b', '1000.5']], 984n, [['b', '984']], 'a part of a fee has its share of the coupons'],
  [
    [
      ['c', '300'],
      ['c', '600'],
    ],
    885n,
    [['c', '885']],
    'items of one fee are one line',
  ],
  [[['a', '51']], 46n, [['a', '46']], 'the last note takes what rounding has left'],
  [
    [
      ['a', '100'],
      ['c', '100'],
    ],
    192n,
    [
      ['a', '96'],
      ['c', '96'],
    ],
    'fees of a last note share what is left by their items',
  ],
  [
    [
      ['free', '0'],
      ['a', '100'],
    ],
    98n,
    [['a', '98']],
    'an item of nothing is not reported',
  ],
  [[], 0n, [], 'no items'],
])('the items %j with a sub total of %s are reported as %j: %s', (facts, subTotal, expected) => {
  const sent = creditedFees({ subTotalExcludingTaxesAmountCents: subTotal }, facts.map(item), fees);
  expect(sent.map(({ fee, amount }) => [fee.id, amount.toFixed()])).toEqual(expected);
});
