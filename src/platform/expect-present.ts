/**
 * A value that is always there unless the program has a bug.
 * @param what names the value in the error.
 * @throws Error when it is missing.
 */
export function expectPresent<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`Expected ${what} to exist.`);
  return value;
}
