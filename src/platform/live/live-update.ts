import { announceAfterCommit, PAYLOAD_BYTES } from '../db/layers/announcements.js';

/** Notifies the processes that serve GraphQL subscriptions of changes that have been committed. */
export const LIVE_CHANNEL = 'live_updates';

/** What subscriptions are about. */
export type Topic =
  'activity' | 'customer' | 'event' | 'export' | 'invoice' | 'message' | 'usage' | 'wallet' | 'webhook';

/** Objects of one organization that have changed, by their ids. Whoever is interested reads them. */
export interface LiveUpdate {
  readonly topic: Topic;
  readonly organizationId: string;
  /** What a subscription may choose by: the type of the resource, or the record that the objects belong to. */
  readonly group: string;
  readonly ids: readonly string[];
}

/** Names the updates of an organization about one topic. */
export function keyOf({ organizationId, topic }: Pick<LiveUpdate, 'organizationId' | 'topic'>): string {
  return `${organizationId} ${topic}`;
}

/** Writes an update as notifications. */
export function notificationsOf({ topic, organizationId, group, ids }: LiveUpdate): string[] {
  const head = JSON.stringify([topic, organizationId, group]);
  const parts: string[][] = [];
  let room = 0;
  for (const id of ids) {
    const bytes = Buffer.byteLength(`,${JSON.stringify(id)}`);
    if (bytes > room) {
      parts.push([]);
      room = PAYLOAD_BYTES - Buffer.byteLength(head);
    }
    parts.at(-1)?.push(id);
    room -= bytes;
  }
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

/** Notifies subscribers of all processes once the current transaction has committed. */
export function announceUpdate(update: LiveUpdate): void {
  announceAfterCommit(LIVE_CHANNEL, notificationsOf(update));
}
