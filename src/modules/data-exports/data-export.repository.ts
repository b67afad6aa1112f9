import { and, count, eq, getTableColumns, gt, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { onlyRow } from '../../platform/db/only-row.js';
import { type DataExport, dataExports, type ExportFile } from './data-export.table.js';

const { content, storageKey, ...columns } = getTableColumns(dataExports);
const { id, organizationId, status, attempts, expiresAt, updatedAt } = dataExports;

/** Names an export. */
export interface ExportKey {
  readonly organizationId: string;
  readonly exportId: string;
}

const named = (key: ExportKey, ...conditions: (SQL | undefined)[]) =>
  and(eq(organizationId, key.organizationId), eq(id, key.exportId), ...conditions);

const isPending = eq(status, 'pending');

export const dataExportRepository = {
  async find(db: Db, key: ExportKey, now: Date): Promise<DataExport | null> {
    const [found] = await db
      .select(columns)
      .from(dataExports)
      .where(named(key, gt(expiresAt, now)));
    return found ?? null;
  },

  async findFile(db: Db, key: ExportKey, now: Date): Promise<(DataExport & ExportFile) | null> {
    const [found] = await db
      .select({ ...columns, content, storageKey })
      .from(dataExports)
      .where(named(key, eq(status, 'completed'), gt(expiresAt, now)));
    return found ?? null;
  },

  /** How many exports of an organization are pending, counted up to a number. */
  async countPendingUpTo(db: Db, organization: string, most: number): Promise<number> {
    const pending = db
      .select({ id })
      .from(dataExports)
      .where(and(eq(organizationId, organization), isPending))
      .limit(most)
      .as('pending');
    return onlyRow(await db.select({ found: count() }).from(pending)).found;
  },

  async insert(tx: Tx, created: DataExport): Promise<void> {
    await tx.insert(dataExports).values(created);
  },

  /** Counts an attempt to write the file. @returns null unless the export is pending. */
  async beginAttempt(tx: Tx, key: ExportKey, now: Date): Promise<DataExport | null> {
    const [begun] = await tx
      .update(dataExports)
      .set({ attempts: sql`${attempts} + 1`, rowsCount: 0, updatedAt: now })
      .where(named(key, isPending, gt(expiresAt, now)))
      .returning(columns);
    return begun ?? null;
  },

  /** Records how many rows are written. @returns false unless the export is pending. */
  async recordProgress(tx: Tx, key: ExportKey, rowsCount: number, now: Date): Promise<boolean> {
    const updated = await tx
      .update(dataExports)
      .set({ rowsCount, updatedAt: now })
      .where(named(key, isPending))
      .returning({ id });
    return updated.length > 0;
  },

  /** @returns null unless the export was pending: another process has finished it. */
  async finish(
    tx: Tx,
    key: ExportKey,
    finished: Partial<DataExport & ExportFile>,
  ): Promise<DataExport | null> {
    const [row] = await tx.update(dataExports).set(finished).where(named(key, isPending)).returning(columns);
    return row ?? null;
  },

  /** Finds pending exports of all organizations without progress since an instant, and counts that as progress. */
  claimStalled(tx: Tx, since: Date, { now, limit }: { now: Date; limit: number }): Promise<ExportKey[]> {
    const stalled = tx
      .select({ id })
      .from(dataExports)
      .where(and(isPending, lt(updatedAt, since)))
      .limit(limit)
      .for('update', { skipLocked: true });
    return tx
      .update(dataExports)
      .set({ updatedAt: now })
      .where(isOneOf(id, stalled))
      .returning({ organizationId, exportId: id });
  },

  /** Deletes expired exports of all organizations. @returns the names of their files in the storage, null for others. */
  async deleteExpired(tx: Tx, now: Date, limit: number): Promise<(string | null)[]> {
    const expired = tx.select({ id }).from(dataExports).where(lte(expiresAt, now)).limit(limit);
    const deleted = await tx.delete(dataExports).where(isOneOf(id, expired)).returning({ storageKey });
    return deleted.map((row) => row.storageKey);
  },
};
