// The product's application in its own process, with one difference: no two requests share a commit.
// `single-events.ts` starts it with the database in BENCH_CONNECTION; it sends its URL as a message.
import type { AddressInfo } from 'node:net';
import {
  type Connection,
  createApp,
  createLogger,
  DEFAULT_LIMITS,
  GroupCommit,
  openConnections,
  systemClock,
} from './product.ts';

// eslint-disable-next-line @typescript-eslint/unbound-method -- called below with the `this` it is given
const { write } = GroupCommit.prototype;
GroupCommit.prototype.write = function (request) {
  const ownLanes = { lanes: { value: new Map() } };
  return write.call(Object.create(this, ownLanes) as typeof this, request);
};

// The parent process has exited.
process.once('disconnect', () => {
  process.exit();
});

const connection = JSON.parse(process.env['BENCH_CONNECTION'] ?? '') as Connection;
// One organization may use every connection: the benchmark compares sharing of commits, not of connections.
const connections = openConnections(connection, {
  ...DEFAULT_LIMITS,
  organizationConnections: DEFAULT_LIMITS.requestConnections,
});
const { http, services } = await createApp({
  connections,
  clock: systemClock,
  log: createLogger('warn'),
  explorer: false,
});
await services.subscriptionLookup.follow(connections.listen);
const server = http.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
