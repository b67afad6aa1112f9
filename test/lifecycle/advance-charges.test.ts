// Standalone fees: renewed with the period, paid one by one, and put on one invoice after their payment.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callerWith, createMetric, createPlan, createTax, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
/** Counts cards that are there until they are removed. */
let cards: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  cards = await createMetric(client, {
    aggregation_type: 'unique_count_agg',
    field_name: 'card',
    recurring: true,
  });
});
afterAll(() => server.stop());

const perCard = (over: object = {}) => ({
  billable_metric_id: cards.svc_id,
  charge_model: 'standard',
  properties: { amount: '30.12' },
  pay_in_advance: true,
  invoiceable: false,
  prorated: true,
  regroup_paid_fees: 'invoice',
  ...over,
});

/** Adds cards on the days of a month at 10:00, the clock having been moved there. */
async function addCards(story: Story, subscription: Resource, days: Record<string, string>): Promise<void> {
  for (const [day, card] of Object.entries(days)) {
    await story.advance(`${day}T10:00:00Z`);
    await story.use(subscription, cards, { [`${day}T10:00:00Z`]: { card } });
  }
  const { external_id: externalSubscriptionId } = subscription;
  await server.app.services.eventBilling.run({
    organizationId: client.organizationId,
    externalSubscriptionId,
  });
}

const feesOf = async (subscription: Resource): Promise<Resource[]> =>
  (await client.get(`/fees?fee_type=charge&external_subscription_id=${subscription.external_id}`)).body.fees;

const pay = (fee: Resource, payment_status = 'succeeded') =>
  client.put(`/fees/${fee.svc_id}`, { fee: { payment_status } });

/** In the order of their numbers. */
const invoicesOf = async (story: Story): Promise<Resource[]> =>
  (await story.invoices()).toSorted((one, other) => one.sequential_id - other.sequential_id);

const cents = (fees: Resource[]) => fees.map(({ amount_cents }) => amount_cents);

test('paid fees are put on one invoice when their period has ended, as they were paid', async () => {
  const vat = await createTax(client, { rate: 20 });
  const story = await Story.begin(client, '2027-06-05T10:00:00Z', { tax_codes: [vat.code] });
  const plan = await createPlan(client, { amount_cents: 49, pay_in_advance: true, charges: [perCard()] });
  const subscription = await story.subscribe(plan);
  await addCards(story, subscription, { '2027-06-11': 'a', '2027-06-12': 'b', '2027-06-13': 'c' });
  const june = await feesOf(subscription);
  expect(cents(june)).toEqual([2_008, 1_908, 1_807]);
  await story.advance('2027-06-20T08:00:00Z');
  await pay(june[0]);
  await pay(june[1]);

  await story.advance('2027-07-01T00:00:00Z');
  const [, ofPlan, settled, ...none] = await invoicesOf(story);
  expect([ofPlan.invoice_type, none]).toEqual(['subscription', []]);
  expect(settled).toMatchObject({
    invoice_type: 'advance_charges',
    status: 'finalized',
    payment_status: 'succeeded',
    issuing_date: '2027-07-01',
    sequential_id: 3,
    fees_amount_cents: 3_916,
    // 402 + 382: what the fees were taxed with, not what 20 % of the sum would be
    taxes_amount_cents: 784,
    taxes_rate: 20.02,
    total_amount_cents: 4_700,
    total_paid_amount_cents: 4_700,
    total_due_amount_cents: 0,
    applied_taxes: [{ tax_code: vat.code, amount_cents: 784, fees_amount_cents: 3_916 }],
    billing_periods: [
      {
        svc_subscription_id: subscription.svc_id,
        invoicing_reason: 'in_advance_charge_periodic',
        charges_from_datetime: '2027-06-05T10:00:00Z',
        charges_to_datetime: '2027-06-30T23:59:59Z',
      },
    ],
  });
  expect(settled.fees.map(({ svc_id }: Resource) => svc_id)).toEqual([june[0].svc_id, june[1].svc_id]);
  const { payments } = (await client.get(`/payments?invoice_id=${settled.svc_id}`)).body;
  expect(payments).toMatchObject([
    { amount_cents: 4_700, type: 'manual', payment_status: 'succeeded', created_at: '2027-07-01T00:00:00Z' },
  ]);

  // The renewal for July is a standalone fee too, and is paid before July has ended.
  const alone = (await feesOf(subscription)).filter((fee) => fee.svc_invoice_id === null);
  expect(alone.map((fee) => [Number(fee.units), fee.amount_cents, fee.from_date, fee.to_date])).toEqual([
    [1, 1_807, '2027-06-05T10:00:00Z', '2027-06-30T23:59:59Z'],
    [3, 9_036, '2027-07-01T00:00:00Z', '2027-07-31T23:59:59Z'],
  ]);
  expect(alone[1]).toMatchObject({ event_transaction_id: null, events_count: 3, taxes_amount_cents: 1_807 });
  for (const fee of alone) await pay(fee);
  await story.advance('2027-08-01T00:00:00Z');
  const august = (await invoicesOf(story)).slice(3);
  expect(august.map((invoice) => [invoice.invoice_type, invoice.fees_amount_cents])).toEqual([
    ['subscription', 49],
    ['advance_charges', 1_807 + 9_036],
  ]);
});

test('only paid fees of charges with regrouping are collected, on one invoice per purchase order', async () => {
  const story = await Story.begin(client, '2027-06-01T00:00:00Z');
  const plan = await createPlan(client, { charges: [perCard()] });
  const loose = await createPlan(client, { charges: [perCard({ regroup_paid_fees: null })] });
  const ours = await story.subscribe(plan, { purchase_order_number: 'PO-1' });
  const also = await story.subscribe(plan, { purchase_order_number: 'PO-1', consolidate_invoice: false });
  const others = await story.subscribe(plan, { purchase_order_number: 'PO-2' });
  const never = await story.subscribe(loose, { purchase_order_number: 'PO-1' });
  for (const subscription of [ours, also, others, never]) {
    await story.use(subscription, cards, { '2027-06-01T00:00:00Z': { card: 'a' } });
  }
  await story.advance('2027-06-02T00:00:00Z');
  for (const subscription of [ours, also, never]) await pay((await feesOf(subscription))[0]);
  await pay((await feesOf(others))[0], 'failed');
  await story.advance('2027-07-01T00:00:00Z');
  const regrouped = (await story.invoices()).filter((invoice) => invoice.invoice_type === 'advance_charges');
  expect(
    regrouped.map((invoice) => [
      invoice.purchase_order_number,
      invoice.fees_amount_cents,
      invoice.taxes_rate,
      invoice.billing_periods.map((period: Resource) => period.external_subscription_id),
    ]),
  ).toEqual([['PO-1', 6_024, 0, [ours.external_id, also.external_id]]]);
});

test('recurring units are renewed on the invoice, or as a standalone fee even at zero', async () => {
  const seats = await createMetric(client, {
    aggregation_type: 'sum_agg',
    field_name: 'seats',
    recurring: true,
  });
  const perSeat = (over: object) => ({
    billable_metric_id: seats.svc_id,
    charge_model: 'standard',
    properties: { amount: '10' },
    pay_in_advance: true,
    ...over,
  });
  const story = await Story.begin(client, '2027-06-16T00:00:00Z');
  const plan = await createPlan(client, {
    charges: [perSeat({ invoice_display_name: 'Seats' }), perSeat({ invoiceable: false })],
  });
  const used = await story.subscribe(plan);
  const idle = await story.subscribe(plan);
  await story.use(used, seats, {
    '2027-06-16T00:00:00Z': { seats: 4 },
    '2027-06-17T00:00:00Z': { seats: -1 },
  });
  await story.advance('2027-07-01T00:00:00Z');
  const invoice = (await story.invoices()).find(({ issuing_date }) => issuing_date === '2027-07-01');
  const charges = invoice.fees.filter((fee: Resource) => fee.item.type === 'charge');
  expect(charges).toMatchObject([
    {
      svc_subscription_id: used.svc_id,
      units: '3.0',
      amount_cents: 3_000,
      pay_in_advance: true,
      invoiceable: true,
      event_transaction_id: null,
      from_date: '2027-07-01T00:00:00Z',
      to_date: '2027-07-31T23:59:59Z',
      item: { invoice_display_name: 'Seats' },
    },
  ]);
  const alone = async (subscription: Resource) =>
    (await feesOf(subscription))
      .filter((fee) => fee.svc_invoice_id === null && fee.event_transaction_id === null)
      .map((fee) => [Number(fee.units), fee.amount_cents, fee.created_at]);
  expect(await alone(used)).toEqual([[3, 3_000, '2027-07-01T00:00:00Z']]);
  expect(await alone(idle)).toEqual([[0, 0, '2027-07-01T00:00:00Z']]);

  // Later additions are billed from the first unit above the current level.
  await story.use(used, seats, { '2027-07-02T00:00:00Z': { seats: 2 } });
  await story.advance('2027-08-01T00:00:00Z');
  expect(await alone(used)).toEqual([
    [3, 3_000, '2027-07-01T00:00:00Z'],
    [5, 5_000, '2027-08-01T00:00:00Z'],
  ]);
});

describe('the payment of a fee', () => {
  let story: Story;
  let subscription: Resource;

  beforeAll(async () => {
    story = await Story.begin(client, '2027-06-01T00:00:00Z');
    subscription = await story.subscribe(await createPlan(client, { charges: [perCard()] }));
    await addCards(story, subscription, { '2027-06-02': 'a', '2027-06-03': 'b' });
  });

  const dates = ({ payment_status, succeeded_at, failed_at, refunded_at }: Resource) => [
    payment_status,
    succeeded_at,
    failed_at,
    refunded_at,
  ];
  const NOW = '2027-06-03T10:00:00Z';

  test('the payment of a fee takes any status after any other, and the date of that one alone', async () => {
    const [fee] = await feesOf(subscription);
    const statuses = ['failed', 'succeeded', 'refunded', 'pending'];
    const answers = [];
    for (const status of statuses) answers.push(dates((await pay(fee, status)).body.fee));
    expect(answers).toEqual([
      ['failed', null, NOW, null],
      ['succeeded', NOW, null, null],
      ['refunded', null, null, NOW],
      ['pending', null, null, null],
    ]);
  });

  test('the payment of a fee is the same through GraphQL', async () => {
    const [fee] = await feesOf(subscription);
    const mutation = `mutation ($input: UpdateFeeInput!) {
      updateFee(input: $input) {
        fee { paymentStatus succeededAt failedAt refundedAt amountCents units payInAdvance invoiceable invoiceId }
      }
    }`;
    const { data } = await client.graphql(mutation, {
      input: { id: fee.svc_id, paymentStatus: 'succeeded' },
    });
    expect(data.updateFee.fee).toEqual({
      paymentStatus: 'succeeded',
      succeededAt: NOW,
      failedAt: null,
      refundedAt: null,
      amountCents: fee.amount_cents,
      units: fee.units,
      payInAdvance: true,
      invoiceable: false,
      invoiceId: null,
    });
    const kept = await client.graphql(mutation, { input: { id: fee.svc_id } });
    expect(kept.data.updateFee.fee.paymentStatus).toBe('succeeded');
  });

  test('the payment of a fee stays as it is when the body does not say', async () => {
    const [fee] = await feesOf(subscription);
    const answer = await client.put(`/fees/${fee.svc_id}`, { fee: { note: 'nothing' } });
    expect([answer.status, answer.body.fee]).toEqual([200, fee]);
  });

  test.each([['x'], [null]])('%j is no status', async (status) => {
    const [fee] = await feesOf(subscription);
    const { status: http, body } = await client.put(`/fees/${fee.svc_id}`, {
      fee: { payment_status: status },
    });
    expect([http, body.error_details]).toEqual([422, { payment_status: ['value_is_invalid'] }]);
  });

  test('a deleted fee is gone, and its event does not make it again', async () => {
    const [, fee] = await feesOf(subscription);
    const deleted = await client.delete(`/fees/${fee.svc_id}`);
    expect([deleted.status, deleted.body.fee]).toEqual([200, fee]);
    for (const answer of [
      await client.get(`/fees/${fee.svc_id}`),
      await client.delete(`/fees/${fee.svc_id}`),
      await pay(fee),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'fee_not_found']);
    }
    expect(await feesOf(subscription)).toHaveLength(1);
  });

  test('the payment of a fee cannot change on an invoice', async () => {
    const [fee] = await feesOf(subscription);
    await pay(fee);
    await story.advance('2027-07-01T00:00:00Z');
    for (const answer of [await pay(fee, 'failed'), await client.delete(`/fees/${fee.svc_id}`)]) {
      expect([answer.status, answer.body.code]).toEqual([405, 'invoiced_fee']);
    }
    const refused = await client.graphql(
      'mutation ($input: DeleteFeeInput!) { deleteFee(input: $input) { deletedId } }',
      { input: { id: fee.svc_id } },
    );
    expect(refused.errors?.[0].extensions).toMatchObject({ status: 405 });
  });

  test("another organization's fee is not found, and writing needs its permission", async () => {
    const [fee] = await feesOf(subscription);
    const stranger = await server.organization();
    const reader = await callerWith(server, client, { fee: ['read'] });
    const body = { fee: { payment_status: 'failed' } };
    const path = `/fees/${fee.svc_id}`;
    for (const answer of [await stranger.put(path, body), await stranger.delete(path)]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'fee_not_found']);
    }
    for (const answer of [await reader.put(path, body), await reader.delete(path)]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'write_action_not_allowed_for_fee']);
    }
  });
});
