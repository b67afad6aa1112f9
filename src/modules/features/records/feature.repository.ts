import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { insertAll } from '../../../platform/db/statements/insert-all.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { updateAll } from '../../../platform/db/statements/update-all.js';
import { type IdOrCode, keptRows, recordsOf } from '../../../platform/paging/records.js';
import { featureOrders } from './feature.list.js';
import { type Feature, features, type Privilege, privileges } from './feature.table.js';

const kept = keptRows(features);

const named = (by: IdOrCode) => ('id' in by ? eq(features.id, by.id) : eq(features.code, by.code));

export const featureRepository = {
  ...recordsOf(features, {
    kept,
    code: features.code,
    orders: featureOrders,
    search: [features.name, features.code, features.description],
  }),

  /** Locks a feature to change it; waits for those who entitle to it. */
  async lock(tx: Tx, organizationId: string, by: IdOrCode): Promise<Feature | null> {
    const [feature] = await tx
      .select()
      .from(features)
      .where(kept(organizationId, named(by)))
      .for('no key update');
    return feature ?? null;
  },

  /** Locks features against changes until the transaction ends, in the order of their ids. */
  lockForUse(tx: Tx, organizationId: string, codes: readonly string[]): Promise<Feature[]> {
    return tx
      .select()
      .from(features)
      .where(kept(organizationId, isOneOf(features.code, codes)))
      .orderBy(asc(features.id))
      .for('share');
  },

  /** The privileges of features, in order of creation. Includes those of deleted features. */
  findPrivileges: compiledQuery((db, organizationId: string, featureIds: readonly string[]) =>
    db
      .select()
      .from(privileges)
      .where(and(eq(privileges.organizationId, organizationId), isOneOf(privileges.featureId, featureIds)))
      .orderBy(asc(privileges.featureId), asc(privileges.position)),
  ),

  insertPrivileges(tx: Tx, rows: readonly Privilege[]): Promise<void> {
    return insertAll(tx, privileges, rows);
  },

  updatePrivileges(tx: Tx, rows: readonly Privilege[]): Promise<void> {
    return updateAll(tx, privileges, rows);
  },

  async deletePrivilege(tx: Tx, organizationId: string, id: string): Promise<void> {
    await tx
      .delete(privileges)
      .where(and(eq(privileges.organizationId, organizationId), eq(privileges.id, id)));
  },

  /** Approximate size of a feature's privileges as JSON, in bytes. */
  async privilegeBytes(db: Db, organizationId: string, featureId: string): Promise<number> {
    const rows = await db
      .select({ bytes: sql<string>`coalesce(sum(${bytesOfPrivilege()}), 0)` })
      .from(privileges)
      .where(and(eq(privileges.organizationId, organizationId), eq(privileges.featureId, featureId)));
    return Number(onlyRow(rows).bytes);
  },
};

/** Approximate size of a privilege as JSON without its value, in bytes. */
export function bytesOfPrivilege(): SQL {
  return sql`100 + octet_length(${privileges.code}) + coalesce(octet_length(${privileges.name}), 0)
    + coalesce(octet_length(${privileges.selectOptions}::text), 0)`;
}
