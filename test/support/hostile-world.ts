import { randomUUID } from 'node:crypto';
import {
  applyCoupon,
  createCoupon,
  createFeature,
  createIntegration,
  createAddOn,
  createClock,
  createCustomer,
  createMetric,
  createPaymentProvider,
  createPlan,
  createTax,
  createWallet,
  grant,
  type Resource,
  sendEvents,
  subscribe,
  unique,
} from './builders.js';
import type { Client } from './client.js';
import { Story } from './story.js';
import type { Known } from './sample-bodies.js';

/** Records of one organization: one of each kind that operations can name. */
export interface World {
  /** Values of path parameters; an entry `<first segment>.<parameter>` has precedence over the parameter alone. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Values of body members by name. */
  readonly known: Known;
}

export async function buildWorld(client: Client): Promise<World> {
  const tax = await createTax(client);
  const metric = await createMetric(client, {
    aggregation_type: 'sum_agg',
    field_name: 'n',
    filters: [{ key: 'region', values: ['eu', 'us'] }],
  });
  const addOn = await createAddOn(client);
  const charge = { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } };
  const fixedCharge = {
    add_on_id: addOn.svc_id,
    charge_model: 'standard',
    properties: { amount: '1' },
    units: 2,
  };
  const filters = [{ values: { region: ['eu'] }, properties: { amount: '2' } }];
  const plan = await createPlan(client, {
    // Much more than the coupon takes off, also on the last day of a month.
    amount_cents: 100_000,
    pay_in_advance: true,
    metadata: { key: 'value' },
    charges: [{ ...charge, code: unique('charge'), filters }],
    fixed_charges: [{ ...fixedCharge, code: unique('fixed') }],
  });
  const instant = await createPlan(client, {
    charges: [{ ...charge, pay_in_advance: true, invoiceable: false }],
  });
  const feature = await createFeature(client, { privileges: [{ code: 'max', value_type: 'integer' }] });
  await grant(client, plan, { [feature.code]: { max: 20 } });
  const clock = await createClock(client);
  const customer = await createCustomer(client, { name: 'n', currency: 'EUR' });
  const drafted = await createCustomer(client, { billing_configuration: { invoice_grace_period: 20 } });
  // Less than half of what a plan costs for its last day of a month: a cent is credited later.
  const coupon = await createCoupon(client, { amount_cents: 10, applies_to: { plan_codes: [plan.code] } });
  const applied = await applyCoupon(client, customer, coupon);
  const subscription = await subscribe(client, customer, plan);
  const metered = await subscribe(client, customer, instant);
  await subscribe(client, drafted, plan);
  await sendEvents(client, metered, metric, [{ properties: { n: 5 } }]);
  const { invoices } = await body(client.get('/invoices'));
  const finalized = invoices.find(({ status }: Resource) => status === 'finalized');
  const { invoice } = await body(client.get(`/invoices/${finalized.svc_id}`));
  const [fee] = invoice.fees;
  const { events } = await body(client.get('/events'));
  const { filters: found } = await body(
    client.get(`/plans/${plan.code}/charges/${plan.charges[0].code}/filters`),
  );
  const reference = { invoice_id: invoice.svc_id, reference: 'r', paid_at: '2026-11-20' };
  const { payment } = await body(client.post('/payments', { payment: { ...reference, amount_cents: 10 } }));
  const { payment_receipts: receipts } = await body(client.get('/payment_receipts'));
  const items = [{ fee_id: fee.svc_id, amount_cents: 2 }];
  const note = {
    invoice_id: invoice.svc_id,
    reason: 'other',
    credit_amount_cents: 2,
    metadata: { key: 'value' },
    items,
  };
  const { credit_note: creditNote } = await body(client.post('/credit_notes', { credit_note: note }));
  const wallet = await createWallet(client, customer, { granted_credits: '5', metadata: { key: 'value' } });
  const { wallet_transactions: transactions } = await body(
    client.get(`/wallets/${wallet.svc_id}/wallet_transactions`),
  );
  const entity = await body(
    client.post('/billing_entities', {
      billing_entity: { code: unique('entity'), name: 'Acme EU', country: 'FR' },
    }),
  );
  const { webhook_endpoint: endpoint } = await body(
    client.post('/webhook_endpoints', { webhook_endpoint: { webhook_url: webhookUrl() } }),
  );
  const threshold = { thresholds: [{ value: '10' }] };
  const ofMetric = { alert_type: 'billable_metric_current_usage_units', billable_metric_code: metric.code };
  const low = { alert_type: 'wallet_balance_amount', code: unique('low'), ...threshold };
  const spent = { alert_type: 'current_usage_amount', code: unique('spent'), ...threshold };
  await body(client.post(`/subscriptions/${subscription.external_id}/alerts`, { alert: spent }));
  const wallets = `/customers/${customer.external_id}/wallets`;
  await body(client.post(`${wallets}/${wallet.code}/alerts`, { alert: low }));
  const owing = await Story.begin(client, '2026-11-01T00:00:00Z');
  await owing.subscribe(plan);
  await owing.advance('2026-11-03T00:00:00Z');
  const [overdue] = await owing.invoices();
  const { payment_request: request } = await body(
    client.post('/payment_requests', {
      payment_request: {
        external_customer_id: owing.customer.external_id,
        svc_invoice_ids: [overdue.svc_id],
      },
    }),
  );
  const campaign = { code: unique('campaign'), name: 'n', thresholds: [{ currency: 'EUR', amountCents: 1 }] };
  await client.graphql(
    'mutation ($input: CreateDunningCampaignInput!) { createDunningCampaign(input: $input) { dunningCampaign { id } } }',
    { input: campaign },
  );
  await createPaymentProvider(client);
  await connectSystem(client, customer);
  const { activity_logs: logs } = await body(client.get('/activity_logs?per_page=1'));
  // Its entry of the API log is written a moment later.
  const requestId = randomUUID();
  await client.put(`/taxes/${tax.code}`, {}, { headers: { 'x-request-id': requestId } });
  await client.graphql('mutation { createApiKey(input: { name: "n" }) { apiKey { id } } }');
  await invite(client);
  const { token } = await invite(client);
  await client
    .withKey(null)
    .graphql('mutation ($input: AcceptInviteInput!) { acceptInvite(input: $input) { token } }', {
      input: { token, password: 'long enough 1' },
    });
  const { security_logs: securityEvents } = await body(client.get('/security_logs'));
  return {
    parameters: {
      'taxes.code': tax.code,
      'billing_entities.code': entity.code,
      'plans.code': plan.code,
      'add_ons.code': addOn.code,
      'coupons.code': coupon.code,
      applied_coupon_id: applied.svc_id,
      'features.code': feature.code,
      feature_code: feature.code,
      privilege_code: 'max',
      'billable_metrics.code': metric.code,
      'customers.code': low.code,
      'subscriptions.code': spent.code,
      'credit_notes.svc_id': creditNote.svc_id,
      'fees.svc_id': fee.svc_id,
      'invoices.svc_id': invoice.svc_id,
      'payment_requests.svc_id': request.svc_id,
      'payments.svc_id': payment.svc_id,
      'payment_receipts.svc_id': receipts[0].svc_id,
      'test_clocks.svc_id': clock.svc_id,
      'wallets.svc_id': wallet.svc_id,
      'webhook_endpoints.svc_id': endpoint.svc_id,
      'wallet_transactions.svc_id': transactions[0].svc_id,
      wallet_code: wallet.code,
      activity_id: logs[0].activity_id,
      request_id: requestId,
      log_id: securityEvents[0].log_id,
      charge_code: plan.charges[0].code,
      external_customer_id: customer.external_id,
      external_id: subscription.external_id,
      filter_id: found[0].svc_id,
      fixed_charge_code: plan.fixed_charges[0].code,
      key: 'key',
      transaction_id: events[0].transaction_id,
    },
    known: {
      add_on_id: addOn.svc_id,
      add_on_code: addOn.code,
      aggregation_type: 'count_agg',
      alert: () => ({ ...ofMetric, ...threshold, code: unique('alert') }),
      amount: '1',
      amount_cents: 100,
      billable_metric_id: metric.svc_id,
      charge_model: 'standard',
      code: () => unique('code'),
      coupon_code: coupon.code,
      coupon_type: 'fixed_amount',
      amount_currency: 'EUR',
      expiration: 'no_expiration',
      frequency: 'forever',
      conversion_rate: '1',
      credit_note: { ...note, metadata: {} },
      entitlements: { [feature.code]: { max: 30 } },
      external_customer_id: customer.external_id,
      external_id: () => unique('external'),
      external_subscription_id: metered.external_id,
      event: () => ({ ...event(metered, metric), transaction_id: unique('event') }),
      events: () => [{ ...event(metered, metric), transaction_id: unique('event') }],
      expression: 'round(event.properties.n)',
      fee_id: fee.svc_id,
      flat_amount: '0',
      interval: 'monthly',
      invoice_id: invoice.svc_id,
      payment: { ...reference, amount_cents: 1 },
      per_unit_amount: '1',
      plan_code: plan.code,
      properties: { amount: '1' },
      rate: '1',
      rate_amount: '1',
      tax_codes: [tax.code],
      to_value: null,
      values: { region: ['us'] },
      wallet_id: wallet.svc_id,
      webhook_url: webhookUrl,
    },
  };
}

/** Connects an outside system, with a mapping, and a customer that is linked and recorded there. */
async function connectSystem(client: Client, { external_id, svc_id: resourceId }: Resource): Promise<void> {
  const { id: integrationId, type, code } = await createIntegration(client);
  const mapping = { integrationId, target: 'fallback_item', externalId: unique('item') };
  await client.graphql(
    'mutation ($input: SetIntegrationMappingInput!) { setIntegrationMapping(input: $input) { integrationMapping { id } } }',
    { input: mapping },
  );
  const recorded = { integrationId, resourceType: 'customer', resourceId, externalId: unique('record') };
  await client.graphql(
    'mutation ($input: RecordIntegrationResourceInput!) { recordIntegrationResource(input: $input) { integrationResource { id } } }',
    { input: recorded },
  );
  const integration_customers = [{ integration_type: type, integration_code: code }];
  await body(client.post('/customers', { customer: { external_id, integration_customers } }));
}

async function invite(client: Client): Promise<Resource> {
  const { data } = await client.graphql(
    'mutation ($input: CreateInviteInput!) { createInvite(input: $input) { token } }',
    { input: { email: `${unique('person')}@example.com`, roles: ['admin'] } },
  );
  return data.createInvite;
}

const webhookUrl = () => `https://203.1.2.3/${unique('hook')}`;

const event = (subscription: Resource, metric: Resource) => ({
  external_subscription_id: subscription.external_id,
  code: metric.code,
  properties: { n: 1 },
});

async function body(answer: ReturnType<Client['get']>): Promise<Resource> {
  const { status, body: answered } = await answer;
  if (status !== 200) throw new Error(`The world was refused: ${JSON.stringify(answered)}`);
  return answered;
}
