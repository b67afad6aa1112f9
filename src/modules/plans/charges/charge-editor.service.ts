import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import { newId } from '../../../platform/db/tables/ids.js';
import { notFound } from '../../../platform/errors/app-error.js';
import { FieldErrors } from '../../../platform/errors/field-errors.js';
import type { PlansNeeds } from '../plans.needs.js';
import type { BillableMetricService } from '../../billable-metrics/billable-metric.service.js';
import type { BillableMetric } from '../../billable-metrics/billable-metric.table.js';
import { chargeFilterRepository } from './filters/charge-filter.repository.js';
import { demandsOf } from './metric-demands.js';
import { checkSingleFilter, type RequestedFilter } from './filters/charge-filter.rules.js';
import type { SentChargeFilter } from './filters/charge-filter.input.js';
import type { ChargeFilter } from './filters/charge-filter.table.js';
import { chargeRepository } from './charge.repository.js';
import { checkCharge, checkCharges, type ChargeSituation, type RequestedCharge } from './charge.rules.js';
import type { UpdatePlanCharge } from './charge.input.js';
import type { ChargeService, FilterOfCharge } from './charge.service.js';
import { type Charge, chargeTaxList } from './charge.table.js';
import { freeCode } from './free-code.js';
import { nextPosition } from './next-position.js';
import { type Sent, withOwnIds } from './own-ids.js';
import type { SentChargeOverride } from './charge-override.input.js';
import type { PlanSizes } from '../plan-sizes.js';

interface Needs extends Pick<PlansNeeds, 'pricingUnits' | 'taxes' | 'clock'> {
  readonly charges: ChargeService;
  readonly metrics: BillableMetricService;
  readonly sizes: PlanSizes;
}

/** A valid charge, with the id and metric it will have. */
type SettledCharge = RequestedCharge & { readonly id: string; readonly metric: BillableMetric };

/** A plan whose charges change; the caller has locked it. */
export interface EditedPlan {
  /** Null: the plan is new. */
  readonly planId: string | null;
  /** True if it has, or ever had, a subscription. */
  readonly subscribed: boolean;
  /** True if it is the plan of one subscription, or will be copied for one. */
  readonly overriding?: boolean;
}

/** Writes charges and filters: all of a plan together, or single ones. Source: charges.md §1–2. */
export class ChargeEditor {
  constructor(private readonly needs: Needs) {}

  /**
   * Validates the list of a plan's charges, and locks their metrics against change and deletion until the transaction ends.
   * @returns the charges; use them only if no error was added.
   */
  async check(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    inputs: readonly UpdatePlanCharge[],
    plan: EditedPlan,
  ): Promise<RequestedCharge[]> {
    return checkCharges(errors, inputs, await this.situation(tx, actor, inputs, plan));
  }

  /**
   * Replaces the charges of a plan by those that `check` returned.
   * @throws AppError `billable_metrics_not_found`, `tax_not_found`.
   */
  async replace(tx: Tx, actor: Actor, planId: string, requested: readonly RequestedCharge[]): Promise<void> {
    const settled = requested.map((charge) => settle(charge, 'billable_metrics'));
    const place = { organizationId: actor.organizationId, planId, at: this.needs.clock.now() };
    const taken = new Set(settled.flatMap(({ code }) => code ?? []));
    const rows = settled.map((charge, position) => chargeRow({ ...place, position }, charge, taken));
    await chargeRepository.replace(tx, place, rows);
    await this.replaceParts(tx, actor, planId, settled);
  }

  /**
   * Validates the overrides of a plan's charges for one subscription.
   * @param planId the subscription's plan.
   * @returns the charges that were sent, each with its current one; use them only if no error was added.
   * @throws AppError `charge_not_found`.
   */
  async checkOverrides(
    tx: Tx,
    actor: Actor,
    errors: FieldErrors,
    planId: string,
    sent: readonly Sent<SentChargeOverride>[],
  ): Promise<RequestedCharge[]> {
    if (sent.length === 0) return [];
    const charges = (await this.needs.charges.ofPlans(tx, actor, [planId])).get(planId) ?? [];
    const named = withOwnIds(errors, sent, charges, 'charge');
    const inputs = named.map(({ input }) => input);
    const situation = await this.situation(tx, actor, inputs, { planId, subscribed: true, overriding: true });
    return named.flatMap(({ path, input }) => {
      const current = situation.existing.get(input.id) ?? null;
      return checkCharge(errors, path, input, { current, situation }) ?? [];
    });
  }

  /**
   * Changes those charges of a plan that `checkOverrides` returned; the others stay as they are.
   * @throws AppError `tax_not_found`.
   */
  async change(tx: Tx, actor: Actor, planId: string, requested: readonly RequestedCharge[]): Promise<void> {
    const settled = requested.map((charge) => settle(charge, 'billable_metric'));
    const place = { organizationId: actor.organizationId, planId, at: this.needs.clock.now() };
    const rows = settled.map((charge) =>
      chargeRow({ ...place, position: charge.current?.position ?? 0 }, charge, new Set()),
    );
    await chargeRepository.save(tx, rows);
    await this.replaceParts(tx, actor, planId, settled);
  }

  /**
   * Adds a charge to a plan, or changes the one with the given id.
   * @throws AppError `validation_errors` (charges.md §1–2), `charge_not_found`, `billable_metric_not_found`,
   *   `tax_not_found`.
   */
  async save(
    tx: Tx,
    actor: Actor,
    { planId, subscribed }: EditedPlan & { readonly planId: string },
    input: UpdatePlanCharge,
  ): Promise<Charge> {
    const situation = await this.situation(tx, actor, [input], { planId, subscribed });
    const current = input.id === undefined ? null : (situation.existing.get(input.id ?? '') ?? null);
    if (input.id !== undefined && current === null) throw notFound('charge');
    const others = [...situation.existing.values()].flatMap(({ charge }) =>
      charge.id === current?.charge.id ? [] : [charge],
    );
    const taken = new Set(others.map(({ code }) => code));
    const errors = new FieldErrors();
    const requested = checkCharge(errors, '', input, { current, situation });
    if (requested?.code !== undefined && requested.code !== null && taken.has(requested.code))
      errors.add('code', 'value_already_exist');
    errors.throwIfAny();
    const settled = settle(requested, 'billable_metric');
    const position = current?.charge.position ?? nextPosition(others);
    const place = {
      organizationId: actor.organizationId,
      planId,
      position,
      at: this.needs.clock.now(),
    };
    const row = chargeRow(place, settled, taken);
    await chargeRepository.save(tx, [row]);
    await this.replaceParts(tx, actor, planId, [settled]);
    return row;
  }

  /**
   * Adds a filter to a charge, or changes the one with the given id.
   * @throws AppError `validation_errors` (charges.md §1–2; `values: value_already_exist` if another filter of the
   *   charge has the same values), `charge_filter_not_found`.
   */
  async saveFilter(
    tx: Tx,
    actor: Actor,
    charge: Charge,
    { id, ...input }: SentChargeFilter & { readonly id: string | null },
  ): Promise<FilterOfCharge> {
    const { charges, metrics, clock } = this.needs;
    await metrics.provide(tx, actor, demandsOf([{ id: charge.id, filters: [input] }], [charge]));
    await metrics.lockForUse(tx, actor, [charge.billableMetricId]);
    const declared = await metrics.filterValuesOf(tx, actor, [charge.billableMetricId]);
    const filters = (await charges.filtersOf(tx, actor, [charge.id])).get(charge.id) ?? [];
    const current = filters.find((filter) => filter.id === id) ?? null;
    if (id !== null && current === null) throw notFound('charge_filter');
    const others = filters.filter((filter) => filter !== current);
    const requested = checkSingleFilter(input, {
      current,
      others,
      charge: {
        model: charge.chargeModel,
        sentModel: null,
        formerModel: charge.chargeModel,
        declared: declared.get(charge.billableMetricId) ?? {},
      },
    });
    const position = current?.position ?? nextPosition(others);
    const place = { organizationId: actor.organizationId, chargeId: charge.id, position, at: clock.now() };
    const row = filterRow(place, requested);
    await chargeFilterRepository.save(tx, [row]);
    await this.needs.sizes.requireStorable(tx, actor, charge.planId);
    return { ...row, charge };
  }

  /** Soft-deletes a charge, since fees refer to it. */
  async delete(tx: Tx, actor: Actor, charge: Charge): Promise<void> {
    await chargeRepository.delete(tx, actor.organizationId, charge.id, this.needs.clock.now());
  }

  /** Soft-deletes a filter, since fees refer to it. */
  async deleteFilter(tx: Tx, filter: ChargeFilter): Promise<void> {
    await chargeFilterRepository.save(tx, [{ ...filter, deletedAt: this.needs.clock.now() }]);
  }

  /** Reads everything that charges are validated against. */
  private async situation(
    tx: Tx,
    actor: Actor,
    inputs: readonly UpdatePlanCharge[],
    { planId, subscribed, overriding = false }: EditedPlan,
  ): Promise<ChargeSituation> {
    const { charges: reader, metrics, pricingUnits } = this.needs;
    const charges = planId === null ? [] : ((await reader.ofPlans(tx, actor, [planId])).get(planId) ?? []);
    await metrics.provide(tx, actor, demandsOf(inputs, charges));
    const chargeIds = charges.map(({ id }) => id);
    const filters = await reader.filtersOf(tx, actor, chargeIds);
    const metricIds = [...charges, ...inputs].flatMap(({ billableMetricId }) => billableMetricId ?? []);
    const locked = await metrics.lockForUse(tx, actor, metricIds);
    const declared = await metrics.filterValuesOf(tx, actor, [...locked.keys()]);
    const unitCodes = inputs.flatMap(({ appliedPricingUnit }) => appliedPricingUnit?.code ?? []);
    return {
      subscribed,
      overriding,
      existing: new Map(
        charges.map((charge) => [charge.id, { charge, filters: filters.get(charge.id) ?? [] }]),
      ),
      metrics: new Map([...locked].map(([id, metric]) => [id, { metric, declared: declared.get(id) ?? {} }])),
      pricingUnits: await pricingUnits.findByCodes(tx, actor, unitCodes),
    };
  }

  /** Writes the filters and taxes that were sent. @throws AppError `tax_not_found`, `base: value_is_too_large`. */
  private async replaceParts(
    tx: Tx,
    actor: Actor,
    planId: string,
    charges: readonly SettledCharge[],
  ): Promise<void> {
    if (charges.length === 0) return;
    await this.replaceFilters(tx, actor, charges);
    const taxCodes = new Map(charges.map((charge) => [charge.id, charge.taxCodes]));
    const { sizes, taxes } = this.needs;
    await taxes.replaceLists(tx, actor, chargeTaxList, taxCodes);
    await sizes.requireStorable(tx, actor, planId);
  }

  private async replaceFilters(tx: Tx, actor: Actor, charges: readonly SettledCharge[]): Promise<void> {
    const { organizationId } = actor;
    const at = this.needs.clock.now();
    const filtered = charges.filter(({ filters }) => filters !== undefined);
    const rows = filtered.flatMap(({ id: chargeId, filters = [] }) =>
      filters.map((filter, position) => filterRow({ organizationId, chargeId, position, at }, filter)),
    );
    const chargeIds = filtered.map(({ id }) => id);
    await chargeFilterRepository.replace(tx, { organizationId, chargeIds, at }, rows);
  }
}

/** @throws AppError `<resource>_not_found` if its metric is unknown. */
function settle(charge: RequestedCharge | null, resource: string): SettledCharge {
  if (charge === null) throw new Error('No error was reported for an invalid charge.');
  const { metric } = charge;
  if (metric === null) throw notFound(resource);
  return { ...charge, metric, id: charge.current?.id ?? newId() };
}

interface Place {
  readonly organizationId: string;
  /** Index in the list that was sent. */
  readonly position: number;
  readonly at: Date;
}

/** @param taken codes of the plan's charges; a default code differs from all of them, and is added to them. */
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
    parentId: charge.current?.parentId ?? null,
    code: charge.code ?? freeCode(charge.metric.code, taken),
    invoiceDisplayName: charge.invoiceDisplayName,
    chargeModel: charge.chargeModel,
    properties: charge.properties,
    payInAdvance: charge.payInAdvance,
    invoiceable: charge.invoiceable,
    regroupPaidFees: charge.regroupPaidFees,
    acceptsTargetWallet: charge.acceptsTargetWallet,
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
  { current, values, properties, invoiceDisplayName }: RequestedFilter,
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
