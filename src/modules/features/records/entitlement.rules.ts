import { invalid, invalidNamed, notFound } from '../../../platform/errors/app-error.js';
import { isLonger, LINE_LENGTH } from '../../../platform/errors/input-rules.js';
import { formatBytes } from '../../../platform/limits.js';
import type { PrivilegeValue, PrivilegeValues } from './entitlement.table.js';
import type { Feature, Privilege } from './feature.table.js';

/** The most features that a plan grants, or that a subscription has of its own. */
const MOST_ENTITLEMENTS = 200;

/** Size of a plan's entitlements as JSON, and of the values that a subscription has of its own. */
export const ENTITLEMENT_BYTES = 256_000;

/** A feature that a request names, with the values that it sets. */
export interface NamedFeature {
  readonly feature: Feature;
  readonly values: PrivilegeValues;
}

/**
 * Reads the shape of `{<feature code>: {<privilege code>: value}}`. Null in place of the values of a feature means none.
 * @returns the values by privilege code, by feature code. @throws AppError `validation_errors` (entitlements.md §2).
 */
export function readShape(sent: object): Map<string, ReadonlyMap<string, unknown>> {
  const features = Object.entries(sent);
  requireCount(features.length);
  return new Map(
    features.map(([code, values]: [string, unknown]) => {
      if (values === null) return [code, new Map()];
      if (typeof values !== 'object' || Array.isArray(values))
        throw invalidNamed(`entitlements.${code}`, 'invalid_format');
      return [code, new Map(Object.entries(values))];
    }),
  );
}

/**
 * Finds the features and privileges that are named, and then reads the values. The first failure is thrown.
 * @param known the features of the organization, as far as they are named, with their privileges.
 * @throws AppError `feature_not_found`, `privilege_not_found`, `validation_errors` (entitlements.md §2).
 */
export function readNamed(
  shape: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
  known: readonly { readonly feature: Feature; readonly privileges: readonly Privilege[] }[],
): NamedFeature[] {
  const byCode = new Map(known.map((each) => [each.feature.code, each]));
  const found = [...shape].map(([code, values]) => {
    const feature = byCode.get(code);
    if (feature === undefined) throw notFound('feature');
    return { ...feature, values };
  });
  const named = found.map(({ feature, privileges, values }) => {
    const privilegesByCode = new Map(privileges.map((privilege) => [privilege.code, privilege]));
    const given = [...values].map(([code, value]) => {
      const privilege = privilegesByCode.get(code);
      if (privilege === undefined) throw notFound('privilege');
      return { privilege, value };
    });
    return { feature, given };
  });
  return named.map(({ feature, given }) => ({
    feature,
    values: Object.fromEntries(
      given.map(({ privilege, value }) => [privilege.code, readValue(privilege, value, feature.code)]),
    ),
  }));
}

/** Integers as text: no sign but a minus, no leading zeros. */
const INTEGER = /^(?:0|-?[1-9]\d*)$/;

/** Reads a value as its privilege declares. @throws AppError `validation_errors` (entitlements.md §2). */
export function readValue(
  { code, valueType, selectOptions }: Pick<Privilege, 'code' | 'valueType' | 'selectOptions'>,
  value: unknown,
  featureCode: string,
): PrivilegeValue {
  const at = `entitlements.${featureCode}.${code}`;
  if (value === null || value === '') throw invalidNamed('privilege.value', 'value_is_mandatory', at);
  const path = `${code}_privilege_value`;
  if (typeof value === 'string' && isLonger(value, LINE_LENGTH))
    throw invalidNamed(path, 'value_is_too_long', at);
  const read = READERS[valueType](value);
  if (read === undefined) throw invalidNamed(path, 'value_is_invalid', at);
  if (valueType === 'select' && selectOptions?.includes(String(read)) !== true)
    throw invalidNamed(path, 'value_not_in_select_options', at);
  return read;
}

const textOnly = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Reads a value of each type; undefined for one that does not fit. */
const READERS: Readonly<Record<Privilege['valueType'], (value: unknown) => PrivilegeValue | undefined>> = {
  integer: (value) => {
    const number = typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
    // A number without decimal places within 2^53, which every client can represent.
    return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
  },
  boolean: (value) => {
    if (value === 'true' || value === 'false') return value === 'true';
    return typeof value === 'boolean' ? value : undefined;
  },
  string: textOnly,
  select: textOnly,
};

/** The value of a privilege, by its code; null without one. */
export function valueIn(values: PrivilegeValues, code: string): PrivilegeValue | null {
  // A code may equal the name of a member that every object inherits.
  return Object.hasOwn(values, code) ? (values[code] ?? null) : null;
}

export function withoutValue(values: PrivilegeValues, code: string): PrivilegeValues {
  return Object.fromEntries(Object.entries(values).filter(([other]) => other !== code));
}

/** @throws AppError `entitlements: invalid_count` for more features than a plan or subscription can have. */
export function requireCount(count: number): void {
  if (count > MOST_ENTITLEMENTS) throw invalid({ entitlements: ['invalid_count'] });
}

/** @throws AppError `base: value_is_too_large`. */
export function requireSize(bytes: number): void {
  if (bytes <= ENTITLEMENT_BYTES) return;
  const limit = `The entitlements of a plan or subscription take at most ${formatBytes(ENTITLEMENT_BYTES)} as JSON.`;
  throw invalid({ base: ['value_is_too_large'] }, limit);
}
