import { expect, test } from '@jest/globals';
import { chargeFilterRow, chargeRow, fixedChargeRow } from '../../../../test/support/rows.js';
import { copyOfCharge, copyOfFixedCharge } from './plan-copies.js';

const AT = new Date('2027-02-01T00:00:00Z');

// subscriptions.md §9: model, metric, timing and proration are copied; the copy names its original.
test('a charge is copied with its filters', () => {
  const charge = chargeRow({ payInAdvance: true, prorated: true, minAmountCents: 7n, position: 3 });
  const original = { charge, filters: [chargeFilterRow('eu', '2'), chargeFilterRow('us', '3')] };
  const copy = copyOfCharge(original, { planId: 'own-plan', at: AT, taken: new Set() });
  const { id } = copy.charge;
  const dates = { createdAt: AT, updatedAt: AT };
  expect(copy.original).toBe(original);
  expect(copy.charge).toEqual({ ...charge, id, planId: 'own-plan', parentId: 'charge', ...dates });
  const ids = copy.filters.map((filter) => filter.id);
  expect(copy.filters).toEqual(
    original.filters.map((filter, index) => ({ ...filter, id: ids[index], chargeId: id, ...dates })),
  );
  expect(new Set([...ids, id, 'charge', 'filter-eu', 'filter-us']).size).toBe(6);
});

test('a fixed charge is copied with the units of its subscription', () => {
  const original = fixedChargeRow({ units: 10n, prorated: true });
  const { fixedCharge } = copyOfFixedCharge(original, 4n, { planId: 'own-plan', at: AT, taken: new Set() });
  expect(fixedCharge.id).not.toBe(original.id);
  expect(fixedCharge).toEqual({
    ...original,
    id: fixedCharge.id,
    planId: 'own-plan',
    parentId: 'fixed-charge',
    units: 4n,
    createdAt: AT,
    updatedAt: AT,
  });
});

test('copies get codes that are free on their plan', () => {
  const taken = new Set(['calls_2']);
  const place = { planId: 'own-plan', at: AT, taken };
  const original = { charge: chargeRow(), filters: [] };
  const codes = Array.from({ length: 3 }, () => copyOfCharge(original, place).charge.code);
  expect(codes).toEqual(['calls', 'calls_3', 'calls_4']);
  expect(copyOfFixedCharge(fixedChargeRow({ code: 'calls' }), 1n, place).fixedCharge.code).toBe('calls_5');
});
