import { sql } from 'drizzle-orm';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { keptRows, recordsOf } from '../../platform/paging/records.js';
import { type Tax, taxes } from './tax.table.js';
import { taxOrders } from './tax.list.js';

const kept = keptRows(taxes);

export const taxRepository = {
  ...recordsOf(taxes, {
    kept,
    code: taxes.code,
    orders: taxOrders,
    search: [taxes.name, taxes.code],
  }),

  findByCodesInAnyCase(db: Db, organizationId: string, codes: readonly string[]): Promise<Tax[]> {
    return db
      .select()
      .from(taxes)
      .where(
        kept(
          organizationId,
          isOneOf(
            sql<string>`lower(${taxes.code})`,
            codes.map((code) => code.toLowerCase()),
          ),
        ),
      );
  },

  /** Inserts taxes, except those whose code another transaction has taken just now. */
  async insertIfFree(tx: Tx, rows: readonly Tax[]): Promise<void> {
    if (rows.length > 0)
      await tx
        .insert(taxes)
        .values([...rows])
        .onConflictDoNothing();
  },
};
