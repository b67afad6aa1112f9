import { groupBy, indexBy } from '../../platform/collections/grouping.js';
import { FieldErrors } from '../../platform/errors/field-errors.js';
import type { FilterValues } from '../../core/metering/filters.js';
import type { Actor } from '../../platform/actor.js';
import type { Db, Tx } from '../../platform/db/database.js';
import { isUuid, newId } from '../../platform/db/tables/ids.js';
import { refuseTaken } from '../../platform/db/postgres/postgres-error.js';
import { notFound } from '../../platform/errors/app-error.js';
import type { EventLimits } from '../../platform/event-properties/event-properties.js';
import type { ListQuery, Page } from '../../platform/paging/page.js';
import type { BillableMetricsNeeds } from './billable-metrics.needs.js';
import { billableMetricRepository } from './billable-metric.repository.js';
import { checkMetric, type MetricValues, type SentMetric } from './billable-metric.rules.js';
import type {
  CreateBillableMetric,
  SentBillableMetricFilter,
  UpdateBillableMetric,
} from './billable-metric.input.js';
import type { BillableMetric, BillableMetricFilter } from './billable-metric.table.js';
import { tryExpression } from './expression.rules.js';
import type { EvaluateExpression } from './expression.input.js';
import type { MetricCatalogService } from './metric-catalog.service.js';
import type { MetricUse } from './metric-use.js';

const refuseTakenCode = refuseTaken('billable_metrics_code', 'code');

/** What ingest must provide for a charge on the metric. */
export interface MetricDemand {
  /** True: single events are passed to billing. */
  readonly paidInAdvance: boolean;
  /** Properties for each combination of whose values events are counted separately. */
  readonly dimensionKeys: readonly string[];
}

interface Needs extends Pick<BillableMetricsNeeds, 'snapshots' | 'changes' | 'clock'> {
  readonly catalog: MetricCatalogService;
  readonly use: MetricUse;
  readonly limits: EventLimits;
}

const UNSET: SentMetric = {
  code: null,
  name: null,
  description: null,
  aggregationType: null,
  fieldName: null,
  recurring: null,
  weightedInterval: null,
  roundingFunction: null,
  roundingPrecision: null,
  expression: null,
};

/** Members that determine which events a metric counts, and how. */
const COUNTED_BY = ['code', 'aggregationType', 'fieldName', 'recurring'] as const;

/** Reads and changes billable metrics and their filters. Source: aggregations.md §1. */
export class BillableMetricService {
  constructor(private readonly needs: Needs) {}

  /** @throws AppError `billable_metric_not_found`. */
  async get(db: Db, actor: Actor, by: { id: string } | { code: string }): Promise<BillableMetric> {
    if ('id' in by && !isUuid(by.id)) throw notFound('billable_metric');
    const metric = await billableMetricRepository.find(db, actor.organizationId, by);
    if (metric === null) throw notFound('billable_metric');
    return metric;
  }

  /** The metrics with these ids, including deleted ones, since charges and fees still refer to them. */
  async getMany(db: Db, actor: Actor, ids: readonly string[]): Promise<Map<string, BillableMetric>> {
    const metrics = await billableMetricRepository.findWithDeleted(db, actor.organizationId, ids);
    return indexBy(metrics, (metric) => metric.id);
  }

  /** The metrics with these codes; unknown codes are omitted. */
  findByCodes(db: Db, actor: Actor, codes: readonly string[]): Promise<BillableMetric[]> {
    return billableMetricRepository.findByCodes(db, actor.organizationId, codes);
  }

  /** Locks metrics against change and deletion until the transaction ends. @returns them by id. */
  async lockForUse(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Map<string, BillableMetric>> {
    const metrics = await billableMetricRepository.lockForUse(tx, actor.organizationId, ids.filter(isUuid));
    return indexBy(metrics, (metric) => metric.id);
  }

  list(db: Db, actor: Actor, query: ListQuery): Promise<Page<BillableMetric>> {
    return billableMetricRepository.list(db, actor.organizationId, query);
  }

  /** The filters of metrics by metric id, in the order of each metric. */
  async filtersOf(
    db: Db,
    actor: Actor,
    metricIds: readonly string[],
  ): Promise<Map<string, BillableMetricFilter[]>> {
    const rows = await billableMetricRepository.findFilters(db, actor.organizationId, metricIds);
    return groupBy(rows, (row) => row.billableMetricId);
  }

  /** The values that the filters of metrics declare, by metric id and key. */
  async filterValuesOf(
    db: Db,
    actor: Actor,
    metricIds: readonly string[],
  ): Promise<Map<string, FilterValues>> {
    const filters = await this.filtersOf(db, actor, metricIds);
    return new Map([...filters].map(([metricId, list]) => [metricId, valuesByKey(list)]));
  }

  /** @throws AppError as `checkMetric`; `code: value_already_exist`. */
  async create(tx: Tx, actor: Actor, { filters, ...input }: CreateBillableMetric): Promise<BillableMetric> {
    const values = checkMetric({ ...UNSET, ...input }, filters);
    const { catalog, clock, changes } = this.needs;
    await catalog.lock(tx, actor);
    const now = clock.now();
    const metric: BillableMetric = {
      ...values,
      id: newId(),
      organizationId: actor.organizationId,
      counterState: (await catalog.hasUncountedEvents(tx, actor, values.code)) ? 'recounting' : 'counted',
      paidInAdvance: false,
      dimensionKeys: [],
      deletedAt: null,
      createdAt: now,
      updatedAt: now,
    };
    await billableMetricRepository.insert(tx, metric).catch(refuseTakenCode);
    await billableMetricRepository.replaceFilters(tx, metric, filterRows(metric, filters ?? []));
    await catalog.publish(tx, actor);
    if (metric.counterState === 'recounting') await catalog.recount(tx, actor, metric.id);
    await changes.announce(tx, actor, { type: 'billable_metric.created', metric });
    return metric;
  }

  /**
   * Updates a metric. While a charge uses it, only name, description and filters can change; other members are ignored.
   * @throws AppError `billable_metric_not_found`; as `create`.
   */
  async update(
    tx: Tx,
    actor: Actor,
    { id, filters, ...input }: UpdateBillableMetric,
  ): Promise<BillableMetric> {
    const { catalog, clock, snapshots, changes, use } = this.needs;
    await catalog.lock(tx, actor);
    const metric = await this.lock(tx, actor, id);
    const before = await snapshots.take(tx, actor, 'billable_metric', metric);
    const charged = await use.isCharged(tx, actor, id);
    const errors = new FieldErrors();
    if (charged) errors.addOtherValues('', input, agreedBy(metric));
    const values = checkMetric(
      { ...valuesOf(metric), ...input, ...(charged ? agreedBy(metric) : {}) },
      filters,
    );
    errors.addOtherValues('', input, { fieldName: values.fieldName });
    errors.throwIfAny();
    const recounted = COUNTED_BY.some((member) => values[member] !== metric[member]);
    const counterState = recounted ? 'recounting' : metric.counterState;
    const changed: BillableMetric = { ...metric, ...values, counterState, updatedAt: clock.now() };
    await billableMetricRepository.update(tx, actor.organizationId, id, changed).catch(refuseTakenCode);
    const rows = filters === undefined ? null : filterRows(changed, filters ?? []);
    if (rows !== null) await billableMetricRepository.replaceFilters(tx, changed, rows);
    if (metric.code !== changed.code) await catalog.release(tx, actor, metric.code);
    // A changed expression does not change stored events.
    if (recounted || changed.expression !== metric.expression) await catalog.publish(tx, actor);
    if (recounted) await catalog.recount(tx, actor, id);
    await changes.announce(tx, actor, {
      type: 'billable_metric.updated',
      metric: changed,
      before,
      filters: rows === null ? null : valuesByKey(rows),
    });
    return changed;
  }

  /**
   * Soft-deletes a metric and its charges, which are then no longer billed. Its events stay.
   * @throws AppError `billable_metric_not_found`.
   */
  async delete(tx: Tx, actor: Actor, id: string): Promise<BillableMetric> {
    const { catalog, clock, snapshots, changes } = this.needs;
    await catalog.lock(tx, actor);
    const metric = await this.lock(tx, actor, id);
    const before = await snapshots.take(tx, actor, 'billable_metric', metric);
    await billableMetricRepository.update(tx, actor.organizationId, id, { deletedAt: clock.now() });
    await catalog.release(tx, actor, metric.code);
    await catalog.publish(tx, actor);
    await changes.announce(tx, actor, { type: 'billable_metric.deleted', metric, before });
    return metric;
  }

  /**
   * Makes ingest provide what charges need of their metrics' events. What is once provided stays, since other charges may
   * need it; so usually there is nothing to do, and nothing is locked. Call it before locking the metrics, because the
   * catalog must be locked first.
   * @param demands by metric id; unknown ids are ignored.
   */
  async provide(tx: Tx, actor: Actor, demands: ReadonlyMap<string, MetricDemand>): Promise<void> {
    const ids = [...demands.keys()].filter(isUuid);
    const read = () => billableMetricRepository.findWithDeleted(tx, actor.organizationId, ids);
    if ((await read()).every((metric) => meets(metric, demands.get(metric.id)))) return;
    const { catalog, clock } = this.needs;
    await catalog.lock(tx, actor);
    for (const metric of await read()) {
      if (meets(metric, demands.get(metric.id))) continue;
      const changes = changesFor(metric, demands.get(metric.id));
      if (changes.counterState === 'recounting') await catalog.recount(tx, actor, metric.id);
      const updatedAt = clock.now();
      await billableMetricRepository.update(tx, actor.organizationId, metric.id, { ...changes, updatedAt });
    }
    await catalog.publish(tx, actor);
  }

  /** Evaluates an expression for an example event. @throws AppError as `tryExpression`. */
  evaluateExpression(input: EvaluateExpression): string {
    const { clock, limits } = this.needs;
    return tryExpression(input, clock.now(), limits);
  }

  private async lock(tx: Tx, actor: Actor, id: string): Promise<BillableMetric> {
    const metric = isUuid(id) ? await billableMetricRepository.lock(tx, actor.organizationId, id) : null;
    if (metric === null) throw notFound('billable_metric');
    return metric;
  }
}

/** The members that can change while a charge uses the metric. */
/** The members that a charge relies on: they stay while one uses the metric. */
function agreedBy(metric: BillableMetric): Omit<MetricValues, 'name' | 'description'> {
  const { code, aggregationType, fieldName, recurring, weightedInterval, expression } = metric;
  const { roundingFunction, roundingPrecision } = metric;
  const rounding = { roundingFunction, roundingPrecision };
  return { code, aggregationType, fieldName, recurring, weightedInterval, expression, ...rounding };
}

function valuesOf(metric: BillableMetric): MetricValues {
  const names = Object.keys(UNSET) as (keyof MetricValues)[];
  return Object.fromEntries(names.map((name) => [name, metric[name]])) as MetricValues;
}

function filterRows(
  { id: billableMetricId, organizationId }: BillableMetric,
  filters: readonly SentBillableMetricFilter[],
): BillableMetricFilter[] {
  return filters.map(({ key, values }, position) => ({
    id: newId(),
    organizationId,
    billableMetricId,
    key,
    values: [...new Set(values)],
    position,
  }));
}

function valuesByKey(filters: readonly BillableMetricFilter[]): FilterValues {
  return Object.fromEntries(filters.map(({ key, values }) => [key, values]));
}

function meets(metric: BillableMetric, demand: MetricDemand | undefined): boolean {
  return Object.keys(changesFor(metric, demand)).length === 0;
}

/** The columns to change so that a metric meets the demand. A new dimension requires a recount. */
function changesFor(metric: BillableMetric, demand: MetricDemand | undefined): Partial<BillableMetric> {
  const known = metric.dimensionKeys;
  const added = (demand?.dimensionKeys ?? []).filter((key) => !known.includes(key));
  return {
    ...(demand?.paidInAdvance === true && !metric.paidInAdvance && { paidInAdvance: true }),
    ...(added.length > 0 && {
      dimensionKeys: [...new Set([...known, ...added])].toSorted(),
      counterState: 'recounting' as const,
    }),
  };
}
