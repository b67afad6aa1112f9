import { describe, expect, test } from '@jest/globals';
import type { ChargeModel } from '../../../../core/rating/charge-models.js';
import { FieldErrors } from '../../../../platform/errors/field-errors.js';
import { PROPERTIES_MEMBERS, type SentChargeProperties } from './charge-properties.input.js';
import { checkProperties } from './charge-properties.rules.js';

type Sent = SentChargeProperties | null | undefined;

function check(model: ChargeModel, chargeModel: ChargeModel | null, properties: Sent) {
  const errors = new FieldErrors();
  return [checkProperties(errors, 'properties', model, { properties, chargeModel }), errors.details()];
}

describe('the properties of a charge (charges.md §2)', () => {
  test.each<[ChargeModel, ChargeModel | null, Sent, object, string]>([
    ['standard', 'standard', undefined, { amount: '0' }, 'absent: the default'],
    ['standard', 'standard', null, { amount: '0' }, 'null: the default'],
    ['standard', 'standard', { standard: {} }, { amount: '0' }, 'empty: the default'],
    ['standard', 'standard', { standard: { amount: '2.5' } }, { amount: '2.5' }, 'a price'],
    [
      'package',
      'package',
      { package: { amount: '1', packageSize: 10n, freeUnits: 3n } },
      { amount: '1', packageSize: 10, freeUnits: 3 },
      'integers are kept as JSON keeps them',
    ],
    [
      'standard',
      null,
      { package: { amount: '3', packageSize: 5n } },
      { amount: '3' },
      'no model was sent: that of the charge decides, unknown members are dropped',
    ],
    [
      'standard',
      'graduated',
      { standard: { amount: '3' } },
      { amount: '3' },
      'a model that cannot change any more is ignored, the price is not',
    ],
    ['dynamic', 'dynamic', { standard: { amount: '3' } }, {}, 'events say what they cost'],
    ['dynamic', 'standard', {}, {}, 'no price can be lost'],
    [
      'standard',
      'standard',
      { standard: { amount: '1', groupedBy: ['region'] } },
      { amount: '1', pricingGroupKeys: ['region'] },
      'keys that split usage',
    ],
  ])('%s, sent as %s %p: %j, %s', (model, chargeModel, sent, expected) => {
    expect(check(model, chargeModel, sent)).toEqual([expected, {}]);
  });

  test.each<[ChargeModel, ChargeModel | null, Sent, string[], string]>([
    ['standard', 'standard', { standard: { amount: '-1' } }, ['invalid_amount'], 'a negative price'],
    [
      'package',
      'package',
      { package: { amount: 'x', packageSize: 0n, freeUnits: -1n } },
      ['invalid_amount', 'invalid_package_size', 'invalid_free_units'],
      'all that is wrong',
    ],
    [
      'standard',
      'standard',
      { package: { amount: '1' } },
      ['value_is_invalid'],
      'properties of another model',
    ],
    [
      'standard',
      'package',
      { package: {} },
      ['value_is_invalid'],
      'the default of another model is no price',
    ],
    ['standard', 'package', null, ['value_is_invalid'], 'nor is it when requested by null'],
  ])('%s, sent as %s %p, is refused with %j: %s', (model, chargeModel, sent, codes) => {
    expect(check(model, chargeModel, sent)).toEqual([null, { properties: codes }]);
  });

  test('the properties of a charge have a default for every model', () => {
    for (const model of Object.keys(PROPERTIES_MEMBERS) as ChargeModel[]) {
      const [properties, errors] = check(model, model, undefined);
      expect([model, properties === null, errors]).toEqual([model, false, {}]);
    }
  });
});
