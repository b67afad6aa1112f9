import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { notAllowed, notFound } from '../../../platform/errors/app-error.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import { taxConnectionOf } from '../../customers/records/customer-taxation.js';
import { errorOf, retriedByCall } from '../records/error-details.js';
import { invoiceRepository } from '../records/invoice.repository.js';
import type { Invoice } from '../records/invoice.table.js';
import type { InvoiceSettlement } from '../settlement/invoice-settlement.service.js';
import type { LockedInvoice } from '../settlement/locked-invoice.js';
import type { AwaitedTaxes, TaxRequesting } from './awaited-taxes.service.js';
import type { InvoiceTaxation } from './invoice-taxation.service.js';
import type { FailedInvoice, WaitingCustomer } from './pending-invoices.job.js';

interface Needs extends Pick<InvoicesNeeds, 'jobsDb' | 'customerLocks' | 'testClocks'> {
  readonly awaitedTaxes: AwaitedTaxes;
  readonly invoiceTaxation: InvoiceTaxation;
  readonly invoiceSettlement: InvoiceSettlement;
}

/** Invoices that are taxed in one transaction. */
const CHUNK = 20;

/** Invoices whose taxes depend on an answer of an outside service. Source: taxes.md §5, §6.4, invoices.md §7. */
export class PendingInvoices {
  constructor(private readonly needs: Needs) {}

  /**
   * Has the taxes of an invoice computed once more, after that has failed.
   * @throws AppError `invoice_not_found`; kind `notAllowed`, `invalid_status` unless it has failed; `test_clock_advancing`.
   */
  async retry(tx: Tx, actor: Actor, id: string): Promise<Invoice> {
    const { invoice, customer, now } = await this.needs.invoiceSettlement.lock(tx, actor, id);
    if (invoice.taxStatus !== 'failed') {
      throw invoice.status === 'open' ? notFound('invoice') : notAllowed('invalid_status');
    }
    const errorDetails = retriedByCall(invoice.errorDetails);
    return this.request(tx, actor, { invoice: { ...invoice, errorDetails }, customer, now });
  }

  /** The job `retry_taxes`: asks once more for the taxes of an invoice that has failed and was not retried or decided meanwhile. */
  async retryFailed({ organizationId, invoiceId }: FailedInvoice): Promise<void> {
    const { jobsDb, invoiceSettlement } = this.needs;
    const actor = systemActor(organizationId, null);
    await jobsDb.transaction(async (tx) => {
      const [found] = await invoiceRepository.findMany(tx, organizationId, [invoiceId]);
      if (found === undefined || !isRetriedByItself(found)) return;
      const locked = await invoiceSettlement.lock(tx, actor, invoiceId);
      if (isRetriedByItself(locked.invoice)) await this.request(tx, actor, locked, { isLastTry: true });
    });
  }

  /**
   * The job `tax_pending_invoices`: taxes the invoices of a customer by lists and issues them, oldest first, unless it still waits for
   * the VAT registry. What a tax provider has failed to tax gets local taxes, too. If a provider computes its taxes meanwhile, that
   * is asked in place of it.
   */
  async run({ organizationId, customerId }: WaitingCustomer): Promise<void> {
    const actor = systemActor(organizationId, null);
    const taxAfter = (id: string | null): Promise<string | null> =>
      this.needs.jobsDb.transaction((tx) => this.taxNext(tx, actor, customerId, id));
    let last = await taxAfter(null);
    while (last !== null) last = await taxAfter(last);
  }

  private async request(
    tx: Tx,
    actor: Actor,
    { invoice, customer, now }: LockedInvoice,
    requesting: TaxRequesting = {},
  ): Promise<Invoice> {
    const status = invoice.status === 'open' ? 'open' : 'pending';
    const retried: Invoice = { ...invoice, status, taxStatus: 'pending', updatedAt: now };
    await invoiceRepository.update(tx, retried);
    await this.needs.awaitedTaxes.request(tx, actor, [{ invoice: retried, customer }], requesting);
    return retried;
  }

  /** @param after the id of the last invoice before. @returns that of the last one; null if there may be no more. */
  private async taxNext(
    tx: Tx,
    actor: Actor,
    customerId: string,
    after: string | null,
  ): Promise<string | null> {
    const { awaitedTaxes, customerLocks, invoiceTaxation, testClocks } = this.needs;
    const [customer] = await customerLocks.lockMany(tx, actor, [customerId]);
    if (customer === undefined) return null;
    const isListed = taxConnectionOf(customer) === null;
    if (isListed && customer.vatCheckId !== null) return null;
    const untaxed = await invoiceRepository.findUntaxed(tx, actor.organizationId, customerId, {
      after,
      limit: CHUNK,
      taxStatuses: isListed ? ['pending', 'failed'] : ['pending'],
    });
    const owned = untaxed.map((invoice) => ({ invoice, customer }));
    if (isListed) {
      const now = await testClocks.now(tx, actor, customer.testClockId);
      for (const each of owned) await invoiceTaxation.taxByLists(tx, actor, { ...each, now });
    } else await awaitedTaxes.request(tx, actor, owned);
    const documents = untaxed.map(({ id }) => ({ id, customer }));
    if (documents.length > 0) await awaitedTaxes.takeBack(tx, actor, documents);
    return untaxed.length < CHUNK ? null : (untaxed.at(-1)?.id ?? null);
  }
}

function isRetriedByItself({ status, taxStatus, errorDetails }: Invoice): boolean {
  const isUndecided = status === 'failed' || status === 'open';
  return (
    isUndecided &&
    taxStatus === 'failed' &&
    (errorOf(errorDetails, 'tax_error')?.retriedUntil ?? null) !== null
  );
}
