import type { Actor } from '../../platform/actor.js';
import type { JobsDb } from '../../platform/db/connections.js';
import type { Tx } from '../../platform/db/database.js';
import { AppError, notAllowed, notFound } from '../../platform/errors/app-error.js';
import { expectPresent } from '../../platform/expect-present.js';
import { batchesOfOnePerOwner } from '../../platform/batches-of-one-per-owner.js';
import { isPeriodic } from '../../modules/invoices/composing/billing-claim.js';
import type { BilledPeriod } from '../../modules/invoices/records/billing-period.repository.js';
import type {
  DraftInvoiceService,
  WorkedDraft,
} from '../../modules/invoices/issuing/draft-invoice.service.js';
import type { InvoiceDraft } from '../../modules/invoices/composing/invoice-draft.js';
import type {
  HeldInvoice,
  InvoiceSettlement,
} from '../../modules/invoices/settlement/invoice-settlement.service.js';
import type { InvoiceService } from '../../modules/invoices/records/invoice.service.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
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
  readonly jobsDb: JobsDb;
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
    if (held.invoice.status !== 'draft') return held.invoice;
    const [refreshed] = await this.refreshHeld(tx, actor, [held]);
    return expectPresent(refreshed, 'the refreshed draft');
  }

  /**
   * Makes a draft final before its time.
   * @returns the invoice; one that is closed instead, as the draft it was last.
   * @throws AppError as `finalizeAll`.
   */
  async finalize(tx: Tx, actor: Actor, id: string): Promise<Invoice> {
    const [finalized] = await this.finalizeAll(tx, actor, [id]);
    const { status, ...invoice } = expectPresent(finalized, 'the finalized invoice');
    return { ...invoice, status: status === 'closed' ? 'draft' : status };
  }

  /**
   * Makes drafts final: those of one customer as if one after the other, in the order given.
   * @returns the invoices, in the same order.
   * @throws AppError `invoice_not_found`, also for one that is no draft; `test_clock_advancing`.
   */
  async finalizeAll(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Invoice[]> {
    if (ids.length === 0) return [];
    const { invoiceSettlement, draftInvoices } = this.dependencies;
    const held = await invoiceSettlement.holdMany(tx, actor, ids);
    if (held.some(({ invoice }) => invoice.status !== 'draft')) throw notFound('invoice');
    await this.refreshCountedBy(tx, actor, held);
    return inTurn(held, async (round) =>
      draftInvoices.finalize(tx, actor, await this.workOut(tx, actor, round)),
    );
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
    await this.finalizeAll(tx, actor, subjectIds.toSorted());
  };

  /** Refreshes drafts for which something has changed, of subscriptions that still run. */
  readonly refreshDue: DueWorkHandler = async (tx, actor, { subjectIds }) => {
    const { invoices, subscriptions, invoiceSettlement } = this.dependencies;
    const found = await invoices.getMany(tx, actor, subjectIds);
    // What became final since needs no refresh.
    const drafts = subjectIds.toSorted().filter((id) => found.get(id)?.status === 'draft');
    const billed = await invoices.billedPeriods(tx, actor, drafts);
    const billedIds = [...billed.values()].flat().map(({ subscriptionId }) => subscriptionId);
    const named = await subscriptions.getMany(tx, actor, billedIds);
    const running = drafts.filter((id) =>
      billed.get(id)?.some(({ subscriptionId }) => named.get(subscriptionId)?.status === 'active'),
    );
    await this.refreshHeld(tx, actor, await invoiceSettlement.holdMany(tx, actor, running));
  };

  /** The job `refresh_used_drafts`: has drafts refreshed that late usage has come for, of those who live in real time. */
  flagUsed(): Promise<void> {
    const { jobsDb: db, draftInvoices } = this.dependencies;
    return db.transaction((tx) => draftInvoices.flagUsed(tx));
  }

  /** Dates the drafts of a customer by settings that have changed; those whose grace period is over then become final. */
  async redate(tx: Tx, actor: Actor, customer: Customer, now: Date): Promise<void> {
    const ended = await this.dependencies.draftInvoices.redate(tx, actor, customer, now);
    await this.finalizeAll(
      tx,
      actor,
      ended.map(({ id }) => id),
    );
  }

  /** @throws AppError `invoice_not_found`, also for an invoice that waits to be paid; `test_clock_advancing`. */
  private async hold(tx: Tx, actor: Actor, id: string): Promise<HeldInvoice> {
    const held = await this.dependencies.invoiceSettlement.hold(tx, actor, id);
    if (held.invoice.status === 'open') throw notFound('invoice');
    return held;
  }

  private async refreshHeld(tx: Tx, actor: Actor, held: readonly HeldInvoice[]): Promise<Invoice[]> {
    await this.refreshCountedBy(tx, actor, held);
    return this.replaceFees(tx, actor, held);
  }

  /**
   * Works out first what drafts count of older ones towards a minimum commitment, which may have changed since those
   * were worked out last. Source: fixed-charges-and-commitments.md §8.
   */
  private async refreshCountedBy(tx: Tx, actor: Actor, held: readonly HeldInvoice[]): Promise<void> {
    const { draftInvoices, invoiceSettlement } = this.dependencies;
    const ids = held.map(({ invoice }) => invoice.id);
    const counted = await draftInvoices.countedBy(tx, actor, ids);
    if (counted.length === 0) return;
    await this.replaceFees(tx, actor, await invoiceSettlement.holdMany(tx, actor, counted));
  }

  private replaceFees(tx: Tx, actor: Actor, held: readonly HeldInvoice[]): Promise<Invoice[]> {
    return inTurn(held, async (round) =>
      this.dependencies.draftInvoices.replaceFees(tx, actor, await this.workOut(tx, actor, round)),
    );
  }

  /** What drafts of different customers bill now, in their order. */
  private async workOut(tx: Tx, actor: Actor, held: readonly HeldInvoice[]): Promise<WorkedDraft[]> {
    const { organizations, invoices, invoicing } = this.dependencies;
    const ids = held.map(({ invoice }) => invoice.id);
    const entityIds = new Set(held.map(({ invoice }) => invoice.billingEntityId));
    const entities = await organizations.billingEntities(tx, actor, [...entityIds]);
    const periods = await invoices.billedPeriods(tx, actor, ids);
    const periodsOf = ({ invoice }: HeldInvoice) => periods.get(invoice.id) ?? [];
    const drafted = await this.drafted(tx, actor, held, periodsOf);
    const parts = (await invoicing.partsAgain(tx, actor, drafted)).values();
    return held.map((each): WorkedDraft => {
      const { invoice, customer, now } = each;
      const billingEntity = expectPresent(
        entities.get(invoice.billingEntityId),
        `the billing entity of invoice ${invoice.id}`,
      );
      const draft: InvoiceDraft = {
        customer,
        billingEntity,
        settings: billingSettingsOf(customer, billingEntity),
        invoiceType: invoice.invoiceType,
        currency: invoice.currency,
        billedAt: invoice.createdAt,
        occasion: periodsOf(each).every(isPeriodic) ? 'periodic' : 'change',
        purchaseOrderNumber: invoice.purchaseOrderNumber,
        parts: periodsOf(each).map(() => expectPresent(parts.next().value, 'a part for each period')),
      };
      return { invoice, draft, now };
    });
  }

  /** The subscriptions of drafts, as they were billed: each draft's in the order of its periods. */
  private async drafted(
    tx: Tx,
    actor: Actor,
    held: readonly HeldInvoice[],
    periodsOf: (held: HeldInvoice) => readonly BilledPeriod[],
  ): Promise<(DraftedSubscription & { readonly now: Date })[]> {
    const { subscriptions, invoices, billing } = this.dependencies;
    const periods = held.flatMap(periodsOf);
    const asked = periods.map(({ subscriptionId, invoiceId: before }) => ({ subscriptionId, before }));
    const billedBefore = await invoices.billedUsage(tx, actor, asked);
    const contexts = await subscriptions.contexts(tx, actor, periods.map(subscriptionOf));
    const upgraded = periods.filter(({ occasion }) => occasion === 'upgraded').map(subscriptionOf);
    const nextMetricIds = await billing.nextMetricIds(tx, actor, upgraded);
    return held.flatMap((each) =>
      periodsOf(each).map((period) => {
        const { invoice, now } = each;
        const current = expectPresent(
          contexts.get(period.subscriptionId),
          `subscription ${period.subscriptionId}`,
        );
        const occasion = occasionOf(period, nextMetricIds.get(period.subscriptionId) ?? NO_METRICS);
        const terms = termsOf(current.subscription, current.plan, {
          timezone: invoice.timezone,
          billed: expectPresent(
            billedBefore.get(period.subscriptionId),
            `the billed usage of subscription ${period.subscriptionId}`,
          ),
        });
        const context: SubscriptionContext = { ...current, terms, now: occasion.at };
        return { draftId: invoice.id, context, occasion, windows: windowsOf(period), now };
      }),
    );
  }
}

const NO_METRICS: ReadonlySet<string> = new Set();

/** Does something to drafts of many customers at once, to those of one customer in turn: each sees what the one before became. */
async function inTurn(
  held: readonly HeldInvoice[],
  work: (round: readonly HeldInvoice[]) => Promise<Invoice[]>,
): Promise<Invoice[]> {
  const done = new Map<string, Invoice>();
  for (const round of batchesOfOnePerOwner(held, ({ customer }) => customer.id)) {
    for (const invoice of await work(round)) done.set(invoice.id, invoice);
  }
  return held.map(({ invoice }) => expectPresent(done.get(invoice.id), `the finished draft ${invoice.id}`));
}

function subscriptionOf({ subscriptionId }: BilledPeriod): string {
  return subscriptionId;
}

/** @param nextMetricIds what the next plan charges, for one that was upgraded. */
function occasionOf(
  { id, occasion: reason, occasionAt: at }: BilledPeriod,
  nextMetricIds: ReadonlySet<string>,
): BillingOccasion {
  if (reason === null || at === null) throw new Error(`The billing period ${id} is of no draft.`);
  // Only windows depend on whether the day of the end was billed, and the draft has them.
  if (reason === 'terminated') return { reason, at, hadPeriodicRun: false };
  return reason === 'upgraded' ? { reason, at, nextMetricIds } : { reason, at };
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
