import { Temporal } from 'temporal-polyfill';
import { finalizedInvoiceDates } from '../../../core/invoicing/invoice-dates.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { LockedInvoice } from '../settlement/locked-invoice.js';
import { announceInvoices } from './announce-invoices.js';
import type { AwaitedTaxes } from './awaited-taxes.service.js';
import type { InvoiceCredits } from './invoice-credits.service.js';
import type { InvoiceNumbering } from './invoice-numbering.service.js';
import { invoiceRepository } from '../records/invoice.repository.js';
import type { Invoice } from '../records/invoice.table.js';

interface Needs extends Pick<InvoicesNeeds, 'billingEntities' | 'changes'> {
  readonly numbering: InvoiceNumbering;
  readonly credits: InvoiceCredits;
  readonly awaitedTaxes: AwaitedTaxes;
}

/** Open invoices: they must be paid before they are issued, and are hidden until then. Source: invoices.md §2. */
export class OpenInvoices {
  constructor(private readonly needs: Needs) {}

  /** The open invoices of subscriptions, by subscription id. */
  async ofSubscriptions(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Invoice>> {
    const found = await invoiceRepository.findOpen(db, actor.organizationId, ids);
    return new Map(found.map(({ subscriptionId, invoice }) => [subscriptionId, invoice]));
  }

  /**
   * Issues an open invoice: numbers it and dates it by the current day. Source: invoices.md §2, §5.1, §5.3.
   */
  async issue(tx: Tx, actor: Actor, { invoice, customer, now }: LockedInvoice): Promise<Invoice> {
    const { billingEntities, numbering, changes, awaitedTaxes } = this.needs;
    const billingEntity = await billingEntities.getWithArchived(tx, actor, invoice.billingEntityId);
    const settings = billingSettingsOf(customer, billingEntity);
    const dates = finalizedInvoiceDates(
      { occasion: 'immediate', issuingOn: Temporal.PlainDate.from(invoice.issuingDate) },
      now,
      // The term was agreed when the invoice was opened.
      { ...settings, netPaymentTermDays: invoice.netPaymentTermDays },
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
    const numbered = await numbering.number(tx, actor, { customer, billingEntity, invoice: issued });
    await invoiceRepository.update(tx, numbered);
    const zoned = { invoice: numbered, customer, timezone: settings.timezone };
    await announceInvoices(changes, tx, actor, [zoned]);
    await awaitedTaxes.deleteEstimates(tx, actor, [zoned]);
    await awaitedTaxes.report(tx, actor, zoned);
    return numbered;
  }

  /** Closes an unpaid open invoice and returns its credits. Its row is kept, hidden, because it claims its windows. */
  async close(tx: Tx, actor: Actor, { invoice, customer, now }: LockedInvoice): Promise<Invoice> {
    const closed: Invoice = { ...invoice, status: 'closed', updatedAt: now };
    const { awaitedTaxes, credits } = this.needs;
    await invoiceRepository.update(tx, closed);
    await awaitedTaxes.deleteEstimates(tx, actor, [{ invoice: closed, customer }]);
    await credits.giveBack(tx, actor, { invoice: closed, customer, now });
    return closed;
  }
}
