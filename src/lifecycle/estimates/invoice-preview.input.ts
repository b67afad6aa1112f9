import type { Subscription } from '../../modules/subscriptions/subscription.table.js';
import type { PostalAddress } from '../../modules/customers/customer.table.js';
import type { SentIntegrationCustomer } from '../../modules/customers/customer.input.js';

/** Who is billed: the customer with this external id, with what else is said of it, or one that does not exist. */
export interface SentPreviewedCustomer extends PostalAddress {
  readonly externalId?: string | null;
  readonly name?: string | null;
  readonly taxIdentificationNumber?: string | null;
  readonly shippingAddress?: PostalAddress | null;
  readonly currency?: string | null;
  readonly timezone?: string | null;
  readonly integrationCustomers?: readonly SentIntegrationCustomer[] | null;
}

/** Not supported yet: a non-empty list is refused. */
export interface SentPreviewedCoupon {
  readonly code: string;
  readonly name?: string | null;
  readonly couponType?: string | null;
  readonly amountCents?: bigint | null;
  readonly amountCurrency?: string | null;
  readonly percentageRate?: string | null;
  readonly frequencyDuration?: number | null;
}

/** Subscriptions that exist, and what is to happen to them. */
export interface SentPreviewedSubscriptions {
  readonly externalIds?: readonly string[] | null;
  readonly planCode?: string | null;
  readonly terminatedAt?: Date | null;
}

/** What is to be billed: subscriptions that exist, else a new one on a plan. */
export interface PreviewInvoice {
  readonly customer: SentPreviewedCustomer;
  readonly planCode?: string | null;
  readonly subscriptionAt?: Date | null;
  readonly billingTime?: Subscription['billingTime'] | null;
  readonly coupons?: readonly SentPreviewedCoupon[] | null;
  readonly subscriptions?: SentPreviewedSubscriptions | null;
  readonly billingEntityCode?: string | null;
}
