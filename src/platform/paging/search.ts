import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Accents of letters, once `normalize('NFD')` has separated them. */
const ACCENTS = /[\u0300-\u036f]/g;

/** The same for Postgres. */
const SQL_ACCENTS = '[\\u0300-\\u036f]';

/**
 * The condition that at least one column contains the term, ignoring case and accents: "acme" finds "Ácme", and "Ácme"
 * finds "acme". The term is trimmed; % and _ are literal. Source: rest-conventions.md §3, §7; docs/adr/0064.
 */
export function containsText(columns: readonly PgColumn[], term: string): SQL {
  const sent = patternOf(term.trim());
  const plain = patternOf(withoutAccents(term.trim()));
  return sql`(${sql.join(
    // Only texts with letters beyond ASCII are rewritten, which takes much longer than to search them.
    columns.map(
      (column) => sql`case
        when octet_length(${column}) = char_length(${column}) then ${column} ilike ${plain}
        else ${column} ilike ${sent}
          or regexp_replace(normalize(lower(${column}), nfd), ${SQL_ACCENTS}, '', 'g') like ${plain}
      end`,
    ),
    sql` or `,
  )})`;
}

function patternOf(term: string): string {
  return `%${term.replace(/[\\%_]/g, '\\$&')}%`;
}

/** In lower case and without accents. */
function withoutAccents(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(ACCENTS, '');
}
