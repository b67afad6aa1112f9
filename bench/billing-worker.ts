// One more worker on the database in BENCH_CONNECTION, in its own process. `billing-day.ts` starts it; it sends a message
// when it is ready.
import {
  type Connection,
  createApp,
  createLogger,
  DEFAULT_LIMITS,
  openConnections,
  systemClock,
} from './product.ts';

const connection = JSON.parse(process.env['BENCH_CONNECTION'] ?? '') as Connection;
const connections = openConnections(connection, DEFAULT_LIMITS);
const log = createLogger('warn');
const app = await createApp({ connections, clock: systemClock, log, explorer: false, surfaces: false });
const worker = await app.services.startLiveWorker();

// The parent process has exited.
process.once('disconnect', () => {
  void worker.stop().then(() => process.exit());
});
process.send?.('working');
