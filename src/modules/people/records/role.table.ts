import { foreignKey, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { MemberPermission } from '../../../platform/api/access/member-permissions.js';
import { createdAt, id, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { organizations } from '../../organizations/records/organization.table.js';

/** The roles that an organization has defined. The predefined ones have no rows. Source: auth.md §4. */
export const roles = pgTable(
  'roles',
  {
    id: id(),
    organizationId: organizationId(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    permissions: text('permissions').array().$type<MemberPermission[]>().notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('roles_code').on(table.organizationId, table.code),
  ],
);

export type CustomRole = typeof roles.$inferSelect;
