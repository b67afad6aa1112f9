// Amounts of rules that were decided anew, to the cent, each with several numbers: progressive-billing.md §2, §5, §6;
// periods.md §11; coupons.md §5; credit-notes.md §2; taxes.md §4.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  applyCoupon,
  createCoupon,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';
import { readLifetimeUsage } from '../support/usage.js';

let server: SharedServer;
let client: Client;
let metric: Resource;
/** Counts events. */
let calls: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
  calls = await createMetric(client);
});
afterAll(() => server.stop());

const priced = (of: Resource, amount: string, over: object = {}) =>
  perCall(of, { properties: { amount }, ...over });
const percentage = (percentage_rate: string, over: object) => ({
  coupon_type: 'percentage',
  percentage_rate,
  ...over,
});
const sumOf = (rows: readonly Resource[], member: string): number =>
  rows.reduce<number>((sum, row) => sum + Number(row[member]), 0);

describe('coupons and usage that is invoiced at thresholds', () => {
  const forever = { frequency: 'forever' };
  const once = { frequency: 'once' };

  /** What is used on the 5th, the 10th and so on, in cents, and the invoices: `[fees, credited, coupons, taxes, total]`. */
  test.each<[string, object, number[], number | null, number[], number[][]]>([
    [
      '10 % for ever, threshold 100.00',
      percentage('10', forever),
      [10_000],
      null,
      [10_000],
      [
        [10_000, 0, 1_000, 0, 9_000],
        [10_000, 10_000, 0, 0, 0],
      ],
    ],
    [
      '30.00 once',
      { amount_cents: 3_000, ...once },
      [10_000],
      null,
      [10_000],
      [
        [10_000, 0, 3_000, 0, 7_000],
        [10_000, 10_000, 0, 0, 0],
      ],
    ],
    [
      '100 % once',
      percentage('100', once),
      [10_000],
      null,
      [10_000],
      [
        [10_000, 0, 10_000, 0, 0],
        [10_000, 10_000, 0, 0, 0],
      ],
    ],
    [
      '10 % for ever, two thresholds, tax 20 %',
      percentage('10', forever),
      [10_000, 20_000],
      20,
      [10_000, 10_000],
      [
        [10_000, 0, 1_000, 1_800, 10_800],
        [20_000, 10_000, 1_000, 1_800, 10_800],
        [20_000, 20_000, 0, 0, 0],
      ],
    ],
    [
      '25 % for ever, tax 19 %, and more usage after the threshold',
      percentage('25', forever),
      [4_000],
      19,
      [4_400, 1_600],
      [
        [4_400, 0, 1_100, 627, 3_927],
        [6_000, 4_400, 400, 228, 1_428],
      ],
    ],
    [
      '12.50 once, spent at two thresholds',
      { amount_cents: 1_250, ...once },
      [800, 2_000],
      null,
      [900, 1_300, 100],
      [
        [900, 0, 900, 0, 0],
        [2_200, 900, 350, 0, 950],
        [2_300, 2_200, 0, 0, 100],
      ],
    ],
    [
      '100 % once, tax 7 %, and more usage after the threshold',
      percentage('100', once),
      [1_000],
      7,
      [1_200, 500],
      [
        [1_200, 0, 1_200, 0, 0],
        [1_700, 1_200, 0, 35, 535],
      ],
    ],
  ])('%s', async (_, coupon, thresholds, rate, used, expected) => {
    const taxes = rate === null ? [] : [(await createTax(client, { rate })).code];
    const story = await Story.begin(client, '2027-03-01T00:00:00Z', { tax_codes: taxes });
    await applyCoupon(client, story.customer, await createCoupon(client, { ...coupon }));
    const plan = await createPlan(client, {
      amount_cents: 0,
      charges: [priced(metric, '0.01')],
      usage_thresholds: thresholds.map((amount_cents) => ({ amount_cents })),
    });
    const subscription = await story.subscribe(plan);
    for (const [index, n] of used.entries()) {
      const day = `2027-03-${String(5 * (index + 1)).padStart(2, '0')}`;
      await story.advance(`${day}T00:00:00Z`);
      await story.use(subscription, metric, { [`${day}T00:00:00Z`]: { n } });
      await story.advance(`${day}T01:00:00Z`);
    }
    await story.advance('2027-04-01T00:00:00Z');
    const invoices = await story.invoices();
    expect(
      invoices.map((invoice) => [
        invoice.fees_amount_cents,
        invoice.progressive_billing_credit_amount_cents,
        invoice.coupons_amount_cents,
        invoice.taxes_amount_cents,
        invoice.total_amount_cents,
      ]),
    ).toEqual(expected);
  });
});

describe('lifetime usage holds usage that is billed in advance once', () => {
  test.each([
    ['1.00', 1, 150, 100],
    ['0.70', 2, 200, 140],
    ['2.40', 3, 725, 720],
  ])(
    'lifetime usage of calls at %s, %d of them, threshold %d: %d, and nothing is passed',
    async (amount, count, threshold, total) => {
      const plan = await createPlan(client, {
        amount_cents: 0,
        charges: [priced(calls, amount, { pay_in_advance: true })],
        usage_thresholds: [{ amount_cents: threshold }],
      });
      const story = await Story.begin(client, '2027-03-01T00:00:00Z');
      const subscription = await story.subscribe(plan);
      await story.advance('2027-03-05T01:00:00Z');
      const times = Array.from({ length: count }, (_, minute) => [`2027-03-05T00:0${minute}:00Z`, {}]);
      await story.use(subscription, calls, Object.fromEntries(times));
      await story.advance('2027-03-06T00:00:00Z');
      const usage = await readLifetimeUsage(client, subscription);
      expect([usage.invoiced_usage_amount_cents, usage.current_usage_amount_cents]).toEqual([total, 0]);
      expect(usage.usage_thresholds).toMatchObject([{ amount_cents: threshold, reached_at: null }]);
      await story.advance('2027-04-02T00:00:00Z');
      const types = (await story.listedInvoices()).map(({ invoice_type: type }) => type);
      expect(types).not.toContain('progressive_billing');
    },
  );
});

describe('usage on the day of an end that comes on the first day of a period', () => {
  const YEARLY = { interval: 'yearly' };
  const rows = [
    ['weekly', { interval: 'weekly' }, '2027-05-31', '2027-06-02', '2027-06-07', '1', [3, 4], [300, 400]],
    ['weekly', { interval: 'weekly' }, '2027-05-31', '2027-06-13', '2027-06-14', '0.35', [7, 2], [245, 70]],
    ['monthly', {}, '2027-06-01', '2027-06-20', '2027-07-01', '1', [3, 4], [300, 400]],
    [
      'quarterly',
      { interval: 'quarterly' },
      '2027-04-01',
      '2027-05-20',
      '2027-07-01',
      '2',
      [1, 9],
      [200, 1_800],
    ],
    ['yearly', YEARLY, '2027-01-01', '2027-08-20', '2028-01-01', '1', [3, 4], [300, 400]],
    [
      'split monthly',
      { ...YEARLY, bill_charges_monthly: true },
      '2027-01-01',
      '2027-06-20',
      '2027-07-01',
      '2.50',
      [3, 4],
      [750, 1_000],
    ],
  ] as const;

  // That the plan itself is billed in advance is shown by one interval, and by usage that has another interval than the plan.
  const inAdvance = rows.filter(([name]) => name === 'monthly' || name === 'split monthly');
  test.each([
    ...rows.map(([name, ...row]) => [name, false, ...row] as const),
    ...inAdvance.map(([name, ...row]) => [name, true, ...row] as const),
  ])('%s, in advance %s', async (_, pay_in_advance, over, start, during, end, price, used, cents) => {
    const plan = await createPlan(client, {
      amount_cents: 0,
      pay_in_advance,
      charges: [priced(metric, price)],
      ...over,
    });
    const story = await Story.begin(client, `${start}T00:00:00Z`);
    const subscription = await story.subscribe(plan, { ending_at: `${end}T09:00:00Z` });
    await story.use(subscription, metric, {
      [`${during}T12:00:00Z`]: { n: used[0] },
      [`${end}T08:55:00Z`]: { n: used[1] },
    });
    await story.advance(`${end}T12:00:00Z`);
    const closing = (await story.invoices()).at(-1);
    expect(
      closing?.fees
        .filter(({ item }: Resource) => item.type === 'charge')
        .map((fee: Resource) => [Number(fee.units), fee.amount_cents, fee.to_date.slice(0, 10)]),
    ).toEqual([
      [used[0], cents[0], new Date(Date.parse(end) - 1).toISOString().slice(0, 10)],
      [used[1], cents[1], end],
    ]);
  });
});

describe('parts of an invoice add up to it', () => {
  const metrics: Resource[] = [];
  beforeAll(async () => {
    while (metrics.length < 10) metrics.push(await createMetric(client));
  });

  /** An invoice of equal fees for usage with a coupon. */
  const invoiced = async (fees: number, feeCents: number, couponCents: number, rate: number | null) => {
    const used = metrics.slice(0, fees);
    const taxes = rate === null ? [] : [(await createTax(client, { rate })).code];
    const story = await Story.begin(client, '2027-03-01T00:00:00Z', { tax_codes: taxes });
    await applyCoupon(client, story.customer, await createCoupon(client, { amount_cents: couponCents }));
    const plan = await createPlan(client, {
      amount_cents: 0,
      charges: used.map((each) => priced(each, String(feeCents / 100))),
    });
    const { external_id: external_subscription_id } = await story.subscribe(plan);
    const timestamp = Date.parse('2027-03-01T00:00:00Z') / 1_000;
    const events = used.map(({ code }) => ({
      transaction_id: unique('event'),
      external_subscription_id,
      code,
      timestamp,
    }));
    expect((await client.post('/events/batch', { events })).status).toBe(200);
    await story.advance('2027-04-01T00:00:00Z');
    const [invoice] = (await story.invoices()) as [Resource];
    const ofUsage = invoice.fees.filter(({ item }: Resource) => item.type === 'charge');
    return { invoice, fees: ofUsage as Resource[] };
  };

  test.each([
    [6, 1_000, 100, 5.5, 5_900, 325],
    [7, 900, 250, 5, 6_050, 303],
    [3, 3_333, 1_000, 19, 8_999, 1_710],
  ])(
    '%d fees of %d, coupon %d, tax %d %%: base %d, tax %d',
    async (count, feeCents, couponCents, rate, base, tax) => {
      const { invoice } = await invoiced(count, feeCents, couponCents, rate);
      expect(invoice.applied_taxes).toMatchObject([{ fees_amount_cents: base, amount_cents: tax }]);
      expect([invoice.taxes_amount_cents, invoice.total_amount_cents]).toEqual([tax, base + tax]);
    },
  );

  test.each([
    [10, 101, 505, null, 505],
    [7, 99, 333, 7, 385],
    [4, 255, 101, 19, 1_094],
  ])(
    'a note for each of %d fees of %d, coupon %d, tax %s: %d in all',
    async (count, feeCents, couponCents, rate, total) => {
      const { invoice, fees } = await invoiced(count, feeCents, couponCents, rate);
      expect(invoice.total_amount_cents).toBe(total);
      const notes: Resource[] = [];
      for (const fee of fees) {
        const items = [{ fee_id: fee.svc_id, amount_cents: fee.amount_cents }];
        const of = { invoice_id: invoice.svc_id, items };
        const estimate = await client.post('/credit_notes/estimate', { credit_note: of });
        const credit_amount_cents = estimate.body.estimated_credit_note.max_creditable_amount_cents;
        const { status, body } = await client.post('/credit_notes', {
          credit_note: { ...of, credit_amount_cents },
        });
        expect(status).toBe(200);
        // Moved to the rounded sub total and taxes: credit-notes.md §3.3.
        expect(Math.abs(body.credit_note.total_amount_cents - credit_amount_cents)).toBeLessThanOrEqual(1);
        notes.push(body.credit_note);
      }
      expect(sumOf(notes, 'total_amount_cents')).toBe(total);
      expect(sumOf(notes, 'coupons_adjustment_amount_cents')).toBe(couponCents);
      expect(sumOf(notes, 'taxes_amount_cents')).toBe(invoice.taxes_amount_cents);
      const again = { invoice_id: invoice.svc_id, items: [{ fee_id: fees[0]?.svc_id, amount_cents: 1 }] };
      expect((await client.post('/credit_notes/estimate', { credit_note: again })).status).toBe(422);
    },
  );
});
