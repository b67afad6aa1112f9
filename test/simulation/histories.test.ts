// Plays random histories of a customer twice: once undisturbed, and once with stops of the clock and with statements that
// fail or lose their connection. Both must produce the same documents, and those that a naive model expects.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createDatabase } from '../support/database.js';
import { FailingProxy } from '../support/failing-proxy.js';
import { fc, limit, tries } from '../support/property.js';
import { checkRepresentations } from '../support/representations.js';
import { serveApp, type TestServer } from '../support/server.js';
import { billed, gatesPendingPayment, invoicesOf, recordsOf, sorted } from './documents.js';
import { Faults } from './faults.js';
import { histories, type History, isFollowed } from './history.js';
import { expectSound } from './invariants.js';
import { NaiveBilling } from './naive-billing.js';
import { type Played, Player, startOf } from './player.js';

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

async function live(history: History, disturbing: Faults | null) {
  const player = await Player.begin(server, history, disturbing);
  const played = await player.play();
  const invoices = await invoicesOf(player.client);
  await expectSound(server, player.client, invoices, history, played.events);
  const pendingPayment = await gatesPendingPayment(server, player.client);
  return { ...played, invoices, pendingPayment, records: await recordsOf(server, player.client, invoices) };
}

/** The invoices that the naive model expects. */
function expectedOf(
  history: History,
  { events, leftAt, endedAt, pendingPayment }: Played & { readonly pendingPayment: ReadonlySet<string> },
) {
  const naive = new NaiveBilling(history, startOf(history), pendingPayment);
  for (const event of events) naive.do(event);
  if (leftAt !== null) naive.leave(leftAt);
  naive.passTo(endedAt);
  return naive.expected();
}

test(
  'every history is billed once, as the naive model expects, and equally with and without faults',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const undisturbed = await live(history, null);
        if (isFollowed(history)) {
          expect(billed(undisturbed.invoices)).toEqual(sorted(expectedOf(history, undisturbed)));
        }
        const disturbed = await live(history, faults);
        expect(disturbed.events).toEqual(undisturbed.events);
        expect(disturbed.records).toEqual(undisturbed.records);
      }),
      tries(HISTORIES),
    );
  },
  limit(HISTORIES * HISTORY_LIMIT_MS),
);
