import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { indexBy } from '../../../platform/collections/grouping.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import type { Customer } from '../../customers/records/customer.table.js';
import { announceInvoices, type ZonedInvoice } from './announce-invoices.js';
import { BillingClaims } from '../composing/billing-claim.js';
import { billingPeriodRepository } from '../records/periods/billing-period.repository.js';
import { scheduleFinalizations } from '../deadlines/draft-timetable.js';
import { feeRepository } from '../records/fees/fee.repository.js';
import type { FeeService } from '../records/fees/fee.service.js';
import { composeAdvanceCharges } from '../composing/advance-charge-composition.js';
import { type ComposedInvoice, composeInvoice, datesOf } from '../composing/invoice-composition.js';
import { composeStandaloneFees } from '../composing/fee-composition.js';
import {
  datedUsageOf,
  madeAt,
  partsOf,
  takesCredits,
  withoutGracePeriod,
  withParts,
} from '../composing/invoice-kinds.js';
import type { InvoiceCredits } from './invoice-credits.service.js';
import type { InvoiceSections } from './invoice-sections.service.js';
import type { PlannedInvoice } from '../composing/planned-invoice.js';
import type { InvoiceNumbering } from './invoice-numbering.service.js';
import { invoiceRepository } from '../records/invoice.repository.js';
import { progressiveInvoiceRepository } from '../records/periods/progressive-invoice.repository.js';
import type { ProgressiveCredits } from './progressive-credits.service.js';
import type { AwaitedTaxes } from './awaited-taxes.service.js';
import type { Invoice, UnnumberedInvoice } from '../records/invoice.table.js';

interface Needs extends Pick<InvoicesNeeds, 'customerLocks' | 'changes'> {
  readonly fees: FeeService;
  readonly numbering: InvoiceNumbering;
  readonly credits: InvoiceCredits;
  readonly sections: InvoiceSections;
  readonly progressiveCredits: ProgressiveCredits;
  readonly awaitedTaxes: AwaitedTaxes;
}

/** Decides the final form of a composed invoice; null: it is not written. */
type Decide = (composed: UnnumberedInvoice) => UnnumberedInvoice | null;

/** The rows of an invoice, with its plan reduced to the parts that were not billed before. */
interface IssuableInvoice extends ComposedInvoice {
  readonly planned: PlannedInvoice;
}

/**
 * Issues complete invoices in the caller's transaction. Several invoices have the same result as issuing them one after
 * the other, by a number of statements that does not depend on their number. Source: invoices.md.
 */
export class InvoiceIssuing {
  constructor(private readonly needs: Needs) {}

  /** Issues one invoice; see `issueAll`. */
  async issue(tx: Tx, actor: Actor, planned: PlannedInvoice): Promise<Invoice | null> {
    const [invoice] = await this.issueAll(tx, actor, [planned]);
    return invoice ?? null;
  }

  /**
   * Issues planned invoices. Parts whose windows were billed already are omitted.
   * @returns in the order given: null, with nothing written, if no part is left; otherwise the invoice, which is `closed`
   * if its fees add up to 0 and such invoices are skipped (invoices.md §5.2).
   * @throws AppError `amount_cents: value_is_out_of_range` when a total is beyond 2^53.
   */
  issueAll(tx: Tx, actor: Actor, plannedInvoices: readonly PlannedInvoice[]): Promise<(Invoice | null)[]> {
    return this.make(tx, actor, plannedInvoices, (invoice) => invoice);
  }

  /**
   * Opens an invoice that must be paid before it is issued; `OpenInvoices` issues it after the payment.
   * @returns null, with nothing written, if nothing is due.
   * @throws AppError as `issueAll`.
   */
  async open(tx: Tx, actor: Actor, planned: PlannedInvoice): Promise<Invoice | null> {
    const [invoice] = await this.make(tx, actor, [withoutGracePeriod(planned)], (composed) =>
      composed.totalAmountCents === 0n ? null : { ...composed, status: 'open', finalizedAt: null },
    );
    return invoice ?? null;
  }

  /**
   * Issues invoices for paid standalone fees, which keep their amounts and taxes. An invoice is paid from the start and
   * has only the parts with such fees. Source: invoices.md §3.4; charges.md §8.
   * @param endedBy only fees whose window has ended by then; null: fees of any window.
   * @returns in the order given: null for an invoice without such fees.
   */
  async issueAdvanceCharges(
    tx: Tx,
    actor: Actor,
    plannedInvoices: readonly PlannedInvoice[],
    endedBy: Date | null,
  ): Promise<(Invoice | null)[]> {
    const { organizationId } = actor;
    await this.lockCustomers(tx, actor, plannedInvoices);
    const parts = plannedInvoices.flatMap(partsOf);
    const paid = await feeRepository.findPaid(tx, organizationId, {
      customerIds: customerIdsOf(plannedInvoices),
      externalSubscriptionIds: [...new Set(parts.map((part) => part.subscription.externalId))],
      endedBy,
    });
    if (paid.length === 0) return plannedInvoices.map(() => null);
    const feeIds = paid.map(({ fee }) => fee.id);
    const taxes = await feeRepository.findAppliedTaxes(tx, organizationId, { feeIds });
    const composed = composeAdvanceCharges(organizationId, plannedInvoices, paid, taxes);
    const sectionsOf = await this.needs.sections.prepare(tx, actor, plannedInvoices);
    const kept = composed
      .filter((each) => each !== null)
      .map((each) => ({
        ...each,
        invoice: { ...each.invoice, customSections: sectionsOf(each.planned) },
      }));
    const issued = await this.write(tx, actor, kept);
    const placed = kept.flatMap(({ invoice, paidFeeIds }) =>
      paidFeeIds.map((feeId, position) => ({ feeId, invoice, position })),
    );
    const placedIds = new Set(placed.map(({ feeId }) => feeId));
    await feeRepository.putOnInvoices(tx, organizationId, placed);
    await this.needs.changes.announce(tx, actor, {
      type: 'fees.put_on_invoices',
      before: paid.filter(({ fee }) => placedIds.has(fee.id)).map(({ fee }) => fee),
    });
    await announceInvoices(this.needs.changes, tx, actor, issued);
    return inPlace(composed, issued);
  }

  private async make(
    tx: Tx,
    actor: Actor,
    plannedInvoices: readonly PlannedInvoice[],
    decide: Decide,
  ): Promise<(Invoice | null)[]> {
    const { fees, changes } = this.needs;
    // Locks the customers, because the code below reads their claimed windows, used numbers and credits.
    const locked = await this.lockCustomers(tx, actor, plannedInvoices);
    const composed = await this.compose(tx, actor, plannedInvoices, decide);
    const kept = composed.filter((each) => each !== null);
    const issued = await this.write(tx, actor, kept);
    const drafted = issued.filter(({ invoice }) => invoice.status === 'draft');
    await scheduleFinalizations(
      tx,
      actor,
      drafted.map((each) => ({ ...each, now: each.invoice.createdAt })),
    );
    await announceInvoices(changes, tx, actor, issued);
    await this.requestTaxes(tx, actor, issued, locked);
    await fees.createStandalone(
      tx,
      actor,
      kept.map(({ planned }) =>
        composeStandaloneFees({
          ...planned,
          fees: partsOf(planned).flatMap((part) => part.standaloneFees),
        }),
      ),
    );
    return inPlace(composed, issued);
  }

  /** @throws AppError `customer_not_found`. */
  private async lockCustomers(
    tx: Tx,
    actor: Actor,
    plannedInvoices: readonly PlannedInvoice[],
  ): Promise<Customer[]> {
    const ids = customerIdsOf(plannedInvoices);
    const locked = await this.needs.customerLocks.lockMany(tx, actor, ids);
    if (locked.length < ids.length) throw notFound('customer');
    return locked;
  }

  /** Computes the invoices in order: windows and credit that one takes are not available to those after it. */
  private async compose(
    tx: Tx,
    actor: Actor,
    plannedInvoices: readonly PlannedInvoice[],
    decide: Decide,
  ): Promise<(IssuableInvoice | null)[]> {
    const { organizationId } = actor;
    const parts = plannedInvoices.flatMap(partsOf);
    const billed = await billingPeriodRepository.findStarting(tx, organizationId, {
      subscriptionIds: parts.map((part) => part.subscription.id),
      from: distinctInstants(parts.map((part) => part.windows.subscription.from)),
    });
    const claims = new BillingClaims(billed);
    const unbilled = plannedInvoices.map((planned) => {
      const left = withParts(planned, (part) => !claims.has(part));
      if (left !== null) claims.add(partsOf(left));
      return left;
    });
    const { credits, progressiveCredits, sections } = this.needs;
    const left = unbilled.flatMap((planned) => (planned === null ? [] : [{ planned, draftId: null }]));
    const dated = plannedInvoices
      .filter(takesCredits)
      .map((planned) => ({ customerId: planned.customer.id, issuingDate: issuingDateOf(planned) }));
    // Asked for together, so that they are one statement.
    const [progressive, found, sectionsOf] = await Promise.all([
      progressiveCredits.prepare(tx, actor, left),
      credits.available(tx, actor, dated),
      sections.prepare(tx, actor, plannedInvoices),
    ]);
    // A credit note for overbilled usage can be used at once.
    const available = progressive.isCredited ? await credits.available(tx, actor, dated) : found;
    const uses = progressive.uses.values();
    return unbilled.map((planned) => {
      if (planned === null) return null;
      const composed = composeInvoice(organizationId, planned, {
        ...available.usableBy(planned, issuingDateOf(planned), datedUsageOf(planned)),
        progressive: expectPresent(uses.next().value, 'the progressive credits of an invoice'),
      });
      const invoice = decide({ ...composed.invoice, customSections: sectionsOf(planned) });
      if (invoice === null) return null;
      available.take(planned, composed.invoice.issuingDate, composed);
      return { ...composed, invoice, planned };
    });
  }

  /**
   * Requests the taxes that are not known. Invoices may have been planned while their customer's VAT number was checked, and locked
   * when the check had ended: nobody else would compute them any more.
   */
  private async requestTaxes(
    tx: Tx,
    actor: Actor,
    issued: readonly ZonedInvoice[],
    locked: readonly Customer[],
  ): Promise<void> {
    const untaxed = issued.filter(({ invoice }) => invoice.taxStatus === 'pending');
    if (untaxed.length === 0) return;
    const owners = indexBy(locked, ({ id }) => id);
    await this.needs.awaitedTaxes.request(
      tx,
      actor,
      untaxed.map(({ invoice, customer }) => ({ invoice, customer: owners.get(customer.id) ?? customer })),
    );
  }

  /** Numbers invoices and writes their rows. */
  private async write(tx: Tx, actor: Actor, composed: readonly IssuableInvoice[]): Promise<ZonedInvoice[]> {
    const { numbering, credits } = this.needs;
    const invoices = await numbering.numberAll(
      tx,
      actor,
      composed.map(({ planned, invoice }) => ({ ...planned, invoice })),
    );
    await invoiceRepository.insert(tx, invoices);
    await billingPeriodRepository.insert(
      tx,
      composed.flatMap(({ billingPeriods }) => billingPeriods),
    );
    await feeRepository.insert(tx, composed);
    await progressiveInvoiceRepository.insertThresholds(
      tx,
      composed.flatMap(({ appliedThresholds }) => appliedThresholds),
    );
    await credits.take(
      tx,
      actor,
      composed.map(({ credits: used, planned, invoice: { customerId, issuingDate } }) => ({
        credits: used,
        customerId,
        issuingDate,
        at: madeAt(planned),
      })),
    );
    await credits.payFromWallets(
      tx,
      actor,
      composed.map(({ invoice, planned, walletUses: uses }) => ({
        invoiceId: invoice.id,
        customer: planned.customer,
        at: madeAt(planned),
        uses,
      })),
    );
    return composed.map(({ planned: { customer, settings } }, index) => ({
      invoice: expectPresent(invoices[index], 'the numbered invoice'),
      customer,
      timezone: settings.timezone,
    }));
  }
}

function issuingDateOf(planned: PlannedInvoice): string {
  return datesOf(planned).issuingOn.toString();
}

function customerIdsOf(plannedInvoices: readonly PlannedInvoice[]): string[] {
  return [...new Set(plannedInvoices.map(({ customer }) => customer.id))];
}

function distinctInstants(instants: readonly Date[]): Date[] {
  return [...new Map(instants.map((at) => [at.getTime(), at])).values()];
}

/** The invoice of each planned one, in order; null where none was issued. */
function inPlace(
  composed: readonly (IssuableInvoice | null)[],
  issued: readonly ZonedInvoice[],
): (Invoice | null)[] {
  const made = issued.values();
  return composed.map((each) =>
    each === null ? null : expectPresent(made.next().value, 'an invoice for each planned one').invoice,
  );
}
