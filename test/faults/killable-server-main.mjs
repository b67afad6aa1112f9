// The built server on a database given as JSON, in a process that a test may kill. Does the work of a worker if asked
// to. Prints its port.
import { createApp } from '../../dist/main/app.js';
import { WORKERS } from '../../dist/main/workers.js';
import { systemClock } from '../../dist/platform/clock.js';
import { openConnections } from '../../dist/platform/db/database-connections.js';
import { Encryption } from '../../dist/platform/encryption/encryption.js';
import { DEFAULT_LIMITS } from '../../dist/platform/limits.js';
import { createLogger } from '../../dist/platform/log.js';
import { OutgoingHttp } from '../../dist/platform/outgoing/outgoing-http.js';

const [connection, role, providerUrls] = process.argv.slice(2);
const connections = openConnections(JSON.parse(connection), DEFAULT_LIMITS);
const log = createLogger('silent');
const app = await createApp({
  connections,
  clock: systemClock,
  log,
  explorer: false,
  surfaces: true,
  // Receivers of webhooks are on this machine.
  outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
  // The key of all servers of tests (test/support/server.ts).
  encryption: new Encryption([new Uint8Array(32).fill(7)]),
  ...JSON.parse(providerUrls),
});
for (const [, start] of role === 'all' ? WORKERS : []) {
  await start({ connection: JSON.parse(connection), services: app.services, log, metrics: app.metrics });
}
const server = app.http.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${server.address().port}\n`);
});
