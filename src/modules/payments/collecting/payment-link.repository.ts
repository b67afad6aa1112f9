import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { recordsOf, tenantRows } from '../../../platform/paging/records.js';
import { invoices } from '../../invoices/records/invoice.table.js';
import { paymentRequests } from '../../payment-requests/payment-request.table.js';
import { idsOfRequestsOf } from '../../payment-requests/requested-invoice-lookup.js';
import type { CollectedDocument } from './payment.jobs.js';
import { type PaymentLink, paymentLinks } from './payment-link.table.js';

const ofOrganization = tenantRows(paymentLinks);

export const paymentLinkRepository = {
  ...recordsOf(paymentLinks, { kept: ofOrganization }),

  async findOpen(db: Db, organizationId: string, document: CollectedDocument): Promise<PaymentLink | null> {
    const pays =
      'invoiceId' in document
        ? eq(paymentLinks.invoiceId, document.invoiceId)
        : eq(paymentLinks.paymentRequestId, document.paymentRequestId);
    const [link] = await db
      .select()
      .from(paymentLinks)
      .where(ofOrganization(organizationId, pays, isNull(paymentLinks.closedAt)));
    return link ?? null;
  },

  /** The open pages on which an invoice is paid, alone or in a payment request. */
  findOpenWith(db: Db, organizationId: string, invoiceId: string): Promise<PaymentLink[]> {
    const requests = idsOfRequestsOf(db, organizationId, invoiceId);
    // As an array, so that both sides are looked up by their indexes.
    const pays = sql`(${paymentLinks.invoiceId} = ${invoiceId} or ${paymentLinks.paymentRequestId} = any(array(${requests})))`;
    return db
      .select()
      .from(paymentLinks)
      .where(ofOrganization(organizationId, pays, isNull(paymentLinks.closedAt)));
  },

  async deleteOfCustomers(tx: Tx, organizationId: string, customerIds: readonly string[]): Promise<void> {
    const theirs = (documents: typeof invoices | typeof paymentRequests) =>
      tx
        .select({ id: documents.id })
        .from(documents)
        .where(and(eq(documents.organizationId, organizationId), isOneOf(documents.customerId, customerIds)));
    const pays = or(
      isOneOf(paymentLinks.invoiceId, theirs(invoices)),
      isOneOf(paymentLinks.paymentRequestId, theirs(paymentRequests)),
    );
    await tx.delete(paymentLinks).where(ofOrganization(organizationId, pays));
  },
};
