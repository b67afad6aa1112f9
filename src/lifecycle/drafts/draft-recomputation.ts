import type { LockedInvoice } from '../../modules/invoices/settlement/locked-invoice.js';
import type { Actor } from '../../platform/actor.js';
import type { Tx } from '../../platform/db/database.js';
import { expectPresent } from '../../platform/expect-present.js';
import { billingSettingsOf } from '../../modules/customers/records/billing-settings.js';
import { isPeriodic } from '../../modules/invoices/composing/billing-claim.js';
import { firstOfSubscriptions } from '../../modules/invoices/composing/fees-by-period.js';
import type { InvoicePart, PlannedInvoice } from '../../modules/invoices/composing/planned-invoice.js';
import type { RecomputedDraft } from '../../modules/invoices/issuing/draft-invoice.service.js';
import type { BilledPeriod } from '../../modules/invoices/records/periods/billing-period.repository.js';
import {
  type SubscriptionContext,
  termsOf,
} from '../../modules/subscriptions/records/subscription-context.js';
import type { BillingOccasion } from '../billing-records/billing-occasion.js';
import type { DraftedSubscription } from '../billing-records/load-subscriptions.js';
import type { DraftsNeeds } from './drafts.needs.js';

/** Computes draft invoices again from the occasions that they were made for. Source: invoices.md §6. */
export class DraftRecomputation {
  constructor(
    private readonly needs: Pick<
      DraftsNeeds,
      | 'billingEntities'
      | 'subscriptions'
      | 'subscriptionContexts'
      | 'billedPeriods'
      | 'feeAdjustments'
      | 'invoicing'
    >,
  ) {}

  /** @param locked drafts of different customers. @returns what each bills now, in their order. */
  async recompute(tx: Tx, actor: Actor, locked: readonly LockedInvoice[]): Promise<RecomputedDraft[]> {
    const { billingEntities, billedPeriods, invoicing } = this.needs;
    const ids = locked.map(({ invoice }) => invoice.id);
    const entityIds = new Set(locked.map(({ invoice }) => invoice.billingEntityId));
    const entities = await billingEntities.getManyWithArchived(tx, actor, [...entityIds]);
    const periods = await billedPeriods.ofInvoices(tx, actor, ids);
    const storedOf = ({ invoice }: LockedInvoice) => periods.get(invoice.id) ?? [];
    const periodsOf = (each: LockedInvoice) => firstOfSubscriptions(storedOf(each));
    const drafted = await this.drafted(tx, actor, locked, periodsOf);
    const parts = (await invoicing.recompute(tx, actor, drafted)).values();
    return locked.map((each): RecomputedDraft => {
      const { invoice, customer, now } = each;
      const billingEntity = expectPresent(
        entities.get(invoice.billingEntityId),
        `the billing entity of invoice ${invoice.id}`,
      );
      const recomputed = periodsOf(each).map(() =>
        expectPresent(parts.next().value, 'the parts of each subscription'),
      );
      const planned: PlannedInvoice = {
        customer,
        billingEntity,
        settings: billingSettingsOf(customer, billingEntity),
        currency: invoice.currency,
        billedAt: invoice.createdAt,
        purchaseOrderNumber: invoice.purchaseOrderNumber,
        billed: {
          kind: 'subscription_periods',
          occasion: periodsOf(each).every(isPeriodic) ? 'periodic' : 'change',
          parts: recomputed.flat(),
        },
      };
      return {
        invoice,
        planned,
        newParts: recomputed.flatMap((own) => withoutStored(own, storedOf(each))),
        now,
      };
    });
  }

  /** Loads the subscriptions of drafts as they were billed, those of each draft in the order of its periods. */
  private async drafted(
    tx: Tx,
    actor: Actor,
    locked: readonly LockedInvoice[],
    periodsOf: (locked: LockedInvoice) => readonly BilledPeriod[],
  ): Promise<(DraftedSubscription & { readonly now: Date })[]> {
    const { subscriptions, subscriptionContexts, billedPeriods, feeAdjustments } = this.needs;
    const invoiceIds = locked.map(({ invoice }) => invoice.id);
    const adjusted = await feeAdjustments.ofInvoices(tx, actor, invoiceIds);
    const periods = locked.flatMap(periodsOf);
    const earlier = periods.map(({ subscriptionId, invoiceId: before }) => ({ subscriptionId, before }));
    const billedBefore = await billedPeriods.billedUsage(tx, actor, earlier);
    const contexts = await subscriptionContexts.getMany(tx, actor, periods.map(subscriptionOf));
    const upgraded = periods.filter(({ occasion }) => occasion === 'upgraded').map(subscriptionOf);
    const successors = await subscriptions.successors(tx, actor, upgraded);
    return locked.flatMap((each) =>
      periodsOf(each).map((period) => {
        const { invoice, now } = each;
        const current = expectPresent(
          contexts.get(period.subscriptionId),
          `subscription ${period.subscriptionId}`,
        );
        const occasion = occasionOf(period, successors.get(period.subscriptionId)?.planId ?? null);
        const terms = termsOf(current.subscription, current.plan, {
          timezone: invoice.timezone,
          billed: expectPresent(
            billedBefore.get(period.subscriptionId),
            `the billed usage of subscription ${period.subscriptionId}`,
          ),
        });
        const context: SubscriptionContext = { ...current, terms, now: occasion.at };
        const adjustments = (adjusted.get(invoice.id) ?? []).filter(
          ({ subscriptionId }) => subscriptionId === period.subscriptionId,
        );
        return { draftId: invoice.id, context, occasion, windows: windowsOf(period), adjustments, now };
      }),
    );
  }
}

/** The parts of one subscription that a draft has not billed before: usage on the day of an end that came late. */
function withoutStored(parts: readonly InvoicePart[], stored: readonly BilledPeriod[]): InvoicePart[] {
  const id = parts[0]?.subscription.id;
  return parts.slice(stored.filter(({ subscriptionId }) => subscriptionId === id).length);
}

function subscriptionOf({ subscriptionId }: BilledPeriod): string {
  return subscriptionId;
}

/** @param nextPlanId the plan that follows, for a subscription that was upgraded. */
function occasionOf(
  { id, occasion: reason, occasionAt: at }: BilledPeriod,
  nextPlanId: string | null,
): BillingOccasion {
  if (reason === null || at === null) throw new Error(`expected an occasion of the billing period ${id}`);
  // Only windows depend on whether the day of the end was billed, and the draft has stored them.
  if (reason === 'terminated') return { reason, at, hadPeriodicRun: false };
  return reason === 'upgraded' ? { reason, at, nextPlanId } : { reason, at };
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
