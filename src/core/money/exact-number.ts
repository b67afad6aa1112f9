import Big from 'big.js';

/** The most digits that a number of an event has in all. Source: events-ingest.md §1. */
export const MOST_DIGITS = 40;

/** `JSON.rawJSON`, which the types of the language do not know yet: `JSON.stringify` prints its text unchanged. */
const json = JSON as unknown as { rawJSON(text: string): unknown };

/**
 * A JSON number that a double would change: an integer beyond 2^53, or a decimal with more digits. All other numbers are
 * JavaScript numbers. It prints as the number that it is.
 */
export class ExactNumber {
  private constructor(
    /** Plain decimal text, without trailing zeros; if it has too many digits, as it was written. */
    readonly text: string,
    /** True if it has more than `MOST_DIGITS`: nobody keeps it. */
    readonly isTooLong: boolean,
  ) {}

  /** Reads a number as JSON or GraphQL write it. */
  static read(source: string): number | ExactNumber {
    const value = Number(source);
    if (digitsOf(source) > MOST_DIGITS) return new ExactNumber(source, true);
    const exact = new Big(source);
    return exact.eq(String(value)) ? value : new ExactNumber(exact.toFixed(), false);
  }

  toJSON(): unknown {
    return json.rawJSON(this.text);
  }

  toString(): string {
    return this.text;
  }
}

const NUMBER = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** The digits of a number in plain text, zeros included. */
function digitsOf(source: string): number {
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(source) ?? [];
  const shift = Number(exponent);
  return Math.max(whole.length + shift, 1) + Math.max(fraction.length - shift, 0);
}
