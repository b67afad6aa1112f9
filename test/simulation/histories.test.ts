// Plays random histories of a customer twice: once undisturbed, and once with stops of the clock and with statements that
// fail or lose their connection. Both must produce the same documents, and those that a naive model expects.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase } from '../support/database.js';
import { differencesIn } from '../support/differences.js';
import { FailingProxy } from '../support/failing-proxy.js';
import { fc, limit, tries } from '../support/property.js';
import { checkRepresentations } from '../support/representations.js';
import { serveApp, type TestServer } from '../support/server.js';
import { Faults } from './faults.js';
import { histories } from './history.js';
import { live } from './live.js';

const HISTORIES = 6;
/** Far longer than a history takes, so that only a hanging one reaches the limit. */
const HISTORY_LIMIT_MS = 300_000;

let server: TestServer;
let proxy: FailingProxy;
let faults: Faults;

beforeAll(async () => {
  const database = await createDatabase();
  proxy = await FailingProxy.before(database);
  server = { ...(await serveApp({ ...database, connection: proxy.connection })), database };
  await checkRepresentations(server);
  faults = await Faults.install(server.pool, proxy);
});
afterAll(async () => {
  await server.stop();
  await proxy.close();
  await server.database.drop();
});

test(
  'every history is billed once, as the naive model expects, and equally with and without faults',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const undisturbed = await live(server, history, null);
        const disturbed = await live(server, history, faults);
        expect(disturbed.events).toEqual(undisturbed.events);
        expect(disturbed.records).toEqual(undisturbed.records);
      }),
      tries(HISTORIES),
    );
    // No history has damaged the records of another one, each of which was verified at its end.
    expect(await differencesIn(server.pool)).toEqual([]);
  },
  limit(HISTORIES * HISTORY_LIMIT_MS),
);
