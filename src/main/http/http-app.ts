import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import { databaseFailure } from '../../platform/db/postgres/postgres-error.js';
import { badRequest, RETRY_AFTER_SECONDS } from '../../platform/errors/app-error.js';
import type { Logger } from '../../platform/log.js';
import { errorBody, INTERNAL_ERROR, UNKNOWN_PATH } from '../../rest/error-body.js';
import { REST_PREFIX } from '../../rest/mount.js';
import { allowOrigins } from './cors.js';
import { apiHeaders, neverStored } from './security-headers.js';

/** Routes that everybody may use. */
export interface OpenRoutes {
  /** The path below which they are mounted; by default the root. */
  readonly below?: string;
  readonly router: Router;
}

interface HttpParts {
  /** Runs first: assigns the request id and measures the request. */
  readonly observe: RequestHandler;
  readonly operator: Router;
  /** Null in a process of role `worker`. */
  readonly surfaces: {
    readonly graphql: Router;
    readonly rest: RequestHandler;
    /**
     * Every route that needs no credentials, but for those of operators and the operations of GraphQL that are open to anyone.
     * Mounted in this order.
     */
    readonly open: readonly OpenRoutes[];
    /** Origins of the pages that may call both surfaces from a browser. */
    readonly corsOrigins: readonly string[];
  } | null;
  readonly log: Logger;
}

/** Builds the Express application: both surfaces, the browser pages and the operator's routes. */
export function createHttpApp({ observe, operator, surfaces, log }: HttpParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  app.use(observe, apiHeaders, operator);
  if (surfaces !== null) {
    app.use([REST_PREFIX, '/graphql'], neverStored, allowOrigins(surfaces.corsOrigins));
    app.use(compression());
    app.use(REST_PREFIX, surfaces.rest);
    for (const { below = '/', router } of surfaces.open) app.use(below, router);
    app.use('/graphql', surfaces.graphql);
  }
  app.use((_request, response) => {
    response.status(UNKNOWN_PATH.status).json(UNKNOWN_PATH);
  });
  app.use(lastResort(log));
  return app;
}

/** Answers requests that Express itself refuses, and errors outside both surfaces. */
function lastResort(log: Logger): ErrorRequestHandler {
  return (error: unknown, _request, response, next) => {
    if (response.headersSent) {
      next(error);
      return;
    }
    if (error instanceof URIError) {
      const body = errorBody(badRequest('invalid percent-encoding in the path'));
      response.status(body.status).json(body);
      return;
    }
    const failure = databaseFailure(error);
    if (failure === null) log.error({ err: error }, 'a request failed unexpectedly');
    const body = failure === null ? INTERNAL_ERROR : errorBody(failure);
    const wait = RETRY_AFTER_SECONDS[body.status];
    if (wait !== undefined) response.setHeader('Retry-After', wait);
    response.status(body.status).json(body);
  };
}
