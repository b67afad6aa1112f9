import { systemClock } from '../platform/clock.js';
import { openConnections } from '../platform/db/connections.js';
import { migrateJobs } from '../platform/jobs/jobs.js';
import type { Limits } from '../platform/limits.js';
import type { Logger } from '../platform/log.js';
import { createApp } from './app.js';
import { bootstrap } from './bootstrap.js';
import type { Config } from './config.js';
import { claimDatabase, type Database, type DatabaseEvents, describeDatabase } from './database.js';
import { HttpListener } from './http-listener.js';
import { Parts } from './parts.js';
import { releaseMemory } from './release-memory.js';
import { guardSchema, migrateSchema } from './schema.js';
import { StopError } from './start-error.js';
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
  const database = claimDatabase(config, surroundings);
  const running = new Parts();
  running.add('database', () => database.stop());
  const stop = () => stopInTime(running, database, config.limits, surroundings.log);
  try {
    return { ...(await startParts(config, surroundings, database, running)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @throws StopError when parts still run after the time for a stop; then Postgres is ended without them. */
async function stopInTime(
  running: Parts,
  database: Database,
  { stopMs }: Limits,
  log: Logger,
): Promise<void> {
  if (await running.stopWithin(stopMs)) return;
  const parts = running.names;
  log.error({ parts }, 'parts of the server did not stop in time');
  await database.stopImmediately();
  throw new StopError(
    `The server did not stop within ${stopMs} milliseconds: ${parts.join(', ')} still ran.`,
  );
}

async function startParts(
  config: Config,
  surroundings: Surroundings,
  database: Database,
  running: Parts,
): Promise<Omit<RunningServer, 'stop'>> {
  const { log, say, signal } = surroundings;
  // Before the first start makes a key: one made by a start that fails here would never be shown.
  const listener = await HttpListener.open(config);
  running.add('listener', () => listener.close());

  const connection = await database.start();
  signal.throwIfAborted();
  await migrateSchema(connection, surroundings);
  await migrateJobs(connection);

  const { corsOrigins, graphqlExplorer: explorer, limits, metricsToken, role } = config;
  const connections = openConnections(connection, limits);
  running.add('connections', () => connections.close());
  const app = await createApp({
    connections,
    clock: systemClock,
    log,
    explorer,
    metricsToken,
    limits,
    corsOrigins,
    surfaces: role !== 'worker',
  });
  app.metrics.watchProcess();
  running.add('GraphQL operations', () => app.stop());
  const { generatedKey, warning } = await bootstrap(connections.jobs, app.services, config);
  if (warning !== null) {
    log.warn(warning);
    say(warning);
  }

  if (role !== 'worker') {
    for (const followed of [app.services.apiKeyAuthenticator, app.services.subscriptionLookup]) {
      const unfollow = await followed.follow(connections.listen);
      running.add('notifications', () => {
        unfollow();
        return Promise.resolve();
      });
    }
  }
  if (role !== 'api') {
    for (const [name, start] of WORKERS) {
      const worker = await start({ connection, services: app.services, log });
      running.add(name, () => worker.stop());
      signal.throwIfAborted();
    }
  }
  running.add('schema watch', guardSchema(connections.reserved, surroundings));
  releaseMemory();
  listener.serve(app.http);
  running.add('requests', () => listener.drain());
  // Before the requests are waited for: one that moves a test clock ends when the clock stops on its way.
  running.add('test clocks', () => app.services.clockAdvancer.stop());
  return {
    url: listener.url,
    database: await describeDatabase(config, connections.jobs),
    generatedKey,
  };
}
