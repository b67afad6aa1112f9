import { describe, expect, test } from '@jest/globals';
import { chargeFilterRow, chargeRow, fixedChargeRow, planRow } from '../../../../test/support/rows.js';
import type { ChargeFilter } from '../charges/filters/charge-filter.table.js';
import type { CurrentCharge } from '../charges/charge.rules.js';
import type { Charge } from '../charges/charge.table.js';
import type { Plan } from '../plan.table.js';
import type { FixedCharge } from '../fixed-charges/fixed-charge.table.js';
import { cascade } from './plan-cascade.rules.js';
import type { PlanContents } from '../contents/plan-contents.service.js';

const NOW = new Date('2027-02-01T00:00:00Z');

/** Columns that a test case sets. */
type Over<Row> = Partial<Row>;

function charge(id: string, over: Over<Charge> = {}, filters: ChargeFilter[] = []): CurrentCharge {
  return { charge: chargeRow({ id, planId: 'sold', ...over }), filters };
}

const filter = chargeFilterRow;

function fixed(id: string, over: Over<FixedCharge> = {}): FixedCharge {
  return fixedChargeRow({ id, planId: 'sold', ...over });
}

interface Held extends Partial<
  Pick<Plan, 'amountCents' | 'name' | 'description' | 'invoiceDisplayName' | 'metadata'>
> {
  readonly charges?: readonly CurrentCharge[];
  readonly fixedCharges?: readonly FixedCharge[];
}

function contents({ charges = [], fixedCharges = [], ...over }: Held): PlanContents {
  const plan = planRow({ amountCents: 100n, ...over });
  return { plan, charges, fixedCharges };
}

/** A copy of the sold plan's charge with the id `charge`. */
const own = (over: Over<Charge> = {}, filters: ChargeFilter[] = []) =>
  charge('own', { parentId: 'charge', ...over }, filters);
const ownFixed = (over: Over<FixedCharge> = {}) => fixed('own', { parentId: 'fixed', ...over });

function follow(copy: Held, before: Held, after: Held) {
  return cascade(contents(copy), { before: contents(before), after: contents(after), at: NOW });
}

describe('the amount', () => {
  test.each<[bigint, bigint, string]>([
    [100n, 150n, 'still that of the plan: follows'],
    [90n, 90n, 'its own: stays'],
    [150n, 150n, 'the new one already'],
  ])('an amount of %d becomes %d: %s', (amountCents, expected) => {
    const { plan } = follow(
      { amountCents, name: 'Mine' },
      { amountCents: 100n },
      { amountCents: 150n, name: 'New' },
    );
    expect([plan.amountCents, plan.name]).toEqual([expected, 'Mine']);
  });
});

describe('the other members of the plan', () => {
  test.each<[Held, Held, Held, Partial<Plan>, string]>([
    [
      {},
      {},
      { name: 'New', description: 'D', invoiceDisplayName: 'I' },
      { name: 'New', description: 'D', invoiceDisplayName: 'I' },
      'names and description',
    ],
    [
      { name: 'Mine' },
      {},
      { name: 'New', description: 'D' },
      { name: 'Mine', description: 'D' },
      'each for itself',
    ],
    [
      { metadata: { a: '1' } },
      { metadata: { a: '1' } },
      { metadata: { a: '2' } },
      { metadata: { a: '2' } },
      'metadata',
    ],
    [
      { metadata: { a: '1', b: '1' } },
      { metadata: { a: '1' } },
      { metadata: { a: '2' } },
      { metadata: { a: '1', b: '1' } },
      'metadata as a whole',
    ],
  ])('%j, edited from %j to %j: %j (%s)', (copy, before, after, expected) => {
    expect(follow(copy, before, after).plan).toMatchObject(expected);
  });
});

describe('a charge', () => {
  test.each<[Over<Charge>, Over<Charge>, Over<Charge> | null]>([
    [
      {},
      { invoiceDisplayName: 'New', minAmountCents: 7n },
      { invoiceDisplayName: 'New', minAmountCents: 7n },
    ],
    [
      { minAmountCents: 5n },
      { invoiceDisplayName: 'New', minAmountCents: 7n },
      { invoiceDisplayName: 'New' },
    ],
    [
      { invoiceDisplayName: 'Mine', minAmountCents: 5n },
      { invoiceDisplayName: 'New', minAmountCents: 7n },
      null,
    ],
  ])('%j gets of the names and minimums of %j: %j', (copy, edited, expected) => {
    const { charges } = follow(
      { charges: [own(copy)] },
      { charges: [charge('charge')] },
      { charges: [charge('charge', edited)] },
    );
    const row = { ...own(copy).charge, ...expected, updatedAt: NOW };
    expect(charges).toEqual(expected === null ? [] : [row]);
  });

  const priced = (amount: string, over: object = {}) => ({ properties: { amount, ...over } });

  test.each<[Over<Charge>, Over<Charge>, Over<Charge>, Over<Charge> | null, string]>([
    [priced('1.0'), priced('1'), priced('2'), priced('2'), 'priced as the plan was, in other words'],
    [priced('5'), priced('1'), priced('2'), priced('5'), 'its own price: only the keys follow'],
    [
      priced('5', { pricingGroupKeys: ['a'] }),
      priced('1', { pricingGroupKeys: ['a'] }),
      priced('1', { pricingGroupKeys: ['b'] }),
      priced('5', { pricingGroupKeys: ['b'] }),
      'pricing group keys follow in any case',
    ],
    [
      priced('5', { pricingGroupKeys: ['a'] }),
      priced('1'),
      priced('1'),
      null,
      'nothing of the prices was changed',
    ],
    [
      priced('1'),
      { invoiceDisplayName: 'a', minAmountCents: 1n },
      { invoiceDisplayName: 'b', minAmountCents: 2n },
      null,
      'names and minimums never follow',
    ],
    [
      { chargeModel: 'dynamic', properties: {} },
      priced('1'),
      priced('2'),
      null,
      'of another model: left alone, whatever becomes of the keys',
    ],
    [
      { conversionRate: '2.0' },
      { conversionRate: '2' },
      { conversionRate: '3' },
      { conversionRate: '3' },
      'the rate from before',
    ],
    [{ conversionRate: '4' }, { conversionRate: '2' }, { conversionRate: '3' }, null, 'a rate of its own'],
  ])('%j, when %j becomes %j: %j, %s', (copy, before, after, expected) => {
    const { charges } = follow(
      { charges: [own(copy)] },
      { charges: [charge('charge', before)] },
      { charges: [charge('charge', after)] },
    );
    const changed = own(copy).charge;
    expect(charges).toEqual(expected === null ? [] : [{ ...changed, ...expected, updatedAt: NOW }]);
  });

  test('an added charge comes once, under a code that is free', () => {
    const added = charge('added', { code: 'calls' }, [filter('eu', '1')]);
    const edit = [{ charges: [] }, { charges: [added] }] as const;
    const { addedCharges } = follow({ charges: [own()] }, ...edit);
    expect(addedCharges).toMatchObject([
      {
        charge: { parentId: 'added', planId: 'plan', code: 'calls_2' },
        filters: [{ values: { region: ['eu'] } }],
      },
    ]);
    expect(addedCharges[0]?.filters[0]?.chargeId).toBe(addedCharges[0]?.charge.id);
    const again = follow({ charges: [own({ parentId: 'added' })] }, ...edit);
    expect(again.addedCharges).toEqual([]);
  });

  test('a deleted charge takes its copy along, whatever that costs, and frees its code', () => {
    const { charges, addedCharges } = follow(
      { charges: [own(priced('9'))] },
      { charges: [charge('charge')] },
      { charges: [charge('other')] },
    );
    expect(charges).toEqual([{ ...own(priced('9')).charge, deletedAt: NOW }]);
    expect(addedCharges).toMatchObject([{ charge: { code: 'calls' } }]);
  });
});

describe('a filter', () => {
  test.each<[ChargeFilter[], ChargeFilter[], ChargeFilter[], unknown[], string]>([
    [
      [filter('eu', '1.0')],
      [filter('eu', '1')],
      [filter('eu', '2', { invoiceDisplayName: 'EU' })],
      [
        {
          values: { region: ['eu'] },
          properties: { amount: '2' },
          invoiceDisplayName: 'EU',
          deletedAt: null,
        },
      ],
      'still as before: price and name follow',
    ],
    [[filter('eu', '7')], [filter('eu', '1')], [filter('eu', '2')], [], 'a price of its own stays'],
    [
      [filter('eu', '1', { invoiceDisplayName: 'Mine' })],
      [filter('eu', '1')],
      [filter('eu', '2')],
      [],
      'and so does one with a name of its own',
    ],
    [
      [filter('eu', '7')],
      [filter('eu', '1')],
      [],
      [{ properties: { amount: '7' }, deletedAt: NOW }],
      'removed',
    ],
    [[], [], [filter('eu', '1')], [{ chargeId: 'own', properties: { amount: '1' } }], 'added'],
    [[filter('eu', '7')], [], [filter('eu', '1')], [], 'added where there is one like it'],
    [[], [filter('eu', '1')], [filter('eu', '2')], [], 'its copy has gone: stays away'],
  ])('a filter: case %#', (copy, before, after, expected) => {
    const { filters, charges } = follow(
      { charges: [own({}, copy)] },
      { charges: [charge('charge', {}, before)] },
      { charges: [charge('charge', {}, after)] },
    );
    expect(filters).toMatchObject(expected);
    expect([filters.length, charges]).toEqual([expected.length, []]);
  });
});

describe('a fixed charge', () => {
  test.each<[Over<FixedCharge>, Over<FixedCharge>, Over<FixedCharge> | null, boolean, string]>([
    [{}, { units: 12n }, { units: 12n }, true, 'as before: the units follow'],
    [{}, { properties: { amount: '2' } }, { properties: { amount: '2' } }, false, 'a price is no quantity'],
    [{ units: 11n }, { units: 12n, properties: { amount: '2' } }, null, false, 'units of its own'],
    [{ properties: { amount: '3' } }, { units: 12n }, null, false, 'a price of its own'],
    [{}, { invoiceDisplayName: 'New' }, { invoiceDisplayName: 'New' }, false, 'its name'],
    [{ invoiceDisplayName: 'Mine' }, { invoiceDisplayName: 'New' }, null, false, 'a name of its own'],
    [
      { units: 11n },
      { units: 12n, invoiceDisplayName: 'New' },
      { invoiceDisplayName: 'New' },
      false,
      'its name, with units of its own',
    ],
  ])('%j, when %j is edited in: %j', (copy, edited, expected, isQuantity) => {
    const { fixedCharges, newQuantities } = follow(
      { fixedCharges: [ownFixed(copy)] },
      { fixedCharges: [fixed('fixed')] },
      { fixedCharges: [fixed('fixed', edited)] },
    );
    const row = { ...ownFixed(copy), ...expected, updatedAt: NOW };
    expect(fixedCharges).toEqual(expected === null ? [] : [row]);
    expect(newQuantities).toEqual(isQuantity ? [row] : []);
  });

  test('a fixed charge is added once, with its units, or deleted', () => {
    const added = follow({ fixedCharges: [ownFixed()] }, {}, { fixedCharges: [fixed('added')] });
    expect(added.newQuantities).toMatchObject([{ parentId: 'added', code: 'seats_2', units: 10n }]);
    expect(added.addedFixedCharges).toHaveLength(1);
    const gone = follow({ fixedCharges: [ownFixed({ units: 3n })] }, { fixedCharges: [fixed('fixed')] }, {});
    expect(gone.fixedCharges).toEqual([{ ...ownFixed({ units: 3n }), deletedAt: NOW }]);
    expect(gone.newQuantities).toEqual([]);
  });
});
