import { isSupportedDuration } from '../../core/time/supported-instants.js';
import { allowsMonthlySplit } from '../../core/time/plan-interval.js';
import type { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitCount, limitText, requireText, TEXT_LENGTH } from '../../platform/errors/input-rules.js';
import { checkMetadata } from '../../platform/metadata/metadata-map.js';
import type { UpdatePlan } from './plan.input.js';
import type { Plan } from './plan.table.js';

/** The members of a plan that an input sets. */
export type PlanValues = Omit<
  Plan,
  'id' | 'organizationId' | 'parentId' | 'pendingDeletion' | 'deletedAt' | 'createdAt' | 'updatedAt'
>;

/** The plan's values, with the input merged over the stored ones; null where a mandatory member was cleared. */
export type SentPlan = {
  [Member in Exclude<keyof PlanValues, 'metadata' | 'trialPeriodDays'>]: PlanValues[Member] | null;
} & {
  metadata: Record<string, unknown> | null;
} & Pick<UpdatePlan, 'trialPeriod' | 'taxCodes'>;

/**
 * Validates a plan (subscriptions.md §10).
 * @returns its values; use them only if no error was added.
 */
export function checkPlan(errors: FieldErrors, sent: SentPlan): PlanValues {
  requireText(errors, 'name', sent.name);
  requireText(errors, 'code', sent.code);
  limitText(errors, 'invoiceDisplayName', sent.invoiceDisplayName);
  limitText(errors, 'description', sent.description, TEXT_LENGTH);
  if (sent.amountCents === null) errors.add('amountCents', 'value_is_mandatory');
  else if (sent.amountCents < 0n) errors.add('amountCents', 'value_is_out_of_range');
  for (const member of ['interval', 'amountCurrency', 'payInAdvance'] as const) {
    if (sent[member] === null) errors.add(member, 'value_is_invalid');
  }
  limitCount(errors, 'taxCodes', sent.taxCodes);
  if (!isSupportedDuration(sent.trialPeriod ?? 0)) errors.add('trialPeriod', 'value_is_out_of_range');
  const split = sent.interval !== null && allowsMonthlySplit(sent.interval);
  return {
    code: sent.code,
    name: sent.name,
    invoiceDisplayName: sent.invoiceDisplayName,
    description: sent.description,
    interval: sent.interval,
    amountCents: sent.amountCents,
    amountCurrency: sent.amountCurrency,
    payInAdvance: sent.payInAdvance,
    trialPeriodDays: sent.trialPeriod ?? null,
    billChargesMonthly: split ? (sent.billChargesMonthly ?? false) : null,
    billFixedChargesMonthly: split ? (sent.billFixedChargesMonthly ?? false) : null,
    metadata: checkMetadata(errors, sent.metadata),
  } as PlanValues;
}

/** What a new plan has of the members that are not sent. */
const UNSET: SentPlan = {
  code: null,
  name: null,
  invoiceDisplayName: null,
  description: null,
  interval: null,
  amountCents: null,
  amountCurrency: null,
  payInAdvance: null,
  billChargesMonthly: null,
  billFixedChargesMonthly: null,
  metadata: null,
};

/** Validates a new plan, as `checkPlan`. */
export function checkNewPlan(errors: FieldErrors, input: Partial<SentPlan>): PlanValues {
  return checkPlan(errors, { ...UNSET, ...input });
}
