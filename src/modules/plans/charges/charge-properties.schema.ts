import { DecimalInGraphql } from '../../../platform/api/surfaces.js';
import { createUnionType, InterfaceType, ObjectType } from 'type-graphql';
import type { ChargeModel, ChargeProperties } from '../../../core/rating/charge-models.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { Count, Flag, ListOf, Of, Text, Texts } from '../../../platform/api/fields.js';
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

@ObjectType('PresentationGroupKeyOptions', { description: 'How a breakdown of units is shown.' })
class PresentationGroupKeyOptionsType {
  @Flag.orNull() displayInInvoice!: boolean | null;
}

@ObjectType('PresentationGroupKey', {
  description: 'A property of events by which units are broken down without an effect on the price.',
})
@TypicalItems(2)
class PresentationGroupKeyType {
  @Text('Name of the event property.') value!: string;
  @Of(() => PresentationGroupKeyOptionsType, 'How the breakdown is shown.')
  options!: PresentationGroupKeyOptionsType;
}

@InterfaceType('GroupKeys', {
  description: 'Values of the pricing group keys. Null if usage is not grouped.',
})
abstract class GroupKeysType {
  @Texts.orNull(PRICING_GROUP_KEYS) pricingGroupKeys?: string[];
  @ListOf.orNull(() => PresentationGroupKeyType, PRESENTATION_GROUP_KEYS)
  presentationGroupKeys?: PresentationGroupKeyType[];
}

@ObjectType('StandardProperties', {
  implements: GroupKeysType,
  description: 'Every unit has the same price.',
})
class StandardPropertiesType extends GroupKeysType {
  @Text(AMOUNT) @DecimalInGraphql() amount!: string;
}

@ObjectType('GraduatedRange', { description: 'A range of units, and the prices of the units inside it.' })
class GraduatedRangeType {
  @Count(FROM_VALUE) fromValue!: number;
  @Count.orNull(TO_VALUE) toValue!: number | null;
  @Text(PER_UNIT_AMOUNT) @DecimalInGraphql() perUnitAmount!: string;
  @Text(FLAT_AMOUNT) @DecimalInGraphql() flatAmount!: string;
}

@ObjectType('GraduatedProperties', {
  implements: GroupKeysType,
  description: 'Each unit is priced by the range that it falls into.',
})
class GraduatedPropertiesType extends GroupKeysType {
  @ListOf(() => GraduatedRangeType, 'The ranges of units, each with its prices.')
  graduatedRanges!: GraduatedRangeType[];
}

@ObjectType('PackageProperties', {
  implements: GroupKeysType,
  description: 'Units beyond the free ones are sold in whole packages.',
})
class PackagePropertiesType extends GroupKeysType {
  @Text(PACKAGE_AMOUNT) @DecimalInGraphql() amount!: string;
  @Count(FREE_UNITS) freeUnits!: number;
  @Count(PACKAGE_SIZE) packageSize!: number;
}

@ObjectType('PercentageProperties', {
  implements: GroupKeysType,
  description:
    'The units are an amount of money: a percentage of it is charged, plus a fixed amount per event.',
})
class PercentagePropertiesType extends GroupKeysType {
  @Text(RATE) @DecimalInGraphql() rate!: string;
  @Text.orNull(FIXED_AMOUNT) @DecimalInGraphql() fixedAmount!: string | null;
  @Count.orNull(FREE_EVENTS) freeUnitsPerEvents!: number | null;
  @Text.orNull(FREE_TOTAL) @DecimalInGraphql() freeUnitsPerTotalAggregation!: string | null;
  @Text.orNull(MIN_AMOUNT) @DecimalInGraphql() perTransactionMinAmount!: string | null;
  @Text.orNull(MAX_AMOUNT) @DecimalInGraphql() perTransactionMaxAmount!: string | null;
}

@ObjectType('VolumeRange', {
  description: 'A range of units, and the prices of all units when their total lies inside it.',
})
class VolumeRangeType {
  @Count(VOLUME_FROM_VALUE) fromValue!: number;
  @Count.orNull(VOLUME_TO_VALUE) toValue!: number | null;
  @Text(PER_UNIT_AMOUNT) @DecimalInGraphql() perUnitAmount!: string;
  @Text(FLAT_AMOUNT) @DecimalInGraphql() flatAmount!: string;
}

@ObjectType('VolumeProperties', {
  implements: GroupKeysType,
  description: 'All units are priced by the range that their total falls into.',
})
class VolumePropertiesType extends GroupKeysType {
  @ListOf(() => VolumeRangeType, 'The ranges of units, each with its prices.')
  volumeRanges!: VolumeRangeType[];
}

@ObjectType('GraduatedPercentageRange', {
  description: 'A range of units, and the percentage that is charged of its part.',
})
class GraduatedPercentageRangeType {
  @Count(FROM_VALUE) fromValue!: number;
  @Count.orNull(TO_VALUE) toValue!: number | null;
  @Text(RATE) @DecimalInGraphql() rate!: string;
  @Text(FLAT_AMOUNT) @DecimalInGraphql() flatAmount!: string;
}

@ObjectType('GraduatedPercentageProperties', {
  implements: GroupKeysType,
  description:
    'The units are an amount of money. Each part of it is charged at the percentage of the range that it ' +
    'falls into.',
})
class GraduatedPercentagePropertiesType extends GroupKeysType {
  @ListOf(() => GraduatedPercentageRangeType, 'The ranges of units, each with its percentage.')
  graduatedPercentageRanges!: GraduatedPercentageRangeType[];
}

@ObjectType('DynamicProperties', {
  implements: GroupKeysType,
  description: 'Each event carries its own price.',
})
class DynamicPropertiesType extends GroupKeysType {}

/** The GraphQL type of each model's properties. */
const TYPES = {
  standard: StandardPropertiesType,
  graduated: GraduatedPropertiesType,
  package: PackagePropertiesType,
  percentage: PercentagePropertiesType,
  volume: VolumePropertiesType,
  graduated_percentage: GraduatedPercentagePropertiesType,
  dynamic: DynamicPropertiesType,
} as const satisfies Record<ChargeModel, new () => object>;

export const ChargePropertiesUnion = createUnionType({
  name: 'ChargeProperties',
  description: 'Pricing of a charge; one type per charge model.',
  types: () => Object.values(TYPES) as [typeof StandardPropertiesType, typeof GraduatedPropertiesType],
});

/** Converts properties to an instance of their GraphQL type, by which the union resolves its members. */
export function typedProperties(model: ChargeModel, properties: ChargeProperties): object {
  return Object.assign(new TYPES[model](), properties);
}
