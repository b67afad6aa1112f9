import { Extensions, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime, Decimal, SafeInt } from '../../platform/api/scalars.js';
import type { AppliedCouponFilter, ApplyCoupon } from './coupon.input.js';
import { appliedCouponOrders } from './coupon.list.js';
import { CouponFrequency, CouponStatus } from './coupon.schema.js';
import type { AppliedCoupon } from './coupon.table.js';

@ObjectType('AppliedCoupon', {
  description: 'A coupon that was given to a customer, with its values at that time.',
})
export class AppliedCouponType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID, { description: 'Id of the coupon.' })
  couponId!: string;

  @Field(() => ID)
  customerId!: string;

  @Field(() => CouponStatus, { description: 'Whether invoices still use the coupon.' })
  status!: AppliedCoupon['status'];

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Amount taken off, in minor units of the currency; without effect for a percentage.',
  })
  amountCents!: bigint | null;

  @Field(() => SafeInt, {
    nullable: true,
    description:
      'Remaining amount of a coupon with the frequency `once`, in minor units of the currency; null for a percentage and for other frequencies.',
  })
  amountCentsRemaining!: bigint | null;

  @Field(() => CurrencyCode, { nullable: true })
  amountCurrency!: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: 'Percentage taken off: "12.5" is 12.5 %; without effect for an amount.',
  })
  percentageRate!: string | null;

  @Field(() => CouponFrequency, { description: 'How many invoices it is used for.' })
  frequency!: AppliedCoupon['frequency'];

  @Field(() => Int, {
    nullable: true,
    description: 'Number of invoices that a `recurring` coupon is used for; null for others.',
  })
  frequencyDuration!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of invoices that will still use a `recurring` coupon; null for others.',
  })
  frequencyDurationRemaining!: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the coupon was used up, or removed from the customer.',
  })
  terminatedAt!: Date | null;

  @Field(() => DateTime, { description: 'When the coupon was applied to the customer.' })
  createdAt!: Date;
}

@InputType({ description: 'A coupon for a customer. Omitted values are those of the coupon.' })
export class ApplyCouponInput implements ApplyCoupon {
  @Field(() => String)
  externalCustomerId!: string;

  @Field(() => String, { description: 'Code of an active coupon.' })
  couponCode!: string;

  @Field(() => SafeInt, { nullable: true, description: 'In minor units of the currency; not below 0.' })
  amountCents?: bigint | null;

  @Field(() => CurrencyCode, { nullable: true })
  amountCurrency?: string | null;

  @Field(() => Decimal, {
    nullable: true,
    description: 'Percentage with up to 5 decimal places: "12.5" is 12.5 %; not below 0.',
  })
  percentageRate?: string | null;

  @Field(() => CouponFrequency, { nullable: true, description: 'How many invoices it is used for.' })
  frequency?: AppliedCoupon['frequency'] | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Number of invoices; required for `recurring` unless the coupon has it.',
  })
  frequencyDuration?: number | null;
}

@InputType()
export class TerminateAppliedCouponInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class AppliedCouponPayload {
  @Field(() => AppliedCouponType)
  appliedCoupon!: AppliedCouponType;
}

@InputType('AppliedCouponFilter', { description: 'Filters applied coupons. All conditions must hold.' })
export class AppliedCouponFilterInput implements AppliedCouponFilter {
  @Field(() => String, { nullable: true })
  externalCustomerId?: string | null;

  @Field(() => CouponStatus, { nullable: true })
  status?: AppliedCoupon['status'] | null;

  @Field(() => [String], { nullable: true, description: 'Codes of the coupons.' })
  @Extensions({ restAlias: 'coupon_code' })
  couponCodes?: string[] | null;
}

export const AppliedCouponConnection = connectionOf(AppliedCouponType, 'AppliedCoupon');

export const AppliedCouponPageArgs = pageArgsOf('AppliedCoupon', appliedCouponOrders, {
  filter: AppliedCouponFilterInput,
  search: "Matches part of the coupon's name or code, or of the customer's names, external id or e-mail.",
});
