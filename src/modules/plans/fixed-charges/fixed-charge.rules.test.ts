import { describe, expect, test } from '@jest/globals';
import { fixedChargeRow } from '../../../../test/support/rows.js';
import { refusalBy } from '../../../../test/support/rule-errors.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { UpdatePlanFixedCharge } from './fixed-charge.input.js';
import {
  checkFixedCharge,
  checkFixedCharges,
  checkSingleFixedCharge,
  type RequestedFixedCharge,
} from './fixed-charge.rules.js';
import type { FixedCharge } from './fixed-charge.table.js';

/** The least that a new fixed charge needs. */
const least: UpdatePlanFixedCharge = { addOnId: 'add-on', chargeModel: 'standard' };

const immutable = (input: object) =>
  Object.fromEntries(Object.keys(input).map((member) => [member, ['value_is_immutable']]));

function check(input: UpdatePlanFixedCharge, current: FixedCharge | null, subscribed = false) {
  const errors = new FieldErrors();
  const requested = checkFixedCharge(errors, '', input, { current, subscribed });
  return { requested, errors: errors.details() };
}

const defaults: RequestedFixedCharge = {
  current: null,
  addOn: { id: 'add-on' },
  code: null,
  chargeModel: 'standard',
  properties: { amount: '0' },
  units: 0n,
  payInAdvance: false,
  prorated: false,
  invoiceDisplayName: null,
  appliesAtOnce: false,
  taxCodes: undefined,
};

describe('a new fixed charge (fixed-charges-and-commitments.md §1)', () => {
  test.each<[UpdatePlanFixedCharge, Partial<RequestedFixedCharge>, string]>([
    [{}, {}, 'the defaults'],
    [
      { units: null, payInAdvance: null, prorated: null, applyUnitsImmediately: null },
      {},
      'null: the default',
    ],
    [{ addOnCode: 'other' }, {}, 'the id of the add-on decides'],
    [{ addOnId: null, addOnCode: 'other' }, { addOn: { code: 'other' } }, 'the code does without an id'],
    [{ units: 3n, applyUnitsImmediately: true }, { units: 3n, appliesAtOnce: true }, 'a quantity'],
    [{ payInAdvance: true, prorated: true }, { payInAdvance: true, prorated: true }, 'standard in advance'],
    [{ code: 'mine', taxCodes: ['vat'] }, { code: 'mine', taxCodes: ['vat'] }, 'code and taxes'],
    [{ taxCodes: null }, { taxCodes: [] }, 'null: no taxes'],
  ])('a new fixed charge that is sent with %p: case %#', (input, expected) => {
    expect(check({ ...least, ...input }, null)).toEqual({
      requested: { ...defaults, ...expected },
      errors: {},
    });
  });

  test.each<[UpdatePlanFixedCharge, object, string]>([
    [
      { addOnId: null, chargeModel: null },
      { addOnId: ['value_is_mandatory'], chargeModel: ['value_is_mandatory'] },
      'both are reported',
    ],
    [{ units: -1n }, { units: ['value_is_out_of_range'] }, 'a negative quantity'],
    [{ chargeModel: 'volume', payInAdvance: true }, { payInAdvance: ['invalid_charge_model'] }, 'volume'],
    [
      { chargeModel: 'graduated', payInAdvance: true, prorated: true },
      { prorated: ['invalid_charge_model'] },
      'graduated in advance',
    ],
    [{ properties: { standard: { amount: '-1' } } }, { properties: ['invalid_amount'] }, 'no price'],
    [{ code: '' }, { code: ['value_is_mandatory'] }, 'a blank code is no default'],
    [{ invoiceDisplayName: 'x'.repeat(256) }, { invoiceDisplayName: ['value_is_too_long'] }, 'a line'],
  ])('a new fixed charge that is sent with %p is reported as %j: %s', (input, expected) => {
    expect(check({ ...least, ...input }, null).errors).toEqual(expected);
  });
});

describe('a fixed charge that is there', () => {
  const current = fixedChargeRow({ invoiceDisplayName: 'Seats', prorated: true });
  const asIs: RequestedFixedCharge = {
    ...defaults,
    current,
    code: 'seats',
    properties: { amount: '1' },
    units: 10n,
    payInAdvance: true,
    prorated: true,
    invoiceDisplayName: 'Seats',
  };

  test.each<[UpdatePlanFixedCharge, Partial<RequestedFixedCharge>, string]>([
    [{}, {}, 'nothing was sent: nothing changes'],
    [{ units: 12n }, { units: 12n }, 'units'],
    [{ units: null }, { units: 0n }, 'null: the default'],
    [{ properties: { standard: { amount: '2' } } }, { properties: { amount: '2' } }, 'the price'],
    [{ invoiceDisplayName: null }, { invoiceDisplayName: null }, 'the name'],
    [{ taxCodes: [] }, { taxCodes: [] }, 'the taxes'],
    [{ applyUnitsImmediately: true }, { appliesAtOnce: true }, 'the instant'],
    [{ payInAdvance: true, prorated: true, addOnId: 'add-on' }, {}, 'what never changes, as it is'],
  ])('an existing fixed charge changes %p, whether in use or not: case %#', (input, expected) => {
    for (const subscribed of [false, true]) {
      expect(check(input, current, subscribed)).toEqual({ requested: { ...asIs, ...expected }, errors: {} });
    }
  });

  test.each<[UpdatePlanFixedCharge]>([
    [{ payInAdvance: false, prorated: false }],
    [{ addOnId: 'other', addOnCode: 'other' }],
  ])('an existing fixed charge cannot change %p', (input) => {
    for (const subscribed of [false, true]) {
      expect(check(input, current, subscribed)).toEqual({ requested: asIs, errors: immutable(input) });
    }
  });

  test.each<[UpdatePlanFixedCharge, object]>([
    [{ code: 'other' }, { code: 'other', properties: { amount: '1' } }],
    [
      { chargeModel: 'graduated' },
      { chargeModel: 'graduated', properties: { graduatedRanges: [{ fromValue: 0, toValue: null }] } },
    ],
  ])('an existing fixed charge changes %p only while the plan has no subscription', (input, expected) => {
    const inArrears = fixedChargeRow({ invoiceDisplayName: 'Seats', payInAdvance: false, prorated: true });
    expect(check(input, inArrears)).toMatchObject({ requested: expected, errors: {} });
    const same = { ...asIs, current: inArrears, payInAdvance: false };
    expect(check(input, inArrears, true)).toEqual({ requested: same, errors: immutable(input) });
  });

  test('an existing fixed charge cannot change to a model that does not go with its timing', () => {
    expect(check({ chargeModel: 'volume' }, current).errors).toEqual({
      payInAdvance: ['invalid_charge_model'],
    });
  });

  test('an existing fixed charge cannot lose its code', () => {
    expect(check({ code: null }, current).errors).toEqual({ code: ['value_is_mandatory'] });
  });
});

describe('the fixed charges of a plan', () => {
  const existing = new Map([['fixed-charge', fixedChargeRow()]]);

  test.each<[UpdatePlanFixedCharge[], object, string]>([
    [[{ id: 'fixed-charge', units: 1n }, least], {}, 'one changes, one is new'],
    [
      [least, {}],
      {
        'fixedCharges.1.addOnId': ['value_is_mandatory'],
        'fixedCharges.1.chargeModel': ['value_is_mandatory'],
      },
      'by place',
    ],
    [
      [
        { ...least, code: 'a' },
        { ...least, code: 'a' },
      ],
      { 'fixedCharges.1.code': ['value_already_exist'] },
      'one code twice',
    ],
    [
      [{ ...least, taxCodes: Array<string>(1_001).fill('vat') }],
      { fixedCharges: ['invalid_count'] },
      'too many taxes',
    ],
    [Array<UpdatePlanFixedCharge>(1_001).fill(least), { fixedCharges: ['invalid_count'] }, 'a list too long'],
  ])('a fixed charge of case %# is reported as %j: %s', (inputs, expected) => {
    const errors = new FieldErrors();
    checkFixedCharges(errors, inputs, { existing, subscribed: true });
    expect(errors.details()).toEqual(expected);
  });
});

describe('a fixed charge by itself', () => {
  const single = (code: string) => () =>
    checkSingleFixedCharge(
      { ...least, code },
      { current: null, subscribed: true, taken: new Set(['seats']) },
    );

  test.each<[string, object | null]>([
    ['other', null],
    ['seats', { code: ['value_already_exist'] }],
    [' ', { code: ['value_is_mandatory'] }],
  ])('a fixed charge of code %j is refused with %j', (code, expected) => {
    expect(refusalBy(single(code))).toEqual(expected);
  });
});
