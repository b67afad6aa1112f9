import { randomUUID } from 'node:crypto';

/**
 * Bills one event by the fewest REST requests, so that the test works with the program of any version.
 * @throws Error naming the request that failed or the wrong amount.
 */
export async function smokeTest(baseUrl: string, key: string): Promise<void> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are asserted on, not computed with
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`);
    return JSON.parse(text) as unknown;
  };
  const code = `smoke-${randomUUID()}`;
  await call('POST', '/taxes', { tax: { name: 'VAT', code, rate: 20 } });
  const { billable_metric } = await call('POST', '/billable_metrics', {
    billable_metric: { name: 'Calls', code, aggregation_type: 'sum_agg', field_name: 'count' },
  });
  const charge = {
    billable_metric_id: billable_metric.svc_id,
    charge_model: 'standard',
    properties: { amount: '0.002' },
  };
  const plan = { name: 'Pro', code, interval: 'monthly', amount_cents: 5_000, amount_currency: 'EUR' };
  await call('POST', '/plans', {
    plan: { ...plan, pay_in_advance: false, tax_codes: [code], charges: [charge] },
  });
  const { test_clock } = await call('POST', '/test_clocks', {
    test_clock: { frozen_time: '2027-03-01T00:00:00Z' },
  });
  await call('POST', '/customers', {
    customer: { external_id: code, name: 'Acme', currency: 'EUR', test_clock_id: test_clock.svc_id },
  });
  await call('POST', '/subscriptions', {
    subscription: { external_customer_id: code, plan_code: code, external_id: code },
  });
  const properties = { count: 61_000 };
  await call('POST', '/events', {
    event: { transaction_id: code, external_subscription_id: code, code, properties },
  });
  const { customer_usage } = await call(
    'GET',
    `/customers/${code}/current_usage?external_subscription_id=${code}`,
  );
  expectAmount('current usage', customer_usage.amount_cents, 12_200);
  await call('POST', `/test_clocks/${test_clock.svc_id}/advance`, {
    test_clock: { frozen_time: '2027-04-01T00:00:00Z' },
  });
  const { invoices } = await call('GET', `/invoices?external_customer_id=${code}`);
  expectAmount('the invoice', invoices[0]?.total_amount_cents, 20_640);
}

function expectAmount(what: string, actual: unknown, expected: number): void {
  if (actual !== expected) throw new Error(`${what} is ${String(actual)} cents instead of ${expected}`);
}
