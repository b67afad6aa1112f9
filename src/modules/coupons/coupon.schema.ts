import { Extensions, Field, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import { enumOf } from '../../platform/api/members/enums.js';
import {
  Cents,
  Currency,
  DecimalText,
  Flag,
  Id,
  Instant,
  Of,
  Text,
  Whole,
} from '../../platform/api/members/fields.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { deletedPayloadOf, idInput, payloadOf } from '../../platform/api/members/shapes.js';
import type { CreateCoupon, SentCouponLimits, UpdateCoupon } from './coupon.input.js';
import { couponOrders } from './coupon.list.js';
import { type Coupon, COUPON_FREQUENCIES, COUPON_STATUSES, coupons } from './coupon.table.js';

export const CouponDiscount = enumOf(
  coupons.couponType.enumValues,
  'CouponType',
  'What a coupon takes off.',
  {
    fixed_amount: 'An amount, from invoices in its currency.',
    percentage: 'A percentage, from invoices in any currency.',
  },
);

export const CouponFrequency = enumOf(COUPON_FREQUENCIES, 'CouponFrequency', 'How often a coupon is used.', {
  once: 'A percentage for one invoice; an amount until it is used up.',
  recurring: 'The coupon reduces a number of invoices.',
  forever: 'The coupon reduces every invoice.',
});

export const CouponExpiration = enumOf(
  coupons.expiration.enumValues,
  'CouponExpiration',
  'Whether a coupon expires.',
  {
    no_expiration: 'The coupon does not expire.',
    time_limit: 'The coupon expires at `expirationAt`.',
  },
);

export const CouponStatus = enumOf(
  COUPON_STATUSES,
  'CouponStatus',
  'Whether a coupon can be applied, or an applied coupon can be used by invoices.',
  {
    active: 'A coupon can be applied to customers; an applied coupon can be used by invoices.',
    terminated: 'A coupon can no longer be applied; an applied coupon can no longer be used.',
  },
);

const AMOUNT =
  'Amount taken off, in minor units of the currency. Required for `fixed_amount`; greater than 0.';
const RATE =
  'Percentage taken off, with up to 5 decimal places: "12.5" is 12.5 %. Required for `percentage`; greater than 0.';
const DURATION = 'Number of invoices that a `recurring` coupon is used for; null for others.';
const EXPIRATION_AT =
  'When a coupon with `time_limit` expires and can no longer be applied. Must be in the future when it is set.';
const REUSABLE = 'Whether the same customer can be given the coupon more than once.';
const LIMITS = 'The plans or the metrics whose fees the coupon is for; by default all fees.';

@ObjectType('Coupon', {
  description:
    'A discount that customers can be given: an amount or a percentage taken off invoices before taxes.',
})
export class CouponType {
  @Id() id!: string;
  @Text({ note: 'Unique among coupons that are not deleted.' }) code!: string;
  @Text() name!: string;
  @Text.orNull() description!: string | null;
  @Of(() => CouponDiscount, 'Whether it takes off an amount or a percentage.')
  couponType!: Coupon['couponType'];
  @Cents.orNull(AMOUNT) amountCents!: bigint | null;
  @Currency.orNull() amountCurrency!: string | null;
  @DecimalText.orNull(RATE) percentageRate!: string | null;
  @Of(() => CouponFrequency, 'How many invoices the coupon is used for.') frequency!: Coupon['frequency'];
  @Whole.orNull(DURATION) frequencyDuration!: number | null;
  @Of(() => CouponExpiration, 'Whether the coupon expires.') expiration!: Coupon['expiration'];
  @Instant.orNull(EXPIRATION_AT) expirationAt!: Date | null;
  @Flag(REUSABLE) reusable!: boolean;
  @Of(() => CouponStatus, 'Whether it can still be applied to customers.') status!: Coupon['status'];
  @Instant.orNull('When the coupon was terminated; null if it was not.') terminatedAt!: Date | null;
  @Instant.orNull('When the coupon was deleted. A deleted coupon is found only through its applied coupons.')
  deletedAt!: Date | null;
  @Instant() createdAt!: Date;
  @Instant() updatedAt!: Date;
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
  @Text() code!: string;
  @Text() name!: string;
  @Text.orNull() description?: string | null;
  @Of(() => CouponDiscount, 'Whether it takes off an amount or a percentage.')
  @Extensions({ missingCode: 'value_is_invalid' })
  couponType!: Coupon['couponType'];
  @Cents.orNull(AMOUNT) @Extensions({ dependsOn: ['couponType'] }) amountCents?: bigint | null;
  @Currency.orNull('Currency of the amount; required with it.')
  @Extensions({ dependsOn: ['couponType'] })
  amountCurrency?: string | null;
  @DecimalText.orNull(RATE) @Extensions({ dependsOn: ['couponType'] }) percentageRate?: string | null;
  @Of(() => CouponFrequency, 'How many invoices the coupon is used for.')
  @Extensions({ missingCode: 'value_is_invalid' })
  frequency!: Coupon['frequency'];
  @Whole.orNull(`${DURATION} Required for it; greater than 0.`)
  @Extensions({ dependsOn: ['frequency'] })
  frequencyDuration?: number | null;
  @Of(() => CouponExpiration, 'Whether the coupon expires.')
  @Extensions({ missingCode: 'value_is_invalid' })
  expiration!: Coupon['expiration'];
  @Instant.orNull(EXPIRATION_AT) expirationAt?: Date | null;
  @Flag.orNull({ note: 'Default true.' }) reusable?: boolean | null;
  @Of.orNull(() => CouponLimitsInput, LIMITS) appliesTo?: CouponLimitsInput | null;
}

@InputType({
  description:
    'Changes of a coupon. Omitted fields keep their value. Once the coupon was applied to a customer, only the name, the ' +
    'description and the expiration change, and other fields are ignored.',
})
export class UpdateCouponInput implements UpdateCoupon {
  @Id() id!: string;
  @Text.orNull() code?: string | null;
  @Text.orNull() name?: string | null;
  @Text.orNull() description?: string | null;
  @Of.orNull(() => CouponDiscount, 'Whether it takes off an amount or a percentage.')
  couponType?: Coupon['couponType'] | null;
  @Cents.orNull(AMOUNT) @Extensions({ dependsOn: ['couponType'] }) amountCents?: bigint | null;
  @Currency.orNull() @Extensions({ dependsOn: ['couponType'] }) amountCurrency?: string | null;
  @DecimalText.orNull(RATE) @Extensions({ dependsOn: ['couponType'] }) percentageRate?: string | null;
  @Of.orNull(() => CouponFrequency, 'How many invoices the coupon is used for.')
  frequency?: Coupon['frequency'] | null;
  @Whole.orNull(DURATION) @Extensions({ dependsOn: ['frequency'] }) frequencyDuration?: number | null;
  @Of.orNull(() => CouponExpiration, 'Whether the coupon expires.') expiration?: Coupon['expiration'] | null;
  @Instant.orNull(EXPIRATION_AT) expirationAt?: Date | null;
  @Flag.orNull() reusable?: boolean | null;
  @Of.orNull(() => CouponLimitsInput, LIMITS) appliesTo?: CouponLimitsInput | null;
}

export const DeleteCouponInput = idInput('DeleteCouponInput');
export const TerminateCouponInput = idInput('TerminateCouponInput');
export const CouponPayload = payloadOf('CouponPayload', 'coupon', () => CouponType);
export const DeleteCouponPayload = deletedPayloadOf('DeleteCouponPayload', 'coupon', () => CouponType);

export const CouponConnection = connectionOf(CouponType, 'Coupon');

export const CouponPageArgs = pageArgsOf('Coupon', couponOrders, {
  search: 'Matches part of the name or code.',
});
