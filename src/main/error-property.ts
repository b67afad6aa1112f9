/**
 * What a system, SQLite or driver error carries beside its message (`code`, `errcode`, `stderr`). Does without
 * `instanceof`: under Jest, Node's own errors are of another realm.
 * @returns `undefined` where there is no such property.
 */
export function errorProperty(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}
