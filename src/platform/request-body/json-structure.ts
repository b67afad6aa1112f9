const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const LOWER_E = 0x65;
const UPPER_E = 0x45;

/** Every number with fewer digits is that of a double, and with as many, if it begins with at most `SURE`. */
const LONG = 16;
/** Numbers of 16 digits below 2^52 lie further apart than doubles: a time in microseconds is such a number. */
const SURE = 0x33;

export interface JsonStructure {
  /**
   * The number of commas, opening braces and opening brackets outside of strings. It approximates the number of values:
   * the two differ by at most a factor of two.
   */
  readonly nodes: number;
  /** The deepest nesting of objects and lists. */
  readonly depth: number;
  /** True if a number has so many digits, or an exponent, that a double may not hold it (`parseJson`). */
  readonly hasLongNumbers: boolean;
}

/** Measures JSON text in one pass, without allocating memory, so that it can be refused before it is parsed. */
export function measureJson(json: Uint8Array): JsonStructure {
  let nodes = 0;
  let depth = 0;
  let level = 0;
  let inString = false;
  let hasLongNumbers = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index];
    if (inString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === COMMA) nodes += 1;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      nodes += 1;
      level += 1;
      if (level > depth) depth = level;
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) level -= 1;
    else if (isDigit(byte)) {
      let digits = 1;
      let next = json[index + 1];
      while (isDigit(next) || next === POINT) {
        if (next !== POINT) digits += 1;
        index += 1;
        next = json[index + 1];
      }
      const isLong = digits > LONG || (digits === LONG && (byte ?? ZERO) > SURE);
      if (isLong || next === LOWER_E || next === UPPER_E) hasLongNumbers = true;
    }
  }
  return { nodes, depth, hasLongNumbers };
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}
