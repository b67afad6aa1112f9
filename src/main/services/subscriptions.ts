import { CustomerService } from '../../modules/customers/customer.service.js';
import { ActivationRuleService } from '../../modules/subscriptions/activation-rule.service.js';
import { FixedChargeUnitsService } from '../../modules/subscriptions/fixed-charge-units.service.js';
import { OwnPlanService } from '../../modules/subscriptions/own-plan.service.js';
import { SubscriptionChargeService } from '../../modules/subscriptions/subscription-charge.service.js';
import { SubscriptionCounts } from '../../modules/subscriptions/subscription-counts.service.js';
import { SubscriptionEditor } from '../../modules/subscriptions/subscription-editor.service.js';
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
  });
  const fixedChargeUnits = new FixedChargeUnitsService(lower.fixedCharges);
  const parts = { testClocks, customers, fixedChargeUnits, activationRules: new ActivationRuleService() };
  const subscriptions = new SubscriptionService({
    ...lower,
    ...parts,
    billing: { billedUsage: (db, actor, asked) => above().invoices.billedUsage(db, actor, asked) },
  });
  const ownPlans = new OwnPlanService({
    ...lower,
    ...parts,
    subscriptions,
  });
  return {
    ...parts,
    subscriptions,
    subscriptionCounts: new SubscriptionCounts(),
    ownPlans,
    subscriptionEditor: new SubscriptionEditor({ ...lower, ...parts, subscriptions, ownPlans }),
    subscriptionCharges: new SubscriptionChargeService({ ...lower, ownPlans }),
    subscriptionTransitions: new SubscriptionTransitions(fixedChargeUnits, lower.recorder, lower.changes),
  };
}
