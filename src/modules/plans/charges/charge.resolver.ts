import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../../platform/api/lists/page-connection.js';
import type { Context } from '../../../platform/api/context.js';
import { defineLoader } from '../../../platform/api/loader.js';
import { type ListArgs, listQuery } from '../../../platform/api/lists/page-args.js';
import { FailsWith } from '../../../platform/api/failures.js';
import { Permission } from '../../../platform/api/access/permissions.js';
import type { PlansNeeds } from '../plans.needs.js';
import { BillableMetricType } from '../../billable-metrics/billable-metric.schema.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import type { PricingUnit } from '../../pricing-units/pricing-unit.table.js';
import { TaxType } from '../../taxes/tax.schema.js';
import type { Tax } from '../../taxes/tax.table.js';
import { ChargeFilterType } from './filters/charge-filter.schema.js';
import type { ChargeFilter } from './filters/charge-filter.table.js';
import { ChargePropertiesUnion, typedProperties } from './properties/charge-properties.schema.js';
import {
  AppliedPricingUnitType,
  ChargeConnection,
  ChargePageArgs,
  ChargePayload,
  ChargeType,
  CreateChargeInput,
  DeleteChargeInput,
  DeleteChargePayload,
  UpdateChargeInput,
} from './charge.schema.js';
import type { ChargeService, FilterOfCharge } from './charge.service.js';
import type { Charge } from './charge.table.js';
import type { PlanChargeService } from './plan-charge.service.js';

interface Needs extends Pick<PlansNeeds, 'billableMetrics' | 'pricingUnits'> {
  readonly charges: ChargeService;
  readonly planCharges: PlanChargeService;
}

@Resolver(() => ChargeType)
export class ChargeResolver {
  private readonly metrics = defineLoader<string, BillableMetric>(
    ({ db, actor }, ids) => this.needs.billableMetrics.getMany(db, actor, ids),
    (id) => new Error(`The metric ${id} of a charge is missing.`),
  );
  private readonly taxesByCharge = defineLoader<string, Tax[]>(
    ({ db, actor }, ids) => this.needs.charges.taxesOf(db, actor, ids),
    () => [],
  );
  private readonly filtersByCharge = defineLoader<string, ChargeFilter[]>(
    ({ db, actor }, ids) => this.needs.charges.filtersOf(db, actor, ids),
    () => [],
  );
  private readonly pricingUnitsById = defineLoader<string, PricingUnit>(
    ({ db, actor }, ids) => this.needs.pricingUnits.getMany(db, actor, ids),
    (id) => new Error(`The pricing unit ${id} of a charge is missing.`),
  );

  private readonly parents = defineLoader<string, Charge>(
    ({ db, actor }, ids) => this.needs.charges.getMany(db, actor, ids),
    (id) => new Error(`The parent ${id} of a charge is missing.`),
  );

  constructor(private readonly needs: Needs) {}

  @Query(() => ChargeType, { description: 'A charge of a plan, by its code.' })
  @Permission('plan', 'read')
  charge(
    @Ctx() { db, actor }: Context,
    @Arg('planCode', () => String) planCode: string,
    @Arg('code', () => String) code: string,
  ): Promise<Charge> {
    return this.needs.planCharges.get(db, actor, { planCode, code });
  }

  @Query(() => ChargeConnection, {
    name: 'charges',
    description: 'Charges or fixed charges of a plan, newest first.',
  })
  @Permission('plan', 'read')
  async list(
    @Ctx() { db, actor, pageLimits }: Context,
    @Arg('planCode', () => String) planCode: string,
    @Args(() => ChargePageArgs) args: ListArgs,
  ): Promise<Connection<Charge>> {
    const query = listQuery(args, pageLimits);
    return new ChargeConnection(await this.needs.planCharges.list(db, actor, planCode, query));
  }

  @Mutation(() => ChargePayload, { description: 'Adds a charge to a plan.' })
  @Permission('plan', 'write')
  @FailsWith({
    notFound: ['plan', 'billable metric', 'tax'],
    fields: ['value_already_exist', 'invalid_charge_model', 'invalid_amount'],
  })
  async createCharge(
    @Ctx() context: Context,
    @Arg('input', () => CreateChargeInput) input: CreateChargeInput,
  ): Promise<{ charge: Charge }> {
    return { charge: await this.needs.planCharges.create(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => ChargePayload, { description: 'Updates a charge of a plan.' })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['charge', 'tax'], fields: ['invalid_charge_model', 'invalid_amount'] })
  async updateCharge(
    @Ctx() context: Context,
    @Arg('input', () => UpdateChargeInput) input: UpdateChargeInput,
  ): Promise<{ charge: Charge }> {
    return { charge: await this.needs.planCharges.update(context.beginWrite(), context.actor, input) };
  }

  @Mutation(() => DeleteChargePayload, {
    description: 'Deletes a charge of a plan. Existing fees keep showing it.',
  })
  @Permission('plan', 'write')
  @FailsWith({ notFound: ['charge'] })
  async deleteCharge(
    @Ctx() context: Context,
    @Arg('input', () => DeleteChargeInput) input: DeleteChargeInput,
  ): Promise<{ deletedId: string; charge: Charge }> {
    return {
      deletedId: input.id,
      charge: await this.needs.planCharges.delete(context.beginWrite(), context.actor, input),
    };
  }

  @FieldResolver(() => BillableMetricType)
  @Permission('billable_metric', 'read')
  billableMetric(@Root() charge: Charge, @Ctx() context: Context): Promise<BillableMetric> {
    return context.load(this.metrics, charge.billableMetricId);
  }

  @FieldResolver(() => ChargeType, {
    nullable: true,
    description:
      'The charge of the parent plan that this charge of a plan override was copied from, which may be deleted; null on other plans.',
  })
  parent(@Root() { parentId }: Charge, @Ctx() context: Context): Promise<Charge> | null {
    return parentId === null ? null : context.load(this.parents, parentId);
  }

  @FieldResolver(() => String)
  async billableMetricCode(@Root() charge: Charge, @Ctx() context: Context): Promise<string> {
    return (await context.load(this.metrics, charge.billableMetricId)).code;
  }

  @FieldResolver(() => ChargePropertiesUnion)
  properties(@Root() { chargeModel, properties }: Charge): object {
    return typedProperties(chargeModel, properties);
  }

  @FieldResolver(() => [TaxType], {
    description: 'Taxes applied to its fees. If empty, the taxes of the plan apply.',
  })
  @Permission('tax', 'read')
  taxes(@Root() { id }: Charge, @Ctx() context: Context): Promise<Tax[]> {
    return context.load(this.taxesByCharge, id);
  }

  @FieldResolver(() => [ChargeFilterType], {
    description: 'Filters with prices of their own, in the order in which they were sent.',
  })
  async filters(@Root() charge: Charge, @Ctx() context: Context): Promise<FilterOfCharge[]> {
    const filters = await context.load(this.filtersByCharge, charge.id);
    return filters.map((filter) => ({ ...filter, charge }));
  }

  @FieldResolver(() => AppliedPricingUnitType, {
    nullable: true,
    description:
      "Pricing unit of the charge and its conversion rate; null if prices are in the plan's currency.",
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
