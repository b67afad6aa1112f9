import { expect, test } from '@jest/globals';
import { type RefusalClass, refusalOfStatus, waitOf } from './integration-refusal.js';

const NOW = new Date('2027-05-01T10:00:00Z');

// integrations.md §5
test.each<[number, string | null, RefusalClass, string]>([
  [400, null, 'refused', 'status_400'],
  [400, 'address_unknown', 'refused', 'address_unknown'],
  [302, null, 'refused', 'status_302'],
  [401, null, 'configuration', 'unauthorized'],
  [403, 'no_access', 'configuration', 'no_access'],
  [408, null, 'retriable', 'timeout'],
  [409, null, 'refused', 'status_409'],
  [425, null, 'retriable', 'unavailable'],
  [429, null, 'rate_limited', 'rate_limited'],
  [500, null, 'retriable', 'unavailable'],
  [503, 'maintenance', 'retriable', 'maintenance'],
])('an answer with status %d and the code %s is %s: %s', (status, code, refusalClass, errorCode) => {
  const refusal = refusalOfStatus({ status, headers: {} }, { code, message: null }, NOW);
  expect(refusal).toMatchObject({ refusalClass, errorCode, message: `The system answered ${status}.` });
});

test.each<[string | undefined, number, string]>([
  [undefined, 10_000, 'ten seconds without the header'],
  ['7', 7_000, 'seconds'],
  ['0', 0, 'at once'],
  ['7200', 3_600_000, 'an hour at most'],
  ['Sat, 01 May 2027 10:00:30 GMT', 30_000, 'a date'],
  ['Sat, 01 May 2027 09:00:00 GMT', 0, 'a date that is over'],
  ['soon', 10_000, 'neither'],
])('a system that sends Retry-After %s is called again after %d milliseconds: %s', (header, wait) => {
  expect(waitOf(header, NOW)).toBe(wait);
  const refusal = refusalOfStatus(
    { status: 429, headers: { 'retry-after': header } },
    { code: null, message: 'Too many.' },
    NOW,
  );
  expect(refusal).toMatchObject({ refusalClass: 'rate_limited', retryAfterMs: wait, message: 'Too many.' });
});

test('a system may say of any status that the call may be repeated', () => {
  const error = { code: 'externalServiceError', message: null, isRetriable: true };
  expect(refusalOfStatus({ status: 409, headers: {} }, error, NOW)).toMatchObject({
    refusalClass: 'retriable',
    errorCode: 'externalServiceError',
    status: 409,
  });
});
