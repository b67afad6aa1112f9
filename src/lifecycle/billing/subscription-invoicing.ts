import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import type { FeeDraft } from '../../modules/invoices/composing/fee-draft.js';
import type { InvoiceDraft, InvoicePart } from '../../modules/invoices/composing/invoice-draft.js';
import type { PaymentService } from '../../modules/payments/payment.service.js';
import type { SubscriptionContext } from '../../modules/subscriptions/subscription-context.js';
import { paysFromStart } from './billing-days.js';
import { type BillingOccasion, occasionWindows } from './billing-occasion.js';
import { BillingRecords, type BillingSources } from './billing-records.js';
import type { EventBilling } from './event-billing.js';
import { invoiceDraft } from './invoice-drafts.js';
import { type DraftedSubscription, type DueSubscription, InvoiceParts } from './invoice-parts.js';

interface SubscriptionInvoicingSources extends BillingSources {
  readonly payments: PaymentService;
  readonly eventBilling: EventBilling;
}

/** What is billed of subscriptions that share an invoice, and what goes on none: of those that are not on it. */
interface GroupDraft {
  readonly draft: InvoiceDraft;
  readonly standaloneFees: readonly FeeDraft[];
}

/**
 * Bills subscriptions on invoices, one for each group of those that share it. Many groups, also of many customers, are
 * billed as if each were billed after the one before it. Source: invoices.md §3.
 */
export class SubscriptionInvoicing {
  private readonly parts: InvoiceParts;

  constructor(private readonly sources: SubscriptionInvoicingSources) {
    this.parts = new InvoiceParts(sources);
  }

  /** Issues one invoice for each group. @param billedAt the instant of the first of each, unless told otherwise. */
  async issueAll(
    tx: Tx,
    actor: Actor,
    groups: readonly (readonly DueSubscription[])[],
    billedAt: Date | null = null,
  ): Promise<void> {
    const drafted = await this.drafts(tx, actor, groups, billedAt);
    if (drafted.length === 0) return;
    await this.sources.issuing.issueAll(
      tx,
      actor,
      drafted.map(({ draft }) => draft),
    );
    await this.sources.fees.createStandalone(
      tx,
      actor,
      drafted.map(({ draft, standaloneFees: fees }) => ({ ...draft, fees })),
    );
  }

  /** What an invoice would bill of a subscription that starts. */
  async startDraft(tx: Tx, actor: Actor, context: SubscriptionContext): Promise<InvoiceDraft> {
    const starting: DueSubscription = { context, occasion: { reason: 'starting', at: context.now } };
    const [drafted] = await this.drafts(tx, actor, [[starting]], null);
    return expectPresent(drafted, 'the drafted invoice').draft;
  }

  private async drafts(
    tx: Tx,
    actor: Actor,
    groups: readonly (readonly DueSubscription[])[],
    billedAt: Date | null,
  ): Promise<GroupDraft[]> {
    const due = groups.flat();
    if (due.length === 0) return [];
    const contexts = due.map(({ context }) => context);
    // A commitment counts what single events have cost.
    await this.sources.eventBilling.runBefore(
      tx,
      actor,
      due.map(({ context, occasion }) => ({ context, until: billedAt ?? occasion.at })),
    );
    const records = await BillingRecords.load(tx, actor, this.sources, contexts);
    const parts = (await this.parts.of(tx, actor, due, records)).values();
    return groups.flatMap((group) => {
      const [first] = group;
      const own = group.map((each) => ({
        due: each,
        part: expectPresent(parts.next().value, 'a part for each period'),
      }));
      return first === undefined ? [] : [groupDraft(first, own, billedAt ?? first.occasion.at)];
    });
  }

  /**
   * What drafts bill of subscriptions, from plans, usage and taxes as they are now, and from what was billed before them.
   * What was billed beside them then, on no invoice, is left as it is.
   * @param drafted each subscription once; with its customer's now.
   * @returns one part for each, in their order.
   */
  async partsAgain(
    tx: Tx,
    actor: Actor,
    drafted: readonly (DraftedSubscription & { readonly now: Date })[],
  ): Promise<InvoicePart[]> {
    await this.sources.eventBilling.runBefore(
      tx,
      actor,
      drafted.map(({ context, now }) => ({ context, until: now })),
    );
    const contexts = drafted.map(({ context }) => context);
    const drafts = new Map(drafted.map(({ context, draftId }) => [context.subscription.id, draftId]));
    const records = await BillingRecords.load(tx, actor, this.sources, contexts, drafts);
    return this.parts.of(tx, actor, drafted, records);
  }

  /**
   * Puts fees that stood alone and were paid since on one invoice for each group; on a billing day only those whose period
   * has ended. Source: invoices.md §3.4.
   */
  async regroupAll(
    tx: Tx,
    actor: Actor,
    groups: readonly (readonly SubscriptionContext[])[],
    occasion: BillingOccasion,
  ): Promise<void> {
    const drafts = groups.flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [advanceChargesDraft(first, group, occasion)];
    });
    if (drafts.length === 0) return;
    const endedBy = occasion.reason === 'periodic' ? occasion.at : null;
    const { issuing, payments } = this.sources;
    const invoices = await issuing.issueAdvanceCharges(tx, actor, drafts, endedBy);
    for (const [index, { customer }] of drafts.entries()) {
      const invoice = invoices[index] ?? null;
      if (invoice !== null) await payments.recordPaidBefore(tx, actor, invoice, customer);
    }
  }
}

function groupDraft(
  { context: first }: DueSubscription,
  group: readonly { readonly due: DueSubscription; readonly part: InvoicePart }[],
  billedAt: Date,
): GroupDraft {
  const isPeriodic = group.every(({ due: { occasion } }) => occasion.reason === 'periodic');
  const isOnInvoice = ({ due, part }: (typeof group)[number]) => part.fees.length > 0 || isBilledAnyway(due);
  return {
    draft: invoiceDraft(first, {
      invoiceType: 'subscription',
      billedAt,
      occasion: isPeriodic ? 'periodic' : 'change',
      parts: group.filter(isOnInvoice).map(({ part }) => part),
    }),
    standaloneFees: group
      .filter((each) => !isOnInvoice(each))
      .flatMap(({ part: { standaloneFees } }) => standaloneFees),
  };
}

/** Whether it is on the invoice even when there is nothing to pay: all but a start for which nothing is due yet. */
function isBilledAnyway({ context, occasion }: DueSubscription): boolean {
  return occasion.reason !== 'starting' || paysFromStart(context);
}

function advanceChargesDraft(
  first: SubscriptionContext,
  group: readonly SubscriptionContext[],
  occasion: BillingOccasion,
): InvoiceDraft {
  const parts = group.map((context): InvoicePart => ({
    subscription: context.subscription,
    plan: context.plan,
    invoicingReason: 'in_advance_charge_periodic',
    windows: occasionWindows(context, occasion),
    occasion: null,
    fees: [],
    usageMoments: [],
    standaloneFees: [],
  }));
  return invoiceDraft(first, {
    invoiceType: 'advance_charges',
    billedAt: occasion.at,
    occasion: 'immediate',
    parts,
  });
}
