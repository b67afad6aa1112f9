import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../platform/api/context.js';
import { defineLoader } from '../../platform/api/loader.js';
import { Permission } from '../../platform/api/permissions.js';
import { JsonObject, SafeInt } from '../../platform/api/scalars.js';
import { BillableMetricType } from '../billable-metrics/billable-metric.schema.js';
import type { BillableMetricService } from '../billable-metrics/billable-metric.service.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import { TaxType } from '../taxes/tax.schema.js';
import type { Tax } from '../taxes/tax.table.js';
import { ChargePropertiesUnion, typedProperties } from './charge-properties.schema.js';
import { ChargeType } from './charge.schema.js';
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

  constructor(
    private readonly charges: ChargeService,
    private readonly billableMetrics: BillableMetricService,
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

  @FieldResolver(() => Boolean, { description: 'Not built yet: always false.' })
  payInAdvance(): boolean {
    return false;
  }

  @FieldResolver(() => Boolean, { description: 'Not built yet: always true.' })
  invoiceable(): boolean {
    return true;
  }

  @FieldResolver(() => Boolean, { description: 'Not built yet: always false.' })
  prorated(): boolean {
    return false;
  }

  @FieldResolver(() => SafeInt, { description: 'Not built yet: always 0.' })
  minAmountCents(): bigint {
    return 0n;
  }

  @FieldResolver(() => [JsonObject], { description: 'Not built yet: always empty.' })
  filters(): object[] {
    return [];
  }
}
