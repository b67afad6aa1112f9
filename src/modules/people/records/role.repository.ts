import { and, asc, eq, or, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { type CustomRole, roles } from './role.table.js';

const ofOrganization = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(roles.organizationId, organizationId), ...conditions);

export const roleRepository = {
  /** The custom roles of an organization, oldest first; their number is limited. */
  all(db: Db, organizationId: string): Promise<CustomRole[]> {
    return db
      .select()
      .from(roles)
      .where(ofOrganization(organizationId))
      .orderBy(asc(roles.createdAt), asc(roles.id));
  },

  /** @param key an id or a code. */
  async find(db: Db, organizationId: string, key: string): Promise<CustomRole | null> {
    const [role] = await db
      .select()
      .from(roles)
      .where(
        ofOrganization(organizationId, or(eq(roles.code, key), isUuid(key) ? eq(roles.id, key) : undefined)),
      );
    return role ?? null;
  },

  async insert(tx: Tx, role: CustomRole): Promise<void> {
    await tx.insert(roles).values(role);
  },

  async update(tx: Tx, { id, organizationId, ...changes }: CustomRole): Promise<void> {
    await tx
      .update(roles)
      .set(changes)
      .where(ofOrganization(organizationId, eq(roles.id, id)));
  },

  async delete(tx: Tx, { id, organizationId }: CustomRole): Promise<void> {
    await tx.delete(roles).where(ofOrganization(organizationId, eq(roles.id, id)));
  },
};
