import { and, asc, eq, gt, type SQL } from 'drizzle-orm';
import { outboxMessages } from '../../src/platform/activity/activity.table.js';
import { isOneOf } from '../../src/platform/db/statements/is-one-of.js';
import type { Client } from './client.js';
import type { SharedServer } from './server.js';

/** The outbox messages that meet a condition, oldest first. */
export function messagesWith({ pool }: SharedServer, condition: SQL) {
  return pool.db
    .select()
    .from(outboxMessages)
    .where(condition)
    .orderBy(asc(outboxMessages.createdAt), asc(outboxMessages.id));
}

/** The outbox messages about objects with these ids, oldest first. */
export function messagesAbout(server: SharedServer, ...ids: string[]) {
  return messagesWith(server, isOneOf(outboxMessages.objectId, ids));
}

/** The webhook types of the outbox messages about objects with these ids, oldest first. */
export async function messageTypesAbout(server: SharedServer, ...ids: string[]): Promise<string[]> {
  return (await messagesAbout(server, ...ids)).map(({ webhookType }) => webhookType);
}

/**
 * @returns a function that returns the webhook types of the organization's messages since its last call, oldest first.
 */
export async function newMessages(
  server: SharedServer,
  { organizationId }: Client,
): Promise<() => Promise<string[]>> {
  let last: string | null = null;
  const next = async () => {
    const after = last === null ? undefined : gt(outboxMessages.id, last);
    const rows = await server.pool.db
      .select({ id: outboxMessages.id, type: outboxMessages.webhookType })
      .from(outboxMessages)
      .where(and(eq(outboxMessages.organizationId, organizationId), after))
      .orderBy(asc(outboxMessages.id));
    last = rows.at(-1)?.id ?? last;
    return rows.map(({ type }) => type);
  };
  await next();
  return next;
}
