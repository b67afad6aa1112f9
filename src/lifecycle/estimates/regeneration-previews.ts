import type { Actor } from '../../platform/actor.js';
import type { OutsideAnswers } from '../../platform/api/outside-answers.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import { draftNumbers } from '../../modules/invoices/issuing/invoice-numbering.service.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import type { EstimatesNeeds } from './estimates.needs.js';

/** Previews the invoices that voided ones would be regenerated as. Source: invoices.md §7. */
export class RegenerationPreviews {
  constructor(
    private readonly needs: Pick<
      EstimatesNeeds,
      'billingEntities' | 'customers' | 'invoiceRegeneration' | 'previewTaxes'
    >,
  ) {}

  /**
   * The invoice that would be regenerated, shown as a draft. The caller rolls the transaction back.
   * @throws AppError as `InvoiceRegeneration.regenerate`; UnansweredCall: see `PreviewTaxes`.
   */
  async preview(tx: Tx, actor: Actor, voidedInvoiceId: string, answers: OutsideAnswers): Promise<Invoice> {
    const { billingEntities, customers, invoiceRegeneration, previewTaxes } = this.needs;
    const issued = await invoiceRegeneration.regenerate(tx, actor, { voidedInvoiceId });
    const found = (await customers.getMany(tx, actor, [issued.customerId])).get(issued.customerId);
    const customer = expectPresent(found, 'the customer of an invoice');
    const invoice = await previewTaxes.add(tx, actor, { invoice: issued, customer }, answers);
    const billingEntity = await billingEntities.getWithArchived(tx, actor, invoice.billingEntityId);
    return { ...invoice, ...draftNumbers({ customer, billingEntity }), status: 'draft', finalizedAt: null };
  }
}
