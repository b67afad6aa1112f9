import { Field, ID, ObjectType } from 'type-graphql';
import type { FilterValues } from '../../../core/metering/filters.js';
import type { Group } from '../../../core/metering/groups.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import { CurrencyCode } from '../../../platform/api/enums.js';
import { Decimal, JsonObject, SafeInt } from '../../../platform/api/scalars.js';
import { RestOnly } from '../../../platform/api/surfaces.js';
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
  description:
    "Amounts in the charge's pricing unit, before conversion. Cents are hundredths of the pricing unit.",
})
class ProjectedPricingUnitDetailsType extends UsagePricingUnitDetailsType {
  @Field(() => SafeInt)
  projectedAmountCents!: bigint;
}

@ObjectType()
export abstract class ProjectedFigures extends UsageFigures {
  @Field(() => Decimal)
  projectedUnits!: string;

  @Field(() => SafeInt)
  projectedAmountCents!: bigint;

  @Field(() => ProjectedPricingUnitDetailsType, PRICING_UNIT)
  override pricingUnitDetails!: ProjectedPricingUnitDetailsType | null;

  @Field(() => [PresentationBreakdownType], PRESENTATION)
  projectedPresentationBreakdowns!: readonly PresentationBreakdownType[];
}

@ObjectType('ProjectedChargeFilterUsage', { description: 'Projected usage of one charge filter.' })
export class ProjectedChargeFilterUsageType extends ProjectedFigures {
  @Field(() => String, FILTER_NAME)
  invoiceDisplayName!: string | null;

  @Field(() => JsonObject, FILTER_VALUES)
  values!: FilterValues;
}

@ObjectType('ProjectedGroupedUsage', { description: 'Projected usage of one combination of group values.' })
export class ProjectedGroupedUsageType extends ProjectedFigures {
  @Field(() => JsonObject, GROUPED_BY)
  groupedBy!: Group;

  @Field(() => [ProjectedChargeFilterUsageType], FILTERS)
  @TypicalItems(2)
  filters!: readonly ProjectedChargeFilterUsageType[];
}

@ObjectType('ProjectedChargeUsage', { description: 'Current and projected usage of one charge.' })
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
    'Usage of a subscription in the current billing period, and its projection to the end of the period.',
})
export class CustomerProjectedUsageType extends UsageSummaryFields {
  @Field(() => ID, {
    nullable: true,
    description: 'Always null: a period that is not over is on no invoice.',
  })
  @RestOnly()
  invoiceId?: null;

  @Field(() => SafeInt, { description: 'Excluding taxes.' })
  projectedAmountCents!: bigint;

  @TypicalItems(10)
  @Field(() => [ProjectedChargeUsageType], { description: 'One entry per charge, sorted by metric name.' })
  chargesUsage!: readonly ProjectedChargeUsageType[];
}
