import { capability, type ServicesOf } from '../../platform/capabilities/capability.js';
import type { AnalyticsNeeds } from './analytics.needs.js';
import {
  AnalyticsResolver,
  GrossRevenueEntityResolver,
  OverdueBalanceEntityResolver,
  PlanMrrResolver,
} from './api/analytics.resolver.js';
import { AnalyticsService } from './reading/analytics.service.js';
import { CustomerOverdueBalanceResolver, DashboardResolver } from './api/dashboard.resolver.js';
import { CustomerReportResolver } from './api/customer-report.resolver.js';
import { CustomerReports } from './reading/customer-report.service.js';
import { DailyUsageService } from './usage/daily-usage.service.js';
import { ReportFolding } from './recording/report-folding.service.js';
import { ReportRecorder } from './recording/report-recorder.service.js';
import { UsageReportResolver } from './api/usage-report.resolver.js';
import { UsageReport } from './usage/usage-report.service.js';
import { REPORT_CHECKS } from './report.checks.js';

/** Reports over documents. */
export const analyticsCapability = capability({
  services: (lower: AnalyticsNeeds) => ({
    analytics: new AnalyticsService(lower),
    reportRecorder: new ReportRecorder(lower),
    dailyUsage: new DailyUsageService(lower),
    usageReport: new UsageReport(lower),
    customerReports: new CustomerReports(lower),
    reportFolding: new ReportFolding(lower),
  }),
  resolvers: ({ analytics, customerReports, invoiceRelations, usageReport }) => [
    new AnalyticsResolver(analytics),
    new PlanMrrResolver(invoiceRelations),
    new GrossRevenueEntityResolver(invoiceRelations),
    new OverdueBalanceEntityResolver(invoiceRelations),
    new UsageReportResolver(usageReport),
    new DashboardResolver(analytics),
    new CustomerOverdueBalanceResolver(analytics),
    new CustomerReportResolver(customerReports),
  ],
  removal:
    ({ reportRecorder, dailyUsage }) =>
    async (tx, actor, { testClockId, customerIds }) => {
      await reportRecorder.removeClock(tx, actor, testClockId);
      await dailyUsage.removeCustomers(tx, actor, customerIds);
    },
  checks: REPORT_CHECKS,
});

export type AnalyticsServices = ServicesOf<typeof analyticsCapability>;
