import { sql } from 'drizzle-orm';
import { type RequestHandler, Router } from 'express';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { DueWork } from '../../lifecycle/due-work/due-work.table.js';
import type { FailingWork } from '../../lifecycle/due-work/failing-work.js';
import type { Db } from '../../platform/db/database.js';
import { AppError } from '../../platform/errors/app-error.js';
import type { Metrics } from '../../platform/process/process-metrics.js';
import { recordOperation } from '../../platform/request-scope.js';
import { SharedRead } from '../../platform/process/shared-read.js';
import { errorBody } from '../../rest/error-body.js';
import { VERSION } from '../../platform/process/version.js';
import type { OwnBackups } from '../backup/own-backups.js';

/** If the database takes longer than this to answer, it counts as unreachable. */
const DATABASE_MS = 5_000;

interface OperatorOptions {
  /** Reserved connections, which requests cannot exhaust. */
  readonly db: Db;
  readonly metrics: Metrics;
  /** Bearer token of operators. Without it, everybody may read the metrics, and nobody the failing work. */
  readonly metricsToken: string | null;
  readonly failingWork: FailingWork;
  /** True while work waits for an operator after a restore. */
  readonly waitsAfterRestore: () => boolean;
  /** What keeps the archive at BACKUP_URL from being complete. */
  readonly archiveState: () => string | null;
  /** The age of the newest backup; null where the operator makes them. */
  readonly backups: Pick<OwnBackups, 'state'> | null;
}

/** Number of failing works that operators are shown: more of them rarely have another cause. */
const SHOWN_WORKS = 100;

/**
 * Serves `/health`, `/ready`, `/metrics` and `/failing-work`. The first two are the same, but for what `/ready` says of backups: a server without a
 * database serves nothing, and while it starts or stops, its listener answers 503. Source: extensions.md §4.
 */
export function operatorRoutes({
  db,
  metrics,
  metricsToken,
  failingWork,
  waitsAfterRestore,
  archiveState,
  backups,
}: OperatorOptions): Router {
  const router = Router();
  const databaseCheck = new SharedRead(async () => db.execute(sql`select 1`), DATABASE_MS);
  const detailsOf = () => {
    const archive = archiveState();
    return {
      ...(waitsAfterRestore() && { restore: 'waits for `restore go`' }),
      ...(backups !== null && { backup: backups.state() }),
      ...(archive !== null && { wal_archive: archive }),
    };
  };
  router.get(['/health', '/ready'], async (request, response) => {
    recordOperation('page', 'health');
    const isReachable = await databaseCheck.value().then(
      () => true,
      () => false,
    );
    const details = request.path === '/ready' ? detailsOf() : {};
    if (isReachable) response.json({ status: 'ok', version: VERSION, database: 'ok', ...details });
    else response.status(503).json({ status: 'unavailable', version: VERSION, database: 'unreachable' });
  });
  router.get('/metrics', onlyWith(metricsToken), async (_request, response) => {
    recordOperation('page', 'metrics');
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  if (metricsToken === null) return router;
  const failing = new SharedRead(() => failingWork.first(db, SHOWN_WORKS), DATABASE_MS);
  router.get('/failing-work', onlyWith(metricsToken), async (_request, response) => {
    recordOperation('page', 'failing work');
    response.json({ failing_work: (await failing.value()).map(shown) });
  });
  return router;
}

function shown({ id, organizationId, kind, subjectId, customerId, ...tries }: DueWork) {
  const { dueAt, attempts, retryAt, failure } = tries;
  return {
    svc_id: id,
    svc_organization_id: organizationId,
    kind,
    svc_subject_id: subjectId,
    svc_customer_id: customerId,
    due_at: dueAt,
    attempts,
    retry_at: retryAt,
    failure,
  };
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
