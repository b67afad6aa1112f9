import type { DueWorkChange } from '../../lifecycle/due-work/due-work.changes.js';
import type { DunningChange } from '../../lifecycle/dunning/dunning.changes.js';
import type { ProgressiveBillingChange } from '../../lifecycle/progressive-billing/progressive-billing.changes.js';
import type { AddOnChange } from '../../modules/add-ons/add-on.changes.js';
import type { AlertChange } from '../../modules/alerts/alert.changes.js';
import type { BillableMetricChange } from '../../modules/billable-metrics/billable-metric.changes.js';
import type { BillingEntityChange } from '../../modules/billing-entities/billing-entity.changes.js';
import type { CouponChange } from '../../modules/coupons/coupon.changes.js';
import type { CreditNoteChange } from '../../modules/credit-notes/credit-note.changes.js';
import type { CustomerChange } from '../../modules/customers/customer.changes.js';
import type { DataExportChange } from '../../modules/data-exports/data-export.changes.js';
import type { DocumentChange } from '../../modules/documents/document.changes.js';
import type { DunningTermsChange } from '../../modules/dunning-campaigns/dunning-campaign.changes.js';
import type { FeatureChange } from '../../modules/features/feature.changes.js';
import type { FeeChange, InvoiceChange } from '../../modules/invoices/invoice.changes.js';
import type { CustomerSyncChange } from '../../modules/integration-documents/integration-document.changes.js';
import type { IntegrationChange, IntegrationUpdate } from '../../modules/integrations/integration.changes.js';
import type { ApiKeyChange } from '../../modules/organizations/api-keys/api-key.changes.js';
import type { OrganizationChange } from '../../modules/organizations/organization.changes.js';
import type { PaymentProviderChange } from '../../modules/payment-providers/connections/payment-provider.changes.js';
import type { PaymentReceiptChange } from '../../modules/payment-receipts/payment-receipt.changes.js';
import type { PaymentRequestChange } from '../../modules/payment-requests/payment-request.changes.js';
import type { PaymentChange } from '../../modules/payments/payment.changes.js';
import type { PeopleChange } from '../../modules/people/people.changes.js';
import type { PlanCatalogChange } from '../../modules/plans/plan.changes.js';
import type { SubscriptionChange } from '../../modules/subscriptions/subscription.changes.js';
import type { TaxChange } from '../../modules/taxes/tax.changes.js';
import type { LifetimeUsageChange } from '../../modules/usage-history/lifetime-usage.changes.js';
import type { UsageChange } from '../../modules/usage/usage.changes.js';
import type { WalletChange } from '../../modules/wallets/wallet.changes.js';
import type { WebhookEndpointChange } from '../../modules/webhooks/endpoints/webhook-endpoint.changes.js';

export type CatalogAreaChange =
  AddOnChange | BillableMetricChange | CouponChange | FeatureChange | PlanCatalogChange | TaxChange;

export type DocumentAreaChange = CreditNoteChange | DocumentChange | PaymentReceiptChange;

export type InvoiceAreaChange = FeeChange | InvoiceChange;

export type OrganizationAreaChange = BillingEntityChange | DueWorkChange | OrganizationChange;

export type SubscriptionAreaChange = ProgressiveBillingChange | SubscriptionChange;

export type UsageAreaChange = AlertChange | LifetimeUsageChange | UsageChange;

/** The changes of connections to payment providers. */
export type ConnectionChange = Extract<
  PaymentProviderChange,
  { type: 'payment_provider.created' | 'payment_provider.updated' | 'payment_provider.deleted' }
>;

/** What the security log records. */
export type SecuredChange =
  | ApiKeyChange
  | DataExportChange
  | PeopleChange
  | WebhookEndpointChange
  | ConnectionChange
  | IntegrationUpdate;

/** Connections to outside systems that appear or go; the security log records their updates, too. */
export type IntegrationAreaChange = CustomerSyncChange | Exclude<IntegrationChange, IntegrationUpdate>;

/** Payments, and what providers report; the security log records the changes of their connections. */
export type PaymentAreaChange =
  | DunningChange
  | DunningTermsChange
  | PaymentChange
  | PaymentRequestChange
  | Exclude<PaymentProviderChange, ConnectionChange>;

/** Everything that services announce. */
export type AnnouncedChange =
  | CatalogAreaChange
  | CustomerChange
  | DocumentAreaChange
  | IntegrationAreaChange
  | InvoiceAreaChange
  | OrganizationAreaChange
  | PaymentAreaChange
  | SecuredChange
  | SubscriptionAreaChange
  | UsageAreaChange
  | WalletChange;
