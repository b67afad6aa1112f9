import type { Statement } from '../sql-channel.js';
import { memoizeByText } from './memoize-by-text.js';

/** A text that is the same for the same statement with the same values, in this process. */
export function statementKey({ text, parameters }: Statement): string {
  const values = JSON.stringify(parameters, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return `${textNumber(text)} ${values}`;
}

/** A number that no other text has in this process. */
export const textNumber = memoizeByText((_text, number) => number);
