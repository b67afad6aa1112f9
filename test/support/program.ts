import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const PROGRAMS = path.resolve(import.meta.dirname, '../../dist/main');

interface ProgramOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** The server when left out. */
  readonly name?: 'main' | 'verify' | 'admin';
  /** Where it is built; of this version when left out. */
  readonly folder?: string;
}

/** A built program as a process of its own; the server listens on a free port. */
export class Program {
  /** What it has written so far, on both outputs. */
  output = '';
  readonly process: ChildProcess;
  private readonly ended: Promise<number | null>;

  constructor({ env, args = [], name = 'main', folder = PROGRAMS }: ProgramOptions) {
    this.process = spawn(process.execPath, [path.join(folder, `${name}.js`), ...args], {
      // Nothing of the environment that runs the tests, where BOOTSTRAP_API_KEY and others may be set.
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
    this.ended = once(this.process, 'close').then(() => this.process.exitCode);
  }

  /** Waits until it has written something like this. @throws Error when it ends instead. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = pattern.exec(this.output);
      if (found !== null) return found;
      const more = await Promise.race([
        once(this.process.stdout as NodeJS.EventEmitter, 'data').then(() => true),
        once(this.process.stderr as NodeJS.EventEmitter, 'data').then(() => true),
        this.ended.then(() => false),
      ]);
      if (!more && pattern.exec(this.output) === null) {
        throw new Error(`It ended without saying ${String(pattern)}, but:\n${this.output}`);
      }
    }
  }

  /** Where it listens, once it does. */
  async url(): Promise<string> {
    const [, url = ''] = await this.says(/(http:\/\/[^/\s]+)\/health/);
    return url;
  }

  /** How it ends: its exit code, null for a signal. */
  exit(): Promise<number | null> {
    return this.ended;
  }

  /** Stops it as Ctrl-C does: the signal comes twice, from the terminal and from npm. */
  async stop(): Promise<number | null> {
    this.process.kill('SIGINT');
    this.process.kill('SIGINT');
    return this.exit();
  }
}
