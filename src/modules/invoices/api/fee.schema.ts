import {
  DecimalInGraphql,
  DeprecatedInGraphql,
  secondSpelling,
} from '../../../platform/api/members/surfaces.js';
import { Float, InputType, InterfaceType, ObjectType } from 'type-graphql';
import { connectionOf } from '../../../platform/api/lists/page-connection.js';
import { pageArgsOf } from '../../../platform/api/lists/page-args.js';
import { enumOf } from '../../../platform/api/members/enums.js';
import {
  Cents,
  Count,
  Currency,
  DecimalText,
  Flag,
  Id,
  Instant,
  JsonMap,
  ListOf,
  Of,
  Text,
} from '../../../platform/api/members/fields.js';
import { SafeInt } from '../../../platform/api/members/scalars.js';
import { idInput } from '../../../platform/api/members/shapes.js';
import { PresentationBreakdownType } from '../../usage/current-usage/presentation-breakdown.schema.js';
import { FeeAppliedTaxType } from './applied-tax.schema.js';
import { FEE_ITEM_TYPES, type FeeItem } from './fee-item.js';
import {
  type Fee,
  FEE_PAYMENT_STATUSES,
  FEE_TYPES,
  type PresentationBreakdown,
  type PricingUnitDetails,
} from '../records/fees/fee.table.js';
import type { FeeFilter, UpdateFee } from '../records/fees/fee.input.js';
import { feeOrders } from '../records/fees/fee.list.js';
import { TestFilterInput } from '../../customers/api/test-filter.schema.js';

export const FeeKind = enumOf(FEE_TYPES, 'FeeKind', 'Kind of fee.', {
  add_on: 'An add-on on a one-off invoice.',
  charge: 'Usage of a metric.',
  commitment: 'The shortfall to a minimum commitment.',
  credit: 'Prepaid credits.',
  fixed_charge: 'A fixed number of units of an add-on.',
  subscription: 'The base amount of the plan.',
});

export const FeeItemKind = enumOf(FEE_ITEM_TYPES, 'FeeItemKind', 'Kind of item that a fee bills.', {
  AddOn: 'An add-on.',
  BillableMetric: 'The usage of a metric.',
  Subscription: 'A subscription.',
  WalletTransaction: 'Credits of a wallet.',
});

export const FeePaymentStatus = enumOf(
  FEE_PAYMENT_STATUSES,
  'FeePaymentStatus',
  'Payment status of the invoice. Standalone fees have their own.',
  {
    failed: 'The payment failed.',
    pending: 'The fee is not paid yet.',
    refunded: 'The fee was paid, and the money paid back.',
    succeeded: 'Paid.',
  },
);

@ObjectType('FeeItem', { description: 'Snapshot of the billed item, taken when it was billed.' })
export class FeeItemType implements FeeItem {
  @Of(() => FeeKind, 'Kind of the fee: for usage, a subscription, an add-on, credits, and so on.')
  type!: FeeItem['type'];
  @Text('Code of the metric, add-on or plan that the fee bills.') code!: string;
  @Text('Name of the metric, add-on or plan that the fee bills.') name!: string;
  @Text.orNull('Description of the metric, add-on or plan that the fee bills; null if it has none.')
  description!: string | null;
  @Text('Name printed on the invoice.') invoiceDisplayName!: string;
  @Text.orNull('Display name of the charge filter, or else its values.')
  filterInvoiceDisplayName!: string | null;
  @JsonMap.orNull('Values by key that the charge filter matches.') filters!: FeeItem['filters'];
  @JsonMap('Value of each pricing group key. Null where events have none.') groupedBy!: FeeItem['groupedBy'];
  @Of(() => FeeItemKind, 'The type of the record that the fee bills.') itemType!: FeeItem['itemType'];
  @Id.orNull('Id of the billed item.') itemId!: string | null;
}

@ObjectType('FeePricingUnitDetails', {
  description:
    "Amounts in the charge's pricing unit, before conversion. Cents are hundredths of the pricing unit.",
})
export class FeePricingUnitDetailsType implements PricingUnitDetails {
  @Id() pricingUnitId!: string;
  @Text() pricingUnitCode!: string;
  @Text() shortName!: string;
  @Of(() => SafeInt) amountCents!: number;
  @DecimalText('The amount in minor units of the pricing unit before rounding, as exact decimal.')
  preciseAmountCents!: string;
  @Of(() => SafeInt, 'Average price of one unit, in hundredths of the pricing unit.')
  unitAmountCents!: number;
  @DecimalText('Price of one unit, in pricing units.') preciseUnitAmount!: string;
  @DecimalText('Currency units per pricing unit.') conversionRate!: string;
}

@InterfaceType('FeeDetails', { description: 'What fees and estimates of fees have in common.' })
export abstract class FeeDetailsType {
  @Id.orNull('Identifies the fee: a UUID that the server made. Null on an estimate, which is not stored.')
  id?: string | null;
  @Id() customerId!: string;
  @Text() externalCustomerId?: string;
  @Id.orNull() subscriptionId!: string | null;
  @Text.orNull() externalSubscriptionId?: string | null;
  @Id.orNull('Id of the invoice; null if the fee is not, or not yet, on an invoice.') invoiceId?:
    string | null;
  @Id.orNull() chargeId!: string | null;
  @Id.orNull('Id of the filter of the charge that the usage matches; null for usage that matches none.')
  chargeFilterId!: string | null;
  @Id.orNull() fixedChargeId?: string | null;
  @Id.orNull('The true-up fee that brings the charge up to its minimum amount.') trueUpFeeId?: string | null;
  @Id.orNull('Id of the fee that this true-up fee tops up to the minimum of the charge; null for other fees.')
  trueUpParentFeeId?: string | null;
  @Id.orNull(
    'Id of the fee of the voided invoice that this fee of a regenerated invoice replaces; null for other fees.',
  )
  originalFeeId?: string | null;
  @Text.orNull('Transaction id of the event that created the fee.') eventTransactionId!: string | null;
  @Of.orNull(
    () => FeePricingUnitDetailsType,
    "Amounts in the pricing unit of the charge; null if prices are in the plan's currency.",
  )
  pricingUnitDetails!: PricingUnitDetails | null;
  @ListOf.orNull(
    () => PresentationBreakdownType,
    'Units broken down by the presentation group keys of the charge; null if it has none.',
  )
  presentationBreakdowns?: readonly PresentationBreakdown[] | null;
  @Currency({ name: 'amountCurrency' }) currency!: string;
  @Cents('Amount of the fee before taxes and coupons, in minor units of the currency.') amountCents!: bigint;
  @JsonMap.orNull(
    'How the charge model computed the amount. The fields depend on the model. Null on an estimate.',
  )
  amountDetails?: Record<string, unknown> | null;
  @DecimalText() units!: string;
  @DecimalText.orNull('Units that the metric aggregated for the charge; null for fees of other kinds.')
  totalAggregatedUnits!: string | null;
  @DecimalText('Price of one unit, in currency units.') preciseUnitAmount!: string;
  @Count.orNull('Number of events that the fee bills. Null for fees of other kinds than charges.')
  eventsCount!: bigint | null;
  @DecimalText("The fee's share of coupons and progressive billing credits.")
  preciseCouponsAmountCents!: string;
  @Cents() taxesAmountCents!: bigint;
  @Of(() => Float, 'Average tax rate of the fee in percent: 20 means 20 %.', { name: 'taxesRate' })
  @DecimalInGraphql()
  taxesRatePercent!: string;
  @ListOf(() => FeeAppliedTaxType) appliedTaxes?: FeeAppliedTaxType[];
  @Flag('Whether the fee is due before the period that it pays for, or at each event.')
  payInAdvance!: boolean;
  @Flag('Whether the fee is put on an invoice.') invoiceable!: boolean;
  @Flag.orNull(
    'Whether the invoice is self-billed: issued by the organization for a partner. False without an invoice, null on an estimate.',
  )
  selfBilled?: boolean | null;
  @Of(() => FeePaymentStatus, 'Payment status of the invoice; a fee without an invoice has its own.')
  paymentStatus!: Fee['paymentStatus'];
  @Instant.orNull('When the payment succeeded; null if it did not.') succeededAt?: Date | null;
  @Instant.orNull('When the payment failed; null if it did not.') failedAt?: Date | null;
  @Instant.orNull() refundedAt?: Date | null;
  @Instant.orNull('When the fee was created; null on an estimate.') createdAt?: Date | null;
}

@ObjectType('Fee', {
  implements: FeeDetailsType,
  description: 'A line of an invoice, or a standalone fee.',
})
export class FeeType extends FeeDetailsType {
  @Id() override id!: string;
  @Of(() => FeeKind, 'Kind of the fee: for usage, a subscription, an add-on, credits, and so on.')
  feeType!: Fee['feeType'];
  @JsonMap('How the charge model computed the amount. The fields depend on the model.')
  override amountDetails!: Record<string, unknown>;
  @Id.orNull('Id of the change by hand that the fee has. Null for a fee as computed.')
  adjustedFeeId!: string | null;
  @Instant() override createdAt!: Date;
  @Instant() updatedAt!: Date;
}

@InputType('FeeFilter', {
  description: 'Filters fees. All conditions must hold; ranges include both ends.',
})
export class FeeFilterInput extends TestFilterInput implements FeeFilter {
  @Text.orNull() externalCustomerId?: string | null;
  @Text.orNull() externalSubscriptionId?: string | null;
  @Of.orNull(() => FeeKind, 'Only fees of this kind.') feeType?: Fee['feeType'] | null;
  @Of.orNull(() => FeePaymentStatus, 'Only fees with this payment status.')
  paymentStatus?: Fee['paymentStatus'] | null;
  @Text.orNull('Code of the billable metric, as shown on the fee.') billableMetricCode?: string | null;
  @Currency.orNull() currency?: string | null;
  @Text.orNull(
    'Transaction id of the event that created the fee. Only fees of charges billed in advance have one.',
  )
  eventTransactionId?: string | null;
  @Instant.orNull('Created at this instant or later.')
  @DeprecatedInGraphql(secondSpelling('createdAt: {gte: …}'))
  createdAtFrom?: Date | null;
  @Instant.orNull('Created at this instant or earlier.')
  @DeprecatedInGraphql(secondSpelling('createdAt: {lte: …}'))
  createdAtTo?: Date | null;
  @Instant.orNull('Paid at this instant or later.') succeededAtFrom?: Date | null;
  @Instant.orNull('Paid at this instant or earlier.') succeededAtTo?: Date | null;
  @Instant.orNull('Payment failed at this instant or later.') failedAtFrom?: Date | null;
  @Instant.orNull('Payment failed at this instant or earlier.') failedAtTo?: Date | null;
  @Instant.orNull('Refunded at this instant or later.') refundedAtFrom?: Date | null;
  @Instant.orNull('Refunded at this instant or earlier.') refundedAtTo?: Date | null;
}

@InputType({ description: 'The payment status of a standalone fee.' })
export class UpdateFeeInput implements UpdateFee {
  @Id() id!: string;
  @Of.orNull(() => FeePaymentStatus, 'The new payment status. If omitted, the fee does not change.')
  paymentStatus?: Fee['paymentStatus'] | null;
}

export const DeleteFeeInput = idInput('DeleteFeeInput');

@ObjectType()
export class FeePayload {
  @Of(() => FeeType) fee!: FeeType;
}

@ObjectType()
export class DeleteFeePayload extends FeePayload {
  @Id() deletedId!: string;
}

export const FeeConnection = connectionOf(FeeType, 'Fee');

export const FeePageArgs = pageArgsOf('Fee', feeOrders, {
  filter: FeeFilterInput,
  search:
    "Matches part of the item's code or name, of the fee's display name, or of the customer's names, external id or e-mail.",
});
