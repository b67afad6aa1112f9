// The built server in its own process, with one database connection for all requests. It measures the cost of requests.
// `target.ts` starts it with the folder of the build and the database, receives its URL, and requests the costs.
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as app from '../../src/main/app.ts';
import type * as clock from '../../src/platform/clock.ts';
import type * as connectionsModule from '../../src/platform/db/database-connections.ts';
import type * as database from '../../src/platform/db/pool.ts';
import type * as limitsModule from '../../src/platform/limits.ts';
import type * as log from '../../src/platform/log.ts';
import { Meter } from './meter.ts';

const [dist = '', place = ''] = process.argv.slice(2);
const connection = JSON.parse(place) as database.Connection;
await built('main/process/resolve-once.js');
const { createApp } = await built<typeof app>('main/app.js');
const { systemClock } = await built<typeof clock>('platform/clock.js');
const { openConnections } = await built<typeof connectionsModule>('platform/db/database-connections.js');
const { connect } = await built<typeof database>('platform/db/pool.js');
const { DEFAULT_LIMITS } = await built<typeof limitsModule>('platform/limits.js');
const { createLogger } = await built<typeof log>('platform/log.js');

const limits = { ...DEFAULT_LIMITS, requestConnections: 1, jobConnections: 1 };
const connections = openConnections(connection, limits);
const { http } = await createApp({
  connections,
  clock: systemClock,
  log: createLogger('error'),
  explorer: true,
  limits,
});
const meter = new Meter(connections.drivers, connect(connection, { max: 1 }).sql);

process.on('message', (question: 'begin' | 'end') => {
  void answer(question).then((cost) => process.send?.(cost));
});
// The parent process has exited.
process.once('disconnect', () => {
  process.exit();
});
const server = http.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

async function answer(question: 'begin' | 'end') {
  if (question === 'end') return meter.end();
  meter.begin();
  return null;
}

async function built<Module>(file: string): Promise<Module> {
  return (await import(pathToFileURL(path.join(dist, file)).href)) as Module;
}
