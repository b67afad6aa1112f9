import { expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { portalActor, systemActor } from '../actor.js';
import { RateLimits, type RequestKind } from './rate-limits.js';

const ignoreHeaders = { setHeader: () => undefined as never };

/** How many of these requests of one key are let through. */
function countOf(limits: RateLimits, times: number, kind: RequestKind, apiKeyId: string | null): number {
  const actor = { ...systemActor(randomUUID(), null), apiKeyId };
  let passed = 0;
  for (let sent = 0; sent < times; sent += 1) {
    try {
      limits.count(ignoreHeaders, actor, kind);
      passed += 1;
    } catch (error) {
      expect(error).toMatchObject({ kind: 'tooManyRequests' });
    }
  }
  return passed;
}

test('each key has a bucket for requests that store events, and one for all others', () => {
  const limits = new RateLimits({ keyRequests: 2, keyEventRequests: 5, portalRequests: 3 }, () => 0);
  expect(countOf(limits, 9, 'others', 'one')).toBe(2);
  expect(countOf(limits, 9, 'events', 'one')).toBe(5);
  expect(countOf(limits, 9, 'others', 'two')).toBe(2);
});

test('nothing is limited by default, nor who uses no key', () => {
  expect(
    countOf(new RateLimits({ keyRequests: 0, keyEventRequests: 0, portalRequests: 3 }), 9, 'others', 'one'),
  ).toBe(9);
  expect(
    countOf(new RateLimits({ keyRequests: 2, keyEventRequests: 2, portalRequests: 3 }), 9, 'others', null),
  ).toBe(9);
});

test('each portal token has a bucket of its own', () => {
  const limits = new RateLimits({ keyRequests: 0, keyEventRequests: 0, portalRequests: 2 }, () => 0);
  const actor = portalActor(randomUUID(), null);
  const count = (tokenId: string) => () => {
    limits.countPortal(ignoreHeaders, { actor, customerId: 'any', tokenId, permissions: {}, makerId: null });
  };
  count('one')();
  count('one')();
  expect(count('one')).toThrow('A portal token may send 2 requests in a minute.');
  expect(count('two')).not.toThrow();
});

test('the buckets of 10,000 keys are kept, those used last', () => {
  const limits = new RateLimits({ keyRequests: 1, keyEventRequests: 1, portalRequests: 3 }, () => 0);
  const keys = Array.from({ length: 10_000 }, (_, index) => `key ${index}`);
  for (const key of keys) expect(countOf(limits, 1, 'others', key)).toBe(1);
  expect(countOf(limits, 1, 'others', 'key 0')).toBe(0);
  expect(countOf(limits, 1, 'others', 'one more')).toBe(1);
  expect(countOf(limits, 1, 'others', 'key 0')).toBe(0);
  expect(countOf(limits, 1, 'others', 'key 1')).toBe(1);
});
