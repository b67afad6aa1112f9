import { alertEvaluationCapability } from '../lifecycle/alerts/alert-evaluation.capability.js';
import { billingDayCapability } from '../lifecycle/billing-day/billing-day.capability.js';
import { invoiceBatchesCapability } from '../lifecycle/invoice-batches/invoice-batches.capability.js';
import { draftsCapability } from '../lifecycle/drafts/drafts.capability.js';
import type { DueWorkHandlers } from '../lifecycle/due-work/due-work-engine.js';
import { dunningCapability } from '../lifecycle/dunning/dunning.capability.js';
import { dueWorkCapability } from '../lifecycle/due-work/due-work.capability.js';
import { estimatesCapability } from '../lifecycle/estimates/estimates.capability.js';
import { billingRunCapability } from '../lifecycle/billing-run/billing-run.capability.js';
import { eventsInAdvanceCapability } from '../lifecycle/events-in-advance/events-in-advance.capability.js';
import { occasionsCapability } from '../lifecycle/occasions/occasions.capability.js';
import { progressiveBillingCapability } from '../lifecycle/progressive-billing/progressive-billing.capability.js';
import { subscriptionLivesCapability } from '../lifecycle/subscriptions/subscription-lives.capability.js';
import { timeCapability } from '../lifecycle/time/time.capability.js';
import { activityLogsCapability } from '../modules/activity-logs/activity-logs.capability.js';
import { apiLogsCapability } from '../modules/api-logs/api-logs.capability.js';
import { addOnsCapability } from '../modules/add-ons/add-ons.capability.js';
import { alertsCapability } from '../modules/alerts/alerts.capability.js';
import { analyticsCapability } from '../modules/analytics/analytics.capability.js';
import { billableMetricsCapability } from '../modules/billable-metrics/billable-metrics.capability.js';
import { billingEntitiesCapability } from '../modules/billing-entities/billing-entities.capability.js';
import { couponsCapability } from '../modules/coupons/coupons.capability.js';
import { creditNotesCapability } from '../modules/credit-notes/credit-notes.capability.js';
import { customersCapability } from '../modules/customers/customers.capability.js';
import { accountMailsCapability } from '../modules/account-mails/account-mails.capability.js';
import { dataExportsCapability } from '../modules/data-exports/data-exports.capability.js';
import { documentMailsCapability } from '../modules/document-mails/document-mails.capability.js';
import { documentsCapability } from '../modules/documents/documents.capability.js';
import { erasureCapability } from '../modules/erasure/erasure.capability.js';
import { featuresCapability } from '../modules/features/features.capability.js';
import { integrationDocumentsCapability } from '../modules/integration-documents/integration-documents.capability.js';
import { integrationResourcesCapability } from '../modules/integration-resources/integration-resources.capability.js';
import { integrationsCapability } from '../modules/integrations/integrations.capability.js';
import { invoiceCustomSectionsCapability } from '../modules/invoice-custom-sections/invoice-custom-sections.capability.js';
import { invoicesCapability } from '../modules/invoices/invoices.capability.js';
import { mailsCapability } from '../modules/mails/mails.capability.js';
import { organizationsCapability } from '../modules/organizations/organizations.capability.js';
import { dunningCampaignsCapability } from '../modules/dunning-campaigns/dunning-campaigns.capability.js';
import { paymentRequestsCapability } from '../modules/payment-requests/payment-requests.capability.js';
import { paymentProvidersCapability } from '../modules/payment-providers/payment-providers.capability.js';
import { paymentsCapability } from '../modules/payments/payments.capability.js';
import { paymentReceiptsCapability } from '../modules/payment-receipts/payment-receipts.capability.js';
import { peopleCapability } from '../modules/people/people.capability.js';
import { portalCapability } from '../modules/portal/portal.capability.js';
import { plansCapability } from '../modules/plans/plans.capability.js';
import { pricingUnitsCapability } from '../modules/pricing-units/pricing-units.capability.js';
import { securityLogsCapability } from '../modules/security-logs/security-logs.capability.js';
import { subscriptionsCapability } from '../modules/subscriptions/subscriptions.capability.js';
import { taxesCapability } from '../modules/taxes/taxes.capability.js';
import { testClocksCapability } from '../modules/test-clocks/test-clocks.capability.js';
import { usageHistoryCapability } from '../modules/usage-history/usage-history.capability.js';
import { usageCapability } from '../modules/usage/usage.capability.js';
import { automaticTopUpsCapability } from '../lifecycle/wallets/automatic-top-ups.capability.js';
import { walletsCapability } from '../modules/wallets/wallets.capability.js';
import { webhooksCapability } from '../modules/webhooks/webhooks.capability.js';
import type { Representations } from '../platform/activity/snapshots.js';
import { Capabilities } from '../platform/capabilities/capability-list.js';
import type { Removal } from '../platform/capabilities/capability.js';
import { usageDaysCapability } from '../lifecycle/usage-days/usage-days.capability.js';
import { idempotencyCapability } from '../platform/idempotency/idempotency.capability.js';
import type { PersonalCopies } from '../platform/capabilities/personal-copies.js';
import type { PlatformServices } from '../platform/capabilities/platform-services.js';
import type { RepresentedObject } from '../rest/representations.js';
import type { Ports } from './ports.js';
import type { AnnouncedChange } from './reactions/announced-changes.js';

/** The services that capabilities receive. The functions are first called after all services are built. */
interface GivenServices extends PlatformServices<AnnouncedChange, RepresentedObject>, Ports {
  readonly snapshots: Representations<RepresentedObject>;
  readonly dueWorkHandlers: () => DueWorkHandlers;
  readonly removals: () => readonly Removal[];
  readonly personalCopies: () => readonly PersonalCopies[];
}

/** Everything that the program can do, lowest first: each may use the services of those before it (docs/adr/0044). */
export const { all: CAPABILITIES } = Capabilities.over<GivenServices>()
  .with(idempotencyCapability)
  .with(organizationsCapability)
  .with(mailsCapability)
  .with(peopleCapability)
  .with(taxesCapability)
  .with(invoiceCustomSectionsCapability)
  .with(billingEntitiesCapability)
  .with(pricingUnitsCapability)
  .with(billableMetricsCapability)
  .with(addOnsCapability)
  .with(plansCapability)
  .with(integrationsCapability)
  .with(testClocksCapability)
  .with(customersCapability)
  .with(integrationResourcesCapability)
  .with(paymentProvidersCapability)
  .with(couponsCapability)
  .with(subscriptionsCapability)
  .with(featuresCapability)
  .with(walletsCapability)
  .with(usageCapability)
  .with(invoicesCapability)
  .with(usageHistoryCapability)
  .with(alertsCapability)
  .with(creditNotesCapability)
  .with(dunningCampaignsCapability)
  .with(paymentRequestsCapability)
  .with(paymentsCapability)
  .with(integrationDocumentsCapability)
  .with(paymentReceiptsCapability)
  .with(documentsCapability)
  .with(accountMailsCapability)
  .with(dataExportsCapability)
  .with(analyticsCapability)
  .with(portalCapability)
  .with(documentMailsCapability)
  .with(webhooksCapability)
  .with(activityLogsCapability)
  .with(apiLogsCapability)
  .with(securityLogsCapability)
  .with(erasureCapability)
  .with(dueWorkCapability)
  .with(eventsInAdvanceCapability)
  .with(billingRunCapability)
  .with(draftsCapability)
  .with(occasionsCapability)
  .with(invoiceBatchesCapability)
  .with(subscriptionLivesCapability)
  .with(billingDayCapability)
  .with(progressiveBillingCapability)
  .with(estimatesCapability)
  .with(automaticTopUpsCapability)
  .with(dunningCapability)
  .with(alertEvaluationCapability)
  .with(usageDaysCapability)
  .with(timeCapability);

/** Every type of activity that is recorded. */
export type ActivityType = keyof typeof CAPABILITIES.activities;

/** Every service of the program. */
export type Services = ReturnType<typeof CAPABILITIES.services>;
