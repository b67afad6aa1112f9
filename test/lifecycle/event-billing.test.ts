// Charges in advance: each event makes a fee, on an invoice of its own or standing alone.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMetric, createPlan, createTax, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messageTypesAbout } from '../support/messages.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { Story } from '../support/story.js';

let server: TestServer;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const sum = (over: object = {}) =>
  createMetric(client, { aggregation_type: 'sum_agg', field_name: 'amount', ...over });

const inAdvance = (metric: Resource, amount: string, over: object = {}) => ({
  billable_metric_id: metric.svc_id,
  charge_model: 'standard',
  properties: { amount },
  pay_in_advance: true,
  ...over,
});

/** What waits of a subscription is billed, as the queue does. */
const bill = (subscription: Resource) =>
  server.app.services.eventBilling.run({
    organizationId: client.organizationId,
    externalSubscriptionId: subscription.external_id,
  });

const feesOf = async (subscription: Resource): Promise<Resource[]> =>
  (await client.get(`/fees?external_subscription_id=${subscription.external_id}`)).body.fees;

/** Units and cents of fees. */
const shown = (fees: Resource[]) => fees.map(({ units, amount_cents }) => [Number(units), amount_cents]);

/** Types of the messages about an object, oldest first. */
const messagesOf = ({ svc_id }: Resource) => messageTypesAbout(server, svc_id);

test('an invoiceable charge: each event is invoiced at once, with its taxes, and only once', async () => {
  const vat = await createTax(client, { rate: 20 });
  const metric = await sum();
  const plan = await createPlan(client, { tax_codes: [vat.code], charges: [inAdvance(metric, '2')] });
  const story = await Story.begin(client, '2027-09-10T12:00:00Z');
  const subscription = await story.subscribe(plan);
  await story.use(subscription, metric, { '2027-09-10T11:00:00Z': { amount: '3' } });
  await story.use(subscription, metric, {
    '2027-09-10T12:00:00Z': { amount: '4' },
    '2027-09-10T12:00:01Z': { amount: '-3' },
    '2027-09-10T12:00:02Z': { amount: '2' },
    '2027-09-10T12:00:03Z': { amount: '5' },
  });
  await bill(subscription);
  await bill(subscription);
  // charges.md §11.5; what came before the start belongs to nobody
  const fees = await feesOf(subscription);
  expect(shown(fees)).toEqual([
    [4, 800],
    [0, 0],
    [2, 0],
    [4, 800],
  ]);
  const invoices = await story.invoices();
  expect(invoices).toHaveLength(4);
  const first = invoices.find(({ svc_id }) => svc_id === fees[0].svc_invoice_id);
  expect(first).toMatchObject({
    invoice_type: 'subscription',
    status: 'finalized',
    payment_status: 'pending',
    sequential_id: 1,
    issuing_date: '2027-09-10',
    created_at: '2027-09-10T12:00:00Z',
    fees_amount_cents: 800,
    taxes_amount_cents: 160,
    total_amount_cents: 960,
    billing_periods: [
      {
        svc_subscription_id: subscription.svc_id,
        invoicing_reason: 'in_advance_charge',
        subscription_from_datetime: '2027-09-10T00:00:00Z',
        subscription_to_datetime: '2027-09-30T23:59:59Z',
        charges_from_datetime: '2027-09-10T12:00:00Z',
        charges_to_datetime: '2027-09-30T23:59:59Z',
        fixed_charges_from_datetime: null,
      },
    ],
    fees: [
      {
        pay_in_advance: true,
        invoiceable: true,
        events_count: 1,
        precise_unit_amount: '2.0',
        event_transaction_id: expect.any(String),
        from_date: '2027-09-10T12:00:00Z',
        to_date: '2027-09-30T23:59:59Z',
        amount_details: {},
      },
    ],
  });
  expect(await messagesOf(first)).toEqual(['invoice.created']);
  expect(await messagesOf(first.fees[0])).toEqual(['fee.created']);

  // Billed at its event, it is on no invoice of the period.
  await story.advance('2027-10-01T00:00:00Z');
  expect((await story.invoices()).at(-1)).toMatchObject({ issuing_date: '2027-10-01', fees_amount_cents: 0 });
});

test('a charge that is not invoiceable: the fee is standalone, taxed at once', async () => {
  const vat = await createTax(client, { rate: 10 });
  const metric = await createMetric(client);
  const charge = inAdvance(metric, '1.25', { invoiceable: false, tax_codes: [vat.code] });
  const story = await Story.begin(client, '2027-09-10T12:00:00Z');
  const subscription = await story.subscribe(await createPlan(client, { charges: [charge] }));
  await story.use(subscription, metric, { '2027-09-10T12:00:00Z': {} });
  await bill(subscription);
  const [fee, ...others] = await feesOf(subscription);
  expect(others).toEqual([]);
  expect(fee).toMatchObject({
    svc_invoice_id: null,
    invoiceable: false,
    pay_in_advance: true,
    payment_status: 'pending',
    amount_cents: 125,
    taxes_amount_cents: 13,
    total_amount_cents: 138,
    self_billed: false,
    applied_taxes: [{ tax_code: vat.code, amount_cents: 13 }],
  });
  expect(await messagesOf(fee)).toEqual(['fee.created']);
  expect(await story.invoices()).toEqual([]);
});

describe('what waits', () => {
  test('a waiting event is billed once, however many bill it, and not again when it waits again', async () => {
    const metric = await createMetric(client);
    const story = await Story.begin(client, '2027-09-01T00:00:00Z');
    const charges = [
      inAdvance(metric, '1'),
      inAdvance(metric, '2', { invoiceable: false }),
      inAdvance(metric, '3', { pay_in_advance: false }),
    ];
    const subscription = await story.subscribe(await createPlan(client, { charges }));
    await story.use(subscription, metric, { '2027-09-01T00:00:00Z': {}, '2027-09-01T00:00:01Z': {} });
    const waiting = await server.pool.sql`
      select * from pending_events where external_subscription_id = ${subscription.external_id}`;
    await Promise.all([bill(subscription), bill(subscription), bill(subscription)]);
    await server.pool.sql`insert into pending_events ${server.pool.sql(waiting)}`;
    await bill(subscription);
    expect(shown(await feesOf(subscription)).toSorted()).toEqual([
      [1, 100],
      [1, 100],
      [1, 200],
      [1, 200],
    ]);
  });

  test('a waiting event is billed in the time that a clock leaves', async () => {
    const metric = await createMetric(client);
    const charges = [inAdvance(metric, '1', { invoiceable: false }), inAdvance(metric, '1')];
    const story = await Story.begin(client, '2027-09-20T08:00:00Z');
    const subscription = await story.subscribe(await createPlan(client, { charges }));
    await story.use(subscription, metric, { '2027-09-20T08:00:00Z': {} });
    await story.advance('2027-12-01T00:00:00Z');
    const fees = (await feesOf(subscription)).filter((fee) => fee.pay_in_advance);
    const dates = fees.map((fee) => [fee.created_at, fee.to_date]);
    expect(dates).toEqual(Array(2).fill(['2027-09-20T08:00:00Z', '2027-09-30T23:59:59Z']));
    expect((await story.listedInvoices()).map((invoice) => invoice.issuing_date)).toEqual([
      '2027-09-20',
      '2027-10-01',
      '2027-11-01',
      '2027-12-01',
    ]);
  });

  test('a waiting event costs the same, billed at once or late', async () => {
    const metric = await sum();
    const charges = [
      {
        ...inAdvance(metric, '0', { invoiceable: false }),
        charge_model: 'graduated',
        properties: {
          graduated_ranges: [
            { from_value: 0, to_value: 5, per_unit_amount: '2', flat_amount: '1' },
            { from_value: 6, to_value: null, per_unit_amount: '1', flat_amount: '10' },
          ],
        },
      },
    ];
    const story = await Story.begin(client, '2027-09-20T00:00:00Z');
    const plan = await createPlan(client, { charges });
    const [prompt, late] = [await story.subscribe(plan), await story.subscribe(plan)];
    // In order of reception: the second one happened before the first.
    const sent: [string, string][] = [
      ['2027-09-20T02:00:00Z', '4'],
      ['2027-09-20T01:00:00Z', '3'],
      ['2027-09-20T03:00:00Z', '2'],
    ];
    for (const [at, amount] of sent) {
      for (const subscription of [prompt, late]) await story.use(subscription, metric, { [at]: { amount } });
      await bill(prompt);
    }
    await bill(late);
    expect(shown(await feesOf(late))).toEqual(shown(await feesOf(prompt)));
    // 4 of nothing; 3 of nothing, since what happened later does not count; the units from 7 to 9
    expect(shown(await feesOf(late))).toEqual([
      [4, 900],
      [3, 700],
      [2, 200],
    ]);
  });

  test('waiting events go on when one event is refused, and when nobody ran at its time', async () => {
    const metric = await sum();
    const story = await Story.begin(client, '2027-09-20T00:00:00Z');
    const charges = [inAdvance(metric, '1000000', { invoiceable: false })];
    const subscription = await story.subscribe(await createPlan(client, { charges }));
    await story.use(subscription, metric, {
      '2027-09-19T00:00:00Z': { amount: '1' },
      '2027-09-20T00:00:00Z': { amount: '100000000000000' },
      '2027-09-20T00:00:01Z': {},
      '2027-09-20T00:00:02Z': { amount: '1' },
    });
    await bill(subscription);
    expect(shown(await feesOf(subscription))).toEqual([[1, 100_000_000]]);
  });

  test('a waiting event goes on waiting when something breaks, and stops no other event', async () => {
    const metric = await sum();
    const story = await Story.begin(client, '2027-09-20T00:00:00Z');
    const charges = [inAdvance(metric, '1', { invoiceable: false })];
    const subscription = await story.subscribe(await createPlan(client, { charges }));
    await story.use(subscription, metric, {
      '2027-09-20T00:00:00Z': { amount: '13' },
      '2027-09-20T00:00:01Z': { amount: '14' },
    });
    const name = unique('broken').replace('-', '_');
    await server.pool.sql.unsafe(`alter table fees add constraint ${name} check (units <> 13) not valid`);
    await expect(bill(subscription)).rejects.toThrow('Events were not billed.');
    expect(shown(await feesOf(subscription))).toEqual([[14, 1_400]]);
    await server.pool.sql.unsafe(`alter table fees drop constraint ${name}`);
    await bill(subscription);
    expect(shown(await feesOf(subscription)).toSorted()).toEqual([
      [13, 1_300],
      [14, 1_400],
    ]);
  });

  test('a waiting event of a closed invoice is announced to nobody', async () => {
    const metric = await createMetric(client);
    const story = await Story.begin(client, '2027-09-20T00:00:00Z', { finalize_zero_amount_invoice: 'skip' });
    const subscription = await story.subscribe(
      await createPlan(client, { charges: [inAdvance(metric, '0')] }),
    );
    await story.use(subscription, metric, { '2027-09-20T00:00:00Z': {} });
    await bill(subscription);
    expect([await story.invoices(), await feesOf(subscription)]).toEqual([[], []]);
  });
});

test('filters, groups and shares of days: each bucket has a state of its own', async () => {
  const metric = await sum({
    recurring: true,
    filters: [{ key: 'region', values: ['eu', 'us'] }],
  });
  const charge = inAdvance(metric, '30', {
    invoiceable: false,
    prorated: true,
    properties: { amount: '30', pricing_group_keys: ['team'] },
    filters: [{ values: { region: ['eu'] }, properties: { amount: '60' }, invoice_display_name: 'Europe' }],
  });
  const story = await Story.begin(client, '2027-09-01T00:00:00Z');
  const subscription = await story.subscribe(await createPlan(client, { charges: [charge] }));
  await story.use(subscription, metric, {
    '2027-09-01T00:00:00Z': { amount: '2', region: 'eu' },
    '2027-09-16T00:00:00Z': { amount: '1', region: 'us', team: 'a' },
    '2027-09-16T00:00:01Z': { amount: '2', region: 'us', team: 'b' },
    '2027-09-16T00:00:02Z': { amount: '1', region: 'eu' },
  });
  await bill(subscription);
  const fees = await feesOf(subscription);
  expect(
    fees.map(({ item, units, amount_cents }) => [
      item.filter_invoice_display_name,
      item.grouped_by,
      Number(units),
      amount_cents,
    ]),
  ).toEqual([
    ['Europe', {}, 2, 12_000],
    [null, { team: 'a' }, 1, 1_500],
    [null, { team: 'b' }, 2, 3_000],
    ['Europe', {}, 1, 3_000],
  ]);
  expect(fees.map(({ svc_charge_filter_id }) => svc_charge_filter_id === null)).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('deleting a clock deletes standalone fees and waiting events', async () => {
  const metric = await createMetric(client);
  const story = await Story.begin(client, '2027-09-20T00:00:00Z');
  const charges = [inAdvance(metric, '1', { invoiceable: false })];
  const subscription = await story.subscribe(await createPlan(client, { charges }));
  await story.use(subscription, metric, { '2027-09-20T00:00:00Z': {} });
  await bill(subscription);
  await story.use(subscription, metric, { '2027-09-20T00:00:01Z': {} });
  expect((await client.delete(`/test_clocks/${story.clock.svc_id}`)).status).toBe(200);
  expect(await feesOf(subscription)).toEqual([]);
  await bill(subscription);
  expect(await feesOf(subscription)).toEqual([]);
});
