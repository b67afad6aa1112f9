import { announceAfterCommit } from '../../platform/db/announcements.js';
import { ChangeFollower } from '../../platform/db/change-follower.js';
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

/** Follows what transactions of any process change of subscriptions. */
export function followSubscriptions(cache: {
  forget(changed: Changed): void;
  forgetAll(): void;
}): ChangeFollower {
  return new ChangeFollower(CHANNEL, {
    forget: (payload) => {
      cache.forget(JSON.parse(payload) as Changed);
    },
    forgetAll: () => {
      cache.forgetAll();
    },
  });
}
