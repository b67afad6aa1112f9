import type { AlertWorkKind } from '../../modules/alerts/alert-work.js';
import type { AlertsServices } from '../../modules/alerts/alerts.capability.js';
import type { BillableMetricsServices } from '../../modules/billable-metrics/billable-metrics.capability.js';
import type { CustomersServices } from '../../modules/customers/customers.capability.js';
import type { SubscriptionsServices } from '../../modules/subscriptions/subscriptions.capability.js';
import type { UsageHistoryServices } from '../../modules/usage-history/usage-history.capability.js';
import type { UsageServices } from '../../modules/usage/usage.capability.js';
import type { WalletsServices } from '../../modules/wallets/wallets.capability.js';
import { capability } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { DueWorkHandlers } from '../due-work/due-work-engine.js';
import type { EstimatesServices } from '../estimates/estimates.capability.js';
import { AlertEvaluation } from './alert-evaluation.js';

type Lower = PlatformServices &
  BillableMetricsServices &
  CustomersServices &
  SubscriptionsServices &
  WalletsServices &
  UsageServices &
  UsageHistoryServices &
  AlertsServices &
  EstimatesServices;

/** Comparisons of the figures that alerts watch with their thresholds. */
export const alertEvaluationCapability = capability({
  services: (lower: Lower) => ({ alertEvaluation: new AlertEvaluation(lower) }),
  dueWork: ({ alertEvaluation }) =>
    ({ alert_review: alertEvaluation.reviewDue }) satisfies DueWorkHandlers<AlertWorkKind>,
});
