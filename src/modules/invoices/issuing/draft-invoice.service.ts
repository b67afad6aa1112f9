import { type InvoiceOccasion, newInvoiceDates } from '../../../core/invoicing/invoice-dates.js';
import { type Actor, systemActor } from '../../../platform/actor.js';
import { groupBy, indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { expectPresent } from '../../../platform/expect-present.js';
import type { InvoicesNeeds } from '../invoices.needs.js';
import { type BillingSettings, billingSettingsOf } from '../../customers/records/billing-settings.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { DeletedOwner } from '../../subscriptions/records/subscriptions-of-deleted.js';
import type { LockedInvoice } from '../settlement/locked-invoice.js';
import { announceInvoices } from './announce-invoices.js';
import { isPeriodic } from '../composing/billing-claim.js';
import { NO_CREDITS } from '../composing/credit-composition.js';
import { billingPeriodRepository } from '../records/periods/billing-period.repository.js';
import { draftCountsRepository } from '../records/draft-counts.repository.js';
import { draftInvoiceRepository, type DraftsOf } from '../records/draft-invoice.repository.js';
import {
  scheduleFinalizations,
  scheduleRefreshes,
  unscheduleDrafts,
  graceEndsAt,
} from '../deadlines/draft-timetable.js';
import { feeRepository } from '../records/fees/fee.repository.js';
import {
  finalDates,
  addedPeriods,
  finalizedInvoice,
  type RecomposedInvoice,
  recomposeInvoice,
} from '../composing/invoice-composition.js';
import type { AwaitedTaxes } from './awaited-taxes.service.js';
import type { InvoiceCredits } from './invoice-credits.service.js';
import { datedUsageOf, partsOf } from '../composing/invoice-kinds.js';
import type { InvoicePart, PlannedInvoice } from '../composing/planned-invoice.js';
import type { InvoiceNumbering } from './invoice-numbering.service.js';
import type { InvoiceSections } from './invoice-sections.service.js';
import type { ProgressiveCredits } from './progressive-credits.service.js';
import { replaceDraftFees } from './replace-draft-fees.js';
import { invoiceRepository } from '../records/invoice.repository.js';
import type { InvoiceService } from '../records/invoice.service.js';
import type { BilledPeriods } from '../records/periods/billed-periods.service.js';
import type { Invoice } from '../records/invoice.table.js';

interface Needs extends Pick<
  InvoicesNeeds,
  'billingEntities' | 'customerLocks' | 'testClocks' | 'changes' | 'snapshots'
> {
  readonly invoices: InvoiceService;
  readonly billedPeriods: BilledPeriods;
  readonly numbering: InvoiceNumbering;
  readonly credits: InvoiceCredits;
  readonly sections: InvoiceSections;
  readonly progressiveCredits: ProgressiveCredits;
  readonly awaitedTaxes: AwaitedTaxes;
}

/** A draft invoice with a new plan of what it bills. Its customer is locked. */
export interface RecomputedDraft {
  readonly invoice: Invoice;
  readonly planned: PlannedInvoice;
  /** Those of its parts whose windows the draft has not billed before. */
  readonly newParts: readonly InvoicePart[];
  /** The customer's now. */
  readonly now: Date;
}

/**
 * Stores, dates and finalizes invoices in their grace period. The caller computes what they bill, each time anew, and
 * locks the customers. Source: invoices.md §5, §6.
 */
export class DraftInvoiceService {
  constructor(private readonly needs: Needs) {}

  /** The drafts that depend on a record, oldest first. */
  find(db: Db, actor: Actor, of: DraftsOf): Promise<Invoice[]> {
    return draftInvoiceRepository.find(db, actor.organizationId, of);
  }

  /** Numbers of drafts that bill plans, by plan id; plans without drafts are omitted. */
  async countByPlan(
    db: Db,
    { organizationId }: Actor,
    planIds: readonly string[],
  ): Promise<Map<string, number>> {
    const counts = await draftCountsRepository.ofPlans(db, organizationId, planIds);
    return new Map(counts.map(({ id, drafts }) => [id, drafts]));
  }

  /** Numbers of drafts with fees of metrics, by metric id; metrics without drafts are omitted. */
  async countByMetric(
    db: Db,
    { organizationId }: Actor,
    metricIds: readonly string[],
  ): Promise<Map<string, number>> {
    const counts = await draftCountsRepository.ofMetrics(db, organizationId, metricIds);
    return new Map(counts.map(({ id, drafts }) => [id, drafts]));
  }

  /** Ids of drafts whose fees other drafts count towards a minimum commitment, oldest first. */
  countedBy(db: Db, actor: Actor, ids: readonly string[]): Promise<string[]> {
    return draftInvoiceRepository.findCounted(db, actor.organizationId, ids);
  }

  /** The drafts that bill a deleted record, oldest first: their grace period ends with the deletion. */
  ofDeleted(db: Db, actor: Actor, of: DeletedOwner): Promise<Pick<Invoice, 'id' | 'customerId'>[]> {
    return draftInvoiceRepository.findOfDeleted(db, actor.organizationId, of);
  }

  /**
   * Replaces the fees of drafts; their windows, dates and claims stay.
   * @param isByItself true if nobody has asked for it.
   * @returns the invoices, in the order given.
   * @throws AppError `amount_cents: value_is_out_of_range` when a total is beyond 2^53.
   */
  async replaceFees(
    tx: Tx,
    actor: Actor,
    recomputed: readonly RecomputedDraft[],
    isByItself: boolean,
  ): Promise<Invoice[]> {
    const { uses: progressive } = await this.progressiveOf(tx, actor, recomputed);
    const sectionsOf = await this.sectionsOf(tx, actor, recomputed);
    const composed = recomputed.map(({ invoice, planned, now }, index) =>
      recomposeInvoice(
        { ...invoice, customSections: sectionsOf(planned) },
        planned,
        { now, staysDraft: true },
        { ...NO_CREDITS, progressive: progressive[index] ?? [] },
      ),
    );
    await this.rewrite(tx, actor, recomputed, composed);
    await this.needs.credits.replaceOfDrafts(tx, actor, composed);
    const invoices = composed.map(({ invoice }) => invoice);
    await invoiceRepository.updateAll(tx, invoices);
    const refreshed = recomputed.map(({ planned: { customer } }, index) => ({
      customer,
      invoice: expectPresent(invoices[index], 'the refreshed draft'),
    }));
    await this.needs.changes.announce(tx, actor, { type: 'invoice.refreshed', invoices: refreshed });
    await this.needs.awaitedTaxes.request(tx, actor, refreshed, { isByItself });
    const ready = composed.flatMap(({ invoice }, index) => {
      const { invoice: before, planned } = expectPresent(recomputed[index], 'the computed draft');
      const hasNewTaxes = before.taxStatus === 'pending' && invoice.taxStatus === 'succeeded';
      return hasNewTaxes ? [{ invoice, customer: planned.customer }] : [];
    });
    if (ready.length > 0) {
      const type = 'invoice.ready_to_finalize';
      await this.needs.changes.announce(tx, actor, { type, invoices: ready });
    }
    return invoices;
  }

  /**
   * Finalizes, numbers and announces drafts; a draft whose fees add up to 0 may be closed instead, and one whose taxes are not
   * known becomes pending. Credit that one draft
   * uses is not available to those after it.
   * @returns the invoices, in the order given.
   * @throws AppError as `replaceFees`.
   */
  async finalize(tx: Tx, actor: Actor, recomputed: readonly RecomputedDraft[]): Promise<Invoice[]> {
    const { numbering, credits, changes, awaitedTaxes } = this.needs;
    const dated = recomputed.map(({ invoice: draft, planned, now }) => ({
      ...draft,
      ...finalDates(draft, planned, now),
    }));
    const { uses: progressive } = await this.progressiveOf(tx, actor, recomputed);
    const available = await credits.available(tx, actor, dated);
    const sectionsOf = await this.sectionsOf(tx, actor, recomputed);
    const composed = recomputed.map(({ invoice: draft, planned, now }, index) => {
      const invoice = { ...draft, customSections: sectionsOf(planned) };
      const ended = { now, staysDraft: false };
      const { customerId, issuingDate } = expectPresent(dated[index], 'the dated draft');
      const usage = { ...datedUsageOf(planned), at: now };
      const usable = {
        ...available.usableBy(planned, issuingDate, usage),
        progressive: progressive[index] ?? [],
      };
      const recomposed = recomposeInvoice(invoice, planned, ended, usable);
      available.take(planned, issuingDate, recomposed);
      const final = finalizedInvoice(recomposed.invoice, planned, now);
      return { ...recomposed, at: now, customerId, issuingDate, final };
    });
    await this.rewrite(tx, actor, recomputed, composed);
    await credits.replaceOfDrafts(
      tx,
      actor,
      composed.map(({ invoice }) => ({ invoice, credits: [] })),
    );
    await credits.take(tx, actor, composed);
    const unnumbered = composed.map(({ final }, index) => ({
      ...expectPresent(recomputed[index], 'the computed draft').planned,
      invoice: final,
    }));
    const finalized = await numbering.numberAll(tx, actor, unnumbered);
    await invoiceRepository.updateAll(tx, finalized);
    await unscheduleDrafts(tx, actor, finalized);
    const zoned = unnumbered.map(({ customer, settings }, index) => ({
      customer,
      timezone: settings.timezone,
      invoice: expectPresent(finalized[index], 'the finalized invoice'),
    }));
    await announceInvoices(changes, tx, actor, zoned);
    await awaitedTaxes.deleteEstimates(tx, actor, zoned);
    await awaitedTaxes.request(tx, actor, zoned);
    await changes.announce(tx, actor, {
      type: 'drafts.finalized',
      invoices: finalized.filter(({ status }) => status !== 'pending'),
    });
    await credits.payFromWallets(
      tx,
      actor,
      composed.map(({ invoice, walletUses: uses, at }, index) => ({
        invoiceId: invoice.id,
        customer: expectPresent(recomputed[index], 'the computed draft').planned.customer,
        at,
        uses,
      })),
    );
    await credits.recheckExpiredWallets(
      tx,
      actor,
      recomputed.map(({ planned: { customer }, now }) => ({ customer, now })),
    );
    return finalized;
  }

  /** Deletes a draft with its fees and credit notes. Its row is kept, hidden, because it claims its windows. */
  async delete(tx: Tx, actor: Actor, { invoice, customer, now }: LockedInvoice): Promise<void> {
    const { awaitedTaxes, credits, snapshots, changes } = this.needs;
    const { id } = invoice;
    const before = await snapshots.take(tx, actor, 'invoice', invoice);
    const deleted: Invoice = { ...invoice, status: 'deleted', updatedAt: now };
    await replaceDraftFees(changes, tx, actor, [deleted], () =>
      feeRepository.deleteOfInvoices(tx, actor.organizationId, [id]),
    );
    await invoiceRepository.update(tx, deleted);
    await unscheduleDrafts(tx, actor, [deleted]);
    await awaitedTaxes.deleteEstimates(tx, actor, [{ invoice: deleted, customer }]);
    await credits.recheckExpiredWallets(tx, actor, [{ customer, now }]);
    await changes.announce(tx, actor, { type: 'invoice.deleted', invoice: deleted, customer, before });
  }

  /** Schedules a refresh of the drafts that depend on a changed record. Source: invoices.md §6. */
  async scheduleRefreshes(tx: Tx, actor: Actor, of: DraftsOf): Promise<void> {
    await this.schedule(tx, actor, await this.find(tx, actor, of));
  }

  /** Schedules a refresh of drafts with new usage, of customers in real time, for all organizations. */
  async scheduleRefreshesForUsage(tx: Tx): Promise<void> {
    const used = groupBy(await draftInvoiceRepository.findUsed(tx, null), (draft) => draft.organizationId);
    for (const [organizationId, drafts] of used) {
      await this.schedule(tx, systemActor(organizationId, null), drafts);
    }
  }

  /** Schedules a refresh of drafts with new usage, of customers on a test clock, at the clock's frozen time. */
  async scheduleRefreshesOnClock(tx: Tx, actor: Actor, testClockId: string): Promise<void> {
    await this.schedule(tx, actor, await draftInvoiceRepository.findUsed(tx, testClockId));
  }

  private async schedule(
    tx: Tx,
    actor: Actor,
    drafts: readonly Pick<Invoice, 'id' | 'customerId'>[],
  ): Promise<void> {
    if (drafts.length === 0) return;
    const { customerLocks, testClocks } = this.needs;
    const customerIds = [...new Set(drafts.map(({ customerId }) => customerId))];
    // Due work refers to its customer, which may be deleted with its test clock at the same time.
    const owners = indexBy(await customerLocks.keepMany(tx, actor, customerIds), ({ id }) => id);
    const clockIds = [...new Set([...owners.values()].map(({ testClockId }) => testClockId))];
    const nows = await testClocks.nows(tx, actor, clockIds);
    const scheduled = drafts.flatMap(({ id, customerId }) => {
      const customer = owners.get(customerId);
      const now = customer === undefined ? undefined : nows.get(customer.testClockId);
      return customer === undefined || now === undefined ? [] : [{ id, customer, now }];
    });
    await scheduleRefreshes(tx, actor, scheduled);
  }

  /**
   * Updates the dates of a customer's drafts after a change of settings, and reschedules their finalization.
   * @returns the drafts whose grace period is over. Source: invoices.md §5.1.
   */
  async redate(tx: Tx, actor: Actor, customer: Customer, now: Date): Promise<Invoice[]> {
    const drafts = await this.find(tx, actor, { customerId: customer.id });
    const entityIds = drafts.map(({ billingEntityId }) => billingEntityId);
    const entities = await this.needs.billingEntities.getManyWithArchived(tx, actor, entityIds);
    const periods = await this.needs.billedPeriods.ofInvoices(
      tx,
      actor,
      drafts.map(({ id }) => id),
    );
    const redated = drafts.map((draft) => {
      const entity = expectPresent(
        entities.get(draft.billingEntityId),
        `the billing entity of draft ${draft.id}`,
      );
      const occasion = (periods.get(draft.id) ?? []).every(isPeriodic) ? 'periodic' : 'change';
      const settings = billingSettingsOf(customer, entity);
      const { timezone } = settings;
      return { invoice: datedBy(draft, occasion, settings, now), customer, timezone, now };
    });
    const invoices = redated.map(({ invoice }) => invoice);
    await invoiceRepository.updateAll(tx, invoices);
    await scheduleFinalizations(tx, actor, redated);
    return redated.filter((draft) => graceEndsAt(draft) <= now).map(({ invoice }) => invoice);
  }

  private progressiveOf(tx: Tx, actor: Actor, recomputed: readonly RecomputedDraft[]) {
    const invoices = recomputed.map(({ invoice, planned }) => ({ planned, draftId: invoice.id }));
    return this.needs.progressiveCredits.prepare(tx, actor, invoices);
  }

  private sectionsOf(tx: Tx, actor: Actor, recomputed: readonly RecomputedDraft[]) {
    return this.needs.sections.prepare(
      tx,
      actor,
      recomputed.map(({ planned }) => planned),
    );
  }

  /** Replaces the fees of drafts and computes their credit notes again. */
  private async rewrite(
    tx: Tx,
    actor: Actor,
    recomputed: readonly RecomputedDraft[],
    composed: readonly RecomposedInvoice[],
  ): Promise<void> {
    const { organizationId } = actor;
    const periods = recomputed.flatMap(({ invoice, planned }) =>
      partsOf(planned).map(({ subscription, plan, usageMoments }) => ({
        invoiceId: invoice.id,
        subscriptionId: subscription.id,
        planId: plan.id,
        usageMoments,
      })),
    );
    await billingPeriodRepository.insert(
      tx,
      recomputed.flatMap(({ invoice, planned, newParts }) => addedPeriods(invoice, planned, newParts)),
    );
    await billingPeriodRepository.updateRecomputed(tx, organizationId, periods);
    const invoices = composed.map(({ invoice }) => invoice);
    await replaceDraftFees(this.needs.changes, tx, actor, invoices, async () => {
      await feeRepository.deleteOfInvoices(
        tx,
        organizationId,
        invoices.map(({ id }) => id),
      );
      await feeRepository.insert(tx, composed);
    });
  }
}

/** The draft with dates by other settings, in the zone in which it was computed. */
function datedBy(draft: Invoice, occasion: InvoiceOccasion, settings: BillingSettings, now: Date): Invoice {
  const dates = newInvoiceDates(occasion, draft.createdAt, { ...settings, timezone: draft.timezone });
  return {
    ...draft,
    issuingDate: dates.issuingOn.toString(),
    expectedFinalizationDate: dates.expectedFinalizationOn.toString(),
    paymentDueDate: dates.paymentDueOn.toString(),
    netPaymentTermDays: settings.netPaymentTermDays,
    updatedAt: now,
  };
}
