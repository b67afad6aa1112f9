import { setTimeout as pause } from 'node:timers/promises';
import { call } from './call.ts';
import { newEvents, pick, restEvent } from './events.ts';
import type { World } from './world.ts';

const BATCH = 100;
const SENDERS = 4;
/** Milliseconds between two batches of one sender: 50 batches a second in all, unless the server is slower. */
const PACE_MS = 80;

/** Sends events during a measurement; one event of each batch belongs to a subscription that is being measured. */
export function startBackground(world: World, measured: readonly string[]): { stop: () => Promise<number> } {
  const startedAt = performance.now();
  let sent = 0;
  let ended = false;
  const send = async (): Promise<void> => {
    while (!ended) {
      const paced = pause(PACE_MS);
      const events = [...newEvents(BATCH - 1, world.subscriptions), ...newEvents(1, [pick(measured)])];
      await call(world.server, 'POST', '/api/v1/events/batch', { events: events.map(restEvent) });
      sent += BATCH;
      await paced;
    }
  };
  const senders = Promise.all(Array.from({ length: SENDERS }, send));
  return {
    /** @returns the number of events sent per second. */
    stop: async () => {
      ended = true;
      await senders;
      world.stored += sent;
      return (sent / (performance.now() - startedAt)) * 1_000;
    },
  };
}
