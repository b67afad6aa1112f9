import { Extensions, Field, InputType, Int } from 'type-graphql';
import { CurrencyCode } from '../../platform/api/enums.js';
import { DateTime, Decimal, SafeInt } from '../../platform/api/scalars.js';
import { Address } from '../../modules/customers/address.schema.js';
import { IntegrationCustomerInput } from '../../modules/customers/customer-input.schema.js';
import type { PostalAddress } from '../../modules/customers/customer.table.js';
import { BillingTime } from '../../modules/subscriptions/subscription.schema.js';
import type { Subscription } from '../../modules/subscriptions/subscription.table.js';
import type {
  PreviewInvoice,
  SentPreviewedCoupon,
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

  @Field(() => String, { nullable: true })
  taxIdentificationNumber?: string | null;

  @Field(() => Address, { nullable: true })
  shippingAddress?: PostalAddress | null;

  @Field(() => CurrencyCode, { nullable: true })
  currency?: string | null;

  @Field(() => String, { nullable: true })
  timezone?: string | null;

  @Field(() => [IntegrationCustomerInput], { nullable: true })
  integrationCustomers?: IntegrationCustomerInput[] | null;
}

@InputType({ description: 'Not supported yet: a non-empty list is refused.' })
export class PreviewedCouponInput implements SentPreviewedCoupon {
  @Field(() => String)
  code!: string;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  couponType?: string | null;

  @Field(() => SafeInt, { nullable: true })
  amountCents?: bigint | null;

  @Field(() => CurrencyCode, { nullable: true })
  amountCurrency?: string | null;

  @Field(() => Decimal, { nullable: true })
  percentageRate?: string | null;

  @Field(() => Int, { nullable: true })
  frequencyDuration?: number | null;
}

@InputType({ description: 'Existing subscriptions, and the change to preview.' })
export class PreviewedSubscriptionsInput implements SentPreviewedSubscriptions {
  @Field(() => [String], { nullable: true })
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

  @Field(() => [PreviewedCouponInput], { nullable: true })
  @Extensions({ malformed: 'coupons_must_be_an_array' })
  coupons?: PreviewedCouponInput[] | null;

  @Field(() => PreviewedSubscriptionsInput, { nullable: true })
  @Extensions({ malformed: 'subscriptions_must_be_an_object' })
  subscriptions?: PreviewedSubscriptionsInput | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Code of the billing entity of a customer that does not exist. Defaults to the default billing entity.',
  })
  billingEntityCode?: string | null;
}
