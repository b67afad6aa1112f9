import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../platform/db/database.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { customers } from '../../customers/records/customer.table.js';
import { integrationCustomers } from '../../customers/records/integration-customer.table.js';
import { integrationResources } from '../../integration-resources/integration-resource.table.js';
import type { Integration } from '../../integrations/records/integration.table.js';
import type { OwnDocument } from './own-documents.js';
import { ownInvoice, type SyncableKind } from './syncable-kinds.repository.js';

/** The customers of documents, which may be customers themselves. */
const owners = alias(customers, 'owners');

/** The place of a document in the order of a period. */
export interface PeriodPlace {
  readonly issuedOn: string;
  readonly id: string;
}

/** Calendar dates, both included. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Finds documents that connections may be sent. */
export const syncableDocumentRepository = {
  /** False for a document that is not final, whose customer is not linked to the connection, or is on a test clock. */
  async isSyncable(db: Db, integration: Integration, kind: SyncableKind, id: string): Promise<boolean> {
    const found = await documentsOf(db, integration, kind, eq(kind.table.id, id)).limit(1);
    return found.length > 0;
  },

  /** The documents of a kind that go with another one, and that the connection has no synced or pending record of. */
  async findUnsentWith(
    db: Db,
    integration: Integration,
    kind: SyncableKind,
    { column, id }: { readonly column: AnyPgColumn; readonly id: string },
  ): Promise<OwnDocument[]> {
    return documentsOf(db, integration, kind, and(isUnsent, eq(column, id))).orderBy(asc(kind.table.id));
  },

  /**
   * The first documents of a period, by date and id, that the connection may be sent and has no synced or pending record of.
   * @param after the place after which they are; null for the begin of the period.
   */
  async findUnsent(
    db: Db,
    integration: Integration,
    kind: SyncableKind & { readonly issuedOn: NonNullable<SyncableKind['issuedOn']> },
    { from, to, after, limit }: Period & { readonly after: PeriodPlace | null; readonly limit: number },
  ): Promise<(OwnDocument & PeriodPlace)[]> {
    const { table, issuedOn } = kind;
    const isNext = and(
      sql`${issuedOn} between ${from}::date and ${to}::date`,
      after === null
        ? undefined
        : sql`(${issuedOn}, ${table.id}) > (${after.issuedOn}::date, ${after.id}::uuid)`,
    );
    return documentsOf(db, integration, kind, and(isUnsent, isNext))
      .orderBy(asc(issuedOn), asc(table.id))
      .limit(limit);
  },
};

const isUnsent = or(isNull(integrationResources.id), eq(integrationResources.status, 'failed'));

/** Documents that the connection may be sent, with its records of them. */
function documentsOf(db: Db, integration: Integration, kind: SyncableKind, condition: SQL | undefined) {
  const { table, customerId, invoiceId, issuedOn, resourceType } = kind;
  const { organizationId, id: integrationId } = integration;
  return db
    .select({
      id: sql<string>`${table.id}`,
      customerId: sql<string>`${customerId}`,
      issuedOn: sql<string>`${issuedOn}::text`,
    })
    .from(table)
    .leftJoin(ownInvoice, invoiceId === undefined ? sql`false` : refersTo(invoiceId, ownInvoice))
    .innerJoin(owners, refersTo(customerId, owners))
    .innerJoin(integrationCustomers, linkTo(integration, kind))
    .leftJoin(
      integrationResources,
      and(
        eq(integrationResources.organizationId, organizationId),
        eq(integrationResources.resourceId, table.id),
        eq(integrationResources.integrationId, integrationId),
        eq(integrationResources.resourceType, resourceType),
      ),
    )
    .where(and(eq(table.organizationId, organizationId), mayBeSent(kind), condition))
    .$dynamic();
}

/** The condition for the link of a document's customer. Only customers are sent before they have an id there. */
function linkTo({ id }: Integration, { customerId, resourceType }: SyncableKind): SQL | undefined {
  return and(
    eq(integrationCustomers.organizationId, owners.organizationId),
    eq(integrationCustomers.customerId, customerId),
    eq(integrationCustomers.integrationId, id),
    resourceType === 'customer' ? undefined : isNotNull(integrationCustomers.externalCustomerId),
  );
}

/** The condition for documents that systems may have: nothing is sent of customers on a test clock. */
function mayBeSent({ isFinal }: SyncableKind): SQL | undefined {
  return and(isFinal, isNull(owners.testClockId));
}
