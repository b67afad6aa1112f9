/**
 * The effect of a statement on the results of earlier reads in its transaction.
 * - `read`: changes nothing. With `names`, its result stays valid until one of the named tables is changed.
 * - `lock`: as `read`; but the transaction may have waited for others, so that earlier results may be out of date.
 * - `change`: changes the rows of these tables, and of no others.
 * - `unknown`: may change anything.
 */
export type StatementEffect =
  | { readonly kind: 'read' | 'lock'; readonly names: ReadonlySet<string> | null }
  | { readonly kind: 'change'; readonly tables: readonly string[] }
  | { readonly kind: 'unknown' };

/** The only table with cascading deletes: foreign keys of other tables refuse the deletion of the referenced row. */
const CASCADED = 'due_work';

const SELECT = /^\s*(?:select|with)\b/;
/** Words of statements that begin like a read but change rows or take an advisory lock. */
const CHANGES = /\b(?:insert|update|delete|merge|pg_(?:try_)?advisory_\w+)\b/;
const ROW_LOCKS = /\bfor (?:no key update|update|key share|share)\b/g;
/** Row locks that let other transactions lock or change rows that the statement selects. */
const WEAK_LOCK = /\bskip locked\b|\bfor key share\b/;
const INSERTION = /\binsert into "(\w+)"/g;
const CHANGE = /^\s*(?:insert into|update|(delete) from) "(\w+)"/;
const SOURCE = /\b(?:from|join)\s+(?:lateral\s+)?"(\w+)"/g;
/** A table name without quotes, as in hand-written statements: the query builder always quotes tables. */
const UNQUOTED_SOURCE = /\b(?:from|join)\s+(?:lateral\s+)?[a-z_]\w*(?!\w|\s*\()/;
/** Functions whose result differs from one call to the next. */
const VOLATILE =
  /\b(?:clock_timestamp|statement_timestamp|timeofday|random|gen_random_uuid|nextval|pg_\w+)\s*\(/;

/** Determines the effect of a statement from its text. */
export function effectOf(text: string): StatementEffect {
  if (!SELECT.test(text)) return effectOfChange(text);
  const withoutLocks = text.replaceAll(ROW_LOCKS, '');
  if (CHANGES.test(withoutLocks)) return effectOfInsertions(text);
  const isRepeatable = !UNQUOTED_SOURCE.test(text) && !VOLATILE.test(text) && !WEAK_LOCK.test(text);
  return { kind: withoutLocks === text ? 'read' : 'lock', names: isRepeatable ? namesIn(text) : null };
}

/** Words whose value depends on when the statement runs. */
const TIME = /\b(?:now|transaction_timestamp|current_\w+|localtime\w*|age)\b/;

/** The tables that alone determine the result of a read, beside its values; null if something else does too. */
export function tablesReadBy(text: string): ReadonlySet<string> | null {
  const effect = effectOf(text);
  if (effect.kind !== 'read' || effect.names === null || TIME.test(text)) return null;
  return new Set(Array.from(text.matchAll(SOURCE), ([, table = '']) => table));
}

function effectOfChange(text: string): StatementEffect {
  const [, deletes, table] = CHANGE.exec(text) ?? [];
  if (table === undefined) return { kind: 'unknown' };
  return { kind: 'change', tables: deletes === undefined ? [table] : [table, CASCADED] };
}

/** The effect of a statement that inserts into several tables. */
function effectOfInsertions(text: string): StatementEffect {
  const rest = text.replaceAll(INSERTION, '');
  if (CHANGES.test(rest)) return { kind: 'unknown' };
  return { kind: 'change', tables: Array.from(text.matchAll(INSERTION), ([, table = '']) => table) };
}

/** All quoted names: of the tables, and of columns besides. */
function namesIn(text: string): ReadonlySet<string> {
  return new Set(Array.from(text.matchAll(/"(\w+)"/g), ([, name = '']) => name));
}
