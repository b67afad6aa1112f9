import { createUnionType, Extensions, Field, InputType, ObjectType } from 'type-graphql';
import type { ChargeModel, ChargeProperties } from '../../core/rating/charge-models.js';
import { JsonObject, SafeInt } from '../../platform/api/scalars.js';

const AMOUNT = 'Currency units as decimal text, such as "0.25".';
const FROM_VALUE = 'The first unit of the range: 0 or 1, then the previous toValue or one more.';
const TO_VALUE = 'The last unit of the range; null on the last range, which is open.';

@ObjectType('StandardProperties', { description: 'Every unit costs the same.' })
class StandardPropertiesType {
  @Field(() => String, { description: AMOUNT })
  amount!: string;
}

@ObjectType('GraduatedRange')
class GraduatedRangeType {
  @Field(() => SafeInt, { description: FROM_VALUE })
  fromValue!: number;

  @Field(() => SafeInt, { nullable: true, description: TO_VALUE })
  toValue!: number | null;

  @Field(() => String, { description: `For each unit inside. ${AMOUNT}` })
  perUnitAmount!: string;

  @Field(() => String, { description: `Due as soon as the range is reached. ${AMOUNT}` })
  flatAmount!: string;
}

@ObjectType('GraduatedProperties', { description: 'Each unit costs what its own range says.' })
class GraduatedPropertiesType {
  @Field(() => [GraduatedRangeType])
  graduatedRanges!: GraduatedRangeType[];
}

@ObjectType('PackageProperties', { description: 'Units beyond the free ones are sold in whole packages.' })
class PackagePropertiesType {
  @Field(() => String, { description: `For one package. ${AMOUNT}` })
  amount!: string;

  @Field(() => SafeInt, { description: 'Units of each period that are not charged.' })
  freeUnits!: number;

  @Field(() => SafeInt, { description: 'Units in a package.' })
  packageSize!: number;
}

/** The type of the properties of each model offered so far. */
const TYPES = {
  standard: StandardPropertiesType,
  graduated: GraduatedPropertiesType,
  package: PackagePropertiesType,
} as const satisfies Partial<Record<ChargeModel, new () => object>>;

export type OfferedChargeModel = keyof typeof TYPES;

export function isOfferedChargeModel(text: string): text is OfferedChargeModel {
  return Object.hasOwn(TYPES, text);
}

export const ChargePropertiesUnion = createUnionType({
  name: 'ChargeProperties',
  description: 'What a charge costs; one type per charge model.',
  types: () => Object.values(TYPES) as [typeof StandardPropertiesType, typeof GraduatedPropertiesType],
});

/** The properties as an instance of their type, which is how the union tells them apart. */
export function typedProperties(model: ChargeModel, properties: ChargeProperties): object {
  if (!isOfferedChargeModel(model)) throw new Error(`${model} is not offered.`);
  return Object.assign(new TYPES[model](), properties);
}

@InputType()
export abstract class PropertiesInput {
  @Field(() => [String], { nullable: true, description: 'Not built yet.' })
  @Extensions({ invalidCode: 'invalid_type' })
  pricingGroupKeys?: string[] | null;

  @Field(() => [String], { nullable: true, deprecationReason: 'See pricingGroupKeys.' })
  @Extensions({ invalidCode: 'invalid_type' })
  groupedBy?: string[] | null;

  @Field(() => [JsonObject], { nullable: true, description: 'Not built yet.' })
  @Extensions({ invalidCode: 'invalid_type' })
  presentationGroupKeys?: object[] | null;
}

@InputType()
class StandardPropertiesInput extends PropertiesInput {
  @Field(() => String, { nullable: true, description: AMOUNT })
  @Extensions({ invalidCode: 'invalid_amount' })
  amount?: string | null;
}

@InputType()
class GraduatedRangeInput {
  @Field(() => SafeInt, { nullable: true, description: FROM_VALUE })
  @Extensions({ invalidCode: 'invalid_graduated_ranges' })
  fromValue?: bigint | null;

  @Field(() => SafeInt, { nullable: true, description: TO_VALUE })
  @Extensions({ invalidCode: 'invalid_graduated_ranges' })
  toValue?: bigint | null;

  @Field(() => String, { nullable: true, description: `For each unit inside. ${AMOUNT}` })
  @Extensions({ invalidCode: 'invalid_amount' })
  perUnitAmount?: string | null;

  @Field(() => String, { nullable: true, description: `Due as soon as the range is reached. ${AMOUNT}` })
  @Extensions({ invalidCode: 'invalid_amount' })
  flatAmount?: string | null;
}

@InputType()
class GraduatedPropertiesInput extends PropertiesInput {
  @Field(() => [GraduatedRangeInput], { nullable: true })
  @Extensions({ invalidCode: 'invalid_graduated_ranges' })
  graduatedRanges?: GraduatedRangeInput[] | null;
}

@InputType()
class PackagePropertiesInput extends PropertiesInput {
  @Field(() => String, { nullable: true, description: `For one package. ${AMOUNT}` })
  @Extensions({ invalidCode: 'invalid_amount' })
  amount?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Units of each period that are not charged.' })
  @Extensions({ invalidCode: 'invalid_free_units' })
  freeUnits?: bigint | null;

  @Field(() => SafeInt, { nullable: true, description: 'Units in a package.' })
  @Extensions({ invalidCode: 'invalid_package_size' })
  packageSize?: bigint | null;
}

/** Properties of any model as sent, under the member of that model. */
@InputType({ description: "What a charge costs, under its charge model. Empty: the model's default." })
@Extensions({ oneOf: true })
export class ChargePropertiesInput implements Partial<Record<OfferedChargeModel, PropertiesInput>> {
  @Field(() => StandardPropertiesInput, { nullable: true })
  standard?: StandardPropertiesInput;

  @Field(() => GraduatedPropertiesInput, { nullable: true })
  graduated?: GraduatedPropertiesInput;

  @Field(() => PackagePropertiesInput, { nullable: true })
  package?: PackagePropertiesInput;
}
