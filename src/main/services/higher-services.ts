import type { DraftInvoiceService } from '../../modules/invoices/draft-invoice.service.js';
import type { InvoiceService } from '../../modules/invoices/invoice.service.js';
import type { SubscriptionService } from '../../modules/subscriptions/subscription.service.js';

/** What modules ask of higher ones, through ports; what higher ones have to do, they announce (docs/adr/0042). */
export interface HigherServices {
  readonly subscriptions: SubscriptionService;
  readonly invoices: InvoiceService;
  readonly drafts: DraftInvoiceService;
}
