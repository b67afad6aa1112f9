import { and, isNull, sql } from 'drizzle-orm';
import { outboxMessages } from '../../../platform/activity/activity.table.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { organizations } from '../../organizations/records/organization.table.js';
import {
  type WebhookEndpoint,
  webhookEndpoints,
  webhookQueues,
} from '../endpoints/webhook-endpoint.table.js';
import { webhookBody } from '../log/webhook-envelope.js';
import { webhookAttempts, webhooks } from '../log/webhook.table.js';

/** How long a process may send to an endpoint without renewing its lease. */
const LEASE = sql`interval '60 seconds'`;

/** An endpoint for which a process holds the lease. */
export interface Lease {
  readonly endpointId: string;
  readonly owner: string;
}

export interface EndpointOf {
  readonly endpointId: string;
  readonly organizationId: string;
}

/** What an attempt needs beside its message; read anew all the time. */
export interface Target {
  readonly organizationId: string;
  readonly url: string;
  readonly algorithm: WebhookEndpoint['signatureAlgo'];
  readonly hmacKey: string;
  readonly previousHmacKey: string | null;
  /** The first failed attempt since the last successful one; null if the last one succeeded. */
  readonly failingSince: Date | null;
}

/** A message to send. */
export interface DueWebhook {
  readonly id: string;
  readonly seriesAttempts: number;
  readonly body: string;
}

/** How an attempt ended, and what follows. */
export interface Outcome {
  readonly id: string;
  /** `seriesAttempts` when the attempt began. */
  readonly series: number;
  readonly status: 'succeeded' | 'retrying' | 'failed';
  readonly nextAttemptAt: Date | null;
  readonly httpStatus: number | null;
  readonly response: string;
  readonly url: string;
  readonly startedAt: Date;
  readonly endedAt: Date;
}

const isOpen = sql`status in ('pending', 'retrying')`;

export const queueRepository = {
  /**
   * Endpoints with messages to send that no other process sends to, each with the time of its next attempt. It jumps from one
   * endpoint to the next in the index, so that it does not matter how many messages each has.
   */
  async findWaiting(db: Db, owner: string): Promise<{ endpointId: string; nextAttemptAt: Date }[]> {
    const rows = await queryRows<{ endpoint_id: string; due_at: Date }>(
      db,
      sql`
        with recursive next as (
          (select endpoint_id, next_attempt_at from ${webhooks} where next_attempt_at is not null
            order by endpoint_id, next_attempt_at limit 1)
          union all
          select following.* from next cross join lateral (
            select endpoint_id, next_attempt_at from ${webhooks}
            where next_attempt_at is not null and endpoint_id > next.endpoint_id
            order by endpoint_id, next_attempt_at limit 1) as following
        )
        select next.endpoint_id, next.next_attempt_at as due_at from next
        join ${webhookEndpoints} as endpoint on endpoint.id = next.endpoint_id and endpoint.deleted_at is null
        left join ${webhookQueues} as queue on queue.endpoint_id = next.endpoint_id
        where queue.owner is null or queue.leased_until <= now() or queue.owner = ${owner}::uuid
        order by next.next_attempt_at`,
    );
    return rows.map(({ endpoint_id: endpointId, due_at: dueAt }) => ({
      endpointId,
      nextAttemptAt: new Date(dueAt),
    }));
  },

  /** @returns these endpoints with their organizations, in this order, without those that were deleted. */
  async organizationsOf(db: Db, endpointIds: readonly string[]): Promise<EndpointOf[]> {
    const rows = await db
      .select({ endpointId: webhookEndpoints.id, organizationId: webhookEndpoints.organizationId })
      .from(webhookEndpoints)
      .where(and(isOneOf(webhookEndpoints.id, endpointIds), isNull(webhookEndpoints.deletedAt)));
    const found = new Map(rows.map((row) => [row.endpointId, row]));
    return endpointIds.flatMap((id) => found.get(id) ?? []);
  },

  /** @returns false if another process sends to the endpoint, or it was deleted. */
  async lease(db: Db, { endpointId, owner }: Lease): Promise<boolean> {
    const rows = await queryRows(
      db,
      sql`
        insert into ${webhookQueues} as queue (endpoint_id, organization_id, owner, leased_until)
        select id, organization_id, ${owner}::uuid, now() + ${LEASE} from ${webhookEndpoints}
        where id = ${endpointId}::uuid and deleted_at is null
        on conflict (endpoint_id) do update set owner = excluded.owner, leased_until = excluded.leased_until
          where queue.owner is null or queue.leased_until <= now() or queue.owner = excluded.owner
        returning endpoint_id`,
    );
    return rows.length > 0;
  },

  /**
   * Lets a transaction commit without waiting for the disk. If Postgres crashes just then, it is as if this process had:
   * what it has sent is sent again.
   */
  async commitWithoutDisk(tx: Tx): Promise<void> {
    await tx.execute(sql`set local synchronous_commit = off`);
  },

  /** Ends a lease. */
  async release(db: Db, { endpointId, owner }: Lease): Promise<void> {
    await db.execute(sql`
      update ${webhookQueues} set owner = null
      where endpoint_id = ${endpointId}::uuid and owner = ${owner}::uuid`);
  },

  /**
   * Renews a lease and locks its row, so that nobody else can record what comes of the endpoint's messages until the
   * transaction ends.
   * @param since when the first of the attempts that now are recorded failed; null if none did.
   * @returns what to send to, and with; null if the lease is lost or the endpoint was deleted.
   */
  async renew(
    tx: Tx,
    { endpointId, owner }: Lease,
    {
      hasSucceeded,
      since,
      now,
    }: { readonly hasSucceeded: boolean; readonly since: Date | null; readonly now: Date },
  ): Promise<Target | null> {
    const failing = sql`case when ${hasSucceeded} then null else coalesce(queue.failing_since, ${since?.toISOString() ?? null}::timestamptz) end`;
    const [row] = await queryRows<
      Record<'organization_id' | 'url' | 'algorithm' | 'hmac_key' | 'previous_key', string> & {
        readonly failing_since: Date | null;
      }
    >(
      tx,
      sql`
        update ${webhookQueues} as queue set leased_until = now() + ${LEASE}, failing_since = ${failing}
        from ${webhookEndpoints} as endpoint
        join ${organizations} as organization on organization.id = endpoint.organization_id
        where queue.endpoint_id = ${endpointId}::uuid and queue.owner = ${owner}::uuid
          and endpoint.id = queue.endpoint_id and endpoint.deleted_at is null
        returning endpoint.organization_id, endpoint.webhook_url as url, endpoint.signature_algo as algorithm, organization.hmac_key,
          queue.failing_since, case when organization.previous_hmac_key_until > ${now.toISOString()}::timestamptz
            then organization.previous_hmac_key end as previous_key`,
    );
    if (row === undefined) return null;
    return {
      organizationId: row.organization_id,
      url: row.url,
      algorithm: row.algorithm as Target['algorithm'],
      hmacKey: row.hmac_key,
      previousHmacKey: row.previous_key,
      failingSince: row.failing_since === null ? null : new Date(row.failing_since),
    };
  },

  /**
   * Records attempts. One that was queued again by hand meanwhile keeps its new series, unless it was delivered.
   */
  async record(tx: Tx, outcomes: readonly Outcome[]): Promise<void> {
    const rows = outcomes.map((outcome) => ({
      id: outcome.id,
      series: outcome.series,
      status: outcome.status,
      next_attempt_at: outcome.nextAttemptAt,
      http_status: outcome.httpStatus,
      response: outcome.response,
      url: outcome.url,
      started_at: outcome.startedAt,
      ended_at: outcome.endedAt,
      duration_ms: outcome.endedAt.getTime() - outcome.startedAt.getTime(),
    }));
    const isCurrent = sql`(outcome.status = 'succeeded' or webhook.series_attempts = outcome.series)`;
    await tx.execute(sql`
      with outcome as (
        select * from json_to_recordset(${JSON.stringify(rows)}::text::json) as outcome (id uuid, series int, status text,
          next_attempt_at timestamptz, http_status int, response text, url text, started_at timestamptz,
          ended_at timestamptz, duration_ms int)
      ), attempt as (
        insert into ${webhookAttempts}
          (organization_id, webhook_id, number, url, http_status, response, started_at, duration_ms)
        select organization_id, webhook.id, attempts + 1, url, outcome.http_status, response, started_at, duration_ms
        from outcome join ${webhooks} as webhook on webhook.id = outcome.id
      )
      update ${webhooks} as webhook set
        http_status = outcome.http_status,
        attempts = webhook.attempts + 1,
        last_attempt_at = outcome.started_at,
        updated_at = outcome.ended_at,
        status = case when ${isCurrent} then outcome.status else 'retrying' end,
        series_attempts = case when ${isCurrent} then outcome.series + 1 else webhook.series_attempts end,
        next_attempt_at = case when ${isCurrent} then outcome.next_attempt_at else webhook.next_attempt_at end
      from outcome
      where webhook.id = outcome.id`);
  },

  /**
   * Fails, of the messages that have ended, what waits behind one that has failed for good: an endpoint that does not answer
   * would have ever more of it. It can be sent again by hand, in its order.
   */
  async failLines(tx: Tx, endpointId: string, doneIds: readonly string[], now: Date): Promise<void> {
    await tx.execute(sql`
      update ${webhooks} as webhook
      set status = 'failed', next_attempt_at = null, updated_at = ${now.toISOString()}::timestamptz
      from ${webhooks} as head
      where head.id = any(${sql.param(doneIds)}::uuid[]) and head.status = 'failed'
        and webhook.endpoint_id = ${endpointId}::uuid and webhook.object_id = head.object_id
        and webhook.object_type = head.object_type and webhook.position > head.position
        and webhook.status in ('pending', 'retrying')`);
  },

  /** Queues the messages that waited for these, which have been delivered or have failed for good. */
  async releaseNext(tx: Tx, endpointId: string, doneIds: readonly string[], now: Date): Promise<void> {
    await tx.execute(sql`
      update ${webhooks} set next_attempt_at = ${now.toISOString()}::timestamptz
      where next_attempt_at is null and id in (
        select following.id from (
          select distinct object_type, object_id from ${webhooks} where id = any(${sql.param(doneIds)}::uuid[])
        ) as done cross join lateral (
          select id from ${webhooks} where endpoint_id = ${endpointId}::uuid and object_type = done.object_type
            and object_id = done.object_id and ${isOpen}
          order by position limit 1
        ) as following)`);
  },

  /**
   * Loads messages that are due, without those that the process has already. One that comes after an open message about
   * the same object is not due any more: it is queued again once that one is done.
   * @returns also whether as many were due as there is room for. @param bytes roughly the most bytes of their objects, as they are stored.
   */
  async load(
    tx: Tx,
    endpointId: string,
    {
      now,
      without,
      room,
      bytes,
    }: {
      readonly now: Date;
      readonly without: readonly string[];
      readonly room: number;
      readonly bytes: number;
    },
  ): Promise<{ readonly messages: readonly DueWebhook[]; readonly mayBeMore: boolean }> {
    const rows = await queryRows<{
      id: string | null;
      series_attempts: number;
      organization_id: string;
      webhook_type: string;
      object_type: string;
      object_json: string;
      due: number;
    }>(
      tx,
      sql`
        with due as materialized (
          select id, message_id, organization_id, object_type, object_id, position, next_attempt_at, series_attempts
          from ${webhooks}
          where endpoint_id = ${endpointId}::uuid and next_attempt_at <= ${now.toISOString()}::timestamptz
            and id <> all(${sql.param(without)}::uuid[])
          order by next_attempt_at, position limit ${room}
        ), ranked as (
          select due.*, exists (
            select from ${webhooks} as earlier where earlier.endpoint_id = ${endpointId}::uuid
              and earlier.object_type = due.object_type and earlier.object_id = due.object_id
              and earlier.status in ('pending', 'retrying') and earlier.position < due.position) as is_behind
          from due
        ), parked as (
          update ${webhooks} as webhook set next_attempt_at = null
          from ranked where webhook.id = ranked.id and ranked.is_behind
        ), sized as (
          select ranked.*, message.webhook_type, message.object, sum(pg_column_size(message.object))
            over (order by ranked.next_attempt_at, ranked.position) - pg_column_size(message.object) as bytes_before
          from ranked join ${outboxMessages} as message on message.id = ranked.message_id
          where not is_behind
        )
        select sized.id, series_attempts, organization_id, webhook_type, object_type, object::text as object_json, counted.due
        from (select count(*)::int as due from due) as counted
        left join sized on bytes_before < ${bytes}
        order by next_attempt_at, position`,
    );
    const messages = rows.flatMap(({ id, ...row }) => {
      if (id === null) return [];
      const { organization_id: organizationId, webhook_type: webhookType, object_type: objectType } = row;
      const body = webhookBody({ organizationId, webhookType, objectType, objectJson: row.object_json });
      return [{ id, seriesAttempts: row.series_attempts, body }];
    });
    return { messages, mayBeMore: rows[0]?.due === room };
  },

  /** The next attempt to an endpoint after now; null if there is none. */
  async nextAfter(tx: Tx, endpointId: string, now: Date): Promise<Date | null> {
    const [row] = await queryRows<{ due_at: Date | null }>(
      tx,
      sql`
        select min(next_attempt_at) as due_at from ${webhooks}
        where endpoint_id = ${endpointId}::uuid and next_attempt_at > ${now.toISOString()}::timestamptz`,
    );
    return row?.due_at ? new Date(row.due_at) : null;
  },
};
