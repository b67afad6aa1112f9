import { periodBetween } from '../../../core/time/period.js';
import { usageEndOf } from '../../../core/wallets/validity.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { retryWaitMs } from '../../../platform/jobs/retry-schedule.js';
import type { OwnedInvoice } from '../invoice.changes.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import { billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { ProvidedLine } from '../../integrations/adapters/tax/tax-provider.js';
import { isPeriodic } from '../composing/billing-claim.js';
import { NO_CREDITS } from '../composing/credit-composition.js';
import { factsOfApplied, ratedTax } from '../composing/fee-composition.js';
import { providedTaxing, type SentFee } from '../composing/provided-taxes.js';
import {
  type DatedInvoice,
  listedTaxing,
  type TaxedInvoice,
  taxInvoice,
  type UntaxedFee,
  type UntaxedInvoice,
} from '../composing/tax-invoice.js';
import type { BilledPeriod } from '../records/periods/billing-period.repository.js';
import { type ErrorDetail, errorOf, withError } from '../records/error-details.js';
import { feeRepository } from '../records/fees/fee.repository.js';
import type { FeeService } from '../records/fees/fee.service.js';
import type { Fee } from '../records/fees/fee.table.js';
import { invoiceRepository } from '../records/invoice.repository.js';
import type { BilledPeriods } from '../records/periods/billed-periods.service.js';
import type { Invoice } from '../records/invoice.table.js';
import type { LockedInvoice } from '../settlement/locked-invoice.js';
import { announceInvoices } from './announce-invoices.js';
import type { FeeTaxes } from './fee-taxes.service.js';
import type { InvoiceCredits } from './invoice-credits.service.js';
import type { InvoiceNumbering } from './invoice-numbering.service.js';
import { INVOICE_TAX_RETRIES, RETRY_TAXES } from './pending-invoices.job.js';
import { replaceDraftFees } from './replace-draft-fees.js';

interface Needs extends Pick<InvoicesNeeds, 'billingEntities' | 'changes'> {
  readonly feeTaxes: FeeTaxes;
  readonly billedPeriods: BilledPeriods;
  readonly fees: FeeService;
  readonly numbering: InvoiceNumbering;
  readonly credits: InvoiceCredits;
}

/** What a tax provider has answered about an invoice. */
export interface AnsweredTaxes {
  /** The fees of each line that was sent. */
  readonly lines: readonly (readonly SentFee[])[];
  /** The taxes of these lines, in their order. */
  readonly answered: readonly Omit<ProvidedLine, 'id'>[];
  /** When the request was made that was answered, whose date the provider has. */
  readonly requestedAt: Date;
}

/** Why the taxes of an invoice are not known. */
export interface TaxFailure {
  readonly code: string;
  readonly message: string;
  /** True if the same request may succeed later. */
  readonly mayPass: boolean;
}

/** Only an amount beyond what invoices can show makes taxes fail that are known. */
const BEYOND_RANGE: TaxFailure = {
  code: 'value_is_out_of_range',
  message: 'The total with taxes is beyond 2^53.',
  mayPass: false,
};

/** How long what may pass by itself is retried. Source: integrations.md §6. */
const RETRIED_MS = 3 * 24 * 60 * 60 * 1_000;

/** An invoice with what its taxes and dates follow from. */
interface FoundInvoice extends DatedInvoice {
  readonly periods: readonly BilledPeriod[];
  readonly fees: readonly Fee[];
}

/** Adds taxes to invoices that waited for them, and issues these. The caller has locked the customers. Sources: taxes.md §5, §6.4. */
export class InvoiceTaxation {
  constructor(private readonly needs: Needs) {}

  /** Computes the taxes of an invoice by the lists that apply now. */
  async taxByLists(tx: Tx, actor: Actor, locked: LockedInvoice): Promise<void> {
    const found = await this.find(tx, actor, locked);
    const untaxed = await this.listedTaxesOf(tx, actor, locked, found);
    const { invoice, now } = locked;
    await this.tax(tx, actor, locked, {
      ...found,
      requestedAt: now,
      taxing: listedTaxing(invoice, untaxed, now),
    });
  }

  /** Adds the taxes that a provider has computed. Source: integrations.md §7. */
  async taxByProvider(
    tx: Tx,
    actor: Actor,
    locked: LockedInvoice,
    { lines, answered, requestedAt }: AnsweredTaxes,
  ): Promise<void> {
    const found = await this.find(tx, actor, locked);
    const { invoice, now } = locked;
    const { organizationId, id: invoiceId, customerId, currency } = invoice;
    const frame = { organizationId, invoiceId, customerId, currency, at: now, standalone: null };
    // A request for a one-off invoice may have named taxes, which do not count.
    await feeRepository.deleteTaxesOfInvoice(tx, organizationId, invoiceId);
    const taxing = providedTaxing(frame, found, lines, answered);
    await this.tax(tx, actor, locked, { ...found, requestedAt, taxing });
  }

  /**
   * Records that the taxes of an invoice are not known, so that it is not issued, and queues the next try of what may pass by itself.
   * @returns false if this failure repeats another one that is known already.
   */
  async fail(tx: Tx, actor: Actor, locked: LockedInvoice, failure: TaxFailure): Promise<boolean> {
    const { invoice, customer, now } = locked;
    const { code, message, mayPass } = failure;
    const former = errorOf(invoice.errorDetails, 'tax_error');
    const isNew = (former?.retriedUntil ?? null) === null || former?.code !== code;
    const retriedUntil = mayPass && invoice.status !== 'draft' ? lastTryOf(former, now) : null;
    const failed: Invoice = {
      ...invoice,
      status: invoice.status === 'pending' ? 'failed' : invoice.status,
      taxStatus: 'failed',
      errorDetails: withError(invoice.errorDetails, 'tax_error', { code, message, retriedUntil }),
      updatedAt: now,
    };
    await invoiceRepository.update(tx, failed);
    const afterMs = retryWaitMs(INVOICE_TAX_RETRIES, 1);
    if (retriedUntil !== null && now.getTime() + afterMs <= Date.parse(retriedUntil)) {
      const { organizationId, id: invoiceId } = invoice;
      const options = { jobKey: `retry-taxes:${invoiceId}`, afterMs };
      await RETRY_TAXES.enqueue(tx, { organizationId, invoiceId }, options);
    }
    if (invoice.status === 'draft') await this.announceReady(tx, actor, { invoice: failed, customer });
    if (isNew && invoice.status === 'pending')
      await this.needs.changes.announce(tx, actor, { type: 'invoice.failed', invoice: failed, customer });
    return isNew;
  }

  /** Reads an invoice with what its dates follow from. */
  async find(db: Db, actor: Actor, { invoice, customer }: Omit<LockedInvoice, 'now'>): Promise<FoundInvoice> {
    const { billedPeriods, fees: feeService, billingEntities } = this.needs;
    const { id } = invoice;
    const periods = (await billedPeriods.ofInvoices(db, actor, [id])).get(id) ?? [];
    const fees = (await feeService.ofInvoices(db, actor, [id])).get(id) ?? [];
    const billingEntity = await billingEntities.getWithArchived(db, actor, invoice.billingEntityId);
    return {
      invoice,
      periods,
      fees,
      occasion: periods.length > 0 && periods.every(isPeriodic) ? 'periodic' : 'change',
      settings: billingSettingsOf(customer, billingEntity),
    };
  }

  /** An invoice whose total would be beyond what invoices can show fails. */
  private async tax(
    tx: Tx,
    actor: Actor,
    locked: LockedInvoice,
    untaxed: FoundInvoice & UntaxedInvoice,
  ): Promise<void> {
    const { invoice, customer, now } = locked;
    const available = await this.needs.credits.available(tx, actor, [invoice]);
    const spans = untaxed.periods.map(({ chargesFrom, chargesTo }) => periodBetween(chargesFrom, chargesTo));
    const usage = { at: now, usageEnd: usageEndOf(spans) };
    const usable = available.usableBy({ customer, currency: invoice.currency }, invoice.issuingDate, usage);
    const used = invoice.status === 'draft' ? NO_CREDITS : usable;
    const taxed = valueOrError(() => taxInvoice(untaxed, used, now));
    if (taxed instanceof AppError) await this.fail(tx, actor, locked, BEYOND_RANGE);
    else await this.write(tx, actor, locked, taxed);
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
    if (invoice.status === 'draft') return this.announceReady(tx, actor, { invoice, customer });
    await announceInvoices(changes, tx, actor, [{ invoice, customer, timezone }]);
    if (invoice.status === 'finalized') {
      await changes.announce(tx, actor, { type: 'drafts.finalized', invoices: [invoice] });
    }
    await credits.payFromWallets(tx, actor, [{ invoiceId: invoice.id, customer, at: now, uses }]);
    await credits.recheckExpiredWallets(tx, actor, [{ customer, now }]);
    if (invoice.status === 'finalized')
      await changes.announce(tx, actor, { type: 'invoice.taxed', invoice, customer, fees });
    if (invoice.status === 'open' && invoice.totalAmountCents === 0n) {
      await changes.announce(tx, actor, { type: 'open_invoice.paid', locked: { invoice, customer, now } });
    }
  }

  /** Announces that a provider has answered about a draft, whatever its answer is: it can be finalized. */
  private async announceReady(tx: Tx, actor: Actor, owned: OwnedInvoice): Promise<void> {
    const { changes } = this.needs;
    const invoices = [owned];
    await changes.announce(tx, actor, { type: 'invoice.refreshed', invoices });
    await changes.announce(tx, actor, { type: 'invoice.ready_to_finalize', invoices });
  }

  /** Loads the taxes of fees. A fee that has taxes keeps them. Source: taxes.md §2. */
  private async listedTaxesOf(
    tx: Tx,
    actor: Actor,
    { customer }: LockedInvoice,
    { fees, periods }: FoundInvoice,
  ): Promise<UntaxedFee[]> {
    const { fees: feeService, feeTaxes } = this.needs;
    const ids = fees.map(({ id }) => id);
    const named = await feeService.appliedTaxes(tx, actor, ids);
    const chosenFor = await feeTaxes.prepare(tx, actor, customer, fees, periods);
    return fees.map((fee) => {
      const applied = named.get(fee.id) ?? [];
      return applied.length > 0
        ? { fee, taxList: null, taxes: applied.map(factsOfApplied) }
        : { fee, taxList: chosenFor(fee), taxes: chosenFor(fee).taxes.map(ratedTax) };
    });
  }
}

/** Until when an invoice is retried by itself: three days from its first failure since somebody has asked for it. */
function lastTryOf(former: ErrorDetail | null, now: Date): string {
  return former?.retriedUntil ?? new Date(now.getTime() + RETRIED_MS).toISOString();
}

function valueOrError<Value>(compute: () => Value): Value | AppError {
  try {
    return compute();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}
