import { describe, expect, test } from '@jest/globals';
import { Big } from '../money/decimal.js';
import type { AggregationType } from '../metering/aggregation.js';
import { billedInRun, isKept, type ChargeRun } from './charge-billing.js';
import { chargeErrors, type ChargeSettings } from './charge-rules.js';

const charge = (settings: Partial<ChargeSettings> = {}): ChargeSettings => ({
  chargeModel: 'standard',
  payInAdvance: false,
  invoiceable: true,
  regroupPaidFees: null,
  minAmountCents: 0n,
  prorated: false,
  ...settings,
});

test.each<[Partial<ChargeSettings>, AggregationType, boolean, string[], string]>([
  [{}, 'count_agg', false, [], 'the defaults'],
  [{ payInAdvance: true }, 'sum_agg', false, [], 'in advance, event by event'],
  [{ payInAdvance: true, chargeModel: 'volume' }, 'sum_agg', false, ['payInAdvance: invalid_aggregation_type_or_charge_model'], 'a volume price needs the total of the period'], // prettier-ignore
  [
    { payInAdvance: true },
    'max_agg',
    false,
    ['payInAdvance: invalid_aggregation_type_or_charge_model'],
    'a maximum cannot be paid in advance',
  ],
  [
    { payInAdvance: true },
    'latest_agg',
    false,
    ['payInAdvance: invalid_aggregation_type_or_charge_model'],
    'a last value cannot be paid in advance',
  ],
  [
    { payInAdvance: true },
    'weighted_sum_agg',
    true,
    ['payInAdvance: invalid_aggregation_type_or_charge_model'],
    'a weighted sum cannot be paid in advance',
  ],
  [
    { invoiceable: false },
    'count_agg',
    false,
    ['invoiceable: must_be_true_unless_pay_in_advance'],
    'fees of their own are for single events',
  ],
  [{ invoiceable: false, payInAdvance: true }, 'count_agg', false, [], 'fees of their own'],
  [
    { invoiceable: false, payInAdvance: true, regroupPaidFees: 'invoice' },
    'count_agg',
    false,
    [],
    'regrouped',
  ],
  [
    { payInAdvance: true, regroupPaidFees: 'invoice' },
    'count_agg',
    false,
    ['regroupPaidFees: only_compatible_with_pay_in_advance_and_non_invoiceable'],
    'already on invoices',
  ],
  [
    { regroupPaidFees: 'invoice' },
    'count_agg',
    false,
    ['regroupPaidFees: only_compatible_with_pay_in_advance_and_non_invoiceable'],
    'in arrears',
  ],
  [{ minAmountCents: -1n }, 'count_agg', false, ['minAmountCents: value_is_out_of_range'], 'below 0'],
  [
    { minAmountCents: 1n, payInAdvance: true },
    'count_agg',
    false,
    ['minAmountCents: not_compatible_with_pay_in_advance'],
    'a minimum is for a period',
  ],
  [{ minAmountCents: 1n }, 'count_agg', false, [], 'a minimum'],
  [{ prorated: true }, 'sum_agg', true, [], 'what lasts may be prorated'],
  [{ prorated: true, chargeModel: 'graduated' }, 'unique_count_agg', true, [], 'by ranges'],
  [{ prorated: true, chargeModel: 'volume' }, 'unique_count_agg', true, [], 'by volume'],
  [
    { prorated: true, chargeModel: 'package' },
    'sum_agg',
    true,
    ['prorated: invalid_billable_metric_or_charge_model'],
    'a package price cannot be prorated',
  ],
  [{ prorated: true, payInAdvance: true }, 'sum_agg', true, [], 'prorated in advance, standard price'],
  [
    { prorated: true, payInAdvance: true, chargeModel: 'graduated' },
    'sum_agg',
    true,
    ['prorated: invalid_billable_metric_or_charge_model'],
    'prorated in advance, other prices are refused',
  ],
  [
    { prorated: true },
    'sum_agg',
    false,
    ['prorated: invalid_billable_metric_or_charge_model'],
    'what does not last',
  ],
  [
    { prorated: true },
    'weighted_sum_agg',
    true,
    ['prorated: invalid_billable_metric_or_charge_model'],
    'already weighted by time',
  ],
  [{ chargeModel: 'dynamic' }, 'sum_agg', false, [], 'prices of events'],
  [
    { chargeModel: 'dynamic' },
    'count_agg',
    false,
    ['chargeModel: invalid_aggregation_type_or_charge_model'],
    'only of a sum',
  ],
  [
    { chargeModel: 'percentage' },
    'latest_agg',
    false,
    ['properties: invalid_value'],
    'no percentage of a last value',
  ],
  [
    { chargeModel: 'graduated_percentage' },
    'latest_agg',
    false,
    ['properties: invalid_value'],
    'no graduated percentage of a last value',
  ],
  [{ chargeModel: 'standard' }, 'latest_agg', false, [], 'a last value with any other price'],
  [
    { invoiceable: false, minAmountCents: -1n, prorated: true },
    'count_agg',
    false,
    [
      'invoiceable: must_be_true_unless_pay_in_advance',
      'minAmountCents: value_is_out_of_range',
      'prorated: invalid_billable_metric_or_charge_model',
    ],
    'all at once',
  ],
])('%j on %s, recurring %s: %j: %s', (settings, aggregationType, recurring, expected) => {
  const errors = chargeErrors(charge(settings), { aggregationType, recurring });
  expect(errors.map(({ field, code }) => `${field}: ${code}`)).toEqual(expected);
});

describe('what an invoice run bills for a charge', () => {
  const run = (
    changes: Omit<Partial<ChargeRun>, 'charge' | 'metric'> &
      Partial<ChargeRun['charge'] & ChargeRun['metric']>,
  ): ChargeRun => {
    const { payInAdvance = false, prorated = false, recurring = false, ...others } = changes;
    return {
      charge: { payInAdvance, prorated },
      metric: { recurring },
      situation: 'periodic',
      isMetricOfNextPlan: false,
      isStartedByDowngrade: false,
      ...others,
    };
  };

  test.each<[Parameters<typeof run>[0], ReturnType<typeof billedInRun>, string]>([
    [{}, 'usage', 'in arrears'],
    [{ situation: 'terminated' }, 'usage', 'in arrears, closing'],
    [{ situation: 'downgraded' }, 'usage', 'in arrears, at a downgrade'],
    [{ situation: 'upgraded', isMetricOfNextPlan: true }, 'usage', 'metered usage is not carried'],
    [
      { situation: 'upgraded', recurring: true, isMetricOfNextPlan: true },
      'nothing',
      'the next plan bills it',
    ],
    [{ situation: 'upgraded', recurring: true }, 'usage', 'the next plan does not know the metric'],
    [
      { situation: 'upgraded', recurring: true, prorated: true, isMetricOfNextPlan: true },
      'usage',
      'a prorated charge bills its own days',
    ],
    [{ situation: 'starting' }, 'nothing', 'nothing has been used'],
    [{ payInAdvance: true }, 'nothing', 'each event has been billed'],
    [{ payInAdvance: true, recurring: true }, 'renewal', 'the present quantity, for the coming period'],
    [
      { payInAdvance: true, recurring: true, situation: 'activated' },
      'renewal',
      'a renewal when billing days have passed before the payment',
    ],
    [
      { payInAdvance: true, recurring: true, situation: 'terminated' },
      'nothing',
      'no coming period to renew',
    ],
    [{ payInAdvance: true, recurring: true, situation: 'upgraded' }, 'nothing', 'it is paid'],
    [{ payInAdvance: true, recurring: true, situation: 'downgraded' }, 'nothing', 'the next plan bills it'],
    [
      { payInAdvance: true, recurring: true, situation: 'starting' },
      'nothing',
      'a start has no quantity yet',
    ],
    [
      { payInAdvance: true, recurring: true, situation: 'starting', isStartedByDowngrade: true },
      'renewal',
      'a start by a downgrade takes over a quantity',
    ],
    [
      { payInAdvance: true, situation: 'starting', isStartedByDowngrade: true },
      'nothing',
      'metered usage has no quantity to renew',
    ],
  ])('a charge with %j: %s: %s', (changes, expected) => {
    expect(billedInRun(run(changes))).toBe(expected);
  });

  test.each([
    ['0', 0n, 0n, false],
    ['1', 0n, 0n, true],
    ['0', 1n, 0n, true],
    ['0', 0n, 1n, true],
  ])('a fee of %s units, %s cents and %s events is kept: %s', (units, amountCents, eventsCount, expected) => {
    expect(isKept({ units: new Big(units), amountCents, eventsCount })).toBe(expected);
  });
});
