/**
 * Returns a value that can be undefined only through a bug.
 * @param what names the value in the error message.
 * @throws Error when it is undefined.
 */
export function expectPresent<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`Expected ${what} to exist.`);
  return value;
}
