import { resource } from '../resource.js';

/** What messages of alerts contain; no operation serves it. */
export const triggeredAlerts = resource({
  name: 'TriggeredAlert',
  path: '/triggered_alerts/:svc_id',
  represents: 'triggered_alert',
});
