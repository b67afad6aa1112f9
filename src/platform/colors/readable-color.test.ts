import { expect, test } from '@jest/globals';
import { inkOn, readable } from './readable-color.js';

test.each([
  ['#0f766e', '#0f766e', 'is readable'],
  ['#000000', '#000000', 'is the darkest'],
  ['#fff200', '#787100', 'is pale'],
  ['#ffffff', '#6c6c6c', 'is the paper'],
])('%s is written as %s: it %s', (color, written) => {
  expect(readable(color)).toBe(written);
});

test.each([
  ['#fff200', '#000000'],
  ['#0f766e', '#ffffff'],
])('text on %s is readable in %s', (background, ink) => {
  expect(inkOn(background)).toBe(ink);
});
