// One more worker on the database in BENCH_CONNECTION, in a process of its own. `billing-day.ts` starts it, and is told
// when it works.
import { type Connection, connect, createApp, createLogger, systemClock } from './product.ts';

const pool = connect(JSON.parse(process.env['BENCH_CONNECTION'] ?? '') as Connection);
const log = createLogger('warn');
const app = await createApp({ pool, clock: systemClock, log, explorer: false, surfaces: false });
const worker = await app.services.startLiveWorker();

// Whoever started it has gone.
process.once('disconnect', () => {
  void worker.stop().then(() => process.exit());
});
process.send?.('working');
