import path from 'node:path';
import { systemClock } from '../platform/clock.js';
import { S3FileStore } from '../platform/files/s3-file-store.js';
import { type JobsDb, openConnections } from '../platform/db/database-connections.js';
import { NO_WALL, raiseWall } from '../platform/db/migrating/raise-wall.js';
import { folderMail } from '../platform/mail/folder-mail.js';
import type { MailTransport } from '../platform/mail/mail-message.js';
import { smtpMail } from '../platform/mail/smtp-mail.js';
import { noteRestore } from '../platform/installation/installation.js';
import { migrateJobs } from '../platform/jobs/jobs.js';
import type { Limits } from '../platform/limits.js';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/process-metrics.js';
import { OutgoingHttp } from '../platform/outgoing/outgoing-http.js';
import { startArchive } from './backup/own-archive.js';
import { OwnBackups } from './backup/own-backups.js';
import { finishRestore } from './backup/finish-restore.js';
import { HELD, startWhenReleased } from './backup/hold-work.js';
import { isHeldAfterRestore, readRestoreRecord } from './database/restore-record.js';
import type { WalArchiver } from './backup/wal-archiver.js';
import { watchClock } from './clock-watch.js';
import type { Config } from './config.js';
import { claimDatabase, type Database, type DatabaseEvents, describeDatabase } from './database/database.js';
import { openEncryption } from './encryption-key.js';
import { HttpListener } from './http/http-listener.js';
import { StartedParts } from './started-parts.js';
import { releaseMemory, releaseMemoryWhenIdle } from './release-memory.js';
import { guardSchema, migrateSchema } from './database/migrate-schema.js';
import { StopError } from './start-error.js';
import { VERSION } from '../platform/version.js';

export interface RunningServer {
  readonly url: string;
  /** Location and version of the database, for people. */
  readonly database: string;
  /** The admin key that this start has generated; null if one existed, or the operator has set its value. */
  readonly generatedKey: string | null;
  /** Waits for running requests and work, then stops everything. */
  stop(): Promise<void>;
}

interface Surroundings extends DatabaseEvents {
  readonly log: Logger;
  /** Aborted when the start is interrupted. */
  readonly signal: AbortSignal;
}

/**
 * Starts the server part by part. The parts are stopped in reverse order.
 * @throws StartError for a problem that the operator can fix; all parts that had been started are stopped.
 */
export async function startServer(config: Config, surroundings: Surroundings): Promise<RunningServer> {
  if (config.databaseUrl === null) await finishRestore(config, surroundings);
  const database = claimDatabase(config, surroundings);
  const running = new StartedParts();
  running.add('database', () => database.stop());
  const stop = () => stopInTime(running, database, config.limits, surroundings.log);
  try {
    return { ...(await startParts(config, surroundings, database, running)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Stops all parts.
 * @throws StopError when parts still run after `stopMs`; then the embedded Postgres is ended at once.
 */
async function stopInTime(
  running: StartedParts,
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
  running: StartedParts,
): Promise<Omit<RunningServer, 'stop'>> {
  const { log, say, signal } = surroundings;
  // Before the first start creates the admin key: if opening the port failed after that, the key would never be shown.
  const listener = await HttpListener.open(config);
  running.add('listener', () => listener.close());

  const connection = await database.start();
  signal.throwIfAborted();
  // Imported late: an address or a database that cannot be used is reported at once.
  const [{ createApp }, { bootstrap }, { describeClosedSecrets }, { WORKERS }] = await Promise.all([
    import('./app.js'),
    import('./bootstrap.js'),
    import('./closed-secrets.js'),
    import('./workers.js'),
  ]);
  await migrateSchema(connection, surroundings);
  await migrateJobs(connection);

  const archive = await startArchive(config, connection, log);
  if (archive !== null) running.add('WAL archive', () => archive.stop());
  const { corsOrigins, graphqlExplorer: explorer, limits, metricsToken, role } = config;
  const hasWall = await raiseWall(connection);
  if (!hasWall) {
    log.warn(NO_WALL);
    say(NO_WALL);
  }
  const connections = openConnections(connection, limits, log, hasWall);
  running.add('connections', () => connections.close());
  const mailTransport = mailTransportOf(config);
  running.add('mail', () => {
    mailTransport.close();
    return Promise.resolve();
  });
  const encryption = openEncryption(config);
  const publicUrl = config.publicUrl ?? listener.url;
  const backups = config.databaseUrl === null ? new OwnBackups(config, log) : null;
  const app = await createApp({
    connections,
    clock: systemClock,
    log,
    explorer,
    metricsToken,
    limits,
    publicUrl,
    corsOrigins,
    trustedProxies: config.trustedProxies,
    outgoing: new OutgoingHttp({
      allowPrivateNetworks: config.webhookAllowPrivateNetworks,
      allowedHosts: config.webhookAllowedHosts,
      userAgent: `Tollgate/${VERSION}`,
    }),
    vatRegistryUrl: config.vatRegistryUrl,
    mailTransport,
    signupEnabled: config.signupEnabled,
    identityProviders: config.identityProviders,
    singleSignOnUrl: config.singleSignOnUrl,
    fileStore: config.filesPlace === null ? null : new S3FileStore(config.filesPlace),
    encryption,
    surfaces: role !== 'worker',
    waitsAfterRestore: () => isHeld(config),
    archiveState: () => archive?.archiver.state() ?? null,
    backups,
  });
  app.metrics.watchProcess();
  if (archive !== null) showArchive(app.metrics, archive.archiver);
  running.add('GraphQL operations', () => app.stop());
  const { generatedKey, warning, isKeyKnown } = await bootstrap(connections.jobs, app.services, {
    ...config,
    encryption,
    publicUrl: role === 'worker' ? config.publicUrl : publicUrl,
    makesOperator: role !== 'worker',
  });
  if (!isKeyKnown) encryption.stopSealing();
  await rememberRestore(config, connections.jobs);
  const { providerSecrets } = app.services;
  const closed = await describeClosedSecrets(connections.jobs, providerSecrets, isKeyKnown, config);
  const aboutBackups = (await backups?.warnings(connections.jobs)) ?? [];
  for (const text of [...[warning, closed].filter((each) => each !== null), ...aboutBackups]) {
    log.warn(text);
    say(text);
  }

  if (role !== 'worker') {
    for (const followed of [
      app.services.apiKeyAuthenticator,
      app.services.subscriptionLookup,
      app.services.liveUpdates,
    ]) {
      const unfollow = await followed.follow(connections.listen);
      running.add('notifications', () => {
        unfollow();
        return Promise.resolve();
      });
    }
  }
  if (role !== 'api') {
    const work = new StartedParts();
    running.add('work', () => work.stop());
    const startWork = async () => {
      for (const [name, start] of WORKERS) {
        const worker = await start({ connection, services: app.services, log, metrics: app.metrics });
        work.add(name, () => worker.stop());
        signal.throwIfAborted();
      }
    };
    if (isHeld(config)) {
      log.warn(HELD);
      say(HELD);
      const { onFailure } = surroundings;
      running.add(
        'wait after a restore',
        startWhenReleased({ dataDir: config.dataDir, start: startWork, onFailure }),
      );
    } else {
      await startWork();
    }
  }
  running.add('schema watch', guardSchema(connections.reserved, surroundings));
  running.add('clock watch', watchClock(systemClock, log));
  if (backups !== null) running.add('nightly backups', await backups.start(connections.jobs));
  releaseMemory();
  running.add('release of memory', releaseMemoryWhenIdle());
  listener.serve(app.http, app.upgrade);
  running.add('requests', () => {
    app.closeLiveConnections();
    return listener.drain();
  });
  // Stopped before the requests: a request that advances a test clock ends only when the clock stops.
  running.add('test clocks', () => app.services.clockAdvancer.stop());
  return {
    url: listener.url,
    database: await describeDatabase(config, connections.jobs),
    generatedKey,
  };
}

/** From now on, providers are asked for payments that a restored database does not know. */
async function rememberRestore({ databaseUrl, dataDir }: Config, db: JobsDb): Promise<void> {
  const record = databaseUrl === null ? readRestoreRecord(dataDir) : null;
  if (record === null) return;
  const now = systemClock.now();
  const releasedAt = record.releasedAt === null ? now : new Date(record.releasedAt);
  await db.transaction((tx) => noteRestore(tx, new Date(record.restoredTo), releasedAt, now));
}

function showArchive(metrics: Metrics, archiver: WalArchiver): void {
  metrics.show(
    'tollgate_wal_archive_age_seconds',
    'Age of the instant up to which everything is archived at BACKUP_URL.',
    () => archiver.ageSeconds(),
  );
  metrics.show(
    'tollgate_wal_archive_gaps',
    'How often WAL was lost before it was archived, since the start.',
    () => archiver.gaps,
  );
}

function isHeld({ databaseUrl, dataDir }: Config): boolean {
  return databaseUrl === null && isHeldAfterRestore(dataDir);
}

function mailTransportOf({ smtpUrl, mailFrom: from, dataDir }: Config): MailTransport {
  return smtpUrl === null
    ? folderMail({ folder: path.join(dataDir, 'mail'), from })
    : smtpMail({ url: smtpUrl, from });
}
