import { Extensions, InputType } from 'type-graphql';
import { Address } from '../../platform/api/members/address.js';
import {
  Cents,
  Currency,
  DecimalText,
  Instant,
  ListOf,
  Of,
  Text,
  Texts,
  Whole,
} from '../../platform/api/members/fields.js';
import { PreviewedIntegrationCustomerInput } from '../../modules/customers/api/integration-customer.schema.js';
import type { PostalAddress } from '../../modules/customers/records/customer.table.js';
import { BillingTime } from '../../modules/subscriptions/api/subscription.schema.js';
import type { PreviewedCoupon } from '../../modules/coupons/coupon-previews.service.js';
import type { Subscription } from '../../modules/subscriptions/records/subscription.table.js';
import type {
  PreviewInvoice,
  SentPreviewedCustomer,
  SentPreviewedSubscriptions,
} from './invoice-preview.input.js';

@InputType({
  description:
    'The customer: an existing one by its external id, with the given changes, or one that does not exist.',
})
export class PreviewedCustomerInput extends Address implements SentPreviewedCustomer {
  @Text.orNull() externalId?: string | null;
  @Text.orNull() name?: string | null;
  @Text.orNull('Tax number, such as a VAT number: "FR12345678901".') taxIdentificationNumber?: string | null;
  @Of.orNull(() => Address) shippingAddress?: PostalAddress | null;
  @Currency.orNull() currency?: string | null;
  @Text.orNull() timezone?: string | null;
  @ListOf.orNull(
    () => PreviewedIntegrationCustomerInput,
    'The tax system of a customer that does not exist. For an existing customer it is ignored: its own link counts.',
  )
  integrationCustomers?: PreviewedIntegrationCustomerInput[] | null;
}

@InputType({
  description:
    'The code of a coupon; of one that does not exist, also what it takes off: an amount with its currency, or a percentage.',
})
export class PreviewedCouponInput implements PreviewedCoupon {
  @Text() code!: string;
  @Text.orNull() name?: string | null;
  @Text.orNull('Whether the coupon takes off an amount or a percentage: "fixed_amount" or "percentage".')
  couponType?: string | null;
  @Cents.orNull() amountCents?: bigint | null;
  @Currency.orNull() amountCurrency?: string | null;
  @DecimalText.orNull('Percentage that the coupon takes off: "10.0" is 10 %.') percentageRate?: string | null;
  @Whole.orNull('Number of invoices that the coupon applies to.') frequencyDuration?: number | null;
}

@InputType({ description: 'Existing subscriptions, and the change to preview.' })
export class PreviewedSubscriptionsInput implements SentPreviewedSubscriptions {
  @Texts.orNull('External ids of the subscriptions.') externalIds?: string[] | null;
  @Text.orNull('Code of the plan to change to. Only with a single subscription.') planCode?: string | null;
  @Instant.orNull('When the subscription is terminated; not in the past. Only with a single subscription.')
  @Extensions({ invalidCode: 'invalid_timestamp', reportedAt: 'terminatedAt' })
  terminatedAt?: Date | null;
}

@InputType({ description: 'What to preview: existing subscriptions, or a new subscription to a plan.' })
export class InvoicePreviewInput implements PreviewInvoice {
  @Of(() => PreviewedCustomerInput)
  @Extensions({ malformed: 'param is missing or the value is empty or invalid: customer' })
  customer!: PreviewedCustomerInput;
  @Text.orNull() planCode?: string | null;
  @Instant.orNull('When the new subscription starts. Default now.') subscriptionAt?: Date | null;
  @Of.orNull(() => BillingTime, 'Where billing periods start. Default `calendar`.') billingTime?:
    Subscription['billingTime'] | null;
  @ListOf.orNull(
    () => PreviewedCouponInput,
    'Coupons to apply if the customer has no active one, by code or as they would be.',
  )
  @Extensions({ malformed: 'coupons_must_be_an_array' })
  coupons?: PreviewedCouponInput[] | null;
  @Of.orNull(
    () => PreviewedSubscriptionsInput,
    'Subscriptions of the customer to bill; omitted for a new subscription to `planCode`.',
  )
  @Extensions({ malformed: 'subscriptions_must_be_an_object' })
  subscriptions?: PreviewedSubscriptionsInput | null;
  @Text.orNull(
    'Code of the billing entity of a customer that does not exist. Defaults to the default billing entity.',
  )
  billingEntityCode?: string | null;
}
