import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { AppError, notAllowed, notFound } from '../../platform/errors/app-error.js';
import { isPeriodic } from '../../modules/invoices/billing-claim.js';
import type { BilledPeriod } from '../../modules/invoices/billing-period.repository.js';
import type { DraftInvoiceService } from '../../modules/invoices/draft-invoice.service.js';
import type { InvoiceDraft } from '../../modules/invoices/invoice-draft.js';
import type { HeldInvoice, InvoiceSettlement } from '../../modules/invoices/invoice-settlement.service.js';
import type { InvoiceService } from '../../modules/invoices/invoice.service.js';
import type { Invoice } from '../../modules/invoices/invoice.table.js';
import type { Customer } from '../../modules/customers/customer.table.js';
import { billingSettingsOf } from '../../modules/customers/billing-settings.js';
import type { OrganizationService } from '../../modules/organizations/organization.service.js';
import { type SubscriptionContext, termsOf } from '../../modules/subscriptions/subscription-context.js';
import type { SubscriptionService } from '../../modules/subscriptions/subscription.service.js';
import type { BillingOccasion } from './billing-occasion.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { SubscriptionBilling } from './subscription-billing.js';
import type { DraftedSubscription } from './invoice-parts.js';
import type { SubscriptionInvoicing } from './subscription-invoicing.js';

interface Dependencies {
  readonly db: Db;
  readonly organizations: OrganizationService;
  readonly subscriptions: SubscriptionService;
  readonly invoices: InvoiceService;
  readonly invoiceSettlement: InvoiceSettlement;
  readonly draftInvoices: DraftInvoiceService;
  readonly invoicing: SubscriptionInvoicing;
  readonly billing: SubscriptionBilling;
}

/** Invoices in their grace period: worked out again as long as it lasts, and final when it ends. Source: invoices.md §6. */
export class DraftInvoices {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * Works a draft out again; what is final already stays as it is.
   * @throws AppError `invoice_not_found`; kind `forbidden` for an invoice that is never a draft; `test_clock_advancing`.
   */
  async refresh(tx: Tx, actor: Actor, id: string): Promise<Invoice> {
    const held = await this.hold(tx, actor, id);
    if (held.invoice.invoiceType !== 'subscription') throw new AppError('forbidden', 'forbidden');
    return held.invoice.status === 'draft' ? this.refreshHeld(tx, actor, held) : held.invoice;
  }

  /**
   * Makes a draft final before its time.
   * @returns the invoice; one that is closed instead, as the draft it was last.
   * @throws AppError `invoice_not_found`, also for one that is no draft; `test_clock_advancing`.
   */
  async finalize(tx: Tx, actor: Actor, id: string): Promise<Invoice> {
    const held = await this.dependencies.invoiceSettlement.hold(tx, actor, id);
    if (held.invoice.status !== 'draft') throw notFound('invoice');
    const finalized = await this.finalizeHeld(tx, actor, held);
    return finalized.status === 'closed' ? { ...finalized, status: 'draft' } : finalized;
  }

  /**
   * Deletes a draft; its periods are not billed again.
   * @returns the invoice as it was.
   * @throws AppError `invoice_not_found`; kind `notAllowed`, `not_deletable`, for one that is no draft;
   *   `test_clock_advancing`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<Invoice> {
    const held = await this.hold(tx, actor, id);
    if (held.invoice.status !== 'draft') throw notAllowed('not_deletable');
    await this.dependencies.draftInvoices.delete(tx, actor, held);
    return held.invoice;
  }

  /** Makes drafts final whose grace period has ended. */
  readonly finalizeDue: DueWorkHandler = async (tx, actor, { subjectIds }) => {
    for (const id of subjectIds.toSorted()) await this.finalize(tx, actor, id);
  };

  /** Refreshes drafts for which something has changed, of subscriptions that still run. */
  readonly refreshDue: DueWorkHandler = async (tx, actor, { subjectIds }) => {
    const { invoices, subscriptions } = this.dependencies;
    const billed = await invoices.billedPeriods(tx, actor, subjectIds);
    // What became final since needs no refresh.
    const found = await invoices.getMany(tx, actor, subjectIds);
    for (const id of subjectIds.toSorted()) {
      if (found.get(id)?.status !== 'draft') continue;
      const ids = (billed.get(id) ?? []).map(({ subscriptionId }) => subscriptionId);
      const named = [...(await subscriptions.getMany(tx, actor, ids)).values()];
      if (named.some(({ status }) => status === 'active')) await this.refresh(tx, actor, id);
    }
  };

  /** The job `refresh_used_drafts`: has drafts refreshed that late usage has come for, of those who live in real time. */
  flagUsed(): Promise<void> {
    const { db, draftInvoices } = this.dependencies;
    return db.transaction((tx) => draftInvoices.flagUsed(tx));
  }

  /** Dates the drafts of a customer by settings that have changed; those whose grace period is over then become final. */
  async redate(tx: Tx, actor: Actor, customer: Customer, now: Date): Promise<void> {
    const ended = await this.dependencies.draftInvoices.redate(tx, actor, customer, now);
    for (const { id } of ended) await this.finalize(tx, actor, id);
  }

  /** @throws AppError `invoice_not_found`, also for an invoice that waits to be paid; `test_clock_advancing`. */
  private async hold(tx: Tx, actor: Actor, id: string): Promise<HeldInvoice> {
    const held = await this.dependencies.invoiceSettlement.hold(tx, actor, id);
    if (held.invoice.status === 'open') throw notFound('invoice');
    return held;
  }

  private async refreshHeld(tx: Tx, actor: Actor, held: HeldInvoice): Promise<Invoice> {
    const draft = await this.workOut(tx, actor, held);
    return this.dependencies.draftInvoices.replaceFees(tx, actor, held.invoice, draft, held.now);
  }

  private async finalizeHeld(tx: Tx, actor: Actor, held: HeldInvoice): Promise<Invoice> {
    const draft = await this.workOut(tx, actor, held);
    return this.dependencies.draftInvoices.finalize(tx, actor, held.invoice, draft, held.now);
  }

  private async workOut(
    tx: Tx,
    actor: Actor,
    { invoice, customer, now }: HeldInvoice,
  ): Promise<InvoiceDraft> {
    const { organizations, invoices, invoicing } = this.dependencies;
    const periods = (await invoices.billedPeriods(tx, actor, [invoice.id])).get(invoice.id) ?? [];
    const billingEntity = await organizations.billingEntity(tx, actor, invoice.billingEntityId);
    const drafted = await this.drafted(tx, actor, invoice, periods);
    return {
      customer,
      billingEntity,
      settings: billingSettingsOf(customer, billingEntity),
      invoiceType: invoice.invoiceType,
      currency: invoice.currency,
      billedAt: invoice.createdAt,
      occasion: periods.every(isPeriodic) ? 'periodic' : 'change',
      purchaseOrderNumber: invoice.purchaseOrderNumber,
      parts: await invoicing.partsAgain(tx, actor, invoice, drafted, now),
    };
  }

  /** The subscriptions of a draft, as they were billed. */
  private async drafted(
    tx: Tx,
    actor: Actor,
    { timezone }: Invoice,
    periods: readonly BilledPeriod[],
  ): Promise<DraftedSubscription[]> {
    const { subscriptions } = this.dependencies;
    const ids = periods.map(({ subscriptionId }) => subscriptionId);
    const contexts = await subscriptions.contexts(tx, actor, ids);
    const drafted: DraftedSubscription[] = [];
    for (const period of periods) {
      const now = contexts.get(period.subscriptionId);
      if (now === undefined) throw new Error(`Subscription ${period.subscriptionId} is missing.`);
      const occasion = await this.occasionOf(tx, actor, period, now);
      const terms = termsOf(now.subscription, now.plan, timezone);
      const context: SubscriptionContext = { ...now, terms, now: occasion.at };
      drafted.push({ context, occasion, windows: windowsOf(period) });
    }
    return drafted;
  }

  private async occasionOf(
    tx: Tx,
    actor: Actor,
    { id, occasion: reason, occasionAt: at }: BilledPeriod,
    { subscription }: SubscriptionContext,
  ): Promise<BillingOccasion> {
    if (reason === null || at === null) throw new Error(`The billing period ${id} is of no draft.`);
    // Only windows depend on whether the day of the end was billed, and the draft has them.
    if (reason === 'terminated') return { reason, at, hadPeriodicRun: false };
    if (reason !== 'upgraded') return { reason, at };
    return {
      reason,
      at,
      nextMetricIds: await this.dependencies.billing.nextMetricIds(tx, actor, subscription),
    };
  }
}

function windowsOf(period: BilledPeriod): DraftedSubscription['windows'] {
  const { subscriptionFrom, subscriptionTo, chargesFrom, chargesTo, fixedChargesFrom, fixedChargesTo } =
    period;
  return {
    subscription: { from: subscriptionFrom, to: subscriptionTo },
    charges: chargesFrom === null || chargesTo === null ? null : { from: chargesFrom, to: chargesTo },
    fixedCharges:
      fixedChargesFrom === null || fixedChargesTo === null
        ? null
        : { from: fixedChargesFrom, to: fixedChargesTo },
  };
}
