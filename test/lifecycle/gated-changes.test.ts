// Changes of plan that are paid for some days after their order: subscriptions.md §12, §13.5; credit-notes.md §5.1.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { payFor } from '../support/activation.js';
import {
  createAddOn,
  createMetric,
  createPlan,
  createTax,
  perCall,
  type Resource,
  threeInAdvance,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { billedDays, Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let calls: Resource;
let seat: Resource;
let cheap: Resource;
let dear: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  await createTax(client, { rate: 20, applied_to_organization: true });
  calls = await createMetric(client);
  seat = await createAddOn(client);
  cheap = await createPlan(client, { amount_cents: 3_000, charges: [perCall(calls)] });
  dear = await createPlan(client, {
    amount_cents: 9_000,
    pay_in_advance: true,
    charges: [perCall(calls)],
  });
});
afterAll(() => server.stop());

const seats = (over: Resource = {}) => threeInAdvance(seat, over);

interface Change {
  readonly from: Resource;
  readonly to: Resource;
  readonly ordered?: string;
  readonly paidAt: string;
  /** Members of the customer. */
  readonly over?: object;
}

/** A story in which a subscription has run since 1 June, and another plan was ordered and paid for. */
async function changed({ from, to, ordered = '2027-06-11T09:00:00Z', paidAt, over = {} }: Change) {
  const story = await Story.begin(client, '2027-06-01T00:00:00Z', { ...over });
  const { external_id } = await story.subscribe(from);
  await story.advance(ordered);
  const next = await story.subscribe(to, { external_id, activation_rules: [{ type: 'payment' }] });
  await story.advance(paidAt);
  expect((await payFor(client, next)).status).toBe(200);
  return { story, next };
}

/** Each credit note, oldest first: its reason, what it gives back before and as tax, of each fee, and of which invoice. */
async function givenBack(story: Story): Promise<unknown[]> {
  return (await story.creditNotes()).map((note) => [
    note.reason,
    note.invoice_number.slice(-3),
    note.sub_total_excluding_taxes_amount_cents,
    note.taxes_amount_cents,
    note.credit_amount_cents,
    note.items.map(({ amount_cents, fee }: Resource) => [fee.item.type, amount_cents]),
  ]);
}

describe('a change of plan that is paid for later', () => {
  const open = (on: string) => [on, ['subscription', 6_000, '2027-06-11', '2027-06-30']];

  test('a change of plan that is paid for later gives back the days on which the plan before ran', async () => {
    const { story } = await changed({ from: cheap, to: dear, paidAt: '2027-06-12T10:00:00Z' });
    expect(await givenBack(story)).toEqual([['order_change', '001', 300, 60, 360, [['subscription', 300]]]]);
    await story.advance('2027-07-01T00:00:00Z');
    expect(await billedDays(story)).toEqual([
      open('2027-06-12'),
      ['2027-06-12', ['subscription', 1_100, '2027-06-01', '2027-06-12']],
      ['2027-07-01', ['subscription', 9_000, '2027-07-01', '2027-07-31']],
    ]);
    // 1 100 and its tax less the note of 360.
    const [, change] = await story.invoices();
    expect(change).toMatchObject({ credit_notes_amount_cents: 360, total_amount_cents: 960 });
  });

  test('a change of plan that is paid for later gives nothing back when it is paid for on the day of the order', async () => {
    const { story } = await changed({ from: cheap, to: dear, paidAt: '2027-06-11T23:00:00Z' });
    expect(await givenBack(story)).toEqual([]);
  });

  test('a change of plan that is paid for later gives all back after the period that was paid, and bills the one in progress', async () => {
    const { story, next } = await changed({ from: cheap, to: dear, paidAt: '2027-07-05T10:00:00Z' });
    expect(await givenBack(story)).toEqual([
      ['order_change', '002', 6_000, 1_200, 7_200, [['subscription', 6_000]]],
    ]);
    await story.use(next, calls, { '2027-07-05T09:00:00Z': {}, '2027-07-05T11:00:00Z': {} });
    await story.advance('2027-08-01T00:00:00Z');
    expect(await billedDays(story)).toEqual([
      ['2027-07-01', ['subscription', 3_000, '2027-06-01', '2027-06-30']],
      open('2027-07-05'),
      [
        '2027-07-05',
        ['subscription', 387, '2027-07-01', '2027-07-05'],
        ['subscription', 7_839, '2027-07-05', '2027-07-31'],
      ],
      [
        '2027-08-01',
        ['subscription', 9_000, '2027-08-01', '2027-08-31'],
        ['charge', 100, '2027-07-05', '2027-07-31'],
      ],
    ]);
  });

  test('a change of plan that is paid for later bills the period in progress on a draft alike', async () => {
    const { story } = await changed({
      from: cheap,
      to: dear,
      paidAt: '2027-07-05T10:00:00Z',
      over: { billing_configuration: { invoice_grace_period: 5 } },
    });
    await story.advance('2027-07-11T00:00:00Z');
    expect((await billedDays(story)).slice(2)).toEqual([
      [
        '2027-07-10',
        ['subscription', 387, '2027-07-01', '2027-07-05'],
        ['subscription', 7_839, '2027-07-05', '2027-07-31'],
      ],
    ]);
  });

  test('a change of plan that is paid for later credits both plans when both are in advance', async () => {
    const advance = await createPlan(client, { amount_cents: 3_000, pay_in_advance: true });
    const { story } = await changed({ from: advance, to: dear, paidAt: '2027-06-16T00:00:00Z' });
    // 15 days of June are left of the one, five have passed of the other.
    expect(await givenBack(story)).toEqual([
      ['order_change', '002', 1_500, 300, 1_800, [['subscription', 1_500]]],
      ['order_cancellation', '001', 1_500, 300, 1_800, [['subscription', 1_500]]],
    ]);
  });

  test('a change of plan that is paid for later gives back shares of fixed charges that are paid by the day', async () => {
    const to = await createPlan(client, {
      amount_cents: 9_000,
      pay_in_advance: true,
      fixed_charges: [seats({ code: 'daily', prorated: true }), seats({ code: 'whole' })],
    });
    const inTime = await changed({ from: cheap, to, paidAt: '2027-06-12T10:00:00Z' });
    expect(await givenBack(inTime.story)).toEqual([
      [
        'order_change',
        '001',
        400,
        80,
        480,
        [
          ['subscription', 300],
          ['fixed_charge', 100],
        ],
      ],
    ]);
    const late = await changed({ from: cheap, to, paidAt: '2027-07-05T10:00:00Z' });
    expect(await givenBack(late.story)).toEqual([
      [
        'order_change',
        '002',
        11_000,
        2_200,
        13_200,
        [
          ['subscription', 6_000],
          ['fixed_charge', 2_000],
          ['fixed_charge', 3_000],
        ],
      ],
    ]);
    expect((await billedDays(late.story)).at(-1)).toEqual([
      '2027-07-05',
      ['subscription', 387, '2027-07-01', '2027-07-05'],
      ['subscription', 7_839, '2027-07-05', '2027-07-31'],
      ['fixed_charge', 2_613, '2027-07-05', '2027-07-31'],
      ['fixed_charge', 3_000, '2027-07-05', '2027-07-31'],
    ]);
  });

  test('a change of plan that is paid for later bills again months of fixed charges that are over, and not the year that is not', async () => {
    const to = await createPlan(client, {
      amount_cents: 120_000,
      interval: 'yearly',
      pay_in_advance: true,
      bill_fixed_charges_monthly: true,
      fixed_charges: [seats({ prorated: true })],
    });
    const { story } = await changed({ from: cheap, to, paidAt: '2027-07-05T10:00:00Z' });
    // 120 000 x 204 / 365 for the year; 24 of its days have passed.
    expect(await givenBack(story)).toEqual([
      [
        'order_change',
        '002',
        9_890,
        1_978,
        11_868,
        [
          ['subscription', 7_890],
          ['fixed_charge', 2_000],
        ],
      ],
    ]);
    expect((await billedDays(story)).slice(1)).toEqual([
      [
        '2027-07-05',
        ['subscription', 67_068, '2027-06-11', '2027-12-31'],
        ['fixed_charge', 2_000, '2027-06-11', '2027-06-30'],
      ],
      [
        '2027-07-05',
        ['subscription', 387, '2027-07-01', '2027-07-05'],
        ['fixed_charge', 2_613, '2027-07-05', '2027-07-31'],
      ],
    ]);
  });

  test('a change of plan that is paid for later leaves its own rest, when it ends, without what was given back before', async () => {
    const { story, next } = await changed({ from: cheap, to: dear, paidAt: '2027-06-12T10:00:00Z' });
    await story.advance('2027-06-21T12:00:00Z');
    await client.delete(`/subscriptions/${next.external_id}?on_termination_credit_note=refund`);
    // Nine days are left, ten were used: with the one before they make up what was paid.
    expect((await givenBack(story)).at(-1)).toEqual([
      'order_cancellation',
      '001',
      2_700,
      540,
      0,
      [['subscription', 2_700]],
    ]);
    expect((await story.creditNotes()).at(-1)).toMatchObject({ refund_amount_cents: 3_240 });
  });

  test('a change of plan that is paid for later commits to days from the payment on', async () => {
    const to = await createPlan(client, {
      amount_cents: 9_000,
      pay_in_advance: true,
      minimum_commitment: { amount_cents: 30_000 },
    });
    const { story } = await changed({ from: cheap, to, paidAt: '2027-06-12T10:00:00Z' });
    await story.advance('2027-07-01T00:00:00Z');
    expect((await billedDays(story)).at(-1)).toEqual([
      '2027-07-01',
      ['subscription', 9_000, '2027-07-01', '2027-07-31'],
      // 30 000 x 19 / 30 less the 6 000 of the fee.
      ['commitment', 13_000, '2027-06-12', '2027-06-30'],
    ]);
    const late = await changed({ from: cheap, to, paidAt: '2027-07-05T10:00:00Z' });
    await late.story.advance('2027-08-01T00:00:00Z');
    expect((await billedDays(late.story)).at(-1)).toEqual([
      '2027-08-01',
      ['subscription', 9_000, '2027-08-01', '2027-08-31'],
      // 30 000 x 27 / 31 less 7 839.
      ['commitment', 18_290, '2027-07-05', '2027-07-31'],
    ]);
  });
});

test('units that are added after a gated change are billed beyond those that its invoice paid', async () => {
  const to = await createPlan(client, {
    amount_cents: 9_000,
    pay_in_advance: true,
    fixed_charges: [seats({ prorated: true })],
  });
  const { story, next } = await changed({ from: cheap, to, paidAt: '2027-06-12T10:00:00Z' });
  await story.advance('2027-06-21T00:00:00Z');
  const path = `/subscriptions/${next.external_id}/fixed_charges/${to.fixed_charges[0].code}`;
  const answer = await client.put(path, { fixed_charge: { units: 5, apply_units_immediately: true } });
  expect(answer.status).toBe(200);
  expect((await billedDays(story)).at(-1)).toEqual([
    '2027-06-21',
    ['fixed_charge', 667, '2027-06-12', '2027-06-30'],
  ]);
});

test('an upgrade to a plan whose trial was over before pays its amount once', async () => {
  const to = await createPlan(client, { amount_cents: 9_000, pay_in_advance: true, trial_period: 5 });
  const { story } = await changed({ from: cheap, to, paidAt: '2027-06-12T10:00:00Z' });
  await story.advance('2027-06-30T00:00:00Z');
  expect(await billedDays(story)).toEqual([
    ['2027-06-12', ['subscription', 6_000, '2027-06-11', '2027-06-30']],
    ['2027-06-12', ['subscription', 1_100, '2027-06-01', '2027-06-12']],
  ]);
});
