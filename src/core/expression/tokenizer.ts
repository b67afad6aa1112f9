import { ExpressionError } from './expression.js';

export interface Token {
  readonly kind: 'number' | 'text' | 'name' | 'symbol' | 'end';
  /** The token as written; for a text literal, the text between the quotes. */
  readonly text: string;
  /** Counted from 1. */
  readonly position: number;
}

/** More tokens than any metric needs; the limit bounds the recursion over an expression. */
const MAX_TOKENS = 1_000;

/** Text literals have no escape sequences: they end at the next quote. */
const TOKEN = /(?<number>\d+(?:\.\d+)?)|'(?<text>[^']*)'|(?<name>[A-Za-z_]\w*)|(?<symbol>[-+*/(),.])/y;

/**
 * Splits an expression into tokens; the last one marks its end.
 * @throws ExpressionError on a character that starts no token, and on too many tokens.
 */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let index = skipSpace(source, 0);
  while (index < source.length) {
    if (tokens.length === MAX_TOKENS)
      throw new ExpressionError(`An expression has at most ${MAX_TOKENS} parts.`);
    TOKEN.lastIndex = index;
    const match = TOKEN.exec(source);
    if (match === null)
      throw new ExpressionError(`Unexpected ${source.charAt(index)} at position ${index + 1}.`);
    tokens.push({ ...tokenOf(match), position: index + 1 });
    index = skipSpace(source, TOKEN.lastIndex);
  }
  return [...tokens, { kind: 'end', text: '', position: source.length + 1 }];
}

type Groups = Record<Exclude<Token['kind'], 'end'>, string | undefined>;

function tokenOf({ groups }: RegExpExecArray): Pick<Token, 'kind' | 'text'> {
  // Exactly one alternative of the pattern has matched.
  const [kind, text] = Object.entries(groups as Groups).find(([, found]) => found !== undefined) as [
    keyof Groups,
    string,
  ];
  return { kind, text };
}

function skipSpace(source: string, from: number): number {
  let index = from;
  while (/\s/.test(source.charAt(index))) index += 1;
  return index;
}
