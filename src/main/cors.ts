import type { RequestHandler } from 'express';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';

/** What callers of both surfaces send beside what every browser sends. */
const REQUEST_HEADERS = 'Authorization, Content-Type, Idempotency-Key, Prefer, X-Request-Id';

/** What a page may read of an answer beside what every page may read. */
const RESPONSE_HEADERS =
  'Idempotent-Replayed, Preference-Applied, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, ' +
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Svc-Ignored, X-Svc-Per-Page';

/** How long a browser remembers what it was allowed. */
const PREFLIGHT_SECONDS = '600';

/**
 * Lets pages of these origins call from a browser (CORS); any other page gets answers that its browser keeps from it. No
 * cookies are involved: a page sends the key itself.
 * @param origins as browsers send them, `https://dashboard.example`.
 */
export function allowOrigins(origins: readonly string[]): RequestHandler {
  return (request, response, next) => {
    response.vary('Origin');
    const { origin } = request.headers;
    if (origin === undefined || !origins.includes(origin)) {
      next();
      return;
    }
    response.set({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': RESPONSE_HEADERS,
    });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      next();
      return;
    }
    response.set({
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': REQUEST_HEADERS,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    });
    response.status(204).end();
  };
}
