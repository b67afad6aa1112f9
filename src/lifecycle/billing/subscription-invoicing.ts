import { type BillingWindows, currentUsagePeriod, meteringScope } from '../../core/billing-windows.js';
import { isEmpty } from '../../core/period.js';
import { billedOf, type ChargeRun } from '../../core/rating/charge-billing.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import type { FeeDraft } from '../../modules/invoices/fee-draft.js';
import type { InvoiceDraft, InvoicePart } from '../../modules/invoices/invoice-draft.js';
import type { Invoice } from '../../modules/invoices/invoice.table.js';
import type { PaymentService } from '../../modules/payments/payment.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';
import type { Subscription } from '../../modules/subscriptions/subscription.table.js';
import type { PricedCharge } from '../../modules/usage/priced-charge.js';
import { paysFromStart } from './billing-days.js';
import { type BillingOccasion, INVOICING_REASONS, occasionWindows, situationOf } from './billing-occasion.js';
import { BillingRecords, type BillingSources } from './billing-records.js';
import { renewalFeeDrafts, usageFeeDrafts } from './charge-fee-drafts.js';
import { commitmentFeeDraft, reconciledBy } from './commitment-fee-drafts.js';
import type { EventBilling } from './event-billing.js';
import { type BilledSubscription, subscriptionFeeDraft } from './fee-drafts.js';
import { fixedChargeFeeDrafts } from './fixed-charge-fee-drafts.js';
import { invoiceDraft } from './invoice-drafts.js';

/** A subscription that is to be billed, and why. */
export interface DueSubscription {
  readonly context: SubscriptionContext;
  readonly occasion: BillingOccasion;
}

/** A subscription on a draft that is worked out again: the windows are those that the draft has claimed. */
export interface DraftedSubscription extends DueSubscription {
  readonly windows: BillingWindows;
}

interface SubscriptionInvoicingSources extends BillingSources {
  readonly payments: PaymentService;
  readonly eventBilling: EventBilling;
}

/** What is billed of subscriptions, as one invoice. Source: invoices.md §3. */
export class SubscriptionInvoicing {
  constructor(private readonly sources: SubscriptionInvoicingSources) {}

  /** Issues one invoice for subscriptions that share it. @param billedAt the instant of the first, unless told otherwise. */
  async issue(
    tx: Tx,
    actor: Actor,
    group: readonly DueSubscription[],
    billedAt = group[0]?.occasion.at,
  ): Promise<void> {
    const draft = await this.draft(tx, actor, group, billedAt);
    if (draft === null) return;
    const { standaloneFees, ...invoice } = draft;
    await this.sources.issuing.issue(tx, actor, invoice);
    await this.sources.fees.createStandalone(tx, actor, [{ ...invoice, fees: standaloneFees }]);
  }

  /** What an invoice would bill of a subscription that starts. */
  async startDraft(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<InvoiceDraft | null> {
    return this.draft(tx, actor, [{ context, occasion: { reason: 'starting', at: context.now } }]);
  }

  /** @returns with what goes on no invoice of the subscriptions that are not on this one. */
  private async draft(
    tx: Tx,
    actor: Actor,
    group: readonly DueSubscription[],
    billedAt = group[0]?.occasion.at,
  ): Promise<(InvoiceDraft & { readonly standaloneFees: readonly FeeDraft[] }) | null> {
    const first = group[0]?.context;
    if (first === undefined || billedAt === undefined) return null;
    const contexts = group.map(({ context }) => context);
    // A commitment counts what single events have cost.
    await this.sources.eventBilling.runBefore(tx, actor, contexts, billedAt);
    const records = await BillingRecords.load(tx, actor, this.sources, contexts);
    const parts: InvoicePart[] = [];
    const standaloneFees: FeeDraft[] = [];
    for (const due of group) {
      const part = await this.part(tx, actor, due, records, null);
      if (part.fees.length > 0 || isBilledAnyway(due)) parts.push(part);
      else standaloneFees.push(...part.standaloneFees);
    }
    const isPeriodic = group.every(({ occasion }) => occasion.reason === 'periodic');
    const occasion = isPeriodic ? 'periodic' : 'change';
    const draft = invoiceDraft(first, { invoiceType: 'subscription', billedAt, occasion, parts });
    return { ...draft, standaloneFees };
  }

  /**
   * What a draft bills, from plans, usage and taxes as they are now, and from what was billed before it. What was billed
   * beside it then, on no invoice, is left as it is.
   */
  async partsAgain(
    tx: Tx,
    actor: Actor,
    draft: Invoice,
    group: readonly DraftedSubscription[],
    now: Date,
  ): Promise<InvoicePart[]> {
    const contexts = group.map(({ context }) => context);
    await this.sources.eventBilling.runBefore(tx, actor, contexts, now);
    const records = await BillingRecords.load(tx, actor, this.sources, contexts, draft.id);
    const parts: InvoicePart[] = [];
    for (const due of group) parts.push(await this.part(tx, actor, due, records, draft.id));
    return parts.map((part) => ({ ...part, standaloneFees: [] }));
  }

  /**
   * Puts fees that stood alone and were paid since on one invoice; on a billing day only those whose period has ended.
   * Source: invoices.md §3.4.
   */
  async regroup(
    tx: Tx,
    actor: Actor,
    group: readonly SubscriptionContext[],
    occasion: BillingOccasion,
  ): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    const parts = group.map(({ subscription, plan, terms }): InvoicePart => ({
      subscription,
      plan,
      invoicingReason: 'in_advance_charge_periodic',
      windows: occasionWindows(terms, occasion, null),
      occasion: null,
      fees: [],
      standaloneFees: [],
    }));
    const { at: billedAt } = occasion;
    const contents = { invoiceType: 'advance_charges', billedAt, occasion: 'immediate', parts } as const;
    const endedBy = occasion.reason === 'periodic' ? billedAt : null;
    const { issuing, payments } = this.sources;
    const draft = invoiceDraft(first, contents);
    const [invoice = null] = await issuing.issueAdvanceCharges(tx, actor, [draft], endedBy);
    if (invoice !== null) await payments.recordPaidBefore(tx, actor, invoice, first.customer);
  }

  /** @param draftId of the draft that is worked out again; null for a new invoice. */
  private async part(
    tx: Tx,
    actor: Actor,
    { context, occasion, ...known }: DueSubscription | DraftedSubscription,
    records: BillingRecords,
    draftId: string | null,
  ): Promise<InvoicePart> {
    const { subscription, plan, terms } = context;
    const history = records.historyOf(context);
    const windows = 'windows' in known ? known.windows : occasionWindows(terms, occasion, history);
    const billed: BilledSubscription = { context, occasion, windows, history };
    const planTaxes = records.taxesOfSubscriptionFee(context);
    const subscriptionFee = subscriptionFeeDraft(billed, planTaxes);
    const fees = [
      ...(subscriptionFee === null ? [] : [subscriptionFee]),
      ...(await this.chargeFees(tx, actor, billed, records)),
      ...fixedChargeFeeDrafts(billed, records.fixedChargesOf(context), planTaxes),
    ];
    // Those that stand alone exist already when a draft is worked out again.
    const isNew = ({ invoiceable }: FeeDraft) => draftId === null || invoiceable;
    const commitmentFee = await this.commitmentFee(tx, actor, billed, records, {
      drafts: fees.filter(isNew),
      draftId,
    });
    return {
      subscription,
      plan,
      invoicingReason: INVOICING_REASONS[occasion.reason],
      windows,
      occasion: { reason: occasion.reason, at: occasion.at },
      fees: [...fees.filter(isInvoiceable), ...(commitmentFee === null ? [] : [commitmentFee])],
      standaloneFees: fees.filter((fee) => !isInvoiceable(fee)),
    };
  }

  /** Charge by charge, the usage of the window, or what is held at its end, for the coming period. Source: charges.md §6, §8. */
  private async chargeFees(
    tx: Tx,
    actor: Actor,
    { context, occasion, windows }: BilledSubscription,
    records: BillingRecords,
  ): Promise<FeeDraft[]> {
    const { subscription, plan, terms } = context;
    const window = windows.charges;
    if (window === null) return [];
    const charges = records.chargesOf(context).filter((priced) => {
      const billed = billedOf(runOf(priced, subscription, occasion));
      return billed === 'renewal' || (billed === 'usage' && !isEmpty(window));
    });
    if (charges.length === 0) return [];
    const scope = meteringScope(terms, window, { isUpgraded: occasion.reason === 'upgraded' });
    const currency = plan.amountCurrency;
    const rated = await this.sources.usage.rateCharges(tx, actor, { subscription, charges, scope, currency });
    const coming = currentUsagePeriod(terms, occasion.at);
    return rated.flatMap((charge) =>
      charge.charge.payInAdvance
        ? renewalFeeDrafts(charge, records.chargeFeeFrame(charge, context, coming))
        : usageFeeDrafts(charge, records.chargeFeeFrame(charge, context, window), { scope, currency }),
    );
  }

  /** What the fees of the period that is reconciled lack to the plan's commitment; `drafts` are those of this invoice. */
  private async commitmentFee(
    tx: Tx,
    actor: Actor,
    billed: BilledSubscription,
    records: BillingRecords,
    { drafts, draftId }: { readonly drafts: readonly FeeDraft[]; readonly draftId: string | null },
  ): Promise<FeeDraft | null> {
    const commitment = records.commitmentOf(billed.context);
    const reconciled = commitment === null ? null : reconciledBy(billed);
    if (commitment === null || reconciled === null) return null;
    const { subscription } = billed.context;
    const { period } = reconciled;
    const fees = await this.sources.fees.ofPeriod(tx, actor, subscription.id, period, draftId);
    return commitmentFeeDraft(billed, commitment, reconciled, { billed: fees, drafts });
  }
}

/** Whether it is on the invoice even when there is nothing to pay: all but a start for which nothing is due yet. */
function isBilledAnyway({ context, occasion }: DueSubscription): boolean {
  return occasion.reason !== 'starting' || paysFromStart(context);
}

function isInvoiceable({ invoiceable }: FeeDraft): boolean {
  return invoiceable;
}

/** Source: charges.md §6. */
function runOf(
  { charge, metric }: PricedCharge,
  { changeFromPrevious }: Subscription,
  occasion: BillingOccasion,
): ChargeRun {
  const { reason } = occasion;
  return {
    charge,
    metric,
    situation: situationOf(occasion),
    isMetricOfNextPlan: reason === 'upgraded' && occasion.nextMetricIds.has(metric.id),
    isStartedByDowngrade: reason === 'starting' && changeFromPrevious === 'downgrade',
  };
}
