import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.js';
import type { JobsDb } from '../../../platform/db/database-connections.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { lockExclusively } from '../../../platform/db/statements/locks.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import { postgresError } from '../../../platform/db/postgres/postgres-error.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';

/** This month and those that follow: partitions are there before their month begins. */
const MONTHS_KEPT_READY = 3;

export interface PartitionBounds {
  /**
   * A month of which the default partition holds more events than this stays there, with those that are still to come:
   * slower to read, and no less right.
   */
  readonly mostMoved: number;
  /** Everybody waits behind a lock on the default partition that is not granted: the job gives up and is tried again. */
  readonly lockMs: number;
  /** Events of a month wait while their partition is filled: a statement of that is given up. */
  readonly statementMs: number;
}

const BOUNDS: PartitionBounds = { mostMoved: 100_000, lockMs: 2_000, statementMs: 5_000 };

/** The events of the time before the first month. */
const PAST = 'events_past';

/** A range of time with a table of its own; without a start it has everything before its end. */
interface Partition {
  readonly name: string;
  readonly from: Date | null;
  readonly to: Date;
}

/**
 * Keeps a partition of `events` ready for this month and the next ones, and one for all time before the first month. Later
 * months, of test clocks, lie in the default partition. Source: docs/adr/0005, 0050.
 */
export class EventPartitions {
  constructor(
    private readonly jobsDb: JobsDb,
    private readonly clock: Clock,
    private readonly bounds = BOUNDS,
  ) {}

  /** May be run at any time, by several processes. */
  async keepReady(): Promise<void> {
    const now = this.clock.now();
    const firstMonth = (await firstPartition(this.jobsDb)) ?? monthOf(now, 0).from;
    const months = Array.from({ length: MONTHS_KEPT_READY }, (_, ahead) => monthOf(now, ahead));
    for (const partition of [{ name: PAST, from: null, to: firstMonth }, ...months]) {
      await this.create(partition);
    }
  }

  /**
   * Waits until no partition is being created. The fence of one that a process began and never finished is taken down.
   * After that, an event that was refused for a partition (`isBetweenPartitions`) has its place.
   */
  async settle(): Promise<void> {
    await this.jobsDb.transaction(async (tx) => {
      await this.begin(tx);
      for (const fence of await fences(tx)) await takeDown(tx, fence);
    });
  }

  /**
   * Creates a partition unless it is there, and moves its events out of the default one. A fence first keeps further events
   * of its time out of the default partition, so that Postgres need not look for them while everybody waits.
   */
  private async create(partition: Partition): Promise<void> {
    try {
      // Who is refused by the fence before it is used takes it down.
      while (await this.jobsDb.transaction((tx) => this.fence(tx, partition))) {
        await this.jobsDb.transaction((tx) => this.fill(tx, partition));
      }
    } catch (error) {
      await this.settle();
      throw error;
    }
  }

  /** @returns whether the partition is still to be filled. */
  private async fence(tx: Tx, partition: Partition): Promise<boolean> {
    await this.begin(tx);
    if (await exists(tx, partition)) return false;
    const fence = fenceOf(partition);
    if ((await fences(tx)).includes(fence)) return true;
    const { mostMoved } = this.bounds;
    const found = sql`select from events_default where ${isInPartition(partition)} limit ${mostMoved + 1}`;
    if (await isTrue(tx, sql`(select count(*) from (${found}) as found) > ${mostMoved}`)) return false;
    await tx.execute(sql`
      alter table events_default add constraint ${sql.identifier(fence)} check (not (${isInPartition(partition)})) not valid`);
    return true;
  }

  /** Until its last statement, the events are read where they were, and others are added beside them. */
  private async fill(tx: Tx, partition: Partition): Promise<void> {
    await this.begin(tx);
    const fence = fenceOf(partition);
    if ((await exists(tx, partition)) || !(await fences(tx)).includes(fence)) return;
    await tx.execute(sql`select set_config('statement_timeout', ${String(this.bounds.statementMs)}, true)`);
    const table = sql.identifier(partition.name);
    await tx.execute(sql`create table ${table} (like events including defaults including indexes)`);
    await tx.execute(sql`
      with moved as (delete from events_default where ${isInPartition(partition)} returning *)
      insert into ${table} select * from moved`);
    await tx.execute(sql`alter table events_default validate constraint ${sql.identifier(fence)}`);
    const { from, to } = partition;
    const start = from === null ? sql`minvalue` : instant(from);
    await tx.execute(sql`
      alter table events attach partition ${table} for values from (${start}) to (${instant(to)})`);
    await takeDown(tx, fence);
  }

  /** One process at a time. */
  private async begin(tx: Tx): Promise<void> {
    await lockExclusively(tx, 'event-partitions', '');
    await tx.execute(sql`select set_config('lock_timeout', ${String(this.bounds.lockMs)}, true)`);
  }
}

/**
 * True if an event was refused because its partition is being created: by the fence, or because the partition was attached
 * after the event had been sent to the default one.
 */
export function isBetweenPartitions(error: unknown): boolean {
  const found = postgresError(error);
  return found?.code === CHECK_VIOLATION && found.table === 'events_default';
}

/** An error of a flush, as its callers see it. */
export function refuseBetweenPartitions(error: unknown): never {
  if (!isBetweenPartitions(error)) throw error;
  const message = 'The table for the time of an event is just being created.';
  throw new AppError('unavailable', 'service_unavailable', null, { cause: error, message });
}

const CHECK_VIOLATION = '23514';

const FENCE = 'events_default_without_';

const fenceOf = ({ name }: Partition): string => `${FENCE}${name}`;

async function fences(tx: Tx): Promise<string[]> {
  const rows = await queryRows<{ name: string }>(
    tx,
    sql`select conname as name from pg_constraint
      where conrelid = 'events_default'::regclass and starts_with(conname, ${FENCE})`,
  );
  return rows.map(({ name }) => name);
}

async function takeDown(tx: Tx, fence: string): Promise<void> {
  await tx.execute(sql`alter table events_default drop constraint ${sql.identifier(fence)}`);
}

function exists(tx: Tx, { name }: Partition): Promise<boolean> {
  return isTrue(tx, sql`to_regclass(${name}) is not null`);
}

function isInPartition({ from, to }: Partition): SQL {
  const before = sql`"timestamp" < ${instant(to)}`;
  return from === null ? before : sql`"timestamp" >= ${instant(from)} and ${before}`;
}

/** The metric's value: roughly how many events lie in the default partition, as statistics know it. */
export async function eventsInDefaultPartition(db: Db): Promise<number> {
  const found = await queryRows<{ rows: number }>(
    db,
    sql`
    select greatest(reltuples, 0) as rows from pg_class where oid = 'events_default'::regclass`,
  );
  return onlyRow(found).rows;
}

function monthOf(now: Date, ahead: number): Partition & { readonly from: Date } {
  const startOf = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  const from = startOf(ahead);
  const [year = '', month = ''] = from.toISOString().split('-');
  return { name: `events_${year}_${month}`, from, to: startOf(ahead + 1) };
}

/** The start of the first month that has a partition; null before there is any. */
async function firstPartition(db: Db): Promise<Date | null> {
  const partitions = await queryRows<{ name: string | null }>(
    db,
    sql`
    select min(inhrelid::regclass::text) as name from pg_inherits
    where inhparent = 'events'::regclass and inhrelid::regclass::text ~ '^events_\\d{4}_\\d\\d$'`,
  );
  const { name } = onlyRow(partitions);
  return name === null ? null : new Date(`${name.slice(7, 11)}-${name.slice(12)}-01T00:00:00Z`);
}

/** Written out: what defines tables takes no parameters. */
function instant(at: Date): SQL {
  return sql.raw(`'${at.toISOString()}'`);
}

async function isTrue(tx: Tx, condition: SQL): Promise<boolean> {
  const found = await queryRows<{ holds: boolean }>(tx, sql`select ${condition} as holds`);
  return onlyRow(found).holds;
}
