import type { FieldErrors } from '../../../platform/errors/field-errors.js';
import { limitCount, limitText } from '../../../platform/errors/input-rules.js';
import { newId } from '../../../platform/db/tables/ids.js';
import type { SentUsageThreshold } from './usage-threshold.input.js';
import type { UsageThreshold } from './usage-threshold.table.js';

/** A threshold that an owner is to have. */
export type RequestedThreshold = Pick<UsageThreshold, 'amountCents' | 'displayName' | 'recurring'>;

/** The owner of thresholds: exactly one of the two ids is set. */
export type ThresholdOwner = Pick<UsageThreshold, 'organizationId' | 'planId' | 'subscriptionId'>;

/**
 * Validates a list of thresholds.
 * @returns the thresholds; use them only if no error was added. Source: progressive-billing.md §1.
 */
export function checkThresholds(
  errors: FieldErrors,
  sent: readonly SentUsageThreshold[] | null,
): RequestedThreshold[] {
  const list = sent ?? [];
  limitCount(errors, 'usageThresholds', list);
  const requested = list.map(({ amountCents, thresholdDisplayName = null, recurring }, index) => {
    const at = `usageThresholds.${index}.amountCents`;
    if (amountCents === undefined || amountCents === null)
      errors.add('usageThresholds', 'missing_amount_cents', { at });
    else if (amountCents <= 0n) errors.add('amountCents', 'value_is_out_of_range', { at });
    limitText(errors, `usageThresholds.${index}.thresholdDisplayName`, thresholdDisplayName);
    return {
      amountCents: amountCents ?? 0n,
      displayName: thresholdDisplayName,
      recurring: recurring ?? false,
    };
  });
  const distinct = new Set(requested.map(({ amountCents, recurring }) => `${amountCents} ${recurring}`));
  if (distinct.size < requested.length) errors.add('usageThresholds', 'duplicated_values');
  else if (requested.filter(({ recurring }) => recurring).length > 1)
    errors.add('usageThresholds', 'multiple_recurring_thresholds');
  return requested;
}

/** How the thresholds of an owner change. */
export interface ThresholdChange {
  /** New ones, and known ones with other values. */
  readonly saved: readonly UsageThreshold[];
  readonly deletedIds: readonly string[];
}

/**
 * Replaces the thresholds of an owner. A known one keeps its id: the one with the same amount, or the recurring one, whose
 * amount may change. Source: progressive-billing.md §1.
 */
export function replacedThresholds(
  owner: ThresholdOwner,
  known: readonly UsageThreshold[],
  requested: readonly RequestedThreshold[],
  now: Date,
): ThresholdChange {
  const isSame = (one: RequestedThreshold, other: RequestedThreshold) =>
    one.recurring === other.recurring && (one.recurring || one.amountCents === other.amountCents);
  const saved = requested.flatMap((threshold) => {
    const current = known.find((each) => isSame(each, threshold));
    if (current === undefined)
      return [{ ...owner, ...threshold, id: newId(), createdAt: now, updatedAt: now }];
    const isEqual =
      current.amountCents === threshold.amountCents && current.displayName === threshold.displayName;
    return isEqual ? [] : [{ ...current, ...threshold, updatedAt: now }];
  });
  const dropped = known.filter((current) => !requested.some((threshold) => isSame(current, threshold)));
  return { saved, deletedIds: dropped.map(({ id }) => id) };
}
