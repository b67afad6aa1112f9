import { type FilterValues, trimFilterValues } from '../../core/metering/filters.js';
import type { Actor } from '../../platform/actor.js';
import { groupBy, indexBy } from '../../platform/api/loader.js';
import type { Clock } from '../../platform/clock.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/ids.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { FieldErrors } from '../../platform/errors/field-errors.js';
import type { BillableMetricService } from '../billable-metrics/billable-metric.service.js';
import type { BillableMetric } from '../billable-metrics/billable-metric.table.js';
import type { PricingUnitService } from '../pricing-units/pricing-unit.service.js';
import type { TaxService } from '../taxes/tax.service.js';
import type { Tax } from '../taxes/tax.table.js';
import { chargeFilterRepository } from './charge-filter.repository.js';
import type { WantedFilter } from './charge-filter.rules.js';
import type { ChargeFilter } from './charge-filter.table.js';
import { chargeRepository } from './charge.repository.js';
import { demandsOf } from './charge-demands.js';
import { checkCharges, type ChargeSituation, type WantedCharge } from './charge.rules.js';
import type { UpdatePlanChargeInput } from './charge.schema.js';
import type { Charge } from './charge.table.js';
import type { Plan } from './plan.table.js';

interface Dependencies {
  readonly metrics: BillableMetricService;
  readonly pricingUnits: PricingUnitService;
  readonly taxes: TaxService;
  readonly clock: Clock;
}

/** A charge that was found right, with the id and metric it will have. */
type SettledCharge = WantedCharge & { readonly id: string; readonly metric: BillableMetric };

/** The charges of plans. Source: charges.md §1. */
export class ChargeService {
  constructor(private readonly dependencies: Dependencies) {}

  /** The charges of plans, by plan id, in their order. */
  async ofPlans(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, Charge[]>> {
    const charges = await chargeRepository.findByPlans(db, actor.organizationId, planIds);
    return groupBy(charges, (charge) => charge.planId);
  }

  /** The taxes of charges, by charge id. */
  async taxesOf(db: Db, actor: Actor, chargeIds: readonly string[]): Promise<Map<string, Tax[]>> {
    const rows = await chargeRepository.findTaxes(db, actor.organizationId, chargeIds);
    const groups = groupBy(rows, (row) => row.chargeId);
    return new Map([...groups].map(([chargeId, group]) => [chargeId, group.map((row) => row.tax)]));
  }

  /** The filters of charges, by charge id, in their order. */
  async filtersOf(db: Db, actor: Actor, chargeIds: readonly string[]): Promise<Map<string, ChargeFilter[]>> {
    const filters = await chargeFilterRepository.findByCharges(db, actor.organizationId, chargeIds);
    return groupBy(filters, (filter) => filter.chargeId);
  }

  /** Whether a plan that is not deleted has a charge on the metric. */
  usesMetric(db: Db, actor: Actor, metricId: string): Promise<boolean> {
    return chargeRepository.existsOnMetric(db, actor.organizationId, metricId);
  }

  /** Deletes the charges on a metric softly, on every plan. */
  deleteOfMetric(tx: Tx, actor: Actor, metricId: string): Promise<void> {
    return chargeRepository.deleteByMetric(tx, actor.organizationId, metricId, this.dependencies.clock.now());
  }

  /**
   * Takes from the filters of a metric's charges the values that the metric no longer declares; a filter without any
   * left goes. Source: aggregations.md §1.
   */
  async trimFilters(tx: Tx, actor: Actor, metricId: string, declared: FilterValues): Promise<void> {
    const filters = await chargeFilterRepository.findByMetric(tx, actor.organizationId, metricId);
    const now = this.dependencies.clock.now();
    const trimmed = filters.flatMap((filter) => {
      const values = trimFilterValues(filter.values, declared);
      if (values === filter.values) return [];
      const isEmpty = Object.keys(values).length === 0;
      return [isEmpty ? { ...filter, deletedAt: now } : { ...filter, values, updatedAt: now }];
    });
    await chargeFilterRepository.save(tx, trimmed);
  }

  /**
   * Reports what is wrong with the list of a plan's charges. Their metrics then cannot change or go until the
   * transaction ends.
   * @param planId null: the plan is new.
   * @returns the charges, to be used when nothing was reported.
   */
  async check(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    inputs: readonly UpdatePlanChargeInput[],
    plan: { readonly planId: string | null; readonly subscribed: boolean },
  ): Promise<WantedCharge[]> {
    return checkCharges(errors, inputs, await this.situation(tx, actor, inputs, plan));
  }

  /**
   * Makes the wanted charges, which `check` has found right, the charges of a plan.
   * @throws AppError `billable_metrics_not_found`, `tax_not_found`.
   */
  async replace(tx: Tx, actor: Actor, { id: planId }: Plan, wanted: readonly WantedCharge[]): Promise<void> {
    const { organizationId } = actor;
    const at = this.dependencies.clock.now();
    const settled = wanted.map((charge) => settle(charge, 'billable_metrics'));
    const taken = new Set(settled.flatMap(({ code }) => code ?? []));
    const charges = settled.map((charge, position) =>
      chargeRow({ organizationId, planId, position, at }, charge, taken),
    );
    await chargeRepository.replace(tx, { organizationId, planId, at }, charges);
    await this.replaceFilters(tx, actor, settled);
    await this.replaceTaxes(tx, actor, settled);
  }

  /** Everything that charges are checked against. */
  private async situation(
    tx: Tx,
    actor: Actor,
    inputs: readonly UpdatePlanChargeInput[],
    { planId, subscribed }: { readonly planId: string | null; readonly subscribed: boolean },
  ): Promise<ChargeSituation> {
    const { metrics, pricingUnits } = this.dependencies;
    const charges = planId === null ? [] : ((await this.ofPlans(tx, actor, [planId])).get(planId) ?? []);
    const chargeIds = charges.map(({ id }) => id);
    const filters = await this.filtersOf(tx, actor, chargeIds);
    const metricIds = [...charges, ...inputs].flatMap(({ billableMetricId }) => billableMetricId ?? []);
    await metrics.provide(tx, actor, demandsOf(inputs, charges));
    const held = await metrics.hold(tx, actor, metricIds);
    const declared = await metrics.filterValuesOf(tx, actor, [...held.keys()]);
    const unitCodes = inputs.flatMap(({ appliedPricingUnit }) => appliedPricingUnit?.code ?? []);
    return {
      subscribed,
      existing: new Map(
        charges.map((charge) => [charge.id, { charge, filters: filters.get(charge.id) ?? [] }]),
      ),
      metrics: new Map([...held].map(([id, metric]) => [id, { metric, declared: declared.get(id) ?? {} }])),
      pricingUnits: await pricingUnits.findByCodes(tx, actor, unitCodes),
    };
  }

  private async replaceFilters(tx: Tx, actor: Actor, charges: readonly SettledCharge[]): Promise<void> {
    const { organizationId } = actor;
    const at = this.dependencies.clock.now();
    const filtered = charges.filter(({ filters }) => filters !== undefined);
    const rows = filtered.flatMap(({ id: chargeId, filters = [] }) =>
      filters.map((filter, position) => filterRow({ organizationId, chargeId, position, at }, filter)),
    );
    const chargeIds = filtered.map(({ id }) => id);
    await chargeFilterRepository.replace(tx, { organizationId, chargeIds, at }, rows);
  }

  /** @throws AppError `tax_not_found`. */
  private async replaceTaxes(tx: Tx, actor: Actor, charges: readonly SettledCharge[]): Promise<void> {
    const { organizationId } = actor;
    const retaxed = charges.filter(({ taxCodes }) => taxCodes !== undefined);
    const codes = retaxed.flatMap(({ taxCodes = [] }) => taxCodes);
    const taxes = indexBy(await this.dependencies.taxes.getByCodes(tx, actor, codes), ({ code }) => code);
    const rows = retaxed.flatMap(({ id: chargeId, taxCodes = [] }) =>
      [...new Set(taxCodes)].flatMap((code) => {
        const tax = taxes.get(code);
        return tax === undefined ? [] : [{ organizationId, chargeId, taxId: tax.id }];
      }),
    );
    const chargeIds = retaxed.map(({ id }) => id);
    await chargeRepository.replaceTaxes(tx, organizationId, chargeIds, rows);
  }
}

/** @throws AppError `<resource>_not_found` when its metric is not known. */
function settle(charge: WantedCharge, resource: string): SettledCharge {
  const { metric } = charge;
  if (metric === null) throw notFound(resource);
  return { ...charge, metric, id: charge.current?.id ?? newId() };
}

interface Place {
  readonly organizationId: string;
  /** In the list as it was sent. */
  readonly position: number;
  readonly at: Date;
}

/** @param taken codes of the plan's charges; a default code is chosen beside them, and added. */
function chargeRow(
  { organizationId, planId, position, at }: Place & { readonly planId: string },
  charge: SettledCharge,
  taken: Set<string>,
): Charge {
  return {
    id: charge.id,
    organizationId,
    planId,
    billableMetricId: charge.metric.id,
    code: charge.code ?? freeCode(charge.metric.code, taken),
    invoiceDisplayName: charge.invoiceDisplayName,
    chargeModel: charge.chargeModel,
    properties: charge.properties,
    payInAdvance: charge.payInAdvance,
    invoiceable: charge.invoiceable,
    regroupPaidFees: charge.regroupPaidFees,
    prorated: charge.prorated,
    minAmountCents: charge.minAmountCents,
    pricingUnitId: charge.pricingUnitId,
    conversionRate: charge.conversionRate,
    position,
    deletedAt: null,
    createdAt: charge.current?.createdAt ?? at,
    updatedAt: at,
  };
}

function filterRow(
  { organizationId, chargeId, position, at }: Place & { readonly chargeId: string },
  { current, values, properties, invoiceDisplayName }: WantedFilter,
): ChargeFilter {
  return {
    id: current?.id ?? newId(),
    organizationId,
    chargeId,
    values,
    properties,
    invoiceDisplayName,
    position,
    deletedAt: null,
    createdAt: current?.createdAt ?? at,
    updatedAt: at,
  };
}

/** The first of `code`, `code_2`, `code_3`, ... that no charge has; it is then taken. */
function freeCode(code: string, taken: Set<string>): string {
  let free = code;
  for (let number = 2; taken.has(free); number += 1) free = `${code}_${number}`;
  taken.add(free);
  return free;
}
