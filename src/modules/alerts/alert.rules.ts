import { type AlertThreshold } from '../../core/alerts.js';
import { Big, parseDecimal } from '../../core/money/decimal.js';
import type { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitText, requireText } from '../../platform/errors/input-rules.js';
import { ALERT_KINDS } from './alert-kinds.js';
import type { SentAlert, SentThreshold } from './alert.input.js';
import type { Alert, AlertType, StoredThreshold } from './alert.table.js';

/** Most thresholds of an alert. Source: rest-conventions.md §11. */
const MOST_THRESHOLDS = 20;

/** The path of errors of a threshold's value. Source: alerts.md §2. */
const VALUE = 'thresholds:value';

/** Checks the type of a new alert. @returns null if it was refused. Source: alerts.md §2, check 1. */
export function checkedType(
  errors: FieldErrors,
  sent: SentAlert['alertType'],
  owner: Pick<Alert, 'walletId'>,
): AlertType | null {
  if (sent === undefined || sent === null) {
    errors.add('alertType', 'value_is_mandatory');
    errors.add('alertType', 'value_is_invalid');
    return null;
  }
  const isOfOwner = (ALERT_KINDS[sent].owner === 'wallet') === (owner.walletId !== null);
  if (!isOfOwner) errors.add('alertType', 'invalid_type');
  return isOfOwner ? sent : null;
}

/**
 * Checks thresholds: the list first, then their values. The first check that fails answers.
 * @returns them in the order in which they are shown; null if they were refused. Source: alerts.md §2, checks 2 and 3.
 */
export function checkedThresholds(
  errors: FieldErrors,
  sent: readonly SentThreshold[] | null | undefined,
): StoredThreshold[] | null {
  if (sent === undefined || sent === null || sent.length === 0) {
    errors.add('thresholds', 'value_is_mandatory');
    return null;
  }
  if (sent.length > MOST_THRESHOLDS) {
    errors.add('thresholds', 'too_many_thresholds');
    return null;
  }
  const read = sent.map(({ code, value, recurring }) => ({
    code: code ?? null,
    value: typeof value === 'string' ? parseDecimal(value) : null,
    isSent: value !== undefined && value !== null,
    recurring: recurring ?? false,
  }));
  if (hasRepeated(read)) errors.add('thresholds', 'duplicate_threshold_values');
  else if (read.filter(({ recurring }) => recurring).length > 1)
    errors.add('thresholds', 'multiple_recurring_thresholds');
  if (errors.has('thresholds')) return null;
  const checked: AlertThreshold[] = [];
  for (const [index, { code, value, isSent, recurring }] of read.entries()) {
    const at = `thresholds.${index}.value`;
    if (value === null) errors.add(VALUE, isSent ? 'value_is_invalid' : 'value_is_mandatory', { at });
    else if (recurring && value.lte(0)) errors.add(VALUE, 'recurring_value_is_negative', { at });
    else checked.push({ code, value, recurring });
    if (errors.has(VALUE)) return null;
  }
  for (const [index, { code }] of read.entries()) {
    limitText(errors, `thresholds.${index}.code`, code);
    if (errors.has(`thresholds.${index}.code`)) return null;
  }
  return checked
    .toSorted(inShownOrder)
    .map(({ value, ...threshold }) => ({ ...threshold, value: textOf(value) }));
}

/**
 * Checks the code and the name of an alert.
 * @param others the other alerts of its owner. @returns false if they were refused. Source: alerts.md §2, check 5.
 */
export function checkCode(
  errors: FieldErrors,
  { code, name }: Pick<SentAlert, 'code' | 'name'>,
  others: readonly Alert[],
): boolean {
  requireText(errors, 'code', code ?? null);
  if (!errors.has('code') && others.some((other) => other.code === code))
    errors.add('code', 'value_already_exist');
  if (!errors.has('code')) limitText(errors, 'name', name);
  return !errors.has('code') && !errors.has('name');
}

/** Checks that no other alert of the owner watches the same. @returns false if one does. Source: alerts.md §2, check 6. */
export function checkWatched(
  errors: FieldErrors,
  { alertType, billableMetricId }: Pick<Alert, 'alertType' | 'billableMetricId'>,
  others: readonly Alert[],
): boolean {
  const isSame = (other: Alert) =>
    other.alertType === alertType && other.billableMetricId === billableMetricId;
  const isTaken = others.some(isSame);
  if (isTaken) errors.add('base', 'alert_already_exists');
  return !isTaken;
}

/** The thresholds of an alert, to compute with. */
export function thresholdsOf({ thresholds }: Pick<Alert, 'thresholds'>): AlertThreshold[] {
  return thresholds.map(({ value, ...threshold }) => ({ ...threshold, value: new Big(value) }));
}

/** Thresholds as they are stored. */
export function storedThresholds(thresholds: readonly AlertThreshold[]): StoredThreshold[] {
  return thresholds.map(({ code, value, recurring }) => ({ code, value: textOf(value), recurring }));
}

/** True if two thresholds are both one-time or both recurring and have the same value, compared as numbers. */
function hasRepeated(thresholds: readonly { value: Big | null; recurring: boolean }[]): boolean {
  return thresholds.some(({ value, recurring }, index) =>
    thresholds
      .slice(0, index)
      .some((other) => other.recurring === recurring && value !== null && other.value?.eq(value) === true),
  );
}

/** One-time thresholds ascending, then the recurring one. */
function inShownOrder(one: AlertThreshold, other: AlertThreshold): number {
  return Number(one.recurring) - Number(other.recurring) || one.value.cmp(other.value);
}

/** Text without exponent; zero has no sign. */
function textOf(value: Big): string {
  return value.eq(0) ? '0' : value.toFixed();
}
