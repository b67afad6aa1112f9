import type { RequestHandler } from 'express';

const METHODS = 'GET, POST, PUT, PATCH, DELETE';

/** Request headers that both surfaces accept in addition to those that CORS always allows. */
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, Prefer, X-Request-Id, X-Svc-Organization, X-Svc-Portal-Token';

/** Response headers that a page may read in addition to those that CORS always exposes. */
const RESPONSE_HEADERS =
  'Deprecation, Idempotent-Replayed, Preference-Applied, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Sunset, ' +
  'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, X-Svc-Ignored, X-Svc-Per-Page, ' +
  'X-Svc-Token';

/** How long a browser caches the result of a preflight request. */
const PREFLIGHT_SECONDS = '600';

/**
 * Lets pages of these origins call from a browser (CORS). Browsers hide the responses from pages of other origins.
 * Cookies are not used: a page sends its API key or the token of its session in a header.
 * @param origins as browsers send them, such as `https://dashboard.example`.
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
