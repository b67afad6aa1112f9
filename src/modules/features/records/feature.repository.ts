import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { insertAll } from '../../../platform/db/statements/insert-all.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { onlyRow } from '../../../platform/db/only-row.js';
import { question } from '../../../platform/db/writing/question.js';
import { updateAll } from '../../../platform/db/statements/update-all.js';
import { comparisons } from '../../../platform/paging/comparisons.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import { pageOfTable } from '../../../platform/paging/page-of-table.js';
import { containsText } from '../../../platform/paging/search.js';
import { featureOrders } from './feature.list.js';
import { type Feature, features, type Privilege, privileges } from './feature.table.js';

type Identity = { readonly id: string } | { readonly code: string };

const kept = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(features.organizationId, organizationId), isNull(features.deletedAt), ...conditions);

const named = (by: Identity) => ('id' in by ? eq(features.id, by.id) : eq(features.code, by.code));

export const featureRepository = {
  async find(db: Db, organizationId: string, by: Identity): Promise<Feature | null> {
    const [feature] = await db
      .select()
      .from(features)
      .where(kept(organizationId, named(by)));
    return feature ?? null;
  },

  /** Includes deleted features. */
  findMany: question((db, organizationId: string, ids: readonly string[]) =>
    db
      .select()
      .from(features)
      .where(and(eq(features.organizationId, organizationId), isOneOf(features.id, ids))),
  ),

  /** Locks a feature to change it; waits for those who entitle to it. */
  async lock(tx: Tx, organizationId: string, by: Identity): Promise<Feature | null> {
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

  list(db: Db, organizationId: string, { filter, search, page }: ListQuery): Promise<Page<Feature>> {
    const searched = [features.name, features.code, features.description];
    return pageOfTable(db, features, {
      page,
      ordering: orderingOf(featureOrders, page),
      where: kept(
        organizationId,
        ...comparisons(featureOrders, filter),
        ifGiven(search, (term) => containsText(searched, term)),
      ),
    });
  },

  async insert(tx: Tx, feature: Feature): Promise<void> {
    await tx.insert(features).values(feature);
  },

  async update(tx: Tx, organizationId: string, id: string, changes: Partial<Feature>): Promise<void> {
    await tx
      .update(features)
      .set(changes)
      .where(kept(organizationId, eq(features.id, id)));
  },

  /** The privileges of features, in order of creation. Includes those of deleted features. */
  findPrivileges: question((db, organizationId: string, featureIds: readonly string[]) =>
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
