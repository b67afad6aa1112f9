import { expect, test } from '@jest/globals';
import { replacedEntries, type SentMetadataEntry } from './metadata-entries.js';

const then = new Date('2027-01-01T00:00:00Z');
const later = new Date('2027-02-01T00:00:00Z');

const known = [
  { id: 'first', key: 'tier', value: 'gold', createdAt: then },
  { id: 'second', key: 'owner', value: 'ada', createdAt: then },
];

test.each<[SentMetadataEntry[], (string | undefined)[], string]>([
  [[], [], 'an empty list empties it'],
  [[{ key: 'tier', value: 'silver' }], ['first'], 'the same key keeps its entry'],
  [[{ id: 'first', key: 'level', value: 'gold' }], ['first'], 'an id keeps its entry under another key'],
  [
    [
      { id: 'first', key: 'owner', value: 'gold' },
      { id: 'second', key: 'tier', value: 'ada' },
    ],
    ['first', 'second'],
    'two entries exchange their keys',
  ],
  [
    [
      { key: 'tier', value: 'a' },
      { id: 'first', key: 'level', value: 'b' },
    ],
    [undefined, 'first'],
    'what an id names is not taken by a key',
  ],
  [
    [
      { id: 'first', key: 'a', value: 'a' },
      { id: 'first', key: 'b', value: 'b' },
    ],
    ['first', undefined],
    'an entry is taken once',
  ],
  [[{ id: 'unknown', key: 'new', value: 'v' }], [undefined], 'an unknown id is a new entry'],
])('the metadata %j keeps %j: %s', (given, kept) => {
  const replaced = replacedEntries(known, given, later);
  const isKnown = ({ id }: { id: string }) => known.some((entry) => entry.id === id);
  expect(replaced.map((entry) => (isKnown(entry) ? entry.id : undefined))).toEqual(kept);
  expect(replaced.map(({ key, value }) => ({ key, value }))).toEqual(
    given.map(({ key, value }) => ({ key, value })),
  );
  expect(replaced.map((entry) => entry.createdAt)).toEqual(
    kept.map((id) => (id === undefined ? later : then)),
  );
});
