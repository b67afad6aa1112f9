import { Extensions, Field, ID, InputType, ObjectType } from 'type-graphql';
import type { FilterValues } from '../../../core/metering/filters.js';
import type { Group } from '../../../core/metering/groups.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { CurrencyCode } from '../../../platform/api/enums.js';
import { CalendarDate, DateTime, Decimal, JsonObject, SafeInt } from '../../../platform/api/scalars.js';
import { PresentationBreakdownType } from './presentation-breakdown.schema.js';
import type { UsageFilter } from './customer-usage.input.js';

@InputType('UsageFilter', {
  description: 'Selects part of the usage. If charges are selected in several ways, the first one applies.',
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
      'Only events with this value, or one of these values, for every key. Usage is then not grouped by these ' +
      'keys.',
  })
  @Extensions({ restAlias: 'filter_by_group' })
  group?: Record<string, unknown> | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Presentation group keys to break down by. Default all.',
  })
  @Extensions({ restAlias: 'filter_by_presentation' })
  presentation?: string[] | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether to ignore group keys. Default false.' })
  skipGrouping?: boolean | null;
}

@ObjectType('UsagePricingUnitDetails', {
  description:
    "Amount in the charge's pricing unit, before conversion. Cents are hundredths of the pricing unit.",
})
export class UsagePricingUnitDetailsType {
  @Field(() => SafeInt)
  amountCents!: bigint;

  @Field(() => String)
  shortName!: string;

  @Field(() => Decimal, { description: 'Currency units per pricing unit.' })
  conversionRate!: string;
}

export const PRICING_UNIT = { nullable: true, description: "Null if prices are in the plan's currency." };
export const PRESENTATION = { description: 'Empty if the charge has no presentation group keys.' };
export const FILTER_VALUES = {
  description: 'Matched values by key. Empty for usage that matches no filter.',
};
export const FILTER_NAME = {
  nullable: true,
  description: 'Invoice display name of the filter. Null for usage that matches no filter.',
};
export const GROUPED_BY = { description: 'Value of each pricing group key. Null where events have none.' };
export const FILTERS = {
  description: 'Usage of each filter, then usage that matches none. Empty if the charge has no filters.',
};
export const GROUPS = {
  description: 'Usage by values of the pricing group keys. Empty if there are no keys.',
};

@ObjectType()
export abstract class UsageFigures {
  @Field(() => Decimal)
  units!: string;

  @Field(() => Decimal, { description: 'Aggregated units; for a weighted sum, the current quantity.' })
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

@ObjectType('ChargeFilterUsage', { description: 'Current usage of one charge filter.' })
export class ChargeFilterUsageType extends UsageFigures {
  @Field(() => String, FILTER_NAME)
  invoiceDisplayName!: string | null;

  @Field(() => JsonObject, FILTER_VALUES)
  values!: FilterValues;
}

@ObjectType('GroupedUsage', { description: 'Current usage of one combination of group values.' })
export class GroupedUsageType extends UsageFigures {
  @Field(() => JsonObject, GROUPED_BY)
  groupedBy!: Group;

  @Field(() => [ChargeFilterUsageType], FILTERS)
  @TypicalItems(2)
  filters!: readonly ChargeFilterUsageType[];
}

@ObjectType('ChargeUsage', { description: 'Current usage of one charge.' })
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
  @Field(() => DateTime, { description: 'Start of the usage period.' })
  from!: Date;

  @Field(() => DateTime, { description: 'End of the usage period.' })
  to!: Date;

  @Field(() => CalendarDate, {
    description: "Issuing date of the invoice; before that, the last local day of the plan's period.",
  })
  issuingDate!: string;

  @Field(() => CurrencyCode)
  currency!: string;

  @Field(() => SafeInt, { description: 'Excluding taxes.' })
  amountCents!: bigint;

  @Field(() => SafeInt)
  taxesAmountCents!: bigint;

  @Field(() => SafeInt)
  totalAmountCents!: bigint;
}

@ObjectType('CustomerUsage', { description: 'Usage of a subscription in one billing period.' })
export class CustomerUsageType extends UsageSummaryFields {
  @Field(() => ID, {
    nullable: true,
    description: 'Id of the invoice that billed the usage. Null for the current period.',
  })
  invoiceId!: string | null;

  @TypicalItems(10)
  @Field(() => [ChargeUsageType], {
    description: "One entry per charge, sorted by metric name; in the plan's order if charges are selected.",
  })
  chargesUsage!: readonly ChargeUsageType[];
}
