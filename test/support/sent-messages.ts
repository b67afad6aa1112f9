import { gt, sql } from 'drizzle-orm';
import { webhookMessage } from '../../src/modules/webhooks/log/webhook-envelope.js';
import { outboxMessages } from '../../src/platform/activity/activity.table.js';
import type { Pool } from '../../src/platform/db/pool.js';
import { differencesOfMessage } from './openapi.js';

/**
 * Compares messages with the webhooks of our OpenAPI file: of each kind the largest one.
 * @param after only messages with later ids; null: all.
 * @returns the differences.
 */
export async function differencesOfSent({ db }: Pool, after: string | null): Promise<string[]> {
  const messages = await db
    .selectDistinctOn([outboxMessages.webhookType])
    .from(outboxMessages)
    .where(after === null ? undefined : gt(outboxMessages.id, after))
    .orderBy(outboxMessages.webhookType, sql`pg_column_size(${outboxMessages.object}) desc`);
  return messages.flatMap((message) => differencesOfMessage(webhookMessage(message)));
}

/** @throws Error naming the differences, if there are any. */
export function requireDescribed(differences: readonly string[]): void {
  if (differences.length > 0)
    throw new Error(`Webhook messages differ from schema/openapi.json:\n${differences.join('\n')}`);
}
