import { newId } from '../../src/platform/db/tables/ids.js';
import { differencesOfSent, requireDescribed } from './sent-messages.js';
import { release, type SharedServer, startTestServer, type TestServer } from './server.js';

interface KeptServer {
  readonly server: TestServer;
  files: number;
  isTaken: boolean;
}

/** Then a new one is started: nobody analyzes the tables, so that statements get slower as they grow. */
const MOST_FILES = 20;
/** The message with which Jest ends a worker, for which it waits half a second. */
const END_OF_WORKER = 2;

let kept: KeptServer | null = null;

/**
 * Takes the server that the test files of this worker share, one after another: to start one takes as long as the tests of
 * many a file (docs/adr/0021). Its database has organizations of other files.
 */
export async function shareTestServer(): Promise<SharedServer> {
  if (kept?.isTaken === true) throw new Error('A test file takes the shared server once.');
  if (kept !== null && kept.files >= MOST_FILES) await stopSharedServer();
  if (kept === null) {
    kept = { server: await startTestServer(), files: 0, isTaken: false };
    stopWithWorker();
  }
  const taken = kept;
  const before = newId();
  taken.files += 1;
  taken.isTaken = true;
  const shared: SharedServer = {
    ...taken.server,
    stop: async () => {
      taken.isTaken = false;
      release(shared);
      requireDescribed(await differencesOfSent(taken.server.pool, before));
    },
  };
  return shared;
}

async function stopSharedServer(): Promise<void> {
  const stopped = kept;
  kept = null;
  process.off('message', exitAtEnd);
  await stopped?.server.stop();
}

/** With `--runInBand` there is no worker: `global-teardown.mjs` stops the server then. */
function stopWithWorker(): void {
  process.on('message', exitAtEnd);
  Object.assign(globalThis, { stopSharedServer });
}

/** The database ends with the Postgres of the run. */
function exitAtEnd(message: unknown): void {
  if (Array.isArray(message) && message[0] === END_OF_WORKER) process.exit();
}
