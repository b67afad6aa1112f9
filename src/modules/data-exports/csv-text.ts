import { stringify } from 'csv-stringify/sync';

/** A value of a cell. Instants are written in UTC, in whole seconds. */
export type Cell = string | number | bigint | boolean | Date | null;

/** Without it, some spreadsheets read the file in the encoding of their system. */
const BYTE_ORDER_MARK = '\uFEFF';

const NEGATIVE_NUMBER = /^-\d+(\.\d+)?$/;

/** Writes the first row of a file. */
export function csvHead(names: readonly string[]): string {
  return BYTE_ORDER_MARK + csvRows([names]);
}

/**
 * Writes rows as CSV (RFC 4180). Texts that spreadsheets would compute as formulas begin with an apostrophe: customers choose
 * their names, and a formula could send the other cells to them.
 */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => [...row]),
    {
      record_delimiter: 'windows',
      // Without it, single line feeds and returns would end a row.
      quote_record_delimiter: true,
      escape_formulas: true,
      cast: {
        boolean: String,
        date: (at) => `${at.toISOString().slice(0, 19)}Z`,
        // Decimals are texts, and a minus sign does not make them formulas.
        string: (text) => (NEGATIVE_NUMBER.test(text) ? { value: text, escape_formulas: false } : text),
      },
    },
  );
}
