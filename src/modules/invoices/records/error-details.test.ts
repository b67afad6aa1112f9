import { expect, test } from '@jest/globals';
import { withError, withoutError } from './error-details.js';

// integrations.md §6: one entry for each error code; removed by the next success.
test('a document has one entry for each error code, until it succeeds', () => {
  const unknown = withError([], 'tax_error', { code: 'address_unknown', message: 'Which?' });
  const timedOut = withError(unknown, 'tax_error', { code: 'timeout', message: 'Too late.' });
  expect(timedOut).toMatchObject([{ errorCode: 'tax_error', code: 'timeout', message: 'Too late.' }]);
  const both = withError(timedOut, 'tax_voiding_error', { code: 'locked', message: 'Filed.' });
  expect(both.map(({ code }) => code)).toEqual(['timeout', 'locked']);
  expect(withoutError(both, 'tax_error').map(({ code }) => code)).toEqual(['locked']);
});
