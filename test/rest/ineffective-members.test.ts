// Each member of each update, sent alone with another value than the record has, changes the record or is refused under strict
// handling, and is named in X-Svc-Ignored otherwise: rest-conventions.md §3. Members that only GraphQL takes are sent by
// test/graphql/ineffective-members.test.ts.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getNamedType, getNullableType, isEnumType, isInputObjectType, isListType } from 'graphql';
import { snakeCase } from '../../src/rest/letter-case.js';
import {
  addBillingEntity,
  applyCoupon,
  createAddOn,
  createClock,
  createCoupon,
  createCustomer,
  createFeature,
  createIntegration,
  createMetric,
  createPlan,
  createSection,
  createTax,
  createWallet,
  grant,
  perCall,
  SILENT_PAYER,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import { billedCustomer, chargeFeeOf, issue, partOf, plannedInvoice } from '../support/invoices.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { todaysShare } from '../support/todays-share.js';
import { OTHER_MUTATIONS, OTHER_VERBS, REST_MEMBERS, type RestMember } from '../support/updates.js';

/** A record to update. */
interface Target {
  /** The path of the update. */
  readonly path: string;
  /** The path that reads the record, if it is another. */
  readonly read?: string;
  /** Members of the body that say which record is updated. */
  readonly given?: Record<string, unknown>;
}

let server: SharedServer;
let client: Client;
/** Of a plan in use. */
let planCode: string;
let sectionCode: string;
let otherSectionCode: string;
let integrationCode: string;
let otherIntegrationCode: string;
/** By the route, with the state of the record if several are swept. A function makes a new record for each member. */
let targets: Record<string, Target | (() => Promise<Target>)>;
/** Other values of members that are no scalars, or whose texts have a form, by the route or `*`. */
let others: Record<string, Record<string, unknown>>;

/** States in which other members of a record can change. */
const STATES: Record<string, readonly string[]> = {
  'PUT /billable_metrics/:code': ['in use', 'counting', 'summing'],
  'PUT /coupons/:code': ['in use', 'unused'],
  'PUT /invoices/:svc_id': ['finalized', 'draft'],
  'PUT /plans/:code': ['in use', 'unused'],
  'PUT /plans/:code/charges/:charge_code': ['in use', 'unused'],
  'PUT /plans/:code/fixed_charges/:fixed_charge_code': ['in use', 'unused'],
  'PUT /subscriptions/:external_id': ['active', 'pending'],
  'POST /customers': ['new', 'billed'],
  'POST /subscriptions': ['active', 'pending'],
};
const LOGO = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64')}`;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const tax = await createTax(client);
  const section = await createSection(client);
  const entity = unique('entity');
  await addBillingEntity(server, client, { code: entity });
  const addOn = await createAddOn(client);
  const otherAddOn = await createAddOn(client);
  const regions = { filters: [{ key: 'region', values: ['eu', 'us'] }] };
  const metric = await createMetric(client, regions);
  const otherMetric = await createMetric(client);
  const summing = { aggregation_type: 'sum_agg', field_name: 'n', ...regions };
  const carried = await createMetric(client, { ...summing, recurring: true });
  const customer = await createCustomer(client, { billing_configuration: SILENT_PAYER });
  const eu = { values: { region: ['eu'] }, properties: { amount: '2' } };
  const fixed = { add_on_id: addOn.svc_id, charge_model: 'standard', units: 1, properties: { amount: '1' } };
  const terms = {
    charges: [perCall(metric), { ...perCall(metric), code: 'filtered', filters: [eu] }],
    fixed_charges: [fixed],
  };
  const plan = await createPlan(client, terms);
  planCode = plan.code;
  sectionCode = section.code;
  otherSectionCode = (await createSection(client)).code;
  integrationCode = (await createIntegration(client)).code;
  otherIntegrationCode = (await createIntegration(client)).code;
  const unused = await createPlan(client);
  const feature = await createFeature(client, { privileges: [{ code: 'max', value_type: 'integer' }] });
  await grant(client, plan, { [feature.code]: { max: 1 } });
  const subscription = await subscribe(client, customer, plan);
  const overridden = await subscribe(client, customer, plan);
  const future = { subscription_at: '2098-05-05T00:00:00Z' };
  const aheadPlan = await createPlan(client, { ...terms, pay_in_advance: true });
  const samePlan = await createPlan(client, terms);
  const coupon = await createCoupon(client);
  await applyCoupon(client, customer, coupon);
  const wallet = await createWallet(client, customer);
  const alert = { alert: { alert_type: 'current_usage_amount', code: 'spent', thresholds: [{ value: 5 }] } };
  const at = `/subscriptions/${subscription.external_id}`;
  await client.post(`${at}/alerts`, alert);
  const wallets = `/customers/${customer.external_id}/wallets`;
  await client.post(`${wallets}/${wallet.code}/alerts`, {
    alert: { alert_type: 'wallet_balance_amount', code: 'low', thresholds: [{ value: 5 }] },
  });
  const { webhook_endpoint: endpoint } = (
    await client.post('/webhook_endpoints', { webhook_endpoint: { webhook_url: 'https://203.1.2.3/hook' } })
  ).body;
  const { billing_entities: entities } = (await client.get('/billing_entities')).body;
  const charge = plan.charges[0];
  const ofFiltered = `/plans/${plan.code}/charges/filtered`;
  const [filter] = (await client.get(`${ofFiltered}/filters`)).body.filters;
  const ofOverridden = `/subscriptions/${overridden.external_id}`;
  await client.put(`${ofOverridden}/charges/filtered`, { charge: { invoice_display_name: 'Own' } });
  const [own] = (await client.get(`${ofOverridden}/charges/filtered/filters`)).body.filters;
  const { payment_methods: methods } = (
    await client.get(`/customers/${customer.external_id}/payment_methods`)
  ).body;
  const { invoice, draft, note, fee, billed } = await billedRecords();
  const metadataOf = (record: string) => ({
    path: `${record}/metadata`,
    read: record,
    given: { metadata: { kept: 'value' } },
  });
  const upserted = (of: Resource) => ({
    path: '/customers',
    read: `/customers/${of.external_id}`,
    given: { external_id: of.external_id },
  });
  const requested = ({ external_id, plan_code }: Resource, query = '') => ({
    path: '/subscriptions',
    read: `/subscriptions/${external_id}${query}`,
    given: { external_id, plan_code, external_customer_id: customer.external_id },
  });
  targets = {
    'PUT /add_ons/:code': { path: `/add_ons/${addOn.code}` },
    'PUT /billable_metrics/:code in use': { path: `/billable_metrics/${metric.code}` },
    'PUT /billable_metrics/:code counting': async () => ({
      path: `/billable_metrics/${(await createMetric(client, regions)).code}`,
    }),
    'PUT /billable_metrics/:code summing': async () => ({
      path: `/billable_metrics/${(await createMetric(client, summing)).code}`,
    }),
    'PUT /billing_entities/:code': { path: `/billing_entities/${entities[0].code}` },
    'PUT /coupons/:code in use': { path: `/coupons/${coupon.code}` },
    'PUT /coupons/:code unused': async () => ({ path: `/coupons/${(await createCoupon(client)).code}` }),
    'PUT /credit_notes/:svc_id': { path: `/credit_notes/${note.svc_id}` },
    'POST /credit_notes/:svc_id/metadata': metadataOf(`/credit_notes/${note.svc_id}`),
    'PATCH /credit_notes/:svc_id/metadata': metadataOf(`/credit_notes/${note.svc_id}`),
    'POST /customers new': upserted(await createCustomer(client)),
    'POST /customers billed': upserted(billed),
    'PUT /customers/:external_customer_id/wallets/:wallet_code': async () => {
      const { external_id } = await createCustomer(client);
      const { code } = await createWallet(client, { external_id });
      return { path: `/customers/${external_id}/wallets/${code}` };
    },
    'POST /customers/:external_customer_id/wallets/:wallet_code/metadata': metadataOf(
      `${wallets}/${wallet.code}`,
    ),
    'PATCH /customers/:external_customer_id/wallets/:wallet_code/metadata': metadataOf(
      `${wallets}/${wallet.code}`,
    ),
    'PUT /customers/:external_customer_id/wallets/:wallet_code/alerts/:code': {
      path: `${wallets}/${wallet.code}/alerts/low`,
    },
    'PUT /customers/:external_customer_id/payment_methods/:svc_id/set_as_default': {
      path: `/customers/${customer.external_id}/payment_methods/${methods[0].svc_id}/set_as_default`,
      read: `/customers/${customer.external_id}/payment_methods`,
    },
    'PUT /features/:code': { path: `/features/${feature.code}` },
    'PUT /fees/:svc_id': { path: `/fees/${fee.svc_id}` },
    'PUT /invoices/:svc_id finalized': { path: `/invoices/${invoice.svc_id}` },
    'PUT /invoices/:svc_id draft': { path: `/invoices/${draft.svc_id}` },
    'PUT /organizations': { path: '/organizations' },
    'PUT /plans/:code in use': async () => {
      const used = await createPlan(client, terms);
      await subscribe(client, customer, used);
      return { path: `/plans/${used.code}` };
    },
    'PUT /plans/:code unused': async () => ({ path: `/plans/${(await createPlan(client, terms)).code}` }),
    'POST /plans/:code/metadata': metadataOf(`/plans/${plan.code}`),
    'PATCH /plans/:code/metadata': metadataOf(`/plans/${plan.code}`),
    'POST /plans/:code/entitlements': {
      path: `/plans/${plan.code}/entitlements`,
      given: { entitlements: { [feature.code]: {} } },
    },
    'PATCH /plans/:code/entitlements': {
      path: `/plans/${plan.code}/entitlements`,
      given: { entitlements: {} },
    },
    'PUT /plans/:code/charges/:charge_code in use': { path: `/plans/${plan.code}/charges/${charge.code}` },
    'PUT /plans/:code/charges/:charge_code unused': async () => {
      const { code, charges } = await createPlan(client, {
        charges: [{ ...perCall(carried), pay_in_advance: true }],
      });
      return { path: `/plans/${code}/charges/${charges[0].code}` };
    },
    'PUT /plans/:code/charges/:charge_code/filters/:filter_id': {
      path: `${ofFiltered}/filters/${filter.svc_id}`,
    },
    'PUT /plans/:code/fixed_charges/:fixed_charge_code in use': {
      path: `/plans/${plan.code}/fixed_charges/${plan.fixed_charges[0].code}`,
    },
    'PUT /plans/:code/fixed_charges/:fixed_charge_code unused': async () => {
      const { code, fixed_charges: charges } = await createPlan(client, terms);
      return { path: `/plans/${code}/fixed_charges/${charges[0].code}` };
    },
    'POST /subscriptions active': async () => requested(await subscribe(client, customer, samePlan)),
    'POST /subscriptions pending': async () =>
      requested(await subscribe(client, customer, samePlan, future), '?status=pending'),
    'PUT /subscriptions/:external_id active': { path: at },
    'PUT /subscriptions/:external_id pending': async () => {
      const { external_id } = await subscribe(client, customer, aheadPlan, future);
      return { path: `/subscriptions/${external_id}?status=pending` };
    },
    'PUT /subscriptions/:external_id/alerts/:code': { path: `${at}/alerts/spent` },
    'PUT /subscriptions/:external_id/charges/:charge_code': {
      path: `${ofOverridden}/charges/${charge.code}`,
    },
    'PUT /subscriptions/:external_id/charges/:charge_code/filters/:filter_id': {
      path: `${ofOverridden}/charges/filtered/filters/${own.svc_id}`,
    },
    'PATCH /subscriptions/:external_id/entitlements': {
      path: `${at}/entitlements`,
      given: { entitlements: {} },
    },
    'PUT /subscriptions/:external_id/fixed_charges/:fixed_charge_code': {
      path: `${ofOverridden}/fixed_charges/${plan.fixed_charges[0].code}`,
      given: { apply_units_immediately: true },
    },
    'PUT /subscriptions/:external_id/lifetime_usage': {
      path: `${at}/lifetime_usage`,
      given: { external_historical_usage_amount_cents: 0 },
    },
    'PUT /taxes/:code': { path: `/taxes/${(await createTax(client)).code}` },
    'PUT /wallets/:svc_id': async () => ({
      path: `/wallets/${(await createWallet(client, await createCustomer(client))).svc_id}`,
    }),
    'POST /wallets/:svc_id/metadata': metadataOf(`/wallets/${wallet.svc_id}`),
    'PATCH /wallets/:svc_id/metadata': metadataOf(`/wallets/${wallet.svc_id}`),
    'PUT /webhook_endpoints/:svc_id': { path: `/webhook_endpoints/${endpoint.svc_id}` },
  };
  const byMetric = { billable_metric_id: otherMetric.svc_id, billable_metric_code: otherMetric.code };
  const byAddOn = { add_on_id: otherAddOn.svc_id, add_on_code: otherAddOn.code };
  const newCharge = perCall(otherMetric);
  const codes = { tax_codes: [tax.code], invoice_custom_section_codes: [section.code] };
  const own9 = { properties: { amount: '9' } };
  const clock = await createClock(client);
  let grants = 10;
  const price = {
    ...own9,
    charge_model: 'graduated',
    filters: [{ ...eu, ...own9 }],
  };
  others = {
    'PUT /billing_entities/:code': { document_color: '#0f766e' },
    // The organization's webhook_url, swept before, is that of its first endpoint.
    'PUT /webhook_endpoints/:svc_id': { webhook_url: 'https://203.1.2.3/moved' },
    '*': {
      ...byMetric,
      ...byAddOn,
      ...codes,
      applied_pricing_unit: { code: 'unknown', conversion_rate: '2' },
      applies_to: { billable_metric_codes: [metric.code] },
      document_number_prefix: 'OTHER',
      priority: 5,
      tax_identification_number: 'FR12345678901',
      country: 'FR',
      billing_entity_code: entity,
      document_locale: 'de',
      email: 'someone@example.com',
      email_settings: ['invoice.finalized'],
      entitlements: () => ({ [feature.code]: { max: (grants += 1) } }),
      bank_accounts: [{ currency: 'EUR', iban: 'DE89370400440532013000' }],
      identifiers: [{ scheme: '0088', value: '4012345000009' }],
      integration_customers: [{ integration_type: 'netsuite', integration_code: integrationCode }],
      exemption_reason: 'Small business',
      event_types: ['invoice.created'],
      expiration_at: '2099-05-05T00:00:00Z',
      ending_at: '2099-05-05T00:00:00Z',
      subscription_at: '2097-05-05T00:00:00Z',
      expression: 'event.properties.a',
      external_id: () => unique('external'),
      fee_types: ['charge'],
      billable_metric_codes: [metric.code],
      plan_codes: [plan.code],
      provider_payment_methods: ['card'],
      started_at: '2099-01-01T00:00:00Z',
      transaction_metadata: [{ key: 'k', value: 'v' }],
      config: { select_options: ['a'] },
      field_name: 'other',
      filters: [],
      invoice_custom_section: { invoice_custom_section_codes: [section.code] },
      logo: LOGO,
      logo_url: 'https://example.com/logo.png',
      metadata: () => ({ key: unique('value') }),
      payment_method: { payment_method_type: 'manual' },
      payment_status: 'failed',
      percentage_rate: '7.5',
      plan_code: unused.code,
      privileges: [{ code: 'seats', value_type: 'integer' }],
      rate: '7.5',
      recurring_transaction_rules: [{ trigger: 'interval', interval: 'monthly', granted_credits: '5' }],
      refund_status: 'failed',
      regroup_paid_fees: 'invoice',
      shipping_address: { city: 'Paris' },
      test_clock_id: clock.svc_id,
      thresholds: [{ value: 9 }],
      timezone: 'Europe/Paris',
      url: 'https://example.com',
      usage_thresholds: [{ amount_cents: 900 }],
      values: { region: ['us'] },
      webhook_url: 'https://203.1.2.3/other',
      billing_configuration: { document_locale: 'de' },
      minimum_commitment: { amount_cents: 900 },
      plan_overrides: { name: 'own' },
      activation_rules: [{ type: 'payment', timeout_hours: 5 }],
    },
    'PUT /organizations': {
      country: 'DE',
      document_number_prefix: 'NEW',
      email: 'other@example.com',
      email_settings: [],
      tax_identification_number: 'DE123456789',
      timezone: 'Europe/Rome',
      billing_configuration: { document_locale: 'fr' },
    },
    'POST /customers': {
      metadata: [{ key: 'k', value: 'v', display_in_invoice: false }],
      // The billing entity may have the first section.
      invoice_custom_section_codes: [otherSectionCode],
    },
    'PUT /billable_metrics/:code': {
      aggregation_type: 'unique_count_agg',
      filters: [{ key: 'region', values: ['eu', 'us', 'jp'] }],
    },
    'PUT /invoices/:svc_id': { payment_status: 'pending', metadata: [{ key: 'k', value: 'v' }] },
    'PUT /plans/:code/charges/:charge_code': price,
    'PUT /plans/:code/charges/:charge_code/filters/:filter_id': price,
    'PUT /plans/:code/fixed_charges/:fixed_charge_code': price,
    'PUT /subscriptions/:external_id/charges/:charge_code': price,
    'PUT /subscriptions/:external_id/charges/:charge_code/filters/:filter_id': price,
    'PUT /subscriptions/:external_id/fixed_charges/:fixed_charge_code': price,
    'PATCH /subscriptions/:external_id/entitlements': { status: 'pending' },
    'PUT /plans/:code': { charges: [newCharge], fixed_charges: [] },
  };
});
afterAll(() => server.stop());

/** Records that billing makes: a finalized invoice, whose credit note refunds some of it, a draft, and a fee on no invoice. */
async function billedRecords(): Promise<Record<'invoice' | 'draft' | 'note' | 'fee' | 'billed', Resource>> {
  const plan = await createPlan(client, { amount_cents: 100_000, pay_in_advance: true });
  const [billed, drafted] = [
    await createCustomer(client, { currency: 'EUR' }),
    await createCustomer(client, { billing_configuration: { invoice_grace_period: 20 } }),
  ];
  await subscribe(client, billed, plan);
  await subscribe(client, drafted, plan);
  const invoiceOf = async ({ external_id }: Resource) => {
    const { invoices } = (await client.get(`/invoices?external_customer_id=${external_id}`)).body;
    return (await client.get(`/invoices/${invoices[0].svc_id}`)).body.invoice;
  };
  const invoice = await invoiceOf(billed);
  const paid = { invoice_id: invoice.svc_id, amount_cents: invoice.total_amount_cents, reference: 'cheque' };
  await client.post('/payments', { payment: paid });
  const items = [{ fee_id: invoice.fees[0].svc_id, amount_cents: 100 }];
  const { credit_note: note } = (
    await client.post('/credit_notes', {
      credit_note: { invoice_id: invoice.svc_id, reason: 'other', items, refund_amount_cents: 100 },
    })
  ).body;
  const usage = await billedCustomer(server, client);
  const charged = chargeFeeOf(usage, { units: 3, payInAdvance: true, invoiceable: false });
  const parts = [partOf(usage, { fees: [], standaloneFees: [charged] })];
  await issue(usage, plannedInvoice(usage, { parts }));
  const { fees } = (await client.get(`/fees?external_customer_id=${usage.customer.externalId}`)).body;
  return { invoice, draft: await invoiceOf(drafted), note, fee: fees[0], billed };
}

/** Those of the rows that are sent today, once a week each; all of them with `UPDATES=all`. */
const share = <Row>(all: readonly Row[]): Row[] =>
  process.env['UPDATES'] === 'all' ? [...all] : todaysShare(all, 7);

const routeOf = ({ method, path }: RestMember) => `${method} ${path}`;

const rows = REST_MEMBERS.flatMap((row) => {
  const route = routeOf(row);
  const states = STATES[route]?.map((state) => `${route} ${state}`) ?? [route];
  return states.map((target) => [target, snakeCase(row.member), row] as const);
});

/** What one of them has says what the other can have, so that their members are sent one after another, and all. */
const RELATED = new Set(['PUT /organizations', 'PUT /billing_entities/:code']);
const turns = new Set(share(rows.filter(([target]) => !RELATED.has(target))));
const todaysRows = rows.filter((row) => RELATED.has(row[0]) || turns.has(row));

/** The record that is updated. */
async function targetOf(name: string): Promise<Target> {
  const target = targets[name] ?? { path: '' };
  return typeof target === 'function' ? await target() : target;
}

function anotherValue(row: RestMember, member: string, current: unknown): unknown {
  if (member === 'code') return unique('code');
  for (const known of [others[routeOf(row)], others['*']]) {
    const value = known?.[member];
    if (value !== undefined) return typeof value === 'function' ? (value as () => unknown)() : value;
  }
  const named = getNamedType(row.type);
  if (isListType(getNullableType(row.type)))
    throw new Error(`No list of other values is known for ${routeOf(row)} ${member}.`);
  if (isEnumType(named)) return named.getValues().find(({ name }) => name !== current)?.name;
  switch (named.name) {
    case 'Boolean':
      return current !== true;
    case 'Int':
    case 'SafeInt':
      return Number(current ?? 0) + 1;
    case 'Decimal':
      return String(Number(current ?? 0) + 1);
    case 'ID':
    case 'String':
      return unique('other');
    default:
      throw new Error(`No other value is known for ${routeOf(row)} ${member}.`);
  }
}

/** What a subscription has unless it is asked for something else. */
const DEFAULTS: Record<string, unknown> = {
  billing_time: 'calendar',
  consolidate_invoice: true,
  on_termination_invoice: 'generate',
};

const STRICT = { prefer: 'handling=strict' };

/** The record as it is read, without its wrapper. */
async function recordOf({ path, read = path }: Target): Promise<Resource> {
  const { status, body } = await client.get(read);
  expect(status).toBe(200);
  const [record, ...others]: Resource[] = Object.values(body as object);
  return others.length === 0 ? record : body;
}
/** Members that writes show and reads do not, by the contract. */
const SHOWN_BY_WRITES = new Set(['usage_thresholds']);
/** Without what every write changes, and what follows the clock. */
const shown = (record: Resource) =>
  JSON.stringify(record, (name, value: unknown) =>
    name === 'updated_at' || name === 'to_datetime' ? null : value,
  );

/** Members whose other values are refused by a rule of their own, with the answer. */
const REFUSED: Record<string, string> = {
  'PUT /taxes/:code category': 'validation_errors {"category":["value_is_invalid"]}',
  'PUT /taxes/:code exemption_reason': 'validation_errors {"exemption_reason":["value_must_be_blank"]}',
  'PUT /billing_entities/:code einvoicing':
    'validation_errors {"tax_identification_number":["missing_for_einvoicing"]}',
  'PUT /subscriptions/:external_id/alerts/:code billable_metric_code':
    'validation_errors {"billable_metric":["value_must_be_blank"]}',
  'PUT /customers/:external_customer_id/wallets/:wallet_code/alerts/:code billable_metric_code':
    'validation_errors {"billable_metric":["value_must_be_blank"]}',
  'PUT /subscriptions/:external_id active activation_rules':
    'validation_errors {"activation_rules":["subscription_not_pending"]}',
  'PUT /billable_metrics/:code counting recurring':
    'validation_errors {"recurring":["not_compatible_with_aggregation_type"]}',
  'PUT /billable_metrics/:code counting aggregation_type':
    'validation_errors {"field_name":["value_is_mandatory"]}',
  'PUT /coupons/:code unused coupon_type': 'validation_errors {"percentage_rate":["value_is_mandatory"]}',
  'POST /customers new test_clock_id': 'validation_errors {"test_clock_id":["value_is_immutable"]}',
  'POST /customers billed test_clock_id': 'validation_errors {"test_clock_id":["value_is_immutable"]}',
  'PUT /invoices/:svc_id draft metadata': 'metadata_on_draft_invoice {}',
  'PUT /invoices/:svc_id draft payment_status': 'payment_status_update_on_draft_invoice {}',
  'PUT /plans/:code/charges/:charge_code unused applied_pricing_unit':
    'validation_errors {"applied_pricing_unit":["relation_must_exist"]}',
  'PUT /plans/:code/charges/:charge_code unused min_amount_cents':
    'validation_errors {"min_amount_cents":["not_compatible_with_pay_in_advance"]}',
  'PUT /plans/:code/charges/:charge_code unused regroup_paid_fees':
    'validation_errors {"regroup_paid_fees":["only_compatible_with_pay_in_advance_and_non_invoiceable"]}',
  'PUT /subscriptions/:external_id/fixed_charges/:fixed_charge_code charge_model':
    'cannot_override_charge_model {}',
};

describe('every member of every update', () => {
  test('every member of every update is tried', () => {
    expect([...new Set(rows.map(([target]) => target))].sort()).toEqual(Object.keys(targets).sort());
  });

  test('every member of every update is that of a mutation whose verb is known to update', () => {
    const verbs = OTHER_MUTATIONS.map(
      (name) => /^(?:portal(?=[A-Z]))?([A-Z]?[a-z]+)/.exec(name)?.[1] ?? name,
    );
    expect(verbs.filter((verb) => !OTHER_VERBS.has(verb.toLowerCase()))).toEqual([]);
  });

  test.each(todaysRows)('the update %s: %s', async (name, member, row) => {
    const target = await targetOf(name);
    const { path, given } = target;
    const update = (members: object, headers = {}) =>
      sent(row.method, path, row.wrapper === null ? members : { [row.wrapper]: members }, headers);
    if (given !== undefined) await update(given);
    const before = await recordOf(target);
    const members = { ...given, [member]: anotherValue(row, member, before[member]) };
    const strict = await update(members, STRICT);
    if (strict.status === 200) {
      const answered = row.wrapper === null ? strict.body : strict.body[row.wrapper];
      const isMoved = member === 'code' && !row.path.endsWith(':svc_id');
      const moved = isMoved ? { path: path.replace(/[^/]+$/, answered.code) } : target;
      if (typeof targets[name] !== 'function') targets[name] = moved;
      const after = SHOWN_BY_WRITES.has(member) ? answered : await recordOf(moved);
      expect(shown(after)).not.toBe(shown(before));
    } else if (REFUSED[`${name} ${member}`] !== undefined) {
      const refusal = `${strict.body.code} ${JSON.stringify(strict.body.error_details ?? {})}`;
      expect(refusal).toBe(REFUSED[`${name} ${member}`]);
    } else {
      const details = Object.entries((strict.body.error_details ?? strict.body) as object);
      expect(details.map(([, codes]) => codes as unknown)).toEqual([['value_is_immutable']]);
      const refused = details[0]?.[0] ?? '';
      expect(refused.split('.')[0]).toBe(member);
      const lenient = await update(members);
      expect([lenient.status, lenient.headers.get('x-svc-ignored')]).toEqual([200, refused]);
      expect(shown(await recordOf(target))).toBe(shown(before));
    }
  });

  test('every member of every update is refused by GraphQL, where it changes nothing', async () => {
    const { plan } = (await client.get(`/plans/${planCode}`)).body;
    const mutation = `mutation ($input: UpdatePlanInput!) { updatePlan(input: $input) { plan { name } } }`;
    const update = (input: object) => client.graphql(mutation, { input: { id: plan.svc_id, ...input } });
    const { errors } = await update({ interval: 'yearly', code: 'x', name: 'Next' });
    expect(errors?.[0]?.extensions.details).toEqual({
      interval: ['value_is_immutable'],
      code: ['value_is_immutable'],
    });
    const same = await update({ interval: plan.interval, code: plan.code, name: 'Next' });
    expect(same.data.updatePlan.plan).toEqual({ name: 'Next' });
    const { svc_id: subscriptionId } = await subscribe(client, await createCustomer(client), plan);
    const overridden = await client.graphql(
      'mutation ($input: OverrideSubscriptionChargeInput!) { overrideSubscriptionCharge(input: $input) { __typename } }',
      { input: { subscriptionId, chargeId: plan.charges[0].svc_id, chargeModel: 'volume' } },
    );
    expect(overridden.errors?.[0]?.extensions.details).toEqual({ chargeModel: ['value_is_immutable'] });
  });
});

function sent(
  method: string,
  path: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<RestAnswer> {
  if (method === 'POST') return client.post(path, body, { headers });
  return method === 'PATCH' ? client.patch(path, body, { headers }) : client.put(path, body, { headers });
}

/** Members of the objects in members, of lists in their first element. */
const nestedRows = rows.flatMap(([target, member, row]) => {
  const object = getNamedType(row.type);
  const isList = isListType(getNullableType(row.type));
  if (!isInputObjectType(object) || object.isOneOf) return [];
  return Object.values(object.getFields())
    .filter(({ name }) => name !== 'id' && name !== 'applyUnitsImmediately')
    .map(({ name, type }) => [target, member, snakeCase(name), { ...row, type, isList }] as const);
});

/** What an object has beside the member that is sent, by the name of the member that holds it, by the route or `*`. */
const BESIDE: Record<string, Record<string, (record: Resource) => unknown>> = {
  '*': {
    activation_rules: () => [{ type: 'payment' }],
    applied_pricing_unit: () => ({ code: 'unknown', conversion_rate: '1' }),
    bank_accounts: () => [{ currency: 'EUR', iban: 'DE89370400440532013000' }],
    charges: ({ charges }) => charges.map(({ svc_id }: Resource) => ({ id: svc_id })),
    filters: () => [{ values: { region: ['eu'] }, properties: { amount: '2' } }],
    fixed_charges: ({ fixed_charges }) => fixed_charges.map(({ svc_id }: Resource) => ({ id: svc_id })),
    invoice_custom_section: () => ({ invoice_custom_section_codes: [sectionCode] }),
    identifiers: () => [{ scheme: '0088', value: '4012345000009' }],
    integration_customers: () => [{ integration_type: 'netsuite', integration_code: integrationCode }],
    metadata: () => [{ key: 'k', value: 'v' }],
    minimum_commitment: () => ({ amount_cents: 500 }),
    privileges: () => [{ code: 'max', value_type: 'integer' }],
    recurring_transaction_rules: () => [{ trigger: 'interval', interval: 'weekly', granted_credits: '5' }],
    thresholds: () => [{ value: 5, code: 'five' }],
    usage_thresholds: () => [{ amount_cents: 500 }],
  },
  'PUT /billable_metrics/:code': { filters: () => [{ key: 'region', values: ['eu', 'us'] }] },
};

/** Other values of members in objects that `others` does not know, by both names. */
const NESTED_OTHERS: Record<string, (record: Resource) => unknown> = {
  'bank_accounts bic': () => 'COBADEFF',
  'bank_accounts currency': () => 'USD',
  'bank_accounts iban': () => 'NL91ABNA0417164300',
  'billing_configuration document_locale': () => 'es',
  'charges filters': () => [{ values: { region: ['us'] }, properties: { amount: '3' } }],
  'charges properties': () => ({ amount: '9' }),
  'fixed_charges properties': () => ({ amount: '9' }),
  'identifiers value': () => '4000001000005',
  'integration_customers integration_code': () => otherIntegrationCode,
  'invoice_custom_section invoice_custom_section_codes': () => [otherSectionCode],
  'invoice_custom_section skip_invoice_custom_sections': () => true,
  'plan_overrides charges': ({ plan }) => [{ id: plan.charges[0].svc_id, invoice_display_name: 'Own' }],
  'plan_overrides fixed_charges': ({ plan }) => [
    { id: plan.fixed_charges[0].svc_id, invoice_display_name: 'Own' },
  ],
};

/** Members in objects whose other values are refused by a rule of their own, with the answer. */
const NESTED_REFUSED: Record<string, object> = {
  'activation_rules type': { activation_rules: ['invalid_type'] },
  'bank_accounts account_number': { 'bank_accounts.0.iban': ['value_must_be_blank'] },
  'bank_accounts routing_code': { 'bank_accounts.0.iban': ['value_must_be_blank'] },
  'charges applied_pricing_unit': { 'charges.0.applied_pricing_unit': ['relation_must_exist'] },
  'charges charge_model': { 'charges.0.charge_model': ['invalid_aggregation_type_or_charge_model'] },
  'charges invoiceable': { 'charges.0.invoiceable': ['must_be_true_unless_pay_in_advance'] },
  'charges prorated': { 'charges.0.prorated': ['invalid_billable_metric_or_charge_model'] },
  'charges regroup_paid_fees': {
    'charges.0.regroup_paid_fees': ['only_compatible_with_pay_in_advance_and_non_invoiceable'],
  },
  'identifiers scheme': { 'identifiers.0.scheme': ['value_is_invalid'] },
  // The code is that of a connection of another type.
  'integration_customers integration_type': {
    status: 404,
    error: 'Not Found',
    code: 'integration_not_found',
  },
  'payment_method payment_method_id': { payment_method: ['invalid_payment_method'] },
  'plan_overrides amount_currency': { amount_currency: ['currencies_does_not_match'] },
  'recurring_transaction_rules grants_target_top_up': {
    recurring_transaction_rules: ['invalid_recurring_rule'],
  },
  'recurring_transaction_rules method': { recurring_transaction_rules: ['invalid_recurring_rule'] },
  'recurring_transaction_rules trigger': { recurring_transaction_rules: ['invalid_recurring_rule'] },
};

/** Without what changes when an object takes the place of an equal one. */
const content = (record: Resource) =>
  JSON.stringify(record, (name, value: unknown) =>
    ['svc_id', 'created_at', 'updated_at'].includes(name) ? null : value,
  );

describe('every member of the objects in updates', () => {
  test.each(share(nestedRows))('the update %s: %s, %s', async (name, member, nested, row) => {
    const { path, given, ...target } = await targetOf(name);
    const record = await recordOf({ path, ...target });
    const beside = (BESIDE[routeOf(row)]?.[member] ?? BESIDE['*']?.[member])?.(record) ?? {};
    const update = (value: unknown, headers = {}) => {
      const members = { ...given, [member]: value };
      return sent(row.method, path, row.wrapper === null ? members : { [row.wrapper]: members }, headers);
    };
    const base = await update(beside);
    if (base.status !== 200) {
      expect(`${base.body.code} ${JSON.stringify(base.body.error_details ?? {})}`).toBe(
        REFUSED[`${name} ${member}`],
      );
      return;
    }
    const before = await recordOf({ path, ...target });
    const first: Resource = row.isList ? (beside as Resource[])[0] : beside;
    const known = row.isList && row.path.startsWith('/billable_metrics') ? () => ['eu', 'us', 'jp'] : null;
    const valueOf = (nested === 'values' ? known : null) ?? NESTED_OTHERS[`${member} ${nested}`];
    const another =
      valueOf?.(before) ?? anotherValue(row, nested, first[nested] ?? [before[member]].flat()[0]?.[nested]);
    const other = { ...first, [nested]: another };
    const value = row.isList ? [other, ...(beside as Resource[]).slice(1)] : other;
    const strict = await update(value, STRICT);
    const refusal = NESTED_REFUSED[`${member} ${nested}`];
    const details = (strict.body.error_details ?? strict.body) as object;
    if (strict.status === 200) {
      const answered = row.wrapper === null ? strict.body : strict.body[row.wrapper];
      const after = SHOWN_BY_WRITES.has(member) ? answered : await recordOf({ path, ...target });
      expect(content(after)).not.toBe(content(before));
    } else if (refusal !== undefined && !JSON.stringify(details).includes('value_is_immutable')) {
      expect(details).toEqual(refusal);
    } else {
      const at = Object.keys(details)[0] ?? '';
      expect([`${member}.0.${nested}`, `${member}.${nested}`, member]).toContain(at);
      expect(details).toEqual({ [at]: ['value_is_immutable'] });
      const lenient = await update(value);
      expect([lenient.status, lenient.headers.get('x-svc-ignored')]).toEqual([200, at]);
      expect(content(await recordOf({ path, ...target }))).toBe(content(before));
    }
  });
});

describe('a request for a subscription', () => {
  const past = { subscription_at: '2026-01-01T00:00:00Z' };
  const future = { subscription_at: '2098-05-05T00:00:00Z' };
  const changes = [
    ['upgrades', 100, 200, past, ''],
    ['plans a downgrade', 200, 100, past, '?status=pending'],
    ['replaces the plan of a pending one', 100, 200, future, '?status=pending'],
  ] as const;
  const members = REST_MEMBERS.filter(
    (row) => routeOf(row) === 'POST /subscriptions' && row.member !== 'planCode',
  );
  const cells = changes.flatMap(([name, ...change]) =>
    members.map((row) => [name, snakeCase(row.member), row, change] as const),
  );
  /** What a subscription is after it was asked to change its plan, without what differs from one to the next. */
  const plainly = (record: Resource) =>
    JSON.stringify(record, (name, value: unknown) =>
      /(?:_id|_at|_datetime|_count)$/.test(name) && !/^(?:ending|subscription)_at$/.test(name) ? null : value,
    );
  let plans: Record<number, Resource>;
  let payer: Resource;
  const controls: Record<string, string> = {};

  beforeAll(async () => {
    payer = await createCustomer(client, { billing_configuration: SILENT_PAYER });
    plans = {
      100: await createPlan(client, { amount_cents: 100 }),
      200: await createPlan(client, { amount_cents: 200 }),
    };
  });

  async function change(
    from: number,
    to: number,
    over: Record<string, unknown>,
    members: object,
    headers = {},
  ) {
    const { external_id, subscription_at } = await subscribe(client, payer, plans[from], over);
    const given = { external_id, external_customer_id: payer.external_id, plan_code: plans[to].code };
    const answer = await client.post(
      '/subscriptions',
      { subscription: { ...given, ...members } },
      { headers },
    );
    return { answer, external_id, subscription_at };
  }

  test.each(share(cells))(
    'a request for a subscription that %s takes or names %s',
    async (name, member, row, [from, to, over, query]) => {
      const read = async ({ external_id }: Resource) =>
        plainly((await client.get(`/subscriptions/${external_id}${query}`)).body.subscription).replaceAll(
          external_id,
          '',
        );
      if (controls[name] === undefined) {
        controls[name] = await read(await change(from, to, over, {}));
        expect(await read(await change(from, to, over, {}))).toBe(controls[name]);
      }
      const sentMember = { [member]: anotherValue(row, member, DEFAULTS[member]) };
      const { answer, external_id } = await change(from, to, over, sentMember, STRICT);
      if (answer.status === 200) {
        const after = SHOWN_BY_WRITES.has(member)
          ? plainly(answer.body.subscription)
          : await read({ external_id });
        expect(after).not.toBe(controls[name]);
        return;
      }
      expect(answer.body.error_details).toEqual({ [member]: ['value_is_immutable'] });
      const lenient = await change(from, to, over, sentMember);
      expect(lenient.answer.headers.get('x-svc-ignored')).toBe(member);
    },
  );

  test('a request for a subscription that repeats what it has names nothing; GraphQL refuses what would change nothing', async () => {
    const entity = unique('entity');
    await addBillingEntity(server, client, { code: entity });
    const section = await createSection(client);
    const fixed = { add_on_id: (await createAddOn(client)).svc_id, charge_model: 'standard', units: 1 };
    const plan = await createPlan(client, {
      pay_in_advance: true,
      fixed_charges: [{ ...fixed, properties: { amount: '1' } }],
    });
    const subscription = {
      external_id: unique('subscription'),
      external_customer_id: payer.external_id,
      plan_code: plan.code,
      name: ' Own ',
      billing_time: 'anniversary',
      subscription_at: '2026-01-01',
      ending_at: '2099-05-05T00:00:00Z',
      consolidate_invoice: false,
      progressive_billing_disabled: true,
      purchase_order_number: 'PO',
      on_termination_invoice: 'skip',
      on_termination_credit_note: 'skip',
      billing_entity_code: entity,
      payment_method: { payment_method_type: 'manual' },
      invoice_custom_section: { invoice_custom_section_codes: [section.code] },
      usage_thresholds: [{ amount_cents: 900, threshold_display_name: 'Nine' }],
      plan_overrides: { fixed_charges: [{ id: plan.fixed_charges[0].svc_id, units: 7 }] },
    };
    const first = await client.post('/subscriptions', { subscription });
    for (const again of [subscription, { ...subscription, consolidate_invoice: null, billing_time: null }]) {
      const { status, headers, body } = await client.post(
        '/subscriptions',
        { subscription: again },
        { headers: STRICT },
      );
      expect([status, headers.get('x-svc-ignored'), body]).toEqual([200, null, first.body]);
    }
    const { errors } = await client.graphql(
      'mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) { subscription { id } } }',
      {
        input: {
          externalId: subscription.external_id,
          externalCustomerId: payer.external_id,
          planCode: plan.code,
          name: 'Other',
          billingTime: 'calendar',
        },
      },
    );
    expect(errors?.[0]?.extensions.details).toEqual({
      name: ['value_is_immutable'],
      billingTime: ['value_is_immutable'],
    });
  });
});

test('members without effect do not hide those that have one, and are named by their paths', async () => {
  const plan = await createPlan(client, { charges: [perCall(await createMetric(client))] });
  const subscription = await subscribe(client, await createCustomer(client), plan);
  const charges = [{ id: plan.charges[0].svc_id, properties: { amount: '7' }, min_amount_cents: 50 }];
  for (const [path, body, ignored, changed] of [
    [`/plans/${plan.code}`, { plan: { interval: 'yearly', name: 'N' } }, 'interval', { name: 'N' }],
    [
      `/plans/${plan.code}`,
      { plan: { amount_currency: 'USD', trial_period: 3, amount_cents: 77, charges } },
      'amount_currency, trial_period, charges.0.min_amount_cents',
      {
        ...{ amount_currency: plan.amount_currency, trial_period: plan.trial_period, amount_cents: 77 },
        charges: [{ properties: { amount: '7' }, min_amount_cents: 0 }],
      },
    ],
    [
      `/subscriptions/${subscription.external_id}`,
      { subscription: { subscription_at: '2020-01-01T00:00:00Z', name: 'S' } },
      'subscription_at',
      { name: 'S', subscription_at: subscription.subscription_at },
    ],
  ] as const) {
    const strict = await client.put(path, body, { headers: STRICT });
    const refused = ignored.split(', ').map((member) => [member, ['value_is_immutable']]);
    expect([strict.status, strict.body.error_details]).toEqual([422, Object.fromEntries(refused)]);
    const lenient = await client.put(path, body);
    expect([lenient.status, lenient.headers.get('x-svc-ignored')]).toEqual([200, ignored]);
    expect(Object.values(lenient.body)).toMatchObject([changed]);
  }
});

test('page numbers that are no numbers are named, and refused under strict handling', async () => {
  const search = '/plans?page=abc&per_page=1.5';
  const lenient = await client.get(search);
  expect([lenient.status, lenient.headers.get('x-svc-ignored')]).toEqual([200, 'page, per_page']);
  const strict = await client.get(search, { headers: STRICT });
  expect([strict.status, strict.body.error_details]).toEqual([
    422,
    { page: ['value_is_invalid'], per_page: ['value_is_invalid'] },
  ]);
});
