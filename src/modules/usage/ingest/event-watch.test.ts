import { expect, test } from '@jest/globals';
import { fc } from '../../../../test/support/property.js';
import type { LiveUpdates } from '../../../platform/live/live-updates.js';
import { EventWatch, groupOf, identityOf, type WatchedEvents } from './event-watch.js';
import type { FlushRow } from './flush.repository.js';

const text = fc.constantFrom('a', 'b', 'c');
const watchedEvents = fc.record({
  externalSubscriptionId: fc.option(text, { nil: null }),
  code: fc.option(text, { nil: null }),
});
const row = fc.record({ external_subscription_id: text, code: text, transaction_id: fc.string() });

const isIn = ({ externalSubscriptionId, code }: WatchedEvents, event: FlushRow) =>
  [null, event.external_subscription_id].includes(externalSubscriptionId) &&
  [null, event.code].includes(code);

test('events are announced to the groups that they belong to, and no others', () => {
  fc.assert(
    fc.property(fc.array(watchedEvents), fc.array(row), (watched, rows) => {
      const events = rows as unknown as FlushRow[];
      const groups = new Map(watched.map((each) => [groupOf(each), each]));
      const announced = new Map<string, string[]>();
      const used = new Set<string>();
      const updates = {
        watchedGroups: () => groups,
        announceEvents: ({ group, ids }: { group: string; ids: readonly string[] }) =>
          announced.set(
            group,
            ids.map((id) => identityOf(id).transactionId),
          ),
        announceUsage: ({ group }: { group: string }) => used.add(group),
      } as unknown as LiveUpdates;
      new EventWatch(updates).announce('o', events, null);
      for (const [group, each] of groups) {
        const own = events.filter((event) => isIn(each, event));
        expect(announced.get(group) ?? []).toEqual(own.map((event) => event.transaction_id));
        expect(used.has(group)).toBe(own.length > 0);
      }
    }),
  );
});
