import { Big, ZERO } from '../../../../core/money/decimal.js';
import { settleTaxes } from '../../../../core/taxes/provider-taxes.js';
import { decimalOf, type Fields, listOf } from '../calls/answer-fields.js';
import { invalidAnswer } from '../calls/integration-refusal.js';
import type { ProvidedLine, ProvidedTaxes } from './tax-provider.js';

const TAX_CODE = /^[a-z0-9_]{1,60}$/;
const HIGHEST_RATE = 1_000;
const TRANSACTION_ID_LENGTH = 255;

/** Why a line has no tax, in the words of our protocol, with their names. Source: integrations.md §7. */
const NOT_TAXED: ReadonlyMap<unknown, string> = new Map([
  ['reverse_charge', 'Reverse charge'],
  ['customer_exempt', 'Customer exempt'],
  ['transaction_exempt', 'Transaction exempt'],
  ['exempt', 'Exempt'],
  ['not_collecting', 'Not collecting'],
  ['product_not_taxed', 'Product not taxed'],
  ['juris_has_no_tax', 'Jurisdiction has no tax'],
  ['juris_not_taxed', 'Jurisdiction not taxed'],
]);

/** A tax as it was answered, before its amount is made whole. */
interface ReadTax {
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly ratePercent: Big;
  readonly amount: Big;
  readonly taxableAmount: Big | null;
}

interface ReadLine {
  readonly id: string;
  readonly taxAmount: Big | null;
  readonly taxes: readonly ReadTax[];
  /** The tax of 0 of a line without any. */
  readonly untaxed: ReadTax | null;
}

/**
 * Reads the taxes of a document from an answer of our protocol.
 * @param lineIds the ids of the lines that were sent.
 * @throws IntegrationRefusal `invalid_answer` for an answer that lacks something, contradicts itself or does not add up.
 * Source: integrations.md §7, §10.
 */
export function readProvidedTaxes(answer: Fields, lineIds: readonly string[]): ProvidedTaxes {
  const lines = linesInOrder(answer, lineIds).map(readLine);
  requireOneRatePerCode(lines);
  const { tax_amount_cents: total } = answer;
  const documentTax = total === undefined || total === null ? null : wholeAmount(total, 'tax_amount_cents');
  const settled = settleTaxes(lines, documentTax);
  if (settled === null) throw invalidAnswer('The taxes of the answer do not add up.');
  const provided = lines.map(({ id, taxes, untaxed }, index): ProvidedLine => {
    const { taxAmount = ZERO, amounts = [] } = settled[index] ?? {};
    const whole = taxes.map((tax, at) => ({ ...tax, amount: amounts[at] ?? ZERO }));
    return { id, taxAmount, taxes: untaxed === null ? whole : [untaxed] };
  });
  const taxAmount = provided.reduce((sum, line) => sum.plus(line.taxAmount), ZERO);
  return { transactionId: readTransactionId(answer), taxAmount, lines: provided };
}

/** What the provider calls the document. @throws IntegrationRefusal `invalid_answer` for another value than a short text. */
export function readTransactionId({ transaction_id: id }: Fields): string | null {
  if (id === undefined || id === null || id === '') return null;
  if (typeof id !== 'string' || id.length > TRANSACTION_ID_LENGTH)
    throw invalidAnswer('The transaction_id of the answer is no text of up to 255 characters.');
  return id;
}

/** The lines of an answer in the order in which they were sent: each of them once, and no others. */
function linesInOrder({ lines }: Fields, ids: readonly string[]): Fields[] {
  const found = listOf(lines, 'lines');
  const byId = new Map<unknown, Fields>(found.map((line) => [line['id'], line]));
  if (found.length !== ids.length || byId.size !== ids.length)
    throw invalidAnswer('The answer does not have each line once.');
  return ids.map((id) => {
    const line = byId.get(id);
    if (line === undefined) throw invalidAnswer(`The answer lacks the line ${id}.`);
    return line;
  });
}

function readLine(line: Fields): ReadLine {
  const { id, tax_amount_cents: amount, taxes = [], not_taxed: reason } = line;
  const read = listOf(taxes, 'taxes').map(readTax);
  return {
    id: String(id),
    taxAmount: amount === undefined || amount === null ? null : wholeAmount(amount, 'tax_amount_cents'),
    taxes: read,
    untaxed: read.length === 0 ? untaxedFor(reason) : null,
  };
}

function readTax(tax: Fields): ReadTax {
  const { code, name, description, rate, amount_cents: amount, taxable_amount_cents: taxable } = tax;
  if (typeof code !== 'string' || !TAX_CODE.test(code))
    throw invalidAnswer('The code of a tax is none of 1 to 60 lower-case letters, digits and underscores.');
  const ratePercent = decimal(rate, 'rate');
  if (ratePercent.gt(HIGHEST_RATE)) throw invalidAnswer('The rate of a tax is above 1,000.');
  return {
    code,
    name: typeof name === 'string' && name.trim() !== '' ? name : code,
    description: typeof description === 'string' ? description : null,
    ratePercent,
    amount: decimal(amount, 'amount_cents'),
    taxableAmount:
      taxable === undefined || taxable === null ? null : decimal(taxable, 'taxable_amount_cents'),
  };
}

/** The tax of 0 that says why a line is not taxed. */
function untaxedFor(reason: unknown): ReadTax {
  const name = NOT_TAXED.get(reason);
  return {
    code: name === undefined ? 'unknown_taxation' : String(reason),
    name: name ?? 'Unknown taxation',
    description: null,
    ratePercent: ZERO,
    amount: ZERO,
    taxableAmount: null,
  };
}

function requireOneRatePerCode(lines: readonly ReadLine[]): void {
  const rates = new Map<string, Big>();
  for (const { code, ratePercent } of lines.flatMap(({ taxes }) => taxes)) {
    const known = rates.get(code);
    if (known !== undefined && !known.eq(ratePercent))
      throw invalidAnswer(`The code ${code} has several rates.`);
    rates.set(code, ratePercent);
  }
}

/** A decimal of at least 0, as text or number. */
function decimal(value: unknown, member: string): Big {
  const read = decimalOf(value, member);
  if (read.lt(0)) throw invalidAnswer(`The ${member} of the answer is below 0.`);
  return read;
}

function wholeAmount(value: unknown, member: string): Big {
  const read = decimal(value, member);
  if (!read.eq(read.round(0, Big.roundDown))) throw invalidAnswer(`The ${member} is no whole number.`);
  return read;
}
