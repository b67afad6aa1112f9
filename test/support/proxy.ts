import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestDatabase } from './database.js';

/** A socket that programs connect to in place of that of Postgres. */
export interface ProxySocket {
  /** Connects to the database through the proxy. */
  readonly connection: TestDatabase['connection'];
  readonly close: () => Promise<void>;
}

/** Listens in a folder of its own. @param join called for each connection of a program, with one to Postgres. */
export async function listenBefore(
  { connection }: Pick<TestDatabase, 'connection'>,
  join: (program: Socket, postgres: Socket) => void,
): Promise<ProxySocket> {
  const folder = await mkdtemp(path.join(tmpdir(), 'proxy-'));
  const name = `.s.PGSQL.${connection.port}`;
  const sockets = new Set<Socket>();
  const server = createServer((program) => {
    const postgres = connect(path.join(connection.host, name));
    for (const socket of [program, postgres]) sockets.add(socket.once('close', () => sockets.delete(socket)));
    join(program, postgres);
  });
  server.listen(path.join(folder, name));
  await once(server, 'listening');
  return {
    connection: { ...connection, host: folder },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
