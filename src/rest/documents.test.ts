import { expect, test } from '@jest/globals';
import { parse, print } from 'graphql';
import { Documents } from './documents.js';

const documents = new Documents(
  parse(`
    query One { tax { ...Tax } }
    query Two { taxes { nodes { id } } }
    fragment Tax on Tax { id rates { ...Rate } }
    fragment Rate on Rate { of { ...Named } }
    fragment Named on Named { name }
  `),
);
const namesOf = (name: string) => print(documents.get(name)).match(/(?<=^(?:query|fragment) )\w+/gm);

test('a document contains the fragments that the operation spreads, directly or through others', () => {
  expect(namesOf('One')).toEqual(['One', 'Tax', 'Rate', 'Named']);
  expect(namesOf('Two')).toEqual(['Two']);
});

test('a missing operation is refused', () => {
  expect(() => documents.get('Three')).toThrow('There is no REST operation Three: run "npm run generate".');
});
