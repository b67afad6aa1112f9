import path from 'node:path';
import { systemClock } from '../platform/clock.js';
import { S3FileStore } from '../platform/files/s3-file-store.js';
import { type Connections, type JobsDb, openConnections } from '../platform/db/database-connections.js';
import type { Connection } from '../platform/db/pool.js';
import { NO_WALL, raiseWall } from '../platform/db/migrating/raise-wall.js';
import type { Encryption } from '../platform/encryption/encryption.js';
import { folderMail } from '../platform/mail/folder-mail.js';
import type { MailTransport } from '../platform/mail/mail-message.js';
import { smtpMail } from '../platform/mail/smtp-mail.js';
import { noteRestore } from '../platform/installation/installation.js';
import { migrateJobs } from '../platform/jobs/jobs.js';
import type { Limits } from '../platform/limits.js';
import type { Logger } from '../platform/log.js';
import type { Metrics } from '../platform/process/process-metrics.js';
import { OutgoingHttp } from '../platform/outgoing/outgoing-http.js';
import { type OwnArchive, startArchive } from './backup/archive/own-archive.js';
import { OwnBackups } from './backup/own-backups.js';
import { finishRestore } from './backup/restoring/finish-restore.js';
import { HELD, startWhenReleased } from './backup/restoring/hold-work.js';
import { isHeldAfterRestore, readRestoreRecord } from './database/restore-record.js';
import type { WalArchiver } from './backup/archive/wal-archiver.js';
import type { Services } from './capabilities.js';
import { watchClock } from './process/clock-watch.js';
import type { Config } from './settings/config.js';
import { claimDatabase, type Database, type DatabaseEvents, describeDatabase } from './database/database.js';
import { openEncryption } from './settings/encryption-key.js';
import { HttpListener } from './http/http-listener.js';
import { StartedParts } from './process/started-parts.js';
import { releaseMemory, releaseMemoryWhenIdle } from './process/release-memory.js';
import { guardSchema, migrateSchema } from './database/migrate-schema.js';
import { StopError } from './settings/start-error.js';
import { VERSION } from '../platform/process/version.js';

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
  const { log, signal } = surroundings;
  // Before the first start creates the admin key: if opening the port failed after that, the key would never be shown.
  const listener = await HttpListener.open(config);
  running.add('listener', () => listener.close());

  const connection = await database.start();
  signal.throwIfAborted();
  // Imported late, like other parts below: an address or a database that cannot be used is reported at once.
  const { createApp } = await import('./app.js');
  const { archive, connections } = await openDatabase(connection, config, surroundings, running);
  const encryption = openEncryption(config);
  const publicUrl = config.publicUrl ?? listener.url;
  const backups = config.databaseUrl === null ? new OwnBackups(config, log) : null;
  const app = await createApp({
    ...settingsOf(config),
    connections,
    clock: systemClock,
    log,
    publicUrl,
    mailTransport: openMail(config, running),
    encryption,
    waitsAfterRestore: () => isHeld(config),
    archiveState: () => archive?.archiver.state() ?? null,
    backups,
  });
  app.metrics.watchProcess();
  if (archive !== null) showArchive(app.metrics, archive.archiver);
  running.add('GraphQL operations', () => app.stop());
  const context: PartContext = { config, surroundings, connections, running, services: app.services };
  const generatedKey = await prepareInstallation(context, { encryption, publicUrl, backups });
  if (config.role !== 'worker') await followNotifications(context);
  if (config.role !== 'api') await startWork(context, connection, app.metrics);
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

/** Migrates the database, and opens the pools of this process. */
async function openDatabase(
  connection: Connection,
  config: Config,
  surroundings: Surroundings,
  running: StartedParts,
): Promise<{ readonly archive: OwnArchive | null; readonly connections: Connections }> {
  await migrateSchema(connection, surroundings);
  await migrateJobs(connection);
  const archive = await startArchive(config, connection, surroundings.log);
  if (archive !== null) running.add('WAL archive', () => archive.stop());
  const hasWall = await raiseWall(connection);
  if (!hasWall) warn(surroundings, NO_WALL);
  const connections = openConnections(connection, config.limits, surroundings.log, hasWall);
  running.add('connections', () => connections.close());
  return { archive, connections };
}

/** What parts of the server need to start. */
interface PartContext {
  readonly config: Config;
  readonly surroundings: Surroundings;
  readonly connections: Connections;
  readonly running: StartedParts;
  readonly services: Services;
}

/** Creates what a first start creates, and warns of what the operator should mend. @returns the admin key, if it is new. */
async function prepareInstallation(
  { config, surroundings, connections: { jobs: db }, services }: PartContext,
  { encryption, publicUrl, backups }: InstallationParts,
): Promise<string | null> {
  const [{ bootstrap }, { describeClosedSecrets }] = await Promise.all([
    import('./bootstrap.js'),
    import('./settings/closed-secrets.js'),
  ]);
  const isWorker = config.role === 'worker';
  const { generatedKey, warning, isKeyKnown } = await bootstrap(db, services, {
    ...config,
    encryption,
    publicUrl: isWorker ? config.publicUrl : publicUrl,
    makesOperator: !isWorker,
  });
  if (!isKeyKnown) encryption.stopSealing();
  await rememberRestore(config, db);
  const closed = await describeClosedSecrets(db, services, isKeyKnown, config);
  const aboutBackups = (await backups?.warnings(db)) ?? [];
  for (const text of [warning, closed, ...aboutBackups]) if (text !== null) warn(surroundings, text);
  return generatedKey;
}

interface InstallationParts {
  readonly encryption: Encryption;
  readonly publicUrl: string;
  readonly backups: OwnBackups | null;
}

/** Starts the workers; after a restore, when the operator releases them. */
async function startWork(
  { config, surroundings, running, services }: PartContext,
  connection: Connection,
  metrics: Metrics,
): Promise<void> {
  const { log, signal, onFailure } = surroundings;
  const { WORKERS } = await import('./workers.js');
  const work = new StartedParts();
  running.add('work', () => work.stop());
  const start = async () => {
    for (const [name, startWorker] of WORKERS) {
      const worker = await startWorker({ connection, services, log, metrics });
      work.add(name, () => worker.stop());
      signal.throwIfAborted();
    }
  };
  if (!isHeld(config)) {
    await start();
    return;
  }
  warn(surroundings, HELD);
  running.add('wait after a restore', startWhenReleased({ dataDir: config.dataDir, start, onFailure }));
}

/** Warns the operator, in the log and at the terminal. */
function warn({ log, say }: Surroundings, text: string): void {
  log.warn(text);
  say(text);
}

function openMail(config: Config, running: StartedParts): MailTransport {
  const transport = mailTransportOf(config);
  running.add('mail', () => {
    transport.close();
    return Promise.resolve();
  });
  return transport;
}

/** What the application does by settings alone. */
function settingsOf(config: Config) {
  return {
    explorer: config.graphqlExplorer,
    metricsToken: config.metricsToken,
    limits: config.limits,
    corsOrigins: config.corsOrigins,
    trustedProxies: config.trustedProxies,
    outgoing: new OutgoingHttp({
      allowPrivateNetworks: config.webhookAllowPrivateNetworks,
      allowedHosts: config.webhookAllowedHosts,
      userAgent: `Tollgate/${VERSION}`,
    }),
    vatRegistryUrl: config.vatRegistryUrl,
    signupEnabled: config.signupEnabled,
    identityProviders: config.identityProviders,
    singleSignOnUrl: config.singleSignOnUrl,
    fileStore: config.filesPlace === null ? null : new S3FileStore(config.filesPlace),
    surfaces: config.role !== 'worker',
  };
}

/** What requests remember follows the changes that other processes announce. */
async function followNotifications({
  services,
  connections: { listen },
  running,
}: PartContext): Promise<void> {
  const { apiKeyAuthenticator, subscriptionLookup, liveUpdates } = services;
  for (const followed of [apiKeyAuthenticator, subscriptionLookup, liveUpdates]) {
    const unfollow = await followed.follow(listen);
    running.add('notifications', () => {
      unfollow();
      return Promise.resolve();
    });
  }
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
