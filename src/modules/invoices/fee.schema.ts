import { Field, Float, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../platform/api/connection.js';
import { CurrencyCode, enumOf } from '../../platform/api/enums.js';
import { DateTime, Decimal, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import { PresentationBreakdownType } from '../usage/presentation-breakdown.schema.js';
import { FEE_ITEM_TYPES, type FeeItem } from './fee-item.js';
import {
  type Fee,
  FEE_PAYMENT_STATUSES,
  FEE_TYPES,
  type PresentationBreakdown,
  type PricingUnitDetails,
} from './fee.table.js';
import type { FeeFilter, UpdateFee } from './fee.input.js';

export const FeeKind = enumOf(FEE_TYPES);
registerEnumType(FeeKind, { name: 'FeeKind', description: 'What a fee is for.' });

export const FeeItemKind = enumOf(FEE_ITEM_TYPES);
registerEnumType(FeeItemKind, { name: 'FeeItemKind', description: 'The kind of record a fee bills.' });

export const FeePaymentStatus = enumOf(FEE_PAYMENT_STATUSES);
registerEnumType(FeePaymentStatus, {
  name: 'FeePaymentStatus',
  description: 'Follows the invoice; a fee that stands alone has its own.',
});

@ObjectType('FeeItem', { description: 'What is billed, as it was when it was billed.' })
export class FeeItemType implements FeeItem {
  @Field(() => FeeKind)
  type!: FeeItem['type'];

  @Field(() => String)
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => String, { description: 'The name to print on the invoice.' })
  invoiceDisplayName!: string;

  @Field(() => String, { nullable: true, description: "The charge filter's name, else its values." })
  filterInvoiceDisplayName!: string | null;

  @Field(() => JsonObject, { nullable: true, description: 'Values by key that the charge filter accepts.' })
  filters!: FeeItem['filters'];

  @Field(() => JsonObject, { description: 'Value of each pricing group key; null where events have none.' })
  groupedBy!: FeeItem['groupedBy'];

  @Field(() => FeeItemKind)
  itemType!: FeeItem['itemType'];

  @Field(() => ID, { nullable: true, description: 'Id of the record billed.' })
  itemId!: string | null;
}

@ObjectType('FeePricingUnitDetails', {
  description: 'Amounts in the pricing unit of a charge, before their conversion; cents are its hundredths.',
})
export class FeePricingUnitDetailsType implements PricingUnitDetails {
  @Field(() => ID)
  pricingUnitId!: string;

  @Field(() => String)
  pricingUnitCode!: string;

  @Field(() => String)
  shortName!: string;

  @Field(() => SafeInt)
  amountCents!: number;

  @Field(() => Decimal, { description: 'Before rounding.' })
  preciseAmountCents!: string;

  @Field(() => SafeInt)
  unitAmountCents!: number;

  @Field(() => Decimal, { description: 'Pricing units: what one unit costs.' })
  preciseUnitAmount!: string;

  @Field(() => Decimal, { description: 'Currency units for one pricing unit.' })
  conversionRate!: string;
}

/** What a fee that is kept and one that is only estimated have in common. */
@ObjectType()
export abstract class FeeFiguresType {
  @Field(() => ID)
  customerId!: string;

  @Field(() => ID, { nullable: true })
  subscriptionId!: string | null;

  @Field(() => ID, { nullable: true })
  chargeId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Null: what no filter of the charge takes.' })
  chargeFilterId!: string | null;

  @Field(() => String, { nullable: true, description: 'Of the event that made the fee.' })
  eventTransactionId!: string | null;

  @Field(() => FeePricingUnitDetailsType, {
    nullable: true,
    description: 'Null when prices are in the currency.',
  })
  pricingUnitDetails!: PricingUnitDetails | null;

  @Field(() => CurrencyCode, { name: 'amountCurrency' })
  currency!: string;

  @Field(() => SafeInt, { description: 'Before taxes and coupons.' })
  amountCents!: bigint;

  @Field(() => Decimal)
  units!: string;

  @Field(() => Decimal, { nullable: true, description: 'Null for other fees than those of charges.' })
  totalAggregatedUnits!: string | null;

  @Field(() => Decimal, { description: 'Currency units: what one unit costs.' })
  preciseUnitAmount!: string;

  @Field(() => SafeInt, { nullable: true, description: 'Events behind the fee; null outside charges.' })
  eventsCount!: bigint | null;

  @Field(() => Decimal, { description: 'Share of coupons and progressive billing credits.' })
  preciseCouponsAmountCents!: string;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => Float, { name: 'taxesRate', description: 'Percent.' })
  taxesRatePercent!: string;

  @Field(() => Boolean)
  payInAdvance!: boolean;

  @Field(() => Boolean)
  invoiceable!: boolean;

  @Field(() => FeePaymentStatus)
  paymentStatus!: Fee['paymentStatus'];
}

@ObjectType('Fee', { description: 'One line of an invoice, or a fee that stands alone.' })
export class FeeType extends FeeFiguresType {
  @Field(() => ID)
  id!: string;

  @Field(() => ID, { nullable: true, description: 'Null: on no invoice, or not yet.' })
  invoiceId!: string | null;

  @Field(() => ID, { nullable: true })
  fixedChargeId!: string | null;

  @Field(() => ID, { nullable: true, description: 'On a true-up: the fee that it tops up.' })
  trueUpParentFeeId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Null: invoices are not regenerated yet.' })
  originalFeeId?: null;

  @Field(() => String, { nullable: true, description: 'Null: there are no one-off invoices yet.' })
  description?: null;

  @Field(() => [PresentationBreakdownType], {
    nullable: true,
    description: 'Null when nothing is shown apart.',
  })
  presentationBreakdowns!: readonly PresentationBreakdown[] | null;

  @Field(() => FeeKind)
  feeType!: Fee['feeType'];

  @Field(() => JsonObject, {
    description: "How the charge model came to the amount; members are the model's.",
  })
  amountDetails!: Record<string, unknown>;

  @Field(() => DateTime, { nullable: true })
  succeededAt!: Date | null;

  @Field(() => DateTime, { nullable: true })
  failedAt!: Date | null;

  @Field(() => DateTime, { nullable: true })
  refundedAt!: Date | null;

  @Field(() => DateTime)
  createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType('FeeFilter', {
  description: 'Which fees to list; conditions are and-ed, both ends of a span are in it.',
})
export class FeeFilterInput implements FeeFilter {
  @Field(() => String, { nullable: true })
  externalCustomerId?: string | null;

  @Field(() => String, { nullable: true })
  externalSubscriptionId?: string | null;

  @Field(() => FeeKind, { nullable: true })
  feeType?: Fee['feeType'] | null;

  @Field(() => FeePaymentStatus, { nullable: true })
  paymentStatus?: Fee['paymentStatus'] | null;

  @Field(() => String, { nullable: true, description: 'Code of the metric, as the fee shows it.' })
  billableMetricCode?: string | null;

  @Field(() => CurrencyCode, { nullable: true })
  currency?: string | null;

  @Field(() => String, { nullable: true, description: 'Only fees made at an event have one.' })
  eventTransactionId?: string | null;

  @Field(() => DateTime, { nullable: true })
  createdAtFrom?: Date | null;

  @Field(() => DateTime, { nullable: true })
  createdAtTo?: Date | null;

  @Field(() => DateTime, { nullable: true })
  succeededAtFrom?: Date | null;

  @Field(() => DateTime, { nullable: true })
  succeededAtTo?: Date | null;

  @Field(() => DateTime, { nullable: true })
  failedAtFrom?: Date | null;

  @Field(() => DateTime, { nullable: true })
  failedAtTo?: Date | null;

  @Field(() => DateTime, { nullable: true })
  refundedAtFrom?: Date | null;

  @Field(() => DateTime, { nullable: true })
  refundedAtTo?: Date | null;
}

@InputType({ description: 'What became of a fee that stands alone.' })
export class UpdateFeeInput implements UpdateFee {
  @Field(() => ID)
  id!: string;

  @Field(() => FeePaymentStatus, { nullable: true, description: 'Left out: the fee stays as it is.' })
  paymentStatus?: Fee['paymentStatus'] | null;
}

@InputType()
export class DeleteFeeInput {
  @Field(() => ID)
  id!: string;
}

@ObjectType()
export class FeePayload {
  @Field(() => FeeType)
  fee!: FeeType;
}

@ObjectType()
export class DeleteFeePayload extends FeePayload {
  @Field(() => ID)
  deletedId!: string;
}

export const FeeConnection = connectionOf(FeeType, 'Fee');
