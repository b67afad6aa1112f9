import { createHash } from 'node:crypto';
import type { JsonSchema } from '../../src/rest/openapi/json-schema.js';
import { fc, SEED, tries } from './property.js';

/** JSON text that `JSON.stringify` never produces. */
class Raw {
  constructor(readonly json: string) {}
}

export const raw = (json: string) => new Raw(json);
const nested = (open: string, close: string) => raw(`${open.repeat(1_000)}1${close.repeat(1_000)}`);

/** Values of various types: most are wrong for any given member. */
const ANY = [
  null,
  '',
  ' ',
  true,
  'true',
  0,
  -1,
  1.5,
  'x',
  [],
  {},
  [null],
  [[]],
  [1],
  [{}],
  { a: 1 },
  nested('[', ']'),
];

const TEXTS = [
  ...[
    'x'.repeat(10_001),
    'y'.repeat(256),
    '\u{1f600}'.repeat(255),
    'e' + '\u0301'.repeat(200),
    '1'.repeat(400),
  ],
  ...['\0', 'a\0b', '\ud800', 'a\udc00b', '\u0007\u001b\u007f\u0085\u2028', '\u202e\u200b', 'a\nb\r\n'],
  ...['__proto__', 'constructor', 'toString', "';--", '\\', '%_%', '<script>', 'a/b?c#d', '${1+1}', '../..'],
  ...['00000000-0000-0000-0000-000000000000', '{01900000-0000-7000-8000-000000000000}'],
];

const NUMBERS = [
  ...['-0', '1e400', '-1e400', '1e-400', '1e21', '1e-7', '9'.repeat(400), `0.${'1'.repeat(40)}`].map(raw),
  ...[
    2 ** 31,
    -(2 ** 31),
    2 ** 53 - 1,
    2 ** 53,
    2 ** 63,
    '9223372036854775808',
    `0.${'1'.repeat(40)}`,
    '9'.repeat(31),
  ],
  ...[
    ' 12',
    '12\n',
    '+12',
    '0012',
    '.5',
    '5.',
    '1e5',
    '1e999999999',
    'NaN',
    'Infinity',
    '0x10',
    '1_000',
    '1,5',
  ],
  ...['\u0661\u0662', '\uff11\uff12', '\u096f', '-1', `${'9'.repeat(30)}.${'9'.repeat(15)}`],
];

const TIMES = [
  ...[
    '2027-02-29',
    '2027-06-31T00:00:00Z',
    '2027-13-01',
    '2026-11-22T24:00:00Z',
    '2016-12-31T23:59:60Z',
    '20270101',
  ],
  ...[
    '2026-11-22T10:00:00+99:99',
    '2027-01-01T00:00+24:00',
    '9999-12-31T23:59:59-23:59',
    '0001-01-01T00:00:00+15:59',
  ],
  ...[
    '0000-01-01',
    '-000001-01-01T00:00:00Z',
    '0001-01-01',
    '9999-12-31',
    '10000-01-01',
    '+010000-01-01T00:00:00Z',
  ],
  ...['2027-W01-1', '2027-01-01T00:00:00.1234567890Z', '1900-01-01', 1e15, -1e12, '1798761600000.123'],
];

const LISTS = [
  Array(10_000).fill('a'),
  Array(10_000).fill({}),
  Array(1_001).fill(1),
  ['a', 'a'],
  [''],
  [{}, {}],
];

const OBJECTS = [
  nested('{"a":', '}'),
  raw('{"a":1,"a":{"b":2}}'),
  raw('{"a\\u0000":"x","\\ud800":"y"}'),
  ...[
    { '': '' },
    { 0: 1 },
    { a: null },
    { a: ['b'] },
    { ['k'.repeat(3_000)]: 'v' },
    { a: { b: { c: [1] } } },
  ],
  Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 'v'])),
];

const BY_TYPE: Readonly<Record<string, readonly unknown[]>> = {
  string: TEXTS,
  integer: NUMBERS,
  number: NUMBERS,
  array: LISTS,
  object: OBJECTS,
};

/** Values that a broken or hostile client may send for a member of this schema. */
export function hostileValues({ type, format, pattern, anyOf }: JsonSchema): readonly unknown[] {
  const types = [type].flat().filter((name) => typeof name === 'string');
  const own = types.flatMap((name) => BY_TYPE[name] ?? []);
  const inner = ((anyOf ?? []) as JsonSchema[]).flatMap((schema) => hostileValues(schema));
  const written = format === 'date' || format === 'date-time' ? TIMES : pattern === undefined ? [] : NUMBERS;
  // Values that are wrong in a type-specific way appear twice: values of another type are refused early.
  return [...ANY, ...own, ...own, ...inner, ...written, ...written];
}

/** Hostile path segments and query values, percent-encoded where necessary. */
export const HOSTILE_SEGMENTS = [
  ...[
    '%00',
    '%2F',

    '%20',
    '%EF%BF%BD',
    'x'.repeat(4_000),
    '%F0%9F%98%80'.repeat(256),
    '__proto__',
    'constructor',
  ],
  ...[
    '01900000-0000-7000-8000-000000000000',
    '%7B%7D',
    "';--",
    '*',
    '-1',
    '1e9',
    '%25',
    'NaN',
    '9'.repeat(400),
    ';a=b',
  ],
];

/** Serializes a body that may contain hostile values. */
export function hostileJson(body: unknown): string {
  const raws: string[] = [];
  const text = JSON.stringify(body, (_, value: unknown) =>
    value instanceof Raw ? `@raw${raws.push(value.json) - 1}@` : value,
  );
  return text.replace(/"@raw(\d+)@"/g, (_, index: string) => raws[Number(index)] ?? '');
}

/** Picks some of the values: different ones for each place, and always the same ones for the same place. */
export function draw<Value>(place: string, values: readonly Value[], count = 1): Value[] {
  const seed = createHash('sha256').update(`${SEED} ${place}`).digest().readInt32BE();
  return fc.sample(fc.constantFrom(...values), { seed, numRuns: tries(count).numRuns });
}
