// The product's application as a process of its own, with one difference: every request has a group commit to itself,
// so that nobody shares a commit. `singles.ts` starts it with the database in BENCH_CONNECTION, and is sent its URL.
import type { AddressInfo } from 'node:net';
import { type Connection, connect, createApp, createLogger, GroupCommit, systemClock } from './product.ts';

// eslint-disable-next-line @typescript-eslint/unbound-method -- called below with the `this` it is given
const { write } = GroupCommit.prototype;
GroupCommit.prototype.write = function (request) {
  const ownLanes = { lanes: { value: new Map() } };
  return write.call(Object.create(this, ownLanes) as typeof this, request);
};

// Whoever started it has gone.
process.once('disconnect', () => {
  process.exit();
});

const pool = connect(JSON.parse(process.env['BENCH_CONNECTION'] ?? '') as Connection);
const { http, services } = await createApp({
  pool,
  clock: systemClock,
  log: createLogger('warn'),
  explorer: false,
});
await services.subscriptionLookup.follow(pool.sql);
const server = http.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
