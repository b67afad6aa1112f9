import type { Big } from '../money/decimal.js';
import type { ChargeModel } from '../rating/charge-models.js';

/** The charge models that a fixed charge may use. */
export const FIXED_CHARGE_MODELS = [
  'standard',
  'graduated',
  'volume',
] as const satisfies readonly ChargeModel[];

export type FixedChargeModel = (typeof FIXED_CHARGE_MODELS)[number];

/** The settings of a fixed charge whose combination is validated. */
export interface FixedChargeSettings {
  readonly chargeModel: FixedChargeModel;
  readonly units: Big;
  readonly payInAdvance: boolean;
  readonly prorated: boolean;
}

export interface FixedChargeError {
  readonly field: keyof FixedChargeSettings;
  readonly code: 'invalid_charge_model' | 'value_is_invalid' | 'value_is_out_of_range';
}

interface Rule extends FixedChargeError {
  readonly isBroken: (charge: FixedChargeSettings) => boolean;
}

const RULES: readonly Rule[] = [
  { field: 'units', code: 'value_is_out_of_range', isBroken: ({ units }) => units.lt(0) },
  { field: 'units', code: 'value_is_invalid', isBroken: ({ units }) => !units.eq(units.round(0)) },
  {
    field: 'payInAdvance',
    code: 'invalid_charge_model',
    isBroken: ({ payInAdvance, chargeModel }) => payInAdvance && chargeModel === 'volume',
  },
  {
    field: 'prorated',
    code: 'invalid_charge_model',
    isBroken: ({ prorated, payInAdvance, chargeModel }) =>
      prorated && payInAdvance && chargeModel === 'graduated',
  },
];

/** Returns one error for every rule that a fixed charge breaks. Source: fixed-charges-and-commitments.md §1. */
export function fixedChargeErrors(charge: FixedChargeSettings): readonly FixedChargeError[] {
  return RULES.filter(({ isBroken }) => isBroken(charge)).map(({ field, code }) => ({ field, code }));
}
