import { sql } from 'drizzle-orm';
import type { Clock } from '../../platform/clock.js';
import type { JobsDb } from '../../platform/db/connections.js';
import type { Tx } from '../../platform/db/database.js';
import { lockExclusively } from '../../platform/db/locks.js';

/** This month and those that follow: partitions are there before their month begins. */
const MONTHS_KEPT_READY = 3;

/**
 * Keeps a partition of `events` ready for this month and the next. Other months, of late events and of test
 * clocks, lie in the default partition. Source: docs/adr/0005.
 */
export class EventPartitions {
  constructor(
    private readonly jobsDb: JobsDb,
    private readonly clock: Clock,
  ) {}

  /** May be run at any time, by several processes. */
  async keepReady(): Promise<void> {
    const now = this.clock.now();
    for (let ahead = 0; ahead < MONTHS_KEPT_READY; ahead += 1) {
      const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
      const to = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1, 1));
      await this.jobsDb.transaction((tx) => createPartition(tx, from, to));
    }
  }
}

/** Creates a month's partition unless it is there, and moves its events out of the default one. */
async function createPartition(tx: Tx, from: Date, to: Date): Promise<void> {
  const [year, month] = from.toISOString().split('-');
  const name = `events_${year ?? ''}_${month ?? ''}`;
  await lockExclusively(tx, 'event-partitions', name);
  const rows = await tx.execute<{ exists: boolean }>(sql`select to_regclass(${name}) is not null as exists`);
  if ([...(rows as Iterable<{ exists: boolean }>)][0]?.exists === true) return;
  const partition = sql.identifier(name);
  const [start, end] = [sql.raw(`'${from.toISOString()}'`), sql.raw(`'${to.toISOString()}'`)];
  await tx.execute(sql`create table ${partition} (like events including defaults)`);
  // Nobody adds to the month between the move and the attachment, which would then be refused.
  await tx.execute(sql`lock table events_default in access exclusive mode`);
  await tx.execute(sql`
    with moved as (delete from events_default where timestamp >= ${start} and timestamp < ${end} returning *)
    insert into ${partition} select * from moved`);
  await tx.execute(
    sql`alter table events attach partition ${partition} for values from (${start}) to (${end})`,
  );
}
