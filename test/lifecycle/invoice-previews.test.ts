// Previews: invoices that are computed but not created.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  addBillingEntity,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { billedOn } from '../support/expect-invoice.js';
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

const preview = (body: object): Promise<RestAnswer> => client.post('/invoices/preview', body);
const previewed = async (body: object): Promise<Resource> => {
  const answer = await preview(body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.invoice;
};
const of = ({ customer }: Story, ...subscriptions: Resource[]) => ({
  customer: { external_id: customer.external_id },
  subscriptions: { external_ids: subscriptions.map(({ external_id }) => external_id) },
});

/** `[issued, [reason, from, to] per subscription, [[item, cents], ...], total]` */
/** The number of rows of each table, of all organizations; but of the API log, which records previews as other requests. */
async function rows(): Promise<Record<string, number>> {
  const tables = await server.pool.sql<{ name: string }[]>`
    select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
    where schemaname in ('public', 'graphile_worker') and relname <> 'api_log_entries'`;
  const counted = await Promise.all(
    tables.map(async ({ name }) => {
      const [row] = await server.pool.sql.unsafe(`select count(*)::int as count from ${name}`);
      return [name, row?.['count'] as number] as const;
    }),
  );
  return Object.fromEntries(counted);
}

/** What happens, when it does, is what the preview has shown. */
async function expectToHappen(story: Story, shown: Resource, happen: () => Promise<unknown>): Promise<void> {
  const known = new Set((await story.listedInvoices()).map(({ svc_id }) => svc_id));
  await happen();
  const made = (await story.invoices()).filter(({ svc_id }) => !known.has(svc_id));
  expect(made.map(billedOn)).toEqual([billedOn(shown)]);
}

test('a customer whose test clock advances is refused', async () => {
  const plan = await createPlan(client);
  const story = await Story.begin(client, '2027-01-15T00:00:00Z');
  const subscription = await story.subscribe(plan);
  await server.pool
    .sql`update test_clocks set status = 'advancing' where id = ${story.customer.svc_test_clock_id}`;
  const { external_id } = story.customer;
  const requests = [{ customer: { external_id }, plan_code: plan.code }, of(story, subscription)];
  for (const request of requests) {
    const { status, body } = await preview(request);
    expect([status, body.code]).toEqual([405, 'test_clock_advancing']);
  }
});

describe('a new subscription', () => {
  test('a preview for a customer that exists is the first invoice it would get, with nothing written', async () => {
    const tax = await createTax(client, { rate: 50 });
    const plan = await createPlan(client, { amount_cents: 100, charges: [perCall(metric)] });
    const story = await Story.begin(client, '2024-03-30T00:00:00Z', { tax_codes: [tax.code] });
    const { external_id } = story.customer;
    const before = await rows();
    const shown = await previewed({ customer: { external_id }, plan_code: plan.code });
    expect(await rows()).toEqual(before);
    expect(shown).toMatchObject({
      status: 'draft',
      invoice_type: 'subscription',
      number: expect.stringMatching(/-DRAFT$/),
      sequential_id: null,
      issuing_date: '2024-04-01',
      fees_amount_cents: 6,
      taxes_amount_cents: 3,
      total_amount_cents: 9,
      customer: { external_id },
    });
    await expectToHappen(story, shown, async () => {
      await story.subscribe(plan);
      await story.advance('2024-04-01T00:00:00Z');
    });
  });

  test.each<[object, object, unknown[], string]>([
    [{ pay_in_advance: true }, {}, ['2027-01-15', 1_700], 'in advance, at its start'],
    [{ pay_in_advance: true }, { billing_time: 'anniversary' }, ['2027-01-15', 3_100], 'a whole period'],
    [{}, { billing_time: 'anniversary' }, ['2027-02-15', 3_100], 'in arrears, when its period ends'],
    [{ pay_in_advance: true }, { subscription_at: '2027-03-31T10:00:00Z' }, ['2027-03-31', 100], 'planned'],
    [{ pay_in_advance: true, trial_period: 10 }, {}, ['2027-01-25', 700], 'after its trial'],
    [{ minimum_commitment: { amount_cents: 6_200 } }, {}, ['2027-02-01', 1_700, 1_700], 'with a commitment'],
  ])('a preview with %j %j: %j (%s)', async (terms, requested, expected) => {
    const plan = await createPlan(client, { amount_cents: 3_100, ...terms });
    const story = await Story.begin(client, '2027-01-15T10:00:00Z');
    const { external_id } = story.customer;
    const shown = await previewed({ customer: { external_id }, plan_code: plan.code, ...requested });
    expect([shown.issuing_date, ...shown.fees.map((fee: Resource) => fee.amount_cents)]).toEqual(expected);
  });

  test('a preview for nobody yet, at an entity, is as it is described', async () => {
    await addBillingEntity(server, client, { code: 'elsewhere', timezone: 'Asia/Tokyo' });
    const plan = await createPlan(client, { amount_cents: 4_200, pay_in_advance: true });
    const name = unique('Nobody');
    const before = await rows();
    const shown = await previewed({
      customer: { name, currency: 'EUR', country: 'FR', shipping_address: { city: 'Lyon' } },
      plan_code: plan.code,
      billing_time: 'anniversary',
      billing_entity_code: 'elsewhere',
      coupons: [],
    });
    expect(shown).toMatchObject({
      billing_entity_code: 'elsewhere',
      fees_amount_cents: 4_200,
      currency: 'EUR',
      customer: {
        name,
        country: 'FR',
        applicable_timezone: 'Asia/Tokyo',
        shipping_address: { city: 'Lyon' },
      },
    });
    expect(await rows()).toEqual(before);
  });

  test('a new subscription is dated as its grace period will have it', async () => {
    const plan = await createPlan(client, { amount_cents: 3_100 });
    const story = await Story.begin(client, '2027-01-01T00:00:00Z', {
      billing_configuration: { invoice_grace_period: 3 },
      net_payment_term: 10,
    });
    const { external_id } = story.customer;
    const shown = await previewed({ customer: { external_id }, plan_code: plan.code });
    expect(shown).toMatchObject({
      status: 'draft',
      issuing_date: '2027-02-04',
      payment_due_date: '2027-02-14',
      created_at: '2027-02-01T00:00:00Z',
    });
  });
});

describe('subscriptions that exist', () => {
  test('subscriptions are previewed with what was used so far, minimums whole', async () => {
    const plan = await createPlan(client, {
      amount_cents: 1_000,
      charges: [perCall(metric, { min_amount_cents: 500 })],
    });
    const story = await Story.begin(client, '2027-01-10T00:00:00Z');
    const one = await story.subscribe(plan);
    const other = await story.subscribe(plan, { billing_time: 'anniversary' });
    const third = await story.subscribe(plan);
    await story.use(one, metric, { '2027-01-12T00:00:00Z': {} });
    await story.advance('2027-01-20T00:00:00Z');
    const before = await rows();
    const shown = await previewed(of(story, one, third));
    expect(await rows()).toEqual(before);
    expect(shown.billing_periods.length).toBe(2);
    expect(shown.subscriptions.map((each: Resource) => each.external_id)).toEqual([
      one.external_id,
      third.external_id,
    ]);
    expect(await preview(of(story, one, other))).toMatchObject({
      status: 422,
      body: { error_details: { base: ['billing_periods_does_not_match'] } },
    });
    const alone = await previewed(of(story, other));
    expect(alone.issuing_date).toBe('2027-02-10');
    await expectToHappen(story, shown, () => story.advance('2027-02-01T00:00:00Z'));
    await expectToHappen(story, alone, () => story.advance('2027-02-10T00:00:00Z'));
  });

  test('subscriptions that end at a requested or scheduled instant are previewed as they will be billed', async () => {
    const plan = await createPlan(client, {
      amount_cents: 3_100,
      charges: [perCall(metric, { min_amount_cents: 3_100 })],
    });
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const subscription = await story.subscribe(plan);
    const scheduled = await story.subscribe(plan, { ending_at: '2027-01-21T23:00:00Z' });
    await story.advance('2027-01-10T12:00:00Z');
    const at = (terminated_at: unknown) => ({
      ...of(story, subscription),
      subscriptions: { external_ids: [subscription.external_id], terminated_at },
    });
    const midnight = await previewed(at('2027-01-20T00:00:00Z'));
    expect(midnight.fees.map((fee: Resource) => fee.amount_cents)).toEqual([2_000, 0, 2_000]);
    const ended = await previewed(of(story, scheduled));
    const now = await previewed(at('2027-01-10T12:00:00Z'));
    await expectToHappen(story, now, () => client.delete(`/subscriptions/${subscription.external_id}`));
    await expectToHappen(story, ended, () => story.advance('2027-01-21T23:00:00Z'));
    expect(ended.billing_periods[0].invoicing_reason).toBe('subscription_terminating');
  });

  test('subscriptions that change their plan, now or when the period ends, are previewed as they will be billed', async () => {
    const small = await createPlan(client, { amount_cents: 3_000, charges: [perCall(metric)] });
    const big = await createPlan(client, { amount_cents: 9_000, pay_in_advance: true });
    const free = await createPlan(client, { amount_cents: 300, pay_in_advance: true });
    const story = await Story.begin(client, '2027-04-01T00:00:00Z');
    const [up, down] = [await story.subscribe(small), await story.subscribe(small)];
    await story.use(up, metric, { '2027-04-05T00:00:00Z': {} });
    await story.advance('2027-04-11T00:00:00Z');
    const to = (subscription: Resource, { code }: Resource) => ({
      ...of(story, subscription),
      subscriptions: { external_ids: [subscription.external_id], plan_code: code },
    });
    const upgrade = await previewed(to(up, big));
    const downgrade = await previewed(to(down, free));
    expect(downgrade.subscriptions.length).toBe(2);
    await expectToHappen(story, upgrade, () =>
      story.subscribe(big, { external_id: up.external_id, on_termination_credit_note: 'skip' }),
    );
    await story.subscribe(free, { external_id: down.external_id });
    const next = await previewed(of(story, down));
    expect(billedOn(next)).toEqual(billedOn(downgrade));
    expect(await preview(to(down, small))).toMatchObject({
      status: 422,
      body: { error_details: { base: ['new_plan_should_be_different_from_existing_plan'] } },
    });
  });

  test('subscriptions of which one changes its plan are previewed on one invoice, with all that is billed on that day', async () => {
    const small = await createPlan(client, { amount_cents: 3_000, charges: [perCall(metric)] });
    const big = await createPlan(client, { amount_cents: 9_000, pay_in_advance: true });
    const free = await createPlan(client, { amount_cents: 300, pay_in_advance: true });
    const arrears = await createPlan(client, { amount_cents: 200 });
    const story = await Story.begin(client, '2027-04-01T00:00:00Z');
    const [kept, down, other] = [
      await story.subscribe(big),
      await story.subscribe(small),
      await story.subscribe(small),
    ];
    await story.use(down, metric, { '2027-04-05T00:00:00Z': {} });
    await story.advance('2027-04-11T00:00:00Z');
    await story.subscribe(free, { external_id: down.external_id });
    await story.subscribe(arrears, { external_id: other.external_id });
    const shown = await previewed(of(story, down, kept, other));
    const reasons = shown.billing_periods.map((period: Resource) => [
      period.external_subscription_id,
      period.invoicing_reason,
    ]);
    expect(reasons.toSorted()).toEqual(
      [
        [down.external_id, 'subscription_starting'],
        [down.external_id, 'subscription_terminating'],
        [kept.external_id, 'subscription_periodic'],
        [other.external_id, 'subscription_terminating'],
      ].toSorted(),
    );
    const amounts = ({ fees }: Resource) => fees.map((fee: Resource) => [fee.item.type, fee.amount_cents]);
    expect(amounts(shown).toSorted()).toEqual(
      [
        ['charge', 100],
        ['subscription', 300],
        ['subscription', 3_000],
        ['subscription', 3_000],
        ['subscription', 9_000],
      ].toSorted(),
    );
    expect((await story.listedInvoices()).length).toBe(1);
    await story.advance('2027-05-01T00:00:00Z');
    const issued = (await story.invoices()).slice(1);
    expect(issued.flatMap(amounts).toSorted()).toEqual(amounts(shown).toSorted());
  });

  test('subscriptions that end give back what they leave of a plan in advance, on the invoice that closes them or the one that follows', async () => {
    const tax = await createTax(client, { rate: 20 });
    const small = await createPlan(client, {
      amount_cents: 3_100,
      pay_in_advance: true,
      charges: [perCall(metric)],
    });
    const big = await createPlan(client, { amount_cents: 9_300, pay_in_advance: true });
    const story = await Story.begin(client, '2027-01-01T00:00:00Z', {
      tax_codes: [tax.code],
      billing_configuration: { invoice_grace_period: 2 },
    });
    const [ending, growing] = [await story.subscribe(small), await story.subscribe(small)];
    const events = Object.fromEntries(
      Array.from({ length: 9 }, (_, day) => [`2027-01-0${day + 1}T12:00:00Z`, {}]),
    );
    await story.use(ending, metric, events);
    await story.advance('2027-01-11T10:00:00Z');
    const { external_id } = ending;
    const end = await previewed({
      ...of(story, ending),
      subscriptions: { external_ids: [external_id], terminated_at: '2027-01-11T10:00:00Z' },
    });
    // 9.00 and its tax, and 20 days of 31.00 with theirs given back.
    expect([end.fees_amount_cents, end.credit_notes_amount_cents, end.total_amount_cents]).toEqual([
      900, 1_080, 0,
    ]);
    const upgrade = await previewed({
      ...of(story, growing),
      subscriptions: { external_ids: [growing.external_id], plan_code: big.code },
    });
    expect([upgrade.fees_amount_cents, upgrade.credit_notes_amount_cents]).toEqual([6_300, 2_520]);
    await client.delete(`/subscriptions/${external_id}`);
    const [closing] = (await story.invoices()).slice(-1);
    expect([closing.status, closing.credit_notes_amount_cents]).toEqual(['draft', 0]);
    const { body } = await client.put(`/invoices/${closing.svc_id}/finalize`);
    expect(body.invoice).toMatchObject({ credit_notes_amount_cents: 1_080, total_amount_cents: 0 });
  });

  test('subscriptions that are to begin are previewed as they will begin', async () => {
    const plan = await createPlan(client, { amount_cents: 3_100, pay_in_advance: true });
    const story = await Story.begin(client, '2027-01-01T00:00:00Z');
    const planned = await story.subscribe(plan, { subscription_at: '2027-01-22T08:00:00Z' });
    const shown = await previewed(of(story, planned));
    expect(shown.fees.map((fee: Resource) => fee.amount_cents)).toEqual([1_000]);
    await expectToHappen(story, shown, () => story.advance('2027-01-22T08:00:00Z'));
  });
});

describe('refusals', () => {
  let story: Story;
  let plan: Resource;
  let subscription: Resource;

  beforeAll(async () => {
    plan = await createPlan(client, { amount_cents: 3_100 });
    story = await Story.begin(client, '2027-01-01T00:00:00Z');
    subscription = await story.subscribe(plan);
    await story.advance('2027-01-10T00:00:00Z');
  });

  const customer = () => ({ external_id: story.customer.external_id as string });

  test.each<[string, () => object, number, unknown]>([
    [
      'no customer',
      () => ({ plan_code: plan.code }),
      400,
      'BadRequest: param is missing or the value is empty or invalid: customer',
    ],
    [
      'coupons of another shape',
      () => ({ customer: customer(), coupons: 'x' }),
      400,
      'BadRequest: coupons_must_be_an_array',
    ],
    [
      'subscriptions of another shape',
      () => ({ customer: customer(), subscriptions: [] }),
      400,
      'BadRequest: subscriptions_must_be_an_object',
    ],
    [
      'an unknown customer',
      () => ({ customer: { external_id: 'no' }, plan_code: plan.code }),
      404,
      'customer_not_found',
    ],
    ['an unknown plan', () => ({ customer: customer(), plan_code: 'no' }), 404, 'plan_not_found'],
    ['no plan', () => ({ customer: customer() }), 404, 'plan_not_found'],
    [
      'an unknown entity',
      () => ({ customer: customer(), plan_code: plan.code, billing_entity_code: 'no' }),
      404,
      'billing_entity_not_found',
    ],
    [
      'an unknown entity of nobody',
      () => ({ customer: {}, plan_code: plan.code, billing_entity_code: 'no' }),
      404,
      'billing_entity_not_found',
    ],
    [
      'an unknown subscription',
      () => ({ customer: customer(), subscriptions: { external_ids: ['no'] } }),
      404,
      'subscription_not_found',
    ],
    [
      'a coupon that neither exists nor is described',
      () => ({ customer: customer(), plan_code: plan.code, coupons: [{ code: 'c' }] }),
      422,
      { 'coupons.0.coupon_type': ['value_is_invalid'] },
    ],
    [
      'a coupon that is half described',
      () => ({
        customer: customer(),
        plan_code: plan.code,
        coupons: [{ code: 'c', coupon_type: 'percentage' }],
      }),
      422,
      { 'coupons.0.percentage_rate': ['value_is_mandatory'] },
    ],
    [
      'a wrong zone',
      () => ({ customer: { timezone: 'Mars' }, plan_code: plan.code }),
      422,
      { timezone: ['invalid_timezone'] },
    ],
    [
      'subscriptions of nobody',
      () => ({ customer: {}, subscriptions: { external_ids: ['x'] } }),
      422,
      { customer: ['must_be_persisted'] },
    ],
    [
      'an end in the past',
      () => ({
        customer: customer(),
        subscriptions: { external_ids: [subscription.external_id], terminated_at: '2027-01-09T23:59:59Z' },
      }),
      422,
      { terminated_at: ['cannot_be_in_past'] },
    ],
    [
      'no instant',
      () => ({
        customer: customer(),
        subscriptions: { external_ids: [subscription.external_id], terminated_at: 'soon' },
      }),
      422,
      { terminated_at: ['invalid_timestamp'] },
    ],
  ])('%s', async (_, body, status, expected) => {
    const answer = await preview(body());
    expect(answer.status).toBe(status);
    expect(answer.body.error_details ?? answer.body.code ?? answer.body.error).toEqual(expected);
  });

  test('an end or a change of plan is previewed for one subscription only', async () => {
    const other = await story.subscribe(plan);
    const external_ids = [subscription.external_id, other.external_id];
    const ask = async (over: object) =>
      (await preview({ customer: customer(), subscriptions: { external_ids, ...over } })).body.error_details;
    expect(await ask({ terminated_at: '2027-01-20T00:00:00Z' })).toEqual({
      subscriptions: ['only_one_subscription_allowed_for_termination'],
    });
    expect(await ask({ plan_code: 'no' })).toEqual({
      subscriptions: ['only_one_subscription_allowed_for_plan_change'],
    });
    const dollars = await story.subscribe(await createPlan(client, { amount_currency: 'USD' }));
    expect(
      await preview({
        customer: customer(),
        subscriptions: { external_ids: [subscription.external_id, dollars.external_id] },
      }),
    ).toMatchObject({ body: { error_details: { base: ['subscription_currencies_does_not_match'] } } });
  });

  test('a preview does not find what is of other organizations', async () => {
    const other = await server.organization();
    const body = { customer: customer(), plan_code: plan.code };
    expect((await other.post('/invoices/preview', body)).body.code).toBe('customer_not_found');
    await createCustomer(other, customer());
    expect((await other.post('/invoices/preview', body)).body.code).toBe('plan_not_found');
    expect((await other.post('/invoices/preview', of(story, subscription))).body.code).toBe(
      'subscription_not_found',
    );
  });
});

test('GraphQL shows the same, and a preview is the only field of its operation', async () => {
  const plan = await createPlan(client, { amount_cents: 3_100, pay_in_advance: true });
  const query = (beside: string) => `query ($input: InvoicePreviewInput!) {
    invoicePreview(input: $input) { status totalAmountCents customer { name } fees { amountCents } }
    ${beside}
  }`;
  const input = { customer: { name: 'Nobody' }, planCode: plan.code, billingTime: 'anniversary' };
  const before = await rows();
  expect(await client.graphql(query(''), { input })).toMatchObject({
    data: {
      invoicePreview: {
        status: 'draft',
        totalAmountCents: 3_100,
        customer: { name: 'Nobody' },
        fees: [{ amountCents: 3_100 }],
      },
    },
  });
  const mixed = await client.graphql(query('invoices { nodes { id } }'), { input });
  expect(mixed.errors).toMatchObject([{ message: 'A preview cannot be combined with other fields.' }]);
  expect(await rows()).toEqual(before);
  const headers = { 'idempotency-key': unique('key') };
  const body = { customer: { name: 'Nobody' }, plan_code: plan.code };
  const first = await client.post('/invoices/preview', body, { headers });
  expect(await client.post('/invoices/preview', body, { headers })).toMatchObject({ body: first.body });
});
