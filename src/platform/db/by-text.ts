/** Number of statement texts whose properties a process remembers. */
const MAX_TEXTS = 2_000;

/** Makes a function remember what it has computed from the texts of statements. */
export function byText<Value>(compute: (text: string) => Value): (text: string) => Value {
  const computed = new Map<string, Value>();
  return (text) => {
    const known = computed.get(text);
    if (known !== undefined) return known;
    const value = compute(text);
    if (computed.size >= MAX_TEXTS) computed.clear();
    computed.set(text, value);
    return value;
  };
}
