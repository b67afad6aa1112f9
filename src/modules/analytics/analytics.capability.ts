import { capability, type ServicesOf } from '../../platform/capability.js';
import type { PlatformServices } from '../../platform/platform-services.js';
import type { InvoicesServices } from '../invoices/invoices.capability.js';
import type { OrganizationsServices } from '../organizations/organizations.capability.js';
import type { SubscriptionsServices } from '../subscriptions/subscriptions.capability.js';
import { AnalyticsResolver, PlanMrrResolver } from './analytics.resolver.js';
import { AnalyticsService } from './analytics.service.js';
import { ReportFolding } from './report-folding.service.js';
import { ReportRecorder } from './report-recorder.service.js';

type Lower = PlatformServices & OrganizationsServices & SubscriptionsServices & InvoicesServices;

/** Reports over documents. */
export const analyticsCapability = capability({
  services: (lower: Lower) => ({
    analytics: new AnalyticsService(lower),
    reportRecorder: new ReportRecorder(lower.invoices),
    reportFolding: new ReportFolding(lower.jobsDb),
  }),
  resolvers: ({ analytics, invoiceRelations }) => [
    new AnalyticsResolver(analytics),
    new PlanMrrResolver(invoiceRelations),
  ],
  removal:
    ({ subscriptions, reportRecorder }) =>
    async (tx, actor, { customerIds }) => {
      const externalIds = await subscriptions.externalIdsOf(tx, actor, customerIds);
      await reportRecorder.removeCustomers(tx, actor, customerIds, externalIds);
    },
});

export type AnalyticsServices = ServicesOf<typeof analyticsCapability>;
