import { textProperty } from '../../../core/metering/usage-event.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount, limitKeys } from '../../../platform/errors/input-rules.js';
import type { UsageFilter } from './customer-usage.input.js';
import type { UsageSelection } from '../metering/metered-charge.js';
import type { PricedCharge } from '../metering/priced-charge.js';

/**
 * Which events are wanted of a charge, and how they are split.
 * @throws AppError `group: invalid_format` for values that are neither text, number nor truth value, nor a list of such;
 *   `too_many_keys`, `invalid_count` for a filter that is too large.
 * Source: current-usage.md §1.
 */
export function selectionOf({ group, presentation, skipGrouping }: UsageFilter): UsageSelection {
  const errors = new FieldErrors();
  limitKeys(errors, 'group', group ?? {});
  const values = Object.entries(group ?? {}).map(([key, sent]) => {
    const list: readonly unknown[] = Array.isArray(sent) ? sent : [sent];
    limitCount(errors, 'group', list);
    const texts = list.map(textProperty);
    if (texts.includes(null)) errors.add('group', 'invalid_format');
    return [key, texts.filter((text) => text !== null)] as const;
  });
  errors.throwIfAny();
  const keys = (presentation ?? []).filter((key) => key !== '');
  return {
    group: Object.fromEntries(values),
    isGrouped: skipGrouping !== true,
    presentation: keys.length === 0 ? null : keys,
  };
}

/** Whether the filter names charges at all. */
export function choosesCharges({ chargeId, chargeCode, billableMetricCode }: UsageFilter): boolean {
  return isGiven(chargeId) || isGiven(chargeCode) || isGiven(billableMetricCode);
}

/** Of several ways to name charges the first one counts. */
export function isChosen(
  { charge, metric }: PricedCharge,
  { chargeId, chargeCode, billableMetricCode }: UsageFilter,
): boolean {
  if (isGiven(chargeId)) return charge.id === chargeId;
  if (isGiven(chargeCode)) return charge.code === chargeCode;
  return !isGiven(billableMetricCode) || metric.code === billableMetricCode;
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
