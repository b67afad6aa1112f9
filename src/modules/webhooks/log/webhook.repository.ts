import { and, between, eq, getTableColumns, gt, gte, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { OutboxMessage } from '../../../platform/activity/activity.repository.js';
import { outboxMessages } from '../../../platform/activity/activity.table.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid, newId } from '../../../platform/db/tables/ids.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { anyOf, ifGiven } from '../../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import type { StatusRange } from './http-statuses.js';
import { webhookEndpoints, webhookQueues } from '../endpoints/webhook-endpoint.table.js';
import type { WebhookFilter } from './webhook.input.js';
import { webhookOrders } from './webhook.list.js';
import { type Webhook, type WebhookAttempt, webhookAttempts, webhooks } from './webhook.table.js';

/** What a message contains, for those who read the log. */
export interface WebhookPayload extends Pick<OutboxMessage, 'webhookType' | 'objectType' | 'object'> {
  readonly webhookId: string;
}

export interface FailedSpan {
  readonly endpointId: string;
  readonly filter: Pick<WebhookFilter, 'eventTypes' | 'fromDate' | 'toDate'>;
  readonly now: Date;
  /** The most messages. */
  readonly limit: number;
}

const { response, ...attemptColumns } = getTableColumns(webhookAttempts);

/** The number of an attempt, and the delivery that it belongs to. */
export interface AttemptNumber {
  readonly webhookId: string;
  readonly number: number;
}

const isNamed = (organizationId: string, attempts: readonly AttemptNumber[]) => {
  const ids = sql`${sql.param(attempts.map(({ webhookId }) => webhookId))}::uuid[]`;
  const numbers = sql`${sql.param(attempts.map(({ number }) => String(number)))}::int[]`;
  return and(
    eq(webhookAttempts.organizationId, organizationId),
    sql`(${webhookAttempts.webhookId}, ${webhookAttempts.number}) in (select * from unnest(${ids}, ${numbers}))`,
  );
};

const ofEndpoint = (organizationId: string, endpointId: string) =>
  and(eq(webhooks.organizationId, organizationId), eq(webhooks.endpointId, endpointId));

const isWithin = ({ fromDate, toDate, eventTypes }: WebhookFilter) => [
  ifGiven(fromDate, ({ first }) => gte(webhooks.createdAt, first)),
  ifGiven(toDate, ({ last }) => lte(webhooks.createdAt, last)),
  anyOf(webhooks.webhookType, eventTypes),
];

export const webhookRepository = {
  /** Deliveries to endpoints that are not deleted. */
  async findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<Webhook[]> {
    return db
      .select(getTableColumns(webhooks))
      .from(webhooks)
      .innerJoin(webhookEndpoints, refersTo(webhooks.endpointId, webhookEndpoints))
      .where(
        and(
          eq(webhooks.organizationId, organizationId),
          isOneOf(webhooks.id, ids),
          isNull(webhookEndpoints.deletedAt),
        ),
      );
  },

  list(
    db: Db,
    { organizationId, endpointId }: { readonly organizationId: string; readonly endpointId: string },
    { filter, search, page }: ListQuery<WebhookFilter>,
    statusRanges: readonly StatusRange[] | null,
  ): Promise<Page<Webhook>> {
    return pageOfTable(db, webhooks, {
      page,
      ordering: orderingOf(webhookOrders, page),
      where: and(
        ofEndpoint(organizationId, endpointId),
        ...comparisons(webhookOrders, filter),
        ...isWithin(filter),
        anyOf(webhooks.status, filter.statuses),
        ifGiven(statusRanges, (ranges) => or(sql`false`, ...ranges.map(isInRange))),
        ifGiven(search, isAbout),
      ),
    });
  },

  async findMessages(db: Db, organizationId: string, ids: readonly string[]): Promise<OutboxMessage[]> {
    return db
      .select()
      .from(outboxMessages)
      .where(and(eq(outboxMessages.organizationId, organizationId), isOneOf(outboxMessages.id, ids)));
  },

  async findPayloads(db: Db, organizationId: string, ids: readonly string[]): Promise<WebhookPayload[]> {
    return db
      .select({
        webhookId: webhooks.id,
        webhookType: webhooks.webhookType,
        objectType: webhooks.objectType,
        object: outboxMessages.object,
      })
      .from(webhooks)
      .innerJoin(outboxMessages, refersTo(webhooks.messageId, outboxMessages))
      .where(and(eq(webhooks.organizationId, organizationId), isOneOf(webhooks.id, ids)));
  },

  /** The bytes that those objects take as JSON. */
  async bytesOfPayloads(db: Db, organizationId: string, ids: readonly string[]): Promise<number> {
    const rows = await db
      .select({ bytes: sql<string>`coalesce(sum(octet_length(${outboxMessages.object}::text)), 0)` })
      .from(webhooks)
      .innerJoin(outboxMessages, refersTo(webhooks.messageId, outboxMessages))
      .where(and(eq(webhooks.organizationId, organizationId), isOneOf(webhooks.id, ids)));
    return Number(onlyRow(rows).bytes);
  },

  /** The last attempts of each of these deliveries, latest first. */
  async findAttempts(
    db: Db,
    organizationId: string,
    ids: readonly string[],
    most: number,
  ): Promise<WebhookAttempt[]> {
    return db
      .select(attemptColumns)
      .from(webhookAttempts)
      .innerJoin(webhooks, refersTo(webhookAttempts.webhookId, webhooks))
      .where(
        and(
          eq(webhookAttempts.organizationId, organizationId),
          isOneOf(webhookAttempts.webhookId, ids),
          gt(webhookAttempts.number, sql`${webhooks.attempts} - ${most}::int`),
        ),
      )
      .orderBy(webhookAttempts.webhookId, sql`${webhookAttempts.number} desc`);
  },

  /** What was answered to attempts. */
  async findResponses(
    db: Db,
    organizationId: string,
    attempts: readonly AttemptNumber[],
  ): Promise<(AttemptNumber & { response: string })[]> {
    return db
      .select({ webhookId: attemptColumns.webhookId, number: attemptColumns.number, response })
      .from(webhookAttempts)
      .where(isNamed(organizationId, attempts));
  },

  /** How many bytes those answers take. */
  async bytesOfResponses(
    db: Db,
    organizationId: string,
    attempts: readonly AttemptNumber[],
  ): Promise<number> {
    const rows = await db
      .select({ bytes: sql<string>`coalesce(sum(octet_length(${response})), 0)` })
      .from(webhookAttempts)
      .where(isNamed(organizationId, attempts));
    return Number(onlyRow(rows).bytes);
  },

  /** Stores a message that goes to one endpoint only. @returns its delivery. */
  async insertMessage(tx: Tx, message: OutboxMessage, endpointId: string): Promise<Webhook> {
    const { id: messageId, organizationId, webhookType, objectType, objectId, createdAt } = message;
    await tx.insert(outboxMessages).values(message);
    const [row] = await tx
      .insert(webhooks)
      .values({
        id: newId(),
        organizationId,
        endpointId,
        messageId,
        webhookType,
        objectType,
        objectId,
        status: 'pending',
        nextAttemptAt: createdAt,
        createdAt,
        updatedAt: createdAt,
      })
      .returning();
    return expectPresent(row, 'the inserted delivery');
  },

  /** Queues a delivery again, unless it has succeeded. @returns it as it is then; null if it has. */
  async retry(tx: Tx, organizationId: string, id: string, now: Date): Promise<Webhook | null> {
    const [row] = await tx
      .update(webhooks)
      .set({ status: 'retrying', seriesAttempts: 0, nextAttemptAt: now, updatedAt: now })
      .where(
        and(
          eq(webhooks.organizationId, organizationId),
          eq(webhooks.id, id),
          ne(webhooks.status, 'succeeded'),
        ),
      )
      .returning();
    return row ?? null;
  },

  /** Queues failed deliveries again, those that arose first. @returns their number. */
  async retryFailed(
    tx: Tx,
    organizationId: string,
    { endpointId, filter, now, limit }: FailedSpan,
  ): Promise<number> {
    const failed = tx
      .select({ id: webhooks.id })
      .from(webhooks)
      .where(
        and(ofEndpoint(organizationId, endpointId), sql`${webhooks.status} = 'failed'`, ...isWithin(filter)),
      )
      .orderBy(webhooks.createdAt)
      .limit(limit)
      .for('update');
    const rows = await tx
      .update(webhooks)
      .set({ status: 'retrying', seriesAttempts: 0, nextAttemptAt: now, updatedAt: now })
      .where(and(eq(webhooks.organizationId, organizationId), isOneOf(webhooks.id, failed)))
      .returning({ id: webhooks.id });
    return rows.length;
  },

  /**
   * Deletes some deliveries of an endpoint with their attempts, and queues what has waited behind them.
   * @param unchangedSince null: all of an endpoint that is deleted.
   */
  async deleteSome(
    tx: Tx,
    organizationId: string,
    {
      endpointId,
      unchangedSince,
      limit,
      now,
    }: {
      readonly endpointId: string;
      readonly unchangedSince: Date | null;
      readonly limit: number;
      readonly now: Date;
    },
  ): Promise<number> {
    // The process that sends would else park, behind a message that is deleted just then, one that nothing queues again.
    if (unchangedSince !== null) await lockQueue(tx, organizationId, endpointId);
    const isOld = ifGiven(unchangedSince, (before) => lte(webhooks.updatedAt, before));
    const found = await tx
      .select({ id: webhooks.id })
      .from(webhooks)
      .where(and(ofEndpoint(organizationId, endpointId), isOld))
      .orderBy(webhooks.updatedAt)
      .limit(limit)
      .for('update');
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await tx
      .delete(webhookAttempts)
      .where(
        and(eq(webhookAttempts.organizationId, organizationId), isOneOf(webhookAttempts.webhookId, ids)),
      );
    const deleted = await tx
      .delete(webhooks)
      .where(and(eq(webhooks.organizationId, organizationId), isOneOf(webhooks.id, ids)))
      .returning({ objectType: webhooks.objectType, objectId: webhooks.objectId, status: webhooks.status });
    const heads = deleted.filter(({ status }) => status === 'pending' || status === 'retrying');
    if (unchangedSince !== null) await releaseLines(tx, endpointId, heads, now);
    return ids.length;
  },

  /**
   * Deletes, of some messages of the outbox, those to which no delivery refers.
   * @param after the last message that was considered before; null for the first ones.
   * @returns the last message that was considered now; null if there are no more.
   */
  async deleteUnreferredMessages(
    tx: Tx,
    organizationId: string,
    {
      before,
      after,
      limit,
    }: {
      readonly before: Date;
      readonly after: ConsideredMessage | null;
      readonly limit: number;
    },
  ): Promise<ConsideredMessage | null> {
    const [row] = await queryRows<{ last: [createdAt: string, id: string] | null }>(
      tx,
      sql`
        with considered as materialized (
          select id, created_at from ${outboxMessages}
          where organization_id = ${organizationId}::uuid and created_at <= ${before.toISOString()}::timestamptz
            ${after === null ? sql`` : sql`and (created_at, id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)`}
          order by created_at, id limit ${limit}
        ), deleted as (
          delete from ${outboxMessages} as message using considered
          where message.id = considered.id and not exists (
            select from ${webhooks} as webhook
            where webhook.organization_id = ${organizationId}::uuid and webhook.message_id = considered.id)
        )
        select (select json_build_array(created_at::text, id) from considered order by created_at desc, id desc limit 1)
          as last`,
    );
    if (row?.last == null) return null;
    return { createdAt: row.last[0], id: row.last[1] };
  },
};

export interface ConsideredMessage {
  /** As Postgres prints it, with microseconds. */
  readonly createdAt: string;
  readonly id: string;
}

function isInRange(range: StatusRange): SQL | undefined {
  if (range === 'timeout') return and(isNull(webhooks.httpStatus), gt(webhooks.attempts, 0));
  return between(webhooks.httpStatus, range.from, range.to);
}

/** Only whole ids are searched for. */
function isAbout(term: string): SQL | undefined {
  const id = term.trim();
  return isUuid(id) ? or(eq(webhooks.id, id), eq(webhooks.objectId, id)) : sql`false`;
}

/** Keeps the process that sends to an endpoint from loading and recording messages until the transaction ends. */
async function lockQueue(tx: Tx, organizationId: string, endpointId: string): Promise<void> {
  await tx
    .select({ endpointId: webhookQueues.endpointId })
    .from(webhookQueues)
    .where(and(eq(webhookQueues.organizationId, organizationId), eq(webhookQueues.endpointId, endpointId)))
    .for('update');
}

/** Queues the first open message about each of these objects, which may have waited for one that is gone. */
async function releaseLines(
  tx: Tx,
  endpointId: string,
  objects: readonly Pick<Webhook, 'objectType' | 'objectId'>[],
  now: Date,
): Promise<void> {
  if (objects.length === 0) return;
  const lines = objects.map(({ objectType: type, objectId: id }) => ({ type, id }));
  await tx.execute(sql`
    update ${webhooks} set next_attempt_at = ${now.toISOString()}::timestamptz
    where next_attempt_at is null and id in (
      select following.id
      from json_to_recordset(${JSON.stringify(lines)}::text::json) as line (type text, id uuid) cross join lateral (
        select id from ${webhooks} where endpoint_id = ${endpointId}::uuid and object_type = line.type
          and object_id = line.id and status in ('pending', 'retrying')
        order by position limit 1
      ) as following)`);
}
