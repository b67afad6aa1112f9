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
    'Who is billed: the customer with this external id, with what else is said of it, or one that does not exist.',
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

@InputType({ description: 'Subscriptions that exist, and what is to happen to them.' })
export class PreviewedSubscriptionsInput implements SentPreviewedSubscriptions {
  @Field(() => [String], { nullable: true })
  externalIds?: string[] | null;

  @Field(() => String, { nullable: true, description: 'The plan that the only one is put on.' })
  planCode?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'When the only one ends; not in the past.' })
  @Extensions({ invalidCode: 'invalid_timestamp', toldAt: 'terminatedAt' })
  terminatedAt?: Date | null;
}

@InputType({ description: 'What is to be billed: subscriptions that exist, else a new one on a plan.' })
export class InvoicePreviewInput implements PreviewInvoice {
  @Field(() => PreviewedCustomerInput)
  @Extensions({ malformed: 'param is missing or the value is empty or invalid: customer' })
  customer!: PreviewedCustomerInput;

  @Field(() => String, { nullable: true })
  planCode?: string | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When a new subscription begins; now, when left out.',
  })
  subscriptionAt?: Date | null;

  @Field(() => BillingTime, { nullable: true, description: 'Calendar unless told otherwise.' })
  billingTime?: Subscription['billingTime'] | null;

  @Field(() => [PreviewedCouponInput], { nullable: true })
  @Extensions({ malformed: 'coupons_must_be_an_array' })
  coupons?: PreviewedCouponInput[] | null;

  @Field(() => PreviewedSubscriptionsInput, { nullable: true })
  @Extensions({ malformed: 'subscriptions_must_be_an_object' })
  subscriptions?: PreviewedSubscriptionsInput | null;

  @Field(() => String, {
    nullable: true,
    description: 'The entity that bills a customer that does not exist; the default one, when left out.',
  })
  billingEntityCode?: string | null;
}
