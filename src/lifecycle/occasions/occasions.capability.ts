import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import { FixedChargeBilling } from './fixed-charge-billing.js';
import type { OccasionsNeeds } from './occasions.needs.js';
import { OrderCredit } from './order-credit.js';
import { SubscriptionBilling } from './subscription-billing.js';
import { UnusedCredit } from './unused-credit.js';

/** Billing between billing days: starts, changes and ends of subscriptions, and changed units. */
export const occasionsCapability = capability({
  services: (lower: OccasionsNeeds) => {
    const fixedChargeBilling = new FixedChargeBilling(lower);
    return {
      fixedChargeBilling,
      billing: new SubscriptionBilling({ ...lower, fixedChargeBilling }),
      unusedCredit: new UnusedCredit(lower),
      orderCredit: new OrderCredit(lower.creditNoteIssuing, lower.fixedCharges),
    };
  },
});

export type OccasionsServices = ServicesOf<typeof occasionsCapability>;
