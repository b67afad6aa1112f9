import { setTimeout as pause } from 'node:timers/promises';
import { call, type Target } from './call.ts';
import { TIERS } from './events.ts';
import { CURRENCY } from './create-subscriptions.ts';
import type { Pool } from './product.ts';

/** One metric for every aggregation, and a recurring one where the aggregation allows it. */
export const RICH_METRICS = [
  { code: 'rich_count', aggregation_type: 'count_agg', field_name: null, recurring: false },
  { code: 'rich_sum', aggregation_type: 'sum_agg', field_name: 'amount', recurring: false },
  { code: 'rich_sum_recurring', aggregation_type: 'sum_agg', field_name: 'amount', recurring: true },
  { code: 'rich_cost', aggregation_type: 'sum_agg', field_name: 'amount', recurring: false },
  { code: 'rich_max', aggregation_type: 'max_agg', field_name: 'amount', recurring: false },
  { code: 'rich_latest', aggregation_type: 'latest_agg', field_name: 'amount', recurring: false },
  { code: 'rich_unique', aggregation_type: 'unique_count_agg', field_name: 'user', recurring: false },
  {
    code: 'rich_unique_recurring',
    aggregation_type: 'unique_count_agg',
    field_name: 'user',
    recurring: true,
  },
  { code: 'rich_weighted', aggregation_type: 'weighted_sum_agg', field_name: 'amount', recurring: false },
  {
    code: 'rich_weighted_recurring',
    aggregation_type: 'weighted_sum_agg',
    field_name: 'amount',
    recurring: true,
  },
] as const;

export const RICH_PLAN = 'rich';

const range = { from_value: 0, to_value: null, flat_amount: '0' };
const PROPERTIES = {
  standard: { amount: '0.01' },
  package: { amount: '5', package_size: 100, free_units: 0 },
  graduated: { graduated_ranges: [{ ...range, per_unit_amount: '0.01' }] },
  volume: { volume_ranges: [{ ...range, per_unit_amount: '0.01' }] },
  percentage: { rate: '1.5', fixed_amount: '0.01' },
  graduated_percentage: { graduated_percentage_ranges: [{ ...range, rate: '1' }] },
  dynamic: {},
};

type Model = keyof typeof PROPERTIES;
/** The models of the two charges of each metric: a plain charge, and one with groups by region and a filter by tier. */
const MODELS: readonly [plain: Model, split: Model][] = [
  ['standard', 'graduated'],
  ['percentage', 'package'],
  ['volume', 'standard'],
  ['dynamic', 'dynamic'],
  ['graduated_percentage', 'volume'],
  ['package', 'standard'],
  ['graduated', 'standard'],
  ['standard', 'volume'],
  ['standard', 'percentage'],
  ['graduated', 'package'],
];

/**
 * Creates the metrics and a plan with twenty charges for them, unless they exist, and waits until the counters of the
 * metrics are complete.
 */
export async function createRichPlan(target: Target, pool: Pool): Promise<void> {
  const [known] = await pool.sql`select 1 from plans where code = ${RICH_PLAN}`;
  if (known !== undefined) return;
  const charges = [];
  for (const [index, metric] of RICH_METRICS.entries()) {
    const id = await createMetric(target, metric);
    const [plain, split] = MODELS[index] ?? ['standard', 'standard'];
    const properties = { ...PROPERTIES[split], pricing_group_keys: ['region'] };
    const filters = [{ values: { tier: ['pro'] }, properties }];
    charges.push(
      { billable_metric_id: id, charge_model: plain, properties: PROPERTIES[plain] },
      { billable_metric_id: id, charge_model: split, properties, filters },
    );
  }
  const plan = { code: RICH_PLAN, name: 'Rich', interval: 'monthly', amount_cents: 0, pay_in_advance: false };
  await call(target, 'POST', '/api/v1/plans', { plan: { ...plan, amount_currency: CURRENCY, charges } });
  await allCounted(pool);
}

async function createMetric(target: Target, metric: (typeof RICH_METRICS)[number]): Promise<string> {
  const answer = await call(target, 'POST', '/api/v1/billable_metrics', {
    billable_metric: {
      ...metric,
      name: metric.code,
      ...(metric.aggregation_type === 'weighted_sum_agg' && { weighted_interval: 'seconds' }),
      filters: [{ key: 'tier', values: TIERS }],
    },
  });
  return (JSON.parse(answer) as { billable_metric: { svc_id: string } }).billable_metric.svc_id;
}

async function allCounted({ sql }: Pool): Promise<void> {
  for (;;) {
    const [row] = await sql`select 1 from billable_metrics where counter_state = 'recounting' limit 1`;
    if (row === undefined) return;
    await pause(100);
  }
}
