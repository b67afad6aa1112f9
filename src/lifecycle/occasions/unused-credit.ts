import { awaitsVatCheck } from '../../modules/customers/records/customer-taxation.js';
import { localDate } from '../../core/time/calendar.js';
import { centsBeforeChange } from '../../core/credit-notes/days-before-change.js';
import { Big } from '../../core/money/decimal.js';
import type { SubscriptionTerms } from '../../core/invoicing/subscriptions/subscription-terms.js';
import {
  holdsUnusedDates,
  splitUnused,
  type SubscriptionEnd,
  type UnusedCase,
  unusedCents,
  type UnusedMode,
  usedCents,
} from '../../core/credit-notes/unused-credit.js';
import type { CreditNoteParts } from '../../core/credit-notes/credit-note-amounts.js';
import { roundHalfAwayFromZero } from '../../core/money/money.js';
import type { ZonedWindow } from '../../core/time/window-dates.js';
import type { LockedInvoice } from '../../modules/invoices/settlement/locked-invoice.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { notAllowed } from '../../platform/errors/app-error.js';
import type { CreditNoteIssuing } from '../../modules/credit-notes/issuing/credit-note-issuing.service.js';
import {
  amountsOf,
  type CreditSource,
  type SourceFee,
  worthOf,
} from '../../modules/credit-notes/composing/credit-source.js';
import type { Invoice } from '../../modules/invoices/records/invoice.table.js';
import type { SubscriptionContexts } from '../../modules/subscriptions/reading/subscription-contexts.service.js';
import type { SubscriptionService } from '../../modules/subscriptions/reading/subscription.service.js';
import type { OccasionsNeeds } from './occasions.needs.js';
import type { FeeService } from '../../modules/invoices/records/fees/fee.service.js';
import type { Fee } from '../../modules/invoices/records/fees/fee.table.js';
import { isUntaxed } from '../../modules/invoices/settlement/invoice-dues.js';
import { type InvoicedFee, windowOf } from '../../modules/invoices/records/fees/invoiced-fee.js';
import type { SubscriptionContext } from '../../modules/subscriptions/records/subscription-context.js';

/** The end of a subscription, and how its unused days are given back. */
interface UnusedEnd {
  readonly at: Date;
  readonly isUpgraded: boolean;
  readonly mode: UnusedMode;
  /** The tax statuses of an issued invoice with which its note waits until the taxes are known; with others it is refused. */
  readonly waitsFor?: readonly Invoice['taxStatus'][];
}

/**
 * Credits the unused days of a plan in advance when its subscription ends. Source: subscription-fee.md §6,
 * credit-notes.md §5.1.
 */
export class UnusedCredit {
  private readonly fees: FeeService;
  private readonly creditNotes: CreditNoteIssuing;
  private readonly subscriptions: SubscriptionService;
  private readonly subscriptionContexts: SubscriptionContexts;

  constructor(
    needs: Pick<OccasionsNeeds, 'creditNoteIssuing' | 'fees' | 'subscriptionContexts' | 'subscriptions'>,
  ) {
    this.fees = needs.fees;
    this.creditNotes = needs.creditNoteIssuing;
    this.subscriptions = needs.subscriptions;
    this.subscriptionContexts = needs.subscriptionContexts;
  }

  /**
   * Issues the credit notes of a subscription that has ended in this transaction: one for each fee that paid for later
   * dates. That is mostly its last fee; after a change of zone it may be two (periods.md §9.3).
   * @throws AppError kind `notAllowed`, `cannot_terminate_with_pending_taxes` if taxes of a credited invoice are not known, and the
   *   note may not wait for them.
   */
  async issue(tx: Tx, actor: Actor, context: SubscriptionContext, ended: UnusedEnd): Promise<void> {
    if (!context.plan.payInAdvance) return;
    for (const { paid, end } of await this.unusedOf(tx, actor, context, ended))
      await this.issueFor(tx, actor, paid, end, ended);
  }

  /**
   * Issues the credit notes of subscriptions that have ended while the taxes of an invoice were not known, once they are. Dates that
   * were credited before are not credited again. An invoice that was regenerated after the end has the fees that were chosen for it.
   */
  async issueAwaited(tx: Tx, actor: Actor, invoice: Invoice, fees: readonly Fee[]): Promise<void> {
    const ofPlans = fees.filter(({ feeType }) => feeType === 'subscription');
    const ids = new Set(ofPlans.flatMap(({ subscriptionId }) => subscriptionId ?? []));
    if (ids.size === 0) return;
    const found = await this.subscriptions.getMany(tx, actor, [...ids]);
    const ended = [...found.values()].filter(({ status }) => status === 'terminated');
    if (ended.length === 0) return;
    for (const context of (await this.subscriptionContexts.contextsOf(tx, actor, ended)).values()) {
      const { terminatedAt: at, onTerminationCreditNote: mode } = context.subscription;
      if (at === null || mode === null || mode === 'skip') continue;
      if (invoice.voidedInvoiceId !== null && at < invoice.createdAt) continue;
      const end = { at, isUpgraded: false, mode };
      const unused = await this.unusedOf(tx, actor, context, end);
      for (const each of unused.filter(({ paid: { fee } }) => fee.invoiceId === invoice.id))
        await this.issueFor(tx, actor, each.paid, each.end, end);
    }
  }

  /** The fees that paid for dates after the end of a subscription. */
  private async unusedOf(
    tx: Tx,
    actor: Actor,
    { subscription, terms, trialEndsAt }: SubscriptionContext,
    { at, isUpgraded }: UnusedEnd,
  ): Promise<{ readonly paid: InvoicedFee; readonly end: SubscriptionEnd }[]> {
    const end = { terms, at, isUpgraded, trialEndsAt };
    const paid = await this.fees.ofPlanFrom(tx, actor, subscription.id, at);
    return paid.filter((one) => holdsUnusedDates(windowOf(one), end)).map((one) => ({ paid: one, end }));
  }

  private async issueFor(
    tx: Tx,
    actor: Actor,
    invoiced: InvoicedFee,
    end: SubscriptionEnd,
    { mode, waitsFor = [] }: UnusedEnd,
  ): Promise<void> {
    const { fee } = invoiced;
    if (fee.invoiceId === null || fee.amountCents === 0n) return;
    const locked = await this.creditNotes.lock(tx, actor, fee.invoiceId);
    const { source } = locked;
    const paid = source.fees.find((one) => one.fee.id === fee.id);
    if (paid === undefined || source.invoice.status === 'voided') return;
    if (awaitsTaxes(locked.locked)) {
      const { status, taxStatus } = source.invoice;
      if (status !== 'draft' && waitsFor.includes(taxStatus)) return;
      throw notAllowed('cannot_terminate_with_pending_taxes');
    }
    const unused = { ...end, lastFee: lastFeeOf(paid, end.terms, windowOf(invoiced)) };
    const amountCents = unusedCents(unused);
    if (amountCents.eq(0)) return;
    const items = [{ fee: paid, amountCents }];
    const amounts = amountsOf(source, items);
    await this.creditNotes.issue(tx, actor, locked, {
      reason: 'order_cancellation',
      description: null,
      metadata: null,
      items,
      amounts,
      parts: partsOf(source, paid, unused, {
        mode,
        totalCents: amounts.worthCents,
      }),
    });
  }
}

/**
 * True if the taxes of an invoice are not known, so that nobody knows what to give back. A draft gets them when it is
 * refreshed, soon after the check of the VAT number has ended.
 */
function awaitsTaxes({ invoice, customer }: LockedInvoice): boolean {
  return isUntaxed(invoice) && (invoice.status !== 'draft' || awaitsVatCheck(customer));
}

/** The fee less its part for days before a gated change of plan, which was credited then (subscriptions.md §12). */
function lastFeeOf(
  { fee, creditedCents }: SourceFee,
  { startedAt, timezone: zoneOfStart }: SubscriptionTerms,
  window: ZonedWindow,
): UnusedCase['lastFee'] {
  const { amountCents, amountDetails, createdAt } = fee;
  const planAmountCents = BigInt(Number(amountDetails['plan_amount_cents']));
  const startedOn = localDate(startedAt, zoneOfStart);
  const beforeCents =
    createdAt < startedAt
      ? roundHalfAwayFromZero(
          centsBeforeChange(startedOn, { window, timezone: window.timezone, amountCents, isPerDay: true }),
        )
      : 0n;
  return {
    window,
    planAmountCents,
    amountCents: amountCents - beforeCents,
    creditedCents: creditedCents < beforeCents ? 0n : creditedCents - beforeCents,
  };
}

function partsOf(
  source: CreditSource,
  paid: SourceFee,
  unused: UnusedCase,
  { mode, totalCents }: { readonly mode: UnusedMode; readonly totalCents: bigint },
): CreditNoteParts {
  return splitUnused(mode, {
    totalCents,
    paidCents: paidCentsOf(source, paid.fee),
    usedCents: worthOf({ fee: paid, amountCents: usedCents(unused) }),
  });
}

/** The fee's share of the payments on its invoice. Source: credit-notes.md §5.1. */
function paidCentsOf({ invoice }: CreditSource, fee: Fee): Big {
  const { totalPaidAmountCents, subTotalIncludingTaxesAmountCents } = invoice;
  if (subTotalIncludingTaxesAmountCents === 0n) return new Big(0);
  return new Big(fee.preciseAmountCents)
    .minus(fee.preciseCouponsAmountCents)
    .plus(fee.taxesPreciseAmountCents)
    .times(totalPaidAmountCents)
    .div(subTotalIncludingTaxesAmountCents);
}
