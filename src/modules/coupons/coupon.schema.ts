import { Extensions, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { pageArgsOf } from '../../platform/api/page-args.js';
import { DateTime, Decimal, SafeInt } from '../../platform/api/scalars.js';
import type { CreateCoupon, SentCouponLimits, UpdateCoupon } from './coupon.input.js';
import { couponOrders } from './coupon.list.js';
import { type Coupon, COUPON_FREQUENCIES, COUPON_STATUSES, coupons } from './coupon.table.js';

export const CouponDiscount = enumOf(coupons.couponType.enumValues);
registerEnumType(CouponDiscount, {
  name: 'CouponType',
  description: 'What a coupon takes off.',
  valuesConfig: {
    fixed_amount: { description: 'An amount, from invoices in its currency.' },
    percentage: { description: 'A percentage, from invoices in any currency.' },
  },
});

export const CouponFrequency = enumOf(COUPON_FREQUENCIES);
registerEnumType(CouponFrequency, {
  name: 'CouponFrequency',
  description: 'How often a coupon is used.',
  valuesConfig: {
    once: { description: 'A percentage for one invoice; an amount until it is used up.' },
    recurring: { description: 'For a number of invoices.' },
    forever: { description: 'For every invoice.' },
  },
});

export const CouponExpiration = enumOf(coupons.expiration.enumValues);
registerEnumType(CouponExpiration, {
  name: 'CouponExpiration',
  description: 'Whether a coupon expires.',
  valuesConfig: {
    no_expiration: { description: 'It does not expire.' },
    time_limit: { description: 'It expires at `expirationAt`.' },
  },
});

export const CouponStatus = enumOf(COUPON_STATUSES);
registerEnumType(CouponStatus, {
  name: 'CouponStatus',
  description: 'Whether a coupon can be applied, or an applied coupon can be used by invoices.',
  valuesConfig: {
    active: {
      description: 'A coupon can be applied to customers; an applied coupon can be used by invoices.',
    },
    terminated: {
      description: 'A coupon can no longer be applied; an applied coupon can no longer be used.',
    },
  },
});

const AMOUNT =
  'Amount taken off, in minor units of the currency. Required for `fixed_amount`; greater than 0.';
const RATE =
  'Percentage taken off, with up to 5 decimal places: "12.5" is 12.5 %. Required for `percentage`; greater than 0.';
const DURATION = 'Number of invoices that a `recurring` coupon is used for; null for others.';
const EXPIRATION_AT =
  'When a coupon with `time_limit` expires and can no longer be applied. Must be in the future when it is set.';
const REUSABLE = 'Whether the same customer can be given the coupon more than once. Default true.';
const LIMITS = 'The plans or the metrics whose fees the coupon is for; by default all fees.';

@ObjectType('Coupon', {
  description:
    'A discount that customers can be given: an amount or a percentage taken off invoices before taxes.',
})
export class CouponType {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { description: 'Set by the caller. Unique among coupons that are not deleted.' })
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => CouponDiscount, { description: 'Whether it takes off an amount or a percentage.' })
  couponType!: Coupon['couponType'];

  @Field(() => SafeInt, { nullable: true, description: AMOUNT })
  amountCents!: bigint | null;

  @Field(() => CurrencyCode, { nullable: true })
  amountCurrency!: string | null;

  @Field(() => Decimal, { nullable: true, description: RATE })
  percentageRate!: string | null;

  @Field(() => CouponFrequency, { description: 'How many invoices it is used for.' })
  frequency!: Coupon['frequency'];

  @Field(() => Int, { nullable: true, description: DURATION })
  frequencyDuration!: number | null;

  @Field(() => CouponExpiration, { description: 'Whether the coupon expires.' })
  expiration!: Coupon['expiration'];

  @Field(() => DateTime, { nullable: true, description: EXPIRATION_AT })
  expirationAt!: Date | null;

  @Field(() => Boolean, { description: REUSABLE })
  reusable!: boolean;

  @Field(() => CouponStatus, { description: 'Whether it can still be applied to customers.' })
  status!: Coupon['status'];

  @Field(() => DateTime, { nullable: true, description: 'When the coupon was terminated.' })
  terminatedAt!: Date | null;

  @Field(() => DateTime, {
    nullable: true,
    description: 'When the coupon was deleted. A deleted coupon is found only through its applied coupons.',
  })
  deletedAt!: Date | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType('CouponLimitsInput', {
  description:
    'The fees that a coupon is for: those of some plans and of all overrides of these plans, or those of charges for ' +
    'some metrics. Only one of the lists may have codes; an empty list removes the limit of its kind.',
})
export class CouponLimitsInput implements SentCouponLimits {
  @Field(() => [String], {
    nullable: 'itemsAndList',
    description: 'Codes of plans. Replaces the whole list.',
  })
  planCodes?: (string | null)[] | null;

  @Field(() => [String], {
    nullable: 'itemsAndList',
    description: 'Codes of billable metrics. Replaces the whole list.',
  })
  billableMetricCodes?: (string | null)[] | null;
}

@InputType({ description: 'A new coupon.' })
export class CreateCouponInput implements CreateCoupon {
  @Field(() => String)
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => CouponDiscount, { description: 'Whether it takes off an amount or a percentage.' })
  @Extensions({ missingCode: 'value_is_invalid' })
  couponType!: Coupon['couponType'];

  @Field(() => SafeInt, { nullable: true, description: AMOUNT })
  @Extensions({ dependsOn: ['couponType'] })
  amountCents?: bigint | null;

  @Field(() => CurrencyCode, { nullable: true, description: 'Currency of the amount; required with it.' })
  @Extensions({ dependsOn: ['couponType'] })
  amountCurrency?: string | null;

  @Field(() => Decimal, { nullable: true, description: RATE })
  @Extensions({ dependsOn: ['couponType'] })
  percentageRate?: string | null;

  @Field(() => CouponFrequency, { description: 'How many invoices it is used for.' })
  @Extensions({ missingCode: 'value_is_invalid' })
  frequency!: Coupon['frequency'];

  @Field(() => Int, { nullable: true, description: `${DURATION} Required for it; greater than 0.` })
  @Extensions({ dependsOn: ['frequency'] })
  frequencyDuration?: number | null;

  @Field(() => CouponExpiration, { description: 'Whether the coupon expires.' })
  @Extensions({ missingCode: 'value_is_invalid' })
  expiration!: Coupon['expiration'];

  @Field(() => DateTime, { nullable: true, description: EXPIRATION_AT })
  expirationAt?: Date | null;

  @Field(() => Boolean, { nullable: true, description: REUSABLE })
  reusable?: boolean | null;

  @Field(() => CouponLimitsInput, { nullable: true, description: LIMITS })
  appliesTo?: CouponLimitsInput | null;
}

@InputType({
  description:
    'Changes of a coupon. Omitted fields keep their value. Once the coupon was applied to a customer, only the name, the ' +
    'description and the expiration change, and other fields are ignored.',
})
export class UpdateCouponInput implements UpdateCoupon {
  @Field(() => ID)
  id!: string;

  @Field(() => String, { nullable: true })
  code?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  description?: string | null;

  @Field(() => CouponDiscount, {
    nullable: true,
    description: 'Whether it takes off an amount or a percentage.',
  })
  couponType?: Coupon['couponType'] | null;

  @Field(() => SafeInt, { nullable: true, description: AMOUNT })
  @Extensions({ dependsOn: ['couponType'] })
  amountCents?: bigint | null;

  @Field(() => CurrencyCode, { nullable: true })
  @Extensions({ dependsOn: ['couponType'] })
  amountCurrency?: string | null;

  @Field(() => Decimal, { nullable: true, description: RATE })
  @Extensions({ dependsOn: ['couponType'] })
  percentageRate?: string | null;

  @Field(() => CouponFrequency, { nullable: true, description: 'How many invoices it is used for.' })
  frequency?: Coupon['frequency'] | null;

  @Field(() => Int, { nullable: true, description: DURATION })
  @Extensions({ dependsOn: ['frequency'] })
  frequencyDuration?: number | null;

  @Field(() => CouponExpiration, { nullable: true, description: 'Whether the coupon expires.' })
  expiration?: Coupon['expiration'] | null;

  @Field(() => DateTime, { nullable: true, description: EXPIRATION_AT })
  expirationAt?: Date | null;

  @Field(() => Boolean, { nullable: true, description: REUSABLE })
  reusable?: boolean | null;

  @Field(() => CouponLimitsInput, { nullable: true, description: LIMITS })
  appliesTo?: CouponLimitsInput | null;
}

@InputType()
export class DeleteCouponInput {
  @Field(() => ID)
  id!: string;
}

@InputType()
export class TerminateCouponInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class CouponPayload {
  @Field(() => CouponType)
  coupon!: CouponType;
}

@ObjectType()
export class DeleteCouponPayload {
  @Field(() => ID)
  deletedId!: string;

  @Field(() => CouponType, { description: 'The deleted coupon.' })
  coupon!: CouponType;
}

export const CouponConnection = connectionOf(CouponType, 'Coupon');

export const CouponPageArgs = pageArgsOf('Coupon', couponOrders, {
  search: 'Matches part of the name or code.',
});
