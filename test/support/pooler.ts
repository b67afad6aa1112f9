import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestDatabase } from './database.js';

/** The message by which Postgres says that it is ready for the next transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
/** The start of the message that names the process that serves the connection. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12]);

type Mode = 'session' | 'transaction';

/** Starts a minimal pooler. Each connection opens a session; in transaction mode, every session serves all connections. */
export async function startPooler({ connection }: TestDatabase, mode: Mode) {
  const folder = await mkdtemp(path.join(tmpdir(), 'pooler-'));
  const name = `.s.PGSQL.${connection.port}`;
  const free: Socket[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const own = connect(path.join(connection.host, name));
    for (const socket of [client, own]) sockets.add(socket.on('error', () => undefined));
    let hasStarted = false;
    let session: Socket | undefined = own;
    const hear = (bytes: Buffer) => {
      const at = hasStarted ? -1 : bytes.indexOf(KEY_DATA);
      if (at >= 0) bytes.writeInt32BE(1, at + KEY_DATA.length);
      const isReady = bytes.subarray(-READY.length).equals(READY);
      if (isReady && mode === 'transaction' && session !== undefined) {
        free.push(session);
        session.off('data', hear);
        session = undefined;
      }
      hasStarted ||= isReady;
      client.write(bytes);
    };
    own.on('data', hear);
    client.on('data', (bytes) => {
      if (session === undefined) {
        session = free.pop() ?? own;
        session.on('data', hear);
      }
      session.write(bytes);
    });
  });
  server.listen(path.join(folder, name));
  await once(server, 'listening');
  return {
    connection: { ...connection, host: folder },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await rm(folder, { recursive: true });
    },
  };
}
