import { LRUCache } from 'lru-cache';

/** Number of statement texts whose properties a process remembers: those used last. */
const MAX_TEXTS = 2_000;

/**
 * Makes a function remember what it has computed from the texts of statements.
 * @param compute is also given a number that it gets for no other text.
 */
export function memoizeByText<Value extends string | number | boolean | object>(
  compute: (text: string, number: number) => Value,
): (text: string) => Value {
  let number = 0;
  const computed = new LRUCache<string, Value>({
    max: MAX_TEXTS,
    memoMethod: (text) => compute(text, (number += 1)),
  });
  return (text) => computed.memo(text);
}
