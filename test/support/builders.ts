import { randomUUID } from 'node:crypto';
import { generateApiKey } from '../../src/modules/organizations/api-keys/api-key-value.js';
import type { Permissions } from '../../src/platform/api/access/resource-permissions.js';
import type { Client, RestAnswer } from './client.js';
import type { SharedServer } from './server.js';

/** Members of a REST body that a test sets; the builder supplies the others. */
type Members = Record<string, unknown>;
/** One resource in the JSON of a REST response. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers are asserted on, not computed with
export type Resource = any;

/** The grouping properties in the response of a charge whose usage is not split. */
export const UNSPLIT = { pricing_group_keys: null, grouped_by: null, presentation_group_keys: null };

/** A text that no other call returns, so that tests can share an organization. */
export function unique(prefix: string): string {
  return `${prefix}-${randomUUID().slice(0, 8)}`;
}

export async function createTax(client: Client, over: Members = {}): Promise<Resource> {
  const tax = { name: 'VAT', code: unique('tax'), rate: 20, ...over };
  return created(await client.post('/taxes', { tax })).tax;
}

export async function createMetric(client: Client, over: Members = {}): Promise<Resource> {
  const metric = { name: 'Calls', code: unique('metric'), aggregation_type: 'count_agg', ...over };
  return created(await client.post('/billable_metrics', { billable_metric: metric })).billable_metric;
}

export async function createAddOn(client: Client, over: Members = {}): Promise<Resource> {
  const addOn = {
    name: 'Seat',
    code: unique('add-on'),
    amount_cents: 1_000,
    amount_currency: 'EUR',
    ...over,
  };
  return created(await client.post('/add_ons', { add_on: addOn })).add_on;
}

/** A feature without privileges. */
export async function createFeature(client: Client, over: Members = {}): Promise<Resource> {
  const feature = { code: unique('feature'), name: 'Seats', ...over };
  return created(await client.post('/features', { feature })).feature;
}

/** Grants features by a plan: values of their privileges by code, by feature code. @returns the entitlements of the plan. */
export async function grant(client: Client, plan: Resource, entitlements: Members): Promise<Resource[]> {
  return created(await client.patch(`/plans/${plan.code}/entitlements`, { entitlements })).entitlements;
}

/** A wallet in EUR, of which a credit is worth 1.00. */
export async function createWallet(
  client: Client,
  customer: Resource,
  over: Members = {},
): Promise<Resource> {
  const wallet = {
    external_customer_id: customer.external_id,
    code: unique('wallet'),
    currency: 'EUR',
    rate_amount: '1',
    ...over,
  };
  return created(await client.post('/wallets', { wallet })).wallet;
}

/** Tops a wallet up, or voids credits of it. */
export async function bookInWallet(client: Client, wallet: Resource, members: Members): Promise<Resource[]> {
  const body = { wallet_transaction: { wallet_id: wallet.svc_id, ...members } };
  return created(await client.post('/wallet_transactions', body)).wallet_transactions;
}

/** A coupon of 10.00 EUR, given once. */
export async function createCoupon(client: Client, over: Members = {}): Promise<Resource> {
  const coupon = {
    name: 'Welcome',
    code: unique('coupon'),
    coupon_type: 'fixed_amount',
    amount_cents: 1_000,
    amount_currency: 'EUR',
    frequency: 'once',
    expiration: 'no_expiration',
    ...over,
  };
  return created(await client.post('/coupons', { coupon })).coupon;
}

export async function applyCoupon(
  client: Client,
  customer: Resource,
  coupon: Resource,
  over: Members = {},
): Promise<Resource> {
  const applied = { external_customer_id: customer.external_id, coupon_code: coupon.code, ...over };
  return created(await client.post('/applied_coupons', { applied_coupon: applied })).applied_coupon;
}

/** Creates a pricing unit over GraphQL, as REST has no operation for it. */
export async function createPricingUnit(client: Client, over: Members = {}): Promise<Resource> {
  const input = { name: 'Credits', shortName: 'CR', code: unique('unit'), ...over };
  const { data, errors } = await client.graphql(
    `mutation ($input: CreatePricingUnitInput!) {
      createPricingUnit(input: $input) { pricingUnit { id code name shortName description } }
    }`,
    { input },
  );
  if (errors !== undefined) throw new Error(`The builder was refused: ${JSON.stringify(errors)}`);
  return data.createPricingUnit.pricingUnit;
}

/** Creates a custom section of invoices over GraphQL, as REST has no operation for it. */
export async function createSection(client: Client, over: Members = {}): Promise<Resource> {
  const code = unique('section');
  const input = { code, name: `Section ${code}`, details: `Details of ${code}`, ...over };
  const { data, errors } = await client.graphql(
    `mutation ($input: CreateInvoiceCustomSectionInput!) {
      createInvoiceCustomSection(input: $input) {
        invoiceCustomSection { id code name description details displayName }
      }
    }`,
    { input },
  );
  if (errors !== undefined) throw new Error(`The builder was refused: ${JSON.stringify(errors)}`);
  return data.createInvoiceCustomSection.invoiceCustomSection;
}

/** A charge of a plan; by default 1.00 for each unit of the metric. */
export function perCall(metric: Resource, over: Members = {}): Members {
  return {
    billable_metric_id: metric.svc_id,
    charge_model: 'standard',
    properties: { amount: '1' },
    ...over,
  };
}

/** A fixed charge of three units in advance, 30.00 each period, billed whole. */
export function threeInAdvance(addOn: Resource, over: Members = {}): Members {
  return {
    add_on_id: addOn.svc_id,
    units: 3,
    charge_model: 'standard',
    pay_in_advance: true,
    properties: { amount: '10' },
    ...over,
  };
}

/** A monthly plan in EUR, in arrears and free, without charges. */
export async function createPlan(client: Client, over: Members = {}): Promise<Resource> {
  const plan = {
    name: 'Basic',
    code: unique('plan'),
    interval: 'monthly',
    amount_cents: 0,
    amount_currency: 'EUR',
    pay_in_advance: false,
    ...over,
  };
  return created(await client.post('/plans', { plan })).plan;
}

export async function createClock(client: Client, over: Members = {}): Promise<Resource> {
  const clock = { frozen_time: '2027-01-01T00:00:00Z', ...over };
  return created(await client.post('/test_clocks', { test_clock: clock })).test_clock;
}

/** A connection to the sandbox. */
export async function createPaymentProvider(client: Client): Promise<Resource> {
  const code = unique('connection');
  const { data, errors } = await client.graphql(
    `mutation ($input: CreatePaymentProviderInput!) {
      createPaymentProvider(input: $input) { paymentProvider { id code name } }
    }`,
    { input: { type: 'sandbox', code, name: `Connection ${code}` } },
  );
  if (errors !== undefined) throw new Error(`The builder was refused: ${JSON.stringify(errors)}`);
  return data.createPaymentProvider.paymentProvider;
}

/** A connection to an outside system that is not called. */
export async function createIntegration(client: Client, over: Members = {}): Promise<Resource> {
  const code = unique('integration');
  const { data, errors } = await client.graphql(
    `mutation ($input: CreateIntegrationInput!) {
      createIntegration(input: $input) { integration { id type code name } }
    }`,
    { input: { type: 'netsuite', code, name: `Integration ${code}`, ...over } },
  );
  if (errors !== undefined) throw new Error(`The builder was refused: ${JSON.stringify(errors)}`);
  return data.createIntegration.integration;
}

/** Links a customer to the sandbox, which refuses each payment as too small: its invoices stay unpaid. */
export const SILENT_PAYER = {
  payment_provider: 'sandbox',
  payment_provider_code: 'sandbox',
  provider_customer_id: 'too_small',
};

export async function createCustomer(client: Client, over: Members = {}): Promise<Resource> {
  const customer = { external_id: unique('customer'), ...over };
  return created(await client.post('/customers', { customer })).customer;
}

/** Inserts the row of a pricing unit called CR, as REST creates none. @returns its code. */
export async function addPricingUnit({ pool }: SharedServer, { organizationId }: Client): Promise<string> {
  const code = unique('unit');
  const now = new Date().toISOString();
  await pool.sql`
    insert into pricing_units (id, organization_id, code, name, short_name, created_at, updated_at)
    values (${randomUUID()}, ${organizationId}, ${code}, 'Credits', 'CR', ${now}, ${now})`;
  return code;
}

/** Inserts the row of a second billing entity, as no operation creates one yet. */
export async function addBillingEntity(
  { pool }: SharedServer,
  { organizationId }: Client,
  { code = unique('entity'), timezone = 'UTC', prefix = 'ACM-EU' } = {},
): Promise<void> {
  const now = new Date().toISOString();
  await pool.sql`
    insert into billing_entities
      (id, organization_id, code, name, is_default, timezone, document_number_prefix, created_at, updated_at)
    values (${randomUUID()}, ${organizationId}, ${code}, 'Acme', false, ${timezone}, ${prefix}, ${now}, ${now})`;
}

export async function subscribe(
  client: Client,
  customer: Resource,
  plan: Resource,
  over: Members = {},
): Promise<Resource> {
  const subscription = {
    external_customer_id: customer.external_id,
    plan_code: plan.code,
    external_id: unique('subscription'),
    ...over,
  };
  return created(await client.post('/subscriptions', { subscription })).subscription;
}

interface SentEvent {
  readonly transaction_id?: string;
  readonly properties?: Members;
  readonly timestamp?: number | string;
  readonly precise_total_amount_cents?: string;
}

/** Sends events of one metric, given the properties and other members of each. */
export async function sendEvents(
  client: Client,
  subscription: Resource,
  metric: Resource,
  events: readonly SentEvent[],
): Promise<void> {
  const sent = events.map((event) => ({
    transaction_id: unique('event'),
    external_subscription_id: subscription.external_id,
    code: metric.code,
    ...event,
  }));
  created(await client.post('/events/batch', { events: sent }));
}

export async function advanceClock(client: Client, clock: Resource, to: string): Promise<Resource> {
  const body = { test_clock: { frozen_time: to } };
  return created(await client.post(`/test_clocks/${clock.svc_id}/advance`, body)).test_clock;
}

/** Creates a key of the same organization with these permissions only. */
export async function callerWith(
  { app, pool }: SharedServer,
  client: Client,
  permissions: Permissions,
): Promise<Client> {
  const value = generateApiKey();
  await pool.db.transaction((tx) =>
    app.services.apiKeys.issue(tx, client.organizationId, { value, name: 'limited', permissions }),
  );
  return client.withKey(value);
}

/** The definition of a plan or metric, without the counts of its users. */
export function termsOf(record: Resource): Resource {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !name.endsWith('_count')));
}

/** The body of the response. @throws Error when the server refused to create a record that a test needs. */
function created({ status, body }: RestAnswer): Resource {
  if (status !== 200) throw new Error(`The builder was refused: ${status} ${JSON.stringify(body)}`);
  return body;
}
