import { lt, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import { events } from './event.table.js';

/**
 * Which events a statement saw. Neither ids nor sequences tell: they are given before a transaction commits, so an event
 * that is committed later may have the lower one. Source: docs/adr/0049.
 */
export interface UsageMoment {
  /** The snapshot of the statement: which transactions it saw. */
  readonly snapshot: string;
  /** The highest sequence that any event had. An event with a higher one came later, whatever its transaction id. */
  readonly lastSequence: string;
}

/** The moment of the statement that selects it, in one of its rows; null in the others. */
export const momentOfStatement = sql<string | null>`case when row_number() over () = 1 then json_build_object(
  'snapshot', pg_current_snapshot(),
  'lastSequence', (select last_value::text from events_sequence_seq)
)::text end`;

/** @param rows of a statement that selects `momentOfStatement`. */
export function momentOf(rows: readonly { readonly moment: string | null }[]): UsageMoment {
  const moment = rows.find((row) => row.moment !== null)?.moment ?? null;
  if (moment === null) throw new Error('A statement that reads usage answers at least one row.');
  return JSON.parse(moment) as UsageMoment;
}

/** The condition that a read saw the event. Events from before the migration have no transaction id; every read saw them. */
const wasSeen = (snapshot: SQL, lastSequence: SQL): SQL<boolean> =>
  sql<boolean>`(${events.sequence} <= ${lastSequence}
    and (${events.writtenIn} is null or pg_visible_in_snapshot(${events.writtenIn}, ${snapshot})))`;

const wasSeenAt = ({ snapshot, lastSequence }: UsageMoment): SQL<boolean> =>
  wasSeen(sql`${snapshot}::pg_snapshot`, sql`${lastSequence}::bigint`);

/** The condition that a read at any of several moments saw the event. @param moments a JSON list of `UsageMoment`. */
export const wasSeenAtAny = (moments: SQLWrapper): SQL<boolean> => sql<boolean>`exists (
  select from jsonb_to_recordset(${moments}) as moment (snapshot text, "lastSequence" bigint)
  where ${wasSeen(sql`moment.snapshot::pg_snapshot`, sql`moment."lastSequence"`)}
)`;

/** Which events count: those that an earlier statement saw, or those with ids lower than this one. */
export type EventCutoff = { readonly moment: UsageMoment } | { readonly beforeId: string };

export const isWithin = (cutoff: EventCutoff): SQL =>
  'moment' in cutoff ? wasSeenAt(cutoff.moment) : lt(events.id, cutoff.beforeId);
