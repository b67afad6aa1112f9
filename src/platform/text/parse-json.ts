import { ExactNumber } from '../../core/money/exact-number.js';

/** Numbers that a double may not hold, outside of strings; now and then also in one. */
const LONG_NUMBERS = /(?:^|[:,[\s])(-?(?:\d[\d.]{15,}(?:[eE][-+]?\d+)?|\d[\d.]*[eE][-+]?\d+))/g;
const LONG_NUMBER = new RegExp(LONG_NUMBERS.source);

/** The context of a value, which the types of the language do not know yet: the text of a number as it is written. */
type Reviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;

const parseWith = JSON.parse as (text: string, reviver: Reviver) => unknown;

/**
 * Parses JSON so that every number keeps its digits: those that a double would change become an `ExactNumber`.
 * @throws SyntaxError for invalid JSON. Source: events-ingest.md §1; docs/adr/0130.
 */
export function parseJson(text: string): unknown {
  return hasExactNumbers(text) ? parseExactly(text) : JSON.parse(text);
}

/** Parses with the source of each number, which takes several times as long. */
function parseExactly(text: string): unknown {
  return parseWith(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? ExactNumber.read(source) : value,
  );
}

function hasExactNumbers(text: string): boolean {
  if (!LONG_NUMBER.test(text)) return false;
  for (const [, source = ''] of text.matchAll(LONG_NUMBERS)) if (!isDouble(source)) return true;
  return false;
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/;

/** False also for text that is no number, which only its place can explain. */
function isDouble(source: string): boolean {
  // Most long numbers are as programs print doubles.
  if (!source.includes('e') && String(Number(source)) === source) return true;
  return NUMBER.test(source) && typeof ExactNumber.read(source) === 'number';
}
