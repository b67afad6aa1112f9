/** The values without repetitions, in the order in which they first occur. */
export function distinct<Value>(values: Iterable<Value>): Value[] {
  return [...new Set(values)];
}
