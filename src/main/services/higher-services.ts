import type { DraftInvoices } from '../../lifecycle/billing/draft-invoices.js';
import type { FixedChargeBilling } from '../../lifecycle/billing/fixed-charge-billing.js';
import type { Activation } from '../../lifecycle/subscriptions/activation.js';
import type { DowngradeReview } from '../../lifecycle/subscriptions/downgrade-review.js';
import type { ZoneChange } from '../../lifecycle/subscriptions/zone-change.js';
import type { DraftInvoiceService } from '../../modules/invoices/draft-invoice.service.js';
import type { InvoiceService } from '../../modules/invoices/invoice.service.js';
import type { SubscriptionService } from '../../modules/subscriptions/subscription.service.js';

/** What modules ask of higher ones, through ports. */
export interface HigherServices {
  readonly subscriptions: SubscriptionService;
  readonly invoices: InvoiceService;
  readonly drafts: DraftInvoiceService;
  readonly draftInvoices: DraftInvoices;
  readonly fixedChargeBilling: FixedChargeBilling;
  readonly activation: Activation;
  readonly downgradeReview: DowngradeReview;
  readonly zoneChange: ZoneChange;
}
