import type { PreviewedCoupon } from '../../modules/coupons/coupon-previews.service.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import type { PostalAddress } from '../../modules/customers/records/customer.table.js';
import type { SentIntegrationCustomer } from '../../modules/customers/records/integration-customer.input.js';

/** The customer who is billed: an existing one by external id, with the given changes, or a new one. */
export interface SentPreviewedCustomer extends PostalAddress {
  readonly externalId?: string | null;
  readonly name?: string | null;
  readonly taxIdentificationNumber?: string | null;
  readonly shippingAddress?: PostalAddress | null;
  readonly currency?: string | null;
  readonly timezone?: string | null;
  /** The tax system of a customer that does not exist; see `taxLinksAmong`. */
  readonly integrationCustomers?: readonly SentIntegrationCustomer[] | null;
}

/** Existing subscriptions, and the change to preview. */
export interface SentPreviewedSubscriptions {
  readonly externalIds?: readonly string[] | null;
  readonly planCode?: string | null;
  readonly terminatedAt?: Date | null;
}

/** The request for a preview: of existing subscriptions, else of a new one on a plan. */
export interface PreviewInvoice {
  readonly customer: SentPreviewedCustomer;
  readonly planCode?: string | null;
  readonly subscriptionAt?: Date | null;
  readonly billingTime?: Subscription['billingTime'] | null;
  readonly coupons?: readonly PreviewedCoupon[] | null;
  readonly subscriptions?: SentPreviewedSubscriptions | null;
  readonly billingEntityCode?: string | null;
}
