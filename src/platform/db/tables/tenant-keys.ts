import { and, eq, getTableColumns, type SQL } from 'drizzle-orm';
import { type AnyPgColumn, foreignKey, unique } from 'drizzle-orm/pg-core';

interface TenantColumns {
  readonly id: AnyPgColumn;
  readonly organizationId: AnyPgColumn;
}

/**
 * The unique key that foreign keys to a table use: organization and id. With `belongsTo`, the database refuses
 * references from one organization to another.
 */
export function tenantKey(name: string, table: TenantColumns) {
  return unique(`${name}_tenant_key`).on(table.organizationId, table.id);
}

/** A foreign key from a row to the row of the same table that it was copied from. */
export function parentKey(name: string, table: TenantColumns & { readonly parentId: AnyPgColumn }) {
  return belongsTo(name, { organizationId: table.organizationId, reference: table.parentId }, table);
}

/** A foreign key that includes the organization, so that parent and child belong to the same one. */
export function belongsTo(
  name: string,
  from: { readonly organizationId: AnyPgColumn; readonly reference: AnyPgColumn },
  parent: TenantColumns,
) {
  return foreignKey({
    name,
    columns: [from.organizationId, from.reference] as [AnyPgColumn, AnyPgColumn],
    foreignColumns: [parent.organizationId, parent.id] as [AnyPgColumn, AnyPgColumn],
  });
}

/** The join condition of a `belongsTo` key: rows of `parent` that the column `reference` refers to. */
export function refersTo(reference: AnyPgColumn, parent: TenantColumns): SQL | undefined {
  const { organizationId } = getTableColumns(reference.table);
  if (organizationId === undefined) throw new Error(`Rows with ${reference.name} belong to no organization.`);
  return and(eq(parent.organizationId, organizationId), eq(parent.id, reference));
}
