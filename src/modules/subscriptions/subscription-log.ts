import type { Actor } from '../../platform/actor.js';
import type { ActivityType } from '../../platform/activity/activities.js';
import type { Change, Recorder, Representation } from '../../platform/activity/recorder.js';
import type { Tx } from '../../platform/db/database.js';
import type { SubscriptionContext } from './subscription-context.js';
import type { Subscription } from './subscription.table.js';

/** A subscription and whose it is: what an entry of the log names. */
export type LoggedSubscription = Pick<SubscriptionContext, 'subscription' | 'customer'>;

/** What happens to subscriptions, told to the activity log and the outbox. */
export class SubscriptionLog {
  constructor(private readonly recorder: Recorder) {}

  /** How REST shows a subscription before a change. */
  snapshot(tx: Tx, actor: Actor, { id }: Subscription): Promise<Representation> {
    return this.recorder.snapshot(tx, actor, 'subscription', id);
  }

  /** @param before what REST showed before the change; without it, none of its members are listed as changed. */
  record(
    tx: Tx,
    actor: Actor,
    type: ActivityType,
    logged: LoggedSubscription,
    before?: Representation,
  ): Promise<void> {
    const change = changeOf(logged);
    return this.recorder.record(tx, actor, type, before === undefined ? change : { ...change, before });
  }

  /** The same of many to which the same happens. */
  recordAll(tx: Tx, actor: Actor, type: ActivityType, logged: readonly LoggedSubscription[]): Promise<void> {
    return this.recorder.recordAll(tx, actor, type, logged.map(changeOf));
  }
}

function changeOf({ subscription, customer }: LoggedSubscription): Change {
  return {
    id: subscription.id,
    externalCustomerId: customer.externalId,
    externalSubscriptionId: subscription.externalId,
  };
}
