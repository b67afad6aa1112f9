import { type FilterValues, trimFilterValues } from '../../../core/metering/filters.js';
import type { Actor } from '../../../platform/actor.js';
import type { Clock } from '../../../platform/clock.js';
import { groupBy, indexBy } from '../../../platform/collections/grouping.js';
import type { Db, Tx } from '../../../platform/db/database.js';
import { isUuid } from '../../../platform/db/tables/ids.js';
import { notFound } from '../../../platform/errors/app-error.js';
import type { ListQuery, Page } from '../../../platform/paging/page.js';
import type { TaxService } from '../../taxes/tax.service.js';
import type { Tax } from '../../taxes/tax.table.js';
import { chargeFilterRepository } from './filters/charge-filter.repository.js';
import type { ChargeFilter } from './filters/charge-filter.table.js';
import { chargeRepository } from './charge.repository.js';
import { type Charge, chargeTaxList } from './charge.table.js';

/** A filter with its charge, whose model decides the type of its properties. */
export interface FilterOfCharge extends ChargeFilter {
  readonly charge: Charge;
}

/** Reads the charges of plans and their filters. Source: charges.md §1. */
export class ChargeService {
  constructor(
    private readonly taxes: TaxService,
    private readonly clock: Clock,
  ) {}

  /**
   * A charge of a plan; neither of them deleted.
   * @throws AppError `charge_not_found`.
   */
  async get(
    db: Db,
    actor: Actor,
    by: { readonly id: string } | { readonly planId: string; readonly code: string },
  ): Promise<Charge> {
    if ('id' in by && !isUuid(by.id)) throw notFound('charge');
    const charge = await chargeRepository.find(db, actor.organizationId, by);
    if (charge === null) throw notFound('charge');
    return charge;
  }

  /** Charges by id, including deleted ones. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, Charge>> {
    return indexBy(await chargeRepository.findWithDeleted(db, actor.organizationId, ids), ({ id }) => id);
  }

  /** The charges of a plan, newest first. */
  list(db: Db, actor: Actor, planId: string, query: ListQuery): Promise<Page<Charge>> {
    return chargeRepository.list(db, actor.organizationId, planId, query);
  }

  /** A page of the charges of each plan, by the plan's id; newest first. */
  listByPlan(
    db: Db,
    actor: Actor,
    planIds: readonly string[],
    query: ListQuery,
  ): Promise<Map<string, Page<Charge>>> {
    return chargeRepository.listByPlan(db, actor.organizationId, planIds, query);
  }

  /** @throws AppError `charge_filter_not_found`, `charge_not_found`. */
  async getFilter(db: Db, actor: Actor, id: string): Promise<FilterOfCharge> {
    const filter = isUuid(id) ? await chargeFilterRepository.find(db, actor.organizationId, { id }) : null;
    if (filter === null) throw notFound('charge_filter');
    return { ...filter, charge: await this.get(db, actor, { id: filter.chargeId }) };
  }

  /** The filters of a charge, newest first. */
  async listFilters(db: Db, actor: Actor, charge: Charge, query: ListQuery): Promise<Page<FilterOfCharge>> {
    const filters = await chargeFilterRepository.list(db, actor.organizationId, charge.id, query);
    return filters.map((filter) => ({ ...filter, charge }));
  }

  /** The charges of plans by plan id, in the order of each plan. */
  async ofPlans(db: Db, actor: Actor, planIds: readonly string[]): Promise<Map<string, Charge[]>> {
    const charges = await chargeRepository.findByPlans(db, actor.organizationId, planIds);
    return groupBy(charges, (charge) => charge.planId);
  }

  /** The taxes of charges, by charge id. */
  taxesOf(db: Db, actor: Actor, chargeIds: readonly string[]): Promise<Map<string, Tax[]>> {
    return this.taxes.listsOf(db, actor, chargeTaxList, chargeIds);
  }

  /** The filters of charges by charge id, in the order of each charge. */
  async filtersOf(db: Db, actor: Actor, chargeIds: readonly string[]): Promise<Map<string, ChargeFilter[]>> {
    const filters = await chargeFilterRepository.findByCharges(db, actor.organizationId, chargeIds);
    return groupBy(filters, (filter) => filter.chargeId);
  }

  /** The number of sold plans that charge each metric, by metric id; metrics without any are omitted. */
  async countPlansByMetric(
    db: Db,
    { organizationId }: Actor,
    metricIds: readonly string[],
  ): Promise<Map<string, number>> {
    const counts = await chargeRepository.countPlansByMetric(db, organizationId, metricIds);
    return new Map(counts.map(({ metricId, plans }) => [metricId, plans]));
  }

  /** True if a plan that is not deleted has a charge on the metric. */
  usesMetric(db: Db, actor: Actor, metricId: string): Promise<boolean> {
    return chargeRepository.existsOnMetric(db, actor.organizationId, metricId);
  }

  /** Soft-deletes the charges on a metric, of all plans. */
  deleteOfMetric(tx: Tx, actor: Actor, metricId: string): Promise<void> {
    return chargeRepository.deleteByMetric(tx, actor.organizationId, metricId, this.clock.now());
  }

  /**
   * Removes values that the metric no longer declares from the filters of its charges, and deletes filters that have no
   * values left. Source: aggregations.md §1.
   */
  async trimFilters(tx: Tx, actor: Actor, metricId: string, declared: FilterValues): Promise<void> {
    const filters = await chargeFilterRepository.findByMetric(tx, actor.organizationId, metricId);
    const now = this.clock.now();
    const trimmed = filters.flatMap((filter) => {
      const values = trimFilterValues(filter.values, declared);
      if (values === filter.values) return [];
      const isEmpty = Object.keys(values).length === 0;
      return [isEmpty ? { ...filter, deletedAt: now } : { ...filter, values, updatedAt: now }];
    });
    await chargeFilterRepository.save(tx, trimmed);
  }
}
