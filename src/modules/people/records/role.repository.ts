import { asc, eq, or } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { recordsOf, tenantRows } from '../../../platform/paging/records.js';
import { type CustomRole, roles } from './role.table.js';

const ofOrganization = tenantRows(roles);

export const roleRepository = {
  ...recordsOf(roles, { kept: ofOrganization }),

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
};
