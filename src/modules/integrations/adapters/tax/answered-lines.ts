import { Big, sum, ZERO } from '../../../../core/money/decimal.js';
import { settleTaxes } from '../../../../core/taxes/provider-taxes.js';
import { type Fields } from '../../../../platform/outgoing/received-fields.js';
import { decimalOf, listOf } from '../calls/answer-fields.js';
import { invalidAnswer } from '../calls/integration-refusal.js';
import type { ProvidedLine, ProvidedTax, ProvidedTaxes } from './tax-provider.js';
import { type UntaxedReason, untaxedFor } from './untaxed-reasons.js';

const HIGHEST_RATE = 1_000;
const NAME_LENGTH = 200;

/** More taxes of a document are refused, so that no answer makes one with a flood of them. */
const MOST_TAXES = 100;

/** Larger amounts can be neither stored nor shown. */
const MOST_CENTS = new Big(Number.MAX_SAFE_INTEGER);

/** A line as it was answered, before its amounts are made whole. */
export interface AnsweredLine {
  readonly id: string;
  /** In whole minor units; null if only the taxes say it. */
  readonly taxAmount: Big | null;
  /** With amounts that may have fractions of minor units. */
  readonly taxes: readonly ProvidedTax[];
  /** Why it has no taxes; of a line with taxes, without effect. */
  readonly untaxed: UntaxedReason;
}

/**
 * Makes the taxes of a document whole, as the provider files them.
 * @param documentTax in whole minor units; null if only the lines say it.
 * @throws IntegrationRefusal `invalid_answer` for an answer that contradicts itself or does not add up. Source: integrations.md §7.
 */
export function settledTaxes(
  lines: readonly AnsweredLine[],
  documentTax: Big | null,
): Pick<ProvidedTaxes, 'taxAmount' | 'lines'> {
  requireFewRates(lines);
  const combined = lines.map((line) => ({ ...line, taxes: addedUp(line.taxes) }));
  const settled = settleTaxes(combined, documentTax);
  if (settled === null) throw invalidAnswer('The taxes of the answer do not add up.');
  const provided = combined.map(({ id, taxes, untaxed }, index): ProvidedLine => {
    const { taxAmount = ZERO, amounts = [] } = settled[index] ?? {};
    const whole = taxes.map((tax, at) => ({ ...tax, amount: amounts[at] ?? ZERO }));
    return { id, taxAmount, taxes: whole.length === 0 ? [untaxedFor(untaxed)] : whole };
  });
  const taxAmount = sum(provided.map((line) => line.taxAmount));
  requireInRange(taxAmount, provided);
  return { taxAmount, lines: provided };
}

/**
 * The lines of an answer in the order in which they were sent: each of them once, and no others.
 * @param names the members that hold the lines, and the id of one.
 * @throws IntegrationRefusal `invalid_answer` for other lines.
 */
export function linesInOrder(
  answer: Fields,
  ids: readonly string[],
  names: { readonly lines: string; readonly id: string },
): Fields[] {
  const found = listOf(answer[names.lines], names.lines);
  const byId = new Map<unknown, Fields>(found.map((line) => [line[names.id], line]));
  if (found.length !== ids.length || byId.size !== ids.length)
    throw invalidAnswer('The answer does not have each line once.');
  return ids.map((id) => {
    const line = byId.get(id);
    if (line === undefined) throw invalidAnswer(`The answer lacks the line ${id}.`);
    return line;
  });
}

/** The code of a tax that its provider only names: `CO STATE TAX` of 4.81 % is `co_state_tax_4_81`. Source: integrations.md §7. */
export function codeOf(name: string, ratePercent: Big): string {
  return `${name} ${ratePercent.toFixed()}`.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '_');
}

/** The name of a tax, shortened. @throws IntegrationRefusal `invalid_answer` if it is blank or no text. */
export function nameOf(value: unknown, member: string): string {
  const name = typeof value === 'string' ? value.trim() : '';
  if (name === '') throw invalidAnswer(`The ${member} of the answer is no text.`);
  return shortened(name);
}

/** A text beside a tax, shortened; null if it is blank or no text. */
export function noteOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? shortened(value.trim()) : null;
}

function shortened(text: string): string {
  return text.slice(0, NAME_LENGTH).toWellFormed();
}

/** A decimal of at least 0. @throws IntegrationRefusal `invalid_answer` for any other value. */
export function amountOf(value: unknown, member: string): Big {
  const amount = decimalOf(value, member);
  if (amount.lt(0)) throw invalidAnswer(`The ${member} of the answer is below 0.`);
  return amount;
}

/** A rate in percent. @param factor makes it one: 100 for a rate as fraction. @throws IntegrationRefusal as `amountOf`. */
export function rateOf(value: unknown, member: string, factor = 1): Big {
  const rate = amountOf(value, member).times(factor);
  if (rate.gt(HIGHEST_RATE)) throw invalidAnswer(`The ${member} of the answer is above 1,000 percent.`);
  return rate;
}

/** A member that may be absent, read by `read`; null without it. */
export function readIfPresent<Value>(
  value: unknown,
  member: string,
  read: (value: unknown, member: string) => Value,
): Value | null {
  return value === undefined || value === null ? null : read(value, member);
}

/** Adds up the taxes of a line that have one code: several districts may levy the same tax. Source: integrations.md §8. */
function addedUp(taxes: readonly ProvidedTax[]): ProvidedTax[] {
  const byCode = new Map<string, ProvidedTax>();
  for (const tax of taxes) {
    const known = byCode.get(tax.code);
    byCode.set(tax.code, known === undefined ? tax : plus(known, tax));
  }
  return [...byCode.values()];
}

function plus(known: ProvidedTax, { amount, taxableAmount }: ProvidedTax): ProvidedTax {
  return {
    ...known,
    amount: known.amount.plus(amount),
    taxableAmount: known.taxableAmount?.plus(taxableAmount ?? ZERO) ?? taxableAmount,
  };
}

/** @throws IntegrationRefusal `invalid_answer` for a code with several rates, and for too many codes. */
function requireFewRates(lines: readonly AnsweredLine[]): void {
  const rates = new Map<string, Big>();
  for (const { code, ratePercent } of lines.flatMap(({ taxes }) => taxes)) {
    const known = rates.get(code);
    if (known !== undefined && !known.eq(ratePercent))
      throw invalidAnswer(`The code ${code} has several rates.`);
    rates.set(code, ratePercent);
  }
  if (rates.size > MOST_TAXES) throw invalidAnswer(`The answer has more than ${MOST_TAXES} different taxes.`);
}

/** @throws IntegrationRefusal `invalid_answer`. The taxes of a line are not more than its tax. */
function requireInRange(documentTax: Big, lines: readonly ProvidedLine[]): void {
  const taxable = lines.flatMap(({ taxes }) => taxes.map(({ taxableAmount }) => taxableAmount ?? ZERO));
  if ([documentTax, ...taxable].some((amount) => amount.gt(MOST_CENTS)))
    throw invalidAnswer('An amount of the answer is beyond 2^53.');
}
