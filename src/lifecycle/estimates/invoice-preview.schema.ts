import { RestOnly } from '../../platform/api/surfaces.js';
import { Extensions, Field, InputType, Int } from 'type-graphql';
import { Address } from '../../platform/api/address.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { DateTime, Decimal, SafeInt } from '../../platform/api/scalars.js';
import { IntegrationCustomerInput } from '../../modules/customers/customer-input.schema.js';
import type { PostalAddress } from '../../modules/customers/customer.table.js';
import { BillingTime } from '../../modules/subscriptions/subscription.schema.js';
import type { PreviewedCoupon } from '../../modules/coupons/coupon-previews.service.js';
import type { Subscription } from '../../modules/subscriptions/subscription.table.js';
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
  @Field(() => String, { nullable: true })
  externalId?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'Tax number, such as a VAT number: "FR12345678901".' })
  taxIdentificationNumber?: string | null;

  @Field(() => Address, { nullable: true })
  shippingAddress?: PostalAddress | null;

  @Field(() => CurrencyCode, { nullable: true })
  currency?: string | null;

  @Field(() => String, { nullable: true })
  timezone?: string | null;

  @Field(() => [IntegrationCustomerInput], { nullable: true })
  @RestOnly()
  integrationCustomers?: IntegrationCustomerInput[] | null;
}

@InputType({
  description:
    'The code of a coupon; of one that does not exist, also what it takes off: an amount with its currency, or a percentage.',
})
export class PreviewedCouponInput implements PreviewedCoupon {
  @Field(() => String)
  code!: string;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Whether the coupon takes off an amount or a percentage: "fixed_amount" or "percentage".',
  })
  couponType?: string | null;

  @Field(() => SafeInt, { nullable: true })
  amountCents?: bigint | null;

  @Field(() => CurrencyCode, { nullable: true })
  amountCurrency?: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: 'Percentage that the coupon takes off: "10.0" is 10 %.',
  })
  percentageRate?: string | null;

  @Field(() => Int, { nullable: true, description: 'Number of invoices that the coupon applies to.' })
  frequencyDuration?: number | null;
}

@InputType({ description: 'Existing subscriptions, and the change to preview.' })
export class PreviewedSubscriptionsInput implements SentPreviewedSubscriptions {
  @Field(() => [String], { nullable: true, description: 'External ids of the subscriptions.' })
  externalIds?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description: 'Code of the plan to change to. Only with a single subscription.',
  })
  planCode?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the subscription is terminated; not in the past. Only with a single subscription.',
  })
  @Extensions({ invalidCode: 'invalid_timestamp', reportedAt: 'terminatedAt' })
  terminatedAt?: Date | null;
}

@InputType({ description: 'What to preview: existing subscriptions, or a new subscription to a plan.' })
export class InvoicePreviewInput implements PreviewInvoice {
  @Field(() => PreviewedCustomerInput)
  @Extensions({ malformed: 'param is missing or the value is empty or invalid: customer' })
  customer!: PreviewedCustomerInput;

  @Field(() => String, { nullable: true })
  planCode?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the new subscription starts. Default now.',
  })
  subscriptionAt?: Date | null;

  @Field(() => BillingTime, { nullable: true, description: 'Default `calendar`.' })
  billingTime?: Subscription['billingTime'] | null;

  @Field(() => [PreviewedCouponInput], {
    nullable: true,
    description: 'Coupons to apply if the customer has no active one, by code or as they would be.',
  })
  @Extensions({ malformed: 'coupons_must_be_an_array' })
  coupons?: PreviewedCouponInput[] | null;

  @Field(() => PreviewedSubscriptionsInput, {
    nullable: true,
    description: 'Subscriptions of the customer to bill; omitted for a new subscription to `planCode`.',
  })
  @Extensions({ malformed: 'subscriptions_must_be_an_object' })
  subscriptions?: PreviewedSubscriptionsInput | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Code of the billing entity of a customer that does not exist. Defaults to the default billing entity.',
  })
  billingEntityCode?: string | null;
}
