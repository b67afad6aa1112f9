import type { SubscriptionService } from '../../modules/subscriptions/reading/subscription.service.js';
import type { PaidFeeInvoicing } from '../billing-run/paid-fee-invoicing.js';
import type { SubscriptionInvoicing } from '../billing-run/subscription-invoicing.js';
import type { DueWorkHandler } from '../due-work/due-work-engine.js';
import type { PlanChange } from '../subscriptions/plan-change.js';
import { planInvoices } from './plan-invoices.js';
import { scheduleNextBillingDays } from './schedule-next-billing-days.js';
import { settleDowngrades } from './settle-downgrades.js';

interface Services {
  readonly subscriptions: SubscriptionService;
  readonly planChange: PlanChange;
  readonly invoicing: SubscriptionInvoicing;
  readonly paidFeeInvoicing: PaidFeeInvoicing;
}

/**
 * Bills subscriptions whose billing day has come. The due-work engine claims their billing days, those of many
 * customers together, and calls `run` in the transaction of the claim. Each customer is billed as if alone
 * (docs/adr/0018).
 * Sources: periods.md §10, subscriptions.md §6.
 */
export class BillingDay {
  constructor(private readonly services: Services) {}

  readonly run: DueWorkHandler = async (tx, actor, { subjectIds, dueAt: at }) => {
    const { subscriptions, invoicing, paidFeeInvoicing } = this.services;
    // In the order in which they were recorded: no invoice depends on the order in which work was claimed.
    const due = await subscriptions.contextsInOrder(tx, actor, subjectIds);
    const settled = await settleDowngrades(tx, actor, this.services, due, at);
    const { invoices, paidFees } = planInvoices(settled, at);
    await invoicing.issue(tx, actor, invoices);
    await paidFeeInvoicing.issue(tx, actor, paidFees.ofDowngrades, { endedBy: null });
    await paidFeeInvoicing.issue(tx, actor, paidFees.ofRenewals, { endedBy: at });
    await scheduleNextBillingDays(tx, actor, settled, at);
  };
}
