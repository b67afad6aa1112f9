import { createUnionType, Extensions, InputType, InterfaceType, ObjectType } from 'type-graphql';
import type { ChargeModel, ChargeProperties } from '../../../../core/rating/charge-models.js';
import { TypicalItems } from '../../../../platform/api/cost.js';
import { Flag, ListOf, Of, Text, Texts } from '../../../../platform/api/members/fields.js';
import { SafeInt } from '../../../../platform/api/members/scalars.js';
import { DecimalInGraphql } from '../../../../platform/api/members/surfaces.js';
import {
  PROPERTIES_MEMBERS,
  type SentChargeProperties,
  type SentPresentationGroupKey,
  type SentPresentationGroupKeyOptions,
  type SentProperties,
  type SentPropertiesOf,
} from './charge-properties.input.js';
import {
  PROPERTIES,
  type PropertyMember,
  type PropertyMembers,
  type RangeItem,
} from './charge-properties.members.js';

const PRICING_GROUP_KEYS = 'Event properties by which usage is grouped, priced and billed separately.';
const PRESENTATION_GROUP_KEYS =
  'Event properties, at most two, by which usage is broken down for display. They do not affect amounts.';

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
abstract class PropertiesInput implements SentProperties {
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

type Class = new () => object;
type Surface = 'output' | 'input';

/** Declares members of a class. In inputs, all may be absent: the rules of the model say what is missing. */
function declareMembers(type: Class, members: PropertyMembers, surface: Surface): void {
  const prototype = type.prototype as object;
  for (const [name, member] of Object.entries(members)) {
    fieldOf(member, surface)(prototype, name);
    if (member.type === 'decimal') DecimalInGraphql()(prototype, name);
    if (surface === 'input') Extensions({ invalidCode: member.invalidCode })(prototype, name);
  }
}

function fieldOf(member: PropertyMember, surface: Surface) {
  const isNullable = surface === 'input' || (member.type !== 'ranges' && member.isOptional);
  if (member.type === 'ranges') {
    const item = rangeClass(member.item, surface);
    const description =
      surface === 'input'
        ? 'The ranges of units. They start at 0 and follow each other without a gap; the last one is open.'
        : member.description;
    return (isNullable ? ListOf.orNull : ListOf)(() => item, description);
  }
  const type = member.type === 'decimal' ? () => String : () => SafeInt;
  return (isNullable ? Of.orNull : Of)(type, member.description);
}

function rangeClass({ name, description, members }: RangeItem, surface: Surface): Class {
  class Range {}
  if (surface === 'output') ObjectType(name, { description })(Range);
  else InputType(`${name}Input`, { description })(Range);
  declareMembers(Range, members, surface);
  return Range;
}

/** `GraduatedPercentageProperties` for `graduated_percentage`. */
function nameOf(model: ChargeModel): string {
  const member = PROPERTIES_MEMBERS[model];
  return `${member.charAt(0).toUpperCase()}${member.slice(1)}Properties`;
}

function outputClass(model: ChargeModel): Class {
  class Properties extends GroupKeysType {}
  const { description, members } = PROPERTIES[model];
  ObjectType(nameOf(model), { implements: GroupKeysType, description })(Properties);
  declareMembers(Properties, members, 'output');
  return Properties;
}

function inputClass(model: ChargeModel): Class {
  class Properties extends PropertiesInput {}
  const description = `Prices for the charge model \`${model}\`${model === 'dynamic' ? ': events carry their amounts' : ''}.`;
  InputType(`${nameOf(model)}Input`, { description })(Properties);
  declareMembers(Properties, PROPERTIES[model].members, 'input');
  return Properties;
}

const MODELS = Object.keys(PROPERTIES) as ChargeModel[];

/** The GraphQL type of each model's properties. */
const TYPES = Object.fromEntries(MODELS.map((model) => [model, outputClass(model)])) as Record<
  ChargeModel,
  Class
>;

export const ChargePropertiesUnion = createUnionType({
  name: 'ChargeProperties',
  description: 'Pricing of a charge; one type per charge model.',
  types: () => Object.values(TYPES) as [Class, Class],
});

/** Converts properties to an instance of their GraphQL type, by which the union resolves its members. */
export function typedProperties(model: ChargeModel, properties: ChargeProperties): object {
  return Object.assign(new TYPES[model](), properties);
}

/** Properties as they are sent: one member, named after the charge model. */
@InputType({
  description: "Pricing of a charge, under the field of its charge model. Empty means the model's default.",
})
@Extensions({ oneOf: true, needsVariables: true })
export class ChargePropertiesInput implements SentChargeProperties {
  standard?: SentPropertiesOf<'standard'>;
  graduated?: SentPropertiesOf<'graduated'>;
  package?: SentPropertiesOf<'package'>;
  percentage?: SentPropertiesOf<'percentage'>;
  volume?: SentPropertiesOf<'volume'>;
  graduatedPercentage?: SentPropertiesOf<'graduated_percentage'>;
  dynamic?: SentPropertiesOf<'dynamic'>;
}

for (const model of MODELS) {
  const type = inputClass(model);
  Of.orNull(() => type, `Prices for the charge model \`${model}\`.`)(
    ChargePropertiesInput.prototype,
    PROPERTIES_MEMBERS[model],
  );
}
