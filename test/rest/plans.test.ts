import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMetric, createPlan, createTax } from '../support/builders.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('plans', () => {
  test('one is created, read, changed, listed and deleted', async () => {
    const caller = await server.organization();
    const vat = await createTax(caller, { code: 'vat' });
    const levy = await createTax(caller, { code: 'levy', name: 'A levy', rate: 1 });
    const { svc_id: metricId } = await createMetric(caller, { code: 'calls' });
    const plan = await createPlan(caller, {
      name: 'Pro',
      code: 'pro',
      invoice_display_name: 'Professional',
      description: 'for many',
      interval: 'yearly',
      amount_cents: '12000',
      amount_currency: 'USD',
      pay_in_advance: true,
      tax_codes: ['vat', 'levy', 'vat'],
      metadata: { tier: '2', note: null },
      charges: [
        {
          billable_metric_id: metricId,
          charge_model: 'standard',
          invoice_display_name: 'Calls',
          properties: { amount: '0.50' },
          tax_codes: ['levy'],
        },
      ],
    });
    expect(plan).toEqual({
      svc_id: expect.any(String),
      name: 'Pro',
      code: 'pro',
      invoice_display_name: 'Professional',
      description: 'for many',
      interval: 'yearly',
      amount_cents: 12000,
      amount_currency: 'USD',
      pay_in_advance: true,
      trial_period: null,
      bill_charges_monthly: false,
      bill_fixed_charges_monthly: false,
      minimum_commitment: null,
      charges: [
        {
          svc_id: expect.any(String),
          svc_billable_metric_id: metricId,
          billable_metric_code: 'calls',
          code: 'calls',
          invoice_display_name: 'Calls',
          charge_model: 'standard',
          properties: { amount: '0.50' },
          taxes: [levy],
          pay_in_advance: false,
          invoiceable: true,
          regroup_paid_fees: null,
          prorated: false,
          min_amount_cents: 0,
          filters: [],
          applied_pricing_unit: null,
          accepts_target_wallet: null,
          svc_parent_id: null,
          created_at: expect.any(String),
        },
      ],
      fixed_charges: [],
      taxes: [levy, vat],
      usage_thresholds: [],
      entitlements: [],
      metadata: { tier: '2', note: null },
      svc_parent_id: null,
      pending_deletion: false,
      customers_count: 0,
      active_subscriptions_count: 0,
      draft_invoices_count: 0,
      created_at: expect.any(String),
    });
    expect((await caller.get('/plans/pro')).body).toEqual({ plan });

    const updated = await caller.put('/plans/pro', {
      plan: {
        name: 'Max',
        code: 'max',
        description: null,
        interval: 'monthly',
        amount_cents: 0,
        tax_codes: [],
        metadata: null,
      },
    });
    expect(updated.body.plan).toEqual({
      ...plan,
      name: 'Max',
      code: 'max',
      description: null,
      interval: 'monthly',
      amount_cents: 0,
      bill_charges_monthly: null,
      bill_fixed_charges_monthly: null,
      taxes: [],
      metadata: null,
    });

    const newer = await createPlan(caller);
    const listed = await caller.get('/plans');
    expect(listed.body).toMatchObject({ plans: [newer, updated.body.plan], meta: { total_count: 2 } });

    const deleted = await caller.delete('/plans/max');
    expect(deleted.body).toEqual(updated.body);
    const gone = await caller.get('/plans/max');
    expect([gone.status, gone.body.code]).toEqual([404, 'plan_not_found']);
    await createPlan(caller, { code: 'max' });
  });
});
