import { v7 } from 'uuid';

/** A new row id: UUIDv7, so that ids of one table grow with time and inserts stay at the end of its index. */
export function newId(): string {
  return v7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A value that is no UUID finds nothing instead of failing in the database (rest-conventions.md §4). */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}
