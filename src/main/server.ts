import { systemClock } from '../platform/clock.js';
import { connect } from '../platform/db/database.js';
import { migrateDatabase } from '../platform/db/migrate.js';
import { migrateJobs } from '../platform/jobs/jobs.js';
import type { Logger } from '../platform/log.js';
import { createApp } from './app.js';
import { bootstrap } from './bootstrap.js';
import type { Config } from './config.js';
import { type DataDir, claimDataDir } from './data-dir.js';
import { type Database, startDatabase, useDatabase } from './database.js';
import { HttpListener } from './http-listener.js';
import { WORKERS } from './workers.js';

export interface RunningServer {
  readonly url: string;
  /** The admin key made at the first start, to be shown once; null later, and when the operator chose it. */
  readonly generatedKey: string | null;
  /** Lets running requests and work end, then stops everything. */
  stop(): Promise<void>;
}

interface Surroundings {
  readonly log: Logger;
  /** One line for people about what takes time or is unusual. */
  readonly say: (line: string) => void;
  /** Called when a part ends that the server cannot do without. */
  readonly onFailure: (error: Error) => void;
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
  const dataDir = config.databaseUrl === null ? claimDataDir(config.dataDir) : null;
  running.defer(() => dataDir?.release());
  // Before the first start makes a key: one made by a start that fails here would never be shown.
  const listener = await HttpListener.open(config);
  running.defer(() => listener.close());

  const database = await openDatabase(config, dataDir, surroundings);
  running.defer(() => database.stop());
  signal.throwIfAborted();
  await migrateDatabase(database.connection);
  await migrateJobs(database.connection);

  const pool = connect(database.connection);
  running.defer(() => pool.close());
  const { graphqlExplorer: explorer, role } = config;
  const app = await createApp({ pool, clock: systemClock, log, explorer, surfaces: role !== 'worker' });
  app.metrics.watchProcess();
  running.defer(() => app.stop());
  const key = await bootstrap(pool.db, app.services, config.bootstrapApiKey);

  if (role !== 'api') {
    for (const start of WORKERS) {
      const worker = await start({ connection: database.connection, services: app.services, log });
      running.defer(() => worker.stop());
      signal.throwIfAborted();
    }
  }
  listener.serve(app.http);
  running.defer(() => listener.drain());
  return {
    url: listener.url,
    generatedKey: config.bootstrapApiKey === null ? key : null,
    stop: () => running.disposeAsync(),
  };
}

function openDatabase(
  { databaseUrl }: Config,
  dataDir: DataDir | null,
  { say, onFailure }: Surroundings,
): Promise<Database> {
  if (databaseUrl !== null) return useDatabase(databaseUrl);
  if (dataDir === null) throw new Error('Without DATABASE_URL there is a data folder.');
  return startDatabase({ dataDir, say, onExit: onFailure });
}
