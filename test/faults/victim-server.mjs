// The built server on a database given as JSON, in a process that a test may kill. Prints its port.
import { createApp } from '../../dist/main/app.js';
import { systemClock } from '../../dist/platform/clock.js';
import { connect } from '../../dist/platform/db/database.js';
import { createLogger } from '../../dist/platform/log.js';

const pool = connect(JSON.parse(process.argv[2]), { max: 4 });
const app = await createApp({
  pool,
  clock: systemClock,
  log: createLogger('silent'),
  explorer: false,
  surfaces: true,
});
const server = app.http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${server.address().port}\n`);
});
