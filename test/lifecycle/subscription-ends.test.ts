// Starts and ends of subscriptions: scheduled and immediate ones.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { differencesIn } from '../support/differences.js';
import { messagesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { type ExpectedInvoice, expectInvoices } from '../support/expect-invoice.js';
import { Story } from '../support/story.js';
import { readExplanation } from '../support/usage.js';

let server: SharedServer;
let client: Client;
/** Counts events. */
let calls: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  calls = await createMetric(client);
});
afterAll(() => server.stop());

const terminate = async ({ external_id }: Resource, query = ''): Promise<Resource> => {
  const { status, body } = await client.delete(`/subscriptions/${external_id}${query}`);
  if (status !== 200) throw new Error(`The end was refused: ${JSON.stringify(body)}`);
  return body.subscription;
};

const read = async ({ external_id }: Resource, status: string): Promise<Resource> =>
  (await client.get(`/subscriptions/${external_id}?status=${status}`)).body.subscription;

/** The messages about a subscription, oldest first. */
async function messages({ svc_id }: Resource): Promise<string[]> {
  const rows = await server.pool.sql<{ webhook_type: string }[]>`
    select webhook_type from outbox_messages where object_id = ${svc_id} order by created_at, id`;
  return rows.map((row) => row.webhook_type.replace('subscription.', ''));
}

/** The plans of `metered` by their members; no test changes or deletes them. */
const plans = new Map<string, Promise<Resource>>();

/** A plan of 30.00 with a charge of 1.00 a call. */
const metered = async (over: object = {}) => {
  const name = JSON.stringify(over);
  const known =
    plans.get(name) ?? createPlan(client, { amount_cents: 3_000, charges: [perCall(calls)], ...over });
  plans.set(name, known);
  return { metric: calls, plan: await known };
};

describe('a start in the future', () => {
  test('a start in the future waits for its instant, is billed as a start of that day, and on the next billing day', async () => {
    const { plan, metric } = await metered({ pay_in_advance: true });
    const story = await Story.begin(client, '2027-08-24T00:07:00Z', { timezone: 'America/Bogota' });
    const subscription = await story.subscribe(plan, { subscription_at: '2027-09-16T10:00:00.500Z' });
    await story.use(subscription, metric, { '2027-09-16T09:59:59Z': {}, '2027-09-16T10:00:01Z': {} });
    await story.advance('2027-09-16T10:00:00Z');
    expect([await story.invoices(), await messages(subscription)]).toEqual([[], []]);

    await story.advance('2027-10-01T05:00:00Z');
    expect(await read(subscription, 'active')).toMatchObject({
      svc_id: subscription.svc_id,
      started_at: '2027-09-16T10:00:00.500Z',
      activated_at: '2027-09-16T10:00:00Z',
      created_at: '2027-08-24T00:07:00Z',
    });
    expectInvoices(await story.invoices(), [
      {
        issued: '2027-09-16',
        periods: [['subscription_starting', '2027-09-16T05:00:00Z', '2027-10-01T04:59:59Z']],
        fees: [['subscription', 1, 1_500]],
      },
      {
        issued: '2027-10-01',
        periods: [['subscription_periodic', '2027-10-01T05:00:00Z', '2027-11-01T04:59:59Z']],
        fees: [
          ['subscription', 1, 3_000],
          ['charge', 1, 100],
        ],
      },
    ]);
    expect(await messages(subscription)).toEqual(['started']);
  });

  test('a start in the future may be canceled, and its external id used again', async () => {
    const plan = await createPlan(client, { pay_in_advance: true, amount_cents: 100 });
    const story = await Story.begin(client, '2027-08-24T00:00:00Z');
    const subscription = await story.subscribe(plan, { subscription_at: '2027-09-10T00:00:00Z' });
    const { external_id } = subscription;
    expect((await client.delete(`/subscriptions/${external_id}`)).status).toBe(404);
    const canceled = await terminate(subscription, '?status=pending');
    expect(canceled).toMatchObject({ status: 'canceled', canceled_at: '2027-08-24T00:00:00Z' });
    expect(await messages(subscription)).toEqual(['terminated']);
    const again = await story.subscribe(plan, { external_id, subscription_at: '2027-09-20T00:00:00Z' });
    expect(again.svc_id).not.toBe(subscription.svc_id);
    await story.advance('2027-09-20T00:00:00Z');
    expect((await story.listedInvoices()).map((invoice) => invoice.issuing_date)).toEqual(['2027-09-20']);
  });

  test('a start in the future keeps its external id from other customers, and is answered to its own', async () => {
    const plan = await createPlan(client);
    const story = await Story.begin(client, '2027-08-24T00:00:00Z');
    const subscription = await story.subscribe(plan, { subscription_at: '2027-09-10T00:00:00Z' });
    const { external_id } = subscription;
    expect(await story.subscribe(plan, { external_id })).toEqual(subscription);
    const other = { external_customer_id: unique('c'), plan_code: plan.code, external_id };
    const answer = await client.post('/subscriptions', { subscription: other });
    expect(answer.body.error_details).toEqual({ external_id: ['value_already_exist'] });
  });
});

describe('an end that is scheduled', () => {
  test('an end that is scheduled comes at its instant, announced 45 and 15 days before, and bills the rest', async () => {
    const { plan, metric } = await metered();
    const story = await Story.begin(client, '2027-01-10T00:00:00Z');
    const subscription = await story.subscribe(plan, { ending_at: '2027-03-15T12:00:00Z' });
    await story.use(subscription, metric, { '2027-03-15T12:00:00Z': {}, '2027-03-15T12:00:01Z': {} });
    await story.advance('2027-01-29T11:59:59Z');
    expect(await messages(subscription)).toEqual(['started']);
    await story.advance('2027-01-29T12:00:00Z');
    expect(await messages(subscription)).toEqual(['started', 'termination_alert']);
    await story.advance('2027-06-01T00:00:00Z');
    expect(await messages(subscription)).toEqual([
      'started',
      'termination_alert',
      'termination_alert',
      'terminated',
    ]);
    expect(await read(subscription, 'terminated')).toMatchObject({ terminated_at: '2027-03-15T12:00:00Z' });
    expectInvoices((await story.invoices()).slice(2), [
      {
        issued: '2027-03-15',
        periods: [['subscription_terminating', '2027-03-01T00:00:00Z', '2027-03-15T12:00:00Z']],
        // 15 of 31 days, and the event of the last instant
        fees: [
          ['subscription', 1, 1_452],
          ['charge', 1, 100],
        ],
      },
    ]);
  });

  test('an end that is moved, or replaced by an upgrade, is announced as it is then', async () => {
    const [small, big] = [await createPlan(client), await createPlan(client, { amount_cents: 1 })];
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const first = await story.subscribe(small, { ending_at: '2027-01-20T12:00:00Z' });
    const { external_id } = first;
    const alertsOf = async (of: Resource) =>
      (await messages(of)).filter((message) => message === 'termination_alert').length;
    await story.advance('2027-01-05T12:00:00Z');
    expect(await alertsOf(first)).toBe(1);
    const move = { subscription: { ending_at: '2027-03-31T12:00:00Z' } };
    expect((await client.put(`/subscriptions/${external_id}`, move)).status).toBe(200);
    await story.advance('2027-02-14T12:00:00Z');
    // 45 days before the new end; not 15 days before the old one
    expect(await alertsOf(first)).toBe(2);
    const second = await story.subscribe(big, { external_id });
    expect(second.ending_at).toBe('2027-03-31T12:00:00Z');
    await story.advance('2027-03-31T12:00:00Z');
    expect([await alertsOf(first), await alertsOf(second)]).toEqual([2, 1]);
    const { body } = await client.get(`/subscriptions/${external_id}?status=terminated`);
    expect(body.subscription).toMatchObject({ plan_code: big.code, terminated_at: '2027-03-31T12:00:00Z' });
  });

  test.each([
    ['2027-03-01T00:00:00Z', ['2027-02-01', '2027-03-01'], 'the closed month, not the day'],
    ['2027-03-01T09:00:00Z', ['2027-02-01', '2027-03-01'], 'nor when it comes later that day'],
  ])('an end on a billing day (%s) bills %j: %s', async (ending_at, issued) => {
    const plan = await createPlan(client, { amount_cents: 2_800 });
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    await story.subscribe(plan, { ending_at });
    await story.advance('2027-05-01T00:00:00Z');
    const invoices = await story.invoices();
    expect(invoices.map((invoice) => [invoice.issuing_date, invoice.total_amount_cents])).toEqual(
      issued.map((date) => [date, 2_800]),
    );
    expect(invoices.map((invoice) => invoice.billing_periods[0].invoicing_reason)).toEqual([
      'subscription_periodic',
      'subscription_terminating',
    ]);
  });

  test('an end without closing invoice leaves the rest unbilled', async () => {
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const plan = await createPlan(client, { amount_cents: 2_800 });
    await story.subscribe(plan, { ending_at: '2027-02-10T00:00:00Z', on_termination_invoice: 'skip' });
    await story.advance('2027-05-01T00:00:00Z');
    expect((await story.listedInvoices()).map((invoice) => invoice.issuing_date)).toEqual(['2027-02-01']);
  });
});

describe('usage on the day of an end that comes on the first day of a period: periods.md §11', () => {
  const VERIFY = `query ($invoiceId: ID!) { verifyInvoiceUsage(invoiceId: $invoiceId) { billedUnits recountedUnits } }`;
  const usageFees = (invoice: Resource) =>
    invoice.fees
      .filter((fee: Resource) => fee.item.type === 'charge')
      .map((fee: Resource) => [Number(fee.units), fee.amount_cents, fee.from_date.slice(0, 10), fee.to_date]);
  const differences = async (invoice: Resource) => {
    const { data, errors } = await client.graphql(VERIFY, { invoiceId: invoice.svc_id });
    return errors ?? data.verifyInvoiceUsage;
  };
  const explained = async (subscription: Resource, metric: Resource, timestamp: string) => {
    const transaction_id = unique('event');
    const { status } = await client.post('/events', {
      event: {
        transaction_id,
        external_subscription_id: subscription.external_id,
        code: metric.code,
        timestamp: Date.parse(timestamp) / 1_000,
      },
    });
    expect(status).toBe(200);
    return readExplanation(client, transaction_id);
  };

  test('verify misses no billing day on the morning of that day', async () => {
    const caller = await server.organization();
    const story = await Story.begin(caller, '2027-06-01T00:00:00Z');
    await story.subscribe(await createPlan(caller), { ending_at: '2027-07-01T09:00:00Z' });
    await story.advance('2027-07-01T06:00:00Z');
    const { db } = server.pool;
    expect(await differencesIn({ db, organizationId: caller.organizationId })).toEqual([]);
  });

  test.each([
    [false, 'in arrears', [['subscription', 3_000]]],
    [true, 'in advance', []],
  ])(
    'usage on the day of the end is billed in a window of its own (in advance: %s)',
    async (pay_in_advance, _why, planFees) => {
      const { plan, metric } = await metered({ pay_in_advance });
      const story = await Story.begin(client, '2027-06-01T00:00:00Z');
      const subscription = await story.subscribe(plan, { ending_at: '2027-07-01T09:00:00Z' });
      await story.use(subscription, metric, {
        ...Object.fromEntries([1, 2, 3].map((n) => [`2027-06-20T00:00:0${n}Z`, {}])),
        ...Object.fromEntries([1, 2, 3].map((n) => [`2027-07-01T08:55:0${n}Z`, {}])),
        '2027-07-01T09:00:00Z': {},
      });
      await story.advance('2027-07-02T00:00:00Z');
      const closing = (await story.invoices()).at(-1);
      expectInvoices(
        [closing],
        [
          {
            issued: '2027-07-01',
            periods: [
              ['subscription_terminating', '2027-06-01T00:00:00Z', '2027-06-30T23:59:59Z'],
              ['subscription_terminating', '2027-07-01T00:00:00Z', '2027-07-01T09:00:00Z'],
            ],
            chargePeriods: [
              ['subscription_terminating', '2027-06-01T00:00:00Z', '2027-06-30T23:59:59Z'],
              ['subscription_terminating', '2027-07-01T00:00:00Z', '2027-07-01T09:00:00Z'],
            ],
            fees: [...planFees, ['charge', 300], ['charge', 400]] as never,
          },
        ],
      );
      expect(usageFees(closing)).toEqual([
        [3, 300, '2027-06-01', '2027-06-30T23:59:59Z'],
        [4, 400, '2027-07-01', '2027-07-01T09:00:00Z'],
      ]);
      expect(await differences(closing)).toEqual([]);
      const past = `/customers/${story.customer.external_id}/past_usage?external_subscription_id=${subscription.external_id}`;
      const { usage_periods } = (await client.get(past)).body;
      expect(
        usage_periods.map((period: Resource) => period.charges_usage.map(({ units }: Resource) => units)),
      ).toEqual([['4.0'], ['3.0']]);
      expect(await explained(subscription, metric, '2027-07-01T08:00:00Z')).toMatchObject({
        counted: false,
        reason: 'period_already_invoiced',
        charges: [{ from_datetime: '2027-07-01T00:00:00Z', to_datetime: '2027-07-01T09:00:00Z' }],
      });
    },
  );

  test.each([
    ['weekly', {}, '2027-06-14T09:00:00Z', ['2027-06-07', '2027-06-14']],
    ['yearly', {}, '2028-01-01T09:00:00Z', ['2027-06-01', '2028-01-01']],
    ['yearly', { bill_charges_monthly: true }, '2027-07-01T09:00:00Z', ['2027-06-01', '2027-07-01']],
    ['semiannual', { bill_charges_monthly: true }, '2027-09-01T09:00:00Z', ['2027-08-01', '2027-09-01']],
    [
      'semiannual',
      { bill_charges_monthly: true, bill_fixed_charges_monthly: true },
      '2027-09-01T09:00:00Z',
      ['2027-08-01', '2027-09-01'],
    ],
  ])(
    'usage on the day of the end is billed also of a plan that is %s %j',
    async (interval, over, ending_at, windows) => {
      const seats = { add_on_code: (await createAddOn(client)).code, units: 1, charge_model: 'standard' };
      const fixed_charges = [{ ...seats, properties: { amount: '1' } }];
      const { plan, metric } = await metered({ interval, fixed_charges, ...over });
      const story = await Story.begin(client, '2027-06-01T00:00:00Z');
      const subscription = await story.subscribe(plan, { ending_at });
      const dayBefore = new Date(Date.parse(ending_at) - 86_400_000).toISOString();
      const before = new Date(Date.parse(ending_at) - 300_000).toISOString();
      await story.advance(dayBefore);
      await story.use(subscription, metric, { [dayBefore]: {}, [before]: {} });
      await story.advance(new Date(Date.parse(ending_at) + 86_400_000).toISOString());
      const closing = (await story.invoices()).at(-1);
      expect(usageFees(closing).map(([units, cents, from]: unknown[]) => [units, cents, from])).toEqual(
        windows.map((from) => [1, 100, from]),
      );
      const seatFees = closing?.fees.filter((fee: Resource) => fee.item.type === 'fixed_charge');
      expect(seatFees).toHaveLength(1);
    },
  );

  test('usage on the day of the end is not billed without events: the closing invoice has one period, and a later event came too late', async () => {
    const { plan, metric } = await metered();
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const subscription = await story.subscribe(plan, { ending_at: '2027-07-01T09:00:00Z' });
    await story.advance('2027-07-02T00:00:00Z');
    const [closing] = await story.invoices();
    expect(closing?.billing_periods).toHaveLength(1);
    expect(await explained(subscription, metric, '2027-07-01T08:00:00Z')).toMatchObject({
      counted: false,
      reason: 'period_already_invoiced',
    });
  });

  test.each<[string, (subscription: Resource, story: Story) => Promise<unknown>]>([
    [
      'the end is moved',
      ({ external_id }) =>
        client.put(`/subscriptions/${external_id}`, { subscription: { ending_at: '2027-07-20T00:00:00Z' } }),
    ],
    [
      'the plan is changed',
      async ({ external_id }, story) =>
        story.subscribe(await createPlan(client, { amount_cents: 6_200 }), { external_id, ending_at: null }),
    ],
  ])(
    'usage on the day of the end does not swallow the period before when %s on that day: it is billed as on a billing day',
    async (_what, change) => {
      const { plan, metric } = await metered();
      const story = await Story.begin(client, '2027-06-01T00:00:00Z');
      const subscription = await story.subscribe(plan, { ending_at: '2027-07-01T09:00:00Z' });
      await story.use(subscription, metric, { '2027-06-20T00:00:00Z': {}, '2027-07-01T05:00:00Z': {} });
      await story.advance('2027-07-01T08:00:00Z');
      await change(subscription, story);
      await story.advance('2027-07-02T00:00:00Z');
      const [june] = await story.invoices();
      expect([
        june?.issuing_date,
        june?.fees.map((fee: Resource) => [fee.amount_cents, fee.to_date]),
      ]).toEqual([
        '2027-07-01',
        [
          [3_000, '2027-06-30T23:59:59Z'],
          [100, '2027-06-30T23:59:59Z'],
        ],
      ]);
    },
  );

  test('usage on the day of the end is on the draft, also when it comes late or is adjusted by hand, and on the invoice regenerated from it', async () => {
    const { plan, metric } = await metered();
    const story = await Story.begin(client, '2027-06-01T00:00:00Z', {
      billing_configuration: { invoice_grace_period: 3 },
    });
    const subscription = await story.subscribe(plan, { ending_at: '2027-07-01T09:00:00Z' });
    await story.use(subscription, metric, { '2027-06-20T00:00:00Z': {} });
    await story.advance('2027-07-02T00:00:00Z');
    const [draft] = (await story.invoices()) as [Resource];
    expect(draft.billing_periods).toHaveLength(1);
    expect(await explained(subscription, metric, '2027-07-01T08:00:00Z')).toMatchObject({ counted: true });
    const { body } = await client.put(`/invoices/${draft.svc_id}/refresh`);
    const both = [
      [1, 100, '2027-06-01', '2027-06-30T23:59:59Z'],
      [1, 100, '2027-07-01', '2027-07-01T09:00:00Z'],
    ];
    expect([usageFees(body.invoice), body.invoice.billing_periods.length]).toEqual([both, 2]);
    const adjust = async (feeId: string, units: string) => {
      const { data } = await client.graphql(
        `mutation ($input: AdjustedFeeInput!) {
          createAdjustedFee(input: $input) { fee { id units } } }`,
        { input: { invoiceId: draft.svc_id, feeId, units } },
      );
      expect(Number(data.createAdjustedFee.fee.units)).toBe(Number(units));
      return usageFees((await client.get(`/invoices/${draft.svc_id}`)).body.invoice);
    };
    const fees = async (): Promise<Resource[]> =>
      (await client.get(`/invoices/${draft.svc_id}`)).body.invoice.fees.slice(-2);
    // Each of the two fees of the charge is adjusted for itself.
    expect(await adjust((await fees())[1]?.svc_id, '9')).toEqual([
      [1, 100, '2027-06-01', '2027-06-30T23:59:59Z'],
      [9, 900, '2027-07-01', '2027-07-01T09:00:00Z'],
    ]);
    expect(await adjust((await fees())[0]?.svc_id, '5')).toEqual([
      [5, 500, '2027-06-01', '2027-06-30T23:59:59Z'],
      [9, 900, '2027-07-01', '2027-07-01T09:00:00Z'],
    ]);
    for (const place of [0, 1]) {
      const { errors } = await client.graphql(
        'mutation ($id: ID!) { deleteAdjustedFee(input: { id: $id }) { deletedId } }',
        { id: (await fees())[place]?.svc_id },
      );
      expect(errors).toBeUndefined();
    }
    await story.advance('2027-07-05T00:00:00Z');
    const [final] = (await story.invoices()) as [Resource];
    expect([final.status, usageFees(final), final.total_amount_cents]).toEqual(['finalized', both, 3_200]);
    expect(await differences(final)).toEqual([]);
    await client.post(`/invoices/${final.svc_id}/void`);
    const again = await client.graphql(
      'mutation ($id: ID!) { regenerateInvoice(input: { voidedInvoiceId: $id }) { invoice { id } } }',
      { id: final.svc_id },
    );
    const copy = (await client.get(`/invoices/${again.data?.regenerateInvoice.invoice.id}`)).body.invoice;
    expect([usageFees(copy), copy.billing_periods.length, copy.total_amount_cents]).toEqual([both, 2, 3_200]);
  });

  test('usage on the day of the end omits what a recurring metric carries, spending minimums and commitments', async () => {
    const seats = await createMetric(client, {
      aggregation_type: 'sum_agg',
      field_name: 'n',
      recurring: true,
    });
    const plan = await createPlan(client, {
      amount_cents: 0,
      minimum_commitment: { amount_cents: 5_000 },
      charges: [
        {
          billable_metric_id: seats.svc_id,
          charge_model: 'standard',
          properties: { amount: '1' },
          min_amount_cents: 2_000,
        },
      ],
    });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const subscription = await story.subscribe(plan, { ending_at: '2027-07-01T09:00:00Z' });
    await story.use(subscription, seats, {
      '2027-06-20T00:00:00Z': { n: 5 },
      '2027-07-01T08:00:00Z': { n: 2 },
    });
    await story.advance('2027-07-02T00:00:00Z');
    const [closing] = (await story.invoices()) as [Resource];
    expect(
      closing.fees.map((fee: Resource) => [fee.item.type, fee.amount_cents, fee.from_date.slice(0, 10)]),
    ).toEqual([
      ['subscription', 0, '2027-06-01'],
      ['charge', 500, '2027-06-01'],
      // The true-ups of June: 20.00 less 5.00, and 50.00 less 20.00
      ['charge', 1_500, '2027-06-01'],
      ['commitment', 3_000, '2027-06-01'],
      ['charge', 200, '2027-07-01'],
    ]);
    expect(await differences(closing)).toEqual([]);
  });

  test('usage on the day of the end is paid by the progressive invoice that has billed it', async () => {
    const { plan, metric } = await metered({ usage_thresholds: [{ amount_cents: 200 }] });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const subscription = await story.subscribe(plan, { ending_at: '2027-07-01T09:00:00Z' });
    await story.use(subscription, metric, { '2027-06-20T00:00:00Z': {} });
    await story.advance('2027-07-01T08:00:00Z');
    await story.use(subscription, metric, { '2027-07-01T07:00:00Z': {}, '2027-07-01T07:00:01Z': {} });
    await story.advance('2027-07-01T08:30:00Z');
    const [progressive] = (await story.invoices()) as [Resource];
    expect([progressive.invoice_type, progressive.fees_amount_cents]).toEqual(['progressive_billing', 200]);
    await story.advance('2027-07-02T00:00:00Z');
    const closing = (await story.invoices()).at(-1);
    expect(closing).toMatchObject({
      fees_amount_cents: 3_300,
      progressive_billing_credit_amount_cents: 200,
      total_amount_cents: 3_100,
    });
  });
});

describe('an end and a new start on one day, under one external id: periods.md §5', () => {
  const feesOf = async (story: Story) =>
    (await story.invoices())
      .flatMap(({ fees }) => fees)
      .filter(({ item }: Resource) => item.type !== 'charge')
      .map((fee: Resource) => [fee.item.type, fee.amount_cents, fee.from_date.slice(0, 10)]);

  test('an end and a new start in arrears: 15.00 and 15.00 of 30.00, and nothing for a third one that ends that day', async () => {
    const plan = await createPlan(client, { amount_cents: 3_000 });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const { external_id } = await story.subscribe(plan);
    await story.advance('2027-06-15T12:00:00Z');
    await terminate({ external_id });
    await story.advance('2027-06-15T12:30:00Z');
    const again = await story.subscribe(plan, { external_id });
    expect(again.started_at).toBe('2027-06-15T12:30:00.000Z');
    await story.advance('2027-06-15T13:00:00Z');
    await terminate({ external_id });
    await story.advance('2027-06-15T14:00:00Z');
    await story.subscribe(plan, { external_id });
    await story.advance('2027-07-02T00:00:00Z');
    expect(await feesOf(story)).toEqual([
      ['subscription', 1_500, '2027-06-01'],
      ['subscription', 0, '2027-06-15'],
      ['subscription', 1_500, '2027-06-16'],
    ]);
  });

  test('an end and a new start in advance, with a preview: the credit note of the end pays the new start, also of an anniversary', async () => {
    const plan = await createPlan(client, { amount_cents: 3_000, pay_in_advance: true });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const { external_id } = await story.subscribe(plan);
    await story.advance('2027-06-15T12:00:00Z');
    await terminate({ external_id });
    await story.advance('2027-06-15T12:30:00Z');
    await story.subscribe(plan, { external_id, billing_time: 'anniversary' });
    await story.advance('2027-06-15T13:00:00Z');
    expect((await story.creditNotes()).map(({ total_amount_cents: cents }) => cents)).toEqual([1_500]);
    // 29 of the 30 days from 15 June to 14 July
    expect(await feesOf(story)).toEqual([
      ['subscription', 3_000, '2027-06-01'],
      ['subscription', 2_900, '2027-06-16'],
    ]);
  });

  test('an end and a new start with another end in between: an upgrade on that day pays from the next day too', async () => {
    const [small, big] = [
      await createPlan(client, { amount_cents: 3_000 }),
      await createPlan(client, { amount_cents: 6_000 }),
    ];
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const { external_id } = await story.subscribe(small);
    await story.advance('2027-06-15T12:00:00Z');
    await terminate({ external_id });
    await story.advance('2027-06-15T12:30:00Z');
    await story.subscribe(small, { external_id });
    await story.advance('2027-06-15T14:00:00Z');
    await story.subscribe(big, { external_id });
    await story.advance('2027-07-02T00:00:00Z');
    expect(await feesOf(story)).toEqual([
      ['subscription', 1_500, '2027-06-01'],
      ['subscription', 0, expect.any(String)],
      ['subscription', 3_000, '2027-06-16'],
    ]);
  });
});

describe('what is billed by the day, after an end and a new start on one day: periods.md §5', () => {
  const fixedFees = async (story: Story, type = 'fixed_charge') =>
    (await story.invoices())
      .flatMap(({ fees }) => fees)
      .filter(({ item }: Resource) => item.type === type)
      .map((fee: Resource) => fee.amount_cents);
  const seatsPlan = async (over: object) =>
    createPlan(client, {
      fixed_charges: [
        {
          add_on_id: (await createAddOn(client)).svc_id,
          charge_model: 'standard',
          units: 3,
          prorated: true,
          properties: { amount: '10' },
          ...over,
        },
      ],
    });
  /** Ends on 15 June at noon and starts again within the hour. */
  const restart = async (plan: Resource, over: object = {}) => {
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    const subscription = await story.subscribe(plan);
    await story.advance('2027-06-15T12:00:00Z');
    await terminate(subscription);
    await story.advance('2027-06-15T12:30:00Z');
    await story.subscribe(plan, { external_id: subscription.external_id, ...over });
    return { story, subscription };
  };

  test('fixed charges in arrears: 15.00 and 15.00 of 30.00, and nothing for a third one that ends that day', async () => {
    const { story, subscription } = await restart(await seatsPlan({}));
    await story.advance('2027-06-15T13:00:00Z');
    await terminate(subscription);
    await story.advance('2027-06-15T14:00:00Z');
    await story.subscribe(await seatsPlan({}), { external_id: subscription.external_id });
    await story.advance('2027-07-01T01:00:00Z');
    expect(await fixedFees(story)).toEqual([1_500, 1_500]);
  });

  test('fixed charges in advance, units that are added that day, and an upgrade later on', async () => {
    const plan = await seatsPlan({ pay_in_advance: true });
    const { story, subscription } = await restart(plan);
    await story.advance('2027-06-15T13:00:00Z');
    expect(await fixedFees(story)).toEqual([3_000, 1_500]);
    const [{ code }] = plan.fixed_charges as [Resource];
    const path = `/subscriptions/${subscription.external_id}/fixed_charges/${code}`;
    const { status } = await client.put(path, { fixed_charge: { units: 5, apply_units_immediately: true } });
    expect(status).toBe(200);
    await story.advance('2027-06-15T14:00:00Z');
    // 2 units for 15 of the 30 days
    expect(await fixedFees(story)).toEqual([3_000, 1_500, 1_000]);
    await story.advance('2027-06-21T00:00:00Z');
    const [{ add_on_code }] = plan.fixed_charges as [Resource];
    const bigger = await createPlan(client, {
      amount_cents: 1,
      fixed_charges: [
        {
          add_on_code,
          charge_model: 'standard',
          units: 5,
          prorated: true,
          pay_in_advance: true,
          properties: { amount: '40' },
        },
      ],
    });
    await story.subscribe(bigger, { external_id: subscription.external_id });
    await story.advance('2027-06-21T01:00:00Z');
    // 5 units at 40.00 for 10 days, 6 667, less what was paid for them: 2 500 for 15 days, that is 1 667
    expect(await fixedFees(story)).toEqual([3_000, 1_500, 1_000, 5_000]);
  });

  test('units that a recurring metric carries: 15.00 and 15.00 of 30.00', async () => {
    const metric = await createMetric(client, {
      aggregation_type: 'sum_agg',
      field_name: 'n',
      recurring: true,
    });
    const plan = await createPlan(client, {
      charges: [perCall(metric, { prorated: true, properties: { amount: '10' } })],
    });
    const story = await Story.begin(client, '2027-05-31T12:00:00Z');
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-05-31T12:00:00Z': { n: '3' } });
    await story.advance('2027-06-15T12:00:00Z');
    await terminate(subscription);
    await story.advance('2027-06-15T12:30:00Z');
    await story.subscribe(plan, { external_id: subscription.external_id });
    await story.advance('2027-07-01T01:00:00Z');
    // The first day of May is 3 of 31 thirtieths of 10.00.
    expect((await fixedFees(story, 'charge')).slice(1)).toEqual([1_500, 1_500]);
  });
});

describe('what becomes of the unused part of a plan in advance', () => {
  type Ending = (subscription: Resource, story: Story) => Promise<unknown>;
  const terminated: Ending = (subscription) => terminate(subscription, '');
  const atItsTime: Ending = async ({ external_id }, story) => {
    const subscription = { ending_at: '2027-02-11T00:00:00Z' };
    await client.put(`/subscriptions/${external_id}`, { subscription });
    await story.advance('2027-02-12T00:00:00Z');
  };
  const withItsPlan: Ending = ({ plan_code }) => client.delete(`/plans/${plan_code}`);
  const upgraded: Ending = async ({ external_id }, story) =>
    story.subscribe(await createPlan(client, { amount_cents: 9_000 }), { external_id });

  test.each<[string, Ending, Record<string, unknown>, string | null, string]>([
    ['a request', terminated, {}, 'credit', 'nothing was chosen'],
    ['its ending date', atItsTime, {}, 'credit', 'nothing was chosen'],
    ['the deletion of its plan', withItsPlan, {}, 'credit', 'nothing was chosen'],
    ['a request', terminated, { on_termination_credit_note: 'offset' }, 'offset', 'chosen at the start'],
    ['an upgrade', upgraded, {}, null, 'a change of plan leaves the option as it was'],
    ['a request', terminated, { pay_in_advance: false }, null, 'a plan in arrears has no unused part'],
  ])(
    'the choice for the unused part is stored and shown once %s ends the subscription, %j: %s (%s)',
    async (_, end, over, shown) => {
      const plan = await createPlan(client, { amount_cents: 2_800, pay_in_advance: true, ...over });
      const story = await Story.begin(client, '2027-02-01T00:00:00Z');
      const subscription = await story.subscribe(plan, over);
      await story.advance('2027-02-10T00:00:00Z');
      await end(subscription, story);
      // What is deleted with its plan ends before its clock moves again.
      await story.advance('2027-02-13T00:00:00Z');
      const { body } = await client.get(`/subscriptions/${subscription.external_id}?status=terminated`);
      expect(body.subscription.on_termination_credit_note).toBe(shown);
      const announced = await messagesAbout(server, subscription.svc_id);
      const { object } = announced.find(({ webhookType }) => webhookType === 'subscription.terminated') ?? {};
      expect(object).toMatchObject({ on_termination_credit_note: shown });
    },
  );
});

describe('terminating', () => {
  test('terminating a subscription bills up to the day of the end, and no more; the external id is free then', async () => {
    const { plan, metric } = await metered();
    const story = await Story.begin(client, '2027-02-08T00:00:00Z', { timezone: 'Europe/Paris' });
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-02-10T00:00:00Z': {} });
    await story.advance('2027-02-21T15:20:00Z');
    const ended = await terminate(subscription, '?on_termination_credit_note=credit');
    expect(ended).toMatchObject({
      status: 'terminated',
      terminated_at: '2027-02-21T15:20:00Z',
      on_termination_credit_note: null,
      on_termination_invoice: 'generate',
    });
    // 14 of 28 days
    const closing: ExpectedInvoice = {
      issued: '2027-02-21',
      periods: [['subscription_terminating', '2027-02-07T23:00:00Z', '2027-02-21T15:20:00Z']],
      fees: [
        ['subscription', 1, 1_500],
        ['charge', 1, 100],
      ],
    };
    expectInvoices(await story.invoices(), [closing]);
    expect((await client.delete(`/subscriptions/${subscription.external_id}`)).status).toBe(404);

    const { external_id } = subscription;
    const again = await story.subscribe(plan, { external_id, subscription_at: '2027-02-01T00:00:00Z' });
    expect(again).toMatchObject({
      started_at: '2027-02-21T15:20:00.000Z',
      subscription_at: '2027-02-01T00:00:00Z',
    });
    await story.advance('2027-03-02T00:00:00Z');
    expect((await story.listedInvoices()).length).toBe(2);
  });

  test.each([
    ['?on_termination_invoice=skip', { on_termination_invoice: 'skip' }],
    ['?on_termination_invoice=skip&on_termination_credit_note=skip', { on_termination_credit_note: 'skip' }],
  ])('%s bills nothing and is stored', async (query, shown) => {
    const plan = await createPlan(client, {
      amount_cents: 2_800,
      pay_in_advance: query.includes('credit_note'),
    });
    const story = await Story.begin(client, '2027-02-01T00:00:00Z');
    const subscription = await story.subscribe(plan);
    const before = (await story.listedInvoices()).length;
    expect(await terminate(subscription, query)).toMatchObject(shown);
    await story.advance('2027-05-01T00:00:00Z');
    expect((await story.listedInvoices()).length).toBe(before);
  });

  test.each([
    ['?on_termination_invoice=maybe', { on_termination_invoice: ['invalid_value'] }],
    ['?on_termination_credit_note=gift', { on_termination_credit_note: ['invalid_value'] }],
    ['?status=sleeping', { status: ['value_is_invalid'] }],
  ])('%s of a plan in advance: 422 %j', async (query, details) => {
    const plan = await createPlan(client, { pay_in_advance: true, amount_cents: 100 });
    const story = await Story.begin(client, '2027-02-10T00:00:00Z');
    const { external_id } = await story.subscribe(plan);
    const answer = await client.delete(`/subscriptions/${external_id}${query}`);
    expect([answer.status, answer.body.error_details]).toEqual([422, details]);
  });

  test('an unknown subscription, or one of another organization, is not found; reading is not enough to terminate', async () => {
    const { external_id, svc_id } = await subscribe(
      client,
      { external_id: unique('c') },
      await createPlan(client),
    );
    const stranger = await server.organization();
    expect((await stranger.delete(`/subscriptions/${external_id}`)).body.code).toBe('subscription_not_found');
    const mutation = `mutation ($input: TerminateSubscriptionInput!) {
      terminateSubscription(input: $input) { subscription { status terminatedAt } }
    }`;
    const refused = await stranger.graphql(mutation, { input: { id: svc_id } });
    expect(refused.errors?.[0].extensions.code).toBe('not_found');
    const reader = await server.organization({ subscription: ['read'] });
    expect((await reader.delete(`/subscriptions/${external_id}`)).status).toBe(403);
    const done = await client.graphql(mutation, { input: { id: svc_id, onTerminationInvoice: 'skip' } });
    expect(done.data.terminateSubscription.subscription).toMatchObject({ status: 'terminated' });
    const twice = await client.graphql(mutation, { input: { id: svc_id } });
    expect(twice.errors?.[0].extensions.code).toBe('not_found');
  });
});
