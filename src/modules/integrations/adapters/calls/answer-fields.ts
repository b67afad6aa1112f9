import { Big, parseDecimal } from '../../../../core/money/decimal.js';
import { type Fields, isObject } from '../../../../platform/outgoing/received-fields.js';
import { parseCleanJson } from '../../../../platform/text/clean-text.js';
import { invalidAnswer } from './integration-refusal.js';

/** The object of a JSON text, without characters that cannot be stored; null for any other text. */
export function objectIn(text: string): Fields | null {
  try {
    const value = parseCleanJson(text, false);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** @throws IntegrationRefusal `invalid_answer` for anything but an object. @param what names it in the error. */
export function fieldsOf(value: unknown, what: string): Fields {
  if (!isObject(value)) throw invalidAnswer(`${what} of the answer is no object.`);
  return value;
}

/** The objects of a list. @throws IntegrationRefusal `invalid_answer` for anything but a list of objects. */
export function listOf(value: unknown, what: string): Fields[] {
  if (!Array.isArray(value)) throw invalidAnswer(`${what} of the answer is no list.`);
  return value.map((item: unknown) => fieldsOf(item, `A member of ${what}`));
}

/** A decimal as text or number. @throws IntegrationRefusal `invalid_answer` for any other value. */
export function decimalOf(value: unknown, member: string): Big {
  const text = typeof value === 'number' && Number.isFinite(value) ? new Big(value).toFixed() : value;
  const read = typeof text === 'string' ? parseDecimal(text) : null;
  if (read === null) throw invalidAnswer(`The ${member} of the answer is no number.`);
  return read;
}
