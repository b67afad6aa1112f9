import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Connection } from '../../src/platform/db/pool.js';
import { COMPILE_CACHE } from '../support/program.js';
import type { Cost } from './meter.js';

const PROGRAM = path.join(import.meta.dirname, 'target-process.ts');
const BUILT = path.resolve(import.meta.dirname, '../../dist');
/** Longer than any response may take, including that to the advance of a clock. */
const PATIENCE_MS = 30_000;

interface TargetOptions {
  /** The folder of the build. */
  readonly dist?: string;
  /** How long to wait for a response. */
  readonly patienceMs?: number;
}

/** A request as sent. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer<ArrayBuffer>;
}

/** Status and cost are null when no response came. */
export interface Observation {
  readonly status: number | null;
  readonly cost: Cost | null;
  readonly tookMs: number;
}

/** The attacked server, in its own process, which measures itself. */
export class Target {
  private constructor(
    private readonly child: ChildProcess,
    readonly baseUrl: string,
    private readonly patienceMs: number,
  ) {}

  static async start(
    connection: Connection,
    { dist = BUILT, patienceMs = PATIENCE_MS }: TargetOptions = {},
  ): Promise<Target> {
    const child = spawn(process.execPath, [PROGRAM, dist, JSON.stringify(connection)], {
      env: { ...process.env, ...COMPILE_CACHE },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    return new Target(child, await answerOf<string>(child), patienceMs);
  }

  async measure(sent: Sent): Promise<Observation> {
    await this.ask('begin');
    const started = performance.now();
    const answer = await this.send(sent);
    const tookMs = performance.now() - started;
    if (answer === null) return { status: null, cost: null, tookMs };
    const cost = await this.ask('end').catch(() => null);
    return { ...answer, cost, tookMs };
  }

  /** @returns null when no response comes. */
  async send({ method, path: called, headers, body }: Sent): Promise<{ status: number } | null> {
    try {
      const response = await fetch(`${this.baseUrl}${called}`, {
        method,
        headers,
        signal: AbortSignal.timeout(this.patienceMs),
        ...(body === undefined ? {} : { body }),
      });
      await response.arrayBuffer();
      return { status: response.status };
    } catch {
      return null;
    }
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  private async ask(question: 'begin' | 'end'): Promise<Cost | null> {
    this.child.send(question);
    return answerOf(this.child);
  }
}

/** Waits for a message of the process. @throws Error when the process ends first or is busy for too long. */
async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const settled = new AbortController();
  const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(PATIENCE_MS)]);
  try {
    const [answer] = (await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => Promise.reject(new Error('The server has ended.'))),
    ])) as [Answer];
    return answer;
  } finally {
    settled.abort();
  }
}
