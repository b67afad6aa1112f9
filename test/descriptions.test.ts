import path from 'node:path';
import { expect, test } from '@jest/globals';
import { wrongDescriptions, wrongDescriptionsIn } from '../scripts/descriptions.js';

const QUERY = '"Reads." type Query { "Title of a book." book("Id of the book." id: ID): String }';

test('the schema is described whole', () => {
  expect(wrongDescriptionsIn(path.resolve(import.meta.dirname, '..'))).toEqual([]);
});

test.each([
  ['type Query { "Title of a book." book: String }', ['Query has no description.']],
  ['"Reads." type Query { book: String }', ['Query.book has no description.']],
  ['"Reads." type Query { "Title of a book." book(id: ID): String }', ['Query.book(id) has no description.']],
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
])('the schema %s: %j', (schema, expected) => {
  expect(wrongDescriptions(schema)).toEqual(expected);
});

test.each([
  'Default true.',
  'At most 20 characters.',
  'Null if there is none.',
  'Of the invoice that it belongs to.',
  'True: also customers on test clocks.',
  'The fee.',
])('"%s" describes a member without its meaning', (text) => {
  const schema = `${QUERY} "A line." type Line { "${text}" fee: String }`;
  expect(wrongDescriptions(schema)).toEqual([`Line.fee is described without its meaning: ${text}`]);
});

test.each([
  ['type Line', 'The fee that bills the usage. Default null.'],
  ['input LineFilter', 'Only lines of this fee.'],
  ['enum FieldErrorCode', 'At least one event is required.'],
])('a description of %s is complete: "%s"', (type, text) => {
  const member = type.startsWith('enum') ? 'fee' : 'fee: String';
  expect(wrongDescriptions(`${QUERY} "A type." ${type} { "${text}" ${member} }`)).toEqual([]);
});
