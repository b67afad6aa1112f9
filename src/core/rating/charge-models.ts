import { ZERO, type Big } from '../decimal.js';
import { toCents } from '../money.js';
import type { ChargeModelRules, ParsedProperties } from './charge-model.js';
import { graduatedModel, type GraduatedDetails, type GraduatedProperties } from './graduated.js';
import { packageModel, type PackageDetails, type PackageProperties } from './package.js';
import { standardModel, type StandardDetails, type StandardProperties } from './standard.js';

export interface ChargePropertiesByModel {
  readonly standard: StandardProperties;
  readonly graduated: GraduatedProperties;
  readonly package: PackageProperties;
}

export type ChargeModel = keyof ChargePropertiesByModel;
/** Like `AmountDetails` made of type aliases, not interfaces: only those fit the type of a JSON column. */
export type ChargeProperties = ChargePropertiesByModel[ChargeModel];
export type AmountDetails = StandardDetails | GraduatedDetails | PackageDetails;

/** Every model; one that is missing does not compile. */
const MODELS: { readonly [M in ChargeModel]: ChargeModelRules<ChargePropertiesByModel[M], AmountDetails> } = {
  standard: standardModel,
  graduated: graduatedModel,
  package: packageModel,
};

export function isChargeModel(text: string): text is ChargeModel {
  return Object.hasOwn(MODELS, text);
}

/**
 * Reads the properties of a charge (camelCase members). Absent or empty ones mean the model's defaults,
 * unknown members are dropped.
 * @returns the properties, or the codes for `properties` in a 422.
 * Source: spec/behaviour/charges.md §2.
 */
export function parseChargeProperties<M extends ChargeModel>(
  model: M,
  input: Readonly<Record<string, unknown>> | null | undefined,
): ParsedProperties<ChargePropertiesByModel[M]> {
  const sent = input ?? {};
  return Object.keys(sent).length === 0 ? { properties: MODELS[model].defaults } : MODELS[model].parse(sent);
}

export interface RatedCharge {
  /** Billed units: those given, 0 when they or the amount are negative. */
  readonly units: Big;
  /** Minor units of the currency, rounded once. */
  readonly amountCents: bigint;
  /** Currency units, exact. */
  readonly preciseAmount: Big;
  /** Currency units, exact average; 0 when no unit is priced. */
  readonly preciseUnitAmount: Big;
  readonly amountDetails: AmountDetails;
}

/**
 * Prices the units of one bucket of a charge.
 * Source: spec/behaviour/charges.md §3–4.
 */
export function rateCharge<M extends ChargeModel>(charge: {
  readonly model: M;
  readonly properties: ChargePropertiesByModel[M];
  readonly units: Big;
  readonly currency: string;
}): RatedCharge {
  const { model, properties, units, currency } = charge;
  const { amount, pricedUnits, amountDetails } = MODELS[model].rate(properties, units);
  if (units.lt(0) || amount.lt(0)) {
    return { units: ZERO, amountCents: 0n, preciseAmount: ZERO, preciseUnitAmount: ZERO, amountDetails };
  }
  return {
    units,
    amountCents: toCents(amount, currency),
    preciseAmount: amount,
    preciseUnitAmount: pricedUnits.gt(0) ? amount.div(pricedUnits) : ZERO,
    amountDetails,
  };
}
