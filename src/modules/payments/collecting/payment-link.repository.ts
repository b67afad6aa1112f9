import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/is-one-of.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { type PaymentLink, paymentLinks } from './payment-link.table.js';

const of = (organizationId: string, ...conditions: (SQL | undefined)[]) =>
  and(eq(paymentLinks.organizationId, organizationId), ...conditions);

export const paymentLinkRepository = {
  async find(db: Db, organizationId: string, id: string): Promise<PaymentLink | null> {
    const [link] = await db
      .select()
      .from(paymentLinks)
      .where(of(organizationId, eq(paymentLinks.id, id)));
    return link ?? null;
  },

  async findOpen(db: Db, organizationId: string, invoiceId: string): Promise<PaymentLink | null> {
    const [link] = await db
      .select()
      .from(paymentLinks)
      .where(of(organizationId, eq(paymentLinks.invoiceId, invoiceId), isNull(paymentLinks.closedAt)));
    return link ?? null;
  },

  async insert(tx: Tx, link: PaymentLink): Promise<void> {
    await tx.insert(paymentLinks).values(link);
  },

  async update(
    tx: Tx,
    organizationId: string,
    id: string,
    changes: Partial<Pick<PaymentLink, 'sessionId' | 'url' | 'closedAt'>>,
  ): Promise<void> {
    await tx
      .update(paymentLinks)
      .set(changes)
      .where(of(organizationId, eq(paymentLinks.id, id)));
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const theirs = tx
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.organizationId, organizationId), isOneOf(invoices.customerId, customerIds)));
    await tx.delete(paymentLinks).where(of(organizationId, isOneOf(paymentLinks.invoiceId, theirs)));
  },
};
