import { randomUUID } from 'node:crypto';
import type { IngestEventInput } from '../../src/modules/usage/events/event.schema.js';
import type { IngestCall } from '../../src/modules/usage/ingest/ingest.service.js';
import { systemActor } from '../../src/platform/actor.js';
import { unique } from './builders.js';
import type { ServedApp, SharedServer } from './server.js';

/** The members of the input class, as a plain object. */
type EventMembers = { [Name in keyof IngestEventInput]: IngestEventInput[Name] };

/** A valid event with new ids, as an input of the ingest service. */
export function eventInput(over: Partial<EventMembers> = {}): EventMembers {
  return { transactionId: randomUUID(), externalSubscriptionId: unique('sub'), code: 'calls', ...over };
}

/** The context of a call of the ingest service outside of a request. */
export function ingestCall(
  { connections }: Pick<ServedApp, 'connections'>,
  organizationId: string,
): IngestCall {
  return {
    db: connections.tenants.forOrganization(organizationId),
    openTransaction: null,
    actor: systemActor(organizationId, null),
    caller: { address: null, userAgent: null },
  };
}

/** Spans in which the counters of an organization's metrics differ from its events. */
export async function wrongCounters({ pool }: SharedServer, organizationId: string): Promise<object[]> {
  return pool.sql`
    with counted as (
      select billable_metric_id, external_subscription_id, span, starts_at, sum(events_count) as events_count,
        sum(value_sum) as value_sum, max(value_max) as value_max
      from usage_counters where organization_id = ${organizationId} and events_count > 0
      group by 1, 2, 3, 4
    ), raw as (
      select m.id as billable_metric_id, e.external_subscription_id, span,
        date_trunc(span, e.timestamp, 'UTC') as starts_at, count(*) as events_count, sum(v.value) as value_sum, max(v.value) as value_max
      from billable_metrics m
      join events e on e.organization_id = m.organization_id and e.code = m.code
      cross join lateral (select case when e.properties ->> m.field_name ~ '^-?\\d+(\\.\\d+)?$'
        then (e.properties ->> m.field_name)::numeric end as value) v
      cross join unnest(case when m.recurring then array['month', 'day', 'hour'] else array['day', 'hour'] end) span
      where m.organization_id = ${organizationId} and m.deleted_at is null
        and (m.field_name is null or v.value is not null)
      group by 1, 2, 3, 4
    )
    select * from raw full join counted using (billable_metric_id, external_subscription_id, span, starts_at)
    where (raw.events_count, raw.value_sum, raw.value_max)
      is distinct from (counted.events_count, counted.value_sum, counted.value_max)`;
}
