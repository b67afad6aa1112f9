import { sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.js';
import { queryRows } from '../../../platform/db/statements/query-rows.js';
import type { CallLimits } from './call-limits.js';
import { integrationPaces } from './integration-pace.table.js';

/** A call that wants to begin. */
export interface PacedCall {
  readonly organizationId: string;
  readonly integrationId: string;
  readonly callId: string;
  /** When it has ended at the latest, in milliseconds from now. */
  readonly endsWithinMs: number;
}

const { running, nextAt, organizationId, integrationId } = integrationPaces;

const milliseconds = (ms: number) => sql`${ms}::double precision * interval '1 millisecond'`;

export const integrationPaceRepository = {
  /**
   * Lets a call begin if fewer run than may at once.
   * @param mostMs the longest wait for its turn.
   * @returns the milliseconds until it may begin; null if it may not.
   */
  async begin(
    db: Db,
    call: PacedCall,
    { atOnce, spacingMs }: CallLimits,
    mostMs: number,
  ): Promise<number | null> {
    const spacing = milliseconds(spacingMs);
    const now = sql`statement_timestamp()`;
    const entry = sql`jsonb_build_object(${call.callId}::text, (${now} + ${milliseconds(call.endsWithinMs)})::text)`;
    const live = sql`(
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each_text(${running})
      where value::timestamptz > ${now})`;
    const [begun] = await queryRows<{ waitMs: number }>(
      db,
      sql`
        insert into ${integrationPaces} (organization_id, integration_id, running, next_at)
        values (${call.organizationId}, ${call.integrationId}, ${entry}, ${now} + ${spacing})
        on conflict (organization_id, integration_id) do update
        set running = ${live} || ${entry}, next_at = greatest(${nextAt}, ${now}) + ${spacing}
        where (select count(*) from jsonb_object_keys(${live})) < ${atOnce}
          and ${nextAt} <= ${now} + ${milliseconds(mostMs)}
        returning extract(epoch from ${nextAt} - ${spacing} - ${now})::double precision * 1000 as "waitMs"`,
    );
    return begun === undefined ? null : Math.max(0, Math.ceil(begun.waitMs));
  },

  async end(db: Db, call: PacedCall): Promise<void> {
    await db
      .update(integrationPaces)
      .set({ running: sql`${running} - ${call.callId}::text` })
      .where(sql`${organizationId} = ${call.organizationId} and ${integrationId} = ${call.integrationId}`);
  },
};
