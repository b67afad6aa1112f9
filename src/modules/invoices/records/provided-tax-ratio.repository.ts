import { and, desc, eq, exists, gt, not, sql } from 'drizzle-orm';
import { isOneOf } from '../../../platform/db/statements/is-one-of.js';
import { refersTo } from '../../../platform/db/tables/tenant-keys.js';
import { compiledQuery } from '../../../platform/db/writing/compiled-query.js';
import { customers } from '../../customers/records/customer.table.js';
import { fees } from './fees/fee.table.js';
import { HIDDEN_INVOICE_STATUSES, invoices } from './invoice.table.js';

export const providedTaxRatioRepository = {
  /** The taxes of the newest invoice of each customer that a provider has taxed, and the sub total that they are of. */
  findNewest: compiledQuery((db, organizationId: string, customerIds: readonly string[]) => {
    const hasProvidedTaxes = exists(
      db
        .select({ found: sql`1` })
        .from(fees)
        .where(and(refersTo(fees.invoiceId, invoices), eq(fees.taxList, 'provider'))),
    );
    const newest = db
      .select({
        taxesCents: invoices.taxesAmountCents,
        subTotalCents: invoices.subTotalExcludingTaxesAmountCents,
      })
      .from(invoices)
      .where(
        and(
          eq(invoices.organizationId, organizationId),
          eq(invoices.customerId, customers.id),
          not(isOneOf(invoices.status, HIDDEN_INVOICE_STATUSES)),
          eq(invoices.taxStatus, 'succeeded'),
          gt(invoices.subTotalExcludingTaxesAmountCents, 0n),
          hasProvidedTaxes,
        ),
      )
      .orderBy(desc(invoices.issuingDate), desc(invoices.createdAt), desc(invoices.id))
      .limit(1)
      .as('newest');
    return db
      .select({
        customerId: customers.id,
        taxesCents: newest.taxesCents,
        subTotalCents: newest.subTotalCents,
      })
      .from(customers)
      .innerJoinLateral(newest, sql`true`)
      .where(and(eq(customers.organizationId, organizationId), isOneOf(customers.id, customerIds)));
  }),
};
