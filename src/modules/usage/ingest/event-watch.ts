import type { Tx } from '../../../platform/db/database.js';
import { announceAfterCommit } from '../../../platform/db/layers/announcements.js';
import type { LiveUpdates } from '../../../platform/live/live-updates.js';
import type { EventIdentity } from '../events/event-key.js';
import type { FlushRow } from './flush.repository.js';

/** Which events of an organization a subscriber watches; null: all. */
export interface WatchedEvents {
  readonly externalSubscriptionId: string | null;
  readonly code: string | null;
}

/** Names the events that a subscriber watches, for the notifications of them. */
export function groupOf({ externalSubscriptionId, code }: WatchedEvents): string {
  return JSON.stringify([externalSubscriptionId, code]);
}

/** Names an event in notifications. */
function nameOf({ external_subscription_id, transaction_id }: FlushRow): string {
  return JSON.stringify([external_subscription_id, transaction_id]);
}

/** The event that a notification names. */
export function identityOf(name: string): EventIdentity {
  const [externalSubscriptionId, transactionId] = JSON.parse(name) as [string, string];
  return { externalSubscriptionId, transactionId };
}

/** Announces stored events to those who watch them or the usage that they add up to. Nothing is announced while nobody does. */
export class EventWatch {
  constructor(private readonly liveUpdates: LiveUpdates) {}

  /**
   * Announces events that have been stored.
   * @param openTransaction the transaction that stores them, if they are not committed yet.
   */
  announce(organizationId: string, rows: readonly FlushRow[], openTransaction: Tx | null): void {
    const events = this.liveUpdates.watchedGroups(organizationId, 'event');
    const usage = this.liveUpdates.watchedGroups(organizationId, 'usage');
    if (events.size === 0 && usage.size === 0) return;
    const send = openTransaction === null ? undefined : announceAfterCommit;
    const namesOfEvents = new Map<string, string[]>();
    const groupsOfUsage = new Set<string>();
    for (const row of rows)
      for (const group of groupsOf(row)) {
        if (events.has(group)) addTo(namesOfEvents, group, nameOf(row));
        if (usage.has(group)) groupsOfUsage.add(group);
      }
    for (const [group, ids] of namesOfEvents)
      this.liveUpdates.announceEvents({ organizationId, group, ids }, send);
    for (const group of groupsOfUsage) this.liveUpdates.announceUsage({ organizationId, group }, send);
  }
}

/** The groups that an event belongs to, whether somebody watches them or not. */
function groupsOf({ external_subscription_id, code }: FlushRow): string[] {
  return [external_subscription_id, null].flatMap((externalSubscriptionId) =>
    [code, null].map((named) => groupOf({ externalSubscriptionId, code: named })),
  );
}

function addTo(lists: Map<string, string[]>, key: string, member: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [member]);
  else list.push(member);
}
