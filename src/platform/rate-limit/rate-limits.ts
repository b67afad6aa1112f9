import { LRUCache } from 'lru-cache';
import type { ServerResponse } from 'node:http';
import type { Actor } from '../actor.js';
import type { PortalCaller } from '../api/access/portal-caller.js';
import { overLimit } from '../errors/app-error.js';
import type { Limits } from '../limits.js';
import { type Quota, TokenBucket } from './token-bucket.js';

/** Requests that store usage events have a separate limit. */
export type RequestKind = 'events' | 'others';

/** The most buckets in memory. A key whose bucket is dropped gets a full one, but so many keys are rarely active at once. */
const MOST_BUCKETS = 10_000;

/**
 * Limits the requests of each API key, which is off by default, and of each portal token, in each process. Sources:
 * rest-conventions.md §11; portal.md §1; docs/adr/0052.
 */
export class RateLimits {
  private readonly buckets = new LRUCache<string, TokenBucket>({ max: MOST_BUCKETS });

  constructor(
    private readonly limits: Pick<Limits, 'keyRequests' | 'keyEventRequests' | 'portalRequests'>,
    private readonly nowMs = () => performance.now(),
  ) {}

  /**
   * Counts a request, and reports the remaining number in the headers of its response.
   * @throws AppError kind `tooManyRequests`.
   */
  count(response: Pick<ServerResponse, 'setHeader'>, { apiKeyId }: Actor, kind: RequestKind): void {
    const perMinute = kind === 'events' ? this.limits.keyEventRequests : this.limits.keyRequests;
    if (perMinute === 0 || apiKeyId === null) return;
    const what = kind === 'events' ? 'requests that store events' : 'requests';
    this.take(response, `${apiKeyId} ${kind}`, perMinute, `An API key may send ${perMinute} ${what}`);
  }

  /** As `count`, for a request with a portal token. */
  countPortal(response: Pick<ServerResponse, 'setHeader'>, { tokenId }: PortalCaller): void {
    const perMinute = this.limits.portalRequests;
    this.take(response, `portal ${tokenId}`, perMinute, `A portal token may send ${perMinute} requests`);
  }

  /** @param rule the limit as a sentence, without its time. */
  private take(
    response: Pick<ServerResponse, 'setHeader'>,
    name: string,
    perMinute: number,
    rule: string,
  ): void {
    const bucket = this.bucketOf(name, perMinute);
    const isTaken = bucket.take(this.nowMs());
    for (const [header, value] of Object.entries(headersOf(bucket.quota))) response.setHeader(header, value);
    if (isTaken) return;
    response.setHeader('Retry-After', bucket.waitSeconds);
    throw overLimit('tooManyRequests', `${rule} in a minute.`);
  }

  private bucketOf(name: string, perMinute: number): TokenBucket {
    const known = this.buckets.get(name);
    if (known !== undefined) return known;
    const bucket = new TokenBucket(perMinute, this.nowMs());
    this.buckets.set(name, bucket);
    return bucket;
  }
}

function headersOf({ limit, remaining, resetSeconds }: Quota): Record<string, number> {
  return {
    'RateLimit-Limit': limit,
    'RateLimit-Remaining': remaining,
    'RateLimit-Reset': resetSeconds,
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': remaining,
    'X-RateLimit-Reset': resetSeconds,
  };
}
