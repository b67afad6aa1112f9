import type { DunningTerms } from '../../core/dunning.js';
import { MAX_AMOUNT_CENTS } from '../../core/wallets/credit-amounts.js';
import type { FieldErrors } from '../../platform/errors/field-errors.js';
import { limitCount, limitText, requireText, TEXT_LENGTH } from '../../platform/errors/input-rules.js';
import { isEmail } from '../../platform/text/text-formats.js';
import type { DunningCampaignMembers } from './dunning-campaign.input.js';
import type { DunningCampaign } from './dunning-campaign.table.js';

/** A hundred years; our own limit, so that every date can be computed. */
const MOST_DAYS = 36_500;
/** Our own limit. */
const MOST_ATTEMPTS = 1_000;

/** Validates the members that were sent. Source: payments.md §12. */
export function validateCampaign(errors: FieldErrors, input: DunningCampaignMembers): void {
  const { bccEmails, daysBetweenAttempts, maxAttempts, thresholds } = input;
  requireText(errors, 'code', input.code);
  requireText(errors, 'name', input.name);
  limitText(errors, 'description', input.description, TEXT_LENGTH);
  limitCount(errors, 'bccEmails', bccEmails);
  if (bccEmails?.some((email) => !isEmail(email.trim())) === true)
    errors.add('bccEmails', 'invalid_email_format');
  if (!isWithin(daysBetweenAttempts ?? 1, MOST_DAYS))
    errors.add('daysBetweenAttempts', 'value_is_out_of_range');
  if (!isWithin(maxAttempts ?? 1, MOST_ATTEMPTS)) errors.add('maxAttempts', 'value_is_out_of_range');
  if (thresholds !== undefined) validateThresholds(errors, thresholds ?? []);
}

function isWithin(count: number, most: number): boolean {
  return count >= 1 && count <= most;
}

function validateThresholds(
  errors: FieldErrors,
  thresholds: NonNullable<DunningCampaignMembers['thresholds']>,
): void {
  if (thresholds.length === 0) errors.add('thresholds', 'value_is_mandatory');
  const currencies = new Set(thresholds.map(({ currency }) => currency));
  if (currencies.size < thresholds.length) errors.add('thresholds', 'value_is_duplicated');
  const isAmount = (cents: bigint) => cents >= 0n && cents <= MAX_AMOUNT_CENTS;
  if (!thresholds.every(({ amountCents }) => isAmount(amountCents)))
    errors.add('thresholds', 'value_is_out_of_range');
}

/** The columns of the members that were sent. */
export function columnsOf({
  name,
  code,
  description,
  bccEmails,
  daysBetweenAttempts,
  maxAttempts,
  thresholds,
}: DunningCampaignMembers): Partial<DunningCampaign> {
  return {
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(description === undefined ? {} : { description }),
    ...(bccEmails === undefined ? {} : { bccEmails: (bccEmails ?? []).map((email) => email.trim()) }),
    ...(daysBetweenAttempts === undefined ? {} : { daysBetweenAttempts: daysBetweenAttempts ?? 1 }),
    ...(maxAttempts === undefined ? {} : { maxAttempts: maxAttempts ?? 1 }),
    ...(thresholds === undefined || thresholds === null
      ? {}
      : {
          thresholds: thresholds
            .map(({ currency, amountCents }) => ({ currency, amountCents: String(amountCents) }))
            .toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
        }),
  };
}

export function termsOf({ daysBetweenAttempts, maxAttempts, thresholds }: DunningCampaign): DunningTerms {
  const cents = thresholds.map(({ currency, amountCents }) => [currency, BigInt(amountCents)] as const);
  return { daysBetweenAttempts, maxAttempts, thresholds: new Map(cents) };
}
