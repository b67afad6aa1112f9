import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export interface OwnServer {
  readonly baseUrl: string;
  readonly apiKey: string;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 120_000;

/**
 * Runs `npm start` with its data in a temporary folder, which is removed when the server stops, also by Ctrl-C.
 * @param port default: a free one.
 */
export async function startOwnServer({
  port: given,
}: { port?: number | undefined } = {}): Promise<OwnServer> {
  const port = given ?? (await freePort());
  const apiKey = `svc_${randomBytes(30).toString('base64url')}`;
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'tollgate-example-'));
  console.log('Starting a server of its own…');
  const child = spawn('npm', ['start', '--silent'], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      BOOTSTRAP_API_KEY: apiKey,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      resolve();
    }),
  );
  const baseUrl = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      void stop().then(() => process.exit(130));
    });
  }
  try {
    await healthy(baseUrl, () => child.exitCode !== null);
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl, apiKey, stop };
}

async function healthy(baseUrl: string, hasEnded: () => boolean): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS;
  while (performance.now() < deadline) {
    if (hasEnded()) throw new Error('The server ended during its start.');
    const answer = await fetch(`${baseUrl}/health`).catch(() => null);
    if (answer?.status === 200) return;
    await pause(100);
  }
  throw new Error('The server did not become healthy in time.');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => {
        resolve(port);
      });
    });
  });
}
