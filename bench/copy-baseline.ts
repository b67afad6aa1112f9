import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BenchEvent, chunked } from './events.ts';
import type { Pool } from './product.ts';

/**
 * Creates the table that COPY fills to measure Postgres itself. It has only what every event log needs: a unique key
 * over the caller's ids, and the index for reading usage.
 */
export async function createBaseline({ sql }: Pool): Promise<void> {
  await sql.unsafe(`
    create schema bench;
    create table bench.events (
      organization_id uuid not null,
      transaction_id text not null,
      external_subscription_id text not null,
      code text not null,
      "timestamp" timestamptz not null,
      properties jsonb not null,
      created_at timestamptz not null,
      unique (organization_id, external_subscription_id, transaction_id)
    );
    create index on bench.events (organization_id, external_subscription_id, code, "timestamp");`);
}

/** Writes all events by one COPY over one connection; the time includes encoding them. */
export async function copyToBaseline(
  { sql }: Pool,
  organizationId: string,
  events: readonly BenchEvent[],
): Promise<void> {
  const createdAt = new Date().toISOString();
  const line = ({ transactionId, externalSubscriptionId, code, at, properties }: BenchEvent) =>
    // No text contains a character that COPY treats as syntax: tab, line end or backslash.
    `${organizationId}\t${transactionId}\t${externalSubscriptionId}\t${code}\t${at.toISOString()}\t${JSON.stringify(properties)}\t${createdAt}\n`;
  const lines = function* () {
    for (const chunk of chunked(events, 500)) yield chunk.map(line).join('');
  };
  await pipeline(Readable.from(lines()), await sql`copy bench.events from stdin`.writable());
}

export async function countBaseline({ sql }: Pool): Promise<number> {
  const [row] = await sql<{ count: string }[]>`select count(*) from bench.events`;
  return Number(row?.count);
}
