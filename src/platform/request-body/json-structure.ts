const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

export interface JsonStructure {
  /**
   * The number of commas, opening braces and opening brackets outside of strings. It approximates the number of values:
   * the two differ by at most a factor of two.
   */
  readonly nodes: number;
  /** The deepest nesting of objects and lists. */
  readonly depth: number;
}

/** Measures JSON text in one pass, without allocating memory, so that it can be refused before it is parsed. */
export function measureJson(json: Uint8Array): JsonStructure {
  let nodes = 0;
  let depth = 0;
  let level = 0;
  let inString = false;
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
  }
  return { nodes, depth };
}
