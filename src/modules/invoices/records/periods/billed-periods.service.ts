import type { SubscriptionFee } from '../../../../core/invoicing/subscriptions/subscription-fee.js';
import type { BilledUsage } from '../../../../core/invoicing/subscriptions/subscription-terms.js';
import type { Actor } from '../../../../platform/actor.js';
import { groupBy, indexBy } from '../../../../platform/collections/grouping.js';
import type { Db } from '../../../../platform/db/database.js';
import {
  type BilledDay,
  type BilledPeriod,
  type BillingDayQuery,
  billingPeriodRepository,
} from './billing-period.repository.js';
import { feeRepository } from '../fees/fee.repository.js';
import type { HistoryQuery } from '../history-query.js';
import { type InvoicedFee, windowOf } from '../fees/invoiced-fee.js';

export type { BilledPeriod };

/** How a subscription's plan was billed so far, on which the next billing depends. */
export interface BillingHistory {
  /** True if it has an invoice; deleted drafts do not count. */
  readonly isInvoiced: boolean;
  /** The last fee for the plan's amount: its instant and window. Source: subscription-fee.md §2. */
  readonly lastSubscriptionFee: SubscriptionFee | null;
}

/** Reads which periods of subscriptions were billed. Source: periods.md §9. */
export class BilledPeriods {
  /** The billed windows of each invoice, in the order of its parts. */
  async ofInvoices(
    db: Db,
    actor: Actor,
    invoiceIds: readonly string[],
  ): Promise<Map<string, BilledPeriod[]>> {
    const periods = await billingPeriodRepository.findByInvoices(db, actor.organizationId, invoiceIds);
    return groupBy(periods, (period) => period.invoiceId);
  }

  /** The billing histories of subscriptions; those never billed are not in the map. */
  async billingHistories(
    db: Db,
    { organizationId }: Actor,
    requested: readonly HistoryQuery[],
  ): Promise<Map<string, BillingHistory>> {
    const invoiced = new Set(await billingPeriodRepository.findInvoiced(db, organizationId, requested));
    const found = await feeRepository.findLastSubscriptionFees(db, organizationId, requested);
    const lastFees = indexBy(found, ({ fee }) => fee.subscriptionId ?? '');
    const billed = new Set([...invoiced, ...lastFees.keys()]);
    return new Map(
      [...billed].map((id) => {
        const lastSubscriptionFee = lastFeeOf(lastFees.get(id));
        return [id, { isInvoiced: invoiced.has(id), lastSubscriptionFee }];
      }),
    );
  }

  /** The ends of the last billed windows of usage and fixed charges, by subscription. Source: periods.md §9.2. */
  async billedUsage(
    db: Db,
    { organizationId }: Actor,
    requested: readonly HistoryQuery[],
  ): Promise<Map<string, BilledUsage>> {
    const found = await billingPeriodRepository.findBilledUsage(db, organizationId, requested);
    return new Map(found.map(({ subscriptionId, ...billed }) => [subscriptionId, billed]));
  }

  /** The billing days of subscriptions that were billed between two instants. */
  billedDays(db: Db, { organizationId }: Actor, requested: readonly BillingDayQuery[]): Promise<BilledDay[]> {
    return billingPeriodRepository.findBilledDays(db, organizationId, requested);
  }
}

function lastFeeOf(found: InvoicedFee | undefined): SubscriptionFee | null {
  if (found === undefined) return null;
  return { at: found.fee.createdAt, window: windowOf(found) };
}
