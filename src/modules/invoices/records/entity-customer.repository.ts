import { and, eq, exists, gt, or, sql } from 'drizzle-orm';
import type { Db } from '../../../platform/db/database.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { customers } from '../../customers/records/customer.table.js';
import { subscriptions } from '../../subscriptions/records/subscription.table.js';
import { invoices } from './invoice.table.js';

/** A part of a list of customers, in the order of their ids. */
export interface CustomerChunk {
  /** Null for the first part. */
  readonly after: string | null;
  readonly limit: number;
}

export const entityCustomerRepository = {
  /** Ids of customers with a billing entity, or with a subscription or invoice of it; deleted ones too. */
  async find(
    db: Db,
    organizationId: string,
    billingEntityId: string,
    { after, limit }: CustomerChunk,
  ): Promise<string[]> {
    const one = { found: sql`1` };
    const subscription = db
      .select(one)
      .from(subscriptions)
      .where(
        and(
          refersTo(subscriptions.customerId, customers),
          eq(subscriptions.billingEntityId, billingEntityId),
        ),
      );
    const invoice = db
      .select(one)
      .from(invoices)
      .where(and(refersTo(invoices.customerId, customers), eq(invoices.billingEntityId, billingEntityId)));
    const rows = await db
      .select({ id: customers.id })
      .from(customers)
      .where(
        and(
          eq(customers.organizationId, organizationId),
          after === null ? undefined : gt(customers.id, after),
          or(eq(customers.billingEntityId, billingEntityId), exists(subscription), exists(invoice)),
        ),
      )
      .orderBy(customers.id)
      .limit(limit);
    return rows.map(({ id }) => id);
  },
};
