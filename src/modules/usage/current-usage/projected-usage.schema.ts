import { ObjectType } from 'type-graphql';
import type { FilterValues } from '../../../core/metering/filters.js';
import type { Group } from '../../../core/metering/groups.js';
import { TypicalItems } from '../../../platform/api/cost.js';
import {
  Cents,
  Currency,
  DecimalText,
  Id,
  JsonMap,
  ListOf,
  Of,
  Text,
} from '../../../platform/api/members/fields.js';
import { RestOnly } from '../../../platform/api/members/surfaces.js';
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
  @Cents() projectedAmountCents!: bigint;
}

@ObjectType()
export abstract class ProjectedFigures extends UsageFigures {
  @DecimalText() projectedUnits!: string;
  @Cents() projectedAmountCents!: bigint;
  @Of.orNull(() => ProjectedPricingUnitDetailsType, PRICING_UNIT)
  override pricingUnitDetails!: ProjectedPricingUnitDetailsType | null;
  @ListOf(() => PresentationBreakdownType, PRESENTATION)
  projectedPresentationBreakdowns!: readonly PresentationBreakdownType[];
}

@ObjectType('ProjectedChargeFilterUsage', { description: 'Projected usage of one charge filter.' })
export class ProjectedChargeFilterUsageType extends ProjectedFigures {
  @Text.orNull(FILTER_NAME) invoiceDisplayName!: string | null;
  @JsonMap(FILTER_VALUES) values!: FilterValues;
}

@ObjectType('ProjectedGroupedUsage', { description: 'Projected usage of one combination of group values.' })
export class ProjectedGroupedUsageType extends ProjectedFigures {
  @JsonMap(GROUPED_BY) groupedBy!: Group;
  @ListOf(() => ProjectedChargeFilterUsageType, FILTERS)
  @TypicalItems(2)
  filters!: readonly ProjectedChargeFilterUsageType[];
}

@ObjectType('ProjectedChargeUsage', { description: 'Current and projected usage of one charge.' })
export class ProjectedChargeUsageType extends ProjectedFigures {
  @Currency() amountCurrency!: string;
  @ListOf(() => ProjectedChargeFilterUsageType, FILTERS)
  @TypicalItems(2)
  filters!: readonly ProjectedChargeFilterUsageType[];
  @ListOf(() => ProjectedGroupedUsageType, GROUPS)
  @TypicalItems(2)
  groupedUsage!: readonly ProjectedGroupedUsageType[];
}

@ObjectType('CustomerProjectedUsage', {
  description:
    'Usage of a subscription in the current billing period, and its projection to the end of the period.',
})
export class CustomerProjectedUsageType extends UsageSummaryFields {
  @Id.orNull('Always null: a period that is not over is on no invoice.') @RestOnly() invoiceId?: null;
  @Cents(
    'Amount that the whole period would cost if usage went on as it has, excluding taxes, in minor units of the currency.',
  )
  projectedAmountCents!: bigint;
  @TypicalItems(10)
  @ListOf(() => ProjectedChargeUsageType, 'Usage of each charge, sorted by the name of its metric.')
  chargesUsage!: readonly ProjectedChargeUsageType[];
}
