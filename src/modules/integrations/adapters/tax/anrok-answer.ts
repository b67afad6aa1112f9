import { roundAt, sum } from '../../../../core/money/decimal.js';
import { type Fields, isObject, textIn } from '../../../../platform/outgoing/received-fields.js';
import { decimalOf, listOf } from '../calls/answer-fields.js';
import type { SystemError } from '../calls/integration-refusal.js';
import {
  amountOf,
  type AnsweredLine,
  codeOf,
  linesInOrder,
  nameOf,
  rateOf,
  readIfPresent,
  settledTaxes,
} from './answered-lines.js';
import type { ProvidedTax, ProvidedTaxes, ReportedDocument, TaxRequest } from './tax-provider.js';
import type { UntaxedReason } from './untaxed-reasons.js';

/** Rates of Anrok are fractions: 0.0625 means 6.25 %. */
const PERCENT = 100;

/** Reasons of a jurisdiction that does not tax a line, in Anrok's words. Source: integrations.md §7. */
const REASONS: Readonly<Record<string, UntaxedReason>> = {
  'exempt / reverseCharge': 'reverse_charge',
  'exempt / customerExempt': 'customer_exempt',
  'exempt / transactionExempt': 'transaction_exempt',
  exempt: 'exempt',
  notCollecting: 'not_collecting',
  productNotTaxed: 'product_not_taxed',
  jurisHasNoTax: 'juris_has_no_tax',
  jurisNotTaxed: 'juris_not_taxed',
};

/**
 * Reads the taxes of a transaction that was sent.
 * @throws IntegrationRefusal `invalid_answer` for an answer that lacks something, contradicts itself or does not add up.
 * Source: integrations.md §7, §9.
 */
export function readAnrokTaxes(answer: Fields, { document, lines }: TaxRequest): ProvidedTaxes {
  const ids = lines.map(({ id }) => id);
  const answered = linesInOrder(answer, ids, { lines: 'lineItems', id: 'id' }).map(readLine);
  const documentTax = readIfPresent(answer['taxAmountToCollect'], 'taxAmountToCollect', (value, member) =>
    roundAt(amountOf(value, member), 0),
  );
  return { transactionId: document.id, ...settledTaxes(answered, documentTax) };
}

/** Reads the tax of a transaction that gives back another one: it is negative. */
export function readAnrokReport(answer: Fields, { document }: TaxRequest): ReportedDocument {
  const taxAmount = readIfPresent(answer['taxAmountToCollect'], 'taxAmountToCollect', (value, member) =>
    roundAt(decimalOf(value, member), 0),
  );
  return { transactionId: document.id, taxAmount };
}

/** Of a 409 `{"type": …}`, else the text of the answer. Source: integrations.md §9. */
export function anrokErrorIn(body: Fields | null, text: string, status: number): SystemError {
  const code = textIn(body, 'type');
  if (code === null) return { code: status === 400 ? 'invalid_request' : null, message: text };
  const product = textIn(body, 'productExternalId');
  return {
    code,
    message: product === null ? `Anrok answered ${code}.` : `Anrok answered ${code} for ${product}.`,
    isRetriable: code === 'externalServiceError',
  };
}

function readLine({ id, taxAmountToCollect, jurises }: Fields): AnsweredLine {
  const found = listOf(jurises ?? [], 'jurises');
  const taxes = found.flatMap(taxesOfJuris);
  const due = sum(taxes.map(({ amount }) => amount));
  const collected = readIfPresent(taxAmountToCollect, 'taxAmountToCollect', amountOf);
  const taxAmount = roundAt(collected ?? due, 0);
  const [reason = 'unknown_taxation'] = found.flatMap(reasonOf);
  return {
    id: String(id),
    taxAmount,
    taxes: taxAmount.eq(0) ? [] : taxes.filter(({ amount }) => amount.gt(0)),
    untaxed: due.gt(0) ? 'tax' : reason,
  };
}

function taxesOfJuris({ name: juris, taxes }: Fields): ProvidedTax[] {
  return listOf(taxes ?? [], 'taxes').map(({ taxName, taxableAmount, taxAmount, taxRate }) => {
    const description = nameOf(juris, 'name of a jurisdiction');
    const name = nameOf(`${description} ${nameOf(taxName, 'taxName')}`, 'taxName');
    const ratePercent = rateOf(taxRate, 'taxRate', PERCENT);
    return {
      code: codeOf(name, ratePercent),
      name,
      description,
      ratePercent,
      amount: amountOf(taxAmount, 'taxAmount'),
      taxableAmount: readIfPresent(taxableAmount, 'taxableAmount', amountOf),
    };
  });
}

/** Why a jurisdiction does not tax a line; none if it may tax it. */
function reasonOf({ notTaxedReason }: Fields): UntaxedReason[] {
  if (!isObject(notTaxedReason)) return [];
  const { type, reason } = notTaxedReason;
  const detail = isObject(reason) ? textIn(reason, 'type') : null;
  const words = type === 'exempt' && detail !== null ? `exempt / ${detail}` : String(type);
  return [Object.hasOwn(REASONS, words) ? (REASONS[words] ?? 'unknown_taxation') : 'unknown_taxation'];
}
