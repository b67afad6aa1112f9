import { expect, test } from '@jest/globals';
import { readStatusRange } from './http-statuses.js';

test.each([
  ['404', { from: 404, to: 404 }],
  ['5xx', { from: 500, to: 599 }],
  ['200-204', { from: 200, to: 204 }],
  ['timeout', 'timeout'],
  ['9xx', null],
  ['40', null],
  ['200-', null],
  ['', null],
])('the filter %p selects %p', (text, range) => {
  expect(readStatusRange(text)).toEqual(range);
});
