// A server that is nothing but its Postgres, for embedded-postgres.test.ts to kill. Says on stdout, in one line of JSON,
// how to connect; stops on SIGTERM; takes no notice of Ctrl-C, like a server that still drains.
import { claimDataDir } from '../../dist/main/settings/data-dir.js';
import { startOwnPostgres } from '../../dist/main/database/own-postgres.js';

process.on('SIGINT', () => undefined);

const fail = (error) => {
  console.error(error.message);
  process.exit(1);
};

try {
  const dataDir = claimDataDir(process.argv[2]);
  const log = (line) => console.error(line);
  const { connection, pid, stop } = await startOwnPostgres({ dataDir, log, onExit: fail });
  process.once('SIGTERM', async () => {
    await Promise.all([stop(), stop()]);
    dataDir.release();
  });
  console.log(JSON.stringify({ connection, pid }));
} catch (error) {
  fail(error);
}
