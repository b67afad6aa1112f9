// Fixed charges through time: fixed-charges-and-commitments.md §2–6.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createAddOn, createPlan, createTax, type Resource, termsOf } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { type ExpectedFee, expectInvoice, expectInvoices } from '../support/expect-invoice.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let seat: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  seat = await createAddOn(client, { name: 'Seat', invoice_display_name: 'Seats', description: 'One user' });
});
afterAll(() => server.stop());

type Members = Record<string, unknown>;
const fixed = (units: number, amount: string, over: Members = {}) => ({
  add_on_id: seat.svc_id,
  charge_model: 'standard',
  units,
  properties: { amount },
  ...over,
});
const inAdvance = { pay_in_advance: true };

async function change(plan: Resource, fixedCharges: readonly object[]): Promise<void> {
  const { status, body } = await client.put(`/plans/${plan.code}`, { plan: { fixed_charges: fixedCharges } });
  if (status !== 200) throw new Error(`The change was refused: ${JSON.stringify(body)}`);
}

/** `[issued, reason, [[units, cents], ...]]` of the fixed charge fees, an invoice a row. */
const fixedFees = async (story: Story) =>
  (await story.invoices()).map(({ issuing_date, billing_periods: [period], fees }) => [
    issuing_date,
    period.invoicing_reason,
    fees
      .filter((fee: Resource) => fee.item.type === 'fixed_charge')
      .map((fee: Resource) => [Number(fee.units), fee.amount_cents]),
  ]);

describe('in arrears', () => {
  test('each period bills the units it had, by days where they are prorated', async () => {
    const [own, ofPlan] = [await createTax(client, { rate: 10 }), await createTax(client, { rate: 20 })];
    const plan = await createPlan(client, {
      amount_cents: 1_000,
      tax_codes: [ofPlan.code],
      fixed_charges: [
        fixed(6, '12', { prorated: true, tax_codes: [own.code] }),
        fixed(6, '12', { invoice_display_name: 'Whole seats' }),
        fixed(0, '12'),
      ],
    });
    const story = await Story.begin(client, '2027-06-16T09:00:00Z');
    const subscription = await story.subscribe(plan);
    const [prorated, whole, none] = plan.fixed_charges.map(({ svc_id: id }: Resource) => ({ id }));
    await story.advance('2027-07-14T12:00:00Z');
    await change(plan, [
      { ...prorated, units: 9, apply_units_immediately: true },
      { ...whole, units: 9 },
      { ...none },
    ]);
    await story.advance('2027-09-01T00:00:00Z');
    const invoices = await story.invoices();
    expect(await fixedFees(story)).toEqual([
      // 15 of 30 days
      ['2027-07-01', 'subscription_periodic', [[6, 3_600], [6, 7_200]]],
      // 6 × 13/31 + 9 × 18/31 (the spec's first example); 9 whole units come with August
      ['2027-08-01', 'subscription_periodic', [[9, 9_290], [6, 7_200]]],
      ['2027-09-01', 'subscription_periodic', [[9, 10_800], [9, 10_800]]],
    ]); // prettier-ignore
    const [, first, second] = invoices[1].fees;
    expect(first).toMatchObject({
      svc_fixed_charge_id: prorated.id,
      svc_charge_id: null,
      svc_subscription_id: subscription.svc_id,
      pay_in_advance: false,
      invoiceable: true,
      units: '9.0',
      precise_amount: '92.90322',
      precise_unit_amount: '10.32258',
      total_aggregated_units: null,
      events_count: null,
      taxes_rate: 10,
      from_date: '2027-07-01T00:00:00Z',
      to_date: '2027-07-31T23:59:59Z',
      item: {
        type: 'fixed_charge',
        code: seat.code,
        name: 'Seat',
        description: 'One user',
        invoice_display_name: 'Seats',
        item_type: 'AddOn',
        svc_item_id: seat.svc_id,
      },
    });
    expect(second).toMatchObject({ taxes_rate: 20, item: { invoice_display_name: 'Whole seats' } });
    expect(invoices[0].fees[1].from_date).toBe('2027-06-16T09:00:00Z');
  });

  test('a deleted fixed charge in arrears is billed no more, a new one from the next period or from now on', async () => {
    const plan = await createPlan(client, { fixed_charges: [fixed(1, '1')] });
    const story = await Story.begin(client, '2027-07-01T00:00:00Z');
    await story.subscribe(plan);
    await story.advance('2027-07-11T00:00:00Z');
    await change(plan, [
      fixed(2, '10', { prorated: true }),
      fixed(2, '10', { prorated: true, apply_units_immediately: true }),
    ]);
    await story.advance('2027-09-01T00:00:00Z');
    expect(await fixedFees(story)).toEqual([
      // from the 11th on: 21 of 31 days
      ['2027-08-01', 'subscription_periodic', [[2, 1_355]]],
      ['2027-09-01', 'subscription_periodic', [[2, 2_000], [2, 2_000]]],
    ]); // prettier-ignore
  });

  test('the last of several changes counts; a new price counts for what is billed from then on', async () => {
    const plan = await createPlan(client, { fixed_charges: [fixed(1, '1')] });
    const story = await Story.begin(client, '2027-07-01T00:00:00Z');
    await story.subscribe(plan);
    const [{ svc_id: id }] = plan.fixed_charges;
    await story.advance('2027-07-10T00:00:00Z');
    await change(plan, [{ id, units: 5 }]);
    await story.advance('2027-07-12T00:00:00Z');
    await change(plan, [{ id, units: 3, apply_units_immediately: true }]);
    await change(plan, [{ id, properties: { amount: '2' } }]);
    await story.advance('2027-09-01T00:00:00Z');
    expect(await fixedFees(story)).toEqual([
      ['2027-08-01', 'subscription_periodic', [[3, 600]]],
      ['2027-09-01', 'subscription_periodic', [[3, 600]]],
    ]);
  });

  test.each<[string, [number, number][], [number, number][], [number, number][], string]>([
    [
      '2027-08-21T12:00:00Z',
      [[9, 6_968], [9, 10_800], [9, 3_742]],
      [[4, 2_839], [4, 8_000]],
      [[4, 8_000], [4, 8_000]],
      '20 days of the old plan, 11 of the new one; whole on both sides where they are not prorated',
    ],
    [
      '2027-08-01T12:00:00Z',
      [[9, 10_800]],
      [[4, 8_000], [4, 8_000]],
      [[4, 8_000], [4, 8_000]],
      'no day of the old plan: no prorated fee of it, nor its flat amount',
    ],
  ])('an upgrade at %s bills its day to the new plan alone: %j, then %j: %s', async (at, old, first, second) => {
    const prorated = { prorated: true };
    const ranges = [{ from_value: 0, to_value: null, per_unit_amount: '3', flat_amount: '20' }];
    const small = await createPlan(client, {
      fixed_charges: [
        fixed(6, '12', prorated),
        fixed(9, '12'),
        fixed(9, '0', { ...prorated, charge_model: 'volume', properties: { volume_ranges: ranges } }),
      ],
    });
    const big = await createPlan(client, { fixed_charges: [fixed(4, '20', prorated), fixed(4, '20')] });
    const story = await Story.begin(client, '2027-07-01T00:00:00Z');
    const { external_id } = await story.subscribe(small);
    await story.advance('2027-07-14T12:00:00Z');
    const [{ svc_id: id }, ...others] = small.fixed_charges;
    await change(small, [
      { id, units: 9, apply_units_immediately: true },
      ...others.map(({ svc_id }: Resource) => ({ id: svc_id })),
    ]);
    await story.advance(at);
    await story.subscribe(big, { external_id });
    const invoices = await story.invoices();
    const [shown] = invoices.at(-1)?.fees.filter(({ item }: Resource) => item.type === 'fixed_charge');
    expect(shown.to_date).toBe(at);
    await story.advance('2027-10-01T00:00:00Z');
    // The spec's first example: July has 6 units for 13 days and 9 for 18.
    expect((await fixedFees(story)).map(([, , fees]) => fees)).toEqual([
      [[9, 9_290], [9, 10_800], [9, 4_700]],
      old,
      first,
      second,
    ]);
  }); // prettier-ignore

  test('a yearly plan bills them by the month, if it says so', async () => {
    const plan = await createPlan(client, {
      interval: 'yearly',
      amount_cents: 12_000,
      bill_fixed_charges_monthly: true,
      fixed_charges: [fixed(1, '31', { prorated: true }), fixed(1, '5', { ...inAdvance, code: 'advance' })],
    });
    expect(plan.bill_fixed_charges_monthly).toBe(true);
    const story = await Story.begin(client, '2027-11-11T00:00:00Z');
    await story.subscribe(plan, { billing_time: 'anniversary' });
    await story.advance('2027-12-21T00:00:00Z');
    await story.advance('2028-11-11T00:00:00Z');
    const invoices = await story.invoices();
    expect(invoices).toHaveLength(13);
    expect(invoices[1].billing_periods).toMatchObject([
      { charges_from_datetime: '2027-12-11T00:00:00Z', charges_to_datetime: '2027-12-11T00:00:00Z' },
    ]);
    expectInvoice(invoices[0], {
      issued: '2027-11-11',
      periods: [['in_advance_charge', '2027-11-11T00:00:00Z', '2028-11-10T23:59:59Z']],
      fees: [['fixed_charge', 1, 500]],
    });
    expectInvoice(invoices[1], {
      fees: [
        ['fixed_charge', 1, 3_100],
        ['fixed_charge', 1, 500],
      ],
    });
    expectInvoice(invoices[12], {
      fees: [
        ['subscription', 1, 12_000],
        ['fixed_charge', 1, 3_100],
        ['fixed_charge', 1, 500],
      ],
    });
    expect(invoices[1].fees.map(({ from_date, to_date }: Resource) => [from_date, to_date])).toEqual([
      ['2027-11-11T00:00:00Z', '2027-12-10T23:59:59Z'],
      ['2027-12-11T00:00:00Z', '2028-01-10T23:59:59Z'],
    ]);
  });
});

describe('in advance', () => {
  test('fixed charges in advance are billed at the start, on the invoice of the plan if it is in advance too, and renewed', async () => {
    const charges = [
      fixed(3, '10', { ...inAdvance, prorated: true }),
      fixed(3, '10', inAdvance),
      fixed(1, '7'),
    ];
    const stories = await Promise.all(
      [true, false].map(async (payInAdvance) => {
        const plan = await createPlan(client, {
          amount_cents: 3_000,
          pay_in_advance: payInAdvance,
          fixed_charges: charges,
        });
        const story = await Story.begin(client, '2027-09-16T18:00:00Z');
        await story.subscribe(plan);
        await story.advance('2027-10-01T00:00:00Z');
        return story;
      }),
    );
    const [together, apart] = await Promise.all(stories.map((story) => story.invoices()));
    const september = ['2027-09-16T00:00:00Z', '2027-09-30T23:59:59Z'] as const;
    const october = ['2027-10-01T00:00:00Z', '2027-10-31T23:59:59Z'] as const;
    const renewal: ExpectedFee[] = [['fixed_charge', 3, 3_000], ['fixed_charge', 3, 3_000], ['fixed_charge', 1, 700]]; // prettier-ignore
    // 15 of 30 days
    const start: ExpectedFee[] = [['fixed_charge', 3, 1_500], ['fixed_charge', 3, 3_000]]; // prettier-ignore
    expectInvoices(together ?? [], [
      {
        issued: '2027-09-16',
        periods: [['subscription_starting', ...september]],
        fees: [['subscription', 1, 1_500], ...start],
      },
      {
        issued: '2027-10-01',
        periods: [['subscription_periodic', ...october]],
        fees: [['subscription', 1, 3_000], ...renewal],
      },
    ]);
    expectInvoices(apart ?? [], [
      { issued: '2027-09-16', periods: [['in_advance_charge', ...september]], fees: start },
      {
        issued: '2027-10-01',
        periods: [['subscription_periodic', ...september]],
        fees: [['subscription', 1, 1_500], ...renewal],
      },
    ]);
    expect(apart?.[0]).toMatchObject({ invoice_type: 'subscription', status: 'finalized' });
    const [first] = apart?.[0].fees ?? [];
    expect(first).toMatchObject({ pay_in_advance: true, from_date: '2027-09-16T18:00:00Z' });
  });

  test('a start in the past, or without units, bills nothing until the next period', async () => {
    const plan = await createPlan(client, {
      fixed_charges: [fixed(2, '5', inAdvance), fixed(0, '5', inAdvance)],
    });
    const story = await Story.begin(client, '2027-09-16T00:00:00Z');
    await story.subscribe(plan, { subscription_at: '2027-09-15T00:00:00Z' });
    await story.advance('2027-10-01T00:00:00Z');
    expect(await fixedFees(story)).toEqual([['2027-10-01', 'subscription_periodic', [[2, 1_000]]]]);
  });

  test('more units at once are billed at once, for the days that are left; fewer are not given back', async () => {
    const plan = await createPlan(client, {
      pay_in_advance: true,
      fixed_charges: [fixed(10, '7.50', { ...inAdvance, prorated: true })],
    });
    const story = await Story.begin(client, '2027-09-01T00:00:00Z', {
      finalize_zero_amount_invoice: 'finalize',
    });
    await story.subscribe(plan);
    const [{ svc_id: id }] = plan.fixed_charges;
    for (const [hour, units] of [
      [10, 14],
      [11, 12],
      [12, 15],
    ]) {
      await story.advance(`2027-09-21T${hour}:00:00Z`);
      await change(plan, [{ id, units, apply_units_immediately: true }]);
    }
    await change(plan, [{ id, units: 2 }]);
    await story.advance('2027-10-01T00:00:00Z');
    // The spec's second example.
    expect(await fixedFees(story)).toEqual([
      ['2027-09-01', 'subscription_starting', [[10, 7_500]]],
      ['2027-09-21', 'in_advance_charge', [[4, 1_000]]],
      ['2027-09-21', 'in_advance_charge', [[0, 0]]],
      ['2027-09-21', 'in_advance_charge', [[1, 250]]],
      ['2027-10-01', 'subscription_periodic', [[2, 1_500]]],
    ]);
    const [, change1] = await story.invoices();
    expect(change1.billing_periods).toMatchObject([
      {
        invoicing_reason: 'in_advance_charge',
        subscription_from_datetime: '2027-09-01T00:00:00Z',
        subscription_to_datetime: '2027-09-30T23:59:59Z',
        fixed_charges_from_datetime: '2027-09-01T00:00:00Z',
        fixed_charges_to_datetime: '2027-09-30T23:59:59Z',
      },
    ]);
    expect(change1.fees).toMatchObject([
      {
        from_date: '2027-09-01T00:00:00Z',
        to_date: '2027-09-30T23:59:59Z',
        amount_details: {},
        pay_in_advance: true,
      },
    ]);
  });

  test('units in advance that change together are one invoice for each subscription, at its own time', async () => {
    const plan = await createPlan(client, { fixed_charges: [fixed(1, '10', { ...inAdvance, code: 'a' })] });
    const [early, late] = await Promise.all(
      ['2027-03-06T00:00:00Z', '2027-05-09T00:00:00Z'].map((now) => Story.begin(client, now)),
    );
    for (const story of [early, late]) {
      await story?.subscribe(plan);
      await story?.advance(story.clock.frozen_time.replace('T00', 'T01'));
    }
    await change(plan, [
      { id: plan.fixed_charges[0].svc_id, units: 4, apply_units_immediately: true },
      fixed(2, '5', { ...inAdvance, code: 'b', apply_units_immediately: true }),
      fixed(9, '5', { ...inAdvance, code: 'c' }),
    ]);
    for (const [story, on] of [
      [early, '2027-03-06'],
      [late, '2027-05-09'],
    ] as const) {
      // prettier-ignore
      expect(story === undefined ? null : await fixedFees(story)).toEqual([
        [on, 'in_advance_charge', [[1, 1_000]]],
        [on, 'in_advance_charge', [[3, 3_000], [2, 1_000]]],
      ]); // prettier-ignore
    }
  });

  test('an advancing clock keeps quantities as they are', async () => {
    const plan = await createPlan(client, { fixed_charges: [fixed(1, '10')] });
    const story = await Story.begin(client, '2027-03-06T00:00:00Z');
    await story.subscribe(plan);
    await server.pool.sql`update test_clocks set status = 'advancing' where id = ${story.clock.svc_id}`;
    const answer = await client.put(`/plans/${plan.code}`, {
      plan: { fixed_charges: [{ id: plan.fixed_charges[0].svc_id, units: 2 }] },
    });
    expect([answer.status, answer.body.code]).toEqual([405, 'test_clock_advancing']);
    expect(termsOf((await client.get(`/plans/${plan.code}`)).body.plan)).toEqual(termsOf(plan));
  });
});

describe('units of a subscription of its own', () => {
  const at = ({ external_id }: Resource, code: string) =>
    `/subscriptions/${external_id}/fixed_charges/${code}`;

  test('the own units of a subscription replace those of the plan, which do not change them any more', async () => {
    const plan = await createPlan(client, {
      fixed_charges: [fixed(10, '10', { ...inAdvance, code: 'seats' })],
    });
    const story = await Story.begin(client, '2027-03-01T00:00:00Z');
    const subscription = await story.subscribe(plan);
    const [ofPlan] = plan.fixed_charges;
    const read = await client.get(`/subscriptions/${subscription.external_id}/fixed_charges/seats`);
    expect(read.body.fixed_charge).toEqual(ofPlan);
    await story.advance('2027-03-06T00:00:00Z');
    const more = { units: 15, apply_units_immediately: true };
    const own = await client.put(at(subscription, 'seats'), { fixed_charge: more });
    expect(own.body.fixed_charge).toEqual({ ...ofPlan, units: 15 });
    await change(plan, [{ id: ofPlan.svc_id, units: 7, apply_units_immediately: true }]);
    const later = await client.put(at(subscription, 'seats'), { fixed_charge: { units: 4 } });
    expect(later.body.fixed_charge.units).toBe(15);
    await story.advance('2027-04-01T00:00:00Z');
    expect(await fixedFees(story)).toEqual([
      ['2027-03-01', 'in_advance_charge', [[10, 10_000]]],
      ['2027-03-06', 'in_advance_charge', [[5, 5_000]]],
      ['2027-04-01', 'subscription_periodic', [[4, 4_000]]],
    ]);
    const listed = await client.get(`/subscriptions/${subscription.external_id}/fixed_charges`);
    expect(listed.body).toMatchObject({
      fixed_charges: [{ code: 'seats', units: 4 }],
      meta: { total_count: 1 },
    });
    expect((await client.get(`/plans/${plan.code}`)).body.plan.fixed_charges).toMatchObject([{ units: 7 }]);
  });

  test('the own units of a subscription may be set before it starts', async () => {
    const plan = await createPlan(client, {
      fixed_charges: [fixed(1, '10', { ...inAdvance, code: 'seats' })],
    });
    const story = await Story.begin(client, '2027-03-01T00:00:00Z');
    const subscription = await story.subscribe(plan, { subscription_at: '2027-03-10T00:00:00Z' });
    const path = `${at(subscription, 'seats')}?subscription_status=pending`;
    expect((await client.put(path, { fixed_charge: { units: 3 } })).body.fixed_charge.units).toBe(3);
    expect((await client.get(path)).body.fixed_charge.units).toBe(3);
    await story.advance('2027-03-10T00:00:00Z');
    expect(await fixedFees(story)).toEqual([['2027-03-10', 'in_advance_charge', [[3, 3_000]]]]);
  });

  test('the own units of a subscription are refused as those of plans are', async () => {
    const plan = await createPlan(client, { fixed_charges: [fixed(1, '10', { code: 'seats' })] });
    const story = await Story.begin(client, '2027-03-01T00:00:00Z');
    const subscription = await story.subscribe(plan);
    const refused = async (fixed_charge: Members, path = at(subscription, 'seats'), caller = client) => {
      const { body } = await caller.put(path, { fixed_charge });
      return body.error_details ?? body.code;
    };
    expect(await refused({ units: -1, properties: { amount: '-1' } })).toEqual({
      units: ['value_is_out_of_range'],
      properties: ['invalid_amount'],
    });
    expect(await refused({ charge_model: 'volume' })).toBe('cannot_override_charge_model');
    expect(await refused({ tax_codes: ['none'] })).toBe('tax_not_found');
    expect(await refused({ units: null })).toEqual({ units: ['value_is_mandatory'] });
    expect(await refused({ units: 0.5 })).toEqual({ units: ['value_is_invalid'] });
    expect(await refused({ units: 1 }, at(subscription, 'none'))).toBe('fixed_charge_not_found');
    expect(await refused({ units: 1 }, at({ external_id: 'none' }, 'seats'))).toBe('subscription_not_found');
    const stranger = await server.organization();
    expect(await refused({ units: 1 }, at(subscription, 'seats'), stranger)).toBe('subscription_not_found');
    expect((await client.get(at(subscription, 'seats'))).body.fixed_charge.units).toBe(1);
  });

  test('the own units of a subscription are set through GraphQL too', async () => {
    const plan = await createPlan(client, { fixed_charges: [fixed(1, '10', { code: 'seats' })] });
    const story = await Story.begin(client, '2027-03-01T00:00:00Z');
    const { svc_id: subscriptionId, external_id: externalId } = await story.subscribe(plan);
    const fixedChargeId = plan.fixed_charges[0].svc_id;
    const { data } = await client.graphql(
      `mutation ($input: OverrideSubscriptionFixedChargeInput!) {
        overrideSubscriptionFixedCharge(input: $input) { subscriptionId fixedChargeId fixedCharge { code units } }
      }`,
      { input: { subscriptionId, fixedChargeId, units: 2, applyUnitsImmediately: true } },
    );
    const fixedCharge = { code: 'seats', units: 2 };
    expect(data.overrideSubscriptionFixedCharge).toEqual({ subscriptionId, fixedChargeId, fixedCharge });
    const read = await client.graphql(
      `query ($externalId: String!) {
        subscriptionFixedCharge(externalId: $externalId, code: "seats") { fixedCharge { code units } }
        subscriptionFixedCharges(externalId: $externalId) { nodes { code units } }
      }`,
      { externalId },
    );
    expect(read.data).toEqual({
      subscriptionFixedCharge: { fixedCharge },
      subscriptionFixedCharges: { nodes: [fixedCharge] },
    });
  });
});
