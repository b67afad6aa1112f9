import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
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

/**
 * Reads all rows that billing wrote. Postgres writes them into files, since the driver can leave a connection paused for ever after
 * `copy to stdout`.
 */
export async function copyOut({ sql }: Pool): Promise<CopiedTable[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tollgate-bench-copy-'));
  const tables: CopiedTable[] = [];
  for (const name of TABLES) {
    const file = path.join(folder, name);
    await sql.unsafe(`copy ${name} to '${file}'`);
    tables.push({ name, rows: await readFile(file) });
  }
  await rm(folder, { recursive: true });
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
