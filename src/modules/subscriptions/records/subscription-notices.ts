import { announceAfterCommit } from '../../../platform/db/layers/announcements.js';
import { ChangeFollower } from '../../../platform/db/layers/change-follower.js';
import type { Subscription } from './subscription.table.js';

const CHANNEL = 'tollgate_subscriptions';

/** Identifies a subscription that is new or changed. */
type Changed = Pick<Subscription, 'organizationId' | 'externalId'>;

/** Notifies all processes, after the commit, of subscriptions that are new or changed. */
export function announceChanges(subscriptions: readonly Changed[]): void {
  const changed = subscriptions.map(({ organizationId, externalId }) =>
    JSON.stringify({ organizationId, externalId } satisfies Changed),
  );
  announceAfterCommit(CHANNEL, changed);
}

/** Evicts subscriptions from a cache when any process has changed them. */
export function followSubscriptions(cache: {
  evict(changed: Changed): void;
  evictAll(): void;
}): ChangeFollower {
  return new ChangeFollower(CHANNEL, {
    evict: (payload) => {
      cache.evict(JSON.parse(payload) as Changed);
    },
    evictAll: () => {
      cache.evictAll();
    },
  });
}
