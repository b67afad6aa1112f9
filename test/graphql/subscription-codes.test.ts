// Every code that subscriptions.md, fixed-charges-and-commitments.md §1 and §7, extensions.md §1 and rest-conventions.md §10
// and §12 name for subscriptions, their charges, plans and test clocks: provoked by the same input on both surfaces, with
// nothing written. Those of payment providers cannot arise yet; those of charges: validation-codes.test.ts.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createClock,
  createCustomer,
  SILENT_PAYER,
  createMetric,
  createPlan,
  type Resource,
  subscribe,
} from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import { type Refusal, refusalInGraphql, refusalOf, TYPED } from '../support/refusals.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

type Members = Record<string, unknown>;

const TODAY = '2027-03-10T12:00:00Z';
const UNKNOWN = '0190a0a0-0000-7000-8000-000000000000';
const GATE = [{ type: 'payment', timeout_hours: 48 }];

let server: SharedServer;
let client: Client;
let clock: Resource;
let moving: Resource;
let plan: Resource;
const subscriptions: Record<string, Resource> = {};

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  clock = await createClock(client, { frozen_time: TODAY });
  const customer = await createCustomer(client, {
    external_id: 'acme',
    test_clock_id: clock.svc_id,
    billing_configuration: SILENT_PAYER,
  });
  const other = await createCustomer(client, { external_id: 'other', test_clock_id: clock.svc_id });
  const metric = await createMetric(client, { filters: [{ key: 'region', values: ['eu', 'us'] }] });
  const addOn = await createAddOn(client, { code: 'seat' });
  const contents = {
    charges: [
      {
        code: 'calls',
        billable_metric_id: metric.svc_id,
        charge_model: 'standard',
        properties: { amount: '1' },
        filters: [{ values: { region: ['eu'] }, properties: { amount: '2' } }],
      },
    ],
    fixed_charges: [{ add_on_id: addOn.svc_id, charge_model: 'standard', properties: { amount: '5' } }],
  };
  plan = await createPlan(client, { code: 'sold', amount_cents: 1_000, ...contents });
  const dear = await createPlan(client, {
    code: 'dear',
    amount_cents: 9_000,
    pay_in_advance: true,
    ...contents,
  });
  const begin = async (external_id: string, of: Resource, over: Members = {}, owner = customer) => {
    subscriptions[external_id] = await subscribe(client, owner, of, { external_id, ...over });
  };
  await begin('active', plan);
  await begin('pending', plan, { subscription_at: '2027-04-01T00:00:00Z' });
  await begin('ended', plan);
  await client.delete('/subscriptions/ended');
  await begin('incomplete', dear, { activation_rules: GATE });
  await begin('replaced', plan);
  const { svc_id } = subscriptions['replaced'];
  await begin('replaced', dear, { activation_rules: GATE });
  subscriptions['replaced'] = { external_id: 'replaced', svc_id };
  await begin('theirs', plan, {}, other);
  await begin('leaving', await createPlan(client, { code: 'going' }), {}, await createCustomer(client));
  await server.pool.sql`update plans set pending_deletion = true where code = 'going'`;
  await holdClock();
});
afterAll(() => server.stop());

/** A customer whose clock is on its way, with a subscription. */
async function holdClock(): Promise<void> {
  moving = await createClock(client, { frozen_time: TODAY });
  const customer = await createCustomer(client, { external_id: 'moving', test_clock_id: moving.svc_id });
  subscriptions['moving'] = await subscribe(client, customer, plan, { external_id: 'moving' });
  await server.pool.sql`
    update test_clocks set status = 'advancing', target_time = '2027-04-01' where id = ${moving.svc_id}`;
}

/** The id that GraphQL names a subscription by, whose external id REST takes. */
const idOf = (externalId: string): string => subscriptions[externalId]?.svc_id ?? UNKNOWN;

interface Asked {
  readonly rest: Promise<RestAnswer>;
  readonly graphql: Promise<Refusal>;
}

const inGraphql = (mutation: string, input: Members) => refusalInGraphql(client, mutation, input);

/** Asks both surfaces for the same: what is named, and with which members. */
const OPERATIONS = {
  createSubscription: (_, over) => {
    const subscription = { external_customer_id: 'acme', plan_code: 'sold', external_id: 'new', ...over };
    return {
      rest: client.post('/subscriptions', { subscription }),
      graphql: inGraphql('createSubscription', subscription),
    };
  },
  updateSubscription: (of, over) => ({
    rest: client.put(`/subscriptions/${of}`, { subscription: over }),
    graphql: inGraphql('updateSubscription', { id: idOf(of), ...over }),
  }),
  terminateSubscription: (of, over) => ({
    rest: client.delete(
      `/subscriptions/${of}?${new URLSearchParams(over as Record<string, string>).toString()}`,
    ),
    graphql: inGraphql('terminateSubscription', { id: idOf(of), ...over }),
  }),
  overrideSubscriptionCharge: (of, { code = 'calls', ...charge }) => ({
    rest: client.put(`/subscriptions/${of}/charges/${String(code)}`, { charge }),
    graphql: inGraphql('overrideSubscriptionCharge', {
      subscription_id: idOf(of),
      charge_id: code === 'calls' ? plan.charges[0].svc_id : UNKNOWN,
      ...charge,
    }),
  }),
  createSubscriptionChargeFilter: (of, filter) => ({
    rest: client.post(`/subscriptions/${of}/charges/calls/filters`, { filter }),
    graphql: inGraphql('createSubscriptionChargeFilter', {
      subscription_id: idOf(of),
      charge_id: plan.charges[0].svc_id,
      ...filter,
    }),
  }),
  updateSubscriptionChargeFilter: (of, { id = plan.charges[0].filters[0].svc_id, ...filter }) => ({
    rest: client.put(`/subscriptions/${of}/charges/calls/filters/${String(id)}`, { filter }),
    graphql: inGraphql('updateSubscriptionChargeFilter', { subscription_id: idOf(of), id, ...filter }),
  }),
  deleteSubscriptionChargeFilter: (of, { id = plan.charges[0].filters[0].svc_id }) => ({
    rest: client.delete(`/subscriptions/${of}/charges/calls/filters/${String(id)}`),
    graphql: inGraphql('deleteSubscriptionChargeFilter', { subscription_id: idOf(of), id }),
  }),
  overrideSubscriptionFixedCharge: (of, { code = 'seat', ...fixed }) => ({
    rest: client.put(`/subscriptions/${of}/fixed_charges/${String(code)}`, { fixed_charge: fixed }),
    graphql: inGraphql('overrideSubscriptionFixedCharge', {
      subscription_id: idOf(of),
      fixed_charge_id: code === 'seat' ? plan.fixed_charges[0].svc_id : UNKNOWN,
      ...fixed,
    }),
  }),
  createPlan: (_, over) => {
    const body = { ...PLAN, ...over };
    return { rest: client.post('/plans', { plan: body }), graphql: inGraphql('createPlan', body) };
  },
  updatePlan: (of, over) => ({
    rest: client.put(`/plans/${of}`, { plan: over }),
    graphql: inGraphql('updatePlan', { id: of === plan.code ? plan.svc_id : UNKNOWN, ...over }),
  }),
  deletePlan: (of) => ({
    rest: client.delete(`/plans/${of}`),
    graphql: inGraphql('deletePlan', { id: UNKNOWN }),
  }),
  createFixedCharge: (of, fixed) => ({
    rest: client.post(`/plans/${of}/fixed_charges`, { fixed_charge: fixed }),
    graphql: inGraphql('createFixedCharge', {
      plan_id: of === plan.code ? plan.svc_id : UNKNOWN,
      ...fixed,
    }),
  }),
  updateFixedCharge: (of, fixed) => ({
    rest: client.put(`/plans/sold/fixed_charges/${of}`, { fixed_charge: fixed }),
    graphql: inGraphql('updateFixedCharge', {
      id: of === 'seat' ? plan.fixed_charges[0].svc_id : UNKNOWN,
      ...fixed,
    }),
  }),
  createCustomer: (of, over) => ({
    rest: client.post('/customers', { customer: { external_id: of, ...over } }),
    graphql: inGraphql('upsertCustomer', { external_id: of, ...over }),
  }),
  createTestClock: (_, over) => ({
    rest: client.post('/test_clocks', { test_clock: { name: 'a', ...over } }),
    graphql: inGraphql('createTestClock', { name: 'a', ...over }),
  }),
  advanceTestClock: (of, over) => {
    const id = of === 'still' ? clock.svc_id : of === 'moving' ? moving.svc_id : UNKNOWN;
    return {
      rest: client.post(`/test_clocks/${id}/advance`, { test_clock: over }),
      graphql: inGraphql('advanceTestClock', { id, ...over }),
    };
  },
  deleteTestClock: () => ({
    rest: client.delete(`/test_clocks/${UNKNOWN}`),
    graphql: inGraphql('deleteTestClock', { id: UNKNOWN }),
  }),
} satisfies Record<string, (of: string, members: Members) => Asked>;

const PLAN = {
  name: 'Plan',
  code: 'new',
  interval: 'monthly',
  amount_cents: 0,
  amount_currency: 'EUR',
  pay_in_advance: false,
};

/** `graphql` where GraphQL reports it differently from REST. */
type Row = [of: string, members: Members | (() => Members), refusal: Refusal, graphql?: Refusal];

const codes = (field: string, ...errorCodes: string[]) => ({ [field]: errorCodes });
const NO_SUBSCRIPTION: Refusal = [404, 'subscription_not_found'];
const INCOMPLETE = codes('base', 'subscription_incomplete');
const ADVANCING: Refusal = [405, 'test_clock_advancing'];
const fixed = (over: Members = {}) => ({
  add_on_code: 'seat',
  code: 'b',
  charge_model: 'standard',
  properties: { amount: '1' },
  ...over,
});
const override = (over: Members) => ({ plan_overrides: over });

const ROWS: Record<keyof typeof OPERATIONS, Row[]> = {
  createSubscription: [
    ['new', { external_customer_id: ' ', external_id: '' }, { external_customer_id: ['value_is_mandatory'], external_id: ['value_is_mandatory'] }],
    ['new', { plan_code: undefined }, codes('plan_code', 'value_is_mandatory'), TYPED],
    ['new', { plan_code: 'none' }, [404, 'plan_not_found']],
    ['new', { plan_code: 'going' }, [404, 'plan_not_found']],
    ['new', { billing_entity_code: 'none' }, [404, 'billing_entity_not_found']],
    ['new', { subscription_at: 'soon' }, codes('subscription_at', 'invalid_date'), TYPED],
    ['new', { ending_at: 'soon' }, codes('ending_at', 'invalid_date'), TYPED],
    ['new', { ending_at: '2027-03-10T23:59:59Z' }, codes('ending_at', 'invalid_date')],
    ['new', { subscription_at: '2027-04-01T00:00:00Z', ending_at: '2027-04-01T23:00:00Z' }, codes('ending_at', 'invalid_date')],
    ['new', { billing_time: 'lunar' }, codes('billing_time', 'value_is_invalid'), TYPED],
    ['new', { payment_method: { payment_method_id: UNKNOWN } }, codes('payment_method', 'invalid_payment_method')],
    ['new', { on_termination_invoice: 'maybe' }, codes('on_termination_invoice', 'invalid_value'), TYPED],
    ['new', { on_termination_credit_note: 'gift' }, codes('on_termination_credit_note', 'invalid_value'), TYPED],
    ['new', { external_id: 'theirs' }, codes('external_id', 'value_already_exist')],
    ['new', { external_id: 'incomplete' }, codes('subscription', 'subscription_incomplete')],
    ['new', { external_id: 'replaced' }, codes('subscription', 'subscription_incomplete')],
    [
      'new',
      { usage_thresholds: [{ amount_cents: 1 }], plan_overrides: { usage_thresholds: [{ amount_cents: 1 }] } },
      { usage_thresholds: ['incompatible_params'], 'plan_overrides.usage_thresholds': ['incompatible_params'] },
    ],
    ['new', { activation_rules: 'payment' }, codes('activation_rules', 'invalid_format'), TYPED],
    ['new', { activation_rules: [{ type: 'approval' }] }, codes('activation_rules', 'invalid_type'), TYPED],
    ['new', { activation_rules: [...GATE, ...GATE] }, codes('activation_rules', 'duplicated_type')],
    ['new', { activation_rules: [{ type: 'payment', timeout_hours: -1 }] }, codes('timeout_hours', 'value_must_be_positive_or_zero')],
    [
      'new',
      { activation_rules: GATE, payment_method: { payment_method_type: 'manual' } },
      codes('customer', 'manual_payment_method_invalid_for_payment_activation_rules'),
    ],
    ['new', override({ charges: [{ id: UNKNOWN }] }), [404, 'charge_not_found']],
    ['new', override({ fixed_charges: [{ id: UNKNOWN }] }), [404, 'fixed_charge_not_found']],
    ['new', override({ tax_codes: ['none'] }), [404, 'tax_not_found']],
    ['new', override({ amount_cents: -1 }), codes('plan_overrides.amount_cents', 'value_is_out_of_range')],
    ['new', override({ amount_currency: 'XXX' }), codes('plan_overrides.amount_currency', 'value_is_invalid'), TYPED],
    ['new', () => override({ fixed_charges: [{ id: plan.fixed_charges[0].svc_id, charge_model: 'volume' }] }), [403, 'cannot_override_charge_model']],
    ['new', { external_customer_id: 'moving' }, ADVANCING],
  ],
  updateSubscription: [
    ['none', { name: 'a' }, NO_SUBSCRIPTION],
    ['incomplete', { name: 'a' }, [405, 'subscription_incomplete']],
    ['moving', { name: 'a' }, ADVANCING],
    ['active', { ending_at: '2027-03-10T23:00:00Z' }, codes('ending_at', 'invalid_date')],
    ['pending', { ending_at: '2027-04-01T01:00:00Z' }, codes('ending_at', 'invalid_date')],
    ['pending', { subscription_at: 'soon' }, codes('subscription_at', 'invalid_date'), TYPED],
    ['pending', { subscription_at: null, consolidate_invoice: null }, { subscription_at: ['value_is_mandatory'], consolidate_invoice: ['value_is_mandatory'] }],
    ['active', { on_termination_invoice: 'maybe' }, codes('on_termination_invoice', 'invalid_value'), TYPED],
    ['active', { payment_method: { payment_method_id: UNKNOWN } }, codes('payment_method', 'invalid_payment_method')],
    ['active', { billing_entity_code: 'none' }, [404, 'billing_entity_not_found']],
    ['active', { activation_rules: GATE }, codes('activation_rules', 'subscription_not_pending')],
    ['pending', { activation_rules: [{ type: 'payment', timeout_hours: -1 }] }, codes('timeout_hours', 'value_must_be_positive_or_zero')],
    [
      'pending',
      { activation_rules: GATE, payment_method: { payment_method_type: 'manual' } },
      codes('customer', 'manual_payment_method_invalid_for_payment_activation_rules'),
    ],
    ['ended', { purchase_order_number: 'PO' }, NO_SUBSCRIPTION, [405, 'purchase_order_number_not_editable']],
    ['ended', override({ name: 'a' }), NO_SUBSCRIPTION, codes('plan_overrides', 'modification_not_allowed')],
    ['active', override({ charges: [{ id: UNKNOWN }] }), [404, 'charge_not_found']],
    ['active', override({ fixed_charges: [{ id: UNKNOWN, units: 1 }] }), [404, 'fixed_charge_not_found']],
    ['active', () => override({ fixed_charges: [{ id: plan.fixed_charges[0].svc_id, charge_model: 'volume' }] }), [403, 'cannot_override_charge_model']],
    ['active', override({ minimum_commitment: { amount_cents: 0 } }), codes('plan_overrides.minimum_commitment.amount_cents', 'value_is_out_of_range')],
    [
      'active',
      { usage_thresholds: [{ amount_cents: 1 }], plan_overrides: { usage_thresholds: [{ amount_cents: 1 }] } },
      { usage_thresholds: ['incompatible_params'], 'plan_overrides.usage_thresholds': ['incompatible_params'] },
    ],
  ],
  terminateSubscription: [
    ['none', {}, NO_SUBSCRIPTION],
    ['ended', {}, NO_SUBSCRIPTION],
    ['incomplete', {}, INCOMPLETE],
    ['replaced', {}, codes('base', 'next_subscription_incomplete')],
    ['active', { on_termination_invoice: 'maybe' }, codes('on_termination_invoice', 'invalid_value'), TYPED],
    ['active', { on_termination_credit_note: 'gift' }, codes('on_termination_credit_note', 'invalid_value'), TYPED],
    ['moving', {}, ADVANCING],
  ],
  overrideSubscriptionCharge: [
    ['none', { min_amount_cents: 1 }, NO_SUBSCRIPTION],
    ['ended', { min_amount_cents: 1 }, NO_SUBSCRIPTION],
    ['incomplete', { min_amount_cents: 1 }, INCOMPLETE],
    ['active', { code: 'none', min_amount_cents: 1 }, [404, 'charge_not_found']],
    ['active', { min_amount_cents: -1 }, codes('min_amount_cents', 'value_is_out_of_range')],
    ['active', { charge_model: 'standard', properties: { amount: '-1' } }, codes('properties', 'invalid_amount')],
    ['active', { tax_codes: ['none'] }, [404, 'tax_not_found']],
    ['active', { filters: [{ values: {} }] }, codes('filters.0.values', 'value_is_mandatory')],
    ['moving', { min_amount_cents: 1 }, ADVANCING],
  ],
  createSubscriptionChargeFilter: [
    ['none', { values: { region: ['us'] } }, NO_SUBSCRIPTION],
    ['active', { values: {} }, codes('values', 'value_is_mandatory')],
    ['active', { values: { region: ['mars'] } }, codes('values', 'value_is_invalid')],
    ['active', { values: { region: ['eu'] } }, codes('values', 'value_already_exist')],
    ['active', { values: { colour: ['red'] } }, { values: ['value_is_invalid'], billable_metric_filter: ['relation_must_exist'] }],
    ['moving', { values: { region: ['us'] } }, ADVANCING],
  ],
  updateSubscriptionChargeFilter: [
    ['none', { invoice_display_name: 'a' }, NO_SUBSCRIPTION],
    ['active', { id: UNKNOWN, invoice_display_name: 'a' }, [404, 'charge_filter_not_found']],
    ['active', { values: { region: ['mars'] } }, codes('values', 'value_is_invalid')],
    ['moving', { invoice_display_name: 'a' }, ADVANCING],
  ],
  deleteSubscriptionChargeFilter: [
    ['none', {}, NO_SUBSCRIPTION],
    ['active', { id: UNKNOWN }, [404, 'charge_filter_not_found']],
    ['moving', {}, ADVANCING],
  ],
  overrideSubscriptionFixedCharge: [
    ['none', { units: 1 }, NO_SUBSCRIPTION],
    ['incomplete', { units: 1 }, INCOMPLETE],
    ['active', { code: 'none', units: 1 }, [404, 'fixed_charge_not_found']],
    ['active', { units: -1 }, codes('units', 'value_is_out_of_range')],
    ['active', { units: 0.5 }, codes('units', 'value_is_invalid'), TYPED],
    ['active', { charge_model: 'volume' }, [403, 'cannot_override_charge_model']],
    ['active', { charge_model: 'standard', properties: { amount: '-1' } }, codes('properties', 'invalid_amount')],
    ['active', { tax_codes: ['none'] }, [404, 'tax_not_found']],
    ['moving', { units: 1 }, ADVANCING],
  ],
  createPlan: [
    ['new', { name: ' ', code: '' }, { name: ['value_is_mandatory'], code: ['value_is_mandatory'] }],
    ['new', { amount_cents: undefined }, codes('amount_cents', 'value_is_mandatory'), TYPED],
    ['new', { amount_cents: -1, trial_period: -1 }, { amount_cents: ['value_is_out_of_range'], trial_period: ['value_is_out_of_range'] }],
    ['new', { code: 'sold' }, codes('code', 'value_already_exist')],
    ['new', { interval: undefined }, codes('interval', 'value_is_invalid'), TYPED],
    ['new', { interval: 'daily' }, codes('interval', 'value_is_invalid'), TYPED],
    ['new', { amount_currency: 'XXX' }, codes('amount_currency', 'value_is_invalid'), TYPED],
    ['new', { pay_in_advance: 'maybe' }, codes('pay_in_advance', 'value_is_invalid'), TYPED],
    ['new', { tax_codes: ['none'] }, [404, 'tax_not_found']],
    ['new', { minimum_commitment: { amount_cents: 0 } }, codes('minimum_commitment.amount_cents', 'value_is_out_of_range')],
    ['new', { minimum_commitment: { amount_cents: 1, tax_codes: ['none'] } }, [404, 'tax_not_found']],
    ['new', { fixed_charges: [fixed({ add_on_code: 'none' })] }, [404, 'add_ons_not_found']],
    [
      'new',
      {
        fixed_charges: [
          fixed(),
          fixed(),
          fixed({ code: 'c', charge_model: 'volume', pay_in_advance: true, properties: { volume_ranges: [] } }),
          fixed({ code: 'd', units: -1, properties: { amount: '-1' } }),
          fixed({
            code: 'e',
            charge_model: 'graduated',
            pay_in_advance: true,
            prorated: true,
            properties: { graduated_ranges: [{ from_value: 0, to_value: null, per_unit_amount: '1', flat_amount: '0' }] },
          }),
        ],
      },
      {
        'fixed_charges.1.code': ['value_already_exist'],
        'fixed_charges.2.pay_in_advance': ['invalid_charge_model'],
        'fixed_charges.2.properties': ['missing_volume_ranges'],
        'fixed_charges.3.units': ['value_is_out_of_range'],
        'fixed_charges.3.properties': ['invalid_amount'],
        'fixed_charges.4.prorated': ['invalid_charge_model'],
      },
    ],
    ['new', { fixed_charges: [fixed({ charge_model: undefined, properties: undefined })] }, codes('fixed_charges.0.charge_model', 'value_is_mandatory'), TYPED],
    ['new', { fixed_charges: [fixed({ charge_model: 'package' })] }, codes('fixed_charges.0.charge_model', 'value_is_invalid'), TYPED],
    ['new', { fixed_charges: [fixed({ units: 0.5 })] }, codes('fixed_charges.0.units', 'value_is_invalid'), TYPED],
    ['new', { fixed_charges: [fixed({ tax_codes: ['none'] })] }, [404, 'tax_not_found']],
  ],
  updatePlan: [
    ['none', { name: 'a' }, [404, 'plan_not_found']],
    ['sold', { name: null, amount_cents: null }, { name: ['value_is_mandatory'], amount_cents: ['value_is_mandatory'] }],
    ['sold', { amount_cents: -1 }, codes('amount_cents', 'value_is_out_of_range')],
  ],
  deletePlan: [['none', {}, [404, 'plan_not_found']]],
  createFixedCharge: [
    ['none', fixed(), [404, 'plan_not_found']],
    ['sold', fixed({ add_on_code: 'none' }), [404, 'add_on_not_found']],
    ['sold', fixed({ code: 'seat', units: -1 }), { code: ['value_already_exist'], units: ['value_is_out_of_range'] }],
    ['sold', fixed({ tax_codes: ['none'] }), [404, 'tax_not_found']],
  ],
  updateFixedCharge: [
    ['none', { units: 1 }, [404, 'fixed_charge_not_found']],
    ['seat', { units: -1 }, codes('units', 'value_is_out_of_range')],
  ],
  createCustomer: [
    ['new', { test_clock_id: UNKNOWN }, [404, 'test_clock_not_found']],
    ['acme', { test_clock_id: UNKNOWN }, codes('test_clock_id', 'value_is_immutable')],
  ],
  createTestClock: [
    ['new', {}, codes('frozen_time', 'value_is_mandatory'), TYPED],
    ['new', { frozen_time: 'soon' }, codes('frozen_time', 'invalid_date'), TYPED],
    ['new', { frozen_time: TODAY, name: 'x'.repeat(256) }, codes('name', 'value_is_too_long')],
  ],
  advanceTestClock: [
    ['none', { frozen_time: TODAY }, [404, 'test_clock_not_found']],
    ['still', { frozen_time: TODAY }, codes('frozen_time', 'value_is_invalid')],
    ['still', { frozen_time: '2027-03-10T11:59:59Z' }, codes('frozen_time', 'value_is_invalid')],
    ['moving', { frozen_time: '2028-01-01T00:00:00Z' }, ADVANCING],
  ],
  deleteTestClock: [['none', {}, [404, 'test_clock_not_found']]],
}; // prettier-ignore

/** Everything that a refused call could have left behind. */
async function written(): Promise<unknown> {
  const [row] = await server.pool.sql`
    select (select count(*) from subscriptions) as subscriptions, (select count(*) from plans) as plans,
      (select count(*) from customers) as customers, (select count(*) from test_clocks) as clocks,
      (select count(*) from outbox_messages) as messages`;
  return row;
}

describe.each(Object.entries(ROWS))('%s', (name, rows) => {
  const operation: (of: string, members: Members) => Asked = OPERATIONS[name as keyof typeof OPERATIONS];

  test.each(rows)('%s with %j: %j', async (of, members, refusal, graphql = refusal) => {
    const before = await written();
    const asked = operation(of, typeof members === 'function' ? members() : members);
    expect({ rest: refusalOf(await asked.rest), graphql: await asked.graphql }).toEqual({
      rest: refusal,
      graphql,
    });
    expect(await written()).toEqual(before);
  });
});
