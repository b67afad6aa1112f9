import { Big } from '../../../../core/money/decimal.js';
import { type Fields } from '../../../../platform/outgoing/received-fields.js';
import { listOf } from '../calls/answer-fields.js';
import { invalidAnswer } from '../calls/integration-refusal.js';
import {
  amountOf,
  type AnsweredLine,
  linesInOrder,
  noteOf,
  rateOf,
  readIfPresent,
  settledTaxes,
} from './answered-lines.js';
import type { ProvidedTax, ProvidedTaxes } from './tax-provider.js';
import type { UntaxedReason } from './untaxed-reasons.js';

const TAX_CODE = /^[a-z0-9_]{1,60}$/;
const TRANSACTION_ID_LENGTH = 255;

/** Why a line has no tax, in the words of our protocol, which are ours. Source: integrations.md §7. */
const NOT_TAXED: ReadonlySet<unknown> = new Set<UntaxedReason>([
  'reverse_charge',
  'customer_exempt',
  'transaction_exempt',
  'exempt',
  'not_collecting',
  'product_not_taxed',
  'juris_has_no_tax',
  'juris_not_taxed',
]);

/**
 * Reads the taxes of a document from an answer of our protocol.
 * @param lineIds the ids of the lines that were sent.
 * @throws IntegrationRefusal `invalid_answer` for an answer that lacks something, contradicts itself or does not add up.
 * Source: integrations.md §7, §10.
 */
export function readProvidedTaxes(answer: Fields, lineIds: readonly string[]): ProvidedTaxes {
  const lines = linesInOrder(answer, lineIds, { lines: 'lines', id: 'id' }).map(readLine);
  const documentTax = readIfPresent(answer['tax_amount_cents'], 'tax_amount_cents', wholeAmountOf);
  return { transactionId: readTransactionId(answer), ...settledTaxes(lines, documentTax) };
}

/** What the provider calls the document. @throws IntegrationRefusal `invalid_answer` for another value than a short text. */
export function readTransactionId({ transaction_id: id }: Fields): string | null {
  if (id === undefined || id === null || id === '') return null;
  if (typeof id !== 'string' || id.length > TRANSACTION_ID_LENGTH)
    throw invalidAnswer('The transaction_id of the answer is no text of up to 255 characters.');
  return id;
}

/** Codes that say why a line has no tax: a tax with a rate that had one would be shown as an exemption. */
function isReason(code: string): boolean {
  return NOT_TAXED.has(code) || code === 'unknown_taxation';
}

function readLine({ id, tax_amount_cents: amount, taxes = [], not_taxed: reason }: Fields): AnsweredLine {
  return {
    id: String(id),
    taxAmount: readIfPresent(amount, 'tax_amount_cents', wholeAmountOf),
    taxes: listOf(taxes, 'taxes').map(readTax),
    untaxed: NOT_TAXED.has(reason) ? (reason as UntaxedReason) : 'unknown_taxation',
  };
}

function readTax(tax: Fields): ProvidedTax {
  const { code, name, description, rate, amount_cents: amount, taxable_amount_cents: taxable } = tax;
  if (typeof code !== 'string' || !TAX_CODE.test(code))
    throw invalidAnswer('The code of a tax is none of 1 to 60 lower-case letters, digits and underscores.');
  const ratePercent = rateOf(rate, 'rate');
  if (isReason(code) && ratePercent.gt(0)) throw invalidAnswer(`The code ${code} says that there is no tax.`);
  return {
    code,
    name: noteOf(name) ?? code,
    description: noteOf(description),
    ratePercent,
    amount: amountOf(amount, 'amount_cents'),
    taxableAmount: readIfPresent(taxable, 'taxable_amount_cents', amountOf),
  };
}

function wholeAmountOf(value: unknown, member: string): Big {
  const read = amountOf(value, member);
  if (!read.eq(read.round(0, Big.roundDown))) throw invalidAnswer(`The ${member} is no whole number.`);
  return read;
}
