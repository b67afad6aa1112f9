import { sql } from 'drizzle-orm';
import { type Connections, stopListening } from '../../platform/db/connections.js';
import type { Tx } from '../../platform/db/database.js';
import type { Subscription } from './subscription.table.js';

const CHANNEL = 'tollgate_subscriptions';

/** Which subscription is another one than before. */
type Changed = Pick<Subscription, 'organizationId' | 'externalId'>;

/** Tells of subscriptions that are new or changed, with the commit. */
export async function tellOfChanges(tx: Tx, subscriptions: readonly Changed[]): Promise<void> {
  const changed = subscriptions.map(({ organizationId, externalId }) =>
    JSON.stringify({ organizationId, externalId } satisfies Changed),
  );
  await tx.execute(sql`
    select pg_notify(${CHANNEL}, changed) from unnest(${sql.param(changed)}::text[]) as changed`);
}

/**
 * Hears of what transactions of any process change.
 * @param onStart called before the first change, and again after the connection was lost: who knows what was missed.
 * @returns what ends it.
 */
export async function hearOfChanges(
  listen: Connections['listen'],
  { onStart, onChange }: { onStart: () => void; onChange: (changed: Changed) => void },
): Promise<() => void> {
  const hear = (changed: string) => {
    onChange(JSON.parse(changed) as Changed);
  };
  const listening = await listen(CHANNEL, hear, onStart);
  return () => {
    stopListening(listening);
  };
}
