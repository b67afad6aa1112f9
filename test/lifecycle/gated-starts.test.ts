// Starts that are paid for after billing days have passed: subscriptions.md §12, §13.6.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { payFor, settleFor } from '../support/activation.js';
import {
  createAddOn,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  threeInAdvance,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { billedDays, feeDays, Story } from '../support/story.js';

const GATE = [{ type: 'payment', timeout_hours: 0 }];

let server: SharedServer;
let client: Client;
let calls: Resource;
let seat: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  calls = await createMetric(client);
  seat = await createAddOn(client);
});
afterAll(() => server.stop());

const inAdvance = (over: object = {}) =>
  createPlan(client, { amount_cents: 9_000, pay_in_advance: true, charges: [perCall(calls)], ...over });

const seats = (over: Resource = {}) => threeInAdvance(seat, over);

/** A story in which a start was ordered, used on some days, and paid for. */
async function paidStart(
  plan: Resource,
  {
    ordered,
    usedAt = [],
    paidAt,
    over = {},
  }: { ordered: string; usedAt?: string[]; paidAt: string; over?: object },
): Promise<Story> {
  const story = await Story.begin(client, ordered, { ...over });
  const subscription = await story.subscribe(plan, { activation_rules: GATE });
  for (const at of usedAt.filter((each) => each <= paidAt))
    await story.use(subscription, calls, { [at]: {} });
  await story.advance(paidAt);
  expect(await story.invoices()).toEqual([]);
  expect((await payFor(client, subscription)).status).toBe(200);
  for (const at of usedAt.filter((each) => each > paidAt)) await story.use(subscription, calls, { [at]: {} });
  return story;
}

describe('a start that is paid for after billing days', () => {
  test('a start that is paid for after billing days is billed for the period in progress, and for what was used before it', async () => {
    const story = await paidStart(await inAdvance(), {
      ordered: '2027-06-28T09:00:00Z',
      usedAt: ['2027-06-28T10:00:00Z', '2027-07-02T00:00:00Z', '2027-07-20T00:00:00Z'],
      paidAt: '2027-07-03T10:00:00Z',
    });
    const first = ['2027-07-03', ['subscription', 900, '2027-06-28', '2027-06-30']];
    const made = [
      '2027-07-03',
      ['subscription', 9_000, '2027-07-01', '2027-07-31'],
      ['charge', 100, '2027-06-28', '2027-06-30'],
    ];
    expect(await billedDays(story)).toEqual([first, made]);
    const [, second] = (await story.invoices()).toSorted(
      (one, other) => one.sequential_id - other.sequential_id,
    );
    expect(second).toMatchObject({
      invoice_type: 'subscription',
      status: 'finalized',
      payment_due_date: '2027-07-03',
      payment_overdue: false,
      billing_periods: [
        { invoicing_reason: 'subscription_periodic', charges_from_datetime: '2027-06-28T09:00:00Z' },
      ],
    });
    await story.advance('2027-08-01T00:00:00Z');
    const august = [
      '2027-08-01',
      ['subscription', 9_000, '2027-08-01', '2027-08-31'],
      ['charge', 200, '2027-07-01', '2027-07-31'],
    ];
    expect(await billedDays(story)).toEqual([first, made, august]);
  });

  test('a start that is paid for after billing days is billed as its latest billing day would have, not for those before', async () => {
    const story = await paidStart(await inAdvance(), {
      ordered: '2027-06-11T09:00:00Z',
      usedAt: ['2027-06-20T00:00:00Z', '2027-07-20T00:00:00Z', '2027-08-02T00:00:00Z'],
      paidAt: '2027-08-15T00:00:00Z',
    });
    await story.advance('2027-09-01T00:00:00Z');
    expect(await billedDays(story)).toEqual([
      ['2027-08-15', ['subscription', 6_000, '2027-06-11', '2027-06-30']],
      [
        '2027-08-15',
        ['subscription', 9_000, '2027-08-01', '2027-08-31'],
        ['charge', 100, '2027-07-01', '2027-07-31'],
      ],
      [
        '2027-09-01',
        ['subscription', 9_000, '2027-09-01', '2027-09-30'],
        ['charge', 100, '2027-08-01', '2027-08-31'],
      ],
    ]);
  });

  test('a start that is paid for after billing days is billed once when it is paid for on a billing day', async () => {
    const story = await paidStart(await inAdvance(), {
      ordered: '2027-06-28T09:00:00Z',
      paidAt: '2027-07-01T10:00:00Z',
    });
    await story.advance('2027-07-20T00:00:00Z');
    expect(await billedDays(story)).toEqual([
      ['2027-07-01', ['subscription', 900, '2027-06-28', '2027-06-30']],
      ['2027-07-01', ['subscription', 9_000, '2027-07-01', '2027-07-31']],
    ]);
  });

  test('a start that is paid for after billing days has each kind of window billed by itself: a year, and the last month', async () => {
    const plan = await inAdvance({ interval: 'yearly', amount_cents: 12_000, bill_charges_monthly: true });
    const usedAt = ['2026-11-12T00:00:00Z', '2027-01-12T00:00:00Z', '2027-02-03T00:00:00Z'];
    const ordered = '2026-11-10T00:00:00Z';
    const open = (on: string) => [on, ['subscription', 1_710, '2026-11-10', '2026-12-31']];
    const sameYear = await paidStart(plan, { ordered, usedAt, paidAt: '2026-12-05T00:00:00Z' });
    expect(await billedDays(sameYear)).toEqual([
      open('2026-12-05'),
      ['2026-12-05', ['charge', 100, '2026-11-10', '2026-11-30']],
    ]);
    const nextYear = await paidStart(plan, { ordered, usedAt, paidAt: '2027-02-05T00:00:00Z' });
    await nextYear.advance('2027-03-01T00:00:00Z');
    expect(await billedDays(nextYear)).toEqual([
      open('2027-02-05'),
      [
        '2027-02-05',
        ['subscription', 12_000, '2027-01-01', '2027-12-31'],
        ['charge', 100, '2027-01-01', '2027-01-31'],
      ],
      ['2027-03-01', ['charge', 100, '2027-02-01', '2027-02-28']],
    ]);
  });

  test('a start that is paid for after billing days pays in arrears for the period that has closed, and its fixed charges in advance for the one in progress', async () => {
    const plan = await inAdvance({ amount_cents: 3_000, pay_in_advance: false, fixed_charges: [seats()] });
    const story = await paidStart(plan, { ordered: '2027-06-28T09:00:00Z', paidAt: '2027-07-03T10:00:00Z' });
    expect(await billedDays(story)).toEqual([
      ['2027-07-03', ['fixed_charge', 3_000, '2027-06-28', '2027-06-30']],
      [
        '2027-07-03',
        ['subscription', 300, '2027-06-28', '2027-06-30'],
        ['fixed_charge', 3_000, '2027-07-01', '2027-07-31'],
      ],
    ]);
  });

  test.each([
    [
      '2027-07-05',
      '2027-07-05T00:00:00Z',
      [['2027-07-11', ['subscription', 6_097, '2027-07-01', '2027-07-31']]],
    ],
    ['2027-07-15', '2027-07-15T00:00:00Z', []],
  ])(
    'a start that is paid for after billing days pays its plan from the end of the trial on when it is paid for on %s',
    async (on, paidAt, later) => {
      const plan = await inAdvance({ trial_period: 30, fixed_charges: [seats()] });
      const story = await paidStart(plan, { ordered: '2027-06-11T09:00:00Z', paidAt });
      await story.advance('2027-07-31T00:00:00Z');
      const fixed = ['fixed_charge', 3_000, '2027-07-01', '2027-07-31'];
      const planFee = ['subscription', 6_097, '2027-07-01', '2027-07-31'];
      expect(await billedDays(story)).toEqual([
        [on, ['fixed_charge', 3_000, '2027-06-11', '2027-06-30']],
        [on, ...(later.length === 0 ? [planFee] : []), fixed],
        ...later,
      ]);
    },
  );

  test('a start that is paid for after billing days owes the commitment of the period that its last plan fee was for', async () => {
    const plan = await inAdvance({ minimum_commitment: { amount_cents: 25_000 } });
    const story = await paidStart(plan, {
      ordered: '2027-06-28T09:00:00Z',
      usedAt: ['2027-06-28T10:00:00Z'],
      paidAt: '2027-07-03T10:00:00Z',
    });
    expect((await billedDays(story)).at(-1)).toEqual([
      '2027-07-03',
      ['subscription', 9_000, '2027-07-01', '2027-07-31'],
      ['charge', 100, '2027-06-28', '2027-06-30'],
      // 25 000 x 3 / 30 less 900 and 100.
      ['commitment', 1_500, '2027-06-28', '2027-06-30'],
    ]);
  });

  test('a start that is paid for after billing days is billed on a draft during a grace period, which counts from the activation', async () => {
    const story = await Story.begin(client, '2027-06-28T09:00:00Z', {
      billing_configuration: {
        invoice_grace_period: 4,
        subscription_invoice_issuing_date_anchor: 'current_period_end',
        subscription_invoice_issuing_date_adjustment: 'keep_anchor',
      },
    });
    const subscription = await story.subscribe(await inAdvance(), { activation_rules: GATE });
    await story.advance('2027-07-03T10:00:00Z');
    expect((await settleFor(client, subscription, 'succeeded')).status).toBe(200);
    await story.use(subscription, calls, { '2027-06-29T00:00:00Z': {} });
    const draft = (await story.invoices()).find(({ status }) => status === 'draft');
    expect(draft).toMatchObject({ issuing_date: '2027-07-07', fees_amount_cents: 9_000 });
    const { invoice } = (await client.put(`/invoices/${draft.svc_id}/refresh`)).body;
    expect(invoice.fees.map(feeDays)).toEqual([
      ['subscription', 9_000, '2027-07-01', '2027-07-31'],
      ['charge', 100, '2027-06-28', '2027-06-30'],
    ]);
    await story.advance('2027-07-08T00:00:00Z');
    const [final] = (await story.invoices()).filter(({ svc_id }) => svc_id === draft.svc_id);
    expect(final).toMatchObject({
      status: 'finalized',
      issuing_date: '2027-07-07',
      fees_amount_cents: 9_100,
    });
  });
});
