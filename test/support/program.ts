import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const PROGRAMS = path.resolve(import.meta.dirname, '../../dist/main');

const cacheFolder = process.env['TEST_COMPILE_CACHE'];
/** Environment of the programs that tests start: a third of the time of a start is compiling. */
export const COMPILE_CACHE = cacheFolder === undefined ? {} : { NODE_COMPILE_CACHE: cacheFolder };

interface ProgramOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
  /** Default: the server. */
  readonly name?: 'main' | 'verify' | 'admin' | 'tollgate' | 'backup';
  /** The folder of the build; default: the build of this version. */
  readonly folder?: string;
}

/** Runs a built program as a child process; the server listens on a free port. */
export class Program {
  /** The text written so far to stdout and stderr. */
  output = '';
  readonly process: ChildProcess;
  private readonly ended: Promise<number | null>;

  constructor({ env, args = [], name = 'main', folder = PROGRAMS }: ProgramOptions) {
    const isCommand = name === 'admin' || name === 'verify';
    const file = path.join(folder, isCommand ? 'tollgate.js' : `${name}.js`);
    this.process = spawn(process.execPath, [file, ...(isCommand ? [name] : []), ...args], {
      // Does not inherit the environment of the tests, where BOOTSTRAP_API_KEY and others may be set.
      env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...COMPILE_CACHE, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
    this.ended = once(this.process, 'close').then(() => this.process.exitCode);
  }

  /** Waits until the output matches a pattern. @throws Error when the program ends first. */
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

  /** Waits until the server is ready. @returns its URL. */
  async url(): Promise<string> {
    const [, url = ''] = await this.says(/(http:\/\/[^/\s]+)\/health/);
    return url;
  }

  /** Waits until the program ends. @returns its exit code; null when a signal ended it. */
  exit(): Promise<number | null> {
    return this.ended;
  }

  /** Stops the program as Ctrl-C does: with two signals, one from the terminal and one from npm. */
  async stop(): Promise<number | null> {
    this.process.kill('SIGINT');
    this.process.kill('SIGINT');
    return this.exit();
  }
}
