import { expect } from '@jest/globals';
import type { TestServer } from '../support/server.js';
import { billed, gatesPendingPayment, invoicesOf, recordsOf, sorted } from './documents.js';
import type { Faults } from './faults.js';
import { type History, isFollowed } from './history.js';
import { expectSound } from './invariants.js';
import { NaiveBilling } from './naive-billing.js';
import { lifetimesOf, ownPlansOf } from './own-state.js';
import { type Played, Player, startOf } from './player.js';
import { CUSTOMER } from './requests.js';

/** What a history leaves, which is the same each time that it is played. */
export interface Lived {
  readonly events: Played['events'];
  readonly records: unknown;
}

/**
 * Plays a history, and checks it against the invariants and the naive models.
 * @param disturbing null: undisturbed. With disturbances the invoices are not compared with the naive model: compare the records.
 */
export async function live(server: TestServer, history: History, disturbing: Faults | null): Promise<Lived> {
  const player = await Player.begin(server, history, disturbing);
  const played = await player.play();
  const invoices = await invoicesOf(player.client);
  await expectSound(server, player.client, invoices, history, played.events);
  const pendingPayment = await gatesPendingPayment(server, player.client);
  if (disturbing === null && isFollowed(history)) {
    const naive = follow(history, { ...played, pendingPayment });
    expect(billed(invoices)).toEqual(sorted(naive.expected()));
    expect(await ownPlansOf(server, player.client)).toEqual(naive.expectedOwnPlans());
    expect(await lifetimesOf(player.client, CUSTOMER)).toEqual(naive.expectedLifetimes());
  }
  return { events: played.events, records: await recordsOf(server, player.client, invoices) };
}

/** The naive model at the end of a history. */
function follow(
  history: History,
  { events, leftAt, endedAt, pendingPayment }: Played & { readonly pendingPayment: ReadonlySet<string> },
): NaiveBilling {
  const naive = new NaiveBilling(history, startOf(history), pendingPayment);
  for (const event of events) naive.do(event);
  if (leftAt !== null) naive.leave(leftAt);
  naive.passTo(endedAt);
  return naive;
}
