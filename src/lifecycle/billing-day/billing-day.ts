import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { BillingDayNeeds } from './billing-day.needs.js';
import { planInvoices } from './plan-invoices.js';
import { scheduleNextBillingDays } from './schedule-next-billing-days.js';
import { settleDowngrades } from './settle-downgrades.js';

/**
 * Bills subscriptions whose billing day has come. The due-work engine claims their billing days, those of many
 * customers together, and calls `run` in the transaction of the claim. Each customer is billed as if alone
 * (docs/adr/0018).
 * Sources: periods.md §10, subscriptions.md §6.
 */
export class BillingDay {
  constructor(
    private readonly needs: Pick<
      BillingDayNeeds,
      'subscriptions' | 'subscriptionContexts' | 'planChange' | 'invoicing' | 'paidFeeInvoicing'
    >,
  ) {}

  readonly run: DueWorkHandler = async (tx, actor, { subjectIds, dueAt: at }) => {
    const { subscriptionContexts, invoicing, paidFeeInvoicing } = this.needs;
    // In the order in which they were recorded: no invoice depends on the order in which work was claimed.
    const due = await subscriptionContexts.getManyInOrder(tx, actor, subjectIds);
    const settled = await settleDowngrades(tx, actor, this.needs, due, at);
    const { invoices, paidFees } = planInvoices(settled, at);
    await invoicing.issue(tx, actor, invoices);
    await paidFeeInvoicing.issue(tx, actor, paidFees.ofDowngrades, { endedBy: null });
    await paidFeeInvoicing.issue(tx, actor, paidFees.ofRenewals, { endedBy: at });
    await scheduleNextBillingDays(tx, actor, settled, at);
  };
}
