import { describe, expect, test } from '@jest/globals';
import { fixedChargeRow, planRow } from '../../../../test/support/rows.js';
import { errorsBy, refusalBy } from '../../../../test/support/rule-errors.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { withOwnIds } from '../charges/own-ids.js';
import type { SentFixedChargeOverride } from '../fixed-charges/fixed-charge-override.input.js';
import { fixedChargeMembers, type RequestedFixedCharge } from '../fixed-charges/fixed-charge.rules.js';
import type { SentPlanOverrides } from './plan-override.input.js';
import {
  checkOverriddenPlan,
  isUnitsOnly,
  sentOverrides,
  sentOverridesOf,
  sentUnits,
} from './plan-override.rules.js';

describe('the plan of one subscription (subscriptions.md §9)', () => {
  const plan = planRow({
    interval: 'yearly',
    billChargesMonthly: true,
    trialPeriodDays: 14,
    payInAdvance: true,
  });

  test.each<[SentPlanOverrides, object, string]>([
    [{}, {}, 'is that of its parent'],
    [
      {
        name: 'Own',
        amountCents: 1n,
        amountCurrency: 'USD',
        trialPeriod: 3,
        invoiceDisplayName: 'I',
        description: 'D',
      },
      {
        name: 'Own',
        amountCents: 1n,
        amountCurrency: 'USD',
        trialPeriodDays: 3,
        invoiceDisplayName: 'I',
        description: 'D',
      },
      'has what may be replaced',
    ],
    [{ trialPeriod: null }, { trialPeriodDays: null }, 'null: no trial'],
    [
      { interval: 'weekly', payInAdvance: false, billChargesMonthly: false, code: 'x' } as SentPlanOverrides,
      {},
      'keeps interval, timing, monthly flags and code',
    ],
  ])('the plan of one subscription is overridden by %p: case %#', (sent, expected) => {
    const errors = new FieldErrors();
    expect(checkOverriddenPlan(errors, plan, sent)).toEqual({
      code: 'plan',
      name: 'Plan',
      invoiceDisplayName: null,
      description: null,
      interval: 'yearly',
      amountCents: 10_000n,
      amountCurrency: 'EUR',
      payInAdvance: true,
      trialPeriodDays: 14,
      billChargesMonthly: true,
      billFixedChargesMonthly: false,
      metadata: null,
      ...expected,
    });
    expect(errors.details()).toEqual({});
  });

  test.each<[SentPlanOverrides, object, string]>([
    [{ amountCents: -1n }, { amountCents: ['value_is_out_of_range'] }, 'as for any plan'],
    [{ charges: Array<object>(1_001).fill({}) }, { charges: ['invalid_count'] }, 'a list too long'],
    [
      { fixedCharges: Array<SentFixedChargeOverride>(1_001).fill({ id: 'a' }) },
      { fixedCharges: ['invalid_count'] },
      'a list too long',
    ],
  ])('%# is reported as %j: %s', (sent, expected) => {
    expect(errorsBy((errors) => checkOverriddenPlan(errors, plan, sent))).toEqual(expected);
  });
});

describe('what was sent of charges', () => {
  const existing = [
    { id: 'own', parentId: 'sold' },
    { id: 'second', parentId: null },
  ];
  const at = (...ids: (string | null | undefined)[]) =>
    ids.map((id, index) => ({ path: `charges.${index}.`, input: id === undefined ? {} : { id } }));
  const read = (...ids: (string | null | undefined)[]) => {
    const errors = new FieldErrors();
    const found = withOwnIds(errors, at(...ids), existing, 'charge').map(({ input }) => input.id);
    return { found, errors: errors.details() };
  };

  test('a charge as it was sent is found by its own id, or by that of the charge that it was copied from (subscriptions.md §9)', () => {
    expect(read('second', 'sold')).toEqual({ found: ['second', 'own'], errors: {} });
  });

  test.each<[(string | null | undefined)[], object]>([
    [[undefined], { 'charges.0.id': ['value_is_mandatory'] }],
    [['own', null], { 'charges.1.id': ['value_is_mandatory'] }],
    [['own', 'sold'], { 'charges.1.id': ['value_already_exist'] }],
  ])('charges that are sent with the ids %j are reported as %j', (ids, expected) => {
    expect(read(...ids).errors).toEqual(expected);
  });

  test('a charge as it was sent names nothing that the plan does not have', () => {
    expect(refusalBy(() => read('other'))).toBe('charge_not_found');
    const errors = new FieldErrors();
    expect(refusalBy(() => withOwnIds(errors, at('own'), [], 'fixed_charge'))).toBe('fixed_charge_not_found');
  });

  test('a charge as it was sent keeps its place, none when it is the input itself', () => {
    const charge = { id: 'a' };
    const list = sentOverrides({ charges: [charge, { id: 'b' }], fixedCharges: [charge] });
    expect(list.charges.map(({ path }) => path)).toEqual(['charges.0.', 'charges.1.']);
    expect(list.fixedCharges).toEqual([{ path: 'fixedCharges.0.', input: charge }]);
    expect(sentOverridesOf({ charge })).toEqual({
      plan: { charges: [charge] },
      charges: [{ path: '', input: charge }],
      fixedCharges: [],
    });
    expect(sentOverridesOf({ fixedCharge: charge })).toEqual({
      plan: { fixedCharges: [charge] },
      charges: [],
      fixedCharges: [{ path: '', input: charge }],
    });
  });
});

describe('what was sent of a fixed charge', () => {
  const graduated = fixedChargeRow({ chargeModel: 'graduated' });
  const read = (input: SentFixedChargeOverride) =>
    errorsBy((errors) => fixedChargeMembers(errors, { path: 'fixedCharges.0.', input }, graduated));

  test.each<[SentFixedChargeOverride, object]>([
    [{ id: 'a', units: 0n }, {}],
    [{ id: 'a', chargeModel: 'graduated' }, {}],
    [{ id: 'a', chargeModel: null }, {}],
    [{ id: 'a', units: null }, { 'fixedCharges.0.units': ['value_is_mandatory'] }],
  ])('%p is reported as %j', (input, expected) => {
    expect(read(input)).toEqual(expected);
  });

  test('a fixed charge as it was sent cannot change its model (subscriptions.md §9)', () => {
    expect(refusalBy(() => read({ id: 'a', chargeModel: 'standard' }))).toBe('cannot_override_charge_model');
  });
});

describe('units alone need no plan of their own (subscriptions.md §9)', () => {
  test.each<[SentPlanOverrides, boolean, string]>([
    [{ fixedCharges: [{ id: 'a', units: 1n }] }, true, 'units'],
    [{ fixedCharges: [{ id: 'a', units: 1n, applyUnitsImmediately: true }] }, true, 'units at once'],
    [{ fixedCharges: [{ id: 'a', units: 1n, taxCodes: undefined as never }] }, true, 'undefined is not sent'],
    [
      {
        fixedCharges: [
          { id: 'a', units: 1n },
          { id: 'b', invoiceDisplayName: 'B' },
        ],
      },
      false,
      'a name',
    ],
    [{ fixedCharges: [{ id: 'a', invoiceDisplayName: null }] }, false, 'a name that is cleared'],
    [{ fixedCharges: [{ id: 'a', units: 1n }], name: 'Own' }, false, 'a member of the plan'],
    [{ fixedCharges: [{ id: 'a', units: 1n }], charges: [] }, false, 'charges'],
  ])('the units %p: %s, %s', (sent, expected) => {
    expect(isUnitsOnly(sentOverrides(sent))).toBe(expected);
  });

  test('the units that were sent are found by the id of either fixed charge', () => {
    const requested = (id: string, parentId: string | null, units: bigint, appliesAtOnce = false) => {
      const current = fixedChargeRow({ id, parentId, units: 10n });
      return { current, units, appliesAtOnce } as RequestedFixedCharge;
    };
    const sent = sentOverrides({
      fixedCharges: [
        { id: 'a', units: 1n },
        { id: 'sold', units: 2n },
        { id: 'c', invoiceDisplayName: 'C' },
      ],
    });
    const all = [requested('a', null, 1n, true), requested('b', 'sold', 2n), requested('c', null, 10n)];
    expect(sentUnits(sent, all)).toEqual([
      { fixedCharge: fixedChargeRow({ id: 'a', units: 1n }), atOnce: true },
      { fixedCharge: fixedChargeRow({ id: 'b', parentId: 'sold', units: 2n }), atOnce: false },
    ]);
  });
});
