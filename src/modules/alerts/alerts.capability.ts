import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { AlertsNeeds } from './alerts.needs.js';
import { AlertEditor } from './alert-editor.service.js';
import { AlertReviews } from './alert-reviews.service.js';
import { ALERT_ACTIVITIES } from './alert.activities.js';
import {
  AlertResolver,
  SubscriptionAlertsResolver,
  TriggeredAlertResolver,
  WalletAlertsResolver,
} from './alert.resolver.js';
import { AlertService } from './alert.service.js';

/** Alerts, which report that usage or a balance has passed a value. */
export const alertsCapability = capability({
  services: (lower: AlertsNeeds) => {
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
