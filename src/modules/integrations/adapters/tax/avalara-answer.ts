import { type Big, roundAt, sum } from '../../../../core/money/decimal.js';
import { toPreciseCents } from '../../../../core/money/money.js';
import { type Fields, isObject, textIn } from '../../../../platform/outgoing/received-fields.js';
import { decimalOf, listOf } from '../calls/answer-fields.js';
import { invalidAnswer, type SystemError } from '../calls/integration-refusal.js';
import {
  amountOf,
  type AnsweredLine,
  codeOf,
  linesInOrder,
  nameOf,
  noteOf,
  rateOf,
  readIfPresent,
  settledTaxes,
} from './answered-lines.js';
import type { ProvidedTax, ProvidedTaxes, ReportedDocument, TaxRequest } from './tax-provider.js';
import type { UntaxedReason } from './untaxed-reasons.js';

/** Rates of AvaTax are fractions: 0.06 means 6 %. */
const PERCENT = 100;

/**
 * Reads the taxes of a transaction that was sent.
 * @throws IntegrationRefusal `invalid_answer` for an answer that lacks something, contradicts itself or does not add up.
 * Source: integrations.md §7, §8.
 */
export function readAvalaraTaxes(answer: Fields, request: TaxRequest): ProvidedTaxes {
  const { currency } = request.document;
  const answeredIn = textIn(answer, 'currencyCode') ?? currency;
  if (answeredIn !== currency) throw invalidAnswer(`The answer is in ${answeredIn}.`);
  const ids = request.lines.map(({ id }) => id);
  const answered = linesInOrder(answer, ids, { lines: 'lines', id: 'lineNumber' });
  const lines = answered.map((line) => readLine(line, request));
  const documentTax = readIfPresent(answer['totalTax'], 'totalTax', (value, member) =>
    roundAt(toPreciseCents(amountOf(value, member), currency), 0),
  );
  return { transactionId: transactionIdIn(answer), ...settledTaxes(lines, documentTax) };
}

/** Reads what is left of a transaction that takes another one back: its amounts are negative. */
export function readAvalaraReport(answer: Fields, { document }: TaxRequest): ReportedDocument {
  const taxAmount = readIfPresent(answer['totalTax'], 'totalTax', (value, member) =>
    roundAt(toPreciseCents(decimalOf(value, member), document.currency), 0),
  );
  return { transactionId: transactionIdIn(answer), taxAmount };
}

/** `{"error": {"code": …, "details": [{"code": …}]}}`: the first detail says more than the whole. Source: integrations.md §8. */
export function avalaraErrorIn(body: Fields | null): SystemError {
  const { error } = body ?? {};
  const fields = isObject(error) ? error : null;
  const details: unknown = fields?.['details'];
  const first: unknown = Array.isArray(details) ? details[0] : null;
  const detail = isObject(first) ? first : null;
  return {
    code: textIn(detail, 'code') ?? textIn(fields, 'code'),
    message: textIn(detail, 'description') ?? textIn(detail, 'message') ?? textIn(fields, 'message'),
  };
}

function transactionIdIn({ id }: Fields): string | null {
  return typeof id === 'number' && id > 0 ? String(id) : null;
}

function readLine(line: Fields, request: TaxRequest): AnsweredLine {
  const { currency } = request.document;
  const { lineNumber, tax, details } = line;
  const taxes = listOf(details ?? [], 'details').map((detail) => readDetail(detail, currency));
  const answered = readIfPresent(tax, 'tax', (value, member) =>
    toPreciseCents(amountOf(value, member), currency),
  );
  const due = sum(taxes.map(({ amount }) => amount));
  const taxAmount = roundAt(answered ?? due, 0);
  return {
    id: String(lineNumber),
    taxAmount,
    taxes: taxAmount.eq(0) ? [] : taxes.filter(isLevied),
    untaxed: reasonOf(line, { taxes, due, request }),
  };
}

function readDetail(detail: Fields, currency: string): ProvidedTax {
  const { taxName, taxType, rate, tax, taxableAmount } = detail;
  const inCents = (value: unknown, member: string) => toPreciseCents(amountOf(value, member), currency);
  const name = nameOf(taxName, 'taxName');
  const ratePercent = rateOf(rate, 'rate', PERCENT);
  return {
    code: codeOf(name, ratePercent),
    name,
    description: noteOf(taxType),
    ratePercent,
    amount: inCents(tax, 'tax'),
    taxableAmount: readIfPresent(taxableAmount, 'taxableAmount', inCents),
  };
}

/** False for a jurisdiction that does not tax the line: it counts only where none does. */
function isLevied({ amount, ratePercent, taxableAmount }: ProvidedTax): boolean {
  return amount.gt(0) || (ratePercent.gt(0) && taxableAmount?.eq(0) !== true);
}

interface UntaxedLine {
  readonly taxes: readonly ProvidedTax[];
  /** The sum of its taxes. */
  readonly due: Big;
  readonly request: TaxRequest;
}

/** Why a line has no tax. Source: integrations.md §7. */
function reasonOf(line: Fields, { taxes, due, request }: UntaxedLine): UntaxedReason {
  const [from, to] = [request.seller.address.country, request.customer.address.country];
  const isAbroad = from !== null && to !== null && from !== to;
  const isZeroRated = taxes.length > 0 && taxes.every(({ ratePercent }) => ratePercent.eq(0));
  if (textIn(line, 'businessIdentificationNo') !== null && isAbroad && isZeroRated) return 'reverse_charge';
  const exempt = readIfPresent(line['exemptAmount'], 'exemptAmount', decimalOf);
  if (exempt?.eq(0) === false) return 'customer_exempt';
  if (taxes.length === 0) return 'not_collecting';
  if (line['isItemTaxable'] === false) return 'product_not_taxed';
  return due.gt(0) ? 'tax' : 'unknown_taxation';
}
