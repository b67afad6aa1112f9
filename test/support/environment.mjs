import { jest } from './globals.mjs';

/** Where the framework keeps who listens to it. */
const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');

/** The worker's own global object, left to the next test file as it was found. */
export default class WorkerEnvironment {
  global = globalThis;
  found = {
    console: globalThis.console,
    exit: process.exit,
    folder: process.cwd(),
    variables: { ...process.env },
    stackTraceLimit: Error.stackTraceLimit,
  };

  /** Jest makes contexts of it; we do without. */
  getVmContext() {
    return null;
  }

  setup() {
    // Jest has raised it: that is slow wherever errors are expected.
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
