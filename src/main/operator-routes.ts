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

/** A database slower than this counts as unreachable. */
const DATABASE_MS = 5_000;

interface OperatorOptions {
  /** Connections that no request can use up. */
  readonly db: Db;
  readonly metrics: Metrics;
  /** What a caller of `/metrics` has to send as a bearer token; null: everybody may read them. */
  readonly metricsToken: string | null;
}

/**
 * `/health` and `/ready` (alike: a server without its database serves nothing; one that starts or stops is answered
 * for by its listener, with 503) and `/metrics`. Source: extensions.md §4.
 */
export function operatorRoutes({ db, metrics, metricsToken }: OperatorOptions): Router {
  const router = Router();
  const signOfLife = new SharedRead(async () => db.execute(sql`select 1`), DATABASE_MS);
  router.get(['/health', '/ready'], async (_request, response) => {
    recordOperation('page', 'health');
    const answers = await signOfLife.value().then(
      () => true,
      () => false,
    );
    if (answers) response.json({ status: 'ok', version: VERSION, database: 'ok' });
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

/** Takes the same time however much of them is alike. */
function isSame(first: string, second: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(first), digest(second));
}
