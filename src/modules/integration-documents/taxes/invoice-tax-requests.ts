import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { TaxRequest } from '../../integrations/adapters/tax/tax-provider.js';
import { linesOf, type SentFee, sentFees } from '../../invoices/composing/provided-taxes.js';
import { issuedDates } from '../../invoices/composing/tax-invoice.js';
import { invoiceTaxContent, taxCustomer, taxLine, taxSeller } from '../../invoices/composing/tax-request.js';
import type { Invoice } from '../../invoices/records/invoice.table.js';
import type { IntegrationDocumentsNeeds } from '../integration-documents.needs.js';
import { findFeeItems, itemOf } from './fee-items.js';

/** What a tax provider is sent about an invoice. */
export interface InvoiceContent {
  readonly content: Omit<TaxRequest, 'requestId'>;
  /** The fees of each line. */
  readonly lines: readonly (readonly SentFee[])[];
  readonly requestedAt: Date;
}

/** Composes requests to tax providers about invoices as they are now. Source: integrations.md §6, §7. */
export class InvoiceTaxRequests {
  constructor(
    private readonly needs: Pick<
      IntegrationDocumentsNeeds,
      'clock' | 'customerLinks' | 'integrationMappings' | 'billingEntities' | 'plans' | 'invoiceTaxation'
    >,
  ) {}

  async compose(
    db: Db,
    actor: Actor,
    { invoice, customer }: { readonly invoice: Invoice; readonly customer: Customer },
    integrationId: string,
  ): Promise<InvoiceContent> {
    const { clock, customerLinks, billingEntities, invoiceTaxation } = this.needs;
    const requestedAt = clock.now();
    const found = await invoiceTaxation.find(db, actor, { invoice, customer });
    const link = await customerLinks.linkTo(db, actor, customer.id, integrationId);
    const { billingEntityId } = invoice;
    const billingEntity = await billingEntities.getWithArchived(db, actor, billingEntityId);
    const items = await findFeeItems(this.needs, db, actor, { integrationId, billingEntityId, ...found });
    const lines = linesOf(sentFees(invoice, found.fees), (fee) => itemOf(fee, items));
    const isIssued = invoice.finalizedAt !== null;
    const content = invoiceTaxContent({
      invoice,
      issuingDate: isIssued ? invoice.issuingDate : issuedDates(found, requestedAt).issuingDate,
      seller: taxSeller(billingEntity),
      customer: taxCustomer(customer, link?.externalCustomerId ?? null),
      lines: lines.flatMap((line) => taxLine(line, items)),
    });
    return { content, lines, requestedAt };
  }
}
