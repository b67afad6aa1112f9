// Random histories of a customer, played twice: once undisturbed, and once with stops on the way and with statements
// that fail or lose their connection. Both come to the same documents, and to what a naive model says.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fc, limit, tries } from '../support/property.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { billed, heldBackOf, invoicesOf, sorted, told } from './documents.js';
import { Faults } from './faults.js';
import { histories, type History, isFollowed } from './history.js';
import { expectSound } from './invariants.js';
import { NaiveBilling } from './naive-billing.js';
import { type Played, Player, startOf } from './player.js';

const HISTORIES = 6;
/** Far more than one takes, so that only what hangs is ended by it. */
const HISTORY_LIMIT_MS = 300_000;

let server: TestServer;
let faults: Faults;

beforeAll(async () => {
  server = await startTestServer();
  faults = await Faults.install(server.pool);
});
afterAll(() => server.stop());

async function live(history: History, disturbing: Faults | null) {
  const player = await Player.begin(server, history, disturbing);
  const played = await player.play();
  const invoices = await invoicesOf(player.client);
  await expectSound(server, player.client, invoices, history);
  const heldBack = await heldBackOf(server, player.client);
  return { ...played, invoices, heldBack, told: await told(server, player.client, invoices) };
}

/** What a naive model says that it must be billed. */
function expectedOf(
  history: History,
  { events, leftAt, endedAt, heldBack }: Played & { readonly heldBack: ReadonlySet<string> },
) {
  const naive = new NaiveBilling(history, startOf(history), heldBack);
  for (const event of events) naive.do(event);
  if (leftAt !== null) naive.leave(leftAt);
  naive.passTo(endedAt);
  return naive.expected();
}

test(
  'whatever happens to a customer is billed once, as it should be, and as if nothing had gone wrong',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const undisturbed = await live(history, null);
        if (isFollowed(history)) {
          expect(billed(undisturbed.invoices)).toEqual(sorted(expectedOf(history, undisturbed)));
        }
        const disturbed = await live(history, faults);
        expect(disturbed.events).toEqual(undisturbed.events);
        expect(disturbed.told).toEqual(undisturbed.told);
      }),
      tries(HISTORIES),
    );
  },
  limit(HISTORIES * HISTORY_LIMIT_MS),
);
