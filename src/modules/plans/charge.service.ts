import type { Actor } from '../../platform/actor.js';
import { groupBy } from '../../platform/api/loader.js';
import type { Clock } from '../../platform/clock.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { newId } from '../../platform/db/ids.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { BillableMetricService } from '../billable-metrics/billable-metric.service.js';
import type { TaxService } from '../taxes/tax.service.js';
import type { Tax } from '../taxes/tax.table.js';
import { chargeFilterRepository } from './charge-filter.repository.js';
import type { ChargeFilter } from './charge-filter.table.js';
import { chargeRepository } from './charge.repository.js';
import type { WantedCharge } from './charge.rules.js';
import type { Charge } from './charge.table.js';
import type { Plan } from './plan.table.js';

/** The charges of plans. Source: charges.md §1. */
export class ChargeService {
  constructor(
    private readonly metrics: BillableMetricService,
    private readonly taxes: TaxService,
    private readonly clock: Clock,
  ) {}

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
    return chargeRepository.deleteByMetric(tx, actor.organizationId, metricId, this.clock.now());
  }

  /**
   * Makes the wanted charges, which `checkCharges` has found valid, the charges of a plan.
   * @throws AppError `billable_metrics_not_found`, `tax_not_found`.
   */
  async replace(tx: Tx, actor: Actor, { id: planId }: Plan, wanted: readonly WantedCharge[]): Promise<void> {
    const identified = wanted.map((charge) => ({ ...charge, id: charge.current?.id ?? newId() }));
    const charges = await this.rowsOf(tx, actor, planId, identified);
    const retaxed = identified.filter((charge) => charge.taxCodes !== undefined);
    const codes = retaxed.flatMap((charge) => charge.taxCodes ?? []);
    const taxes = await this.taxes.getByCodes(tx, actor, codes);
    const { organizationId } = actor;
    await chargeRepository.replace(tx, { organizationId, planId, at: this.clock.now() }, charges);
    await chargeRepository.replaceTaxes(
      tx,
      organizationId,
      retaxed.map((charge) => charge.id),
      retaxed.flatMap(({ id: chargeId, taxCodes = [] }) =>
        taxes
          .filter((tax) => taxCodes.includes(tax.code))
          .map((tax) => ({ organizationId, chargeId, taxId: tax.id })),
      ),
    );
  }

  /** The rows of the wanted charges, in their order, with the default code where none is given. */
  private async rowsOf(
    tx: Tx,
    actor: Actor,
    planId: string,
    wanted: readonly (WantedCharge & { readonly id: string })[],
  ): Promise<Charge[]> {
    const metricIds = wanted.map((charge) => charge.billableMetricId);
    const metrics = await this.metrics.hold(tx, actor, metricIds);
    const takenCodes = new Set(wanted.flatMap((charge) => charge.code ?? []));
    const now = this.clock.now();
    return wanted.map((charge, position) => {
      const metric = metrics.get(charge.billableMetricId);
      if (metric === undefined) throw notFound('billable_metrics');
      return {
        id: charge.id,
        organizationId: actor.organizationId,
        planId,
        billableMetricId: metric.id,
        code: charge.code ?? freeCode(metric.code, takenCodes),
        invoiceDisplayName: charge.invoiceDisplayName,
        chargeModel: charge.chargeModel,
        properties: charge.properties,
        payInAdvance: false,
        invoiceable: true,
        regroupPaidFees: null,
        prorated: false,
        minAmountCents: 0n,
        pricingUnitId: null,
        conversionRate: null,
        position,
        deletedAt: null,
        createdAt: charge.current?.createdAt ?? now,
        updatedAt: now,
      };
    });
  }
}

/** The first of `code`, `code_2`, `code_3`, ... that no charge has; it is then taken. */
function freeCode(code: string, taken: Set<string>): string {
  let free = code;
  for (let number = 2; taken.has(free); number += 1) free = `${code}_${number}`;
  taken.add(free);
  return free;
}
