import { eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { expectPresent } from '../../../platform/expect-present.js';
import { ifGiven } from '../../../platform/paging/filter-conditions.js';
import { listsOf } from '../../../platform/paging/lists.js';
import type { ListQuery } from '../../../platform/paging/page.js';
import { recordsOf, tenantRows } from '../../../platform/paging/records.js';
import type { IntegrationMappingFilter } from './integration-mapping.input.js';
import { integrationMappingOrders } from './integration-mapping.list.js';
import { type IntegrationMapping, integrationMappings } from './integration-mapping.table.js';

const within = tenantRows(integrationMappings);

const lists = listsOf(integrationMappings, {
  kept: within,
  orders: integrationMappingOrders,
  search: [
    integrationMappings.externalId,
    integrationMappings.externalAccountCode,
    integrationMappings.externalName,
  ],
  conditions: conditionsOf,
});

/** A record whose mappings go with it. */
export type MappedRecord =
  { readonly integrationId: string } | { readonly targetId: string } | { readonly billingEntityId: string };

export const integrationMappingRepository = {
  ...recordsOf(integrationMappings, { kept: within }),

  list: lists.list,

  /** A page of the mappings of each connection, by the connection's id. */
  listByIntegration: lists.listBy(integrationMappings.integrationId),

  /** Inserts a mapping, or changes the one of the same target. @returns the stored row. */
  async put(tx: Tx, row: IntegrationMapping): Promise<IntegrationMapping> {
    const { externalId, externalAccountCode, externalName, updatedAt } = row;
    const [stored] = await tx
      .insert(integrationMappings)
      .values(row)
      .onConflictDoUpdate({
        target: [
          integrationMappings.organizationId,
          integrationMappings.integrationId,
          integrationMappings.target,
          integrationMappings.targetId,
          integrationMappings.billingEntityId,
        ],
        set: { externalId, externalAccountCode, externalName, updatedAt },
      })
      .returning();
    return expectPresent(stored, 'the stored mapping');
  },

  /** The mappings of a connection for these records, and all of targets that are no records. */
  findFor: compiledQuery((db, organizationId: string, integrationId: string, targetIds: readonly string[]) =>
    db
      .select()
      .from(integrationMappings)
      .where(
        within(
          organizationId,
          eq(integrationMappings.integrationId, integrationId),
          or(isNull(integrationMappings.targetId), isOneOf(integrationMappings.targetId, targetIds)),
        ),
      ),
  ),

  async deleteOf(tx: Tx, organizationId: string, record: MappedRecord): Promise<void> {
    await tx.delete(integrationMappings).where(within(organizationId, conditionOf(record)));
  },
};

function conditionOf(record: MappedRecord): SQL {
  if ('integrationId' in record) return eq(integrationMappings.integrationId, record.integrationId);
  if ('targetId' in record) return eq(integrationMappings.targetId, record.targetId);
  return eq(integrationMappings.billingEntityId, record.billingEntityId);
}

function conditionsOf(
  _db: Db,
  _organizationId: string,
  { filter }: ListQuery<IntegrationMappingFilter>,
): (SQL | undefined)[] {
  return [
    ifGiven(filter.integrationId, (id) =>
      isUuid(id) ? eq(integrationMappings.integrationId, id) : sql`false`,
    ),
    ifGiven(filter.target, (target) => eq(integrationMappings.target, target)),
  ];
}
