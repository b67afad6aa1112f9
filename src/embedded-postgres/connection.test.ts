import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { embeddedConnection, openDatabase } from './connection.js';

let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'tollgate-connection-'));
  server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => {
    server.listen(path.join(folder, '.s.PGSQL.5432'), resolve);
  });
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

test('a server that closes connections while it starts is not ready, whichever side notices first', async () => {
  // The driver reads the end of some connections, and writes to others too late.
  for (let attempt = 0; attempt < 20; attempt += 1)
    expect(await openDatabase(embeddedConnection(folder, 'tollgate', 'secret'))).toBe(false);
});
