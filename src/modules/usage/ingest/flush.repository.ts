import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Sender } from '../../../platform/db/sql-channel.js';
import type { Tx } from '../../../platform/db/database.js';
import { lockName } from '../../../platform/db/statements/locks.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { statementText } from '../../../platform/db/writing/statement-text.js';
import { ANY_CODE, MOST_UNCOUNTED_CODES } from '../../billable-metrics/billable-metric.table.js';
import { refuseBetweenPartitions } from '../events/event-partitions.js';
import { COUNTER_SUMS, startOfSpan } from '../counters/counted-event.js';
import { ADDED_TO_COUNTERS, COUNTER_NAMES } from '../counters/usage-counter.repository.js';
import type { Span } from '../counters/usage-span.js';

/**
 * An event as the flush statement reads it, with members named like its columns. Values that would be null or false are
 * undefined, to keep the JSON of the statement small.
 */
export interface FlushRow {
  readonly key: string;
  readonly id: string;
  readonly transaction_id: string;
  readonly external_subscription_id: string;
  readonly code: string;
  readonly timestamp: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly precise_total_amount_cents: string | undefined;
  readonly test_clock_id: string | undefined;
  readonly caller_address: string | undefined;
  readonly caller_agent: string | undefined;
  readonly created_at: string;
  /** The metric whose counters the event is added to. */
  readonly billable_metric_id: string | undefined;
  /** The value added to the counters. */
  readonly value: string | undefined;
  readonly dimensions: readonly (string | null)[] | undefined;
  readonly extra_aggregate: 'latest' | 'moment' | undefined;
  /** Counter spans (month, day, hour) the event is added to. */
  readonly spans: readonly Span[] | undefined;
  /** True if no metric has the code: a metric created with it later must count the stored events. */
  readonly uncounted: true | undefined;
  /** True if a charge bills single events of the metric: the event is then added to `pending_events`. */
  readonly paid_in_advance: true | undefined;
}

export interface Flush {
  readonly organizationId: string;
  /** Version of the metric catalog that the rows were computed with. */
  readonly catalogVersion: bigint;
  /** Without repeated keys. */
  readonly rows: readonly FlushRow[];
}

export interface FlushOutcome {
  /** False if the metrics have changed since the rows were computed; nothing was written then. */
  readonly catalogWasCurrent: boolean;
  /** Keys that were stored before; their events were not written. */
  readonly knownKeys: readonly string[];
}

interface Parameters {
  readonly organizationId: string | Placeholder;
  readonly catalogVersion: string | Placeholder;
  readonly events: string | Placeholder;
}

/** Queues one job for each subscription with pending events; it replaces a job of the subscription that is already queued. */
const queueOfBilling: SQL = sql`
  select graphile_worker.add_jobs(array_agg((
    'bill_events',
    json_build_object('organizationId', organization_id, 'externalSubscriptionId', external_subscription_id),
    null, null, null,
    'bill_events:' || organization_id || ':' || external_subscription_id,
    null, null
  )::graphile_worker.job_spec order by external_subscription_id))
  from (select distinct external_subscription_id from pending) as billed, facts
  having count(*) > 0`;

/**
 * Writes keys, events, counters, codes without a metric, used subscriptions and jobs in one statement. Rows that other transactions may write
 * at the same time are written in sorted order, so that two flushes cannot deadlock. Everything but the keys is written
 * only for events whose key is new.
 */
const flushStatement = ({ organizationId, catalogVersion, events }: Parameters): SQL => sql`
  with facts as (
    select ${organizationId}::uuid as organization_id, ${catalogVersion}::bigint as catalog_version
  ), catalog as (
    select coalesce(
      (select version from metric_catalogs where organization_id = facts.organization_id), 0
    ) = facts.catalog_version as is_current
    from facts
  ), sent as (
    select *
    from rows from (
      json_to_recordset(${events}::text::json) as (
        key uuid, id uuid, transaction_id text, external_subscription_id text, code text, "timestamp" timestamptz,
        properties jsonb, precise_total_amount_cents numeric, test_clock_id uuid, caller_address text,
        caller_agent text, created_at timestamptz, billable_metric_id uuid, value numeric, dimensions jsonb, extra_aggregate text,
        spans text[], uncounted boolean, paid_in_advance boolean
      )
    ) with ordinality
  ), new_keys as (
    insert into event_keys (key)
    select key from sent, catalog where catalog.is_current order by key
    on conflict do nothing
    returning key
  ), fresh as (
    select *, nextval('events_sequence_seq') as sequence
    from (select * from sent join new_keys using (key), facts order by ordinality) as received
  ), stored as (
    insert into events (
      id, organization_id, transaction_id, external_subscription_id, code, "timestamp", properties,
      precise_total_amount_cents, sequence, test_clock_id, caller_address, caller_agent, created_at
    )
    select
      id, organization_id, transaction_id, external_subscription_id, code, "timestamp", properties,
      precise_total_amount_cents, sequence, test_clock_id, caller_address, caller_agent, created_at
    from fresh
  ), pending as (
    insert into pending_events (
      organization_id, external_subscription_id, sequence, event_id, code, "timestamp"
    )
    select organization_id, external_subscription_id, sequence, id, code, "timestamp"
    from fresh
    where paid_in_advance
    returning external_subscription_id
  ), queued as (
    ${queueOfBilling}
  ), noted as (
    insert into used_subscriptions (organization_id, external_subscription_id, test_clock_id)
    select distinct organization_id, external_subscription_id, test_clock_id
    from fresh
    where organization_id in (select organization_id from usage_watches)
  ), counted as (
    insert into usage_counters (
      organization_id, external_subscription_id, billable_metric_id, span, starts_at, dimensions, ${COUNTER_NAMES}
    )
    select
      organization_id, external_subscription_id, billable_metric_id, span, ${startOfSpan}, dimensions, ${COUNTER_SUMS}
    from fresh
    cross join unnest(spans) as span
    where billable_metric_id is not null
    group by 1, 2, 3, 4, 5, 6
    order by 2, 3, 4, 5, 6
    ${ADDED_TO_COUNTERS}
  ), uncounted as (
    insert into uncounted_codes (organization_id, code)
    select distinct organization_id, case when (
      select count(*) = ${sql.raw(String(MOST_UNCOUNTED_CODES))} or bool_or(code = ${sql.raw(`'${ANY_CODE}'`)})
      from (
        select code from uncounted_codes where organization_id = (select organization_id from facts)
        order by code limit ${sql.raw(String(MOST_UNCOUNTED_CODES))}
      ) as known
    ) then ${sql.raw(`'${ANY_CODE}'`)} else code end as code
    from fresh where uncounted order by code
    on conflict do nothing
  )
  select
    is_current as "catalogWasCurrent",
    array(select key from sent where is_current and key not in (select key from new_keys)) as "knownKeys",
    (select count(*) from queued) as "queuedJobs"
  from catalog`;

const LOCK = 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))';
const FLUSH = statementText(
  flushStatement({
    organizationId: sql.placeholder('organizationId'),
    catalogVersion: sql.placeholder('catalogVersion'),
    events: sql.placeholder('events'),
  }),
);

export const flushRepository = {
  /**
   * Writes a flush in a transaction: takes the catalog's lock and runs the prepared statement in one round
   * trip. These are two statements, because a statement does not see what was committed while it waited for a lock.
   */
  async write(inside: Sender, flush: Flush): Promise<FlushOutcome> {
    const { organizationId, catalogVersion, events } = parametersOf(flush);
    const [, [outcome]] = await Promise.all([
      inside.run({ text: LOCK, parameters: [lockName('metric-catalog', organizationId)] }),
      inside.run({ text: FLUSH, parameters: [organizationId, catalogVersion, events] }),
    ]).catch(refuseBetweenPartitions);
    return outcomeOf(outcome as FlushOutcome | undefined);
  },

  /** Writes a flush in a transaction that already holds the shared lock of the catalog. */
  async writeWithin(tx: Tx, flush: Flush): Promise<FlushOutcome> {
    const [outcome] = await queryRows<FlushOutcome>(tx, flushStatement(parametersOf(flush))).catch(
      refuseBetweenPartitions,
    );
    return outcomeOf(outcome);
  },
};

function parametersOf({ organizationId, catalogVersion, rows }: Flush) {
  return {
    organizationId,
    catalogVersion: String(catalogVersion),
    events: JSON.stringify(rows),
  };
}

function outcomeOf(row: FlushOutcome | undefined): FlushOutcome {
  if (row === undefined) throw new Error('The flush statement answers one row.');
  return row;
}
