// Rules that were decided anew, with their numbers and with others: credit-notes.md §4; progressive-billing.md §2; subscriptions.md §9,
// §10; coupons.md §7; charges.md §4; currencies of three decimals. Amounts of coupons, ends and parts: decided-amounts.test.ts.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  applyCoupon,
  createCoupon,
  createMetric,
  createPlan,
  createTax,
  createWallet,
  perCall,
  type Resource,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';
import { readLifetimeUsage } from '../support/usage.js';

const START = '2027-03-01T00:00:00Z';

let server: SharedServer;
let client: Client;
/** Counts events. */
let calls: Resource;
/** Adds up `n`. */
let units: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  calls = await createMetric(client);
  units = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
});
afterAll(() => server.stop());

const priced = (of: Resource, amount: string, over: object = {}) =>
  perCall(of, { properties: { amount }, ...over });
const post = async (path: string, body: object): Promise<Resource> => {
  const answer = await client.post(path, body);
  expect([answer.status, answer.body.error_details]).toEqual([200, undefined]);
  return answer.body;
};
const put = async (path: string, body: object): Promise<Resource> => {
  const answer = await client.put(path, body);
  expect([answer.status, answer.body.error_details]).toEqual([200, undefined]);
  return answer.body;
};
const subscriptionOf = async ({ external_id }: Resource, query = ''): Promise<Resource> =>
  (await client.get(`/subscriptions/${external_id}${query}`)).body.subscription;
const planOf = async (subscription: Resource, query = ''): Promise<Resource> =>
  (await subscriptionOf(subscription, query)).plan;
const sumOf = (amounts: readonly unknown[]): number =>
  amounts.reduce<number>((sum, amount) => sum + Number(amount), 0);
const ratesOf = ({ taxes }: Resource): number[] => taxes.map(({ rate }: Resource) => rate);

describe('a voided invoice gives back the credit note that it used, and its successor uses it again', () => {
  /** What is credited and billed, in cents, and what is due with the note: of the invoice, and of the one in its place. */
  test.each([
    [3_000, 10_000, 0, 3_000, 7_000],
    [750, 4_321, 0, 750, 3_571],
    [1_500, 8_000, 19, 1_785, 7_735],
    [12_000, 8_000, 0, 8_000, 0],
  ])('note %d, invoice %d, tax %d %%', async (creditedCents, billedCents, rate, usedCents, dueCents) => {
    const story = await Story.begin(client, START, { tax_codes: [(await createTax(client, { rate })).code] });
    await story.subscribe(await createPlan(client, { amount_cents: 20_000, pay_in_advance: true }));
    const [credited] = (await story.invoices()) as [Resource];
    await put(`/invoices/${credited.svc_id}`, { invoice: { payment_status: 'succeeded' } });
    const items = [{ fee_id: credited.fees[0].svc_id, amount_cents: creditedCents }];
    const of = { invoice_id: credited.svc_id, items };
    const estimate = await post('/credit_notes/estimate', { credit_note: of });
    const credit_amount_cents = estimate.estimated_credit_note.max_creditable_amount_cents;
    const { credit_note: note } = await post('/credit_notes', {
      credit_note: { ...of, credit_amount_cents },
    });
    const balance = async () => {
      const { credit_note: now } = (await client.get(`/credit_notes/${note.svc_id}`)).body;
      return [now.balance_amount_cents, now.credit_status];
    };
    /** The invoice besides those that are known. */
    const newOne = async (...known: Resource[]) => {
      const ids = known.map(({ svc_id }) => svc_id);
      return (await story.invoices()).find(({ svc_id }) => !ids.includes(svc_id));
    };
    const isUsed = [
      credit_amount_cents - usedCents,
      credit_amount_cents === usedCents ? 'consumed' : 'available',
    ];
    const amounts = [usedCents, dueCents, dueCents];
    const amountsOf = ({
      credit_notes_amount_cents,
      total_amount_cents,
      total_due_amount_cents,
    }: Resource) => [credit_notes_amount_cents, total_amount_cents, total_due_amount_cents];

    await story.subscribe(await createPlan(client, { amount_cents: billedCents, pay_in_advance: true }));
    const invoice = await newOne(credited);
    expect([amountsOf(invoice), await balance()]).toEqual([amounts, isUsed]);
    await post(`/invoices/${invoice.svc_id}/void`, {});
    expect(await balance()).toEqual([credit_amount_cents, 'available']);
    const { errors } = await client.graphql(
      'mutation ($input: RegenerateInvoiceInput!) { regenerateInvoice(input: $input) { invoice { id } } }',
      { input: { voidedInvoiceId: invoice.svc_id, fees: [] } },
    );
    expect(errors).toBeUndefined();
    const again = await newOne(credited, invoice);
    expect([amountsOf(again), await balance()]).toEqual([amounts, isUsed]);
  });
});

describe('currencies with three decimals', () => {
  test.each([
    ['KWD', 1_234, '0.0015', 3, 111, 10, [5, 1_128, 113], 1_241],
    ['TND', 20_005, '0.25', 7, 1_005, 7, [1_750, 20_750, 1_453], 22_203],
  ])('coupons, taxes and credits in %s', async (currency, cents, amount, n, given, rate, expected, due) => {
    const tax = await createTax(client, { rate });
    const story = await Story.begin(client, START, { currency, tax_codes: [tax.code] });
    const wallet = await createWallet(client, story.customer, { currency, granted_credits: '1.234' });
    const coupon = await createCoupon(client, { amount_cents: given, amount_currency: currency });
    await applyCoupon(client, story.customer, coupon, { amount_cents: given, amount_currency: currency });
    const plan = await createPlan(client, {
      amount_cents: cents,
      amount_currency: currency,
      charges: [priced(units, amount)],
    });
    const subscription = await story.subscribe(plan);
    await story.use(subscription, units, { [START]: { n } });
    expect(wallet.balance_cents).toBe(1_234);
    await story.advance('2027-04-01T00:00:00Z');
    const [invoice] = (await story.invoices()) as [Resource];
    const { fees, coupons_amount_cents, sub_total_excluding_taxes_amount_cents, taxes_amount_cents } =
      invoice;
    expect(fees.map((fee: Resource) => fee.amount_cents)).toEqual([cents, expected[0]]);
    expect([sub_total_excluding_taxes_amount_cents, coupons_amount_cents]).toEqual([expected[1], given]);
    const paid = Math.min(due, 1_234);
    expect([taxes_amount_cents, invoice.prepaid_credit_amount_cents, invoice.total_amount_cents]).toEqual([
      expected[2],
      paid,
      due - paid,
    ]);
  });
});

describe('lifetime usage', () => {
  const inAdvance = { pay_in_advance: true };

  /** [invoiced, current] after each call in advance at 1.00, one in arrears at 2.00, and two more in advance; after the period. */
  test.each<[string, object, number[][], number[]]>([
    ['on an invoice', inAdvance, [[100, 0], [100, 200], [300, 200]], [500, 0]], // prettier-ignore
    ['on none', { ...inAdvance, invoiceable: false }, [[0, 100], [0, 300], [0, 500]], [200, 0]], // prettier-ignore
  ])('lifetime usage holds usage that is billed in advance once: %s', async (_, over, running, ended) => {
    const plan = await createPlan(client, {
      amount_cents: 900,
      charges: [priced(calls, '1', over), priced(units, '2')],
      usage_thresholds: [{ amount_cents: 250 }],
    });
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(plan);
    const read = async () => {
      const usage = await readLifetimeUsage(client, subscription);
      return [usage.invoiced_usage_amount_cents, usage.current_usage_amount_cents];
    };
    const thresholdInvoices = async () =>
      (await story.invoices())
        .filter(({ invoice_type: type }) => type === 'progressive_billing')
        .map((invoice) => [
          invoice.fees_amount_cents,
          invoice.applied_usage_thresholds.map((applied: Resource) => applied.lifetime_usage_amount_cents),
        ]);
    const seen = [];
    for (const [index, used] of [[calls], [units], [calls, calls]].entries()) {
      const at = `2027-03-0${index + 2}T00:00:00Z`;
      await story.advance(at);
      for (const metric of used) await story.use(subscription, metric, { [at]: { n: 1 } });
      await story.advance(`2027-03-0${index + 2}T01:00:00Z`);
      seen.push(await read());
      // The first call alone passes nothing; with what is used in arrears, 3.00 pass 2.50.
      expect(await thresholdInvoices()).toEqual(index === 0 ? [] : [[200, [300]]]);
    }
    expect(seen).toEqual(running);
    await story.advance('2027-04-01T00:00:00Z');
    expect(await read()).toEqual(ended);
    expect(await thresholdInvoices()).toEqual([[200, [300]]]);
  });
});

describe('an override keeps the minimum commitment of the plan, unless it has its own or ends it', () => {
  /** The fee and the minimum of a month of a plan of 10.00 with a minimum of 50.00. */
  const OVERRIDES: [object, number][] = [
    [{ name: 'Own' }, 5_000],
    [{ description: 'Own' }, 5_000],
    [{ amount_cents: 2_000 }, 5_000],
    [{ amount_cents: 6_100 }, 6_100],
    [{ trial_period: 0 }, 5_000],
    [{ minimum_commitment: { amount_cents: 3_300 } }, 3_300],
    [{ minimum_commitment: { invoice_display_name: 'Least' } }, 5_000],
    [{ minimum_commitment: null }, 1_000],
  ];

  test.each([
    ['of a plan in arrears, at the start', false, false],
    ['of a plan in arrears, later', false, true],
    ['of a plan in advance, at the start', true, false],
  ])('%s', async (_, pay_in_advance, isLater) => {
    const story = await Story.begin(client, START);
    const minimum_commitment = { amount_cents: 5_000 };
    const plan = await createPlan(client, { amount_cents: 1_000, pay_in_advance, minimum_commitment });
    const subscriptions = [];
    for (const [plan_overrides] of OVERRIDES) {
      const subscription = await story.subscribe(plan, isLater ? {} : { plan_overrides });
      if (isLater)
        await put(`/subscriptions/${subscription.external_id}`, { subscription: { plan_overrides } });
      subscriptions.push(subscription);
    }
    await story.advance('2027-04-01T00:00:00Z');
    const fees = (await story.invoices()).flatMap((invoice) => invoice.fees);
    const totals = subscriptions.map(({ external_id }) => {
      const own = fees.filter((fee) => fee.external_subscription_id === external_id);
      // In advance, April is billed too; the first fee is that of March, and so is the minimum.
      const ofMarch = ['subscription', 'commitment'].map((type) =>
        own.find(({ item }) => item.type === type),
      );
      return sumOf(ofMarch.map((fee) => fee?.amount_cents ?? 0));
    });
    expect(totals).toEqual(OVERRIDES.map(([, total]) => total));
  });
});

describe('an edit of a plan with cascade_updates reaches its copies, but for what they have changed themselves', () => {
  const edited = (charge: Resource, tax: Resource) => ({
    name: 'Next',
    amount_cents: 2_000,
    invoice_display_name: 'Next shown',
    tax_codes: [tax.code],
    minimum_commitment: { amount_cents: 6_000, invoice_display_name: 'Next least', tax_codes: [tax.code] },
    metadata: { next: 'two' },
    charges: [
      {
        id: charge.svc_id,
        properties: { amount: '3' },
        invoice_display_name: 'Next calls',
        tax_codes: [tax.code],
        filters: [
          { values: { region: ['eu'] }, properties: { amount: '4' }, invoice_display_name: 'Next eu' },
        ],
      },
    ],
    cascade_updates: true,
  });

  test('an edit of names, taxes, commitments and metadata, of plans, charges and filters, reaches active and pending copies', async () => {
    const [before, after] = [await createTax(client, { rate: 10 }), await createTax(client, { rate: 20 })];
    const metric = await createMetric(client, { filters: [{ key: 'region', values: ['eu'] }] });
    const eu = { values: { region: ['eu'] }, properties: { amount: '2' }, invoice_display_name: 'eu' };
    const plan = await createPlan(client, {
      name: 'First',
      amount_cents: 1_000,
      invoice_display_name: 'Shown',
      minimum_commitment: { amount_cents: 5_000, invoice_display_name: 'Least', tax_codes: [before.code] },
      metadata: { first: 'one' },
      charges: [
        priced(metric, '1', { invoice_display_name: 'calls', tax_codes: [before.code], filters: [eu] }),
      ],
    });
    const [charge] = plan.charges;
    const story = await Story.begin(client, START);
    const ofCharge = (over: object) => ({ charges: [{ id: charge.svc_id, ...over }] });
    const shown = (of: Resource) => ({
      name: of.name,
      amount: of.amount_cents,
      taxes: ratesOf(of),
      least: of.minimum_commitment && [of.minimum_commitment.amount_cents, ratesOf(of.minimum_commitment)],
      metadata: of.metadata,
      calls: [of.charges[0].invoice_display_name, of.charges[0].properties.amount, ratesOf(of.charges[0])],
      eu: of.charges[0].filters.map((filter: Resource) => [
        filter.invoice_display_name,
        filter.properties.amount,
      ]),
    });
    const next = {
      name: 'Next',
      amount: 2_000,
      taxes: [20],
      least: [6_000, [20]],
      metadata: { next: 'two' },
      calls: ['Next calls', '3', [20]],
      eu: [['Next eu', '4']],
    };
    /** What each copy changes itself, and what it therefore keeps. */
    const copies: [object, Partial<typeof next>, object?][] = [
      [{ amount_cents: 700 }, { amount: 700 }],
      [{ name: 'Own' }, { name: 'Own' }],
      [{ minimum_commitment: { amount_cents: 4_000 } }, { least: [4_000, [20]] }],
      [ofCharge({ invoice_display_name: 'Mine' }), { calls: ['Mine', '3', [20]] }],
      [ofCharge({ properties: { amount: '9' } }), { calls: ['Next calls', '9', [20]] }],
      [{ amount_cents: 1 }, { amount: 1 }, { subscription_at: '2027-05-01T00:00:00Z' }],
    ];
    const subscriptions: Resource[] = [];
    for (const [plan_overrides, , over = {}] of copies)
      subscriptions.push(await story.subscribe(plan, { plan_overrides, ...over }));
    const read = () =>
      Promise.all(
        subscriptions.map(async (each) =>
          shown(await planOf(each, each.status === 'pending' ? '?status=pending' : '')),
        ),
      );
    await put(`/plans/${plan.code}`, { plan: edited(charge, after) });
    expect(await read()).toEqual(copies.map(([, kept]) => ({ ...next, ...kept })));

    const cleared = { tax_codes: [], minimum_commitment: null, metadata: {}, cascade_updates: true };
    await put(`/plans/${plan.code}`, { plan: cleared });
    expect(await read()).toEqual(
      copies.map(([, kept]) => ({
        ...next,
        ...{ taxes: [], least: null, metadata: {} },
        ...kept,
      })),
    );
    const single = { invoice_display_name: 'Last calls', tax_codes: [before.code], cascade_updates: true };
    await put(`/plans/${plan.code}/charges/${charge.code}`, { charge: single });
    expect((await read()).map(({ calls: [shownAs, , taxes] }) => [shownAs, taxes])).toEqual(
      copies.map(([, kept]) => [kept.calls?.[0] === 'Mine' ? 'Mine' : 'Last calls', [10]]),
    );
  });
});

/** The name of a member of REST on GraphQL. */
const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe('coupons of previews are as they are sent', () => {
  const PREVIEW =
    'query ($input: InvoicePreviewInput!) { invoicePreview(input: $input) { couponsAmountCents } }';
  const fixed = { coupon_type: 'fixed_amount', amount_currency: 'EUR' };

  /** A coupon of 10.00 or of 50 %, the members that the caller sends beside its code, and the cents that it takes off 100.00. */
  test.each<[string, object, number]>([
    ['amount', { amount_cents: 500 }, 500],
    ['amount', { amount_cents: 1_700, name: 'Other', percentage_rate: '0' }, 1_700],
    ['amount', { percentage_rate: '20' }, 1_000],
    ['amount', { amount_cents: null }, 1_000],
    ['amount', { coupon_type: 'percentage', percentage_rate: '7.5', amount_cents: 0 }, 750],
    ['percentage', { percentage_rate: '20' }, 2_000],
    ['percentage', { amount_cents: 300 }, 5_000],
    ['percentage', { ...fixed, amount_cents: 444 }, 444],
    ['none', { ...fixed, amount_cents: 700, percentage_rate: '0' }, 700],
    ['none', { coupon_type: 'percentage', percentage_rate: '12.5', amount_cents: 0 }, 1_250],
  ])('a preview with coupons of the catalogue: %s, with %j: %d', async (kind, sent, given) => {
    const known = {
      amount: { amount_cents: 1_000 },
      percentage: { coupon_type: 'percentage', percentage_rate: '50' },
    }[kind];
    const { code } = known === undefined ? { code: 'sent' } : await createCoupon(client, known);
    const plan = await createPlan(client, { amount_cents: 10_000, pay_in_advance: true });
    const body = { customer: { currency: 'EUR' }, plan_code: plan.code, subscription_at: START };
    const { invoice } = await post('/invoices/preview', { ...body, coupons: [{ code, ...sent }] });
    expect([invoice.coupons_amount_cents, invoice.total_amount_cents]).toEqual([given, 10_000 - given]);
    const { data, errors } = await client.graphql(PREVIEW, {
      input: {
        customer: { currency: 'EUR' },
        planCode: plan.code,
        subscriptionAt: START,
        coupons: [
          Object.fromEntries(Object.entries({ code, ...sent }).map(([key, value]) => [camel(key), value])),
        ],
      },
    });
    expect(errors).toBeUndefined();
    expect(data.invoicePreview).toEqual({ couponsAmountCents: given });
  });
});

describe('the details of a percentage with per-transaction bounds add up to its fee', () => {
  /** Properties, events, the fee in cents, and of each bound: events, units and amount. */
  test.each<[object, number[], number, unknown[][]]>([
    [
      {
        rate: '2',
        fixed_amount: '0.035',
        free_units_per_total_aggregation: '25',
        per_transaction_max_amount: '0.06',
      },
      [20, 35, 30, 20],
      18,
      [['maximum', 3, '80.0', '0.18']],
    ],
    [
      {
        rate: '1',
        fixed_amount: '0.1',
        free_units_per_events: 2,
        per_transaction_min_amount: '0.6',
        per_transaction_max_amount: '4',
      },
      [10, 5, 40, 15, 900],
      520,
      [
        ['minimum', 2, '55.0', '1.2'],
        ['maximum', 1, '900.0', '4.0'],
      ],
    ],
    [
      {
        rate: '1.8',
        fixed_amount: '0.2',
        per_transaction_min_amount: '0.6',
        per_transaction_max_amount: '4',
      },
      [40, 15, 300, 5],
      612,
      [
        ['none', 1, '40.0', '0.92'],
        ['minimum', 2, '20.0', '1.2'],
        ['maximum', 1, '300.0', '4.0'],
      ],
    ],
  ])('a percentage of %j of %j: %d', async (properties, used, cents, groups) => {
    const parts = ({ amount_details: details }: Resource): unknown[][] =>
      details.transactions.map((each: Resource) => [each.bound, each.events, each.units, each.total_amount]);
    const feesOf = async (pay_in_advance: boolean): Promise<Resource[]> => {
      const plan = await createPlan(client, {
        amount_cents: 0,
        charges: [perCall(units, { charge_model: 'percentage', properties, pay_in_advance })],
      });
      const story = await Story.begin(client, START);
      const subscription = await story.subscribe(plan);
      const usage = used.map((n, minute) => [`2027-03-01T00:0${minute}:00Z`, { n }]);
      await story.use(subscription, units, Object.fromEntries(usage));
      await story.advance('2027-04-01T00:00:00Z');
      return (await story.invoices())
        .flatMap((invoice) => invoice.fees)
        .filter(({ item }: Resource) => item.type === 'charge');
    };
    const [fee] = (await feesOf(false)) as [Resource];
    expect([fee.amount_cents, parts(fee)]).toEqual([cents, groups]);
    const { data } = await client.graphql('query ($id: ID!) { fee(id: $id) { amountDetails } }', {
      id: fee.svc_id,
    });
    expect(data.fee.amountDetails).toEqual(fee.amount_details);

    const single = await feesOf(true);
    expect(single).toHaveLength(used.length);
    for (const each of single) {
      const ofEvent = sumOf(parts(each).map(([, , , amount]) => amount));
      expect(ofEvent).toBeCloseTo(Number(each.precise_amount), 10);
    }
    expect(sumOf(single.map((each) => each.amount_cents))).toBe(cents);
    expect(sumOf(single.map((each) => parts(each).length))).toBe(sumOf(groups.map(([, events]) => events)));
  });
});
