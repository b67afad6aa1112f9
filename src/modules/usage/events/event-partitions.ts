import { type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../../../platform/clock.js';
import type { JobsDb } from '../../../platform/db/connections.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { lockExclusively } from '../../../platform/db/locks.js';
import { rowsOf } from '../../../platform/db/rows-of.js';

/** This month and those that follow: partitions are there before their month begins. */
const MONTHS_KEPT_READY = 3;

/**
 * Events are moved out of the default partition while everybody waits for it. Where there are more than this, they stay, and
 * with them those to come of the same time: slower to read, and no less right.
 */
const MOST_MOVED = 100_000;

/** Everybody waits behind a lock on the default partition that is not granted: the job gives up and is tried again. */
const LOCK_TIMEOUT_MS = 2_000;

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
 * months, of test clocks, lie in the default partition. Source: docs/adr/0005.
 */
export class EventPartitions {
  constructor(
    private readonly jobsDb: JobsDb,
    private readonly clock: Clock,
    private readonly mostMoved = MOST_MOVED,
  ) {}

  /** May be run at any time, by several processes. */
  async keepReady(): Promise<void> {
    const now = this.clock.now();
    const firstMonth = (await firstPartition(this.jobsDb)) ?? monthOf(now, 0).from;
    const months = Array.from({ length: MONTHS_KEPT_READY }, (_, ahead) => monthOf(now, ahead));
    for (const partition of [{ name: PAST, from: null, to: firstMonth }, ...months]) {
      await this.jobsDb.transaction((tx) => this.create(tx, partition));
    }
  }

  /** Creates a partition unless it is there, and moves its events out of the default one. */
  private async create(tx: Tx, { name, from, to }: Partition): Promise<void> {
    await lockExclusively(tx, 'event-partitions', name);
    if (await isTrue(tx, sql`to_regclass(${name}) is not null`)) return;
    const start = from === null ? sql.raw('minvalue') : instant(from);
    const isWithin = sql`timestamp < ${instant(to)}${from === null ? sql`` : sql` and timestamp >= ${instant(from)}`}`;
    const partition = sql.identifier(name);
    const within = sql`select from events_default where ${isWithin} limit ${this.mostMoved + 1}`;
    if (await isTrue(tx, sql`(select count(*) from (${within}) as found) > ${this.mostMoved}`)) return;
    await tx.execute(sql`create table ${partition} (like events including defaults)`);
    // Nobody adds to it between the move and the attachment, which would then be refused.
    await tx.execute(sql`select set_config('lock_timeout', ${String(LOCK_TIMEOUT_MS)}, true)`);
    await tx.execute(sql`lock table events_default in access exclusive mode`);
    await tx.execute(sql`
      with moved as (delete from events_default where ${isWithin} returning *)
      insert into ${partition} select * from moved`);
    await tx.execute(
      sql`alter table events attach partition ${partition} for values from (${start}) to (${instant(to)})`,
    );
  }
}

/** The metric's value: roughly how many events lie in the default partition, as statistics know it. */
export async function eventsInDefaultPartition(db: Db): Promise<number> {
  const [found] = await rowsOf<{ rows: number }>(
    db,
    sql`
    select greatest(reltuples, 0) as rows from pg_class where oid = 'events_default'::regclass`,
  );
  return found?.rows ?? 0;
}

function monthOf(now: Date, ahead: number): Partition & { readonly from: Date } {
  const startOf = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));
  const from = startOf(ahead);
  const [year = '', month = ''] = from.toISOString().split('-');
  return { name: `events_${year}_${month}`, from, to: startOf(ahead + 1) };
}

/** The start of the first month that has a partition; null before there is any. */
async function firstPartition(db: Db): Promise<Date | null> {
  const [first] = await rowsOf<{ name: string | null }>(
    db,
    sql`
    select min(inhrelid::regclass::text) as name from pg_inherits
    where inhparent = 'events'::regclass and inhrelid::regclass::text ~ '^events_\\d{4}_\\d\\d$'`,
  );
  const name = first?.name ?? null;
  return name === null ? null : new Date(`${name.slice(7, 11)}-${name.slice(12)}-01T00:00:00Z`);
}

/** Written out: what defines tables takes no parameters. */
function instant(at: Date): SQL {
  return sql.raw(`'${at.toISOString()}'`);
}

async function isTrue(tx: Tx, condition: SQL): Promise<boolean> {
  const [found] = await rowsOf<{ holds: boolean }>(tx, sql`select ${condition} as holds`);
  return found?.holds === true;
}
