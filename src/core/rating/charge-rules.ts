import type { MetricRules } from '../metering/aggregation.js';
import type { ChargeModel } from './charge-models.js';

/** The settings of a charge whose combination is validated. */
export interface ChargeSettings {
  readonly chargeModel: ChargeModel;
  readonly payInAdvance: boolean;
  readonly invoiceable: boolean;
  readonly regroupPaidFees: 'invoice' | null;
  readonly minAmountCents: bigint;
  readonly prorated: boolean;
}

type Metric = Pick<MetricRules, 'aggregationType' | 'recurring'>;

export type ChargeErrorCode =
  | 'invalid_aggregation_type_or_charge_model'
  | 'invalid_billable_metric_or_charge_model'
  | 'invalid_value'
  | 'must_be_true_unless_pay_in_advance'
  | 'not_compatible_with_pay_in_advance'
  | 'only_compatible_with_pay_in_advance_and_non_invoiceable'
  | 'value_is_out_of_range';

export interface ChargeError {
  readonly field: keyof ChargeSettings | 'properties';
  readonly code: ChargeErrorCode;
}

interface Rule extends ChargeError {
  readonly isBroken: (charge: ChargeSettings, metric: Metric) => boolean;
}

const RULES: readonly Rule[] = [
  {
    field: 'payInAdvance',
    code: 'invalid_aggregation_type_or_charge_model',
    isBroken: ({ payInAdvance, chargeModel }, { aggregationType }) =>
      payInAdvance &&
      (chargeModel === 'volume' || ['max_agg', 'latest_agg', 'weighted_sum_agg'].includes(aggregationType)),
  },
  {
    field: 'invoiceable',
    code: 'must_be_true_unless_pay_in_advance',
    isBroken: ({ invoiceable, payInAdvance }) => !invoiceable && !payInAdvance,
  },
  {
    field: 'regroupPaidFees',
    code: 'only_compatible_with_pay_in_advance_and_non_invoiceable',
    isBroken: ({ regroupPaidFees, payInAdvance, invoiceable }) =>
      regroupPaidFees !== null && (!payInAdvance || invoiceable),
  },
  {
    field: 'minAmountCents',
    code: 'value_is_out_of_range',
    isBroken: ({ minAmountCents }) => minAmountCents < 0n,
  },
  {
    field: 'minAmountCents',
    code: 'not_compatible_with_pay_in_advance',
    isBroken: ({ minAmountCents, payInAdvance }) => minAmountCents > 0n && payInAdvance,
  },
  {
    field: 'prorated',
    code: 'invalid_billable_metric_or_charge_model',
    isBroken: ({ prorated, payInAdvance, chargeModel }, { recurring, aggregationType }) =>
      prorated &&
      !(
        recurring &&
        aggregationType !== 'weighted_sum_agg' &&
        (payInAdvance ? ['standard'] : ['standard', 'volume', 'graduated']).includes(chargeModel)
      ),
  },
  {
    field: 'chargeModel',
    code: 'invalid_aggregation_type_or_charge_model',
    isBroken: ({ chargeModel }, { aggregationType }) =>
      chargeModel === 'dynamic' && aggregationType !== 'sum_agg',
  },
  {
    field: 'properties',
    code: 'invalid_value',
    isBroken: ({ chargeModel }, { aggregationType }) =>
      aggregationType === 'latest_agg' &&
      (chargeModel === 'percentage' || chargeModel === 'graduated_percentage'),
  },
];

/** Returns one error for every rule that a charge breaks, alone or with its metric. Source: charges.md §1–2. */
export function chargeErrors(charge: ChargeSettings, metric: Metric): readonly ChargeError[] {
  return RULES.filter(({ isBroken }) => isBroken(charge, metric)).map(({ field, code }) => ({ field, code }));
}
