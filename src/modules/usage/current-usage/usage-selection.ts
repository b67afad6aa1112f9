import { textProperty } from '../../../core/metering/usage-event.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount, limitKeys } from '../../../platform/errors/input-rules.js';
import type { UsageFilter } from './customer-usage.input.js';
import type { UsageSelection } from '../metering/metered-charge.js';
import type { PricedCharge } from '../metering/priced-charge.js';

/**
 * Converts the filter of a request to the events it selects and the keys they are split by.
 * @throws AppError `group: invalid_format` for values that are neither text, number nor boolean, nor a list of these;
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

/** True if the filter selects charges. */
export function choosesCharges({ chargeId, chargeCode, billableMetricCode }: UsageFilter): boolean {
  return isGiven(chargeId) || isGiven(chargeCode) || isGiven(billableMetricCode);
}

/** True if the filter selects the charge. If the filter names charges in several ways, only the first one applies. */
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
