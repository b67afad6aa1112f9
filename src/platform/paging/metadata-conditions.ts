import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A table of metadata entries, in which each owner has a key at most once. */
type EntryTable = PgTable & { readonly key: PgColumn; readonly value: PgColumn };

/**
 * The conditions that an owner has entries with these values: one for all keys with a value and one for all without, so that
 * the query plan is the same for any number of keys.
 * @param isOfOwner the condition that an entry belongs to the owner.
 * @param values by key; empty for owners without the key.
 */
export function metadataConditions(
  entries: EntryTable,
  isOfOwner: SQL | undefined,
  values: Readonly<Record<string, string>>,
): SQL[] {
  const sent = Object.entries(values);
  const present = sent.filter(([, value]) => value !== '');
  const absent = sent.filter(([, value]) => value === '');
  const matches = (condition: SQL) =>
    sql`(select count(*) from ${entries} where ${isOfOwner} and ${condition})`;
  const listOf = (texts: readonly string[]) => sql`${sql.param(texts)}::text[]`;
  const pairs = sql`(${entries.key}, ${entries.value}) in (
    select * from unnest(${listOf(present.map(([key]) => key))}, ${listOf(present.map(([, value]) => value))}))`;
  const keys = sql`${entries.key} = any(${listOf(absent.map(([key]) => key))})`;
  return [
    // Counts suffice, since an owner has each key at most once.
    ...(present.length === 0 ? [] : [sql`${matches(pairs)} = ${present.length}`]),
    ...(absent.length === 0 ? [] : [sql`${matches(keys)} = 0`]),
  ];
}
