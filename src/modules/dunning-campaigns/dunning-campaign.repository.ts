import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../platform/db/database.js';
import { isOneOf } from '../../platform/db/statements/is-one-of.js';
import { refersTo } from '../../platform/db/tables/tenant-keys.js';
import { comparisons } from '../../platform/paging/comparisons.js';
import { ifGiven } from '../../platform/paging/filter-conditions.js';
import { orderingOf } from '../../platform/paging/list-orders.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import { pageOfTable } from '../../platform/paging/page-of-table.js';
import { containsText } from '../../platform/paging/search.js';
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

const kept = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(dunningCampaigns.organizationId, organizationId), isNull(dunningCampaigns.deletedAt), ...conditions);

const assigned = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(dunningAssignments.organizationId, organizationId), ...conditions);

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
  async find(
    db: Db,
    organizationId: string,
    key: { id: string } | { code: string },
  ): Promise<DunningCampaign | null> {
    const condition = 'id' in key ? eq(dunningCampaigns.id, key.id) : eq(dunningCampaigns.code, key.code);
    const [campaign] = await db.select().from(dunningCampaigns).where(kept(organizationId, condition));
    return campaign ?? null;
  },

  async lock(tx: Tx, organizationId: string, id: string): Promise<DunningCampaign | null> {
    const [campaign] = await tx
      .select()
      .from(dunningCampaigns)
      .where(kept(organizationId, eq(dunningCampaigns.id, id)))
      .for('no key update');
    return campaign ?? null;
  },

  /** Includes deleted campaigns. */
  findMany(db: Db, organizationId: string, ids: readonly string[]): Promise<DunningCampaign[]> {
    return db
      .select()
      .from(dunningCampaigns)
      .where(and(eq(dunningCampaigns.organizationId, organizationId), isOneOf(dunningCampaigns.id, ids)));
  },

  list(db: Db, organizationId: string, { filter, search, page }: ListQuery): Promise<Page<DunningCampaign>> {
    return pageOfTable(db, dunningCampaigns, {
      page,
      ordering: orderingOf(dunningCampaignOrders, page),
      where: kept(
        organizationId,
        ...comparisons(dunningCampaignOrders, filter),
        ifGiven(search, (term) => containsText([dunningCampaigns.name, dunningCampaigns.code], term)),
      ),
    });
  },

  async insert(tx: Tx, campaign: DunningCampaign): Promise<void> {
    await tx.insert(dunningCampaigns).values(campaign);
  },

  async update(tx: Tx, organizationId: string, id: string, changes: Partial<DunningCampaign>): Promise<void> {
    await tx
      .update(dunningCampaigns)
      .set(changes)
      .where(and(eq(dunningCampaigns.organizationId, organizationId), eq(dunningCampaigns.id, id)));
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
