import { jest } from './globals.mjs';

/** The global under which the framework keeps its event handlers. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/** Runs a test file on the worker's own global object, and restores that object for the next file. */
export default class WorkerEnvironment {
  global = globalThis;
  found = {
    console: globalThis.console,
    exit: process.exit,
    folder: process.cwd(),
    variables: { ...process.env },
    stackTraceLimit: Error.stackTraceLimit,
  };

  /** Jest would use this to create a context per file; we use none. */
  getVmContext() {
    return null;
  }

  setup() {
    // Jest raises the limit, which makes every test that expects errors slow.
    Error.stackTraceLimit = this.found.stackTraceLimit;
  }

  teardown() {
    const { console, exit, folder, variables } = this.found;
    jest.restoreAllMocks();
    delete globalThis[EVENT_HANDLERS];
    globalThis.console = console;
    process.exit = exit;
    if (process.cwd() !== folder) process.chdir(folder);
    for (const name of Object.keys(process.env)) if (!(name in variables)) delete process.env[name];
    Object.assign(process.env, variables);
  }
}
