import { draftNumber, numberPerBillingEntity, numberPerCustomer } from '../../core/invoice-number.js';
import type { Period } from '../../core/period.js';
import type { ActivityType } from '../../platform/activity/activities.js';
import type { Recorder } from '../../platform/activity/recorder.js';
import type { Actor } from '../../platform/actor.js';
import { groupBy, indexBy } from '../../platform/api/loader.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid } from '../../platform/db/ids.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { Page } from '../../platform/paging/page.js';
import type { CustomerService } from '../customers/customer.service.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import { claimKey, claimOf, isClaimed } from './billing-claim.js';
import { type BilledPeriod, billingPeriodRepository, type LastBilled } from './billing-period.repository.js';
import { foreseeFinalization } from './draft-timetable.js';
import type { CreditNoteBalance, CreditNoteBalances } from './credit-note-balances.js';
import { feeRepository } from './fee.repository.js';
import type { FeeService } from './fee.service.js';
import type { AppliedTax, Fee } from './fee.table.js';
import {
  composeAdvanceCharges,
  composeInvoice,
  type ComposedInvoice,
  type InvoiceNumber,
  paidFees,
  startsAsDraft,
} from './invoice-composition.js';
import { invoiceCreditRepository } from './invoice-credit.repository.js';
import type { InvoiceCredit } from './invoice-credit.table.js';
import type { InvoiceDraft, InvoicePart } from './invoice-draft.js';
import { type InvoiceQuery, invoiceRepository, type InvoiceSince } from './invoice.repository.js';
import type { InvoiceFilter } from './invoice.schema.js';
import { foreseeOverdue, mayBecomeOverdue } from './overdue-timetable.js';
import type { Invoice } from './invoice.table.js';

/** What a list of invoices is asked for. */
type InvoiceList = Omit<InvoiceQuery, 'filter' | 'billingEntityIds'> & { readonly filter: InvoiceFilter };

/** What is told of an invoice in a status; nothing of the others. */
const ANNOUNCED_AS: Partial<Record<Invoice['status'], readonly ActivityType[]>> = {
  draft: ['invoice.drafted', 'invoice.ready_to_finalize'],
  finalized: ['invoice.created'],
};

/** What was billed of a subscription so far: what is billed next depends on it. */
export interface BillingHistory {
  /** When it was last charged the plan's amount, and for which window. Source: subscription-fee.md §2. */
  readonly lastSubscriptionFee: { readonly at: Date; readonly window: Period } | null;
  /** Where its windows were billed to, and in which zone; null while it was billed in advance only. Source: periods.md §9. */
  readonly lastBilled: LastBilled | null;
}

interface Dependencies {
  readonly organizations: OrganizationService;
  readonly customers: CustomerService;
  readonly fees: FeeService;
  readonly creditNotes: CreditNoteBalances;
  readonly recorder: Recorder;
}

/** Those from which credit notes are taken off. Source: credit-notes.md §4. */
const TAKES_CREDIT_NOTES: ReadonlySet<Invoice['invoiceType']> = new Set([
  'subscription',
  'progressive_billing',
]);

/** Invoices: issued complete, in one transaction, or not at all. Source: invoices.md. */
export class InvoiceService {
  constructor(private readonly dependencies: Dependencies) {}

  /**
   * Makes an invoice of a draft and records it. Parts whose windows were billed already are left out.
   * @returns null, with nothing written, when no part is left; else the invoice, `closed` when its fees come to
   * nothing and such invoices are not to be issued (invoices.md §5.2).
   * @throws AppError `amount_cents: value_is_out_of_range` when the total is beyond 2^53.
   */
  issue(tx: Tx, actor: Actor, draft: InvoiceDraft): Promise<Invoice | null> {
    return this.make(tx, actor, draft, ({ invoice }) => invoice);
  }

  /**
   * Makes an invoice of a draft that is to be paid before it is issued, as `OpenInvoices` does then.
   * @returns null, with nothing written, when there is nothing to pay.
   * @throws AppError as `issue`.
   */
  open(tx: Tx, actor: Actor, draft: InvoiceDraft): Promise<Invoice | null> {
    // It has no grace period (invoices.md §2).
    return this.make(tx, actor, { ...draft, occasion: 'immediate' }, ({ invoice }) =>
      invoice.totalAmountCents === 0n ? null : { ...invoice, status: 'open', finalizedAt: null },
    );
  }

  /** @param decide what becomes of what was composed; null: nothing, and nothing is written. */
  private async make(
    tx: Tx,
    actor: Actor,
    draft: InvoiceDraft,
    decide: (composed: ComposedInvoice) => ComposedInvoice['invoice'] | null,
  ): Promise<Invoice | null> {
    // One invoice of a customer at a time: what follows reads which windows, numbers and balances are taken.
    await this.dependencies.customers.lock(tx, actor, draft.customer.id);
    const parts = await this.unbilledParts(tx, actor, draft);
    if (parts.length === 0) return null;
    const balances = startsAsDraft(draft) ? [] : await this.balancesFor(tx, actor, draft);
    const composed = composeInvoice(actor.organizationId, { ...draft, parts }, balances);
    const decided = decide(composed);
    if (decided === null) return null;
    // As late as can be: under numbering per billing entity all its customers wait for each other from here on.
    const invoice: Invoice = { ...decided, ...(await this.numberOf(tx, actor, draft, decided)) };
    await invoiceRepository.insert(tx, invoice);
    await billingPeriodRepository.insert(tx, composed.billingPeriods);
    await feeRepository.insert(tx, composed.fees, composed.appliedTaxes);
    await this.takeCredits(tx, actor, composed.credits, invoice.createdAt);
    if (invoice.status === 'draft') {
      await foreseeFinalization(tx, actor, invoice, draft.customer, draft.billedAt);
    }
    await this.announce(tx, actor, draft, invoice);
    const standalone = parts.flatMap((part) => part.standaloneFees);
    await this.dependencies.fees.createStandalone(tx, actor, { ...draft, fees: standalone });
    return invoice;
  }

  /**
   * Puts fees that stood alone and were paid since on an invoice, which is paid with them: what of the draft's parts
   * has such fees. They keep their amounts and taxes. Source: invoices.md §3.4; charges.md §8.
   * @param endedBy only fees whose window has ended by then; null: of any window.
   * @returns null when there is no such fee.
   */
  async issueAdvanceCharges(
    tx: Tx,
    actor: Actor,
    draft: InvoiceDraft,
    endedBy: Date | null,
  ): Promise<Invoice | null> {
    const { organizationId } = actor;
    const { customer, currency, billedAt } = draft;
    await this.dependencies.customers.lock(tx, actor, customer.id);
    const paid = await feeRepository.findPaid(tx, organizationId, {
      customerId: customer.id,
      currency,
      externalSubscriptionIds: draft.parts.map((part) => part.subscription.externalId),
      paidBy: billedAt,
      endedBy,
    });
    if (paid.length === 0) return null;
    const feeIds = paid.map(({ fee }) => fee.id);
    const taxes = await feeRepository.findAppliedTaxes(tx, organizationId, { feeIds });
    const billed = new Set(paid.map(({ externalSubscriptionId }) => externalSubscriptionId));
    const parts = draft.parts.filter((part) => billed.has(part.subscription.externalId));
    const fees = paidFees(
      paid.map(({ fee }) => fee),
      taxes,
    );
    const composed = composeAdvanceCharges(organizationId, { ...draft, parts }, fees);
    const invoice: Invoice = {
      ...composed.invoice,
      ...(await this.numberOf(tx, actor, draft, composed.invoice)),
    };
    await invoiceRepository.insert(tx, invoice);
    await billingPeriodRepository.insert(tx, composed.billingPeriods);
    await feeRepository.putOnInvoice(tx, organizationId, invoice, feeIds);
    await feeRepository.insert(tx, [], composed.appliedTaxes);
    await this.announce(tx, actor, draft, invoice);
    return invoice;
  }

  /**
   * @param orOpen also one that is to be paid before it is issued.
   * @throws AppError `invoice_not_found`, also for a hidden one.
   */
  async get(db: Db, actor: Actor, id: string, { orOpen = false } = {}): Promise<Invoice> {
    const { organizationId } = actor;
    const find = () =>
      orOpen
        ? invoiceRepository.findPayable(db, organizationId, id)
        : invoiceRepository.find(db, organizationId, id);
    const invoice = isUuid(id) ? await find() : null;
    if (invoice === null) throw notFound('invoice');
    return invoice;
  }

  /** The oldest of them, closed or not; null without any. */
  firstSince(db: Db, actor: Actor, since: InvoiceSince): Promise<Invoice | null> {
    return invoiceRepository.findSince(db, actor.organizationId, since);
  }

  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Invoice>> {
    const invoices = await invoiceRepository.findMany(db, actor.organizationId, ids);
    return indexBy(invoices, (invoice) => invoice.id);
  }

  /** @throws AppError `billing_entity_not_found` when the filter names an unknown one. */
  async list(db: Db, actor: Actor, { filter, ...query }: InvoiceList): Promise<Page<Invoice>> {
    const { billingEntityCodes: codes, ...conditions } = filter;
    const billingEntityIds =
      codes === undefined || codes === null
        ? null
        : await this.dependencies.organizations.billingEntityIds(db, actor, codes);
    return invoiceRepository.list(db, actor.organizationId, {
      ...query,
      filter: conditions,
      billingEntityIds,
    });
  }

  /** What each invoice billed, in the order of its parts. */
  async billedPeriods(
    db: Db,
    actor: Actor,
    invoiceIds: readonly string[],
  ): Promise<Map<string, BilledPeriod[]>> {
    const periods = await billingPeriodRepository.findByInvoices(db, actor.organizationId, invoiceIds);
    return groupBy(periods, (period) => period.invoiceId);
  }

  /** What each tax adds to each invoice. */
  async appliedTaxes(
    db: Db,
    actor: Actor,
    invoiceIds: readonly string[],
  ): Promise<Map<string, AppliedTax[]>> {
    const taxes = await feeRepository.findAppliedTaxes(db, actor.organizationId, { invoiceIds });
    return groupBy(taxes, (tax) => tax.invoiceId ?? '');
  }

  /**
   * What was billed of subscriptions so far; one without an invoice is not in the map.
   * @param before only by invoices older than the one with this id.
   */
  async billingHistories(
    db: Db,
    actor: Actor,
    subscriptionIds: readonly string[],
    before: string | null = null,
  ): Promise<Map<string, BillingHistory>> {
    const { organizationId } = actor;
    const of = { subscriptionIds, before };
    const billed = await billingPeriodRepository.findLast(db, organizationId, of);
    const found = await feeRepository.findLastSubscriptionFees(db, organizationId, of);
    const lastFees = indexBy(found, (fee) => fee.subscriptionId ?? '');
    return new Map(
      billed.map(({ subscriptionId, invoicingReason, ...last }) => {
        const lastBilled = isClaimed(invoicingReason) ? last : null;
        const lastSubscriptionFee = lastFeeOf(lastFees.get(subscriptionId));
        return [subscriptionId, { lastBilled, lastSubscriptionFee }];
      }),
    );
  }

  /** What was taken off each invoice, in the order in which it was taken. */
  async credits(db: Db, actor: Actor, invoiceIds: readonly string[]): Promise<Map<string, InvoiceCredit[]>> {
    const credits = await invoiceCreditRepository.findByInvoices(db, actor.organizationId, invoiceIds);
    return groupBy(credits, (credit) => credit.invoiceId);
  }

  /** What of the customer's credit notes an invoice may take, in that order. The customer is held. */
  async balancesFor(
    tx: Tx,
    actor: Actor,
    { invoiceType, customer, currency }: InvoiceDraft,
  ): Promise<readonly CreditNoteBalance[]> {
    if (!TAKES_CREDIT_NOTES.has(invoiceType)) return [];
    return this.dependencies.creditNotes.available(tx, actor, { customerId: customer.id, currency });
  }

  /** Takes what an invoice was worked out to take. */
  async takeCredits(tx: Tx, actor: Actor, credits: readonly InvoiceCredit[], at: Date): Promise<void> {
    await invoiceCreditRepository.insert(tx, credits);
    for (const { itemId, amountCents } of credits) {
      await this.dependencies.creditNotes.take(tx, actor, itemId, { amountCents, at });
    }
  }

  /** Gives back what an invoice took that is given up. Source: credit-notes.md §4. */
  async giveCreditsBack(tx: Tx, actor: Actor, { id }: Invoice, at: Date): Promise<void> {
    const taken = (await this.credits(tx, actor, [id])).get(id) ?? [];
    await invoiceCreditRepository.deleteOfInvoice(tx, actor.organizationId, id);
    for (const { itemId, amountCents } of taken) {
      await this.dependencies.creditNotes.giveBack(tx, actor, itemId, { amountCents, at });
    }
  }

  /** Whether a billing day has billed a subscription since an instant. */
  hadPeriodicRun(db: Db, actor: Actor, subscriptionId: string, since: Date): Promise<boolean> {
    return billingPeriodRepository.anyPeriodic(db, actor.organizationId, { subscriptionId, since });
  }

  /** Deletes the invoices and fees of customers for good, as the end of a test clock does (extensions.md §1). */
  async deleteForGood(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<void> {
    await invoiceCreditRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
    await feeRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
    await billingPeriodRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
    await invoiceRepository.deleteOfCustomers(tx, actor.organizationId, customerIds);
  }

  /** Tells what a new invoice is, or has become, and foresees when it is overdue. Source: invoices.md §2. */
  async announce(
    tx: Tx,
    actor: Actor,
    { customer }: Pick<InvoiceDraft, 'customer'>,
    invoice: Invoice,
  ): Promise<void> {
    const { id, status, finalizedAt } = invoice;
    if (finalizedAt !== null && mayBecomeOverdue(invoice)) {
      await foreseeOverdue(tx, actor, invoice, customer, finalizedAt);
    }
    const { externalId: externalCustomerId } = customer;
    for (const activity of ANNOUNCED_AS[status] ?? []) {
      await this.dependencies.recorder.record(tx, actor, activity, { id, externalCustomerId });
    }
  }

  private async unbilledParts(tx: Tx, actor: Actor, { parts }: InvoiceDraft): Promise<InvoicePart[]> {
    const billed = await billingPeriodRepository.findStarting(tx, actor.organizationId, {
      subscriptionIds: parts.map((part) => part.subscription.id),
      from: parts.map((part) => part.windows.subscription.from),
    });
    const taken = new Set(billed.map(claimKey));
    return parts.filter((part) => !isClaimed(part.invoicingReason) || !taken.has(claimKey(claimOf(part))));
  }

  /** Numbers are assigned once, when an invoice becomes final, and leave no gap. Source: invoices.md §5.3. */
  async numberOf(
    tx: Tx,
    actor: Actor,
    { customer, billingEntity }: Pick<InvoiceDraft, 'customer' | 'billingEntity'>,
    { selfBilled, finalizedAt }: ComposedInvoice['invoice'],
  ): Promise<InvoiceNumber> {
    const { id: billingEntityId, documentNumberPrefix: prefix, timezone } = billingEntity;
    if (finalizedAt === null) {
      return { number: draftNumber(prefix), sequentialId: null, entitySequentialId: null };
    }
    const sequentialId = await invoiceRepository.nextSequentialId(tx, actor.organizationId, {
      customerId: customer.id,
      billingEntityId,
    });
    if (selfBilled || billingEntity.documentNumbering === 'per_customer') {
      const number = numberPerCustomer(prefix, customer.sequentialId, sequentialId);
      return { number, sequentialId, entitySequentialId: null };
    }
    const entitySequentialId = await this.dependencies.organizations.nextInvoiceNumber(
      tx,
      actor,
      billingEntityId,
    );
    const number = numberPerBillingEntity(prefix, { at: finalizedAt, timezone }, entitySequentialId);
    return { number, sequentialId, entitySequentialId };
  }
}

function lastFeeOf(fee: Fee | undefined): BillingHistory['lastSubscriptionFee'] {
  if (fee === undefined || fee.fromAt === null || fee.toAt === null) return null;
  return { at: fee.createdAt, window: { from: fee.fromAt, to: fee.toAt } };
}
