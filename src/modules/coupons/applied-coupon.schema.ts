import { Extensions, InputType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../platform/api/lists/page-connection.js';
import {
  Cents,
  Currency,
  DecimalText,
  Id,
  Instant,
  Of,
  Text,
  Texts,
  Whole,
} from '../../platform/api/members/fields.js';
import { pageArgsOf } from '../../platform/api/lists/page-args.js';
import { idInput, payloadOf } from '../../platform/api/members/shapes.js';
import type { AppliedCouponFilter, ApplyCoupon } from './coupon.input.js';
import { appliedCouponOrders } from './coupon.list.js';
import { CouponFrequency, CouponStatus } from './coupon.schema.js';
import type { AppliedCoupon } from './coupon.table.js';

@ObjectType('AppliedCoupon', {
  description: 'A coupon that was given to a customer, with its values at that time.',
})
export class AppliedCouponType {
  @Id() id!: string;
  @Id('Id of the coupon.') couponId!: string;
  @Id() customerId!: string;
  @Of(() => CouponStatus, 'Whether invoices still use the coupon.') status!: AppliedCoupon['status'];
  @Cents.orNull('Amount taken off, in minor units of the currency; without effect for a percentage.')
  amountCents!: bigint | null;
  @Cents.orNull(
    'Remaining amount of a coupon with the frequency `once`, in minor units of the currency; null for a percentage and for other frequencies.',
  )
  amountCentsRemaining!: bigint | null;
  @Currency.orNull() amountCurrency!: string | null;
  @DecimalText.orNull('Percentage taken off: "12.5" is 12.5 %; without effect for an amount.')
  percentageRate!: string | null;
  @Of(() => CouponFrequency, 'How many invoices the coupon is used for.')
  frequency!: AppliedCoupon['frequency'];
  @Whole.orNull('Number of invoices that a `recurring` coupon is used for; null for others.')
  frequencyDuration!: number | null;
  @Whole.orNull('Number of invoices that will still use a `recurring` coupon; null for others.')
  frequencyDurationRemaining!: number | null;
  @Instant.orNull('When the coupon was used up, or removed from the customer; null while it is active.')
  terminatedAt!: Date | null;
  @Instant('When the coupon was applied to the customer.') createdAt!: Date;
}

@InputType({ description: 'A coupon for a customer. Omitted values are those of the coupon.' })
export class ApplyCouponInput implements ApplyCoupon {
  @Text() externalCustomerId!: string;
  @Text('Code of an active coupon.') couponCode!: string;
  @Cents.orNull(
    'Amount of the discount instead of that of the coupon, in minor units of the currency; not below 0.',
  )
  amountCents?: bigint | null;
  @Currency.orNull() amountCurrency?: string | null;
  @DecimalText.orNull('Percentage with up to 5 decimal places: "12.5" is 12.5 %; not below 0.')
  percentageRate?: string | null;
  @Of.orNull(() => CouponFrequency, 'How many invoices the coupon is used for.')
  frequency?: AppliedCoupon['frequency'] | null;
  @Whole.orNull('Number of invoices; required for `recurring` unless the coupon has it.')
  frequencyDuration?: number | null;
}

export const TerminateAppliedCouponInput = idInput('TerminateAppliedCouponInput');
export const AppliedCouponPayload = payloadOf(
  'AppliedCouponPayload',
  'appliedCoupon',
  () => AppliedCouponType,
);

@InputType('AppliedCouponFilter', { description: 'Filters applied coupons. All conditions must hold.' })
export class AppliedCouponFilterInput implements AppliedCouponFilter {
  @Text.orNull() externalCustomerId?: string | null;
  @Of.orNull(() => CouponStatus) status?: AppliedCoupon['status'] | null;
  @Texts.orNull('Codes of the coupons.')
  @Extensions({ restAlias: 'coupon_code' })
  couponCodes?: string[] | null;
}

export const AppliedCouponConnection = connectionOf(AppliedCouponType, 'AppliedCoupon');

export const AppliedCouponPageArgs = pageArgsOf('AppliedCoupon', appliedCouponOrders, {
  filter: AppliedCouponFilterInput,
  search: "Matches part of the coupon's name or code, or of the customer's names, external id or e-mail.",
});
