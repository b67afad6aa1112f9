import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AggregationType } from '../../core/metering/aggregation.js';
import { createdAt, id, instant, organizationId, updatedAt } from '../../platform/db/tables/columns.js';
import { belongsTo, tenantKey } from '../../platform/db/tables/tenant-keys.js';
import { organizations } from '../organizations/records/organization.table.js';
import { enumChecks } from '../../platform/db/tables/enum-checks.js';

export const ROUNDING_FUNCTIONS = ['round', 'ceil', 'floor'] as const;
export const WEIGHTED_INTERVALS = ['seconds'] as const;

export const billableMetrics = pgTable(
  'billable_metrics',
  {
    id: id(),
    organizationId: organizationId(),
    code: text('code').notNull(),
    name: text('name').notNull(),
    description: text('description'),
    aggregationType: text('aggregation_type').$type<AggregationType>().notNull(),
    fieldName: text('field_name'),
    recurring: boolean('recurring').notNull().default(false),
    weightedInterval: text('weighted_interval', { enum: WEIGHTED_INTERVALS }),
    roundingFunction: text('rounding_function', { enum: ROUNDING_FUNCTIONS }),
    roundingPrecision: integer('rounding_precision'),
    expression: text('expression'),
    /**
     * `counted`: the counters include every event of the metric. `recounting`: they are being rebuilt from raw events, and
     * usage is read from these until it is done (docs/adr/0005).
     */
    counterState: text('counter_state', { enum: ['counted', 'recounting'] })
      .notNull()
      .default('counted'),
    /** True if a charge bills single events of the metric; ingest then queues them for billing. */
    paidInAdvance: boolean('paid_in_advance').notNull().default(false),
    /** The properties, sorted, for each combination of whose values there are counters: those that charges filter or group by. */
    dimensionKeys: text('dimension_keys')
      .array()
      .notNull()
      .default(sql`'{}'`),
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    ...enumChecks(table),
    tenantKey('billable_metrics', table),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
    uniqueIndex('billable_metrics_code')
      .on(table.organizationId, table.code)
      .where(sql`${table.deletedAt} is null`),
    index('billable_metrics_name').on(table.organizationId, table.name, table.id).concurrently(),
    index('billable_metrics_newest').on(table.organizationId, table.createdAt),
    check(
      'billable_metrics_field_name',
      sql`(${table.aggregationType} = 'count_agg') = (${table.fieldName} is null)`,
    ),
  ],
);

/** Properties and values that charges on the metric may price separately. */
export const billableMetricFilters = pgTable(
  'billable_metric_filters',
  {
    id: id(),
    organizationId: organizationId(),
    billableMetricId: uuid('billable_metric_id').notNull(),
    key: text('key').notNull(),
    values: text('values').array().notNull(),
    /** Index in the list that was sent. */
    position: integer('position').notNull(),
  },
  (table) => [
    tenantKey('billable_metric_filters', table),
    belongsTo(
      'billable_metric_filters_metric_fk',
      { organizationId: table.organizationId, reference: table.billableMetricId },
      billableMetrics,
    ),
    uniqueIndex('billable_metric_filters_key').on(table.organizationId, table.billableMetricId, table.key),
  ],
);

/**
 * The version of an organization's metrics, which each change raises. Every flush of events compares it with the version
 * of its cached metrics, so that no event is written with outdated metrics (docs/adr/0005).
 */
export const metricCatalogs = pgTable(
  'metric_catalogs',
  {
    organizationId: organizationId().primaryKey(),
    version: bigint('version', { mode: 'bigint' }).notNull(),
  },
  (table) => [foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] })],
);

/**
 * Codes of stored events that no metric had when they were received: a later metric must count these from raw events. An organization
 * with too many has `ANY_CODE` in their place.
 */
export const uncountedCodes = pgTable(
  'uncounted_codes',
  { organizationId: organizationId(), code: text('code').notNull() },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.code] }),
    foreignKey({ columns: [table.organizationId], foreignColumns: [organizations.id] }),
  ],
);

/** The most uncounted codes that are kept of an organization; one flush and deleted metrics may add to them for a day. */
export const MOST_UNCOUNTED_CODES = 1_000;
/** Stands for all codes. No event has it. */
export const ANY_CODE = '';

export type BillableMetric = typeof billableMetrics.$inferSelect;
export type BillableMetricFilter = typeof billableMetricFilters.$inferSelect;
