import { describe, expect, test } from '@jest/globals';
import { chargeRow, pricingUnitRow } from '../../../../../test/support/rows.js';
import { FieldErrors } from '../../../../platform/errors/field-errors.js';
import { checkPricingUnit } from './charge-pricing-unit.rules.js';
import type { SentAppliedPricingUnit } from '../charge.input.js';

const inCurrency = chargeRow();
const inTokens = chargeRow({ pricingUnitId: 'tokens-id', conversionRate: '0.5' });
const pricingUnits = new Map([
  ['tokens', pricingUnitRow({ id: 'tokens-id' })],
  ['credits', pricingUnitRow({ id: 'credits-id', code: 'credits' })],
]);

/** Pricing unit and rate that a charge gets, then the errors. */
function check(
  sent: SentAppliedPricingUnit | null | undefined,
  charge: typeof inTokens | null,
  isFixed: boolean,
) {
  const errors = new FieldErrors();
  const priced = checkPricingUnit(errors, 'applied', sent, { charge, isFixed, pricingUnits });
  return [priced.pricingUnitId, priced.conversionRate, errors.details()];
}

type Expected = [pricingUnitId: string | null, conversionRate: string | null];
type Case = [SentAppliedPricingUnit | null | undefined, typeof inTokens | null, Expected, string];

describe('the pricing unit (charges.md §1, §10)', () => {
  test.each<Case>([
    [undefined, null, [null, null], 'a new charge is priced in the currency'],
    [{ code: 'tokens', conversionRate: '2' }, null, ['tokens-id', '2'], 'a new charge in tokens'],
    [undefined, inTokens, ['tokens-id', '0.5'], 'not sent: stays'],
    [null, inTokens, [null, null], 'null: back to the currency'],
    [{ conversionRate: '3' }, inTokens, ['tokens-id', '3'], 'the rate alone'],
    [{ code: 'credits' }, inTokens, ['credits-id', '0.5'], 'the unit alone'],
    [{ code: 'tokens', conversionRate: '3' }, inCurrency, ['tokens-id', '3'], 'from the currency'],
  ])('a pricing unit that is sent as %j: case %#', (sent, charge, expected) => {
    expect(check(sent, charge, false)).toEqual([...expected, {}]);
  });

  const IMMUTABLE = { applied: ['value_is_immutable'] };
  test.each<[SentAppliedPricingUnit | null, typeof inTokens | null, [...Expected, object], string]>([
    [{ conversionRate: '3' }, inTokens, ['tokens-id', '3', {}], 'the rate changes'],
    [{ code: 'tokens', conversionRate: '3' }, inTokens, ['tokens-id', '3', {}], 'with its unit'],
    [null, inCurrency, [null, null, {}], 'the currency stays'],
    [
      { code: 'credits', conversionRate: '3' },
      inTokens,
      ['tokens-id', '3', IMMUTABLE],
      'the unit does not change',
    ],
    [null, inTokens, ['tokens-id', '0.5', IMMUTABLE], 'nor goes'],
    [{ code: 'tokens', conversionRate: '3' }, inCurrency, [null, null, IMMUTABLE], 'nor comes'],
  ])('a pricing unit in use that is sent as %j: case %#', (sent, charge, expected) => {
    expect(check(sent, charge, true)).toEqual(expected);
  });

  test.each<[SentAppliedPricingUnit, typeof inTokens | null, object, string]>([
    [{ code: 'gold', conversionRate: '1' }, null, { applied: ['relation_must_exist'] }, 'unknown'],
    [{ conversionRate: '1' }, null, { applied: ['relation_must_exist'] }, 'no unit'],
    [{ code: null, conversionRate: '1' }, inTokens, { applied: ['relation_must_exist'] }, 'cleared'],
    [{ code: 'tokens' }, null, { 'applied.conversionRate': ['value_is_mandatory'] }, 'no rate'],
    [
      { conversionRate: null },
      inTokens,
      { 'applied.conversionRate': ['value_is_mandatory'] },
      'cleared rate',
    ],
    [
      { code: 'tokens', conversionRate: '0' },
      null,
      { 'applied.conversionRate': ['value_is_out_of_range'] },
      'a rate of 0 would make everything free',
    ],
    [
      { code: 'tokens', conversionRate: '-1' },
      null,
      { 'applied.conversionRate': ['value_is_out_of_range'] },
      'a negative rate',
    ],
  ])('a pricing unit that is sent as %j is refused: case %#', (sent, charge, expected) => {
    expect(check(sent, charge, false)[2]).toEqual(expected);
  });
});
