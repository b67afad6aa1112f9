import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect, parseArgs } from 'node:util';
import { z } from 'zod';
import { findClusterFiles } from '../../embedded-postgres/running-postgres.js';
import { embeddedPostgresMajor } from '../../embedded-postgres/binaries.js';
import { systemClock } from '../../platform/clock.js';
import { connect, type Pool } from '../../platform/db/pool.js';
import { schemaAge } from '../../platform/db/migrating/schema-version.js';
import { S3FileStore } from '../../platform/files/s3-file-store.js';
import { noteRestore, restoreThatMatters } from '../../platform/installation/installation.js';
import { type Config, readConfig } from '../settings/config.js';
import { keysOf } from '../settings/encryption-key.js';
import { joinDatabase } from '../database/join-database.js';
import { claimDatabase } from '../database/database.js';
import { migrateSchema } from '../database/migrate-schema.js';
import { StartError } from '../settings/start-error.js';
import type { BackupTarget } from './targets/backup-target.js';
import { continueNumbers } from './restoring/continue-numbers.js';
import { finishRestore, noteFilesRestored, noteNumbers } from './restoring/finish-restore.js';
import { bytesOf, listBackups, MANIFEST_FILE, readBackup } from './manifest.js';
import { readBackupNote, writeBackupNote } from './newest-backup.js';
import { BoundedTarget, NoRoomError, requireRoom, superseded } from './taking/nightly-room.js';
import { backupsOf, clusterFacts, NO_ROOM_CODE, nightlyTarget } from './own-backups.js';
import { openTarget } from './targets/open-target.js';
import { fetchWal, planRestore, replayWal, type Restore } from './restoring/recover.js';
import { refuseUsed, releaseAfterRestore, restoreFiles } from './restoring/restore.js';
import { readRestoreRecord } from '../database/restore-record.js';
import { removeUnfinished } from './taking/retention.js';
import { takeBackup } from './taking/take-backup.js';

const BACKUP_USAGE = `tollgate COMMAND

backup [TARGET]                   copies the server of DATA_DIR, which may be running
backup nightly                    copies it into the folder backups of DATA_DIR, as the server does every night
backup list [TARGET]              the backups in a target, oldest first
backup verify [SOURCE] [--backup NAME]
                                  restores the newest backup into a temporary folder, and runs verify there
restore [SOURCE] [--to INSTANT] [--backup NAME] [--numbers-from ENTITY=NUMBER]...
                                  restores into DATA_DIR, which must be empty, the newest backup with the WAL archived after it,
                                  or what was there at an instant such as 2027-01-31T12:00:00Z
restore finish [--numbers-from ENTITY=NUMBER]...
                                  ends a restore that was interrupted, or refused its numbers, after the files were there
restore go                        lets due work, jobs, webhooks and e-mails go on after a restore
restore status                    says whether they wait
restore mark INSTANT [--numbers-from ENTITY=NUMBER]...
                                  says that the database of DATABASE_URL was restored by other tools as of this instant: providers are
                                  asked for payments that were made since, and numbers continue as after restore

TARGET and SOURCE are folders, or buckets as in FILES_URL: s3://KEY:SECRET@HOST/BUCKET; without one, that of BACKUP_URL. NAME is
one of backup list. ENTITY is the id or the code of a billing entity that numbers its invoices itself, and NUMBER its next
one; all other numbers continue after a gap of 1000. BACKUP_PASSPHRASE, of 12 characters or more, encrypts the key of stored secrets
into the backup; without it, the backup only names the key.`;

interface Streams {
  /** Prints a line of the result. */
  readonly print: (line: string) => void;
  /** Prints a remark for people. */
  readonly say: (line: string) => void;
}

interface CommandContext extends Streams {
  readonly config: Config;
}

const COMMANDS = { backup: backupCommand, restore: restoreCommand };

/** Runs `backup …` or `restore …`. @returns the exit code. */
export async function runBackupProgram(
  [name, ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
  streams: Streams,
): Promise<number> {
  try {
    if (args.includes('--help')) {
      streams.print(BACKUP_USAGE);
      return 0;
    }
    if (name !== 'backup' && name !== 'restore') throw new StartError(BACKUP_USAGE);
    return await COMMANDS[name](args, { config: readConfig(environment, []), ...streams });
  } catch (error) {
    // Files that cannot be read or written are named by their errors.
    const isForPeople = error instanceof StartError || (error instanceof Error && 'syscall' in error);
    streams.say(isForPeople ? error.message : inspect(error));
    return 1;
  }
}

/** @returns the exit code. @throws StartError for invalid arguments, and where the command fails. */
async function backupCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { positionals, values } = parse(args, { backup: { type: 'string' } });
  const [first, second, ...rest] = positionals;
  const { config } = context;
  if (rest.length > 0) throw new StartError(BACKUP_USAGE);
  if (first === 'list') return listCommand(placeOf(second, config), context);
  if (first === 'verify') return verifyCommand(placeOf(second, config), values.backup, context);
  if (second !== undefined || values.backup !== undefined) throw new StartError(BACKUP_USAGE);
  return first === 'nightly'
    ? nightlyCommand(context)
    : takeCommand(openTarget(placeOf(first, config)), context);
}

/** Makes a backup with what is left of the disk and the processor, and removes older ones once it is whole. */
async function nightlyCommand(context: CommandContext): Promise<number> {
  const { config } = context;
  const target = nightlyTarget(config.dataDir);
  try {
    const code = await takeCommand(target, context, async ({ db }) => {
      await target.prepare('');
      const { systemIdentifier, databaseBytes } = await clusterFacts(db);
      const backups = await backupsOf(target, systemIdentifier);
      const room = { freeBytes: await target.freeBytes(), backups };
      requireRoom(room, databaseBytes);
      return new BoundedTarget(target, room);
    });
    await removeSuperseded(config.dataDir);
    return code;
  } catch (error) {
    if (!(error instanceof NoRoomError)) throw error;
    context.say(error.message);
    return NO_ROOM_CODE;
  }
}

/** Removes the nightly backups that the newest one has superseded. */
async function removeSuperseded(dataDir: string): Promise<void> {
  const target = nightlyTarget(dataDir);
  const newest = readBackupNote(dataDir)?.backup ?? '';
  const systemIdentifier = (await readBackup(target, newest))?.manifest.systemIdentifier;
  if (systemIdentifier === undefined) return;
  const backups = await backupsOf(target, systemIdentifier);
  for (const name of superseded({ freeBytes: await target.freeBytes(), backups }))
    await target.removeFolder(name, MANIFEST_FILE);
}

/** @param bound limits what the backup may write. */
async function takeCommand(
  target: BackupTarget,
  { config, print, say }: CommandContext,
  bound: (pool: Pool) => Promise<BackupTarget> = () => Promise.resolve(target),
): Promise<number> {
  if (config.databaseUrl !== null) {
    throw new StartError(
      'backup copies the embedded Postgres. Back up the Postgres of DATABASE_URL by its own tools (docs/operating.md, "Backup and restore").',
    );
  }
  const database = await joinDatabase(config, {
    say,
    onFailure: (error) => {
      say(error.message);
    },
  });
  try {
    const pool = connect(await database.start(), { max: 1, isLasting: true });
    try {
      const files = findClusterFiles(path.resolve(config.dataDir));
      if (files === null) throw new StartError(`${config.dataDir} has no embedded Postgres.`);
      const passphrase = config.backupPassphrase;
      const { name, manifest } = await takeBackup(
        {
          pool,
          cluster: files.folder,
          password: files.password,
          encryptionKeys: keysOf(config),
          passphrase,
          fileStore: config.filesPlace === null ? null : new S3FileStore(config.filesPlace),
          now: () => systemClock.now(),
        },
        await bound(pool),
      );
      writeBackupNote(config.dataDir, { backup: name, target: target.name, at: manifest.finishedAt });
      await removeUnfinished(target, manifest);
      print(name);
      if (passphrase === null) {
        say(
          `The key of stored secrets, ${manifest.encryptionKeys.join(', ')}, is not in the backup. Keep a copy of it elsewhere, or set BACKUP_PASSPHRASE.`,
        );
      }
    } finally {
      await pool.close();
    }
  } finally {
    await database.stop();
  }
  return 0;
}

async function listCommand(place: string, { print, say }: CommandContext): Promise<number> {
  const target = openTarget(place);
  const backups = await listBackups(target, say);
  for (const backup of backups) {
    const { name, manifest } = backup;
    print(`${name} ${manifest.finishedAt} ${bytesOf(backup)} bytes, ${manifest.program}`);
  }
  if (backups.length > 0) return 0;
  say(`${target.name} has no backup.`);
  return 1;
}

/** Restores a backup into a temporary folder, starts Postgres there and runs the program `verify`. */
async function verifyCommand(
  place: string,
  name: string | undefined,
  { config, print, say }: CommandContext,
): Promise<number> {
  const target = openTarget(place);
  const plan = await planRestore(target, name ?? null, null);
  const { backup } = plan;
  const parent = mkdtempSync(path.join(os.tmpdir(), 'tollgate-verify-'));
  const dataDir = path.join(parent, 'data');
  try {
    const copy: Config = { ...config, databaseUrl: null, backupUrl: null, dataDir };
    const options = await restoreOptions(copy, plan, say);
    await restoreFiles({ ...options, target, fileStore: null, numbersFrom: {} });
    await replayWal(dataDir, plan, null, say);
    noteFilesRestored(dataDir);
    await finishRestore(copy, {
      say: () => undefined,
      onFailure: (error) => {
        say(error.message);
      },
    });
    const code = await runVerify(dataDir);
    print(
      code === 0
        ? `Backup ${backup.name} is whole: it restores and its numbers add up.`
        : `Backup ${backup.name} restores, but verify found differences.`,
    );
    return code;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

async function runVerify(dataDir: string): Promise<number> {
  const program = fileURLToPath(new URL('../verify.js', import.meta.url));
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, DATABASE_URL: undefined, BACKUP_URL: undefined, DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await once(child, 'exit');
  return child.exitCode ?? 1;
}

/** @returns the exit code. @throws StartError for invalid arguments, and where the command fails. */
async function restoreCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { positionals, values } = parse(args, {
    backup: { type: 'string' },
    to: { type: 'string' },
    'numbers-from': { type: 'string', multiple: true },
  });
  const [first, ...rest] = positionals;
  const { config, print, say } = context;
  const onFailure = (error: Error) => {
    say(error.message);
  };
  const numbersFrom = readNumbers(values['numbers-from'] ?? []);
  if (first === 'mark') {
    const [instant, ...more] = rest;
    if (instant === undefined || more.length > 0)
      throw new StartError('restore mark needs one instant, such as 2026-05-01T10:00:00Z.');
    return markCommand(instant, numbersFrom, context);
  }
  if (rest.length > 0) throw new StartError(BACKUP_USAGE);
  if (config.databaseUrl !== null)
    throw new StartError('restore fills the DATA_DIR of the embedded Postgres: unset DATABASE_URL.');
  const dataDir = path.resolve(config.dataDir);
  if (first === 'go') {
    releaseAfterRestore(dataDir, systemClock.now());
    print('Due work, jobs, webhooks and e-mails go on.');
    return 0;
  }
  if (first === 'status') {
    const record = readRestoreRecord(dataDir);
    print(record === null ? 'Not restored.' : JSON.stringify(record));
    return 0;
  }
  if (first === 'finish') {
    noteNumbers(dataDir, numbersFrom);
    await finishRestore(config, { say, onFailure });
    print('The restore is finished.');
    return 0;
  }
  refuseUsed(dataDir);
  const target = openTarget(placeOf(first, config));
  const to = readInstant(values.to);
  const plan = await planRestore(target, values.backup ?? null, to);
  await restoreFiles({ ...(await restoreOptions(config, plan, say)), target, numbersFrom });
  await replayWal(dataDir, plan, to, say);
  noteFilesRestored(dataDir);
  await finishRestore(config, { say, onFailure });
  if (plan.hasGap) say('Warning: the archive has later WAL, but behind a gap. It is not restored.');
  print(`${dataDir} holds the data as of ${plan.restoredTo.toISOString()}.`);
  say(
    'When the server starts, due work, jobs, webhooks and e-mails wait until you run `tollgate restore go`, in a clone `npx tollgate restore go` (docs/operating.md, "Backup and restore").',
  );
  return 0;
}

async function markCommand(
  text: string,
  numbersFrom: Readonly<Record<string, number>>,
  { config, print, say }: CommandContext,
): Promise<number> {
  const instant = z.iso.datetime({ offset: true }).safeParse(text);
  const now = systemClock.now();
  if (!instant.success || new Date(instant.data) > now)
    throw new StartError(`${text} is no instant of the past, such as 2026-05-01T10:00:00Z.`);
  if (config.databaseUrl === null)
    throw new StartError('restore mark is for the Postgres of DATABASE_URL; other restores are known.');
  const onFailure = (error: Error) => {
    say(error.message);
  };
  const restoredTo = new Date(instant.data);
  const database = claimDatabase(config, { say, onFailure });
  try {
    const connection = await database.start();
    const pool = connect(connection, { max: 1 });
    try {
      if ((await schemaAge(pool)) === 'missing')
        throw new StartError('The database of DATABASE_URL is empty.');
      // A database of an older version has no columns for the numbers.
      await migrateSchema(connection, { say });
      await pool.db.transaction(async (tx) => {
        const isMarked = (await restoreThatMatters(tx, now))?.getTime() === restoredTo.getTime();
        // A command that is repeated skips no numbers again.
        if (!isMarked || Object.keys(numbersFrom).length > 0)
          await continueNumbers(tx, new Map(Object.entries(numbersFrom)), say);
        await noteRestore(tx, restoredTo, now, now);
      });
    } finally {
      await pool.close();
    }
  } finally {
    await database.stop();
  }
  print(`Providers are asked for payments since ${instant.data} before anybody is charged.`);
  return 0;
}

async function restoreOptions(config: Config, plan: Restore, say: (line: string) => void) {
  return {
    backup: plan.backup,
    restoredTo: plan.restoredTo,
    addWal: (cluster: string) => fetchWal(plan, cluster),
    dataDir: path.resolve(config.dataDir),
    encryptionKeys: config.encryptionKeys,
    passphrase: config.backupPassphrase,
    fileStore: config.filesPlace === null ? null : new S3FileStore(config.filesPlace),
    postgresMajor: await embeddedPostgresMajor(),
    now: systemClock.now(),
    say,
  };
}

/** @throws StartError when there is neither a target nor BACKUP_URL. */
function placeOf(given: string | undefined, { backupUrl }: Config): string {
  const place = given ?? backupUrl;
  if (place === null)
    throw new StartError(`Name a folder or a bucket, or set BACKUP_URL.\n\n${BACKUP_USAGE}`);
  return place;
}

function readInstant(text: string | undefined): Date | null {
  if (text === undefined || text === 'latest') return null;
  const found = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.test(text);
  if (!found || Number.isNaN(Date.parse(text)))
    throw new StartError(`--to ${text} is no instant such as 2027-01-31T12:00:00Z.`);
  return new Date(text);
}

function readNumbers(texts: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    texts.map((text) => {
      const found = /^(.+)=([1-9]\d{0,8})$/.exec(text);
      if (found === null) throw new StartError(`--numbers-from ${text} is not ENTITY=NUMBER.`);
      return [found[1] ?? '', Number(found[2])];
    }),
  );
}

function parse<const Options extends NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], allowPositionals: true, options });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${BACKUP_USAGE}`, { cause: error });
  }
}
