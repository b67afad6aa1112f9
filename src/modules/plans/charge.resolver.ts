import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { defineLoader } from '../../platform/api/loader.js';
import { Permission } from '../../platform/api/permissions.js';
import { BillableMetricType } from '../billable-metrics/billable-metric.schema.js';
import type { BillableMetricService } from '../billable-metrics/billable-metric.service.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import type { PricingUnitService } from '../pricing-units/pricing-unit.service.js';
import type { PricingUnit } from '../pricing-units/pricing-unit.table.js';
import { TaxType } from '../taxes/tax.schema.js';
import type { Tax } from '../taxes/tax.table.js';
import type { FilterOfCharge } from './charge-filter.resolver.js';
import { ChargeFilterType } from './charge-filter.schema.js';
import type { ChargeFilter } from './charge-filter.table.js';
import { ChargePropertiesUnion, typedProperties } from './charge-properties.schema.js';
import { AppliedPricingUnitType, ChargeType } from './charge.schema.js';
import type { ChargeService } from './charge.service.js';
import type { Charge } from './charge.table.js';

@Resolver(() => ChargeType)
export class ChargeResolver {
  private readonly metrics = defineLoader<string, BillableMetric>(
    ({ db, actor }, ids) => this.billableMetrics.getMany(db, actor, ids),
    (id) => new Error(`The metric ${id} of a charge is missing.`),
  );
  private readonly taxesByCharge = defineLoader<string, Tax[]>(
    ({ db, actor }, ids) => this.charges.taxesOf(db, actor, ids),
    () => [],
  );
  private readonly filtersByCharge = defineLoader<string, ChargeFilter[]>(
    ({ db, actor }, ids) => this.charges.filtersOf(db, actor, ids),
    () => [],
  );
  private readonly pricingUnitsById = defineLoader<string, PricingUnit>(
    ({ db, actor }, ids) => this.pricingUnits.getMany(db, actor, ids),
    (id) => new Error(`The pricing unit ${id} of a charge is missing.`),
  );

  constructor(
    private readonly charges: ChargeService,
    private readonly billableMetrics: BillableMetricService,
    private readonly pricingUnits: PricingUnitService,
  ) {}

  @FieldResolver(() => BillableMetricType)
  @Permission('billable_metric', 'read')
  billableMetric(@Root() charge: Charge, @Ctx() context: Context): Promise<BillableMetric> {
    return context.load(this.metrics, charge.billableMetricId);
  }

  @FieldResolver(() => String)
  async billableMetricCode(@Root() charge: Charge, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.metrics, charge.billableMetricId)).code;
  }

  @FieldResolver(() => ChargePropertiesUnion)
  properties(@Root() { chargeModel, properties }: Charge): object {
    return typedProperties(chargeModel, properties);
  }

  @FieldResolver(() => [TaxType], { description: 'Taxes of its fees; none: those of the plan.' })
  @Permission('tax', 'read')
  taxes(@Root() { id }: Charge, @Ctx() context: Context): Promise<Tax[]> {
    return context.load(this.taxesByCharge, id);
  }

  @FieldResolver(() => [ChargeFilterType], { description: 'In the order they were sent.' })
  async filters(@Root() charge: Charge, @Ctx() context: Context): Promise<FilterOfCharge[]> {
    const filters = await context.load(this.filtersByCharge, charge.id);
    return filters.map((filter) => ({ ...filter, charge }));
  }

  @FieldResolver(() => AppliedPricingUnitType, {
    nullable: true,
    description: "Null: prices are in the plan's currency.",
  })
  async appliedPricingUnit(
    @Root() { pricingUnitId, conversionRate }: Charge,
    @Ctx() context: Context,
  ): Promise<{ code: string; conversionRate: string } | null> {
    if (pricingUnitId === null || conversionRate === null) return null;
    const { code } = await context.load(this.pricingUnitsById, pricingUnitId);
    return { code, conversionRate };
  }
}
