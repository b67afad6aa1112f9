// Each member of each update, sent alone with another value than the record has, changes the record or is refused under strict
// handling, and is named in X-Svc-Ignored otherwise: rest-conventions.md §3.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { getNamedType, getNullableType, isEnumType, isInputObjectType, isListType } from 'graphql';
import { describeOperation } from '../../src/rest/operation.js';
import { routes } from '../../src/rest/routes.js';
import { snakeCase } from '../../src/rest/names.js';
import {
  addBillingEntity,
  applyCoupon,
  createAddOn,
  createCoupon,
  createCustomer,
  createFeature,
  createMetric,
  createPlan,
  createSection,
  createTax,
  createWallet,
  grant,
  perCall,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { schema } from '../support/graphql-fields.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
/** The path of a record in use, by the path of its route. */
let records: Record<string, string>;
/** Other values of members that are no scalars, or whose texts have a form, by the path of a route or `*`. */
let others: Record<string, Record<string, unknown>>;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const tax = await createTax(client);
  const section = await createSection(client);
  const entity = unique('entity');
  await addBillingEntity(server, client, { code: entity });
  const addOn = await createAddOn(client);
  const otherAddOn = await createAddOn(client);
  const metric = await createMetric(client, { filters: [{ key: 'region', values: ['eu', 'us'] }] });
  const otherMetric = await createMetric(client);
  const customer = await createCustomer(client);
  const eu = { values: { region: ['eu'] }, properties: { amount: '2' } };
  const plan = await createPlan(client, {
    charges: [perCall(metric), { ...perCall(metric), code: 'filtered', filters: [eu] }],
    fixed_charges: [
      { add_on_id: addOn.svc_id, charge_model: 'standard', units: 1, properties: { amount: '1' } },
    ],
  });
  const feature = await createFeature(client);
  await grant(client, plan, { [feature.code]: {} });
  const subscription = await subscribe(client, customer, plan);
  const coupon = await createCoupon(client);
  await applyCoupon(client, customer, coupon);
  const wallet = await createWallet(client, customer);
  const alert = { alert: { alert_type: 'current_usage_amount', code: 'spent', thresholds: [{ value: 5 }] } };
  const at = `/subscriptions/${subscription.external_id}`;
  await client.post(`${at}/alerts`, alert);
  const other = await createWallet(client, customer);
  const ofWallet = `/customers/${customer.external_id}/wallets/${wallet.code}`;
  await client.post(`${ofWallet}/alerts`, {
    alert: { alert_type: 'wallet_balance_amount', code: 'low', thresholds: [{ value: 5 }] },
  });
  const { webhook_endpoint: endpoint } = (
    await client.post('/webhook_endpoints', { webhook_endpoint: { webhook_url: 'https://203.1.2.3/hook' } })
  ).body;
  const { billing_entities: entities } = (await client.get('/billing_entities')).body;
  const charge = plan.charges[0];
  const ofFiltered = `/plans/${plan.code}/charges/filtered`;
  const [filter] = (await client.get(`${ofFiltered}/filters`)).body.filters;
  const ofCharge = `/plans/${plan.code}/charges/${charge.code}`;
  const fixedCharge = plan.fixed_charges[0];
  records = {
    '/add_ons/:code': `/add_ons/${addOn.code}`,
    '/billable_metrics/:code': `/billable_metrics/${metric.code}`,
    '/billing_entities/:code': `/billing_entities/${entities[0].code}`,
    '/coupons/:code': `/coupons/${coupon.code}`,
    '/customers/:external_customer_id/wallets/:wallet_code': `/customers/${customer.external_id}/wallets/${other.code}`,
    '/features/:code': `/features/${feature.code}`,
    '/organizations': '/organizations',
    '/plans/:code/charges/:charge_code': ofCharge,
    '/plans/:code/charges/:charge_code/filters/:filter_id': `${ofFiltered}/filters/${filter.svc_id}`,
    '/plans/:code/fixed_charges/:fixed_charge_code': `/plans/${plan.code}/fixed_charges/${fixedCharge.code}`,
    '/plans/:code': `/plans/${plan.code}`,
    '/subscriptions/:external_id/alerts/:code': `${at}/alerts/spent`,
    '/subscriptions/:external_id': at,
    '/taxes/:code': `/taxes/${tax.code}`,
    '/customers/:external_customer_id/wallets/:wallet_code/alerts/:code': `${ofWallet}/alerts/low`,
    '/wallets/:svc_id': `/wallets/${wallet.svc_id}`,
    '/webhook_endpoints/:svc_id': `/webhook_endpoints/${endpoint.svc_id}`,
  };
  const byMetric = { billable_metric_id: otherMetric.svc_id, billable_metric_code: otherMetric.code };
  const byAddOn = { add_on_id: otherAddOn.svc_id, add_on_code: otherAddOn.code };
  const newCharge = perCall(otherMetric);
  const codes = { tax_codes: [tax.code], invoice_custom_section_codes: [section.code] };
  others = {
    '/billing_entities/:code': { document_color: '#0f766e' },
    // The organization's webhook_url, swept before, is that of its first endpoint.
    '/webhook_endpoints/:svc_id': { webhook_url: 'https://203.1.2.3/moved' },
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
      identifiers: [{ scheme: '0088', value: '4012345000009' }],
      exemption_reason: 'Small business',
      event_types: ['invoice.created'],
      expiration_at: '2099-05-05T00:00:00Z',
      ending_at: '2099-05-05T00:00:00Z',
      subscription_at: '2020-05-05T00:00:00Z',
      expression: 'event.properties.a',
      field_name: 'other',
      filters: [],
      invoice_custom_section: { invoice_custom_section_codes: [section.code] },
      metadata: { key: 'value' },
      payment_method: { payment_method_type: 'manual' },
      percentage_rate: '7.5',
      privileges: [{ code: 'seats', value_type: 'integer' }],
      rate: '7.5',
      recurring_transaction_rules: [{ trigger: 'interval', interval: 'monthly', granted_credits: '5' }],
      regroup_paid_fees: 'invoice',
      thresholds: [{ value: 9 }],
      timezone: 'Europe/Paris',
      usage_thresholds: [{ amount_cents: 900 }],
      values: { region: ['us'] },
      webhook_url: 'https://203.1.2.3/other',
      billing_configuration: { document_locale: 'de' },
      minimum_commitment: { amount_cents: 900 },
    },
    '/organizations': {
      country: 'DE',
      document_number_prefix: 'NEW',
      email: 'other@example.com',
      email_settings: [],
      tax_identification_number: 'DE123456789',
      timezone: 'Europe/Rome',
      billing_configuration: { document_locale: 'fr' },
    },
    '/billable_metrics/:code': { filters: [{ key: 'region', values: ['eu', 'us', 'jp'] }] },
    '/plans/:code/charges/:charge_code': { properties: { amount: '9' }, filters: [eu] },
    '/plans/:code/charges/:charge_code/filters/:filter_id': { properties: { amount: '9' } },
    '/plans/:code/fixed_charges/:fixed_charge_code': { properties: { amount: '9' } },
    '/plans/:code': {
      charges: [newCharge],
      fixed_charges: [],
      metadata: { key: 'value' },
    },
    '/subscriptions/:external_id': {
      plan_overrides: { name: 'own' },
      activation_rules: [{ type: 'payment', timeout_hours: 5 }],
    },
  };
});
afterAll(() => server.stop());

/** Members that are no part of the record. */
const INSTRUCTIONS = new Set(['id', 'cascade_updates', 'apply_units_immediately', 'logo']);

const rows = routes.flatMap((route) => {
  const { method, path, wrapper } = route;
  if (method !== 'PUT' || wrapper === null) return [];
  const { variables } = describeOperation(schema, route.document);
  const input = getNullableType(variables.find(({ name }) => name === 'input')?.type);
  if (!isInputObjectType(input)) return [];
  return Object.values(input.getFields())
    .map(({ name, type }) => ({ path, wrapper, member: snakeCase(name), type }))
    .filter(({ member }) => !INSTRUCTIONS.has(member));
});

/** Rows whose records change by their course, by payments or by further calls rather than by their members alone. */
const ELSEWHERE = new Set([
  '/credit_notes/:svc_id',
  '/fees/:svc_id',
  '/invoices/:svc_id',
  '/subscriptions/:external_id/lifetime_usage',
  '/subscriptions/:external_id/charges/:charge_code',
  '/subscriptions/:external_id/charges/:charge_code/filters/:filter_id',
  '/subscriptions/:external_id/fixed_charges/:fixed_charge_code',
]);

const swept = rows.filter(({ path }) => !ELSEWHERE.has(path));

function anotherValue({ path, member, type }: (typeof rows)[number], current: unknown): unknown {
  if (member === 'code') return unique('code');
  for (const known of [others[path], others['*']]) if (known?.[member] !== undefined) return known[member];
  const named = getNamedType(type);
  if (isListType(getNullableType(type)))
    throw new Error(`No list of other values is known for ${path} ${member}.`);
  if (isEnumType(named)) return named.getValues().find(({ name }) => name !== current)?.name;
  switch (named.name) {
    case 'Boolean':
      return current !== true;
    case 'Int':
    case 'SafeInt':
      return Number(current ?? 0) + 1;
    case 'Decimal':
    case 'String':
      return unique('other');
    default:
      throw new Error(`No other value is known for ${path} ${member}.`);
  }
}

const STRICT = { prefer: 'handling=strict' };
const recordOf = async (path: string, wrapper: string): Promise<Resource> => {
  const { body } = await client.get(path);
  return body[wrapper] ?? body;
};
/** Members that writes show and reads do not, by the contract. */
const SHOWN_BY_WRITES = new Set(['usage_thresholds']);
/** Without what every write changes. */
const shown = (record: Resource) => JSON.stringify({ ...record, updated_at: null });

/** Members whose other values are refused by a rule of their own, with the answer. */
const REFUSED: Record<string, string> = {
  '/taxes/:code category': 'validation_errors {"category":["value_is_invalid"]}',
  '/taxes/:code exemption_reason': 'validation_errors {"exemption_reason":["value_must_be_blank"]}',
  '/billing_entities/:code einvoicing':
    'validation_errors {"tax_identification_number":["missing_for_einvoicing"]}',
  '/subscriptions/:external_id/alerts/:code billable_metric_code':
    'validation_errors {"billable_metric":["value_must_be_blank"]}',
  '/customers/:external_customer_id/wallets/:wallet_code/alerts/:code billable_metric_code':
    'validation_errors {"billable_metric":["value_must_be_blank"]}',
  '/subscriptions/:external_id activation_rules':
    'validation_errors {"activation_rules":["subscription_not_pending"]}',
};

describe('every member of every update', () => {
  test('is swept, but for records that change otherwise', () => {
    expect([...new Set(swept.map(({ path }) => path))].sort()).toEqual(Object.keys(records).sort());
  });

  test.each(swept.map((row) => [`PUT ${row.path}`, row.member, row] as const))(
    '%s: %s',
    async (_call, member, row) => {
      const { path: route, wrapper } = row;
      const path = records[route] ?? '';
      const before = await recordOf(path, wrapper);
      const body = { [wrapper]: { [member]: anotherValue(row, before[member]) } };
      const strict = await client.put(path, body, { headers: STRICT });
      if (strict.status === 200) {
        if (member === 'code' && !route.endsWith(':svc_id'))
          records[route] = path.replace(/[^/]+$/, strict.body[wrapper].code);
        const after = SHOWN_BY_WRITES.has(member)
          ? strict.body[wrapper]
          : await recordOf(records[route] ?? '', wrapper);
        expect(shown(after)).not.toBe(shown(before));
      } else if (JSON.stringify(strict.body).includes('value_is_immutable')) {
        const [refused = ''] = Object.keys(strict.body.error_details as object);
        expect(refused.split('.')[0]).toBe(member);
        const lenient = await client.put(path, body);
        expect([lenient.status, lenient.headers.get('x-svc-ignored')]).toEqual([200, refused]);
        expect(shown(await recordOf(path, wrapper))).toBe(shown(before));
      } else {
        expect(`${strict.body.code} ${JSON.stringify(strict.body.error_details)}`).toBe(
          REFUSED[`${route} ${member}`],
        );
      }
    },
  );

  test('is refused by GraphQL, where it changes nothing', async () => {
    const { plan } = (await client.get(records['/plans/:code'] ?? '')).body;
    const mutation = `mutation ($input: UpdatePlanInput!) { updatePlan(input: $input) { plan { name } } }`;
    const update = (input: object) => client.graphql(mutation, { input: { id: plan.svc_id, ...input } });
    const { errors } = await update({ interval: 'yearly', code: 'x', name: 'Next' });
    expect(errors?.[0]?.extensions.details).toEqual({
      interval: ['value_is_immutable'],
      code: ['value_is_immutable'],
    });
    const same = await update({ interval: plan.interval, code: plan.code, name: 'Next' });
    expect(same.data.updatePlan.plan).toEqual({ name: 'Next' });
  });
});

test('so are pages that are no numbers', async () => {
  const search = '/plans?page=abc&per_page=1.5';
  const lenient = await client.get(search);
  expect([lenient.status, lenient.headers.get('x-svc-ignored')]).toEqual([200, 'page, per_page']);
  const strict = await client.get(search, { headers: STRICT });
  expect([strict.status, strict.body.error_details]).toEqual([
    422,
    { page: ['value_is_invalid'], per_page: ['value_is_invalid'] },
  ]);
});
