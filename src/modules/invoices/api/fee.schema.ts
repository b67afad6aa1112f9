import { DecimalInGraphql, DeprecatedInGraphql, secondSpelling } from '../../../platform/api/surfaces.js';
import { Field, Float, ID, InputType, InterfaceType, ObjectType, registerEnumType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/connection.js';
import { pageArgsOf } from '../../../platform/api/page-args.js';
import { CurrencyCode, enumOf } from '../../../platform/api/enums.js';
import { DateTime, Decimal, JsonObject, SafeInt } from '../../../platform/api/scalars.js';
import { PresentationBreakdownType } from '../../usage/current-usage/presentation-breakdown.schema.js';
import { FeeAppliedTaxType } from './applied-tax.schema.js';
import { FEE_ITEM_TYPES, type FeeItem } from './fee-item.js';
import {
  type Fee,
  FEE_PAYMENT_STATUSES,
  FEE_TYPES,
  type PresentationBreakdown,
  type PricingUnitDetails,
} from '../records/fee.table.js';
import type { FeeFilter, UpdateFee } from '../records/fee.input.js';
import { feeOrders } from '../records/fee.list.js';
import { TestFilterInput } from '../../customers/test-filter.schema.js';

export const FeeKind = enumOf(FEE_TYPES);
registerEnumType(FeeKind, {
  name: 'FeeKind',
  description: 'Kind of fee.',
  valuesConfig: {
    add_on: { description: 'An add-on on a one-off invoice.' },
    charge: { description: 'Usage of a metric.' },
    commitment: { description: 'The shortfall to a minimum commitment.' },
    credit: { description: 'Prepaid credits.' },
    fixed_charge: { description: 'A fixed number of units of an add-on.' },
    subscription: { description: 'The base amount of the plan.' },
  },
});

export const FeeItemKind = enumOf(FEE_ITEM_TYPES);
registerEnumType(FeeItemKind, {
  name: 'FeeItemKind',
  description: 'Kind of item that a fee bills.',
  valuesConfig: {
    AddOn: { description: 'An add-on.' },
    BillableMetric: { description: 'The usage of a metric.' },
    Subscription: { description: 'A subscription.' },
    WalletTransaction: { description: 'Credits of a wallet.' },
  },
});

export const FeePaymentStatus = enumOf(FEE_PAYMENT_STATUSES);
registerEnumType(FeePaymentStatus, {
  name: 'FeePaymentStatus',
  description: 'Payment status of the invoice. Standalone fees have their own.',
  valuesConfig: {
    failed: { description: 'The payment failed.' },
    pending: { description: 'Not paid yet.' },
    refunded: { description: 'Paid, and paid back.' },
    succeeded: { description: 'Paid.' },
  },
});

@ObjectType('FeeItem', { description: 'Snapshot of the billed item, taken when it was billed.' })
export class FeeItemType implements FeeItem {
  @Field(() => FeeKind, { description: 'What kind of fee it is.' })
  type!: FeeItem['type'];

  @Field(() => String)
  code!: string;

  @Field(() => String)
  name!: string;

  @Field(() => String, { nullable: true })
  description!: string | null;

  @Field(() => String, { description: 'Name printed on the invoice.' })
  invoiceDisplayName!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Display name of the charge filter, or else its values.',
  })
  filterInvoiceDisplayName!: string | null;

  @Field(() => JsonObject, { nullable: true, description: 'Values by key that the charge filter matches.' })
  filters!: FeeItem['filters'];

  @Field(() => JsonObject, { description: 'Value of each pricing group key. Null where events have none.' })
  groupedBy!: FeeItem['groupedBy'];

  @Field(() => FeeItemKind, { description: 'The type of the record that the fee bills.' })
  itemType!: FeeItem['itemType'];

  @Field(() => ID, { nullable: true, description: 'Id of the billed item.' })
  itemId!: string | null;
}

@ObjectType('FeePricingUnitDetails', {
  description:
    "Amounts in the charge's pricing unit, before conversion. Cents are hundredths of the pricing unit.",
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

  @Field(() => SafeInt, { description: 'Average price of one unit, in hundredths of the pricing unit.' })
  unitAmountCents!: number;

  @Field(() => Decimal, { description: 'Price of one unit, in pricing units.' })
  preciseUnitAmount!: string;

  @Field(() => Decimal, { description: 'Currency units per pricing unit.' })
  conversionRate!: string;
}

@InterfaceType('FeeDetails', { description: 'What fees and estimates of fees have in common.' })
export abstract class FeeDetailsType {
  @Field(() => ID, { nullable: true, description: 'Null on an estimate, which is not stored.' })
  id?: string | null;

  @Field(() => ID)
  customerId!: string;

  @Field(() => String)
  externalCustomerId?: string;

  @Field(() => ID, { nullable: true })
  subscriptionId!: string | null;

  @Field(() => String, { nullable: true })
  externalSubscriptionId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Null if the fee is not, or not yet, on an invoice.' })
  invoiceId?: string | null;

  @Field(() => ID, { nullable: true })
  chargeId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Null for usage that matches no filter of the charge.' })
  chargeFilterId!: string | null;

  @Field(() => ID, { nullable: true })
  fixedChargeId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The true-up fee that brings the charge up to its minimum amount.',
  })
  trueUpFeeId?: string | null;

  @Field(() => ID, { nullable: true, description: 'On a true-up fee: the fee that it tops up.' })
  trueUpParentFeeId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Of a regenerated invoice: the fee that it takes over.' })
  originalFeeId?: string | null;

  @Field(() => String, { nullable: true, description: 'Transaction id of the event that created the fee.' })
  eventTransactionId!: string | null;

  @Field(() => FeePricingUnitDetailsType, {
    nullable: true,
    description: "Null if prices are in the plan's currency.",
  })
  pricingUnitDetails!: PricingUnitDetails | null;

  @Field(() => [PresentationBreakdownType], {
    nullable: true,
    description: 'Null if the charge has no presentation group keys.',
  })
  presentationBreakdowns?: readonly PresentationBreakdown[] | null;

  @Field(() => CurrencyCode, { name: 'amountCurrency' })
  currency!: string;

  @Field(() => SafeInt, { description: 'Before taxes and coupons.' })
  amountCents!: bigint;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'How the charge model computed the amount. The fields depend on the model. Null on an estimate.',
  })
  amountDetails?: Record<string, unknown> | null;

  @Field(() => Decimal)
  units!: string;

  @Field(() => Decimal, { nullable: true, description: 'Null for fees of other kinds than charges.' })
  totalAggregatedUnits!: string | null;

  @Field(() => Decimal, { description: 'Price of one unit, in currency units.' })
  preciseUnitAmount!: string;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Number of events that the fee bills. Null for fees of other kinds than charges.',
  })
  eventsCount!: bigint | null;

  @Field(() => Decimal, { description: "The fee's share of coupons and progressive billing credits." })
  preciseCouponsAmountCents!: string;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => Float, { name: 'taxesRate', description: 'Percentage.' })
  @DecimalInGraphql()
  taxesRatePercent!: string;

  @Field(() => [FeeAppliedTaxType])
  appliedTaxes?: FeeAppliedTaxType[];

  @Field(() => Boolean, {
    description: 'Whether the fee is due before the period that it pays for, or at each event.',
  })
  payInAdvance!: boolean;

  @Field(() => Boolean, { description: 'Whether the fee is put on an invoice.' })
  invoiceable!: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Taken from the invoice. False without an invoice, null on an estimate.',
  })
  selfBilled?: boolean | null;

  @Field(() => FeePaymentStatus, {
    description: 'Payment status of the invoice; a fee without an invoice has its own.',
  })
  paymentStatus!: Fee['paymentStatus'];

  @Field(() => DateTime, { nullable: true, description: 'When the payment succeeded; null if it did not.' })
  succeededAt?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When the payment failed; null if it did not.' })
  failedAt?: Date | null;

  @Field(() => DateTime, { nullable: true })
  refundedAt?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Null on an estimate.' })
  createdAt?: Date | null;
}

@ObjectType('Fee', {
  implements: FeeDetailsType,
  description: 'A line of an invoice, or a standalone fee.',
})
export class FeeType extends FeeDetailsType {
  @Field(() => ID)
  override id!: string;

  @Field(() => FeeKind, { description: 'What kind of fee it is.' })
  feeType!: Fee['feeType'];

  @Field(() => JsonObject, {
    description: 'How the charge model computed the amount. The fields depend on the model.',
  })
  override amountDetails!: Record<string, unknown>;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the change by hand that the fee has. Null for a fee as computed.',
  })
  adjustedFeeId!: string | null;

  @Field(() => DateTime)
  override createdAt!: Date;

  @Field(() => DateTime)
  updatedAt!: Date;
}

@InputType('FeeFilter', {
  description: 'Filters fees. All conditions must hold; ranges include both ends.',
})
export class FeeFilterInput extends TestFilterInput implements FeeFilter {
  @Field(() => String, { nullable: true })
  externalCustomerId?: string | null;

  @Field(() => String, { nullable: true })
  externalSubscriptionId?: string | null;

  @Field(() => FeeKind, { nullable: true, description: 'Only fees of this kind.' })
  feeType?: Fee['feeType'] | null;

  @Field(() => FeePaymentStatus, { nullable: true, description: 'Only fees with this payment status.' })
  paymentStatus?: Fee['paymentStatus'] | null;

  @Field(() => String, { nullable: true, description: 'Code of the billable metric, as shown on the fee.' })
  billableMetricCode?: string | null;

  @Field(() => CurrencyCode, { nullable: true })
  currency?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Transaction id of the event that created the fee. Only fees of charges billed in advance have one.',
  })
  eventTransactionId?: string | null;

  @Field(() => DateTime, { nullable: true, description: 'Created at this instant or later.' })
  @DeprecatedInGraphql(secondSpelling('createdAt: {gte: …}'))
  createdAtFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Created at this instant or earlier.' })
  @DeprecatedInGraphql(secondSpelling('createdAt: {lte: …}'))
  createdAtTo?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Paid at this instant or later.' })
  succeededAtFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Paid at this instant or earlier.' })
  succeededAtTo?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Payment failed at this instant or later.' })
  failedAtFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Payment failed at this instant or earlier.' })
  failedAtTo?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Refunded at this instant or later.' })
  refundedAtFrom?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Refunded at this instant or earlier.' })
  refundedAtTo?: Date | null;
}

@InputType({ description: 'The payment status of a standalone fee.' })
export class UpdateFeeInput implements UpdateFee {
  @Field(() => ID)
  id!: string;

  @Field(() => FeePaymentStatus, { nullable: true, description: 'If omitted, the fee does not change.' })
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

export const FeePageArgs = pageArgsOf('Fee', feeOrders, {
  filter: FeeFilterInput,
  search:
    "Matches part of the item's code or name, of the fee's display name, or of the customer's names, external id or e-mail.",
});
