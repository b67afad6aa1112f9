import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool } from './product.ts';

/** Rows of a table as COPY writes and reads them. */
export interface CopiedTable {
  readonly name: string;
  readonly rows: Buffer;
}

/** The tables that billing writes, each after the tables that it refers to. */
const TABLES = [
  'invoices',
  'billing_periods',
  'fees',
  'applied_taxes',
  'activity_log_entries',
  'outbox_messages',
] as const;

/** Reads all rows that billing wrote. */
export async function copyOut({ sql }: Pool): Promise<CopiedTable[]> {
  const tables: CopiedTable[] = [];
  for (const name of TABLES) {
    const parts: Buffer[] = [];
    for await (const part of await sql`copy ${sql(name)} to stdout`.readable()) parts.push(part as Buffer);
    tables.push({ name, rows: Buffer.concat(parts) });
  }
  return tables;
}

/** Copies the rows into the same tables, keys and checks included, in one transaction: the least that writing can cost. */
export async function copyIn({ sql }: Pool, tables: readonly CopiedTable[]): Promise<void> {
  await sql.begin(async (connection) => {
    for (const { name, rows } of tables) {
      await pipeline(Readable.from(slices(rows)), await connection`copy ${sql(name)} from stdin`.writable());
    }
  });
}

const SLICE = 65_536;

function* slices(rows: Buffer): Generator<Buffer> {
  for (let at = 0; at < rows.length; at += SLICE) yield rows.subarray(at, at + SLICE);
}
