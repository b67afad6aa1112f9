import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createClock,
  createCustomer,
  createPlan,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

/** A customer on a clock of its own. */
async function customerAt(frozenTime: string, over: object = {}, of: Client = client): Promise<Resource> {
  const clock = await createClock(of, { frozen_time: frozenTime });
  return createCustomer(of, { test_clock_id: clock.svc_id, ...over });
}

const create = (subscription: object, of = client) => of.post('/subscriptions', { subscription });

/** How many rows a refused call could have left behind. */
async function countRows(): Promise<Record<string, number>> {
  const tables = [
    'subscriptions',
    'customers',
    'due_work',
    'invoices',
    'activity_log_entries',
    'outbox_messages',
  ];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await server.pool.sql<{ count: number }[]>`
      select count(*)::int as count from ${server.pool.sql(table)}`;
    counts[table] = row?.count ?? 0;
  }
  return counts;
}

describe('creating a subscription', () => {
  test('creating a subscription starts it now, on the clock of its customer, with every default', async () => {
    const customer = await customerAt('2027-09-18T09:30:00Z');
    const plan = await createPlan(client, { amount_cents: 4_200, amount_currency: 'USD' });
    const subscription = await subscribe(client, customer, plan);
    expect(subscription).toEqual({
      svc_id: expect.any(String),
      external_id: subscription.external_id,
      svc_customer_id: customer.svc_id,
      external_customer_id: customer.external_id,
      billing_entity_code: 'default',
      billing_time: 'calendar',
      name: null,
      plan_code: plan.code,
      plan_amount_cents: 4_200,
      plan_amount_currency: 'USD',
      status: 'active',
      created_at: '2027-09-18T09:30:00Z',
      canceled_at: null,
      started_at: '2027-09-18T09:30:00.000Z',
      ending_at: null,
      subscription_at: '2027-09-18T09:30:00Z',
      terminated_at: null,
      activated_at: '2027-09-18T09:30:00Z',
      cancellation_reason: null,
      previous_plan_code: null,
      next_plan_code: null,
      downgrade_plan_date: null,
      trial_ended_at: null,
      current_billing_period_started_at: '2027-09-18T09:30:00Z',
      current_billing_period_ending_at: '2027-09-30T23:59:59Z',
      on_termination_credit_note: null,
      on_termination_invoice: 'generate',
      payment_method: null,
      consolidate_invoice: true,
      purchase_order_number: null,
      progressive_billing_disabled: false,
      activation_rules: [],
      applied_invoice_custom_sections: [],
      applicable_usage_thresholds: [],
      plan,
    });
  });

  test.each<[Record<string, unknown>, object, string]>([
    [{ billing_time: 'anniversary' }, { billing_time: 'anniversary' }, 'anniversary periods'],
    [{ name: '  Gold  ' }, { name: 'Gold' }, 'texts are trimmed'],
    [{ name: ' ' }, { name: null }, 'a blank name is none'],
    [{ purchase_order_number: ' PO 7 ' }, { purchase_order_number: 'PO 7' }, 'a purchase order'],
    [{ consolidate_invoice: false }, { consolidate_invoice: false }, 'an invoice of its own'],
    [{ billing_entity_code: 'DEFAULT' }, { billing_entity_code: 'default' }, 'entity codes in any case'],
    [
      { payment_method: { payment_method_type: 'manual' } },
      { payment_method: { payment_method_type: 'manual', payment_method_id: null } },
      'never charged automatically',
    ],
    [{ payment_method: {} }, { payment_method: null }, 'an empty payment method is none'],
    [{ on_termination_invoice: 'skip' }, { on_termination_invoice: 'skip' }, 'no closing invoice'],
    [{ on_termination_credit_note: 'refund' }, { on_termination_credit_note: null }, 'ignored in arrears'],
    [
      { ending_at: null, plan_overrides: {}, usage_thresholds: [], activation_rules: null },
      { ending_at: null },
      'what is not built may be left empty',
    ],
    [
      { subscription_at: '2027-09-18T23:59:59Z' },
      { started_at: '2027-09-18T23:59:59.000Z', status: 'active' },
      'later today is today',
    ],
    [
      { subscription_at: '2027-09-19T00:00:00Z', ending_at: '2027-09-20T00:00:00Z' },
      {
        status: 'pending',
        started_at: null,
        activated_at: null,
        subscription_at: '2027-09-19T00:00:00Z',
        ending_at: '2027-09-20T00:00:00Z',
        current_billing_period_started_at: null,
      },
      'a start tomorrow, an end the day after',
    ],
    [
      { subscription_at: '2027-05-05' },
      {
        subscription_at: '2027-05-05T00:00:00Z',
        started_at: '2027-05-05T00:00:00.000Z',
        created_at: '2027-09-18T09:30:00Z',
        current_billing_period_started_at: '2027-09-01T00:00:00Z',
      },
      'a start in the past',
    ],
  ])('%j is shown as %j: %s', async (sent, shown) => {
    const customer = await customerAt('2027-09-18T09:30:00Z');
    const subscription = await subscribe(client, customer, await createPlan(client), sent);
    expect(subscription).toMatchObject(shown);
    const read = await client.get(`/subscriptions/${subscription.external_id}?status=${subscription.status}`);
    expect(read.body.subscription).toEqual(subscription);
  });

  test('a plan in advance keeps what to give back when it ends', async () => {
    const customer = await customerAt('2027-09-18T09:30:00Z');
    const plan = await createPlan(client, { pay_in_advance: true });
    const sent = { on_termination_credit_note: 'offset' };
    expect(await subscribe(client, customer, plan, sent)).toMatchObject(sent);
  });

  test('a customer that is unknown is created, without a clock and with the currency of the plan', async () => {
    const plan = await createPlan(client, { amount_currency: 'JPY' });
    const subscription = await subscribe(client, { external_id: ` ${unique('new')} ` }, plan);
    const customer = await client.get(`/customers/${subscription.external_customer_id}`);
    expect(customer.body.customer).toMatchObject({ currency: 'JPY', svc_test_clock_id: null });
    expect(subscription.external_customer_id).toBe(subscription.external_customer_id.trim());
  });

  test('the currency of a customer that has one stays', async () => {
    const customer = await customerAt('2027-09-18T09:30:00Z', { currency: 'GBP' });
    await subscribe(client, customer, await createPlan(client, { amount_currency: 'USD' }));
    const read = await client.get(`/customers/${customer.external_id}`);
    expect(read.body.customer.currency).toBe('GBP');
  });

  test('the start is logged and announced as it is shown, with its plan and customer', async () => {
    const customer = await customerAt('2027-09-18T09:30:00Z');
    const subscription = await subscribe(client, customer, await createPlan(client));
    const [entry] = await server.pool.sql`
      select * from activity_log_entries where resource_id = ${subscription.svc_id}`;
    expect(entry).toMatchObject({
      activity_type: 'subscription.started',
      resource_type: 'Subscription',
      external_customer_id: customer.external_id,
      external_subscription_id: subscription.external_id,
    });
    expect(entry?.['activity_object']).toMatchObject({
      ...subscription,
      customer: { svc_id: customer.svc_id },
    });
    const [message] = await server.pool.sql`
      select * from outbox_messages where object_id = ${subscription.svc_id}`;
    expect(message).toMatchObject({ webhook_type: 'subscription.started', object_type: 'subscription' });
    expect(message?.['object']).toEqual(entry?.['activity_object']);
  });
});

describe('asking again', () => {
  test('asking again with the same plan changes nothing and answers the subscription that runs', async () => {
    const customer = await customerAt('2027-09-18T09:30:00Z');
    const plan = await createPlan(client);
    const subscription = await subscribe(client, customer, plan);
    const before = await countRows();
    const { external_id } = subscription;
    expect(await subscribe(client, customer, plan, { external_id, name: 'other' })).toEqual(subscription);
    expect(await countRows()).toEqual(before);
  });

  test('asking at the same time starts one subscription', async () => {
    const customer = await customerAt('2027-09-18T09:30:00Z');
    const plan = await createPlan(client, { pay_in_advance: true, amount_cents: 100 });
    const external_id = unique('once');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => subscribe(client, customer, plan, { external_id })),
    );
    expect(new Set(answers.map((answer) => answer.svc_id)).size).toBe(1);
    const invoices = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
    expect(invoices.body.meta.total_count).toBe(1);
  });

  test('asking at the same time, for a customer that is new, creates one of both', async () => {
    const plan = await createPlan(client);
    const customer = { external_id: unique('new') };
    const external_id = unique('once');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => subscribe(client, customer, plan, { external_id })),
    );
    expect(new Set(answers.map((answer) => answer.svc_id)).size).toBe(1);
  });

  test('asking at the same time, for two customers, lets one of them have the external id', async () => {
    const plan = await createPlan(client);
    const external_id = unique('contested');
    const answers = await Promise.all(
      ['first', 'second', 'third'].map((name) =>
        create({ external_customer_id: unique(name), plan_code: plan.code, external_id }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ body }) => body.error_details)).toEqual([
      { external_id: ['value_already_exist'] },
      { external_id: ['value_already_exist'] },
    ]);
  });

  test('asking again with an idempotency key answers the same body', async () => {
    const customer = await customerAt('2027-09-18T09:30:00Z');
    const plan = await createPlan(client);
    const subscription = {
      external_customer_id: customer.external_id,
      plan_code: plan.code,
      external_id: unique('s'),
    };
    const options = { headers: { 'Idempotency-Key': unique('key') } };
    const first = await client.post('/subscriptions', { subscription }, options);
    const second = await client.post('/subscriptions', { subscription }, options);
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
  });
});

describe('refused', () => {
  test.each<[object, object, string]>([
    [
      { plan_code: undefined, external_id: undefined, external_customer_id: undefined, name: 'x' },
      {
        external_customer_id: ['value_is_mandatory'],
        plan_code: ['value_is_mandatory'],
        external_id: ['value_is_mandatory'],
      },
      'every missing member is reported',
    ],
    [
      { external_id: ' ', external_customer_id: '' },
      { external_customer_id: ['value_is_mandatory'], external_id: ['value_is_mandatory'] },
      'blank ids',
    ],
    [{ external_id: 'x'.repeat(256) }, { external_id: ['value_is_too_long'] }, 'a long external id'],
    [
      { name: 'x'.repeat(256), purchase_order_number: 'x'.repeat(256) },
      { name: ['value_is_too_long'], purchase_order_number: ['value_is_too_long'] },
      'long texts',
    ],
    [{ name: { a: 1 } }, { name: ['invalid_format'] }, 'an object in place of text'],
    [{ subscription_at: '18/09/2027' }, { subscription_at: ['invalid_date'] }, 'no ISO 8601'],
    [{ subscription_at: '2027-02-30' }, { subscription_at: ['invalid_date'] }, 'no day of the calendar'],
    [{ ending_at: 'soon' }, { ending_at: ['invalid_date'] }, 'no ISO 8601'],
    [{ ending_at: '2027-09-18T23:00:00Z' }, { ending_at: ['invalid_date'] }, 'ending today'],
    [
      { subscription_at: '2027-10-01', ending_at: '2027-10-01T23:00:00Z' },
      { ending_at: ['invalid_date'] },
      'ending on the day of the start',
    ],
    [{ billing_time: 'lunar' }, { billing_time: ['value_is_invalid'] }, 'an unknown billing time'],
    [
      { on_termination_invoice: 'maybe', on_termination_credit_note: 'gift' },
      { on_termination_invoice: ['invalid_value'], on_termination_credit_note: ['invalid_value'] },
      'unknown options',
    ],
    [
      { payment_method: { payment_method_type: 'provider', payment_method_id: unique('pm') } },
      { payment_method: ['invalid_payment_method'] },
      'an unknown payment method',
    ],
    [{ usage_thresholds: [1] }, { usage_thresholds: ['invalid_format'] }, 'elements of the wrong kind'],
  ])('the subscription %j: %j (%s)', async (over, details) => {
    const customer = await customerAt('2027-09-18T09:30:00Z');
    const plan = await createPlan(client);
    const before = await countRows();
    const answer = await create({
      external_customer_id: customer.external_id,
      plan_code: plan.code,
      external_id: unique('s'),
      ...over,
    });
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
    expect(await countRows()).toEqual(before);
  });

  test.each([
    [{ plan_code: 'none' }, 'plan_not_found'],
    [{ billing_entity_code: 'none' }, 'billing_entity_not_found'],
  ])('%j: 404 %s, and no customer is left behind', async (over, code) => {
    const plan = await createPlan(client);
    const before = await countRows();
    const ids = { external_customer_id: unique('c'), external_id: unique('s') };
    const answer = await create({ ...ids, plan_code: plan.code, ...over });
    expect([answer.status, answer.body.code]).toEqual([404, code]);
    expect(await countRows()).toEqual(before);
  });

  test('the external id of another customer', async () => {
    const [customer, other] = [
      await customerAt('2027-09-18T09:30:00Z'),
      await customerAt('2027-09-18T09:30:00Z'),
    ];
    const plan = await createPlan(client);
    const { external_id } = await subscribe(client, customer, plan);
    const before = await countRows();
    const answer = await create({
      external_customer_id: other.external_id,
      plan_code: plan.code,
      external_id,
    });
    expect([answer.status, answer.body.error_details]).toEqual([
      422,
      { external_id: ['value_already_exist'] },
    ]);
    expect(await countRows()).toEqual(before);
  });

  test('a subscription is refused while the clock of the customer advances', async () => {
    const customer = await customerAt('2027-09-18T09:30:00Z');
    const plan = await createPlan(client);
    await server.pool.sql`
      update test_clocks set status = 'advancing', target_time = '2027-10-01'
      where id = ${customer.svc_test_clock_id}`;
    const before = await countRows();
    const answer = await create({
      external_customer_id: customer.external_id,
      plan_code: plan.code,
      external_id: unique('s'),
    });
    expect([answer.status, answer.body.code]).toEqual([405, 'test_clock_advancing']);
    expect(await countRows()).toEqual(before);
  });

  test('a subscription is refused without the permission', async () => {
    const reader = await server.organization({ subscription: ['read'] });
    expect((await reader.get('/subscriptions')).status).toBe(200);
    const answer = await create({}, reader);
    expect([answer.status, answer.body.code]).toEqual([403, 'write_action_not_allowed_for_subscription']);
  });
});

describe('reading subscriptions', () => {
  let caller: Client;
  const byName: Record<string, Resource> = {};

  beforeAll(async () => {
    caller = await server.organization();
    const clock = await createClock(caller, { frozen_time: '2027-09-18T09:30:00Z' });
    const one = await createCustomer(caller, { external_id: 'one', test_clock_id: clock.svc_id });
    const two = await createCustomer(caller, { external_id: 'two/2', test_clock_id: clock.svc_id });
    const euro = await createPlan(caller, { code: 'euro' });
    const yen = await createPlan(caller, { code: 'yen', amount_currency: 'JPY' });
    byName['today'] = await subscribe(caller, one, euro, { external_id: 'today' });
    byName['july'] = await subscribe(caller, one, yen, {
      external_id: 'july',
      subscription_at: '2027-07-01',
    });
    byName['june'] = await subscribe(caller, two, euro, {
      external_id: 'june',
      subscription_at: '2027-06-01',
    });
    await server.pool.sql`
      update subscriptions set status = 'terminated', terminated_at = now() where id = ${byName['june'].svc_id}`;
  });

  const listed = async (path: string) => {
    const { body } = await caller.get(path);
    return body.subscriptions.map((subscription: Resource) => subscription.external_id);
  };

  test.each([
    ['/subscriptions', ['today', 'july'], 'active ones, the latest start first'],
    ['/subscriptions?status[]=terminated', ['june'], 'of another status'],
    ['/subscriptions?status[]=terminated&status[]=active', ['today', 'july', 'june'], 'of several statuses'],
    ['/subscriptions?plan_code=yen', ['july'], 'on a plan'],
    ['/subscriptions?currency=jpy', ['july'], 'in a currency, in any case'],
    ['/subscriptions?external_id=today', ['today'], 'with an external id'],
    ['/subscriptions?external_customer_id=one', ['today', 'july'], 'of a customer'],
    ['/subscriptions?external_customer_id=nobody', [], 'of an unknown customer'],
    ['/subscriptions?overridden=true', [], 'with a plan of their own'],
    ['/subscriptions?overridden=false', ['today', 'july'], 'without a plan of their own'],
    ['/subscriptions?billing_entity_codes[]=default', ['today', 'july'], 'of a billing entity'],
    ['/customers/one/subscriptions', ['today', 'july'], 'below a customer'],
    ['/customers/two%2F2/subscriptions', [], 'below a customer, active ones too'],
    ['/customers/one/subscriptions?external_customer_id=two/2&plan_code=yen', ['july'], 'the path wins'],
    ['/subscriptions?per_page=1&page=2', ['july'], 'a page'],
  ])('the list %s lists %j: %s', async (path, expected) => {
    expect(await listed(path)).toEqual(expected);
  });

  test('the list omits members that only a single subscription shows', async () => {
    const { body } = await caller.get('/subscriptions?external_id=today');
    const shown = { ...byName['today'] };
    delete shown.plan;
    delete shown.applicable_usage_thresholds;
    expect(body).toEqual({
      subscriptions: [shown],
      meta: { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_count: 1 },
    });
  });

  test.each([
    ['/subscriptions?status[]=sleeping', 422, { status: ['value_is_invalid'] }],
    ['/subscriptions?currency=XXX', 422, { currency: ['value_is_invalid'] }],
    ['/subscriptions/june?status=sleeping', 422, { status: ['value_is_invalid'] }],
  ])('%s is refused', async (path, status, details) => {
    const answer = await caller.get(path);
    expect([answer.status, answer.body.error_details]).toEqual([status, details]);
  });

  test.each([
    ['/subscriptions/june', 'subscription_not_found', 'it is not active'],
    ['/subscriptions/nothing', 'subscription_not_found', 'unknown'],
    ['/subscriptions/today?status=terminated', 'subscription_not_found', 'it is active'],
    ['/subscriptions?billing_entity_codes[]=none', 'billing_entity_not_found', 'an unknown entity'],
    ['/customers/nobody/subscriptions', 'customer_not_found', 'an unknown customer'],
  ])('the list %s: 404 %s (%s)', async (path, code) => {
    const answer = await caller.get(path);
    expect([answer.status, answer.body.code]).toEqual([404, code]);
  });

  test('one of another status is found by it', async () => {
    const { body } = await caller.get('/subscriptions/june?status=terminated');
    expect(body.subscription).toMatchObject({
      external_id: 'june',
      status: 'terminated',
      current_billing_period_started_at: null,
      current_billing_period_ending_at: null,
    });
  });

  test('another organization sees none of it', async () => {
    const stranger = await server.organization();
    expect((await stranger.get('/subscriptions')).body.subscriptions).toEqual([]);
    expect((await stranger.get('/subscriptions/today')).status).toBe(404);
    expect((await stranger.get('/customers/one/subscriptions')).status).toBe(404);
    // The same external id is free there.
    const own = await subscribe(stranger, { external_id: 'one' }, await createPlan(stranger), {
      external_id: 'today',
    });
    expect(own.svc_id).not.toBe(byName['today'].svc_id);
  });
});
