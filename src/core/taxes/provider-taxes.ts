import { type Big, roundAt, sum, ZERO } from '../money/decimal.js';
import { wholeParts, withUnits } from '../money/spread.js';

/** A tax of a line, as a tax provider has answered it. */
export interface AnsweredTax {
  readonly code: string;
  readonly name: string;
  /** 20 means 20 %. */
  readonly ratePercent: Big;
  /** In minor units, before rounding. */
  readonly amount: Big;
}

/** The taxes of a line. */
export interface AnsweredLine {
  readonly taxes: readonly AnsweredTax[];
  /** Tax of the line in whole minor units; null if the provider says none, so that its taxes are added up. */
  readonly taxAmount: Big | null;
}

/** A line whose taxes are whole and add up. */
export interface SettledLine {
  readonly taxAmount: Big;
  /** Whole minor units, in the order of the taxes. */
  readonly amounts: readonly Big[];
}

/**
 * Makes the taxes of a document whole, so that those of each line add up to its tax, and the lines to the document: what is
 * invoiced is what the provider files.
 * @param documentTax tax of the document in whole minor units; null if the provider says none.
 * @returns the lines in their order; null for an answer that does not add up, even by one unit for each part.
 * Source: integrations.md §7.
 */
export function settleTaxes(
  lines: readonly AnsweredLine[],
  documentTax: Big | null,
): readonly SettledLine[] | null {
  const answered = lines.map(
    ({ taxes, taxAmount }) => taxAmount ?? roundAt(sum(taxes.map(({ amount }) => amount)), 0),
  );
  const settled = withUnits(answered, documentTax ?? sum(answered));
  if (settled === null) return null;
  const whole = lines.map(({ taxes }, index) =>
    wholeParts(
      taxes.map(({ amount }) => amount),
      settled[index] ?? ZERO,
    ),
  );
  if (whole.includes(null)) return null;
  return whole.map((amounts, index) => ({ taxAmount: settled[index] ?? ZERO, amounts: amounts ?? [] }));
}
