import { Extensions, InputType } from 'type-graphql';
import { Count, Flag, ListOf, Of, Text, Texts } from '../../../platform/api/fields.js';
import { DecimalInGraphql } from '../../../platform/api/surfaces.js';
import {
  AMOUNT,
  RATE,
  FROM_VALUE,
  TO_VALUE,
  PER_UNIT_AMOUNT,
  FLAT_AMOUNT,
  VOLUME_FROM_VALUE,
  VOLUME_TO_VALUE,
  FIXED_AMOUNT,
  FREE_EVENTS,
  FREE_TOTAL,
  MIN_AMOUNT,
  MAX_AMOUNT,
  PACKAGE_AMOUNT,
  PACKAGE_SIZE,
  FREE_UNITS,
  PRICING_GROUP_KEYS,
  PRESENTATION_GROUP_KEYS,
} from './charge-properties.descriptions.js';
import type {
  SentChargeProperties,
  SentDynamicProperties,
  SentGraduatedPercentageProperties,
  SentGraduatedPercentageRange,
  SentGraduatedProperties,
  SentGraduatedRange,
  SentPackageProperties,
  SentPercentageProperties,
  SentPresentationGroupKey,
  SentPresentationGroupKeyOptions,
  SentProperties,
  SentStandardProperties,
  SentVolumeProperties,
  SentVolumeRange,
} from './charge-properties.input.js';

@InputType({ description: 'How a breakdown of units is shown.' })
class PresentationGroupKeyOptionsInput implements SentPresentationGroupKeyOptions {
  @Flag.orNull() @Extensions({ invalidCode: 'invalid_type' }) displayInInvoice?: boolean | null;
}

@InputType({
  description: 'A property of events by which units are broken down without an effect on the price.',
})
class PresentationGroupKeyInput implements SentPresentationGroupKey {
  @Text.orNull('Name of the event property.')
  @Extensions({ invalidCode: 'invalid_type' })
  value?: string | null;
  @Of.orNull(() => PresentationGroupKeyOptionsInput, 'How the breakdown is shown.')
  @Extensions({ invalidCode: 'invalid_type' })
  options?: PresentationGroupKeyOptionsInput | null;
}

@InputType()
export abstract class PropertiesInput implements SentProperties {
  @Texts.orNull(PRICING_GROUP_KEYS)
  @Extensions({ invalidCode: 'invalid_type' })
  pricingGroupKeys?: string[] | null;
  @Texts.orNull({ deprecationReason: 'See pricingGroupKeys.' })
  @Extensions({ invalidCode: 'invalid_type' })
  groupedBy?: string[] | null;
  @ListOf.orNull(() => PresentationGroupKeyInput, PRESENTATION_GROUP_KEYS)
  @Extensions({ invalidCode: 'invalid_type' })
  presentationGroupKeys?: PresentationGroupKeyInput[] | null;
}

@InputType({ description: 'Prices for the charge model `standard`.' })
class StandardPropertiesInput extends PropertiesInput implements SentStandardProperties {
  @Text.orNull(AMOUNT)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_amount' })
  amount?: string | null;
}

@InputType({ description: 'A range of units, and the prices of the units inside it.' })
class GraduatedRangeInput implements SentGraduatedRange {
  @Count.orNull(FROM_VALUE)
  @Extensions({ invalidCode: 'invalid_graduated_ranges' })
  fromValue?: bigint | null;
  @Count.orNull(TO_VALUE) @Extensions({ invalidCode: 'invalid_graduated_ranges' }) toValue?: bigint | null;
  @Text.orNull(PER_UNIT_AMOUNT)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_amount' })
  perUnitAmount?: string | null;
  @Text.orNull(FLAT_AMOUNT)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_amount' })
  flatAmount?: string | null;
}

@InputType({ description: 'Prices for the charge model `graduated`.' })
class GraduatedPropertiesInput extends PropertiesInput implements SentGraduatedProperties {
  @ListOf.orNull(
    () => GraduatedRangeInput,
    'The ranges of units. They start at 0 and follow each other without a gap; the last one is open.',
  )
  @Extensions({ invalidCode: 'invalid_graduated_ranges' })
  graduatedRanges?: GraduatedRangeInput[] | null;
}

@InputType({ description: 'Prices for the charge model `package`.' })
class PackagePropertiesInput extends PropertiesInput implements SentPackageProperties {
  @Text.orNull(PACKAGE_AMOUNT)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_amount' })
  amount?: string | null;
  @Count.orNull(FREE_UNITS) @Extensions({ invalidCode: 'invalid_free_units' }) freeUnits?: bigint | null;
  @Count.orNull(PACKAGE_SIZE)
  @Extensions({ invalidCode: 'invalid_package_size' })
  packageSize?: bigint | null;
}

@InputType({ description: 'Prices for the charge model `percentage`.' })
class PercentagePropertiesInput extends PropertiesInput implements SentPercentageProperties {
  @Text.orNull(RATE) @DecimalInGraphql() @Extensions({ invalidCode: 'invalid_rate' }) rate?: string | null;
  @Text.orNull(FIXED_AMOUNT)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_fixed_amount' })
  fixedAmount?: string | null;
  @Count.orNull(FREE_EVENTS)
  @Extensions({ invalidCode: 'invalid_free_units_per_events' })
  freeUnitsPerEvents?: bigint | null;
  @Text.orNull(FREE_TOTAL)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_free_units_per_total_aggregation' })
  freeUnitsPerTotalAggregation?: string | null;
  @Text.orNull(MIN_AMOUNT)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_amount' })
  perTransactionMinAmount?: string | null;
  @Text.orNull(MAX_AMOUNT)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_amount' })
  perTransactionMaxAmount?: string | null;
}

@InputType({ description: 'A range of units, and the prices of all units when their total lies inside it.' })
class VolumeRangeInput implements SentVolumeRange {
  @Count.orNull(VOLUME_FROM_VALUE)
  @Extensions({ invalidCode: 'invalid_volume_ranges' })
  fromValue?: bigint | null;
  @Count.orNull(VOLUME_TO_VALUE)
  @Extensions({ invalidCode: 'invalid_volume_ranges' })
  toValue?: bigint | null;
  @Text.orNull(PER_UNIT_AMOUNT)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_amount' })
  perUnitAmount?: string | null;
  @Text.orNull(FLAT_AMOUNT)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_amount' })
  flatAmount?: string | null;
}

@InputType({ description: 'Prices for the charge model `volume`.' })
class VolumePropertiesInput extends PropertiesInput implements SentVolumeProperties {
  @ListOf.orNull(
    () => VolumeRangeInput,
    'The ranges of units. They start at 0 and follow each other without a gap; the last one is open.',
  )
  @Extensions({ invalidCode: 'invalid_volume_ranges' })
  volumeRanges?: VolumeRangeInput[] | null;
}

@InputType({ description: 'A range of units, and the percentage that is charged of its part.' })
class GraduatedPercentageRangeInput implements SentGraduatedPercentageRange {
  @Count.orNull(FROM_VALUE)
  @Extensions({ invalidCode: 'invalid_graduated_percentage_ranges' })
  fromValue?: bigint | null;
  @Count.orNull(TO_VALUE)
  @Extensions({ invalidCode: 'invalid_graduated_percentage_ranges' })
  toValue?: bigint | null;
  @Text.orNull(RATE) @DecimalInGraphql() @Extensions({ invalidCode: 'invalid_rate' }) rate?: string | null;
  @Text.orNull(FLAT_AMOUNT)
  @DecimalInGraphql()
  @Extensions({ invalidCode: 'invalid_amount' })
  flatAmount?: string | null;
}

@InputType({ description: 'Prices for the charge model `graduated_percentage`.' })
class GraduatedPercentagePropertiesInput
  extends PropertiesInput
  implements SentGraduatedPercentageProperties
{
  @ListOf.orNull(
    () => GraduatedPercentageRangeInput,
    'The ranges of units. They start at 0 and follow each other without a gap; the last one is open.',
  )
  @Extensions({ invalidCode: 'invalid_graduated_percentage_ranges' })
  graduatedPercentageRanges?: GraduatedPercentageRangeInput[] | null;
}

@InputType({ description: 'Prices for the charge model `dynamic`: events carry their amounts.' })
class DynamicPropertiesInput extends PropertiesInput implements SentDynamicProperties {}

/** Properties as they are sent: one member, named after the charge model. */
@InputType({
  description: "Pricing of a charge, under the field of its charge model. Empty means the model's default.",
})
@Extensions({ oneOf: true, needsVariables: true })
export class ChargePropertiesInput implements SentChargeProperties {
  @Of.orNull(() => StandardPropertiesInput, 'Prices for the charge model `standard`.')
  standard?: StandardPropertiesInput;
  @Of.orNull(() => GraduatedPropertiesInput, 'Prices for the charge model `graduated`.')
  graduated?: GraduatedPropertiesInput;
  @Of.orNull(() => PackagePropertiesInput, 'Prices for the charge model `package`.')
  package?: PackagePropertiesInput;
  @Of.orNull(() => PercentagePropertiesInput, 'Prices for the charge model `percentage`.')
  percentage?: PercentagePropertiesInput;
  @Of.orNull(() => VolumePropertiesInput, 'Prices for the charge model `volume`.')
  volume?: VolumePropertiesInput;
  @Of.orNull(() => GraduatedPercentagePropertiesInput, 'Prices for the charge model `graduated_percentage`.')
  graduatedPercentage?: GraduatedPercentagePropertiesInput;
  @Of.orNull(() => DynamicPropertiesInput, 'Prices for the charge model `dynamic`.')
  dynamic?: DynamicPropertiesInput;
}
