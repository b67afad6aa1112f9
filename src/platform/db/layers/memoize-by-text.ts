/** Number of statement texts whose properties a process remembers. */
const MAX_TEXTS = 2_000;

/**
 * Makes a function remember what it has computed from the texts of statements.
 * @param compute is also given a number that it gets for no other text.
 */
export function memoizeByText<Value>(
  compute: (text: string, number: number) => Value,
): (text: string) => Value {
  const computed = new Map<string, Value>();
  let number = 0;
  return (text) => {
    const known = computed.get(text);
    if (known !== undefined) return known;
    const value = compute(text, (number += 1));
    if (computed.size >= MAX_TEXTS) computed.clear();
    computed.set(text, value);
    return value;
  };
}
