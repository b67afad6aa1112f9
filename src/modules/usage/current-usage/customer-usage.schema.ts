import { Extensions, InputType, ObjectType } from 'type-graphql';
import type { FilterValues } from '../../../core/metering/filters.js';
import type { Group } from '../../../core/metering/groups.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import {
  Cents,
  Count,
  Currency,
  Day,
  DecimalText,
  Flag,
  Id,
  Instant,
  JsonMap,
  ListOf,
  Of,
  Text,
  Texts,
} from '../../../platform/api/members/fields.js';
import { PresentationBreakdownType } from './presentation-breakdown.schema.js';
import type { UsageFilter } from './customer-usage.input.js';

@InputType('UsageFilter', {
  description: 'Selects part of the usage. If charges are selected in several ways, the first one applies.',
})
export class UsageFilterInput implements UsageFilter {
  @Id.orNull() @Extensions({ restAlias: 'filter_by_charge_id' }) chargeId?: string | null;
  @Text.orNull() @Extensions({ restAlias: 'filter_by_charge_code' }) chargeCode?: string | null;
  @Text.orNull() @Extensions({ restAlias: 'filter_by_metric_code' }) billableMetricCode?: string | null;
  @JsonMap.orNull(
    'Only events with this value, or one of these values, for every key. Usage is then not grouped by these ' +
      'keys.',
  )
  @Extensions({ restAlias: 'filter_by_group' })
  group?: Record<string, unknown> | null;
  @Texts.orNull('Presentation group keys to break down by. Default all.')
  @Extensions({ restAlias: 'filter_by_presentation' })
  presentation?: string[] | null;
  @Flag.orNull('Whether to ignore group keys. Default false.') skipGrouping?: boolean | null;
}

@ObjectType('UsagePricingUnitDetails', {
  description:
    "Amount in the charge's pricing unit, before conversion. Cents are hundredths of the pricing unit.",
})
export class UsagePricingUnitDetailsType {
  @Cents() amountCents!: bigint;
  @Text() shortName!: string;
  @DecimalText('Currency units per pricing unit.') conversionRate!: string;
}

export const PRICING_UNIT =
  "Amounts in the pricing unit of the charge; null if prices are in the plan's currency.";
export const PRESENTATION =
  'Units broken down by the presentation group keys of the charge; empty if it has none.';
export const FILTER_VALUES = 'Matched values by key. Empty for usage that matches no filter.';
export const FILTER_NAME = 'Invoice display name of the filter. Null for usage that matches no filter.';
export const GROUPED_BY = 'Value of each pricing group key. Null where events have none.';
export const FILTERS =
  'Usage of each filter, then usage that matches none. Empty if the charge has no filters.';
export const GROUPS = 'Usage by values of the pricing group keys. Empty if there are no keys.';

@ObjectType()
export abstract class UsageFigures {
  @DecimalText() units!: string;
  @DecimalText('Aggregated units; for a weighted sum, the current quantity.') totalAggregatedUnits!: string;
  @Count() eventsCount!: bigint;
  @Cents() amountCents!: bigint;
  @Of.orNull(() => UsagePricingUnitDetailsType, PRICING_UNIT)
  pricingUnitDetails!: UsagePricingUnitDetailsType | null;
  @ListOf(() => PresentationBreakdownType, PRESENTATION)
  presentationBreakdowns!: readonly PresentationBreakdownType[];
}

@ObjectType('ChargeFilterUsage', { description: 'Current usage of one charge filter.' })
export class ChargeFilterUsageType extends UsageFigures {
  @Text.orNull(FILTER_NAME) invoiceDisplayName!: string | null;
  @JsonMap(FILTER_VALUES) values!: FilterValues;
}

@ObjectType('GroupedUsage', { description: 'Current usage of one combination of group values.' })
export class GroupedUsageType extends UsageFigures {
  @JsonMap(GROUPED_BY) groupedBy!: Group;
  @ListOf(() => ChargeFilterUsageType, FILTERS) @TypicalItems(2) filters!: readonly ChargeFilterUsageType[];
}

@ObjectType('ChargeUsage', { description: 'Current usage of one charge.' })
export class ChargeUsageType extends UsageFigures {
  @Currency() amountCurrency!: string;
  @ListOf(() => ChargeFilterUsageType, FILTERS) @TypicalItems(2) filters!: readonly ChargeFilterUsageType[];
  @ListOf(() => GroupedUsageType, GROUPS) @TypicalItems(2) groupedUsage!: readonly GroupedUsageType[];
}

@ObjectType()
export abstract class UsageSummaryFields {
  @Instant('Start of the usage period.') from!: Date;
  @Instant('End of the usage period.') to!: Date;
  @Day("Issuing date of the invoice; before that, the last local day of the plan's period.")
  issuingDate!: string;
  @Currency() currency!: string;
  @Cents('Amount of the usage excluding taxes, in minor units of the currency.') amountCents!: bigint;
  @Cents() taxesAmountCents!: bigint;
  @Cents() totalAmountCents!: bigint;
}

@ObjectType('CustomerUsage', { description: 'Usage of a subscription in one billing period.' })
export class CustomerUsageType extends UsageSummaryFields {
  @Id.orNull('Id of the invoice that billed the usage. Null for the current period.')
  invoiceId!: string | null;
  @TypicalItems(10)
  @ListOf(
    () => ChargeUsageType,
    'Usage of each charge, sorted by the name of its metric; in the order of the plan if charges are selected.',
  )
  chargesUsage!: readonly ChargeUsageType[];
}
