import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '../support/client.js';
import { COMPILE_CACHE } from '../support/program.js';
import type { TestServer } from '../support/server.js';

const PROGRAM = path.join(import.meta.dirname, 'killable-server-main.mjs');
/** The built programs import it first as well. */
const RESOLVE_ONCE = path.resolve(import.meta.dirname, '../../dist/main/process/resolve-once.js');

/** Another server on the database of a test's, in a process of its own that may be killed. */
export interface KillableServer {
  readonly child: ChildProcess;
  /** Calls it with the same key. */
  readonly caller: Client;
}

/**
 * @param role `all`: it bills events and does due work besides.
 * @param providerUrls of payment providers; by default their own, which no test calls.
 */
export async function startKillableServer(
  { database }: TestServer,
  client: Client,
  role: 'api' | 'all' = 'api',
  providerUrls: { readonly stripeUrl?: string; readonly adyenUrl?: string } = {},
): Promise<KillableServer> {
  const args = [PROGRAM, JSON.stringify(database.connection), role, JSON.stringify(providerUrls)];
  const child = spawn(process.execPath, ['--import', RESOLVE_ONCE, ...args], {
    env: { ...process.env, ...COMPILE_CACHE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value: port } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  return { child, caller: new Client(`http://127.0.0.1:${String(port)}`, client.key, client.organizationId) };
}
