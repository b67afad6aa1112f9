import type { ChargeModel } from '../../../core/rating/charge-models.js';

export interface SentPresentationGroupKeyOptions {
  readonly displayInInvoice?: boolean | null;
}

export interface SentPresentationGroupKey {
  readonly value?: string | null;
  readonly options?: SentPresentationGroupKeyOptions | null;
}

export interface SentProperties {
  readonly pricingGroupKeys?: readonly string[] | null;
  readonly groupedBy?: readonly string[] | null;
  readonly presentationGroupKeys?: readonly SentPresentationGroupKey[] | null;
}

export interface SentStandardProperties extends SentProperties {
  readonly amount?: string | null;
}

export interface SentGraduatedRange {
  readonly fromValue?: bigint | null;
  readonly toValue?: bigint | null;
  readonly perUnitAmount?: string | null;
  readonly flatAmount?: string | null;
}

export interface SentGraduatedProperties extends SentProperties {
  readonly graduatedRanges?: readonly SentGraduatedRange[] | null;
}

export interface SentPackageProperties extends SentProperties {
  readonly amount?: string | null;
  readonly freeUnits?: bigint | null;
  readonly packageSize?: bigint | null;
}

export interface SentPercentageProperties extends SentProperties {
  readonly rate?: string | null;
  readonly fixedAmount?: string | null;
  readonly freeUnitsPerEvents?: bigint | null;
  readonly freeUnitsPerTotalAggregation?: string | null;
  readonly perTransactionMinAmount?: string | null;
  readonly perTransactionMaxAmount?: string | null;
}

export interface SentVolumeRange {
  readonly fromValue?: bigint | null;
  readonly toValue?: bigint | null;
  readonly perUnitAmount?: string | null;
  readonly flatAmount?: string | null;
}

export interface SentVolumeProperties extends SentProperties {
  readonly volumeRanges?: readonly SentVolumeRange[] | null;
}

export interface SentGraduatedPercentageRange {
  readonly fromValue?: bigint | null;
  readonly toValue?: bigint | null;
  readonly rate?: string | null;
  readonly flatAmount?: string | null;
}

export interface SentGraduatedPercentageProperties extends SentProperties {
  readonly graduatedPercentageRanges?: readonly SentGraduatedPercentageRange[] | null;
}

export type SentDynamicProperties = SentProperties;

/** Properties as they were sent: one member, named after the charge model. */
export interface SentChargeProperties {
  readonly standard?: SentStandardProperties;
  readonly graduated?: SentGraduatedProperties;
  readonly package?: SentPackageProperties;
  readonly percentage?: SentPercentageProperties;
  readonly volume?: SentVolumeProperties;
  readonly graduatedPercentage?: SentGraduatedPercentageProperties;
  readonly dynamic?: SentDynamicProperties;
}

/** The member of `SentChargeProperties` for each model. */
export const PROPERTIES_MEMBERS = {
  standard: 'standard',
  graduated: 'graduated',
  package: 'package',
  percentage: 'percentage',
  volume: 'volume',
  graduated_percentage: 'graduatedPercentage',
  dynamic: 'dynamic',
} as const satisfies Record<ChargeModel, keyof SentChargeProperties>;
