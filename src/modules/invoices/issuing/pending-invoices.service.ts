import { periodBetween } from '../../../core/time/period.js';
import { usageEndOf } from '../../../core/wallets/validity.js';
import { type Actor, systemActor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { AppError, notAllowed, notFound } from '../../../platform/errors/app-error.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import { isPeriodic } from '../composing/billing-claim.js';
import { factsOfApplied, ratedTax } from '../composing/fee-composition.js';
import { listedTaxing, type TaxedInvoice, taxInvoice, type UntaxedFee } from '../composing/tax-invoice.js';
import type { BilledPeriod } from '../records/periods/billing-period.repository.js';
import { withError } from '../records/error-details.js';
import { feeRepository } from '../records/fees/fee.repository.js';
import type { FeeService } from '../records/fees/fee.service.js';
import type { Fee } from '../records/fees/fee.table.js';
import { invoiceRepository } from '../records/invoice.repository.js';
import type { BilledPeriods } from '../records/periods/billed-periods.service.js';
import type { Invoice } from '../records/invoice.table.js';
import type { InvoiceSettlement } from '../settlement/invoice-settlement.service.js';
import type { LockedInvoice } from '../settlement/locked-invoice.js';
import { announceInvoices } from './announce-invoices.js';
import type { FeeTaxes } from './fee-taxes.service.js';
import type { InvoiceCredits } from './invoice-credits.service.js';
import type { InvoiceNumbering } from './invoice-numbering.service.js';
import { queueTaxes } from './pending-invoices.job.js';
import { replaceDraftFees } from './replace-draft-fees.js';

interface Needs extends Pick<
  InvoicesNeeds,
  'jobsDb' | 'billingEntities' | 'customerLocks' | 'testClocks' | 'changes'
> {
  readonly feeTaxes: FeeTaxes;
  readonly billedPeriods: BilledPeriods;
  readonly fees: FeeService;
  readonly numbering: InvoiceNumbering;
  readonly credits: InvoiceCredits;
  readonly invoiceSettlement: InvoiceSettlement;
}

/** Invoices that are taxed in one transaction. */
const CHUNK = 20;

/** Invoices whose taxes depend on an answer of an outside service. Source: taxes.md §6.4, invoices.md §7. */
export class PendingInvoices {
  constructor(private readonly needs: Needs) {}

  /**
   * Has the taxes of an invoice computed once more, after that has failed.
   * @throws AppError `invoice_not_found`; kind `notAllowed`, `invalid_status` unless it has failed; `test_clock_advancing`.
   */
  async retry(tx: Tx, actor: Actor, id: string): Promise<Invoice> {
    const { invoice, now } = await this.needs.invoiceSettlement.lock(tx, actor, id);
    if (invoice.taxStatus !== 'failed') {
      throw invoice.status === 'open' ? notFound('invoice') : notAllowed('invalid_status');
    }
    const status = invoice.status === 'open' ? 'open' : 'pending';
    const retried: Invoice = { ...invoice, status, taxStatus: 'pending', updatedAt: now };
    await invoiceRepository.update(tx, retried);
    await queueTaxes(tx, { organizationId: actor.organizationId, customerId: invoice.customerId });
    return retried;
  }

  /**
   * The job `tax_pending_invoices`: taxes and issues the pending invoices of a customer, oldest first, unless it still waits
   * for the VAT registry.
   */
  async run({
    organizationId,
    customerId,
  }: {
    readonly organizationId: string;
    readonly customerId: string;
  }): Promise<void> {
    const actor = systemActor(organizationId, null);
    for (;;) {
      const taxed = await this.needs.jobsDb.transaction((tx) => this.taxOldest(tx, actor, customerId));
      if (taxed < CHUNK) return;
    }
  }

  /** @returns the number of invoices that were taxed or failed. */
  private async taxOldest(tx: Tx, actor: Actor, customerId: string): Promise<number> {
    const { customerLocks, testClocks } = this.needs;
    const [customer] = await customerLocks.lockMany(tx, actor, [customerId]);
    if (customer === undefined || customer.vatCheckId !== null) return 0;
    const pending = await invoiceRepository.findUntaxed(tx, actor.organizationId, customerId, CHUNK);
    if (pending.length === 0) return 0;
    const now = await testClocks.now(tx, actor, customer.testClockId);
    for (const invoice of pending) await this.tax(tx, actor, { invoice, customer, now });
    return pending.length;
  }

  private async tax(tx: Tx, actor: Actor, locked: LockedInvoice): Promise<void> {
    const taxed = await this.compose(tx, actor, locked).catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
    if (taxed instanceof AppError) await this.fail(tx, locked);
    else await this.write(tx, actor, locked, taxed);
  }

  /** Only an amount beyond what invoices can show makes an invoice fail. */
  private async fail(tx: Tx, { invoice, now }: LockedInvoice): Promise<void> {
    await invoiceRepository.update(tx, {
      ...invoice,
      status: invoice.status === 'open' ? 'open' : 'failed',
      taxStatus: 'failed',
      errorDetails: withError(invoice.errorDetails, 'tax_error', {
        code: 'value_is_out_of_range',
        message: 'The total with taxes is beyond 2^53.',
      }),
      updatedAt: now,
    });
  }

  private async write(
    tx: Tx,
    actor: Actor,
    { customer, now }: LockedInvoice,
    { invoice: unnumbered, fees, appliedTaxes, credits: used, walletUses: uses }: TaxedInvoice,
  ): Promise<void> {
    const { billingEntities, numbering, credits, changes } = this.needs;
    const billingEntity = await billingEntities.getWithArchived(tx, actor, unnumbered.billingEntityId);
    const { timezone } = billingSettingsOf(customer, billingEntity);
    const invoice = await numbering.number(tx, actor, { customer, billingEntity, invoice: unnumbered });
    await replaceDraftFees(changes, tx, actor, [invoice], async () => {
      await feeRepository.updateAll(tx, fees);
      await feeRepository.insert(tx, [{ fees: [], appliedTaxes }]);
    });
    await credits.take(tx, actor, [{ ...invoice, credits: used, at: now }]);
    await invoiceRepository.update(tx, invoice);
    await announceInvoices(changes, tx, actor, [{ invoice, customer, timezone }]);
    if (invoice.status === 'finalized') {
      await changes.announce(tx, actor, { type: 'drafts.finalized', invoices: [invoice] });
    }
    await credits.payFromWallets(tx, actor, [{ invoiceId: invoice.id, customer, at: now, uses }]);
    await credits.recheckExpiredWallets(tx, actor, [{ customer, now }]);
    if (invoice.status === 'open' && invoice.totalAmountCents === 0n) {
      await changes.announce(tx, actor, { type: 'open_invoice.paid', locked: { invoice, customer, now } });
    }
  }

  /** @throws AppError as `taxInvoice`. */
  private async compose(tx: Tx, actor: Actor, locked: LockedInvoice): Promise<TaxedInvoice> {
    const { billedPeriods, fees, credits, billingEntities } = this.needs;
    const { invoice, customer, now } = locked;
    const { id } = invoice;
    const periods = (await billedPeriods.ofInvoices(tx, actor, [id])).get(id) ?? [];
    const rows = (await fees.ofInvoices(tx, actor, [id])).get(id) ?? [];
    const billingEntity = await billingEntities.getWithArchived(tx, actor, invoice.billingEntityId);
    const available = await credits.available(tx, actor, [invoice]);
    return taxInvoice(
      {
        invoice,
        taxing: listedTaxing(invoice, await this.taxesOf(tx, actor, locked, rows, periods), now),
        occasion: periods.length > 0 && periods.every(isPeriodic) ? 'periodic' : 'change',
        settings: billingSettingsOf(customer, billingEntity),
      },
      available.usableBy({ customer, currency: invoice.currency }, invoice.issuingDate, {
        at: now,
        usageEnd: usageEndOf(
          periods.map(({ chargesFrom, chargesTo }) => periodBetween(chargesFrom, chargesTo)),
        ),
      }),
      now,
    );
  }

  /** Loads the taxes of fees. A fee that has taxes keeps them. Source: taxes.md §2. */
  private async taxesOf(
    tx: Tx,
    actor: Actor,
    { customer }: LockedInvoice,
    fees: readonly Fee[],
    periods: readonly BilledPeriod[],
  ): Promise<UntaxedFee[]> {
    const { fees: feeService, feeTaxes } = this.needs;
    const named = await feeService.appliedTaxes(
      tx,
      actor,
      fees.map(({ id }) => id),
    );
    const chosenFor = await feeTaxes.prepare(tx, actor, customer, fees, periods);
    return fees.map((fee) => {
      const applied = named.get(fee.id) ?? [];
      return applied.length > 0
        ? { fee, taxList: null, taxes: applied.map(factsOfApplied) }
        : { fee, taxList: chosenFor(fee), taxes: chosenFor(fee).taxes.map(ratedTax) };
    });
  }
}
