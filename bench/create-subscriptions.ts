import { call, type Target } from './call.ts';
import { HISTORY_DAYS, METRICS, MS_PER_DAY } from './events.ts';
import type { Pool } from './product.ts';

const PLAN = 'bench';
export const CURRENCY = 'EUR';
const MODEL = 'model';

/**
 * Creates many subscriptions of one customer to a plan that charges every metric: the first through REST, the others by
 * copying its row, because thousands of requests would take too long.
 * @returns the external ids of the subscriptions.
 */
export async function createSubscriptions(target: Target, { sql }: Pool, count: number): Promise<string[]> {
  await createPlan(target);
  await subscribe(target, MODEL);
  const copies = await sql<{ externalId: string }[]>`
    insert into subscriptions
    select copy.*
    from subscriptions model
    cross join generate_series(1, ${count}::int) as number
    cross join lateral jsonb_populate_record(
      model, jsonb_build_object('id', gen_random_uuid(), 'external_id', 'subscription-' || number)
    ) as copy
    where model.external_id = ${MODEL}
    returning external_id as "externalId"`;
  return copies.map(({ externalId }) => externalId);
}

/** Creates a customer and a subscription, both with this external id, that started `HISTORY_DAYS` ago. */
export async function subscribe(target: Target, externalId: string, planCode = PLAN): Promise<void> {
  await call(target, 'POST', '/api/v1/customers', {
    customer: { external_id: externalId, currency: CURRENCY },
  });
  await call(target, 'POST', '/api/v1/subscriptions', {
    subscription: {
      external_customer_id: externalId,
      external_id: externalId,
      plan_code: planCode,
      billing_time: 'anniversary',
      subscription_at: new Date(Date.now() - HISTORY_DAYS * MS_PER_DAY).toISOString(),
    },
  });
}

async function createPlan(target: Target): Promise<void> {
  const charges = [];
  for (const { code, aggregation_type, field_name } of METRICS) {
    const answer = await call(target, 'POST', '/api/v1/billable_metrics', {
      billable_metric: { code, name: code, aggregation_type, field_name },
    });
    const { billable_metric: metric } = JSON.parse(answer) as { billable_metric: { svc_id: string } };
    charges.push({
      billable_metric_id: metric.svc_id,
      charge_model: 'standard',
      properties: { amount: '0.01' },
    });
  }
  await call(target, 'POST', '/api/v1/plans', {
    plan: {
      code: PLAN,
      name: 'Benchmark',
      interval: 'monthly',
      amount_cents: 0,
      amount_currency: CURRENCY,
      pay_in_advance: false,
      charges,
    },
  });
}

/** A monthly plan that charges the events of metrics. */
export function planOf(code: string, metricIds: readonly string[]) {
  const charges = metricIds.map((id) => ({
    billable_metric_id: id,
    charge_model: 'standard',
    properties: { amount: '0.01' },
  }));
  const terms = {
    interval: 'monthly',
    amount_cents: 3_000,
    amount_currency: CURRENCY,
    pay_in_advance: false,
  };
  return { code, name: code, ...terms, charges };
}
