// Subscriptions that have to be paid for before they become active: payments by hand stand in for a provider's.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { payFor, settleFor } from '../support/activation.js';
import {
  createAddOn,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
  subscribe,
  unique,
  createCustomer,
  SILENT_PAYER,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messagesWith } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { expectInvoice, expectInvoices } from '../support/expect-invoice.js';
import { Story } from '../support/story.js';

const START = '2027-06-11T09:00:00Z';
const GATE = [{ type: 'payment', timeout_hours: 48 }];

let server: SharedServer;
let client: Client;
/** 20 days of June are left: 60.00, and 12.00 of tax. */
let inAdvance: Resource;
let inArrears: Resource;
let calls: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const { code } = await createTax(client, { rate: 20 });
  calls = await createMetric(client);
  const charge = perCall(calls);
  inAdvance = await createPlan(client, {
    code: unique('in-advance'),
    amount_cents: 9_000,
    pay_in_advance: true,
    tax_codes: [code],
    charges: [charge],
  });
  inArrears = await createPlan(client, {
    code: unique('in-arrears'),
    amount_cents: 3_000,
    charges: [charge],
  });
});
afterAll(() => server.stop());

const pay = (subscription: Resource, over: object = {}) => payFor(client, subscription, over);

const settle = (subscription: Resource, paymentStatus: string) =>
  settleFor(client, subscription, paymentStatus);

const read = async ({ external_id }: Resource, status = 'active'): Promise<Resource> =>
  (await client.get(`/subscriptions/${external_id}?status=${status}`)).body.subscription;

/** Types of the messages about a customer, each with the plan code or invoice number. */
async function sentMessages(story: Story): Promise<[string, string][]> {
  const { external_id: id } = story.customer;
  const messages = await messagesWith(
    server,
    sql`object ->> 'external_customer_id' = ${id} or object -> 'customer' ->> 'external_id' = ${id}`,
  );
  return messages
    .filter(({ objectType }) => objectType !== 'customer')
    .map(({ webhookType, object }) => {
      const about = object['plan_code'] === undefined ? object['number'] : object['plan_code'];
      return [webhookType, String(about)];
    });
}

/** Bills the events that wait, as the job does. */
const billEvents = ({ external_id: externalSubscriptionId }: Resource) =>
  server.app.services.eventBilling.run({ organizationId: client.organizationId, externalSubscriptionId });

describe('a start', () => {
  test('a start waits for its payment, and runs from then on', async () => {
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(inAdvance, { activation_rules: GATE });
    expect(subscription).toMatchObject({
      status: 'incomplete',
      started_at: '2027-06-11T09:00:00.000Z',
      activated_at: null,
      cancellation_reason: null,
      activation_rules: [
        {
          svc_id: expect.any(String),
          type: 'payment',
          timeout_hours: 48,
          status: 'pending',
          expires_at: '2027-06-13T09:00:00Z',
          svc_invoice_id: expect.any(String),
          due_amount_cents: 7_200,
          created_at: START,
          updated_at: START,
        },
      ],
    });
    const { svc_invoice_id: invoiceId } = subscription.activation_rules[0];
    // Nobody sees the invoice, nor what is on it.
    expect(await story.invoices()).toEqual([]);
    expect((await client.get(`/invoices/${invoiceId}`)).body.code).toBe('invoice_not_found');
    const fees = `/fees?external_subscription_id=${subscription.external_id}`;
    expect((await client.get(fees)).body.fees).toEqual([]);
    const { data } = await client.graphql(`query ($id: ID!) { hidden: invoice(id: $id) { id } }`, {
      id: invoiceId,
    });
    expect(data).toEqual({ hidden: null });
    const shown = await client.graphql(
      `query ($id: ID!) { invoice(id: $id, orOpen: true) { status totalDueAmountCents sequentialId } }`,
      { id: invoiceId },
    );
    expect(shown.data.invoice).toEqual({ status: 'open', totalDueAmountCents: 7_200, sequentialId: null });

    await story.advance('2027-06-12T10:00:00Z');
    const part = await pay(subscription, { amount_cents: 7_199 });
    expect(part.body.error_details).toEqual({ amount_cents: ['invalid_amount'] });
    const excess = await pay(subscription, { amount_cents: 7_201 });
    expect(excess.body.error_details).toEqual({ amount_cents: ['value_is_out_of_range'] });
    expect((await settle(subscription, 'pending')).body.error_details).toEqual({
      payment_status: ['value_is_invalid'],
    });
    const { payment } = (await pay(subscription)).body;
    const number = `${story.customer.slug}-001`;
    expect(payment.invoice_numbers).toEqual([number]);
    expect(await read(subscription)).toMatchObject({
      status: 'active',
      started_at: '2027-06-11T09:00:00.000Z',
      activated_at: '2027-06-12T10:00:00Z',
      activation_rules: [
        {
          status: 'satisfied',
          svc_invoice_id: null,
          due_amount_cents: null,
          updated_at: '2027-06-12T10:00:00Z',
        },
      ],
    });
    const [invoice] = await story.invoices();
    expect(invoice).toMatchObject({
      svc_id: invoiceId,
      number,
      status: 'finalized',
      payment_status: 'succeeded',
      issuing_date: '2027-06-12',
      payment_due_date: '2027-06-12',
      total_amount_cents: 7_200,
      total_paid_amount_cents: 7_200,
      created_at: START,
    });
    expectInvoice(invoice, {
      issued: '2027-06-12',
      periods: [['subscription_starting', '2027-06-11T00:00:00Z', '2027-06-30T23:59:59Z']],
      fees: [['subscription', 1, 6_000]],
    });
    expect(await sentMessages(story)).toEqual([
      ['subscription.incomplete', inAdvance.code],
      ['subscription.started', inAdvance.code],
      ['invoice.created', number],
    ]);

    // Usage counts from the start, also what was sent while it waited.
    await story.use(subscription, calls, { '2027-06-11T12:00:00Z': {}, '2027-06-20T12:00:00Z': {} });
    await story.advance('2027-07-01T00:00:00Z');
    const [, july] = await story.invoices();
    expectInvoice(july, {
      fees: [
        ['subscription', 1, 9_000],
        ['charge', 2, 200],
      ],
    });
  });

  test('a start is given up when the payment fails; no number is taken, and the external id is free again', async () => {
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(inAdvance, { activation_rules: GATE });
    const { body } = await settle(subscription, 'failed');
    expect(body.invoice).toMatchObject({ status: 'deleted', payment_status: 'failed' });
    expect(await story.invoices()).toEqual([]);
    expect(await read(subscription, 'canceled')).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'payment_failed',
      canceled_at: START,
      started_at: null,
      activation_rules: [{ status: 'failed', svc_invoice_id: null }],
    });
    expect((await pay(subscription)).body.code).toBe('invoice_not_found');
    expect((await settle(subscription, 'succeeded')).body.code).toBe('invoice_not_found');
    const again = await story.subscribe(inAdvance, {
      external_id: subscription.external_id,
      activation_rules: GATE,
    });
    const { invoice } = (await settle(again, 'succeeded')).body;
    expect(invoice).toMatchObject({ sequential_id: 1, status: 'finalized', total_paid_amount_cents: 0 });
    expect((await read(again)).svc_id).toBe(again.svc_id);
    expect(await sentMessages(story)).toEqual([
      ['subscription.incomplete', inAdvance.code],
      ['subscription.canceled', inAdvance.code],
      ['subscription.incomplete', inAdvance.code],
      ['subscription.started', inAdvance.code],
      ['invoice.created', invoice.number],
    ]);
  });

  test('a start is given up at the instant its time is over, in one step as in many', async () => {
    const lives = await Promise.all(
      [[], ['2027-06-13T08:59:59Z', '2027-06-13T09:00:00Z', '2027-06-20T00:00:00Z']].map(async (steps) => {
        const story = await Story.begin(client, START);
        const subscription = await story.subscribe(inAdvance, { activation_rules: GATE });
        const statuses = [];
        for (const at of [...steps, '2027-08-02T00:00:00Z']) {
          await story.advance(at);
          const incomplete = await read(subscription, 'incomplete');
          statuses.push(incomplete === undefined ? 'given up' : 'waits');
        }
        const { canceled_at, cancellation_reason, activation_rules } = await read(subscription, 'canceled');
        const rule = activation_rules[0].status;
        return { statuses, end: [canceled_at, cancellation_reason, rule], invoices: await story.invoices() };
      }),
    );
    const end = ['2027-06-13T09:00:00Z', 'timeout', 'expired'];
    expect(lives).toEqual([
      { statuses: ['given up'], end, invoices: [] },
      { statuses: ['waits', 'given up', 'given up', 'given up'], end, invoices: [] },
    ]);
  });

  test('a planned start is pending payment on its day', async () => {
    const story = await Story.begin(client, START);
    const planned = await story.subscribe(inAdvance, {
      subscription_at: '2027-07-01T00:00:00Z',
      activation_rules: [{ type: 'payment' }],
    });
    expect(planned).toMatchObject({
      status: 'pending',
      activation_rules: [{ status: 'inactive', timeout_hours: null, expires_at: null }],
    });
    const path = `/subscriptions/${planned.external_id}`;
    const changed = await client.put(path, { subscription: { activation_rules: GATE } });
    expect(changed.body.subscription.activation_rules).toMatchObject([{ timeout_hours: 48 }]);
    await story.advance('2027-07-02T00:00:00Z');
    const incomplete = await read(planned, 'incomplete');
    expect(incomplete).toMatchObject({
      started_at: '2027-07-01T00:00:00.000Z',
      activation_rules: [{ status: 'pending', expires_at: '2027-07-03T00:00:00Z', due_amount_cents: 10_800 }],
    });
    await pay(incomplete);
    expect((await read(planned)).activated_at).toBe('2027-07-02T00:00:00Z');
  });

  test('a start of fixed charges in advance alone is pending payment too', async () => {
    const seat = await createAddOn(client);
    const plan = await createPlan(client, {
      amount_cents: 3_000,
      trial_period: 30,
      pay_in_advance: true,
      fixed_charges: [
        {
          add_on_id: seat.svc_id,
          units: 3,
          charge_model: 'standard',
          pay_in_advance: true,
          properties: { amount: '10' },
        },
      ],
    });
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(plan, { activation_rules: GATE });
    expect(subscription.activation_rules[0].due_amount_cents).toBe(3_000);
    await pay(subscription);
    const [invoice] = await story.invoices();
    expect(invoice.fees.map((fee: Resource) => [fee.item.type, Number(fee.units)])).toEqual([
      ['fixed_charge', 3],
    ]);
    // The trial goes on from the start.
    await story.advance('2027-07-12T00:00:00Z');
    const of = (await story.invoices()).flatMap(({ fees }) => fees.map((fee: Resource) => fee.item.type));
    expect(of.filter((type) => type === 'subscription')).toHaveLength(1);
  });

  test.each<[string, () => Resource, object, string]>([
    ['nothing is payable in arrears', () => inArrears, {}, 'not_applicable'],
    [
      'the start lies in the past',
      () => inAdvance,
      { subscription_at: '2027-05-03T00:00:00Z' },
      'not_applicable',
    ],
    ['the amount is zero', () => ({ ...inAdvance, code: null }), {}, 'satisfied'],
  ])('a start does not wait when %s', async (_, planOf, over, status) => {
    const story = await Story.begin(client, START);
    const { code } = planOf();
    const plan = code === null ? await createPlan(client, { pay_in_advance: true }) : planOf();
    const subscription = await story.subscribe(plan, { ...over, activation_rules: GATE });
    expect(subscription).toMatchObject({
      status: 'active',
      activated_at: START,
      activation_rules: [{ status, expires_at: null, svc_invoice_id: null }],
    });
    const invoices = await story.invoices();
    expect(invoices.map((invoice) => [invoice.status, invoice.total_amount_cents])).toEqual(
      status === 'satisfied' ? [['finalized', 0]] : [],
    );
    expect((await sentMessages(story))[0]?.[0]).toBe('subscription.started');
  });
});

describe('events that are sent while it waits', () => {
  test.each([
    ['are billed once it runs', 'succeeded', [[1, 100]]],
    ['make no fees when it never does', 'failed', []],
  ])('%s', async (_, outcome, expected) => {
    const metric = await createMetric(client);
    const plan = await createPlan(client, {
      amount_cents: 9_000,
      pay_in_advance: true,
      charges: [
        {
          billable_metric_id: metric.svc_id,
          charge_model: 'standard',
          properties: { amount: '1' },
          pay_in_advance: true,
          invoiceable: false,
        },
      ],
    });
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(plan, { activation_rules: GATE });
    await story.use(subscription, metric, { '2027-06-11T09:00:00Z': {} });
    await billEvents(subscription);
    const fees = `/fees?fee_type=charge&external_subscription_id=${subscription.external_id}`;
    expect((await client.get(fees)).body.fees).toEqual([]);
    await settle(subscription, outcome);
    await billEvents(subscription);
    const made = (await client.get(fees)).body.fees;
    expect(made.map((fee: Resource) => [Number(fee.units), fee.amount_cents])).toEqual(expected);
  });
});

describe('a change of plan', () => {
  test('an upgrade leaves the subscription before as it is until it is paid', async () => {
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const current = await story.subscribe(inArrears);
    await story.advance(START);
    const next = await story.subscribe(inAdvance, {
      external_id: current.external_id,
      activation_rules: GATE,
    });
    expect(next).toMatchObject({ status: 'incomplete', previous_plan_code: inArrears.code });
    expect(await read(current)).toMatchObject({ svc_id: current.svc_id, next_plan_code: inAdvance.code });
    await story.use(current, calls, { '2027-06-12T08:00:00Z': {}, '2027-06-12T12:00:00Z': {} });
    await story.advance('2027-06-12T10:00:00Z');
    await pay(next);
    const [active, ended] = [await read(current), await read(current, 'terminated')];
    expect(active).toMatchObject({
      svc_id: next.svc_id,
      started_at: '2027-06-12T10:00:00.000Z',
      activated_at: '2027-06-12T10:00:00Z',
    });
    expect([ended.svc_id, ended.terminated_at]).toEqual([current.svc_id, '2027-06-12T10:00:00Z']);
    const [first, second] = (await story.invoices()).toSorted(
      (one, other) => one.sequential_id - other.sequential_id,
    );
    expectInvoice(first, {
      issued: '2027-06-12',
      periods: [['subscription_starting', '2027-06-11T00:00:00Z', '2027-06-30T23:59:59Z']],
      fees: [['subscription', 1, 6_000]],
    });
    // 11 days until the day before, and what was used until then.
    expectInvoice(second, {
      issued: '2027-06-12',
      periods: [['subscription_terminating', '2027-06-01T00:00:00Z', '2027-06-12T10:00:00Z']],
      fees: [
        ['subscription', 1, 1_100],
        ['charge', 1, 100],
      ],
    });
    await story.advance('2027-07-01T00:00:00Z');
    const july = (await story.invoices()).find(({ issuing_date }) => issuing_date === '2027-07-01');
    expectInvoice(july, {
      fees: [
        ['subscription', 1, 9_000],
        ['charge', 1, 100],
      ],
    });
  });

  test('a change of plan that is not paid changes nothing', async () => {
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const current = await story.subscribe(inArrears);
    await story.advance(START);
    await story.subscribe(inAdvance, { external_id: current.external_id, activation_rules: GATE });
    await story.advance('2027-07-01T00:00:00Z');
    expect(await read(current)).toMatchObject({ svc_id: current.svc_id, next_plan_code: null });
    const invoices = await story.invoices();
    expect(
      invoices.map(({ sequential_id, fees_amount_cents }) => [sequential_id, fees_amount_cents]),
    ).toEqual([[1, 3_000]]);
    // Asking again is possible.
    const again = await story.subscribe(inAdvance, { external_id: current.external_id });
    expect(again.status).toBe('active');
  });

  test('a downgrade that is not paid changes nothing either', async () => {
    const cheap = await createPlan(client, { amount_cents: 3_100, pay_in_advance: true });
    const dear = await createPlan(client, { amount_cents: 6_200 });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const current = await story.subscribe(dear);
    await story.subscribe(cheap, { external_id: current.external_id, activation_rules: GATE });
    await story.advance('2027-08-01T00:00:00Z');
    expect(await read(current, 'canceled')).toMatchObject({
      canceled_at: '2027-07-03T00:00:00Z',
      cancellation_reason: 'timeout',
    });
    expect((await read(current)).svc_id).toBe(current.svc_id);
    const billed = (await story.invoices()).map((invoice) => [
      invoice.issuing_date,
      invoice.fees_amount_cents,
    ]);
    expect(billed).toEqual([
      ['2027-07-01', 6_200],
      ['2027-08-01', 6_200],
    ]);
  });

  test('a downgrade takes place at once when it is paid in time', async () => {
    const cheap = await createPlan(client, { amount_cents: 3_100, pay_in_advance: true });
    const dear = await createPlan(client, { amount_cents: 6_200 });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const current = await story.subscribe(dear);
    await story.subscribe(cheap, {
      external_id: current.external_id,
      activation_rules: [{ type: 'payment', timeout_hours: 100 }],
    });
    await story.advance('2027-07-03T10:00:00Z');
    const next = await read(current, 'incomplete');
    expect((await read(current)).svc_id).toBe(current.svc_id);
    await pay(next);
    expect(await read(current)).toMatchObject({
      svc_id: next.svc_id,
      started_at: '2027-07-03T10:00:00.000Z',
    });
    const invoices = (await story.invoices()).toSorted(
      (one, other) => one.sequential_id - other.sequential_id,
    );
    expectInvoices(invoices, [
      {
        issued: '2027-07-01',
        periods: [['subscription_periodic', '2027-06-01T00:00:00Z', '2027-06-30T23:59:59Z']],
        fees: [['subscription', 1, 6_200]],
      },
      {
        issued: '2027-07-03',
        periods: [['subscription_starting', '2027-07-01T00:00:00Z', '2027-07-31T23:59:59Z']],
        fees: [['subscription', 1, 3_100]],
      }, // The days before it was paid: two of July.
      {
        issued: '2027-07-03',
        periods: [['subscription_terminating', '2027-07-01T00:00:00Z', '2027-07-03T10:00:00Z']],
        fees: [['subscription', 1, 400]],
      },
    ]);
    // The same two days of the other plan are given back.
    expect(await story.creditNotes()).toMatchObject([
      { invoice_number: `${story.customer.slug}-002`, reason: 'order_change', total_amount_cents: 200 },
    ]);
    await story.advance('2027-08-01T00:00:00Z');
    const august = (await story.invoices()).find(({ issuing_date }) => issuing_date === '2027-08-01');
    expect(august.fees_amount_cents).toBe(3_100);
  });

  test('a change of plan is given up with the subscription before', async () => {
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const current = await story.subscribe(inArrears, { ending_at: '2027-06-12T00:00:00Z' });
    await story.advance(START);
    const next = await story.subscribe(inAdvance, {
      external_id: current.external_id,
      ending_at: null,
      activation_rules: GATE,
    });
    await story.advance('2027-06-12T00:00:00Z');
    expect(await read(current, 'canceled')).toMatchObject({
      svc_id: next.svc_id,
      canceled_at: '2027-06-12T00:00:00Z',
    });
    expect((await read(current, 'terminated')).svc_id).toBe(current.svc_id);
  });
});

describe('refusals', () => {
  test.each<[string, object, object]>([
    ['no list', { activation_rules: 'payment' }, { activation_rules: ['invalid_format'] }],
    ['a list of something else', { activation_rules: ['payment'] }, { activation_rules: ['invalid_format'] }],
    ['another type', { activation_rules: [{ type: 'approval' }] }, { activation_rules: ['invalid_type'] }],
    ['no type', { activation_rules: [{ timeout_hours: 1 }] }, { activation_rules: ['invalid_type'] }],
    ['a type twice', { activation_rules: [...GATE, ...GATE] }, { activation_rules: ['duplicated_type'] }],
    [
      'a negative timeout',
      { activation_rules: [{ type: 'payment', timeout_hours: -1 }] },
      { timeout_hours: ['value_must_be_positive_or_zero'] },
    ],
    [
      'a timeout that is no number',
      { activation_rules: [{ type: 'payment', timeout_hours: 'soon' }] },
      { timeout_hours: ['value_must_be_positive_or_zero'] },
    ],
    [
      'a timeout that never comes',
      { activation_rules: [{ type: 'payment', timeout_hours: 876_001 }] },
      { timeout_hours: ['value_is_out_of_range'] },
    ],
    [
      'a payment method that is never charged',
      { activation_rules: GATE, payment_method: { payment_method_type: 'manual' } },
      { customer: ['manual_payment_method_invalid_for_payment_activation_rules'] },
    ],
  ])('%s', async (_, over, details) => {
    const payer = await createCustomer(client, { billing_configuration: SILENT_PAYER });
    const body = {
      subscription: {
        external_customer_id: payer.external_id,
        plan_code: inAdvance.code,
        external_id: unique('s'),
        ...over,
      },
    };
    expect((await client.post('/subscriptions', body)).body.error_details).toEqual(details);
  });

  test('an incomplete subscription is not ordered again, changed or ended', async () => {
    const story = await Story.begin(client, START);
    const current = await story.subscribe(inArrears);
    const rules = { subscription: { activation_rules: GATE } };
    expect((await client.put(`/subscriptions/${current.external_id}`, rules)).body.error_details).toEqual({
      activation_rules: ['subscription_not_pending'],
    });
    const alone = await story.subscribe(inAdvance, { activation_rules: GATE });
    await story.subscribe(inAdvance, { external_id: current.external_id, activation_rules: GATE });
    const other = await Story.begin(client, START);
    for (const [customer, { external_id }] of [
      [story, alone],
      [story, current],
      [other, alone],
    ] as const) {
      const requested = {
        external_customer_id: customer.customer.external_id,
        plan_code: inAdvance.code,
        external_id,
      };
      const { body } = await client.post('/subscriptions', { subscription: requested });
      expect(body.error_details).toEqual({ subscription: ['subscription_incomplete'] });
    }
    const path = `/subscriptions/${alone.external_id}`;
    expect((await client.get(path)).body.code).toBe('subscription_not_found');
    expect((await client.put(path, { subscription: { name: 'x' } })).body).toMatchObject({
      status: 405,
      code: 'subscription_incomplete',
    });
    expect((await client.delete(path)).body.error_details).toEqual({ base: ['subscription_incomplete'] });
    expect((await client.delete(`/subscriptions/${current.external_id}`)).body.error_details).toEqual({
      base: ['next_subscription_incomplete'],
    });
  });
});

test('another organization settles nothing, and a test clock takes what waits along', async () => {
  const story = await Story.begin(client, START);
  const subscription = await story.subscribe(inAdvance, { activation_rules: GATE });
  const { svc_invoice_id: id, due_amount_cents: amount_cents } = subscription.activation_rules[0];
  const stranger = await server.organization();
  const change = { invoice: { payment_status: 'succeeded' } };
  expect((await stranger.put(`/invoices/${id}`, change)).body.code).toBe('invoice_not_found');
  const payment = { invoice_id: id, amount_cents, reference: 'x' };
  expect((await stranger.post('/payments', { payment })).body.code).toBe('invoice_not_found');
  expect((await read(subscription, 'incomplete')).svc_id).toBe(subscription.svc_id);
  expect((await client.delete(`/test_clocks/${story.clock.svc_id}`)).status).toBe(200);
  expect(await read(subscription, 'incomplete')).toBeUndefined();
});

test('a start that awaits its payment is deleted with its plan', async () => {
  const plan = await createPlan(client, { amount_cents: 9_000, pay_in_advance: true });
  const story = await Story.begin(client, START);
  const subscription = await story.subscribe(plan, { activation_rules: GATE });
  await client.delete(`/plans/${plan.code}`);
  const { organizationId } = client;
  await server.app.services.subscriptionWindUp.run({ organizationId, planId: plan.svc_id });
  expect(await read(subscription, 'canceled')).toMatchObject({ svc_id: subscription.svc_id });
  expect((await client.get(`/plans/${plan.code}`)).body.code).toBe('plan_not_found');
  expect((await pay(subscription)).body.code).toBe('invoice_not_found');
});

test('a start that awaits its payment takes credit, gives it back when it is given up, and leaves what the plan before did not use', async () => {
  const cheap = await createPlan(client, { amount_cents: 3_000, pay_in_advance: true });
  const dear = await createPlan(client, { amount_cents: 9_000, pay_in_advance: true });
  const story = await Story.begin(client, '2027-06-01T00:00:00Z');
  const balances = async (): Promise<[number, number][]> => {
    const path = `/credit_notes?external_customer_id=${story.customer.external_id}`;
    const { credit_notes: notes } = (await client.get(path)).body;
    return notes.map((note: Resource) => [note.credit_amount_cents, note.balance_amount_cents]);
  };
  const ended = await story.subscribe(cheap);
  await story.advance('2027-06-10T12:00:00Z');
  await client.delete(`/subscriptions/${ended.external_id}`);
  expect(await balances()).toEqual([[2_000, 2_000]]);
  const refused = await story.subscribe(dear, { activation_rules: GATE });
  expect(refused.activation_rules[0].due_amount_cents).toBe(4_300);
  expect(await balances()).toEqual([[2_000, 0]]);
  await settle(refused, 'failed');
  expect(await balances()).toEqual([[2_000, 2_000]]);

  const current = await story.subscribe(cheap);
  const next = await story.subscribe(dear, { external_id: current.external_id, activation_rules: GATE });
  expect([await balances(), next.activation_rules[0].due_amount_cents]).toEqual([[[2_000, 0]], 6_300]);
  await story.advance('2027-06-12T10:00:00Z');
  await pay(next);
  // 19 days of the cheap plan are left, that of the payment included; two of the dear one passed before it.
  expect(await balances()).toEqual([
    [1_900, 1_900],
    [600, 600],
    [2_000, 0],
  ]);
});

test('one of the payments that come in at once opens the gate', async () => {
  const story = await Story.begin(client, START);
  const subscription = await story.subscribe(inAdvance, { activation_rules: GATE });
  const answers = await Promise.all([1, 2, 3].map(() => pay(subscription)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  expect((await story.listedInvoices()).map(({ number }) => number)).toEqual([`${story.customer.slug}-001`]);
});

test('the external id of another customer stays taken while it waits', async () => {
  const story = await Story.begin(client, START);
  const { external_id } = await story.subscribe(inAdvance, { activation_rules: GATE });
  const elsewhere = await Story.begin(client, START);
  await expect(subscribe(client, elsewhere.customer, inArrears, { external_id })).rejects.toThrow(
    'subscription_incomplete',
  );
});
