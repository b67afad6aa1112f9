import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  advanceToBillingDay,
  type BilledCustomers,
  createClock,
  endGracePeriods,
  expectBilled,
  deleteInvoices,
  makeDue,
  moveToClock,
  setGracePeriod,
  subscribeMany,
} from './billed-customers.ts';
import { copyIn, type CopiedTable, copyOut } from './billing-copy.ts';
import { checkEventsAndCounters } from './database-checks.ts';
import type { Benchmark, Figures, Variant } from './harness.ts';
import { processorMicroseconds } from './processes.ts';
import type { Connection, Pool } from './product.ts';
import type { World } from './world.ts';

const SIZES = [1_000, 10_000];
const LARGE = 50_000;
/** The number of customers whose rows COPY writes. */
const COPIED = 10_000;
const COPY = `COPY of the rows of ${COPIED}`;
/** The number of customers on the test clock. */
const CLOCKED = 1_000;
const ON_CLOCK = `${CLOCKED} due on a test clock`;
const DRAFTS = `${COPIED} drafts`;
const GRACE_DAYS = 3;
/** Milliseconds between two checks whether a run has ended. */
const LOOK_MS = 20;

/**
 * (h) Subscriptions with usage of three charges fall due at once, and two workers bill them: the server's own and one in
 * another process. Compared with COPY of the resulting rows into the same tables in one transaction. With `--grace`,
 * drafts of all customers also become final at once; with `--clock`, a thousand customers also live on a test clock that
 * the server advances.
 */
export async function billingDay(world: World): Promise<Benchmark> {
  const sizes = world.isLarge ? [...SIZES, LARGE] : SIZES;
  const customers = await subscribeMany(world, Math.max(...sizes));
  const other = await startWorker(world.server.connection);
  let rows: readonly CopiedTable[] | null = null;
  const engine = (size: number): Variant => ({
    name: nameOf(size),
    run: async () => {
      await deleteInvoices(world);
      const figures = await perInvoice(size, world, other.pid, () => bill(world, customers, size));
      await expectBilled(world, customers, size);
      if (size === COPIED) rows ??= await copyOut(world.pool);
      return figures;
    },
  });
  const copy: Variant = {
    name: COPY,
    run: async () => {
      if (rows === null) throw new Error('What is copied is billed first.');
      await deleteInvoices(world);
      return perInvoice(COPIED, world, other.pid, () => copyIn(world.pool, rows ?? []));
    },
  };
  const finalization: Variant = {
    name: DRAFTS,
    run: async () => {
      await deleteInvoices(world);
      await setGracePeriod(world.pool, GRACE_DAYS);
      await bill(world, customers, COPIED);
      const figures = await perInvoice(COPIED, world, other.pid, () => finalize(world));
      await expectBilled(world, customers, COPIED);
      await setGracePeriod(world.pool, null);
      return figures;
    },
  };
  const onClock: Variant = {
    name: ON_CLOCK,
    run: async () => {
      const clockId = await createClock(world);
      await deleteInvoices(world);
      await moveToClock(world.pool, customers, { clockId, count: CLOCKED });
      await makeDue(world.pool, customers, CLOCKED);
      const figures = await perInvoice(CLOCKED, world, other.pid, () => advanceToBillingDay(world, clockId));
      await expectBilled(world, customers, CLOCKED);
      await moveToClock(world.pool, customers, { clockId, count: 0 });
      return figures;
    },
  };
  const ends = world.withGrace ? [finalization] : [];
  const clocks = world.withClock ? [onClock] : [];
  return {
    title: `(h) Billing day: ${sizes.join(', ')} subscriptions with three used charges fall due at once`,
    variants: [...sizes.map(engine), ...clocks, ...ends, copy],
    ratios: [
      ...clocks.map(({ name: of }) => ({
        figure: 'invoices/s',
        of,
        by: nameOf(CLOCKED),
        aim: { atLeast: 0.5 },
      })),
      ...[nameOf(COPIED), ...ends.map(({ name }) => name)].map((of) => ({
        figure: 'invoices/s',
        of,
        by: COPY,
        aim: { atLeast: 0.3 },
      })),
      ...sizes.slice(1).map((size, place) => ({
        figure: 'invoices/s',
        of: nameOf(size),
        by: nameOf(sizes[place] ?? size),
        aim: { atLeast: 0.9 },
      })),
    ],
    check: async () => {
      // The same billing day made due again must not bill anything twice.
      const size = SIZES[0] ?? 0;
      await deleteInvoices(world);
      await bill(world, customers, size);
      await bill(world, customers, size);
      await expectBilled(world, customers, size);
      await checkEventsAndCounters(world);
    },
    end: other.stop,
  };
}

function nameOf(size: number): string {
  return `${size} due`;
}

/** From the commit that makes them due until nothing is due any more. */
export async function bill({ pool }: World, customers: BilledCustomers, count: number): Promise<void> {
  await untilDone(pool, await makeDue(pool, customers, count));
}

/** From the commit that ends the grace periods until nothing is due any more. */
async function finalize({ pool }: World): Promise<void> {
  await untilDone(pool, await endGracePeriods(pool));
}

async function untilDone(pool: Pool, dueAt: Date): Promise<void> {
  for (;;) {
    const [row] = await pool.sql<{ isDue: boolean }[]>`
      select exists (select from due_work where test_clock_id is null and due_at <= ${dueAt.toISOString()}) as "isDue"`;
    if (row?.isDue !== true) return;
    await pause(LOOK_MS);
  }
}

export async function perInvoice(
  count: number,
  { server, postmasterPid }: World,
  otherPid: number,
  work: () => Promise<void>,
): Promise<Figures> {
  const processorTime = () => ({
    app: processorMicroseconds(server.pid) + processorMicroseconds(otherPid),
    postgres: processorMicroseconds(postmasterPid, { family: true }),
  });
  const [before, startedAt] = [processorTime(), performance.now()];
  await work();
  const [after, seconds] = [processorTime(), (performance.now() - startedAt) / 1_000];
  return {
    'invoices/s': count / seconds,
    'app CPU µs/invoice': (after.app - before.app) / count,
    'Postgres CPU µs/invoice': (after.postgres - before.postgres) / count,
  };
}

export async function startWorker(
  connection: Connection,
): Promise<{ pid: number; stop: () => Promise<void> }> {
  const child = fork(path.join(import.meta.dirname, 'billing-worker.ts'), {
    env: { ...process.env, BENCH_CONNECTION: JSON.stringify(connection) },
  });
  const ended = once(child, 'exit');
  const [said] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  if (said !== 'working' || child.pid === undefined)
    throw new Error('The second worker ended during its start.');
  const stop = async (): Promise<void> => {
    child.disconnect();
    await ended;
  };
  return { pid: child.pid, stop };
}
