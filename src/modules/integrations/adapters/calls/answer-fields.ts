import { Big, parseDecimal } from '../../../../core/money/decimal.js';
import { parseCleanJson } from '../../../../platform/text/clean-text.js';
import { invalidAnswer } from './integration-refusal.js';

/** An object that an outside system has answered: nothing is known of its members until they are read. */
export type Fields = Readonly<Record<string, unknown>>;

/** The object of a JSON text, without characters that cannot be stored; null for any other text. */
export function objectIn(text: string): Fields | null {
  try {
    const value = parseCleanJson(text, false);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
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

/** A member that is a text with something in it; null for any other. */
export function textIn(fields: Fields | null, name: string): string | null {
  const value = fields?.[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A decimal as text or number. @throws IntegrationRefusal `invalid_answer` for any other value. */
export function decimalOf(value: unknown, member: string): Big {
  const text = typeof value === 'number' && Number.isFinite(value) ? new Big(value).toFixed() : value;
  const read = typeof text === 'string' ? parseDecimal(text) : null;
  if (read === null) throw invalidAnswer(`The ${member} of the answer is no number.`);
  return read;
}
