import { expect, test } from '@jest/globals';
import { freeSlug, slugOf } from './organization-slug.js';

test.each([
  ['Hooli', 'hooli', 'lower case'],
  ['Hooli  & Sons Ltd.', 'hooli-sons-ltd', 'a run of other characters is one dash'],
  ['Österreich 24', 'österreich-24', 'letters of any alphabet, digits'],
  ['!!', 'organization', 'no letter and no digit'],
])('%s has the slug %s: %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test.each([
  [[], 'acme'],
  [['acme'], 'acme-2'],
  [['acme', 'acme-3'], 'acme-2'],
  [['acme', 'acme-2', 'acme-3'], 'acme-4'],
])('the next acme beside %j has the slug %s', (taken, slug) => {
  expect(freeSlug('acme', new Set(taken))).toBe(slug);
});
