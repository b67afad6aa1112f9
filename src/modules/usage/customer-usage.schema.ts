import { Extensions, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { FilterValues } from '../../core/metering/filters.js';
import type { Group } from '../../core/metering/groups.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { CalendarDate, DateTime, Decimal, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import { PresentationBreakdownType } from './presentation-breakdown.schema.js';
import type { UsageFilter } from './customer-usage.input.js';

@InputType('UsageFilter', {
  description: 'Which part of the usage is wanted. Of several ways to choose charges the first one counts.',
})
export class UsageFilterInput implements UsageFilter {
  @Field(() => ID, { nullable: true })
  @Extensions({ restAlias: 'filter_by_charge_id' })
  chargeId?: string | null;

  @Field(() => String, { nullable: true })
  @Extensions({ restAlias: 'filter_by_charge_code' })
  chargeCode?: string | null;

  @Field(() => String, { nullable: true })
  @Extensions({ restAlias: 'filter_by_metric_code' })
  billableMetricCode?: string | null;

  @Field(() => JsonObject, {
    nullable: true,
    description:
      'Only events that have this value, or one of these, of every key; the keys then group nothing.',
  })
  @Extensions({ restAlias: 'filter_by_group' })
  group?: Record<string, unknown> | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The presentation keys to break down by; default all.',
  })
  @Extensions({ restAlias: 'filter_by_presentation' })
  presentation?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Leaves group keys out of account. Default false.' })
  skipGrouping?: boolean | null;
}

@ObjectType('UsagePricingUnitDetails', {
  description: 'The amount in the pricing unit of a charge, before its conversion; cents are its hundredths.',
})
export class UsagePricingUnitDetailsType {
  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => String)
  shortName!: string;

  @Field(() => Decimal, { description: 'Currency units for one pricing unit.' })
  conversionRate!: string;
}

export const PRICING_UNIT = { nullable: true, description: 'Null when prices are in the currency.' };
export const PRESENTATION = { description: 'Empty without presentation keys.' };
export const FILTER_VALUES = { description: 'Accepted values by key; empty for what no filter takes.' };
export const FILTER_NAME = {
  nullable: true,
  description: 'As the filter has it; null for what no filter takes.',
};
export const GROUPED_BY = { description: 'Value of each pricing group key; null where events have none.' };
export const FILTERS = {
  description: 'Each filter, then what no filter takes. Empty when the charge has none.',
};
export const GROUPS = { description: 'By the values of pricing group keys. Empty when there are none.' };

@ObjectType()
export abstract class UsageFigures {
  @Field(() => Decimal)
  units!: string;

  @Field(() => Decimal, { description: 'The same, but the quantity itself for a weighted sum.' })
  totalAggregatedUnits!: string;

  @Field(() => SafeInt)
  eventsCount!: bigint;

  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => UsagePricingUnitDetailsType, PRICING_UNIT)
  pricingUnitDetails!: UsagePricingUnitDetailsType | null;

  @Field(() => [PresentationBreakdownType], PRESENTATION)
  presentationBreakdowns!: readonly PresentationBreakdownType[];
}

@ObjectType('ChargeFilterUsage', { description: 'What one filter of a charge comes to.' })
export class ChargeFilterUsageType extends UsageFigures {
  @Field(() => String, FILTER_NAME)
  invoiceDisplayName!: string | null;

  @Field(() => JsonObject, FILTER_VALUES)
  values!: FilterValues;
}

@ObjectType('GroupedUsage', { description: 'What one combination of group values comes to.' })
export class GroupedUsageType extends UsageFigures {
  @Field(() => JsonObject, GROUPED_BY)
  groupedBy!: Group;

  @Field(() => [ChargeFilterUsageType], FILTERS)
  @TypicalItems(2)
  filters!: readonly ChargeFilterUsageType[];
}

@ObjectType('ChargeUsage', { description: 'What one charge comes to so far.' })
export class ChargeUsageType extends UsageFigures {
  @Field(() => CurrencyCode)
  amountCurrency!: string;

  @Field(() => [ChargeFilterUsageType], FILTERS)
  @TypicalItems(2)
  filters!: readonly ChargeFilterUsageType[];

  @Field(() => [GroupedUsageType], GROUPS)
  @TypicalItems(2)
  groupedUsage!: readonly GroupedUsageType[];
}

@ObjectType()
export abstract class UsageSummaryFields {
  @Field(() => DateTime, { description: 'Start of the window whose events are counted.' })
  fromDatetime!: Date;

  @Field(() => DateTime, { description: 'Its end.' })
  toDatetime!: Date;

  @Field(() => CalendarDate, {
    description: 'Of the invoice; before there is one, the last local day of the plan period.',
  })
  issuingDate!: string;

  @Field(() => ID, { nullable: true, description: 'Null while the period is in progress.' })
  invoiceId!: string | null;

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt, { description: 'Without taxes.' })
  amountCents!: bigint;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => SafeInt)
  totalAmountCents!: bigint;
}

@ObjectType('CustomerUsage', { description: 'What a subscription has used in one period.' })
export class CustomerUsageType extends UsageSummaryFields {
  @TypicalItems(10)
  @Field(() => [ChargeUsageType], {
    description: 'One per charge, by name of the metric; in the order of the plan when charges are chosen.',
  })
  chargesUsage!: readonly ChargeUsageType[];
}
