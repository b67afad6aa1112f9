import type { FieldErrorCode } from '../../../platform/errors/error-codes.js';
import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { isLonger, LINE_LENGTH, limitText, requireText } from '../../../platform/errors/input-rules.js';
import { distinct } from '../../../platform/collections/distinct-values.js';
import type { SentPrivilege } from './feature.input.js';
import type { Feature, Privilege } from './feature.table.js';

/** Maximum characters of a description. Source: rest-conventions.md §11. */
const DESCRIPTION_LENGTH = 600;

/** What a request determines of a privilege. */
export type PrivilegeTerms = Pick<Privilege, 'code' | 'name' | 'valueType' | 'selectOptions'>;

/** Reports invalid texts of a feature. Source: entitlements.md §1. */
export function checkFeature(
  errors: FieldErrors,
  { code, name, description }: Partial<Pick<Feature, 'code' | 'name' | 'description'>>,
): void {
  requireText(errors, 'code', code);
  limitText(errors, 'name', name);
  limitText(errors, 'description', description, DESCRIPTION_LENGTH);
}

/**
 * Validates privileges and merges them with those that the feature has, by code. None is removed. Only the errors of the
 * first bad one are reported. Source: entitlements.md §1.
 * @returns the privileges that were sent, as they shall be.
 */
export function checkPrivileges(
  errors: FieldErrors,
  sent: readonly SentPrivilege[],
  known: readonly PrivilegeTerms[] = [],
): PrivilegeTerms[] {
  const knownByCode = new Map(known.map((privilege) => [privilege.code, privilege]));
  const merged = new Map<string, PrivilegeTerms>();
  for (const [index, privilege] of sent.entries()) {
    const code = privilege.code.trim();
    const current = knownByCode.get(code);
    const terms =
      current === undefined ? newPrivilege({ ...privilege, code }) : changedPrivilege(current, privilege);
    const problems = problemsOf({ ...privilege, code }, terms);
    if (merged.has(code)) problems.push(['code', 'value_is_duplicated']);
    if (problems.length > 0) {
      for (const [member, problem] of problems)
        errors.add(`privilege.${member}`, problem, { at: `privileges.${index}.${member}` });
      return [];
    }
    if (current !== undefined) reportKept(errors, `privileges.${index}.`, current, privilege);
    merged.set(code, terms);
  }
  return [...merged.values()];
}

type Problem = [member: string, code: FieldErrorCode];

function problemsOf({ code, name }: SentPrivilege, { selectOptions }: PrivilegeTerms): Problem[] {
  const problems: Problem[] = [];
  if (code === '') problems.push(['code', 'value_is_mandatory']);
  if (isTooLong(code)) problems.push(['code', 'value_is_too_long']);
  if (isTooLong(name ?? '')) problems.push(['name', 'value_is_too_long']);
  if (selectOptions === INVALID || selectOptions?.some(isTooLong) === true)
    problems.push(['config', 'invalid_format']);
  return problems;
}

/** In place of the options of a configuration that does not fit its type. */
const INVALID: readonly string[] = [];

function newPrivilege({ code, name, valueType, config }: SentPrivilege): PrivilegeTerms {
  const type = valueType ?? 'string';
  const hasNoConfig = Object.keys(config ?? {}).length === 0;
  const selectOptions = type === 'select' ? optionsIn(config) : hasNoConfig ? null : INVALID;
  return { code, name: name ?? null, valueType: type, selectOptions };
}

/** The type of a privilege never changes, and its options are only extended. */
function changedPrivilege(current: PrivilegeTerms, { name, config }: SentPrivilege): PrivilegeTerms {
  const { selectOptions } = current;
  const added = selectOptions === null || config === undefined || config === null ? null : optionsIn(config);
  return {
    ...current,
    name: name === undefined ? current.name : name,
    selectOptions:
      added === null || added === INVALID
        ? (added ?? selectOptions)
        : distinct([...(selectOptions ?? []), ...added]),
  };
}

/** Reports another type, and options of a type that has none. Source: entitlements.md §1. */
function reportKept(
  errors: FieldErrors,
  path: string,
  { valueType, selectOptions }: PrivilegeTerms,
  sent: SentPrivilege,
): void {
  if ((sent.valueType ?? valueType) !== valueType) errors.addIneffective(`${path}valueType`);
  if (selectOptions === null && Object.keys(sent.config ?? {}).length > 0)
    errors.addIneffective(`${path}config`);
}

/** The options of `{select_options: [...]}`, without repetitions; `INVALID` for anything else. */
function optionsIn(config: SentPrivilege['config']): readonly string[] {
  const { select_options: options, ...others } = { ...config };
  const isList = Array.isArray(options) && options.length > 0 && options.every(isNonEmptyText);
  return isList && Object.keys(others).length === 0 ? distinct(options) : INVALID;
}

function isNonEmptyText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isTooLong(text: string): boolean {
  return isLonger(text, LINE_LENGTH);
}
