import path from 'node:path';
import { expect, test } from '@jest/globals';
import { wrongDescriptions, wrongDescriptionsIn } from '../scripts/descriptions.js';

const QUERY = '"Reads." type Query { "A book." book("Its id." id: ID): String }';

test('the schema is described whole', () => {
  expect(wrongDescriptionsIn(path.resolve(import.meta.dirname, '..'))).toEqual([]);
});

test.each([
  ['type Query { "A book." book: String }', ['Query has no description.']],
  ['"Reads." type Query { book: String }', ['Query.book has no description.']],
  ['"Reads." type Query { "A book." book(id: ID): String }', ['Query.book(id) has no description.']],
  [`${QUERY} "Moods." enum Mood { GOOD }`, ['Mood.GOOD has no description.']],
  [
    `${QUERY} "A book." input Book { "name" name: String }`,
    ['Book.name is not described by a sentence: name'],
  ],
  [`${QUERY} directive @old on FIELD_DEFINITION`, ['@old has no description.']],
  [
    `${QUERY} "Changes." type Mutation { "Adds a book." add: String }`,
    ['Mutation.add does not name its errors.'],
  ],
  [`${QUERY} "Changes." type Mutation { "Adds a book. Errors: \`not_found\`." add: String }`, []],
])('%s: %j', (schema, expected) => {
  expect(wrongDescriptions(schema)).toEqual(expected);
});
