import { systemClock } from '../platform/clock.js';
import { connect } from '../platform/db/database.js';
import { migrateJobs } from '../platform/jobs/jobs.js';
import type { Logger } from '../platform/log.js';
import { createApp } from './app.js';
import { bootstrap } from './bootstrap.js';
import type { Config } from './config.js';
import { claimDatabase, describeDatabase, type DatabaseEvents } from './database.js';
import { HttpListener } from './http-listener.js';
import { releaseMemory } from './release-memory.js';
import { guardSchema, migrateSchema } from './schema.js';
import { WORKERS } from './workers.js';

export interface RunningServer {
  readonly url: string;
  /** Which database it uses, for people. */
  readonly database: string;
  /** The admin key that this start has generated; null when there is one, or the operator chose its value. */
  readonly generatedKey: string | null;
  /** Lets running requests and work end, then stops everything. */
  stop(): Promise<void>;
}

interface Surroundings extends DatabaseEvents {
  readonly log: Logger;
  /** Aborted when the server is not wanted any more while it still starts. */
  readonly signal: AbortSignal;
}

/**
 * Starts the server, part by part; each part that runs is on the stack that stops them in the opposite order.
 * @throws StartError for what the operator can mend, with everything stopped that had been started.
 */
export async function startServer(config: Config, surroundings: Surroundings): Promise<RunningServer> {
  const running = new AsyncDisposableStack();
  try {
    return await startParts(config, surroundings, running);
  } catch (error) {
    await running.disposeAsync();
    throw error;
  }
}

async function startParts(
  config: Config,
  surroundings: Surroundings,
  running: AsyncDisposableStack,
): Promise<RunningServer> {
  const { log, signal } = surroundings;
  const database = claimDatabase(config, surroundings);
  running.defer(() => database.stop());
  // Before the first start makes a key: one made by a start that fails here would never be shown.
  const listener = await HttpListener.open(config);
  running.defer(() => listener.close());

  const connection = await database.start();
  signal.throwIfAborted();
  await migrateSchema(connection, surroundings);
  await migrateJobs(connection);

  const pool = connect(connection);
  running.defer(() => pool.close());
  const { corsOrigins, graphqlExplorer: explorer, limits, role } = config;
  const app = await createApp({
    pool,
    clock: systemClock,
    log,
    explorer,
    limits,
    corsOrigins,
    surfaces: role !== 'worker',
  });
  app.metrics.watchProcess();
  running.defer(() => app.stop());
  const { generatedKey, warning } = await bootstrap(pool.db, app.services, config);
  if (warning !== null) {
    log.warn(warning);
    surroundings.say(warning);
  }

  if (role !== 'worker') {
    running.defer(await app.services.apiKeyAuthenticator.follow(pool.sql));
    running.defer(await app.services.subscriptionLookup.follow(pool.sql));
  }
  if (role !== 'api') {
    for (const start of WORKERS) {
      const worker = await start({ connection, services: app.services, log });
      running.defer(() => worker.stop());
      signal.throwIfAborted();
    }
  }
  running.defer(guardSchema(pool, surroundings));
  releaseMemory();
  listener.serve(app.http);
  running.defer(() => listener.drain());
  // Before the requests are waited for: one that moves a test clock ends when the clock stops on its way.
  running.defer(() => app.services.clockAdvancer.stop());
  return {
    url: listener.url,
    database: await describeDatabase(config, pool.sql),
    generatedKey,
    stop: () => running.disposeAsync(),
  };
}
