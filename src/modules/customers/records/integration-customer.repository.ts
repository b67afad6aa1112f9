import { and, asc, count, eq, isNull } from 'drizzle-orm';
import { groupBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { insertAll } from '../../../platform/db/statements/insert-all.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { type Integration, integrations } from '../../integrations/records/integration.table.js';
import { type IntegrationCustomer, integrationCustomers } from './integration-customer.table.js';

/** A link, with the code and the settings of its connection. */
export interface CodedLink extends IntegrationCustomer {
  readonly integrationCode: string;
  readonly settings: Integration['settings'];
}

/** A customer and a connection. */
export type LinkKey = Pick<IntegrationCustomer, 'organizationId' | 'customerId' | 'integrationId'>;

const linksOf = compiledQuery((db, organizationId: string, customerIds: readonly string[]) =>
  db
    .select({
      link: integrationCustomers,
      integrationCode: integrations.code,
      settings: integrations.settings,
    })
    .from(integrationCustomers)
    .innerJoin(integrations, refersTo(integrationCustomers.integrationId, integrations))
    .where(
      and(
        eq(integrationCustomers.organizationId, organizationId),
        isOneOf(integrationCustomers.customerId, customerIds),
      ),
    )
    .orderBy(asc(integrationCustomers.id)),
);

export const integrationCustomerRepository = {
  /** Links by customer id, oldest first. */
  async findByCustomers(
    db: Db,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<Map<string, CodedLink[]>> {
    const rows = await linksOf(db, organizationId, customerIds);
    const links = rows.map(({ link, ...connection }) => ({ ...link, ...connection }));
    return groupBy(links, ({ customerId }) => customerId);
  },

  /** The number of links by the id of their connection; connections without any are omitted. */
  async countByIntegration(
    db: Db,
    organizationId: string,
    integrationIds: readonly string[],
  ): Promise<Map<string, number>> {
    const rows = await db
      .select({ integrationId: integrationCustomers.integrationId, links: count() })
      .from(integrationCustomers)
      .where(
        and(
          eq(integrationCustomers.organizationId, organizationId),
          isOneOf(integrationCustomers.integrationId, integrationIds),
        ),
      )
      .groupBy(integrationCustomers.integrationId);
    return new Map(rows.map(({ integrationId, links }) => [integrationId, links]));
  },

  /** Deletes and inserts all links of a customer, since a new one may have the type of a former one. */
  async replace(
    tx: Tx,
    organizationId: string,
    customerId: string,
    links: readonly IntegrationCustomer[],
  ): Promise<void> {
    await this.deleteOfCustomers(tx, organizationId, [customerId]);
    await insertAll(tx, integrationCustomers, links);
  },

  /** Stores the id of a customer at a connection where it had none. @returns false if it is not linked any more, or has an id. */
  async setCreated(
    tx: Tx,
    { organizationId, customerId, integrationId }: LinkKey,
    created: Pick<IntegrationCustomer, 'externalCustomerId' | 'email'>,
  ): Promise<boolean> {
    const rows = await tx
      .update(integrationCustomers)
      .set(created)
      .where(
        and(
          eq(integrationCustomers.organizationId, organizationId),
          eq(integrationCustomers.customerId, customerId),
          eq(integrationCustomers.integrationId, integrationId),
          isNull(integrationCustomers.externalCustomerId),
        ),
      )
      .returning({ id: integrationCustomers.id });
    return rows.length > 0;
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx
      .delete(integrationCustomers)
      .where(
        and(
          eq(integrationCustomers.organizationId, organizationId),
          isOneOf(integrationCustomers.customerId, customerIds),
        ),
      );
  },

  async deleteOfIntegration(tx: Tx, organizationId: string, integrationId: string): Promise<void> {
    await tx
      .delete(integrationCustomers)
      .where(
        and(
          eq(integrationCustomers.organizationId, organizationId),
          eq(integrationCustomers.integrationId, integrationId),
        ),
      );
  },
};
