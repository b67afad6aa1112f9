import { Temporal } from 'temporal-polyfill';
import { finalizedInvoiceDates } from '../../core/invoice-dates.js';
import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { billingSettingsOf } from '../customers/billing-settings.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { HeldInvoice } from './invoice-settlement.service.js';
import { invoiceRepository } from './invoice.repository.js';
import type { InvoiceService } from './invoice.service.js';
import type { Invoice } from './invoice.table.js';

/** Invoices that are to be paid before they are issued; until then nobody sees them. Source: invoices.md §2. */
export class OpenInvoices {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly invoices: InvoiceService,
  ) {}

  /** Those that bill these subscriptions, by subscription. */
  async ofSubscriptions(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Invoice>> {
    const found = await invoiceRepository.findOpen(db, actor.organizationId, ids);
    return new Map(found.map(({ subscriptionId, invoice }) => [subscriptionId, invoice]));
  }

  /**
   * Issues an open invoice: it gets its number, and the dates of the day. Source: invoices.md §2, §5.1, §5.3.
   */
  async issue(tx: Tx, actor: Actor, { invoice, customer, now }: HeldInvoice): Promise<Invoice> {
    const billingEntity = await this.organizations.billingEntity(tx, actor, invoice.billingEntityId);
    const dates = finalizedInvoiceDates(
      { occasion: 'immediate', issuingOn: Temporal.PlainDate.from(invoice.issuingDate) },
      now,
      // The term was agreed when it was worked out.
      { ...billingSettingsOf(customer, billingEntity), netPaymentTermDays: invoice.netPaymentTermDays },
    );
    const issued: Invoice = {
      ...invoice,
      status: 'finalized',
      issuingDate: dates.issuingOn.toString(),
      expectedFinalizationDate: dates.issuingOn.toString(),
      paymentDueDate: dates.paymentDueOn.toString(),
      finalizedAt: now,
      updatedAt: now,
    };
    const number = await this.invoices.numberOf(tx, actor, { customer, billingEntity }, issued);
    const numbered: Invoice = { ...issued, ...number };
    await invoiceRepository.update(tx, numbered);
    await this.invoices.announce(tx, actor, { customer }, numbered);
    return numbered;
  }

  /** Gives an open invoice up, and back what it took. It is kept, since it claims its windows, and shown nowhere. */
  async close(
    tx: Tx,
    actor: Actor,
    { invoice, now }: Pick<HeldInvoice, 'invoice' | 'now'>,
  ): Promise<Invoice> {
    const closed: Invoice = { ...invoice, status: 'closed', updatedAt: now };
    await invoiceRepository.update(tx, closed);
    await this.invoices.giveCreditsBack(tx, actor, closed, now);
    return closed;
  }
}
