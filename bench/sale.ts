import { call, type Target } from './call.ts';
import { HISTORY_DAYS, METRICS } from './events.ts';
import type { Pool } from './product.ts';

const CUSTOMER = 'bench';
const PLAN = 'bench';

/**
 * Sells a customer a plan that charges every metric, under as many subscriptions as asked for: more than REST would
 * create in the time one waits for a benchmark.
 * @returns their external ids.
 */
export async function sell(target: Target, { sql }: Pool, subscriptions: number): Promise<string[]> {
  await createPlan(target);
  await call(target, 'POST', '/api/v1/customers', { customer: { external_id: CUSTOMER, currency: 'EUR' } });
  const startedAt = sql`now() - make_interval(days => ${HISTORY_DAYS})`;
  const rows = await sql<{ externalId: string }[]>`
    insert into subscriptions (
      id, organization_id, customer_id, plan_id, external_id, status, billing_time, subscription_at, started_at,
      created_at, updated_at
    )
    select
      gen_random_uuid(), customer.organization_id, customer.id, plan.id, 'subscription-' || number, 'active',
      'anniversary', ${startedAt}, ${startedAt}, now(), now()
    from customers customer, plans plan, generate_series(1, ${subscriptions}::int) as number
    where customer.external_id = ${CUSTOMER} and plan.code = ${PLAN}
    returning external_id as "externalId"`;
  return rows.map(({ externalId }) => externalId);
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
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges,
    },
  });
}
