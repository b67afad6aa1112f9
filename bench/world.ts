import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Pool } from './product.ts';
import { residentMegabytes } from './processes.ts';
import { type Server, startServer } from './server.ts';

/** What all benchmarks of a run share. */
export interface World {
  readonly server: Server;
  /** Leads to the server's database, past the server. */
  readonly pool: Pool;
  /** Of the server process when it had just started; null where the system does not tell. */
  readonly idleMegabytes: number | null;
  stop(): Promise<void>;
}

/** How long the server is left alone before its memory is read. */
const IDLE_MS = 5_000;

export async function createWorld(): Promise<World> {
  const server = await startServer();
  const pool = connect(server.connection, { max: 4 });
  const idleMegabytes = await idleMemory(server);
  const stop = async (): Promise<void> => {
    await pool.close();
    await server.stop();
  };
  return { server, pool, idleMegabytes, stop };
}

/** Of the server process in megabytes, after a pause. */
export async function idleMemory({ pid }: Server): Promise<number | null> {
  await pause(IDLE_MS);
  return residentMegabytes(pid);
}
