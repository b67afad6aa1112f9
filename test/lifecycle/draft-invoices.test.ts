// Invoices in their grace period: they follow what changes, and become final once.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messageTypesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { billedOn, expectInvoice, expectInvoices } from '../support/expect-invoice.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let metric: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client);
});
afterAll(() => server.stop());

/** A customer whose drafts wait for so many days. */
const waiting = (days: number, at: string, over: Resource = {}): Promise<Story> =>
  Story.begin(client, at, {
    ...over,
    billing_configuration: { invoice_grace_period: days, ...over.billing_configuration },
  });

const refresh = async ({ svc_id }: Resource): Promise<Resource> =>
  (await client.put(`/invoices/${svc_id}/refresh`)).body.invoice;
const finalize = async ({ svc_id }: Resource): Promise<Resource> =>
  (await client.put(`/invoices/${svc_id}/finalize`)).body.invoice;

async function upsert({ customer }: Story, over: object): Promise<void> {
  const { external_id } = customer;
  const { status, body } = await client.post('/customers', { customer: { external_id, ...over } });
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** `[status, [[item, cents], ...], total]` of each invoice. */
/** The customer's invoices as they are now: their status and amounts. */
const billed = async (story: Story) =>
  (await story.invoices()).map((invoice) => {
    const { fees, total } = billedOn(invoice);
    return { status: invoice.status, fees, total };
  });

/** Types of the messages about an invoice, oldest first. */
async function messagesOf({ svc_id }: Resource): Promise<string[]> {
  return (await messageTypesAbout(server, svc_id)).filter((type) => type.startsWith('invoice.'));
}

describe('a draft', () => {
  test('a draft invoice has no number, follows late usage, and becomes final at the end of its grace period', async () => {
    const tax = await createTax(client);
    const plan = await createPlan(client, { amount_cents: 3_100, charges: [perCall(metric)] });
    const story = await waiting(3, '2027-01-01T00:00:00Z', { tax_codes: [tax.code] });
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-01-20T00:00:00Z': {} });
    await story.advance('2027-02-01T00:00:00Z');
    const [draft] = await story.invoices();
    expect(draft).toMatchObject({
      status: 'draft',
      payment_status: 'pending',
      number: expect.stringMatching(/-DRAFT$/),
      sequential_id: null,
      issuing_date: '2027-02-04',
      payment_due_date: '2027-02-04',
      created_at: '2027-02-01T00:00:00Z',
      fees_amount_cents: 3_200,
      taxes_amount_cents: 640,
      total_amount_cents: 3_840,
    });
    expect(await messagesOf(draft)).toEqual(['invoice.drafted', 'invoice.ready_to_finalize']);
    await story.advance('2027-02-02T12:00:00Z');
    await story.use(subscription, metric, { '2027-01-31T23:59:59Z': {}, '2027-02-01T00:00:00Z': {} });
    const refreshed = await refresh(draft);
    expectInvoice(refreshed, {
      status: 'draft',
      fees: [
        ['subscription', 3_100],
        ['charge', 200],
      ],
      total: 3_960,
    });
    expect(refreshed).toMatchObject({
      billing_periods: draft.billing_periods,
      issuing_date: '2027-02-04',
      created_at: draft.created_at,
      taxes_amount_cents: 660,
    });
    expect(refreshed.fees.map((fee: Resource) => fee.created_at)).toEqual([
      draft.created_at,
      draft.created_at,
    ]);
    expect(refreshed.fees[0].svc_id).not.toBe(draft.fees[0].svc_id);
    await story.use(subscription, metric, { '2027-01-31T22:00:00Z': {} });
    await story.advance('2027-02-03T23:59:59Z');
    expect((await story.listedInvoices())[0].status).toBe('draft');
    await story.advance('2027-02-04T00:00:00Z');
    const [final] = await story.invoices();
    expect(final).toMatchObject({
      svc_id: draft.svc_id,
      status: 'finalized',
      number: expect.stringMatching(/-001$/),
      sequential_id: 1,
      issuing_date: '2027-02-04',
      updated_at: '2027-02-04T00:00:00Z',
      fees_amount_cents: 3_400,
      total_amount_cents: 4_080,
    });
    expect(await messagesOf(draft)).toEqual([
      'invoice.drafted',
      'invoice.ready_to_finalize',
      'invoice.created',
    ]);
    await story.use(subscription, metric, { '2027-01-31T21:00:00Z': {} });
    expect(await refresh(final)).toEqual(final);
    await story.advance('2027-03-01T00:00:00Z');
    expectInvoices(await story.invoices(), [
      {
        status: 'finalized',
        fees: [
          ['subscription', 3_100],
          ['charge', 300],
        ],
        total: 4_080,
      },
      {
        status: 'draft',
        fees: [
          ['subscription', 3_100],
          ['charge', 100],
        ],
        total: 3_840,
      },
    ]);
  });

  test('a draft invoice is computed from what was billed before it, however much was billed since', async () => {
    const addOn = await createAddOn(client);
    const seats = {
      add_on_id: addOn.svc_id,
      charge_model: 'standard',
      properties: { amount: '5' },
      units: 2,
      pay_in_advance: true,
    };
    const plan = await createPlan(client, {
      amount_cents: 3_100,
      pay_in_advance: true,
      minimum_commitment: { amount_cents: 10_000 },
      charges: [perCall(metric)],
      fixed_charges: [seats],
    });
    const story = await waiting(70, '2027-01-11T00:00:00Z');
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-01-20T00:00:00Z': {} });
    await story.advance('2027-01-15T00:00:00Z');
    // Paid at once, beside the draft of the start.
    const [{ code }] = plan.fixed_charges;
    await client.put(`/subscriptions/${subscription.external_id}/fixed_charges/${code}`, {
      fixed_charge: { units: 5, apply_units_immediately: true },
    });
    await story.advance('2027-03-01T00:00:00Z');
    const before = await billed(story);
    expect(before.length).toBe(4);
    for (const invoice of await story.invoices())
      expect((await refresh(invoice)).status).toBe(invoice.status);
    expect(await billed(story)).toEqual(before);
    for (const { status, svc_id } of await story.invoices()) {
      if (status === 'draft') await finalize({ svc_id });
    }
    const finalized = before.map((invoice) => ({ ...invoice, status: 'finalized' }));
    expect(await billed(story)).toEqual(finalized);
  });

  test('a draft invoice follows the plan, its taxes and those of the customer, and keeps its windows', async () => {
    const plan = await createPlan(client, { amount_cents: 1_000, charges: [perCall(metric)] });
    const story = await waiting(20, '2027-01-01T05:00:00Z', { timezone: 'America/New_York' });
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-01-20T00:00:00Z': {} });
    await story.advance('2027-02-02T00:00:00Z');
    const [draft] = await story.invoices();
    const tax = await createTax(client, { rate: 10 });
    const { code } = plan;
    const [charge] = plan.charges;
    await client.put(`/plans/${code}`, {
      plan: {
        amount_cents: 2_000,
        charges: [{ ...perCall(metric, { properties: { amount: '3' } }), id: charge.svc_id }],
      },
    });
    await upsert(story, { tax_codes: [tax.code], timezone: 'Asia/Tokyo' });
    const refreshed = await refresh(draft);
    expectInvoice(refreshed, {
      status: 'draft',
      fees: [
        ['subscription', 2_000],
        ['charge', 300],
      ],
      total: 2_530,
    });
    expect(refreshed.billing_periods).toEqual(draft.billing_periods);
  });

  test('the draft invoice of an end or an upgrade keeps its windows and what it bills of each subscription', async () => {
    const small = await createPlan(client, { amount_cents: 3_100, charges: [perCall(metric)] });
    const big = await createPlan(client, { amount_cents: 6_200, pay_in_advance: true });
    const story = await waiting(30, '2027-01-01T00:00:00Z');
    const first = await story.subscribe(small);
    const { external_id } = first;
    await story.use(first, metric, { '2027-01-09T00:00:00Z': {}, '2027-01-20T00:00:00Z': {} });
    await story.advance('2027-01-11T10:00:00Z');
    await story.subscribe(big, { external_id, on_termination_credit_note: 'skip' });
    await story.advance('2027-01-21T10:00:00Z');
    await client.delete(`/subscriptions/${external_id}?on_termination_credit_note=skip`);
    const before = await story.invoices();
    expectInvoices(before, [
      {
        status: 'draft',
        fees: [
          ['subscription', 1_000],
          ['charge', 100],
          ['subscription', 4_200],
        ],
        total: 5_300,
      },
      { status: 'draft', fees: [], total: 0 },
    ]);
    for (const draft of before) await refresh(draft);
    expect((await story.invoices()).map(billedOn)).toEqual(before.map(billedOn));
    await story.advance('2027-03-01T00:00:00Z');
    expect((await story.listedInvoices()).map(({ status }) => status)).toEqual(['finalized', 'finalized']);
  });

  test('a draft invoice leaves standalone fees unchanged, and in-advance invoices are never drafts', async () => {
    const seats = await createMetric(client, {
      aggregation_type: 'sum_agg',
      field_name: 'seats',
      recurring: true,
    });
    const charge = { charge_model: 'standard', properties: { amount: '10' }, pay_in_advance: true };
    const plan = await createPlan(client, {
      charges: [
        perCall(metric, { pay_in_advance: true }),
        { ...charge, billable_metric_id: seats.svc_id, invoiceable: false },
      ],
    });
    const story = await waiting(5, '2027-01-01T00:00:00Z');
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-01-02T00:00:00Z': {} });
    await story.use(subscription, seats, { '2027-01-02T00:00:00Z': { seats: 3 } });
    await story.advance('2027-02-01T00:00:00Z');
    const fees = async (): Promise<unknown[]> =>
      (await client.get(`/fees?external_customer_id=${story.customer.external_id}`)).body.fees.map(
        (fee: Resource) => [fee.item.code, fee.amount_cents, fee.svc_invoice_id === null],
      );
    const made = await fees();
    const [inAdvance, draft] = await story.invoices();
    expect([inAdvance.status, draft.status]).toEqual(['finalized', 'draft']);
    await refresh(draft);
    expect(await fees()).toEqual(expect.arrayContaining(made));
    await story.advance('2027-02-06T00:00:00Z');
    expect((await fees()).toSorted()).toEqual(made.toSorted());
  });
});

describe('finalization', () => {
  test.each([
    ['next_period_start', 'align_with_finalization_date', '2027-02-05', '2027-02-03', 'the day it is final'],
    ['next_period_start', 'keep_anchor', '2027-02-01', '2027-02-01', 'the first day of the period'],
    ['current_period_end', 'keep_anchor', '2027-01-31', '2027-01-31', 'the last day of the period'],
  ])(
    'a draft that is finalized by hand, %s and %s: issued on %s as a draft, on %s at last, %s',
    async (anchor, adjustment, planned, at) => {
      const plan = await createPlan(client, { amount_cents: 3_100 });
      const story = await waiting(4, '2027-01-01T00:00:00Z', {
        net_payment_term: 10,
        billing_configuration: {
          subscription_invoice_issuing_date_anchor: anchor,
          subscription_invoice_issuing_date_adjustment: adjustment,
        },
      });
      await story.subscribe(plan);
      await story.advance('2027-02-03T10:00:00Z');
      const [draft] = await story.invoices();
      expect(draft.issuing_date).toBe(planned);
      const final = await finalize(draft);
      const due = new Date(Date.parse(at) + 10 * 86_400_000).toISOString().slice(0, 10);
      expect(final).toMatchObject({ status: 'finalized', issuing_date: at, payment_due_date: due });
      await story.advance('2027-02-10T00:00:00Z');
      expect((await story.invoices())[0]).toEqual(final);
    },
  );

  test.each([
    ['America/Denver', '2027-05-05T06:00:00Z', 'as announced, west of UTC'],
    ['Asia/Tokyo', '2027-05-04T15:00:00Z', 'and east of it'],
  ])('%s: four days of grace end at %s (%s)', async (timezone, endsAt) => {
    const plan = await createPlan(client, { amount_cents: 3_100 });
    const story = await waiting(4, '2027-04-10T12:00:00Z', { timezone, net_payment_term: 10 });
    await story.subscribe(plan);
    await story.advance(new Date(Date.parse(endsAt) - 1_000).toISOString());
    const [draft] = await story.invoices();
    const issued = { issuing_date: '2027-05-05', payment_due_date: '2027-05-15' };
    expect(draft).toMatchObject({ status: 'draft', ...issued });
    await story.advance(endsAt);
    expect((await story.invoices())[0]).toMatchObject({ status: 'finalized', ...issued });
  });

  test.each([
    ['America/Denver', 'Asia/Tokyo', '2027-05-04T16:00:00Z', '2027-05-04T16:00:00Z', 'has begun: at once'],
    ['Asia/Tokyo', 'America/Denver', '2027-05-02T00:00:00Z', '2027-05-05T06:00:00Z', 'begins later'],
  ])('%s to %s at %s: final at %s, on the date announced, which %s', async (from, to, movedAt, finalAt) => {
    const plan = await createPlan(client, { amount_cents: 3_100 });
    const story = await waiting(4, '2027-04-10T12:00:00Z', { timezone: from });
    await story.subscribe(plan);
    await story.advance(movedAt);
    await upsert(story, { timezone: to });
    expect((await story.listedInvoices())[0].status).toBe('draft');
    await story.advance('2027-05-05T12:00:00Z');
    const final = { status: 'finalized', issuing_date: '2027-05-05', updated_at: finalAt };
    expect((await story.invoices())[0]).toMatchObject(final);
  });

  test('the finalization of a draft invoice closes what is worth nothing, when that is not to be issued', async () => {
    const plan = await createPlan(client);
    const story = await waiting(2, '2027-01-01T00:00:00Z', { finalize_zero_amount_invoice: 'skip' });
    await story.subscribe(plan);
    await story.advance('2027-02-01T00:00:00Z');
    const [draft] = await story.invoices();
    expect([draft.status, draft.payment_status]).toEqual(['draft', 'succeeded']);
    expect(await finalize(draft)).toMatchObject({
      svc_id: draft.svc_id,
      status: 'draft',
      sequential_id: null,
    });
    expect(await story.invoices()).toEqual([]);
    await story.advance('2027-03-01T00:00:00Z');
    expect((await story.listedInvoices()).length).toBe(1);
    await story.advance('2027-03-03T00:00:00Z');
    expect(await story.invoices()).toEqual([]);
  });

  test('the finalization of a draft by two at once happens once', async () => {
    const plan = await createPlan(client, { amount_cents: 3_100 });
    const story = await waiting(4, '2027-01-01T00:00:00Z');
    await story.subscribe(plan);
    await story.advance('2027-02-01T00:00:00Z');
    const [{ svc_id }] = await story.invoices();
    const answers = await Promise.all([1, 2, 3].map(() => client.put(`/invoices/${svc_id}/finalize`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    await story.advance('2027-03-01T00:00:00Z');
    await story.advance('2027-03-05T00:00:00Z');
    expect((await story.listedInvoices()).map((invoice) => invoice.sequential_id)).toEqual([1, 2]);
  });
});

describe('settings that change', () => {
  test('settings that change move the dates of drafts, and end grace periods that are over', async () => {
    const plan = await createPlan(client, { amount_cents: 3_100 });
    const story = await waiting(10, '2027-01-01T00:00:00Z');
    await story.subscribe(plan);
    await story.advance('2027-02-05T00:00:00Z');
    const dates = async (): Promise<unknown[]> => {
      const [{ status, issuing_date, payment_due_date }] = await story.invoices();
      return [status, issuing_date, payment_due_date];
    };
    expect(await dates()).toEqual(['draft', '2027-02-11', '2027-02-11']);
    await upsert(story, { net_payment_term: 5 });
    expect(await dates()).toEqual(['draft', '2027-02-11', '2027-02-16']);
    await upsert(story, { billing_configuration: { invoice_grace_period: 8 } });
    expect(await dates()).toEqual(['draft', '2027-02-09', '2027-02-14']);
    await story.advance('2027-02-08T23:00:00Z');
    await upsert(story, { billing_configuration: { invoice_grace_period: 9 } });
    await story.advance('2027-02-09T23:00:00Z');
    expect(await dates()).toEqual(['draft', '2027-02-10', '2027-02-15']);
    await upsert(story, { billing_configuration: { invoice_grace_period: 0 } });
    expect(await dates()).toEqual(['finalized', '2027-02-09', '2027-02-14']);
  });

  test('taxes of the customer reach drafts within five minutes, as long as the subscription runs', async () => {
    const tax = await createTax(client, { rate: 10 });
    const plan = await createPlan(client, { amount_cents: 3_100 });
    const story = await waiting(10, '2027-01-01T00:00:00Z');
    const subscription = await story.subscribe(plan);
    await story.advance('2027-02-05T00:01:00Z');
    await upsert(story, { tax_codes: [tax.code] });
    const total = async () => (await story.listedInvoices())[0].total_amount_cents;
    expect(await total()).toBe(3_100);
    await story.advance('2027-02-05T00:05:00Z');
    expect(await total()).toBe(3_410);
    await client.delete(`/subscriptions/${subscription.external_id}?on_termination_invoice=skip`);
    await upsert(story, { tax_codes: [] });
    await story.advance('2027-02-05T01:00:00Z');
    expect(await total()).toBe(3_410);
    await story.advance('2027-02-11T00:00:00Z');
    expect(await total()).toBe(3_100);
  });

  test.each<
    [
      string,
      (of: { tax: Resource; plan: Resource; addOn: Resource; calls: Resource }) => Promise<unknown>,
      number,
    ]
  >([
    ['the rate of a tax', ({ tax }) => client.put(`/taxes/${tax.code}`, { tax: { rate: 50 } }), 6_150],
    ['a tax that is deleted', ({ tax }) => client.delete(`/taxes/${tax.code}`), 4_100],
    [
      'the amount of a plan',
      ({ plan }) => client.put(`/plans/${plan.code}`, { plan: { amount_cents: 2_000 } }),
      3_410,
    ],
    [
      'a charge of a plan',
      ({ plan }) => client.delete(`/plans/${plan.code}/charges/${plan.charges[0].code}`),
      4_400,
    ],
    ['a metric that is deleted', ({ calls }) => client.delete(`/billable_metrics/${calls.code}`), 4_400],
    ['an add-on that is deleted', ({ addOn }) => client.delete(`/add_ons/${addOn.code}`), 3_410],
  ])('%s reaches drafts within five minutes', async (_, change, total) => {
    const [tax, calls, addOn] = [
      await createTax(client, { rate: 10 }),
      await createMetric(client),
      await createAddOn(client),
    ];
    const plan = await createPlan(client, {
      amount_cents: 3_000,
      tax_codes: [tax.code],
      charges: [perCall(calls)],
      fixed_charges: [
        { add_on_id: addOn.svc_id, charge_model: 'standard', properties: { amount: '10' }, units: 1 },
      ],
    });
    const story = await waiting(10, '2027-01-01T00:00:00Z');
    const subscription = await story.subscribe(plan);
    await story.use(subscription, calls, { '2027-01-20T00:00:00Z': {} });
    await story.advance('2027-02-05T00:01:00Z');
    expect((await story.listedInvoices())[0].total_amount_cents).toBe(4_510);
    await change({ tax, plan, addOn, calls });
    await story.advance('2027-02-05T00:05:00Z');
    expect((await story.invoices())[0]).toMatchObject({ status: 'draft', total_amount_cents: total });
  });

  test('late usage reaches drafts within five minutes, on a clock and in real time', async () => {
    const plan = await createPlan(client, { amount_cents: 3_100, charges: [perCall(metric)] });
    const story = await waiting(10, '2027-01-01T00:00:00Z');
    const subscription = await story.subscribe(plan);
    await story.advance('2027-02-05T00:01:00Z');
    await story.use(subscription, metric, { '2027-01-20T00:00:00Z': {}, '2027-02-01T00:00:00Z': {} });
    await story.advance('2027-02-05T00:05:00Z');
    expect((await story.invoices())[0]).toMatchObject({ status: 'draft', total_amount_cents: 3_200 });
    const scheduled = () => server.pool.sql`select due_at from due_work
        where kind = 'draft_refresh' and customer_id = ${story.customer.svc_id}`;
    await story.advance('2027-02-06T00:00:00Z');
    expect(await scheduled()).toEqual([]);

    // The same rows, as those of somebody who lives in real time.
    await story.use(subscription, metric, { '2027-01-21T00:00:00Z': {} });
    await server.pool.sql`update customers set test_clock_id = null where id = ${story.customer.svc_id}`;
    await server.app.services.draftInvoices.scheduleRefreshesForUsage();
    expect((await scheduled()).length).toBe(1);
  });
});

test.each([
  [10, 1, 'it may have been committed after the draft'],
  [120, 0, 'it was committed before the draft'],
])('an event with an id %d s older than a draft makes %d refresh: %s', async (seconds, refreshes) => {
  const plan = await createPlan(client, { amount_cents: 3_100, charges: [perCall(metric)] });
  const story = await waiting(10, '2027-01-01T00:00:00Z');
  const subscription = await story.subscribe(plan);
  await story.advance('2027-02-05T00:01:00Z');
  await story.use(subscription, metric, { '2027-01-20T00:00:00Z': {} });
  const { svc_id: customerId } = story.customer;
  await server.pool.sql`
    update events set id = (
      select lpad(to_hex(('x' || left(replace(max(fees.id::text), '-', ''), 12))::bit(48)::bigint
        - ${seconds}::bigint * 1000), 12, '0') || '7000a000000000000000'
      from fees join invoices on invoices.id = fees.invoice_id where invoices.customer_id = ${customerId})::uuid
    where external_subscription_id = ${subscription.external_id}`;
  await server.pool.sql`update customers set test_clock_id = null where id = ${customerId}`;
  await server.app.services.draftInvoices.scheduleRefreshesForUsage();
  const planned = await server.pool.sql`
    select from due_work where kind = 'draft_refresh' and customer_id = ${customerId}`;
  expect(planned.length).toBe(refreshes);
});

test('a draft that is deleted takes its fees and credit notes along, and its period is not billed again', async () => {
  const plan = await createPlan(client, { amount_cents: 3_100, pay_in_advance: true });
  const story = await waiting(10, '2027-01-01T00:00:00Z');
  const [kept, ended] = [
    await story.subscribe(plan, { consolidate_invoice: false }),
    await story.subscribe(plan, { consolidate_invoice: false }),
  ];
  await story.advance('2027-01-05T00:00:00Z');
  await client.delete(`/subscriptions/${ended.external_id}`);
  const before = await story.invoices();
  const notes = () =>
    server.pool.sql`select id from credit_notes where customer_id = ${story.customer.svc_id}`;
  expect([before.length, (await notes()).length]).toEqual([3, 1]);
  for (const { svc_id } of before) {
    expect((await client.delete(`/invoices/${svc_id}`)).body.invoice).toMatchObject({
      svc_id,
      status: 'draft',
    });
    expect((await client.get(`/invoices/${svc_id}`)).status).toBe(404);
    expect((await client.delete(`/invoices/${svc_id}`)).status).toBe(404);
    expect((await messagesOf({ svc_id })).at(-1)).toBe('invoice.deleted');
  }
  expect([await story.invoices(), (await notes()).length]).toEqual([[], 0]);
  expect((await client.get(`/fees?external_customer_id=${story.customer.external_id}`)).body.fees).toEqual(
    [],
  );
  await story.advance('2027-02-01T00:00:00Z');
  expectInvoices(await story.invoices(), [
    { status: 'draft', fees: [['subscription', 3_100]], total: 3_100 },
  ]);
  expect((await story.invoices())[0].subscriptions[0].external_id).toBe(kept.external_id);
  await story.advance('2027-02-11T00:00:00Z');
  const [final] = await story.invoices();
  expect(final.sequential_id).toBe(1);
  expect(await client.delete(`/invoices/${final.svc_id}`)).toMatchObject({
    status: 405,
    body: { code: 'not_deletable' },
  });
  const other = await server.organization();
  expect((await other.delete(`/invoices/${final.svc_id}`)).status).toBe(404);
});

test('refusals', async () => {
  const plan = await createPlan(client, { amount_cents: 3_100 });
  const story = await waiting(10, '2027-01-01T00:00:00Z');
  await story.subscribe(plan);
  await story.advance('2027-02-05T00:00:00Z');
  const [draft] = await story.invoices();
  const other = await server.organization();
  const path = `/invoices/${draft.svc_id}`;
  for (const action of ['refresh', 'finalize']) {
    for (const [caller, id] of [
      [client, '00000000-0000-4000-8000-000000000000'],
      [client, unique('no-id')],
      [other, draft.svc_id],
    ] as const) {
      expect(await caller.put(`/invoices/${id}/${action}`)).toMatchObject({
        status: 404,
        body: { code: 'invoice_not_found' },
      });
    }
  }
  expect(await client.put(path, { invoice: { payment_status: 'succeeded' } })).toMatchObject({
    status: 405,
    body: { code: 'payment_status_update_on_draft_invoice' },
  });
  expect(await client.put(path, { invoice: { metadata: [{ key: 'a', value: 'b' }] } })).toMatchObject({
    status: 405,
    body: { code: 'metadata_on_draft_invoice' },
  });
  const { data, errors } = await client.graphql(
    `mutation ($id: ID!) {
      refreshInvoice(input: { id: $id }) { invoice { id status } }
      finalizeInvoice(input: { id: $id }) { invoice { id status number } }
    }`,
    { id: draft.svc_id },
  );
  expect(errors).toBeUndefined();
  expect(data).toMatchObject({
    refreshInvoice: { invoice: { id: draft.svc_id } },
    finalizeInvoice: { invoice: { status: 'finalized' } },
  });
});
