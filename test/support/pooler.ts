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

/** The start-up parameter for the role of the session: PgBouncer refuses it, or omits it if it is configured to. */
const ROLE = /role\0[^\0]+\0/;
type RoleParameter = 'passed' | 'omitted' | 'refused';

/** Starts a minimal pooler. Each connection opens a session; in transaction mode, every session serves all connections. */
export async function startPooler(
  { connection }: Pick<TestDatabase, 'connection'>,
  mode: Mode,
  role: RoleParameter = 'passed',
) {
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
    let isFirst = true;
    client.on('data', (received) => {
      const asksForRole = isFirst && ROLE.test(received.toString('latin1'));
      isFirst = false;
      if (asksForRole && role === 'refused') {
        client.end(refusal('unsupported startup parameter: role'));
        return;
      }
      const bytes = asksForRole && role === 'omitted' ? withoutRole(received) : received;
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

function withoutRole(startup: Buffer): Buffer {
  const bytes = Buffer.from(startup.toString('latin1').replace(ROLE, ''), 'latin1');
  bytes.writeInt32BE(bytes.length);
  return bytes;
}

/** An error that ends the connection, as PgBouncer sends it. */
function refusal(message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0', 'latin1');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}
