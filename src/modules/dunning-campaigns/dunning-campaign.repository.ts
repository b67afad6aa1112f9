import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { refersTo } from '../../platform/db/tables/tenant-keys.js';
import { keptRows, recordsOf, tenantRows } from '../../platform/paging/records.js';
import { customers } from '../customers/records/customer.table.js';
import { type Invoice, invoices } from '../invoices/records/invoice.table.js';
import type { DunnedBy } from './dunning-campaign.changes.js';
import { dunningCampaignOrders } from './dunning-campaign.list.js';
import {
  type CustomerDunning,
  customerDunning,
  type DunningAssignment,
  dunningAssignments,
  type DunningCampaign,
  dunningCampaigns,
} from './dunning-campaign.table.js';

/** A billing entity or a customer to which a campaign is assigned. */
export type DunningOwner = { readonly billingEntityId: string } | { readonly customerId: string };

const kept = keptRows(dunningCampaigns);

const assigned = tenantRows(dunningAssignments);

const ownedBy = (owner: DunningOwner): SQL =>
  'customerId' in owner
    ? eq(dunningAssignments.customerId, owner.customerId)
    : eq(dunningAssignments.billingEntityId, owner.billingEntityId);

/** Overdue invoices that customers have to pay. */
const overdue = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(
    eq(invoices.organizationId, organizationId),
    eq(invoices.paymentOverdue, true),
    eq(invoices.selfBilled, false),
    ...conditions,
  );

export const dunningCampaignRepository = {
  ...recordsOf(dunningCampaigns, {
    kept,
    code: dunningCampaigns.code,
    orders: dunningCampaignOrders,
    search: [dunningCampaigns.name, dunningCampaigns.code],
  }),

  async lock(tx: Tx, organizationId: string, id: string): Promise<DunningCampaign | null> {
    const [campaign] = await tx
      .select()
      .from(dunningCampaigns)
      .where(kept(organizationId, eq(dunningCampaigns.id, id)))
      .for('no key update');
    return campaign ?? null;
  },

  /** The assignments of these customers and billing entities. */
  findAssignments(db: Db, organizationId: string, ownerIds: readonly string[]): Promise<DunningAssignment[]> {
    return db
      .select()
      .from(dunningAssignments)
      .where(
        assigned(
          organizationId,
          or(
            isOneOf(dunningAssignments.customerId, ownerIds),
            isOneOf(dunningAssignments.billingEntityId, ownerIds),
          ),
        ),
      );
  },

  async assign(tx: Tx, assignment: DunningAssignment): Promise<void> {
    await tx.insert(dunningAssignments).values(assignment);
  },

  async unassign(tx: Tx, organizationId: string, owner: DunningOwner): Promise<void> {
    await tx.delete(dunningAssignments).where(assigned(organizationId, ownedBy(owner)));
  },

  async unassignCampaign(tx: Tx, organizationId: string, campaignId: string): Promise<void> {
    await tx
      .delete(dunningAssignments)
      .where(assigned(organizationId, eq(dunningAssignments.campaignId, campaignId)));
  },

  findDunning(db: Db, organizationId: string, customerIds: readonly string[]): Promise<CustomerDunning[]> {
    return db
      .select()
      .from(customerDunning)
      .where(
        and(
          eq(customerDunning.organizationId, organizationId),
          isOneOf(customerDunning.customerId, customerIds),
        ),
      );
  },

  async saveDunning(tx: Tx, dunning: CustomerDunning): Promise<void> {
    await tx
      .insert(customerDunning)
      .values(dunning)
      .onConflictDoUpdate({
        target: [customerDunning.organizationId, customerDunning.customerId],
        set: dunning,
      });
  },

  /** The overdue invoices of a customer, oldest first. */
  findOverdue(db: Db, organizationId: string, customerId: string): Promise<Invoice[]> {
    return db
      .select()
      .from(invoices)
      .where(overdue(organizationId, eq(invoices.customerId, customerId)))
      .orderBy(invoices.id);
  },

  /** Ids of the customers with overdue invoices that a change of dunning affects. */
  async findOverdueCustomers(db: Db, organizationId: string, of: DunnedBy): Promise<string[]> {
    const ofCampaign = (campaignId: string): SQL => sql`exists (
      select from ${dunningAssignments} where ${assigned(organizationId, eq(dunningAssignments.campaignId, campaignId))}
        and (${dunningAssignments.customerId} = ${customers.id}
          or ${dunningAssignments.billingEntityId} = ${customers.billingEntityId}))`;
    const theirs =
      'customerId' in of
        ? eq(customers.id, of.customerId)
        : 'billingEntityId' in of
          ? eq(customers.billingEntityId, of.billingEntityId)
          : ofCampaign(of.campaignId);
    const rows = await db
      .selectDistinct({ id: customers.id })
      .from(customers)
      .innerJoin(invoices, refersTo(invoices.customerId, customers))
      .where(
        and(
          eq(customers.organizationId, organizationId),
          isNull(customers.deletedAt),
          theirs,
          overdue(organizationId),
        ),
      )
      .orderBy(customers.id);
    return rows.map(({ id }) => id);
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    await tx
      .delete(dunningAssignments)
      .where(assigned(organizationId, isOneOf(dunningAssignments.customerId, customerIds)));
    await tx
      .delete(customerDunning)
      .where(
        and(
          eq(customerDunning.organizationId, organizationId),
          isOneOf(customerDunning.customerId, customerIds),
        ),
      );
  },
};
