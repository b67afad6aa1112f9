import { gzipSync } from 'node:zlib';

/** A small JSON value that may be expensive to process. */
export interface Payload {
  readonly name: string;
  /** @param room the maximum size in bytes. */
  readonly json: (room: number) => string;
}

/** Bytes of a payload: the limit on bodies is 1 MB (platform/limits.ts), and the rest of the body needs some of it. */
export const ROOM = 980_000;
/** The default limit on the elements of a list. */
export const LONGEST_LIST = 1_000;
const OBJECTS = 90_000;
const ROWS = 440;

/** The largest payloads that limits allow, for any place of an operation. */
export const PAYLOADS: readonly Payload[] = [
  { name: 'text', json: (room) => `"${'x'.repeat(room)}"` },
  { name: 'objects', json: () => listOf('{}', OBJECTS) },
  { name: 'lists', json: () => listOf(listOf('1', ROWS), ROWS) },
  { name: 'keys', json: () => objectOf(10_000) },
  { name: 'number', json: () => '1e308' },
  { name: 'digits', json: () => `"${'9'.repeat(30)}.${'9'.repeat(15)}"` },
  { name: 'depth', json: () => '['.repeat(OBJECTS) + ']'.repeat(OBJECTS) },
  { name: 'expression', json: () => `"(${product('a')})/(${product('b')})"` },
];

/** Bodies that exceed the limits of every operation. */
export const EXCESSES: readonly Payload[] = [
  { name: '10 MB text', json: () => `{"x":"${'x'.repeat(10_000_000)}"}` },
  { name: '9.9 MB text', json: () => `{"x":"${'x'.repeat(9_900_000)}"}` },
  { name: '3.4 M objects', json: () => listOf('{}', 3_333_000) },
  { name: 'a list of 1,000 lists of 1,000', json: () => listOf(listOf('1', 1_000), 1_000) },
  { name: '10,000 keys', json: () => objectOf(10_000) },
  { name: 'depth 100,000', json: () => '['.repeat(100_000) + ']'.repeat(100_000) },
];

export function gzipped(json: string): Buffer<ArrayBuffer> {
  return gzipSync(json, { level: 9 });
}

/** Payloads that fit into the query string of a request. */
export const QUERY_TEXTS: Readonly<Record<string, (name: string) => string>> = {
  text: (name) => `${name}=${'x'.repeat(8_000)}`,
  number: (name) => `${name}=1e308`,
  digits: (name) => `${name}=${'9'.repeat(8_000)}`,
  list: (name) => repeated(8_000 / (name.length + 8), (index) => `${name}[]=x${index}`),
  keys: (name) => repeated(8_000 / (name.length + 10), (index) => `${name}[k${index}]=v`),
  depth: (name) => `${name}${'[a]'.repeat(2_600)}=1`,
};

export const PATH_TEXTS: Readonly<Record<string, string>> = {
  text: 'x'.repeat(8_000),
  digits: '9'.repeat(8_000),
  dots: '%2e%2e%2f'.repeat(800),
};

function listOf(json: string, count: number): string {
  return `[${`${json},`.repeat(count - 1)}${json}]`;
}

function objectOf(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"k${index}":"v"`).join()}}`;
}

function product(name: string): string {
  return Array(80).fill(`event.properties.${name}`).join('*');
}

function repeated(count: number, text: (index: number) => string): string {
  return Array.from({ length: Math.floor(count) }, (_, index) => text(index)).join('&');
}
