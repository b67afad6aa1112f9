import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { BillableMetricsServices } from '../billable-metrics/billable-metrics.capability.js';
import type { CustomersServices } from '../customers/customers.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import type { TestClocksServices } from '../test-clocks/test-clocks.capability.js';
import type { UsageServices } from '../usage/usage.capability.js';
import type { WalletsServices } from '../wallets/wallets.capability.js';
import { AlertEditor } from './alert-editor.service.js';
import { AlertReviews } from './alert-reviews.service.js';
import { ALERT_ACTIVITIES } from './alert.activities.js';
import type { AlertChange } from './alert.changes.js';
import {
  AlertResolver,
  SubscriptionAlertsResolver,
  TriggeredAlertResolver,
  WalletAlertsResolver,
} from './alert.resolver.js';
import { AlertService } from './alert.service.js';
import type { OngoingWalletFigures } from './wallet-figure.js';

type Lower = PlatformServices<AlertChange, 'triggered_alert'> &
  BillableMetricsServices &
  TestClocksServices &
  CustomersServices &
  SubscriptionsServices &
  WalletsServices &
  UsageServices & { readonly ongoingWalletFigures: OngoingWalletFigures };

/** Alerts, which report that usage or a balance has passed a value. */
export const alertsCapability = capability({
  services: (lower: Lower) => {
    const alerts = new AlertService(lower);
    const alertReviews = new AlertReviews(lower);
    return {
      alerts,
      alertReviews,
      alertEditor: new AlertEditor({ ...lower, alerts, alertReviews }),
    };
  },
  resolvers: (services) => [
    new AlertResolver(services),
    new TriggeredAlertResolver(services),
    new SubscriptionAlertsResolver(services.alerts),
    new WalletAlertsResolver(services.alerts),
  ],
  removal:
    ({ alerts }) =>
    (tx, actor, { customerIds }) =>
      alerts.deleteForGood(tx, actor, customerIds),
  activities: ALERT_ACTIVITIES,
});

export type AlertsServices = ServicesOf<typeof alertsCapability>;
