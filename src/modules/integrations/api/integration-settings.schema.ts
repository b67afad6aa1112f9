import { type ClassType, createUnionType, InputType, Int, ObjectType } from 'type-graphql';
import { Of, Text } from '../../../platform/api/members/fields.js';
import type { Integration } from '../records/integration.table.js';
import {
  INTEGRATION_TYPE_NAMES,
  type IntegrationTypeName,
  memberOfType,
  rulesOfType,
  type SettingRule,
} from '../types/integration-types.js';

/** `NetsuiteSettings` for `netsuite`. */
function nameOf(type: IntegrationTypeName): string {
  const member = memberOfType(type);
  return `${member.charAt(0).toUpperCase()}${member.slice(1)}Settings`;
}

const TYPES: Readonly<Record<SettingRule['kind'], Parameters<typeof Of>[0]>> = {
  text: () => String,
  url: () => String,
  word: () => String,
  flag: () => Boolean,
  milliseconds: () => Int,
};

/** Declares a setting. In answers those are never null that are required or have a default. */
function declareSetting(prototype: object, name: string, rule: SettingRule, isInput: boolean): void {
  const isNullable = isInput || !(rule.isRequired === true || 'default' in rule);
  (isNullable ? Of.orNull : Of)(TYPES[rule.kind], rule.description)(prototype, name);
}

function outputClass(type: IntegrationTypeName): ClassType {
  const { settings, system } = rulesOfType(type);
  @ObjectType(nameOf(type), { description: `Settings of a connection to ${system}.` })
  class Settings {}
  for (const [name, rule] of Object.entries(settings)) declareSetting(Settings.prototype, name, rule, false);
  return Settings;
}

function inputClass(type: IntegrationTypeName): ClassType {
  const { settings, secrets, system } = rulesOfType(type);
  @InputType(`${nameOf(type)}Input`, { description: `Settings of a connection to ${system}.` })
  class Settings {}
  for (const [name, rule] of Object.entries(settings)) declareSetting(Settings.prototype, name, rule, true);
  for (const [name, { description }] of Object.entries(secrets))
    Text.orNull(`${description} Required at creation; it is encrypted and never shown.`)(
      Settings.prototype,
      name,
    );
  return Settings;
}

/** Types that have settings to show. */
const SHOWN = INTEGRATION_TYPE_NAMES.filter((type) => Object.keys(rulesOfType(type).settings).length > 0);

const OUTPUTS = new Map<IntegrationTypeName, ClassType>(SHOWN.map((type) => [type, outputClass(type)]));

export const IntegrationSettingsUnion = createUnionType({
  name: 'IntegrationSettings',
  description: 'Settings of a connection; one type per type of connection. Secrets are never shown.',
  types: () => [...OUTPUTS.values()] as [ClassType, ClassType],
});

/** The settings as an instance of their GraphQL type, by which the union resolves its members; null if the type has none. */
export function typedSettings({ integrationType, settings }: Integration): object | null {
  const Settings = OUTPUTS.get(integrationType);
  return Settings === undefined ? null : Object.assign(new Settings(), settings);
}

const INPUTS = INTEGRATION_TYPE_NAMES.map((type) => ({ type, input: inputClass(type) }));

/** Declares the member of an input for the settings of each type. */
export function declareSettingsMembers(input: ClassType): void {
  for (const { type, input: settings } of INPUTS)
    Of.orNull(
      () => settings,
      `Settings of a connection to ${rulesOfType(type).system}; not allowed for other types.`,
    )(input.prototype, memberOfType(type));
}

/** The types, for descriptions: `"netsuite", "salesforce"`. */
export const TYPES_IN_WORDS = INTEGRATION_TYPE_NAMES.map((type) => `"${type}"`).join(', ');
