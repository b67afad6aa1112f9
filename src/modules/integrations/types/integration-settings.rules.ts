import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { checkHeaderText, limitText, requireText } from '../../../platform/errors/input-rules.js';
import { parseTarget } from '../../../platform/outgoing/address-rules.js';
import {
  type IntegrationTypeName,
  memberOfType,
  rulesOfType,
  type SettingRule,
} from './integration-types.js';

/** Longest text of a setting and of a secret, in characters. Source: integrations.md §2. */
const TEXT_LENGTH = 1_000;

export type SettingValue = string | number | boolean;
/** Settings by name; those without a value are absent. */
export type IntegrationSettings = Readonly<Record<string, SettingValue>>;
/** Settings and secrets as callers send them: omitted ones stay as they are. */
export type SentSettings = Readonly<Record<string, SettingValue | null | undefined>>;
/** Secrets by name. */
export type IntegrationSecretTexts = Readonly<Record<string, string>>;

/**
 * The settings of a connection after a request. Null restores the default of a setting, and clears one that has none.
 * @param known the settings before; of a new connection, none.
 * @param allowsHttp true where private networks may be called, and so addresses without TLS.
 * Source: integrations.md §2.
 */
export function settingsAfter(
  errors: FieldErrors,
  type: IntegrationTypeName,
  sent: SentSettings,
  { known, allowsHttp }: { readonly known: IntegrationSettings; readonly allowsHttp: boolean },
): IntegrationSettings {
  const entries = Object.entries(rulesOfType(type).settings).flatMap(([name, rule]) => {
    const path = `${memberOfType(type)}.${name}`;
    const given = sent[name];
    const value =
      (given === undefined ? known[name] : given) ?? ('default' in rule ? rule.default : undefined);
    if (isMissing(value)) {
      if (rule.isRequired === true) errors.add(path, 'value_is_mandatory');
      return [];
    }
    checkSetting(errors, path, rule, value, allowsHttp);
    return [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/**
 * The secrets of a connection after a request. Omitted ones are kept; all that the type has are required.
 * @param known the secrets before, as far as this process can open them.
 */
export function secretsAfter(
  errors: FieldErrors,
  type: IntegrationTypeName,
  sent: SentSettings,
  known: IntegrationSecretTexts,
): IntegrationSecretTexts {
  const given = Object.keys(rulesOfType(type).secrets).map((name) => {
    const path = `${memberOfType(type)}.${name}`;
    const { [name]: value } = sent;
    const secret = value === undefined ? known[name] : String(value ?? '').trim();
    requireText(errors, path, secret ?? null, TEXT_LENGTH);
    checkHeaderText(errors, path, secret);
    return [name, secret ?? ''] as const;
  });
  return { ...known, ...Object.fromEntries(given) };
}

/** True if a request sends a secret of the type. */
export function sendsSecrets(type: IntegrationTypeName, sent: SentSettings): boolean {
  return Object.keys(rulesOfType(type).secrets).some((name) => sent[name] !== undefined);
}

function isMissing(value: SettingValue | undefined): value is undefined {
  return value === undefined || (typeof value === 'string' && value.trim() === '');
}

function checkSetting(
  errors: FieldErrors,
  path: string,
  rule: SettingRule,
  value: SettingValue,
  allowsHttp: boolean,
): void {
  if (typeof value === 'string') limitText(errors, path, value, TEXT_LENGTH);
  if (rule.kind === 'word' && rule.words?.includes(String(value)) !== true)
    errors.add(path, 'value_is_invalid');
  if (rule.kind === 'url' && !isCallable(String(value), allowsHttp)) errors.add(path, 'url_is_invalid');
  if (rule.kind === 'milliseconds' && !(Number(value) >= rule.least && Number(value) <= rule.most))
    errors.add(path, 'value_is_out_of_range');
}

function isCallable(text: string, allowsHttp: boolean): boolean {
  const url = parseTarget(text);
  return url !== null && (allowsHttp || url.protocol === 'https:');
}
