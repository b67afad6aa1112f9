import { setTimeout as pause } from 'node:timers/promises';
import { preload } from './flush-directly.ts';
import { connect, type Pool } from './product.ts';
import { parentOf, residentMegabytes } from './processes.ts';
import { createSubscriptions } from './create-subscriptions.ts';
import { type Server, startServer } from './server.ts';

/** A server with data, which all benchmarks of a run share. */
export interface World {
  readonly server: Server;
  /** Connects to the server's database directly. */
  readonly pool: Pool;
  /** The Postgres process whose children do the work of the database. */
  readonly postmasterPid: number;
  /** Memory of the server process just after its start; null where the system does not report it. */
  readonly idleMegabytes: number | null;
  readonly organizationId: string;
  /** External ids of active subscriptions. */
  readonly subscriptions: readonly string[];
  /** The number of preloaded events. */
  readonly rows: number;
  /** True to measure the largest sizes too. */
  readonly isLarge: boolean;
  /** True to measure billing days of customers with a grace period too. */
  readonly withGrace: boolean;
  /** True to measure billing days of customers on a test clock too. */
  readonly withClock: boolean;
  /** The number of distinct events sent so far; each benchmark adds its own. */
  stored: number;
  stop(): Promise<void>;
}

/** Measurements that a run makes only on request. */
type WorldOptions = Pick<World, 'isLarge' | 'withGrace' | 'withClock'>;

/** How long the server is idle before its memory is read: it has released what the load has needed by then. */
const IDLE_MS = 65_000;

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
    // The start itself ends with a release.
    const idleMegabytes = residentMegabytes(server.pid);
    const subscriptions = await createSubscriptions(server, pool, rows / 100);
    const [organizationId, postmasterPid] = [await organizationOf(pool), await postmasterOf(pool)];
    const place = { server, pool, postmasterPid, organizationId, idleMegabytes };
    const options = { isLarge, withGrace, withClock };
    const world: World = { ...place, ...options, subscriptions, rows, stored: 0, stop };
    await preload(world, rows, subscriptions);
    // The state of a database in use: with statistics, and with nothing that would make autovacuum start.
    await pool.sql`vacuum (analyze)`;
    await pool.sql`checkpoint`;
    return world;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Memory of the idle server process in megabytes. */
export async function idleMemory({ pid }: Server): Promise<number | null> {
  await pause(IDLE_MS);
  return residentMegabytes(pid);
}

/** The id of the organization that the first start created. */
async function organizationOf({ sql }: Pool): Promise<string> {
  const [row] = await sql<{ id: string }[]>`select id from organizations`;
  if (row === undefined) throw new Error('The first start created no organization.');
  return row.id;
}

async function postmasterOf({ sql }: Pool): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return parentOf(row?.pid ?? 0) ?? 0;
}
