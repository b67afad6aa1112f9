import { Field, ObjectType } from 'type-graphql';
import type { FilterValues } from '../../core/metering/filters.js';
import type { Group } from '../../core/metering/groups.js';
import { TypicalItems } from '../../platform/api/cost.js';
import { CurrencyCode } from '../../platform/api/enums.js';
import { Decimal, JsonObject, SafeInt } from '../../platform/api/scalars.js';
import {
  FILTER_NAME,
  FILTER_VALUES,
  FILTERS,
  GROUPED_BY,
  GROUPS,
  PRESENTATION,
  PRICING_UNIT,
  UsageFigures,
  UsagePricingUnitDetailsType,
  UsageSummaryFields,
} from './customer-usage.schema.js';
import { PresentationBreakdownType } from './presentation-breakdown.schema.js';

@ObjectType('ProjectedPricingUnitDetails', {
  description: 'Amounts in the pricing unit of a charge, before their conversion; cents are its hundredths.',
})
class ProjectedPricingUnitDetailsType extends UsagePricingUnitDetailsType {
  @Field(() => SafeInt)
  projectedAmountCents!: bigint;
}

@ObjectType()
abstract class ProjectedFigures extends UsageFigures {
  @Field(() => Decimal)
  projectedUnits!: string;

  @Field(() => SafeInt)
  projectedAmountCents!: bigint;

  @Field(() => ProjectedPricingUnitDetailsType, PRICING_UNIT)
  override pricingUnitDetails!: ProjectedPricingUnitDetailsType | null;

  @Field(() => [PresentationBreakdownType], PRESENTATION)
  projectedPresentationBreakdowns!: readonly PresentationBreakdownType[];
}

@ObjectType('ProjectedChargeFilterUsage', { description: 'What one filter of a charge will come to.' })
class ProjectedChargeFilterUsageType extends ProjectedFigures {
  @Field(() => String, FILTER_NAME)
  invoiceDisplayName!: string | null;

  @Field(() => JsonObject, FILTER_VALUES)
  values!: FilterValues;
}

@ObjectType('ProjectedGroupedUsage', { description: 'What one combination of group values will come to.' })
class ProjectedGroupedUsageType extends ProjectedFigures {
  @Field(() => JsonObject, GROUPED_BY)
  groupedBy!: Group;

  @Field(() => [ProjectedChargeFilterUsageType], FILTERS)
  @TypicalItems(2)
  filters!: readonly ProjectedChargeFilterUsageType[];
}

@ObjectType('ProjectedChargeUsage', { description: 'What one charge comes to so far, and will at the end.' })
export class ProjectedChargeUsageType extends ProjectedFigures {
  @Field(() => CurrencyCode)
  amountCurrency!: string;

  @Field(() => [ProjectedChargeFilterUsageType], FILTERS)
  @TypicalItems(2)
  filters!: readonly ProjectedChargeFilterUsageType[];

  @Field(() => [ProjectedGroupedUsageType], GROUPS)
  @TypicalItems(2)
  groupedUsage!: readonly ProjectedGroupedUsageType[];
}

@ObjectType('CustomerProjectedUsage', {
  description:
    'What a subscription has used in the period in progress, and will have if it goes on like this.',
})
export class CustomerProjectedUsageType extends UsageSummaryFields {
  @Field(() => SafeInt, { description: 'Without taxes.' })
  projectedAmountCents!: bigint;

  @TypicalItems(10)
  @Field(() => [ProjectedChargeUsageType], { description: 'One per charge, by name of the metric.' })
  chargesUsage!: readonly ProjectedChargeUsageType[];
}
