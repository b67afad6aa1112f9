import { type SQL, sql } from 'drizzle-orm';
import { announceAfterCommit } from '../../../platform/db/layers/announcements.js';
import type { MessageAddressing } from '../../../platform/activity/addressing.js';
import { WEBHOOK_CHANNEL } from '../log/webhook-channel.js';
import { webhookEndpoints } from '../endpoints/webhook-endpoint.table.js';
import { ONLY_NAMED_KINDS } from '../endpoints/webhook-kinds.js';
import { webhooks } from '../log/webhook.table.js';

/**
 * Addresses messages, in the statement that writes them, to the endpoints that their organization has at this moment and
 * that ask for their kind, and for messages about tests. So an endpoint gets no message that arose before it, and none is lost. Source: webhooks.md §1.
 */
export const webhookAddressing: MessageAddressing = {
  // An id has the time of its message in front, so that new ones are at the end of the index.
  insertDeliveries: (message: SQL) => sql`
    insert into ${webhooks} (id, organization_id, endpoint_id, message_id, webhook_type, object_type, object_id, status,
      next_attempt_at, created_at, updated_at)
    select (left(${message}.id::text, 19) || right(gen_random_uuid()::text, 17))::uuid, ${message}.organization_id,
      endpoint.id, ${message}.id, ${message}.webhook_type, ${message}.object_type, ${message}.object_id, 'pending',
      ${message}.created_at, ${message}.created_at, ${message}.created_at
    from ${message} join ${webhookEndpoints} as endpoint on endpoint.organization_id = ${message}.organization_id
      and endpoint.deleted_at is null
      and (${isForAll(message)} and endpoint.event_types is null or ${message}.webhook_type = any(endpoint.event_types))
      and (endpoint.test is null or endpoint.test = ${isOfTest(message)})
    order by ${message}.id`,

  announce(endpointIds: readonly string[]): void {
    announceAfterCommit(WEBHOOK_CHANNEL, endpointIds);
  },
};

/** True for a message that also endpoints get that name no kinds. */
function isForAll(message: SQL): SQL {
  const named = sql.join(
    ONLY_NAMED_KINDS.map((kind) => sql`${kind}::text`),
    sql`, `,
  );
  return sql`${message}.webhook_type not in (${named})`;
}

/** True for a message about a customer on a test clock. Of several with the external id, the one that is not deleted, or was last. */
function isOfTest(message: SQL): SQL {
  return sql`coalesce((
    select customer.test_clock_id is not null from customers as customer
    where customer.organization_id = ${message}.organization_id
      and customer.external_id = ${message}.external_customer_id
    order by customer.deleted_at desc limit 1
  ), false)`;
}
