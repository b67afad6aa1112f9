import { describe, expect, test } from '@jest/globals';
import { TokenBucket } from './token-bucket.js';

describe('a bucket of 60 requests in a minute', () => {
  test('a bucket of 60 requests in a minute gives 60 at once, and then one each second', () => {
    const bucket = new TokenBucket(60, 0);
    expect(Array.from({ length: 61 }, () => bucket.take(0)).filter(Boolean).length).toBe(60);
    expect([bucket.waitSeconds, bucket.quota]).toEqual([1, { limit: 60, remaining: 0, resetSeconds: 60 }]);
    expect([bucket.take(999), bucket.take(1_000), bucket.take(1_000)]).toEqual([false, true, false]);
  });

  test('a bucket of 60 requests in a minute never holds more than 60', () => {
    const bucket = new TokenBucket(60, 0);
    bucket.take(3_600_000);
    expect(bucket.quota).toEqual({ limit: 60, remaining: 59, resetSeconds: 1 });
  });
});

test('a bucket of two requests in a minute says when the next one is possible', () => {
  const bucket = new TokenBucket(2, 0);
  expect([bucket.take(0), bucket.take(0), bucket.take(15_000)]).toEqual([true, true, false]);
  expect([bucket.waitSeconds, bucket.quota.resetSeconds]).toEqual([15, 45]);
});
