import { sql } from 'drizzle-orm';
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organizationId, updatedAt } from '../../../platform/db/tables/columns.js';
import { enumChecks } from '../../../platform/db/tables/enum-checks.js';
import { belongsTo, tenantKey } from '../../../platform/db/tables/tenant-keys.js';
import { organizations } from '../../organizations/records/organization.table.js';

export const VALUE_TYPES = ['integer', 'boolean', 'string', 'select'] as const;

/** What the products of an organization have, and plans and subscriptions entitle to. Source: entitlements.md §1. */
export const features = pgTable(
  'features',
  {
    id: id(),
    organizationId: organizationId(),
    /** Never changes. */
    code: text('code').notNull(),
    name: text('name'),
    description: text('description'),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    tenantKey('features', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('features_code')
      .on(table.organizationId, table.code)
      .where(sql`${table.deletedAt} is null`),
    index('features_newest').on(table.organizationId, table.createdAt),
    index('features_name').on(table.organizationId, table.name, table.id),
  ],
);

/** The typed settings of features. Those of a deleted feature stay with it. */
export const privileges = pgTable(
  'privileges',
  {
    id: id(),
    organizationId: organizationId(),
    featureId: uuid('feature_id').notNull(),
    /** Never changes: plans and subscriptions store values by it. */
    code: text('code').notNull(),
    name: text('name'),
    valueType: text('value_type', { enum: VALUE_TYPES }).notNull(),
    /** The texts that a value can be; null unless the type is `select`. */
    selectOptions: jsonb('select_options').$type<readonly string[]>(),
    /** The order of creation within the feature. */
    position: integer('position').notNull(),
  },
  (table) => [
    ...enumChecks(table),
    belongsTo(
      'privileges_feature_fk',
      { organizationId: table.organizationId, reference: table.featureId },
      features,
    ),
    unique('privileges_code').on(table.organizationId, table.featureId, table.code),
  ],
);

export type Feature = typeof features.$inferSelect;
export type Privilege = typeof privileges.$inferSelect;
