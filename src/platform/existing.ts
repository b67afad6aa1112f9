/** A value that is there by construction: its absence is a bug. */
export function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('What must be there is missing.');
  return value;
}
