import { sql } from 'drizzle-orm';
import { Router } from 'express';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../platform/db/database.js';
import type { Metrics } from '../platform/metrics.js';
import { nameOperation } from '../platform/request-scope.js';
import { VERSION } from './version.js';

/** A database slower than this counts as unreachable. */
const DATABASE_MS = 5_000;

/**
 * `/health` and `/ready` (alike: a server without its database serves nothing; one that starts or stops is answered
 * for by its listener, with 503) and `/metrics`. Source: extensions.md §4.
 */
export function operatorRoutes(db: Db, metrics: Metrics): Router {
  const router = Router();
  router.get(['/health', '/ready'], async (_request, response) => {
    nameOperation('page', 'health');
    if (await answers(db)) response.json({ status: 'ok', version: VERSION, database: 'ok' });
    else response.status(503).json({ status: 'unavailable', version: VERSION, database: 'unreachable' });
  });
  router.get('/metrics', async (_request, response) => {
    nameOperation('page', 'metrics');
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}

async function answers(db: Db): Promise<boolean> {
  const late = new AbortController();
  try {
    return await Promise.race([
      db.execute(sql`select 1`).then(() => true),
      sleep(DATABASE_MS, false, { signal: late.signal }),
    ]);
  } catch {
    return false;
  } finally {
    late.abort();
  }
}
