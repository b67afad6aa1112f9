import { sql } from 'drizzle-orm';
import { type RequestHandler, Router } from 'express';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Db } from '../platform/db/database.js';
import { AppError } from '../platform/errors/app-error.js';
import type { Metrics } from '../platform/metrics.js';
import { recordOperation } from '../platform/request-scope.js';
import { SharedRead } from '../platform/shared-read.js';
import { errorBody } from '../rest/errors.js';
import { VERSION } from './version.js';

/** If the database takes longer than this to answer, it counts as unreachable. */
const DATABASE_MS = 5_000;

interface OperatorOptions {
  /** Reserved connections, which requests cannot exhaust. */
  readonly db: Db;
  readonly metrics: Metrics;
  /** Bearer token that `/metrics` requires; null if everybody may read them. */
  readonly metricsToken: string | null;
}

/**
 * Serves `/health`, `/ready` and `/metrics`. The first two are the same: a server without a database serves nothing,
 * and while it starts or stops, its listener answers 503. Source: extensions.md §4.
 */
export function operatorRoutes({ db, metrics, metricsToken }: OperatorOptions): Router {
  const router = Router();
  const databaseCheck = new SharedRead(async () => db.execute(sql`select 1`), DATABASE_MS);
  router.get(['/health', '/ready'], async (_request, response) => {
    recordOperation('page', 'health');
    const isReachable = await databaseCheck.value().then(
      () => true,
      () => false,
    );
    if (isReachable) response.json({ status: 'ok', version: VERSION, database: 'ok' });
    else response.status(503).json({ status: 'unavailable', version: VERSION, database: 'unreachable' });
  });
  router.get('/metrics', onlyWith(metricsToken), async (_request, response) => {
    recordOperation('page', 'metrics');
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}

function onlyWith(token: string | null): RequestHandler {
  return ({ headers }, response, next) => {
    const isAllowed = token === null || isSame(headers.authorization ?? '', `Bearer ${token}`);
    if (isAllowed) {
      next();
      return;
    }
    const refusal = errorBody(new AppError('unauthenticated', 'unauthorized'));
    response.status(refusal.status).set('WWW-Authenticate', 'Bearer').json(refusal);
  };
}

/** Compares in constant time, so that the duration does not reveal how many characters match. */
function isSame(first: string, second: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(first), digest(second));
}
