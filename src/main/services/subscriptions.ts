import { CustomerService } from '../../modules/customers/customer.service.js';
import { ActivationRuleService } from '../../modules/subscriptions/activation-rule.service.js';
import { FixedChargeUnitsService } from '../../modules/subscriptions/fixed-charge-units.service.js';
import { OwnPlanService } from '../../modules/subscriptions/own-plan.service.js';
import { SubscriptionChargeService } from '../../modules/subscriptions/subscription-charge.service.js';
import { SubscriptionCounts } from '../../modules/subscriptions/subscription-counts.service.js';
import { SubscriptionEditor } from '../../modules/subscriptions/subscription-editor.service.js';
import { SubscriptionLog } from '../../modules/subscriptions/subscription-log.js';
import { SubscriptionTransitions } from '../../modules/subscriptions/subscription-transitions.service.js';
import { SubscriptionService } from '../../modules/subscriptions/subscription.service.js';
import { TestClockService } from '../../modules/test-clocks/test-clock.service.js';
import type { CatalogueServices } from './catalogue.js';
import type { PlatformServices } from './foundations.js';
import type { HigherServices } from './higher-services.js';

export type SubscriptionServices = ReturnType<typeof createSubscriptionServices>;

/** Customers, and what they are subscribed to. */
export function createSubscriptionServices(
  lower: PlatformServices & CatalogueServices,
  above: () => HigherServices,
) {
  const testClocks = new TestClockService(lower.clock);
  const customers = new CustomerService({
    ...lower,
    testClocks,
    drafts: {
      redate: (tx, actor, customer, now) => above().draftInvoices.redate(tx, actor, customer, now),
      flag: (tx, actor, customerId) => above().drafts.flag(tx, actor, { customerId }),
    },
    billingDays: {
      move: (tx, actor, customerId, now) => above().zoneChange.follow(tx, actor, customerId, now),
    },
  });
  const fixedChargeUnits = new FixedChargeUnitsService(lower.fixedCharges);
  const parts = { testClocks, customers, fixedChargeUnits, activationRules: new ActivationRuleService() };
  const subscriptions = new SubscriptionService({
    ...lower,
    ...parts,
    billing: { billedUsage: (db, actor, asked) => above().invoices.billedUsage(db, actor, asked) },
  });
  const log = new SubscriptionLog(lower.recorder);
  const ownPlans = new OwnPlanService({
    ...lower,
    ...parts,
    subscriptions,
    log,
    drafts: { flag: (tx, actor, customerId) => above().drafts.flag(tx, actor, { customerId }) },
  });
  return {
    ...parts,
    subscriptions,
    subscriptionCounts: new SubscriptionCounts(),
    ownPlans,
    subscriptionEditor: new SubscriptionEditor({ ...lower, ...parts, subscriptions, ownPlans, log }),
    subscriptionCharges: new SubscriptionChargeService({ ...lower, ownPlans }),
    subscriptionTransitions: new SubscriptionTransitions(fixedChargeUnits, log),
  };
}
