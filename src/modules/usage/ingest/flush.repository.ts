import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type postgres from 'postgres';
import type { Tx } from '../../../platform/db/database.js';
import { lockName } from '../../../platform/db/locks.js';
import { queryRows } from '../../../platform/db/query-rows.js';
import { refuseBetweenPartitions } from '../events/event-partitions.js';
import { COUNTER_SUMS, startOfSpan } from '../counters/counted-event.js';
import { ADDED_TO_COUNTERS, COUNTER_NAMES } from '../counters/usage-counter.repository.js';
import type { Span } from '../counters/usage-span.js';

/**
 * An event as the flush statement reads it; members are named like its columns. What says nothing is undefined, and so
 * not in the text that the statement is given.
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
  /** The metric whose counters it adds to. */
  readonly billable_metric_id: string | undefined;
  /** What it adds to them. */
  readonly value: string | undefined;
  readonly dimensions: readonly (string | null)[] | undefined;
  readonly kept_beside: 'latest' | 'moment' | undefined;
  /** Over what it is added up. */
  readonly spans: readonly Span[] | undefined;
  /** No metric had the code: one that is created later must look at stored events. */
  readonly uncounted: true | undefined;
  /** A charge bills single events of its metric: it waits in `pending_events` for that. */
  readonly paid_in_advance: true | undefined;
}

export interface Flush {
  readonly organizationId: string;
  /** The version that the metrics of the rows were read at. */
  readonly catalogVersion: bigint;
  /** Each key once. */
  readonly rows: readonly FlushRow[];
}

export interface FlushOutcome {
  /** False: the metrics have changed since they were read, and nothing was written. */
  readonly catalogWasCurrent: boolean;
  /** Keys that were known already; their events were not written. */
  readonly knownKeys: readonly string[];
}

interface Parameters {
  readonly organizationId: string | Placeholder;
  readonly catalogVersion: string | Placeholder;
  readonly events: string | Placeholder;
}

/** One job for each subscription with pending events, which has it look at them again if it is waiting already. */
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
 * Keys, events, counters, codes without a metric and jobs, in one statement. Rows that others may write at the same time
 * are taken in sorted order: in any other, two flushes would wait for each other for ever. Counters and the rest
 * only see events whose key is new.
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
        caller_agent text, created_at timestamptz, billable_metric_id uuid, value numeric, dimensions jsonb, kept_beside text,
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
    select distinct organization_id, code from fresh where uncounted order by code
    on conflict do nothing
  )
  select
    is_current as "catalogWasCurrent",
    array(select key from sent where is_current and key not in (select key from new_keys)) as "knownKeys",
    (select count(*) from queued) as "queuedJobs"
  from catalog`;

const LOCK = 'select pg_advisory_xact_lock_shared(hashtextextended($1, 0))';
const FLUSH = new PgDialect().sqlToQuery(
  flushStatement({
    organizationId: sql.placeholder('organizationId'),
    catalogVersion: sql.placeholder('catalogVersion'),
    events: sql.placeholder('events'),
  }),
).sql;

export const flushRepository = {
  /**
   * Writes a flush on a connection of the driver, prepared, lock and statement in one round trip. They are two
   * statements because a statement does not see what was committed while it waited for a lock.
   */
  async write(connection: postgres.TransactionSql, flush: Flush): Promise<FlushOutcome> {
    const { organizationId, catalogVersion, events } = parametersOf(flush);
    const [, [outcome]] = await Promise.all([
      connection.unsafe(LOCK, [lockName('metric-catalog', organizationId)], { prepare: true }),
      connection.unsafe<FlushOutcome[]>(FLUSH, [organizationId, catalogVersion, events], {
        prepare: true,
      }),
    ]).catch(refuseBetweenPartitions);
    return outcomeOf(outcome);
  },

  /** Writes a flush in a transaction that holds the shared lock of the catalog already. */
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
