import { ZERO, type Big } from '../money/decimal.js';
import type { EventTally, Usage } from '../usage.js';
import {
  foldEvents,
  type ChargeModelRules,
  type ParsedProperties,
  type SentProperties,
} from './models/charge-model.js';
import { dynamicModel, type DynamicDetails, type DynamicProperties } from './models/dynamic.js';
import {
  graduatedPercentageModel,
  type GraduatedPercentageDetails,
  type GraduatedPercentageProperties,
} from './models/graduated-percentage.js';
import { graduatedModel, type GraduatedDetails, type GraduatedProperties } from './models/graduated.js';
import { parseGroupKeys, type GroupKeys } from './group-keys.js';
import { packageModel, type PackageDetails, type PackageProperties } from './models/package.js';
import type { PercentageProperties } from './models/percentage-properties.js';
import { percentageModel, type PercentageDetails } from './models/percentage.js';
import { toMoney, type FeeMoney, type Pricing } from './pricing.js';
import { standardModel, type StandardDetails, type StandardProperties } from './models/standard.js';
import { volumeModel, type VolumeDetails, type VolumeProperties } from './models/volume.js';

export interface ChargePropertiesByModel {
  readonly standard: StandardProperties;
  readonly graduated: GraduatedProperties;
  readonly package: PackageProperties;
  readonly percentage: PercentageProperties;
  readonly volume: VolumeProperties;
  readonly graduated_percentage: GraduatedPercentageProperties;
  readonly dynamic: DynamicProperties;
}

/** `custom` is not offered. Source: aggregations.md §9. */
export type ChargeModel = keyof ChargePropertiesByModel;
/** A union of type aliases, as is `AmountDetails`: interfaces would not fit the type of a JSON column. */
export type ChargeProperties = ChargePropertiesByModel[ChargeModel] & GroupKeys;
export type AmountDetails =
  | StandardDetails
  | GraduatedDetails
  | PackageDetails
  | PercentageDetails
  | VolumeDetails
  | GraduatedPercentageDetails
  | DynamicDetails;

/** The rules of every charge model; a missing model does not compile. */
const MODELS: { readonly [M in ChargeModel]: ChargeModelRules<ChargePropertiesByModel[M], AmountDetails> } = {
  standard: standardModel,
  graduated: graduatedModel,
  package: packageModel,
  percentage: percentageModel,
  volume: volumeModel,
  graduated_percentage: graduatedPercentageModel,
  dynamic: dynamicModel,
};

export function isChargeModel(text: string): text is ChargeModel {
  return Object.hasOwn(MODELS, text);
}

/**
 * Reads the properties of a charge or filter (camelCase members). Absent or empty properties become the model's defaults,
 * unknown members are dropped.
 * @returns the properties, or the errors of the field `properties` in a 422.
 * Source: charges.md §2.
 */
export function parseChargeProperties<M extends ChargeModel>(
  model: M,
  input: SentProperties | null | undefined,
): ParsedProperties<ChargePropertiesByModel[M] & GroupKeys> {
  const sent = input ?? {};
  const { defaults } = MODELS[model];
  if (Object.keys(sent).length === 0) return { properties: defaults };
  const own = MODELS[model].parse(sent);
  const groups = parseGroupKeys(sent);
  if ('errors' in own || 'errors' in groups)
    return { errors: [...('errors' in own ? own.errors : []), ...('errors' in groups ? groups.errors : [])] };
  return { properties: { ...own.properties, ...groups.properties } };
}

/** The charge model and properties that price one bucket of a charge. */
export interface Price<M extends ChargeModel = ChargeModel> {
  readonly model: M;
  readonly properties: ChargePropertiesByModel[M];
}

/** The rules of a price's charge model, typed for the properties of that model. */
export function rulesOf<M extends ChargeModel>({
  model,
}: Price<M>): ChargeModelRules<ChargePropertiesByModel[M], AmountDetails> {
  return MODELS[model];
}

/** True if a price depends on single events; counters are sufficient for any other. */
export function dependsOnSingleEvents<M extends ChargeModel>(price: Price<M>): boolean {
  return rulesOf(price).singleEvents?.areNeeded(price.properties) ?? false;
}

/**
 * Folds the values of further events, in order, into the tally of the events before them under the same price.
 * @returns null when the price does not depend on single events.
 */
export function tallyEvents<M extends ChargeModel>(
  price: Price<M>,
  values: readonly Big[],
  before?: EventTally,
): EventTally | null {
  const rules = rulesOf(price).singleEvents;
  if (rules === undefined || !rules.areNeeded(price.properties)) return null;
  return foldEvents(rules, price.properties, values, before);
}

/** The units and amounts of a usage fee. */
export interface RatedUsage extends FeeMoney {
  /** Units of the usage; 0 when they or the amount are negative. */
  readonly units: Big;
  readonly totalAggregatedUnits: Big;
  readonly eventsCount: bigint;
  readonly amountDetails: AmountDetails;
}

/**
 * Prices the usage of one bucket of a charge. Source: charges.md §3–4, §7.
 * @throws RangeError when the price depends on single events and some of them are missing.
 */
export function rateUsage<M extends ChargeModel>(
  price: Price<M>,
  usage: Usage,
  pricing: Pricing,
): RatedUsage {
  const { amount, pricedUnits, amountDetails } = rulesOf(price).rate(price.properties, usage);
  const { units, totalAggregatedUnits, eventsCount } = usage;
  const facts = { eventsCount, amountDetails };
  if (units.lt(0) || amount.lt(0)) {
    const nothing = toMoney({ amount: ZERO, unitAmount: ZERO }, pricing);
    return { units: ZERO, totalAggregatedUnits: ZERO, ...facts, ...nothing };
  }
  const unitAmount = pricedUnits.gt(0) ? amount.div(pricedUnits) : ZERO;
  return { units, totalAggregatedUnits, ...facts, ...toMoney({ amount, unitAmount }, pricing) };
}
