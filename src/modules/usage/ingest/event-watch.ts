import type { Tx } from '../../../platform/db/database.js';
import { announceAfterCommit } from '../../../platform/db/announcements.js';
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
    const send = openTransaction === null ? undefined : announceAfterCommit;
    for (const group of this.liveUpdates.watchedGroups(organizationId, 'event')) {
      const ids = rows.filter(isIn(group)).map(nameOf);
      this.liveUpdates.announceEvents({ organizationId, group, ids }, send);
    }
    for (const group of this.liveUpdates.watchedGroups(organizationId, 'usage'))
      if (rows.some(isIn(group))) this.liveUpdates.announceUsage({ organizationId, group }, send);
  }
}

/** Whether an event belongs to a group. */
function isIn(group: string): (row: FlushRow) => boolean {
  const [externalSubscriptionId, code] = JSON.parse(group) as [string | null, string | null];
  return (row) =>
    (externalSubscriptionId === null || row.external_subscription_id === externalSubscriptionId) &&
    (code === null || row.code === code);
}
