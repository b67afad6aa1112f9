import { expect, test } from '@jest/globals';
import { IntegrationRefusal, type RefusalClass } from '../adapters/calls/integration-refusal.js';
import { NO_FAILED_TRIES, nextTryMs, TAX_RETRIES, withFailure } from './next-try.js';

const refusal = (refusalClass: RefusalClass, retryAfterMs?: number) =>
  new IntegrationRefusal(refusalClass, 'code', 'message', retryAfterMs === undefined ? {} : { retryAfterMs });

/** The waits after each failure of a call that always fails in the same way. */
function waits(failed: IntegrationRefusal): number[] {
  const found: number[] = [];
  let tried = NO_FAILED_TRIES;
  for (;;) {
    tried = withFailure(tried, failed);
    const waitMs = nextTryMs(failed, tried, TAX_RETRIES);
    if (waitMs === null) return found;
    found.push(waitMs);
  }
}

test('a call that may have failed by chance is repeated five times', () => {
  expect(waits(refusal('retriable'))).toEqual([5_000, 30_000, 120_000, 600_000, 1_800_000]);
});

test('a call that the system refuses, or does not let in, is not repeated', () => {
  expect(waits(refusal('refused'))).toEqual([]);
  expect(waits(refusal('configuration'))).toEqual([]);
});

test('a call too many is repeated a hundred times, after the wait that the system names', () => {
  expect(waits(refusal('rate_limited', 7_000))).toEqual(Array.from({ length: 100 }, () => 7_000));
  expect(waits(refusal('rate_limited'))[0]).toBe(10_000);
});

test('calls too many are not counted among the failures', () => {
  let tried = NO_FAILED_TRIES;
  for (const refusalClass of ['retriable', 'rate_limited', 'retriable'] as const)
    tried = withFailure(tried, refusal(refusalClass));
  expect(tried).toEqual({ failures: 2, limited: 1 });
  expect(nextTryMs(refusal('retriable'), tried, TAX_RETRIES)).toBe(30_000);
});

test('a call that had no turn comes again, however often', () => {
  const paced = refusal('paced', 2_000);
  const tried = { failures: 4, limited: 100 };
  expect(withFailure(tried, paced)).toEqual(tried);
  expect(nextTryMs(paced, tried, TAX_RETRIES)).toBe(2_000);
});
