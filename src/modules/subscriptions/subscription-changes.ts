import { announceAfterCommit } from '../../platform/db/announcements.js';
import type { Connections } from '../../platform/db/connections.js';
import type { Subscription } from './subscription.table.js';

const CHANNEL = 'tollgate_subscriptions';

/** Which subscription is another one than before. */
type Changed = Pick<Subscription, 'organizationId' | 'externalId'>;

/** Announces, after the commit, subscriptions that are new or changed. */
export function announceChanges(subscriptions: readonly Changed[]): void {
  const changed = subscriptions.map(({ organizationId, externalId }) =>
    JSON.stringify({ organizationId, externalId } satisfies Changed),
  );
  announceAfterCommit(CHANNEL, changed);
}

/**
 * Hears of what transactions of any process change.
 * @param onStart called before the first change, and again after the connection was lost: who knows what was missed.
 * @returns what ends it.
 */
export function hearOfChanges(
  listen: Connections['listen'],
  { onStart, onChange }: { onStart: () => void; onChange: (changed: Changed) => void },
): Promise<() => void> {
  const hear = (changed: string) => {
    onChange(JSON.parse(changed) as Changed);
  };
  return listen(CHANNEL, hear, onStart);
}
