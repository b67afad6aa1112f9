import { announceAfterCommit } from '../db/announcements.js';

/** Notifies the processes that serve GraphQL subscriptions of changes that have been committed. */
export const LIVE_CHANNEL = 'live_updates';

/** What subscriptions are about. */
export type Topic = 'activity' | 'event' | 'export' | 'invoice' | 'wallet' | 'webhook';

/** Objects of one organization that have changed, by their ids. Whoever is interested reads them. */
export interface LiveUpdate {
  readonly topic: Topic;
  readonly organizationId: string;
  /** What a subscription may choose by: the type of the resource, or the record that the objects belong to. */
  readonly group: string;
  readonly ids: readonly string[];
}

/** So that a notification stays below the 8,000 bytes that Postgres sends. */
const MOST_IDS = 150;

/** Writes an update as notifications. */
export function notificationsOf({ topic, organizationId, group, ids }: LiveUpdate): string[] {
  const parts = Array.from({ length: Math.ceil(ids.length / MOST_IDS) }, (_, part) =>
    ids.slice(part * MOST_IDS, (part + 1) * MOST_IDS),
  );
  return parts.map((part) => JSON.stringify([topic, organizationId, group, ...part]));
}

/** Reads an update from its notification. */
export function updateOf(notification: string): LiveUpdate {
  const [topic, organizationId, group, ...ids] = JSON.parse(notification) as [
    Topic,
    string,
    string,
    ...string[],
  ];
  return { topic, organizationId, group, ids };
}

/** Tells subscribers of all processes once the current transaction has committed. */
export function announceUpdate(update: LiveUpdate): void {
  announceAfterCommit(LIVE_CHANNEL, notificationsOf(update));
}
