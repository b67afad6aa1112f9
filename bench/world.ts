import { setTimeout as pause } from 'node:timers/promises';
import { preload } from './flush-directly.ts';
import { connect, type Pool } from './product.ts';
import { parentOf, residentMegabytes } from './processes.ts';
import { createSubscriptions } from './create-subscriptions.ts';
import { type Server, startServer } from './server.ts';

/** What all benchmarks of a run share: a server that has been in use for a while. */
export interface World {
  readonly server: Server;
  /** Leads to the server's database, past the server. */
  readonly pool: Pool;
  /** The process whose children do the work of the database. */
  readonly postmasterPid: number;
  /** Of the server process when it had just started; null where the system does not tell. */
  readonly idleMegabytes: number | null;
  readonly organizationId: string;
  /** External ids of subscriptions that run. */
  readonly subscriptions: readonly string[];
  /** How many events there were at the start. */
  readonly rows: number;
  /** Whether also the largest sizes are measured. */
  readonly isLarge: boolean;
  /** Whether billing days are also measured of customers whose invoices wait as drafts. */
  readonly withGrace: boolean;
  /** Whether billing days are also measured of customers who live on one test clock. */
  readonly withClock: boolean;
  /** How many different events have been sent so far; benchmarks add theirs. */
  stored: number;
  stop(): Promise<void>;
}

/** What is measured besides. */
type WorldOptions = Pick<World, 'isLarge' | 'withGrace' | 'withClock'>;

/** How long the server is left alone before its memory is read. */
const IDLE_MS = 5_000;

export async function createWorld(
  rows: number,
  { isLarge = false, withGrace = false, withClock = false }: Partial<WorldOptions> = {},
): Promise<World> {
  const server = await startServer();
  const pool = connect(server.connection, { max: 4 });
  const stop = async (): Promise<void> => {
    await pool.close();
    await server.stop();
  };
  try {
    const idleMegabytes = await idleMemory(server);
    const subscriptions = await createSubscriptions(server, pool, rows / 100);
    const [organizationId, postmasterPid] = [await organizationOf(pool), await postmasterOf(pool)];
    const place = { server, pool, postmasterPid, organizationId, idleMegabytes };
    const options = { isLarge, withGrace, withClock };
    const world: World = { ...place, ...options, subscriptions, rows, stored: 0, stop };
    await preload(world, rows, subscriptions);
    // As a database that has lived for a while: with statistics, and nothing left for autovacuum to begin with.
    await pool.sql`vacuum (analyze)`;
    await pool.sql`checkpoint`;
    return world;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Of the server process in megabytes, after a pause. */
export async function idleMemory({ pid }: Server): Promise<number | null> {
  await pause(IDLE_MS);
  return residentMegabytes(pid);
}

/** The one that the first start made. */
async function organizationOf({ sql }: Pool): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from organizations`;
  if (row === undefined) throw new Error('The first start makes an organization.');
  return row.id;
}

async function postmasterOf({ sql }: Pool): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return parentOf(row?.pid ?? 0) ?? 0;
}
