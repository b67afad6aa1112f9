import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Tx } from '../../platform/db/database.js';
import { customers } from '../customers/records/customer.table.js';
import { subscriptions } from '../subscriptions/records/subscription.table.js';
import { eventKeyOfRow } from './events/event-key.js';
import { eventKeys, events } from './events/event.table.js';
import { pendingEvents } from './in-advance/pending-event.table.js';

/** The test clock whose customers' usage is removed. */
export interface RemovedUsage {
  readonly organizationId: string;
  readonly testClockId: string;
  /** External ids that subscriptions of its customers have or had. */
  readonly externalSubscriptionIds: readonly string[];
}

const subscriptionsWithCustomers: SQL = sql`
  select subscription.external_id from ${subscriptions} as subscription
  join ${customers} as customer on customer.organization_id = subscription.organization_id
    and customer.id = subscription.customer_id`;

/** True if, at the event's timestamp, a subscription was active whose customer meets the condition. */
const ran = (customerCondition: SQL): SQL => sql`exists (
  ${subscriptionsWithCustomers}
  where subscription.organization_id = ${events.organizationId}
    and subscription.external_id = ${events.externalSubscriptionId}
    and subscription.usage_from <= date_trunc('milliseconds', ${events.timestamp})
    and (subscription.terminated_at is null
      or subscription.terminated_at >= date_trunc('milliseconds', ${events.timestamp}))
    and ${customerCondition})`;

/**
 * True if an event belongs to the clock. If only customers of the clock have ever used its external id, every event does.
 * Otherwise only events that were received on the clock do, except those with a timestamp at which only subscriptions of
 * other customers were active.
 */
const belongsToClock = ({ organizationId, testClockId, externalSubscriptionIds }: RemovedUsage): SQL => {
  const onClock = sql`customer.test_clock_id = ${testClockId}`;
  const elsewhere = sql`customer.test_clock_id is distinct from ${testClockId}::uuid`;
  const shared = sql`${subscriptionsWithCustomers}
    where subscription.organization_id = ${organizationId}
      and subscription.external_id = any(${sql.param([...externalSubscriptionIds])}::text[]) and ${elsewhere}`;
  return sql`(
    ${events.externalSubscriptionId} <> all(array(${shared}))
    or (${events.testClockId} = ${testClockId} and (${ran(onClock)} or not ${ran(elsewhere)}))
  )`;
};

export const usageRemovalRepository = {
  /**
   * Deletes events with their keys, which may then be used again, and their rows in `pending_events`. A single statement
   * selects and deletes, so that it judges each event by the subscriptions of the same snapshot.
   */
  async deleteEvents(tx: Tx, usage: RemovedUsage): Promise<void> {
    const { organizationId, externalSubscriptionIds } = usage;
    const isTheirs = and(
      eq(events.organizationId, organizationId),
      isOneOf(events.externalSubscriptionId, externalSubscriptionIds),
      belongsToClock(usage),
    );
    await tx.execute(sql`
      with deleted as (
        delete from ${events} where ${isTheirs}
        returning ${events.externalSubscriptionId} as external_subscription_id, ${events.sequence} as sequence,
          ${eventKeyOfRow} as key
      ), removed_keys as (
        delete from ${eventKeys} using deleted where ${eventKeys.key} = deleted.key
      )
      delete from ${pendingEvents} using deleted
      where ${pendingEvents.organizationId} = ${organizationId}
        and ${pendingEvents.externalSubscriptionId} = deleted.external_subscription_id
        and ${pendingEvents.sequence} = deleted.sequence`);
  },
};
