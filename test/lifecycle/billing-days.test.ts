// When subscriptions are billed, and for which days: one story a row.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createMetric, createPlan, perCall, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { expectInvoice } from '../support/expect-invoice.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

interface Row {
  readonly why: string;
  readonly plan: Record<string, unknown>;
  readonly subscription?: Record<string, unknown>;
  readonly timezone?: string;
  readonly start: string;
  readonly until: string;
  /** Issuing date, window (shown ends) and cents of each subscription fee. */
  readonly billed: readonly (readonly [string, string, string, number])[];
}

const anniversary = { billing_time: 'anniversary' };

const ROWS: Row[] = [
  {
    why: 'calendar, in arrears: the days from the start, then whole months',
    plan: { amount_cents: 3_000 },
    start: '2027-09-18T09:30:00Z',
    until: '2027-11-01T00:00:00Z',
    billed: [
      ['2027-10-01', '2027-09-18T00:00:00Z', '2027-09-30T23:59:59Z', 1_300],
      ['2027-11-01', '2027-10-01T00:00:00Z', '2027-10-31T23:59:59Z', 3_000],
    ],
  },
  {
    why: 'calendar, in advance: the rest of the month at the start, then whole months',
    plan: { amount_cents: 7_500, pay_in_advance: true },
    start: '2027-09-12T10:00:00Z',
    until: '2027-10-01T00:00:00Z',
    billed: [
      ['2027-09-12', '2027-09-12T00:00:00Z', '2027-09-30T23:59:59Z', 4_750],
      ['2027-10-01', '2027-10-01T00:00:00Z', '2027-10-31T23:59:59Z', 7_500],
    ],
  },
  {
    why: 'an anniversary on the 31st: short months do not drag the following ones',
    plan: { amount_cents: 3_000 },
    subscription: anniversary,
    start: '2027-01-31T12:00:00Z',
    until: '2027-05-31T00:00:00Z',
    billed: [
      ['2027-02-28', '2027-01-31T00:00:00Z', '2027-02-27T23:59:59Z', 3_000],
      ['2027-03-31', '2027-02-28T00:00:00Z', '2027-03-30T23:59:59Z', 3_000],
      ['2027-04-30', '2027-03-31T00:00:00Z', '2027-04-29T23:59:59Z', 3_000],
      ['2027-05-31', '2027-04-30T00:00:00Z', '2027-05-30T23:59:59Z', 3_000],
    ],
  },
  {
    why: 'an anniversary in advance: whole periods from the first',
    plan: { amount_cents: 3_000, pay_in_advance: true },
    subscription: anniversary,
    start: '2027-01-31T12:00:00Z',
    until: '2027-02-28T00:00:00Z',
    billed: [
      ['2027-01-31', '2027-01-31T00:00:00Z', '2027-02-27T23:59:59Z', 3_000],
      ['2027-02-28', '2027-02-28T00:00:00Z', '2027-03-30T23:59:59Z', 3_000],
    ],
  },
  {
    why: 'weekly, calendar: Thursday to Sunday, then weeks from Monday',
    plan: { interval: 'weekly', amount_cents: 2_150 },
    start: '2027-08-05T08:00:00Z',
    until: '2027-08-16T00:00:00Z',
    billed: [
      ['2027-08-09', '2027-08-05T00:00:00Z', '2027-08-08T23:59:59Z', 1_229],
      ['2027-08-16', '2027-08-09T00:00:00Z', '2027-08-15T23:59:59Z', 2_150],
    ],
  },
  {
    why: 'weekly, anniversary, in Tokyo: the weekday of the local start',
    plan: { interval: 'weekly', amount_cents: 700 },
    subscription: anniversary,
    timezone: 'Asia/Tokyo',
    start: '2027-08-04T16:00:00Z',
    until: '2027-08-18T15:00:00Z',
    billed: [
      ['2027-08-12', '2027-08-04T15:00:00Z', '2027-08-11T14:59:59Z', 700],
      ['2027-08-19', '2027-08-11T15:00:00Z', '2027-08-18T14:59:59Z', 700],
    ],
  },
  {
    why: 'quarterly, anniversary of 30 November: February has no such day',
    plan: { interval: 'quarterly', amount_cents: 9_000 },
    subscription: anniversary,
    start: '2026-11-30T00:00:00Z',
    until: '2027-05-30T00:00:00Z',
    billed: [
      ['2027-02-28', '2026-11-30T00:00:00Z', '2027-02-27T23:59:59Z', 9_000],
      ['2027-05-30', '2027-02-28T00:00:00Z', '2027-05-29T23:59:59Z', 9_000],
    ],
  },
  {
    why: 'semiannual, calendar, in advance: 150 of 181 days, then from 1 July',
    plan: { interval: 'semiannual', amount_cents: 18_100, pay_in_advance: true },
    start: '2027-02-01T00:00:00Z',
    until: '2027-07-01T00:00:00Z',
    billed: [
      ['2027-02-01', '2027-02-01T00:00:00Z', '2027-06-30T23:59:59Z', 15_000],
      ['2027-07-01', '2027-07-01T00:00:00Z', '2027-12-31T23:59:59Z', 18_100],
    ],
  },
  {
    why: 'yearly, calendar, in advance: 61 of 366 days of a leap year',
    plan: { interval: 'yearly', amount_cents: 99_000, pay_in_advance: true },
    start: '2028-11-01T07:00:00Z',
    until: '2029-01-01T00:00:00Z',
    billed: [
      ['2028-11-01', '2028-11-01T00:00:00Z', '2028-12-31T23:59:59Z', 16_500],
      ['2029-01-01', '2029-01-01T00:00:00Z', '2029-12-31T23:59:59Z', 99_000],
    ],
  },
  {
    why: 'yearly, anniversary of 29 February: the 28th in common years',
    plan: { interval: 'yearly', amount_cents: 36_500 },
    subscription: anniversary,
    start: '2028-02-29T00:00:00Z',
    until: '2030-02-28T00:00:00Z',
    billed: [
      ['2029-02-28', '2028-02-29T00:00:00Z', '2029-02-27T23:59:59Z', 36_500],
      ['2030-02-28', '2029-02-28T00:00:00Z', '2030-02-27T23:59:59Z', 36_500],
    ],
  },
  {
    why: 'in a zone whose clocks change: March has 31 days, one of them 23 hours long',
    plan: { amount_cents: 3_100 },
    timezone: 'America/Denver',
    start: '2027-03-02T06:00:00Z',
    until: '2027-04-01T06:00:00Z',
    // 1 March 23:00 local: the starting day counts
    billed: [['2027-04-01', '2027-03-01T07:00:00Z', '2027-04-01T05:59:59Z', 3_100]],
  },
  {
    why: 'backdated, in arrears: nothing for the past, then the whole period that closes',
    plan: { amount_cents: 5_000 },
    subscription: { subscription_at: '2027-05-05' },
    start: '2027-07-20T00:00:00Z',
    until: '2027-08-01T00:00:00Z',
    billed: [['2027-08-01', '2027-07-01T00:00:00Z', '2027-07-31T23:59:59Z', 5_000]],
  },
  {
    why: 'backdated into the period, in arrears: the days from the start',
    plan: { amount_cents: 2_800 },
    subscription: { subscription_at: '2027-02-05' },
    start: '2027-02-20T09:00:00Z',
    until: '2027-03-01T00:00:00Z',
    billed: [['2027-03-01', '2027-02-05T00:00:00Z', '2027-02-28T23:59:59Z', 2_400]],
  },
  {
    why: 'backdated, in advance: nothing at the start, then whole periods',
    plan: { amount_cents: 5_000, pay_in_advance: true },
    subscription: { subscription_at: '2027-07-05' },
    start: '2027-07-20T00:00:00Z',
    until: '2027-08-01T00:00:00Z',
    billed: [['2027-08-01', '2027-08-01T00:00:00Z', '2027-08-31T23:59:59Z', 5_000]],
  },
  {
    why: 'backdated and recorded on a billing day: billed on that day still',
    plan: { amount_cents: 3_000 },
    subscription: { subscription_at: '2027-09-21' },
    start: '2027-10-01T10:00:00Z',
    until: '2027-10-01T11:00:00Z',
    billed: [['2027-10-01', '2027-09-21T00:00:00Z', '2027-09-30T23:59:59Z', 1_000]],
  },
  {
    why: 'started on a billing day: not billed on it',
    plan: { amount_cents: 3_000 },
    start: '2027-10-01T00:00:00Z',
    until: '2027-11-01T00:00:00Z',
    billed: [['2027-11-01', '2027-10-01T00:00:00Z', '2027-10-31T23:59:59Z', 3_000]],
  },
  {
    why: 'later today: active at once, and the day counts',
    plan: { amount_cents: 3_000, pay_in_advance: true },
    subscription: { subscription_at: '2027-09-30T23:00:00Z' },
    start: '2027-09-30T08:00:00Z',
    until: '2027-10-01T00:00:00Z',
    billed: [
      ['2027-09-30', '2027-09-30T00:00:00Z', '2027-09-30T23:59:59Z', 100],
      ['2027-10-01', '2027-10-01T00:00:00Z', '2027-10-31T23:59:59Z', 3_000],
    ],
  },
  {
    why: 'a free plan is billed too: the invoice is settled',
    plan: { amount_cents: 0 },
    start: '2027-09-01T00:00:00Z',
    until: '2027-10-01T00:00:00Z',
    billed: [['2027-10-01', '2027-09-01T00:00:00Z', '2027-09-30T23:59:59Z', 0]],
  },
];

describe('billing days', () => {
  test.each(ROWS)('$why', async ({ plan, subscription, timezone, start, until, billed }) => {
    const story = await Story.begin(client, start, timezone === undefined ? {} : { timezone });
    await story.subscribe(await createPlan(client, plan), subscription);
    await story.advance(until);
    const invoices = await story.invoices();
    expect(
      invoices.map((invoice) => [
        invoice.issuing_date,
        invoice.billing_periods[0].subscription_from_datetime,
        invoice.billing_periods[0].subscription_to_datetime,
        invoice.fees[0].amount_cents,
      ]),
    ).toEqual(billed);
  });

  test('in advance, the fee of the coming period stands beside the usage of the closed one', async () => {
    const metric = await createMetric(client);
    const plan = await createPlan(client, {
      amount_cents: 3_000,
      pay_in_advance: true,
      charges: [perCall(metric)],
    });
    const story = await Story.begin(client, '2027-09-18T09:30:00Z');
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-09-18T09:00:00Z': {}, '2027-09-20T00:00:00Z': {} });
    await story.advance('2027-10-01T00:00:00Z');
    const [start, renewal] = await story.invoices();
    expectInvoice(start, {
      issued: '2027-09-18',
      periods: [['subscription_starting', '2027-09-18T00:00:00Z', '2027-09-30T23:59:59Z']],
      fees: [['subscription', 1, 1_300]],
    });
    // The empty window of the usage collapses to the start.
    expect(start.billing_periods[0]).toMatchObject({
      charges_from_datetime: '2027-09-18T09:30:00Z',
      charges_to_datetime: '2027-09-18T09:30:00Z',
    });
    expectInvoice(renewal, {
      issued: '2027-10-01',
      periods: [['subscription_periodic', '2027-10-01T00:00:00Z', '2027-10-31T23:59:59Z']],
      fees: [
        ['subscription', 1, 3_000],
        ['charge', 1, 100],
      ],
    });
    expect(renewal.billing_periods[0]).toMatchObject({
      charges_from_datetime: '2027-09-18T09:30:00Z',
      charges_to_datetime: '2027-09-30T23:59:59Z',
    });
  });

  test('a new amount counts from the next invoice', async () => {
    const plan = await createPlan(client, { amount_cents: 3_000 });
    const story = await Story.begin(client, '2027-09-01T00:00:00Z');
    await story.subscribe(plan);
    await story.advance('2027-10-01T00:00:00Z');
    await client.put(`/plans/${plan.code}`, { plan: { amount_cents: 4_000 } });
    await story.advance('2027-11-01T00:00:00Z');
    expect((await story.listedInvoices()).map((invoice) => invoice.total_amount_cents)).toEqual([
      3_000, 4_000,
    ]);
  });
});

describe('a customer that moves to another zone', () => {
  const tenth = '2027-10-10T00:00:00Z';
  test.each([
    ['west', 'Asia/Tokyo', 'America/Denver', tenth, '2027-11-01T06:00:00Z'],
    ['east', 'America/Denver', 'Asia/Tokyo', tenth, '2027-10-31T15:00:00Z'],
    [
      'east, where the day has begun',
      'America/Denver',
      'Asia/Tokyo',
      '2027-10-31T16:00:00Z',
      '2027-10-31T16:00:01Z',
    ],
    // When the day begins where it was scheduled, it is over.
    ['east over the date line', 'Pacific/Pago_Pago', 'Pacific/Apia', tenth, '2027-10-31T11:00:00Z'],
    [
      'east over the date line, where the day is over before it has begun',
      'GMT+12',
      'Pacific/Fakaofo',
      '2027-11-01T11:30:00Z',
      '2027-11-01T11:30:01Z',
    ],
  ])(
    'a customer that moves to the %s is billed once, and no event is lost or counted twice',
    async (_, from, to, movedAt, until) => {
      const metric = await createMetric(client);
      const plan = await createPlan(client, {
        amount_cents: 3_100,
        charges: [perCall(metric)],
      });
      const story = await Story.begin(client, '2027-08-20T00:00:00Z', { timezone: from });
      const subscription = await story.subscribe(plan);
      const hours = Array.from({ length: 48 }, (_each, hour) =>
        new Date(Date.UTC(2027, 8, 30, hour)).toISOString(),
      );
      await story.use(subscription, metric, Object.fromEntries(hours.map((hour) => [hour, {}])));
      await story.advance(movedAt);
      const customer = { external_id: story.customer.external_id, timezone: to };
      expect((await client.post('/customers', { customer })).status).toBe(200);
      await story.advance(until);
      const [, september, october, ...more] = [null, ...(await story.invoices()).slice(1)];
      expect(more).toEqual([]);
      expect(october).toMatchObject({ issuing_date: '2027-11-01', fees: [{ amount_cents: 3_100 }, {}] });
      const counted = [september, october].map((invoice) => Number(invoice.fees[1].events_count));
      expect(counted.reduce((sum, count) => sum + count, 0)).toBe(48);
    },
  );

  test.each([
    [
      'west',
      'Asia/Tokyo',
      'UTC',
      '2026-12-31T15:00:00Z',
      '2028-01-01T00:00:00Z',
      { interval: 'yearly', bill_fixed_charges_monthly: true },
    ],
    ['west', 'Europe/Paris', 'America/New_York', '2027-08-31T22:30:00Z', '2027-10-01T04:00:00Z', {}],
    ['east', 'America/New_York', 'Europe/Paris', '2027-09-01T01:30:00Z', '2027-09-30T22:00:00Z', {}],
  ])(
    'a customer that moves to the %s, before its first billing day, pays for what it has used since its start',
    async (_, from, to, start, until, over) => {
      const metric = await createMetric(client);
      const plan = await createPlan(client, { charges: [perCall(metric)], ...over });
      const story = await Story.begin(client, start, { timezone: from });
      const subscription = await story.subscribe(plan);
      const hours = Array.from(
        { length: 24 },
        (_each, hour) => new Date(Date.parse(start) + hour * 3_600_000),
      );
      await story.use(
        subscription,
        metric,
        Object.fromEntries(hours.map((hour) => [hour.toISOString(), {}])),
      );
      await story.advance(new Date(Date.parse(start) + 10 * 86_400_000).toISOString());
      const customer = { external_id: story.customer.external_id, timezone: to };
      expect((await client.post('/customers', { customer })).status).toBe(200);
      await story.advance(until);
      const counted = (await story.invoices()).flatMap(({ fees }) =>
        fees.map((fee: Resource) => Number(fee.events_count ?? 0)),
      );
      expect(counted.reduce((sum: number, count: number) => sum + count, 0)).toBe(24);
    },
  );

  test('a customer that moves to the west, and ends in the days that begin again, pays for none of their usage twice', async () => {
    const metric = await createMetric(client);
    const plan = await createPlan(client, { charges: [perCall(metric)] });
    const story = await Story.begin(client, '2027-05-31T15:00:00Z', { timezone: 'Asia/Tokyo' });
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-06-10T00:00:00Z': {}, '2027-06-30T15:30:00Z': {} });
    await story.advance('2027-06-30T16:00:00Z');
    const customer = { external_id: story.customer.external_id, timezone: 'America/Denver' };
    expect((await client.post('/customers', { customer })).status).toBe(200);
    expect((await client.delete(`/subscriptions/${subscription.external_id}`)).status).toBe(200);
    const charged = (await story.invoices()).map(({ fees }) => {
      const { events_count, from_date, to_date } = fees.find((fee: Resource) => fee.item.type === 'charge');
      return [events_count, from_date, to_date];
    });
    expect(charged).toEqual([
      [1, '2027-06-30T15:00:00Z', '2027-06-30T16:00:00Z'],
      [1, '2027-05-31T15:00:00Z', '2027-06-30T14:59:59Z'],
    ]);
  });
});
