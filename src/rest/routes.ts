import { addOnRoutes } from './add-ons.routes.js';
import { billableMetricRoutes } from './billable-metrics.routes.js';
import { lifetimeUsageRoutes } from './lifetime-usage.routes.js';
import { usageRoutes } from './usage.routes.js';
import { creditNoteRoutes } from './credit-notes.routes.js';
import { customerRoutes } from './customers.routes.js';
import { eventRoutes } from './events.routes.js';
import { feeRoutes } from './fees.routes.js';
import { invoiceRoutes } from './invoices.routes.js';
import { paymentRoutes } from './payments.routes.js';
import { planChargeRoutes } from './plan-charges.routes.js';
import { planFixedChargeRoutes } from './plan-fixed-charges.routes.js';
import { planRoutes } from './plans.routes.js';
import type { Route } from './route.js';
import { subscriptionChargeRoutes } from './subscription-charges.routes.js';
import { subscriptionFixedChargeRoutes } from './subscription-fixed-charges.routes.js';
import { subscriptionRoutes } from './subscriptions.routes.js';
import { taxRoutes } from './taxes.routes.js';
import { testClockRoutes } from './test-clocks.routes.js';

/** Every REST operation, each under `/api/v1`. */
export const routes: readonly Route[] = [
  ...addOnRoutes,
  ...billableMetricRoutes,
  ...usageRoutes,
  ...lifetimeUsageRoutes,
  ...creditNoteRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...feeRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...planChargeRoutes,
  ...planFixedChargeRoutes,
  ...planRoutes,
  ...subscriptionChargeRoutes,
  ...subscriptionFixedChargeRoutes,
  ...subscriptionRoutes,
  ...taxRoutes,
  ...testClockRoutes,
];
