import { asc, type SQL } from 'drizzle-orm';
import { outboxMessages } from '../../src/platform/activity/activity.table.js';
import { among } from '../../src/platform/db/among.js';
import type { TestServer } from './server.js';

/** The messages in the outbox for which a condition holds, in the order in which they were written. */
export function messagesWith({ pool }: TestServer, condition: SQL) {
  return pool.db
    .select()
    .from(outboxMessages)
    .where(condition)
    .orderBy(asc(outboxMessages.createdAt), asc(outboxMessages.id));
}

/** The messages about objects with these ids. */
export function messagesAbout(server: TestServer, ...ids: string[]) {
  return messagesWith(server, among(outboxMessages.objectId, ids));
}

/** What was told about objects with these ids. */
export async function toldAbout(server: TestServer, ...ids: string[]): Promise<string[]> {
  return (await messagesAbout(server, ...ids)).map(({ webhookType }) => webhookType);
}
