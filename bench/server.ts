import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type Connection, findOwnPostgres } from './product.ts';

/** The product as a user runs it, by `npm start`, with the embedded Postgres in a temporary folder. */
export interface Server {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The process of the server itself, not of npm. */
  readonly pid: number;
  /** The folder of its data. */
  readonly dataDir: string;
  /** Connects to its Postgres, which measurements read as well. */
  readonly connection: Connection;
  stop(): Promise<void>;
}

export async function startServer(): Promise<Server> {
  const dataDir = mkdtempSync(path.join(realpathSync(os.tmpdir()), 'tollgate-bench-'));
  const apiKey = `svc_${randomBytes(30).toString('base64url')}`;
  const child = spawn('npm', ['start', '--silent'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      BOOTSTRAP_API_KEY: apiKey,
      LOG_LEVEL: 'warn',
      // Receivers of webhooks are on this machine.
      WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  const baseUrl = await greetedUrl(child.stdout);
  if (baseUrl === null) {
    await stop();
    throw new Error('The server ended during its start.');
  }
  const pid = Number(readFileSync(path.join(dataDir, 'server.pid'), 'utf8'));
  const connection = await findOwnPostgres(dataDir);
  if (connection === null) throw new Error('The Postgres of the running server was not found.');
  return { baseUrl, apiKey, pid, dataDir, connection, stop };
}

/** Reads the URL that the server prints when it is ready; its later output goes to the terminal. */
async function greetedUrl(output: NodeJS.ReadableStream): Promise<string | null> {
  const lines = createInterface(output);
  for await (const line of lines) {
    const url = /^\s*REST\s+(\S+)\/api\/v1/.exec(line)?.[1];
    if (url === undefined) continue;
    output.pipe(process.stderr);
    return url;
  }
  return null;
}
