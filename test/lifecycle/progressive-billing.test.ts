// Usage that is invoiced when it reaches thresholds: progressive-billing.md.
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
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messagesWith } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';
import { sql } from 'drizzle-orm';

const START = '2027-03-01T00:00:00Z';
const perUnit = (of: Resource, amount: string) => perCall(of, { properties: { amount } });
const APRIL = '2027-04-01T00:00:00Z';

let server: SharedServer;
let client: Client;
let metric: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  metric = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
});
afterAll(() => server.stop());

/** A monthly plan in arrears whose usage costs a cent a unit. */
const planWith = (usage_thresholds: object[], over: object = {}) =>
  createPlan(client, {
    amount_cents: 1_000,
    charges: [perUnit(metric, '0.01')],
    usage_thresholds,
    ...over,
  });
const at = (day: number, hour = 0) =>
  `2027-03-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`;

/** Uses units on a day, and lets the clock go on. */
async function use(story: Story, subscription: Resource, day: number, n: number): Promise<void> {
  await story.advance(at(day));
  await story.use(subscription, metric, { [at(day)]: { n } });
  await story.advance(at(day, 1));
}

const shown = ({ invoice_type, fees_amount_cents, total_amount_cents, ...invoice }: Resource) => [
  invoice_type,
  fees_amount_cents,
  invoice.progressive_billing_credit_amount_cents,
  invoice.taxes_amount_cents,
  total_amount_cents,
];
/** The customer's invoices in the order of their numbers. */
const invoicesOf = async (story: Story) =>
  (await story.listedInvoices()).toSorted((one, other) => one.sequential_id - other.sequential_id).map(shown);
const thresholds = (...amounts: number[]) => amounts.map((amount_cents) => ({ amount_cents }));

describe('invoices at thresholds', () => {
  test('§8 A: two thresholds of one period, and the invoice of the period', async () => {
    const tax = await createTax(client, { rate: 10 });
    const story = await Story.begin(client, START, { tax_codes: [tax.code] });
    const subscription = await story.subscribe(await planWith(thresholds(2_000, 5_000)));
    await use(story, subscription, 5, 2_300);
    expect(await invoicesOf(story)).toEqual([['progressive_billing', 2_300, 0, 230, 2_530]]);
    await use(story, subscription, 6, 100);
    await use(story, subscription, 7, 3_000);
    await use(story, subscription, 8, 600);
    await story.advance(APRIL);
    expect(await invoicesOf(story)).toEqual([
      ['progressive_billing', 2_300, 0, 230, 2_530],
      ['progressive_billing', 5_400, 2_300, 310, 3_410],
      ['subscription', 7_000, 5_400, 160, 1_760],
    ]);
    const [first, second, last] = await story.invoices();
    expect(first.issuing_date).toBe('2027-03-05');
    expect(first.billing_periods).toMatchObject([
      { invoicing_reason: 'progressive_billing', charges_from_datetime: START },
    ]);
    expect(second.credits).toMatchObject([
      {
        amount_cents: 2_300,
        before_taxes: true,
        item: { svc_item_id: first.svc_id, type: 'invoice', code: first.number, name: first.number },
      },
    ]);
    expect(last.credits).toMatchObject([{ amount_cents: 5_400, item: { code: second.number } }]);
    expect(second.applied_usage_thresholds).toMatchObject([
      { lifetime_usage_amount_cents: 5_400, usage_threshold: { amount_cents: 5_000, recurring: false } },
    ]);
  });

  test('§8 B: several at once are one invoice, and a message each', async () => {
    const story = await Story.begin(client, START);
    const plan = await planWith([
      { amount_cents: 2_000, threshold_display_name: 'First' },
      { amount_cents: 5_000 },
    ]);
    const subscription = await story.subscribe(plan);
    await use(story, subscription, 5, 5_100);
    const [invoice, ...others] = await story.invoices();
    expect([shown(invoice), others]).toEqual([['progressive_billing', 5_100, 0, 0, 5_100], []]);
    expect(invoice.applied_usage_thresholds).toHaveLength(2);
    const messages = await messagesWith(
      server,
      sql`webhook_type = 'subscription.usage_threshold_reached' and object_id = ${subscription.svc_id}`,
    );
    expect(messages.map(({ object }) => object)).toMatchObject([
      {
        external_id: subscription.external_id,
        usage_threshold: { threshold_display_name: 'First', amount_cents: 2_000, recurring: false },
        applicable_usage_thresholds: [{ amount_cents: 2_000 }, { amount_cents: 5_000 }],
      },
      { usage_threshold: { threshold_display_name: null, amount_cents: 5_000 } },
    ]);
  });

  test('§8 C: a recurring threshold, also in the next period', async () => {
    const story = await Story.begin(client, START);
    const plan = await planWith([...thresholds(1_000), { amount_cents: 400, recurring: true }]);
    const subscription = await story.subscribe(plan);
    await use(story, subscription, 5, 1_000);
    await use(story, subscription, 6, 199);
    await use(story, subscription, 7, 1);
    await use(story, subscription, 8, 400);
    expect(await invoicesOf(story)).toEqual([
      ['progressive_billing', 1_000, 0, 0, 1_000],
      ['progressive_billing', 1_200, 1_000, 0, 200],
      ['progressive_billing', 1_600, 1_200, 0, 400],
    ]);
    await story.advance(APRIL);
    await story.use(subscription, metric, { '2027-04-01T00:00:00Z': { n: 400 } });
    await story.advance('2027-04-02T00:00:00Z');
    expect((await invoicesOf(story)).slice(3)).toEqual([
      ['subscription', 2_600, 1_600, 0, 1_000],
      ['progressive_billing', 400, 0, 0, 400],
    ]);
  });

  test('many events at once, and a clock that goes on, invoice a step once', async () => {
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(await planWith([{ amount_cents: 500, recurring: true }]));
    await story.advance(at(5));
    await Promise.all(
      Array.from({ length: 20 }, () => story.use(subscription, metric, { [at(5)]: { n: 50 } })),
    );
    await story.advance(at(5, 1));
    await story.advance(at(6));
    expect(await invoicesOf(story)).toEqual([['progressive_billing', 1_000, 0, 0, 1_000]]);
  });

  test('only charges in arrears are on it, though those in advance count', async () => {
    const story = await Story.begin(client, START);
    const other = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n' });
    const plan = await planWith(thresholds(2_600), {
      charges: [
        { ...perUnit(metric, '0.01'), min_amount_cents: 9_000 },
        { ...perUnit(other, '0.01'), pay_in_advance: true },
      ],
    });
    const subscription = await story.subscribe(plan);
    await story.advance(at(4));
    await story.use(subscription, other, { [at(4)]: { n: 1_500 } });
    const progressive = async () =>
      (await story.invoices())
        .filter(({ invoice_type }) => invoice_type === 'progressive_billing')
        .map(shown);
    await use(story, subscription, 5, 900);
    expect(await progressive()).toEqual([]);
    await use(story, subscription, 6, 200);
    expect(await progressive()).toEqual([['progressive_billing', 1_100, 0, 0, 1_100]]);
    await use(story, subscription, 7, 10);
    expect(await progressive()).toHaveLength(1);
  });

  test('usage that was billed progressively counts once towards a minimum commitment', async () => {
    const story = await Story.begin(client, START);
    const plan = await planWith(thresholds(2_000), { minimum_commitment: { amount_cents: 5_000 } });
    await use(story, await story.subscribe(plan), 5, 2_300);
    await story.advance(APRIL);
    expect(await invoicesOf(story)).toEqual([
      ['progressive_billing', 2_300, 0, 0, 2_300],
      ['subscription', 5_000, 2_300, 0, 2_700],
    ]);
  });

  test('a draft shows the credit, and follows usage until it is finalized', async () => {
    const story = await Story.begin(client, START, { billing_configuration: { invoice_grace_period: 3 } });
    const subscription = await story.subscribe(await planWith(thresholds(2_000)));
    await use(story, subscription, 5, 2_300);
    await story.advance(APRIL);
    const draft = (await story.invoices()).at(-1);
    expect([draft.status, shown(draft)]).toEqual(['draft', ['subscription', 3_300, 2_300, 0, 1_000]]);
    await story.use(subscription, metric, { [at(20)]: { n: 100 } });
    await story.advance('2027-04-05T00:00:00Z');
    const final = (await story.invoices()).at(-1);
    expect([final.status, shown(final)]).toEqual(['finalized', ['subscription', 3_400, 2_300, 0, 1_100]]);
    expect(final.credits).toHaveLength(1);
  });

  test('§7: an upgrade closes the old plan with the credit, and passes no threshold again', async () => {
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(await planWith(thresholds(2_000)));
    await use(story, subscription, 5, 2_300);
    await story.advance(at(17));
    const dear = await planWith(thresholds(2_000), { amount_cents: 62_000 });
    const next = await story.subscribe(dear, { external_id: subscription.external_id });
    const closing = (await story.invoices()).at(-1);
    expect(closing.progressive_billing_credit_amount_cents).toBe(2_300);
    await use(story, next, 18, 100);
    expect(
      (await story.invoices()).filter((each) => each.invoice_type === 'progressive_billing'),
    ).toHaveLength(1);
  });
});

test('the ongoing balance of a wallet does not count what was billed progressively', async () => {
  const story = await Story.begin(client, START, { currency: 'EUR' });
  const wallet = await createWallet(client, story.customer, { granted_credits: '100' });
  const subscription = await story.subscribe(await planWith(thresholds(2_000)));
  await use(story, subscription, 5, 2_300);
  await use(story, subscription, 6, 100);
  const { body } = await client.get(`/wallets/${wallet.svc_id}`);
  expect(body.wallet).toMatchObject({ balance_cents: 7_700, ongoing_usage_balance_cents: 100 });
});

describe('usage that shrinks: §6, §8 D', () => {
  const unique_count = () => createMetric(client, { aggregation_type: 'latest_agg', field_name: 'n' });

  test('usage that shrinks is given back by a credit note on the progressive invoice', async () => {
    const tax = await createTax(client, { rate: 10 });
    const story = await Story.begin(client, START, { tax_codes: [tax.code] });
    const level = await unique_count();
    const plan = await planWith(thresholds(2_000), { amount_cents: 0, charges: [perUnit(level, '0.01')] });
    const subscription = await story.subscribe(plan);
    await story.advance(at(5));
    await story.use(subscription, level, { [at(5)]: { n: 2_300 } });
    await story.advance(at(6));
    await story.use(subscription, level, { [at(6)]: { n: 1_900 } });
    await story.advance(APRIL);
    expect(await invoicesOf(story)).toEqual([
      ['progressive_billing', 2_300, 0, 230, 2_530],
      ['subscription', 1_900, 1_900, 0, 0],
    ]);
    const [first] = await story.invoices();
    expect(await story.creditNotes()).toMatchObject([
      { svc_invoice_id: first.svc_id, reason: 'other', credit_amount_cents: 440, refund_amount_cents: 0 },
    ]);
  });

  test('usage that shrinks on a draft that is computed again, and on a second progressive invoice as a whole, is given back', async () => {
    const story = await Story.begin(client, START, { billing_configuration: { invoice_grace_period: 3 } });
    const level = await unique_count();
    const plan = await planWith(thresholds(2_000, 5_000), {
      amount_cents: 0,
      charges: [perUnit(level, '0.01')],
    });
    const subscription = await story.subscribe(plan);
    for (const [day, n] of [
      [5, 2_300],
      [6, 5_400],
      [7, 5_000],
    ] as const) {
      await story.advance(at(day));
      await story.use(subscription, level, { [at(day)]: { n } });
    }
    await story.advance(APRIL);
    const draft = (await story.invoices()).at(-1);
    await client.put(`/invoices/${draft.svc_id}/refresh`, {});
    await story.advance('2027-04-05T00:00:00Z');
    expect((await invoicesOf(story)).at(-1)).toEqual(['subscription', 5_000, 5_000, 0, 0]);
    const notes = await story.creditNotes();
    expect(notes.map(({ credit_amount_cents }) => credit_amount_cents)).toEqual([400]);
  });
});

/**
 * The customer pays for what was used, once, whatever was done by hand to the invoices that billed it before. The charge costs a cent a
 * unit of the last level; the tax is 10 %.
 */
describe('progressive invoices that were voided, credited or disputed by hand', () => {
  const USAGE = 'subscription';
  const setUp = async (usage_thresholds: object[], over: object = {}) => {
    const tax = await createTax(client, { rate: 10 });
    const story = await Story.begin(client, START, { tax_codes: [tax.code], ...over });
    const level = await createMetric(client, { aggregation_type: 'latest_agg', field_name: 'n' });
    const plan = await planWith(usage_thresholds, { amount_cents: 0, charges: [perUnit(level, '0.01')] });
    const subscription = await story.subscribe(plan);
    const report = (day: number, n: number, hour = 0) =>
      story.use(subscription, level, { [at(day, hour)]: { n } });
    const setLevel = async (day: number, n: number) => {
      await story.advance(at(day));
      await report(day, n);
      await story.advance(at(day, 1));
    };
    return { story, report, setLevel };
  };
  const succeeds = async (call: Promise<{ status: number; body: Resource }>): Promise<Resource> => {
    const { status, body } = await call;
    expect([status, body]).toEqual([200, expect.anything()]);
    return body;
  };
  const voidInvoice = ({ svc_id }: Resource, body: object = {}) =>
    succeeds(client.post(`/invoices/${svc_id}/void`, body));
  /** Credits a part of the only fee. @param as the members that say how its worth is given back. */
  const credit = async (invoice: Resource, item: number, as: object): Promise<Resource> => {
    const items = [{ fee_id: invoice.fees[0].svc_id, amount_cents: item }];
    const sent = { invoice_id: invoice.svc_id, reason: 'other', items, ...as };
    return (await succeeds(client.post('/credit_notes', { credit_note: sent }))).credit_note;
  };
  const voidNote = ({ svc_id }: Resource) => succeeds(client.put(`/credit_notes/${svc_id}/void`, {}));
  const regenerate = async (invoice: Resource) => {
    await voidInvoice(invoice);
    const { errors } = await client.graphql(
      'mutation ($id: ID!) { regenerateInvoice(input: { voidedInvoiceId: $id }) { invoice { id } } }',
      { id: invoice.svc_id },
    );
    expect(errors).toBeUndefined();
  };
  const pay = ({ svc_id: invoice_id, total_due_amount_cents: amount_cents }: Resource) =>
    succeeds(client.post('/payments', { payment: { invoice_id, amount_cents, reference: 'paid' } }));
  const notesOf = async (story: Story) =>
    (await story.creditNotes())
      .toSorted((one, other) => (one.number < other.number ? -1 : 1))
      .map(({ total_amount_cents, balance_amount_cents, credit_status }) => [
        total_amount_cents,
        balance_amount_cents,
        credit_status,
      ]);

  type Act = (invoice: Resource, story: Story) => Promise<unknown>;
  const overdue: Act = async ({ svc_id }, story) => {
    await succeeds(client.put(`/invoices/${svc_id}`, { invoice: { payment_status: 'failed' } }));
    await story.advance(at(8));
  };
  /** Another subscription in advance, whose first invoice of 330 uses the note. */
  const usedInPart: Act = async (invoice, story) => {
    const note = await credit(invoice, 500, { credit_amount_cents: 550 });
    const yearly = await createPlan(client, { interval: 'yearly', amount_cents: 300, pay_in_advance: true });
    await story.subscribe(yearly, { billing_time: 'anniversary' });
    expect(await notesOf(story)).toEqual([[550, 220, 'available']]);
    await voidNote(note);
  };

  // The period's invoice: fees, progressive credit, taxes, total. Notes: total, balance, status.
  test.each<[string, Act, number, number[], unknown[][]]>([
    ['nothing was done', async () => {}, 1_900, [1_900, 1_900, 0, 0], [[440, 440, 'available']]],
    [
      'it is overdue, and its payment failed',
      overdue,
      1_900,
      [1_900, 1_900, 0, 0],
      [[440, 440, 'available']],
    ],
    [
      'its dispute was lost',
      ({ svc_id }) => succeeds(client.post(`/invoices/${svc_id}/lose_dispute`)),
      1_900,
      [1_900, 1_900, 0, 0],
      [[440, 440, 'available']],
    ],
    ['it was voided: its usage is billed again', voidInvoice, 1_900, [1_900, 0, 190, 2_090], []],
    [
      'it was paid, and voided with a credit note',
      async (invoice) => {
        await pay(invoice);
        await voidInvoice(invoice, { generate_credit_note: true, credit_amount: 1_000 });
      },
      1_900,
      [1_900, 0, 190, 1_090],
      [
        [1_000, 0, 'consumed'],
        [1_530, 0, 'voided'],
      ],
    ],
    [
      'it was credited in full: its usage is billed again, paid by the note',
      (invoice) => credit(invoice, 2_300, { credit_amount_cents: 2_530 }),
      1_900,
      [1_900, 0, 190, 0],
      [[2_530, 440, 'available']],
    ],
    [
      'it was credited by more than was not used',
      (invoice) => credit(invoice, 500, { credit_amount_cents: 550 }),
      1_900,
      [1_900, 1_800, 10, 0],
      [[550, 440, 'available']],
    ],
    [
      'it was credited by less than was not used: a note gives back the rest',
      (invoice) => credit(invoice, 500, { credit_amount_cents: 550 }),
      300,
      [300, 300, 0, 0],
      [
        [550, 550, 'available'],
        [1_650, 1_650, 'available'],
      ],
    ],
    [
      'a part was refunded',
      async (invoice) => {
        await pay(invoice);
        await credit(invoice, 500, { refund_amount_cents: 550 });
      },
      300,
      [300, 300, 0, 0],
      [
        [550, 0, 'available'],
        [1_650, 1_650, 'available'],
      ],
    ],
    [
      'a part of it was never paid, but offset',
      (invoice) => credit(invoice, 500, { offset_amount_cents: 550 }),
      300,
      [300, 300, 0, 0],
      [
        [550, 0, 'available'],
        [1_650, 1_650, 'available'],
      ],
    ],
    [
      'a voided note keeps a part of it from being credited: the rest is, and billing goes on',
      async (invoice) => voidNote(await credit(invoice, 500, { credit_amount_cents: 550 })),
      300,
      [300, 300, 0, 0],
      [
        [550, 0, 'voided'],
        [1_980, 1_980, 'available'],
      ],
    ],
    [
      'a note was used in part before it was voided: what was used is not given back twice',
      usedInPart,
      300,
      [300, 300, 0, 0],
      [
        [550, 0, 'voided'],
        [1_870, 1_870, 'available'],
      ],
    ],
  ])('%s', async (_, act, level, [fees, progressive, taxes, total], notes) => {
    const { story, setLevel } = await setUp(thresholds(2_000));
    await setLevel(5, 2_300);
    const [invoice] = await story.invoices();
    expect(shown(invoice)).toEqual(['progressive_billing', 2_300, 0, 230, 2_530]);
    await act(invoice, story);
    await setLevel(10, level);
    await story.advance(APRIL);
    expect((await invoicesOf(story)).at(-1)).toEqual([USAGE, fees, progressive, taxes, total]);
    expect(await notesOf(story)).toEqual(notes);
  });

  // The progressive invoices are of 2 300 + 230, and of 5 400 less 2 300, + 310.
  test.each<[string, (first: Resource, second: Resource) => Promise<unknown>, number, number[], unknown[][]]>(
    [
      [
        'the first was voided: the second has billed the rest only',
        voidInvoice,
        5_400,
        [5_400, 3_100, 230, 2_530],
        [],
      ],
      [
        'the first was voided, and usage has shrunk below what the second has billed',
        voidInvoice,
        1_000,
        [1_000, 1_000, 0, 0],
        [[2_310, 2_310, 'available']],
      ],
      [
        'the second was voided',
        async (_, second) => voidInvoice(second),
        5_400,
        [5_400, 2_300, 310, 3_410],
        [],
      ],
      [
        'the first was credited after it had been credited on the second',
        (first) => credit(first, 500, { credit_amount_cents: 550 }),
        5_400,
        [5_400, 4_900, 50, 0],
        [[550, 0, 'consumed']],
      ],
      [
        'the second was credited in full: the first gives back the rest',
        (_, second) => credit(second, 5_400, { credit_amount_cents: 3_410 }),
        1_000,
        [1_000, 1_000, 0, 0],
        [
          [1_430, 1_430, 'available'],
          [3_410, 3_410, 'available'],
        ],
      ],
      [
        'the first was voided and regenerated: it bills its usage again, and credits nothing',
        regenerate,
        5_400,
        [5_400, 5_400, 0, 0],
        [],
      ],
    ],
  )(
    'one of two progressive invoices is voided, credited or disputed: %s',
    async (_, act, level, [fees, progressive, taxes, total], notes) => {
      const { story, setLevel } = await setUp(thresholds(2_000, 5_000));
      await setLevel(5, 2_300);
      await setLevel(6, 5_400);
      const [first, second] = await story.invoices();
      expect(shown(second)).toEqual(['progressive_billing', 5_400, 2_300, 310, 3_410]);
      await setLevel(10, level);
      await act(first, second);
      await story.advance(APRIL);
      const last = (await story.listedInvoices()).find(({ invoice_type }) => invoice_type === USAGE);
      expect(shown(last ?? {})).toEqual([USAGE, fees, progressive, taxes, total]);
      expect(await notesOf(story)).toEqual(notes);
    },
  );

  test('one that is regenerated on the day of the next one does not become the last one', async () => {
    const { story, setLevel, report } = await setUp(thresholds(2_000, 5_000));
    await setLevel(5, 2_300);
    await report(5, 5_400, 1);
    await story.advance(at(5, 2));
    const [first] = await story.invoices();
    await regenerate(first);
    await story.advance(APRIL);
    expect(await invoicesOf(story)).toEqual([
      ['progressive_billing', 2_300, 0, 230, 2_530],
      ['progressive_billing', 5_400, 2_300, 310, 3_410],
      ['progressive_billing', 2_300, 0, 230, 2_530],
      [USAGE, 5_400, 5_400, 0, 0],
    ]);
  });

  test('the credit for one charge that has shrunk pays what another has grown by, with its taxes', async () => {
    const tax = await createTax(client, { rate: 10 });
    const story = await Story.begin(client, START, { tax_codes: [tax.code] });
    const level = await createMetric(client, { aggregation_type: 'latest_agg', field_name: 'n' });
    const charges = [perUnit(metric, '0.01'), perUnit(level, '0.01')];
    const plan = await planWith(thresholds(2_000), { amount_cents: 0, charges });
    const subscription = await story.subscribe(plan);
    await story.advance(at(5));
    await story.use(subscription, level, { [at(5)]: { n: 2_000 } });
    await story.use(subscription, metric, { [at(5)]: { n: 300 } });
    await story.advance(at(6));
    const [invoice] = await story.invoices();
    const fee = invoice.fees.find(({ amount_cents }: Resource) => amount_cents === 300);
    await credit({ ...invoice, fees: [fee] }, 300, { credit_amount_cents: 330 });
    await story.use(subscription, level, { [at(6)]: { n: 500 } });
    await story.use(subscription, metric, { [at(6)]: { n: 1_600 } });
    await story.advance(APRIL);
    // Left of 2 300 after the note: 2 000, for usage of 500 and 1 900.
    expect((await invoicesOf(story)).at(-1)).toEqual([USAGE, 2_400, 2_000, 40, 110]);
    expect(await notesOf(story)).toEqual([[330, 0, 'consumed']]);
  });

  test('cents that notes have rounded stop nothing', async () => {
    const { story, setLevel } = await setUp(thresholds(2_000));
    const coupon = await createCoupon(client, { coupon_type: 'percentage', percentage_rate: 10 });
    await applyCoupon(client, story.customer, coupon);
    await setLevel(5, 2_300);
    const [invoice] = await story.invoices();
    expect(shown(invoice)).toEqual(['progressive_billing', 2_300, 0, 207, 2_277]);
    // Each item is worth 5.4 less the coupon, which the note rounds to 5.
    for (let note = 0; note < 4; note += 1) await credit(invoice, 6, { credit_amount_cents: 6 });
    await setLevel(10, 0);
    await story.advance(APRIL);
    const notes = await notesOf(story);
    expect(notes.at(-1)).toEqual([2_253, 2_253, 'available']);
  });

  describe('while the invoice of the period is a draft', () => {
    const inApril = (day: number) => `2027-04-0${String(day)}T00:00:00Z`;
    /** @returns the story in the grace period, when a note over 440 has given back what was not used of 2 300. */
    const drafted = async () => {
      const { story, setLevel, report } = await setUp(thresholds(2_000), {
        billing_configuration: { invoice_grace_period: 3 },
      });
      await setLevel(5, 2_300);
      await setLevel(10, 1_900);
      await story.advance(APRIL);
      const last = async () => shown((await story.invoices()).at(-1) ?? {});
      expect(await last()).toEqual([USAGE, 1_900, 1_900, 0, 0]);
      expect(await notesOf(story)).toEqual([[440, 440, 'available']]);
      const [progressive, draft] = await story.invoices();
      return { story, report, progressive, draft, last };
    };

    test('usage that grows again is billed with its taxes, and paid by the note', async () => {
      const { story, report, last } = await drafted();
      await report(20, 2_300);
      await story.advance(inApril(5));
      expect(await last()).toEqual([USAGE, 2_300, 1_900, 40, 0]);
      expect(await notesOf(story)).toEqual([[440, 0, 'consumed']]);
    });

    test('the progressive invoice is voided: its usage is billed again', async () => {
      const { story, progressive, last } = await drafted();
      await voidInvoice(progressive);
      await story.advance(inApril(5));
      expect(await last()).toEqual([USAGE, 1_900, 0, 190, 1_650]);
    });

    test('the note is voided: another takes its place, once', async () => {
      const { story, draft, last } = await drafted();
      const [note] = await story.creditNotes();
      await voidNote(note);
      await client.put(`/invoices/${draft.svc_id}/refresh`, {});
      await story.advance(inApril(5));
      expect(await last()).toEqual([USAGE, 1_900, 1_900, 0, 0]);
      expect(await notesOf(story)).toEqual([
        [440, 0, 'voided'],
        [440, 440, 'available'],
      ]);
    });
  });
});

describe('thresholds of a subscription', () => {
  const extended = async ({ external_id }: Resource) =>
    (await client.get(`/subscriptions/${external_id}`)).body.subscription;
  const amounts = ({ applicable_usage_thresholds: applicable }: Resource) =>
    applicable.map(({ amount_cents, recurring }: Resource) => [amount_cents, recurring]);

  test('thresholds of a subscription replace those of its plan; an empty list brings these back', async () => {
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(await planWith(thresholds(2_000)), {
      usage_thresholds: [...thresholds(700, 300), { amount_cents: 50, recurring: true }],
    });
    expect(amounts(await extended(subscription))).toEqual([
      [300, false],
      [700, false],
      [50, true],
    ]);
    await use(story, subscription, 5, 700);
    expect(await invoicesOf(story)).toEqual([['progressive_billing', 700, 0, 0, 700]]);
    await client.put(`/subscriptions/${subscription.external_id}`, {
      subscription: { usage_thresholds: [] },
    });
    expect(amounts(await extended(subscription))).toEqual([[2_000, false]]);
  });

  test('thresholds of a subscription remove those of the plan override, and the other way round both are refused', async () => {
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(await planWith(thresholds(2_000)), {
      plan_overrides: { usage_thresholds: thresholds(900) },
    });
    expect(amounts(await extended(subscription))).toEqual([[900, false]]);
    const path = `/subscriptions/${subscription.external_id}`;
    await client.put(path, { subscription: { usage_thresholds: thresholds(800) } });
    expect(amounts(await extended(subscription))).toEqual([[800, false]]);
    await client.put(path, { subscription: { usage_thresholds: [] } });
    expect(amounts(await extended(subscription))).toEqual([[2_000, false]]);
    const both = { usage_thresholds: thresholds(1), plan_overrides: { usage_thresholds: thresholds(2) } };
    const refused = await client.put(path, { subscription: both });
    expect(refused.body.error_details).toEqual({
      usage_thresholds: ['incompatible_params'],
      'plan_overrides.usage_thresholds': ['incompatible_params'],
    });
  });

  test('nothing is invoiced early while progressive billing is disabled', async () => {
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(await planWith(thresholds(2_000)), {
      progressive_billing_disabled: true,
    });
    const shownNow = await extended(subscription);
    expect([shownNow.progressive_billing_disabled, amounts(shownNow)]).toEqual([true, []]);
    await use(story, subscription, 5, 2_300);
    expect(await invoicesOf(story)).toEqual([]);
    await client.put(`/subscriptions/${subscription.external_id}`, {
      subscription: { progressive_billing_disabled: false },
    });
    await story.advance(at(6));
    expect(await invoicesOf(story)).toEqual([['progressive_billing', 2_300, 0, 0, 2_300]]);
  });

  test('a plan that gets thresholds is compared with the usage there is', async () => {
    const story = await Story.begin(client, START);
    const plan = await planWith([]);
    const subscription = await story.subscribe(plan);
    await use(story, subscription, 5, 2_300);
    const { body } = await client.put(`/plans/${plan.code}`, {
      plan: { usage_thresholds: thresholds(2_000, 9_000) },
    });
    expect(body.plan.usage_thresholds).toMatchObject([{ amount_cents: 2_000 }, { amount_cents: 9_000 }]);
    await story.advance(at(6));
    expect(await invoicesOf(story)).toEqual([['progressive_billing', 2_300, 0, 0, 2_300]]);
  });
});

describe('lifetime usage', () => {
  test('lifetime usage shows the progress, and history counts towards thresholds', async () => {
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(
      await planWith([...thresholds(1_000, 2_000), { amount_cents: 500, recurring: true }]),
    );
    const path = `/subscriptions/${subscription.external_id}/lifetime_usage`;
    const progress = async () =>
      (await client.get(path)).body.lifetime_usage.usage_thresholds.map(
        ({ amount_cents, completion_ratio, reached_at }: Resource) => [
          amount_cents,
          completion_ratio,
          reached_at,
        ],
      );
    await use(story, subscription, 5, 1_250);
    expect(await progress()).toEqual([
      [1_000, 1, at(5)],
      [2_000, 0.25, null],
      [2_500, 0, null],
    ]);
  });

  test('history counts towards thresholds', async () => {
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(await planWith(thresholds(2_000, 5_000)));
    const path = `/subscriptions/${subscription.external_id}/lifetime_usage`;
    await use(story, subscription, 5, 1_500);
    await client.put(path, { lifetime_usage: { external_historical_usage_amount_cents: 1_000 } });
    await story.advance(at(6));
    expect(await invoicesOf(story)).toEqual([['progressive_billing', 1_500, 0, 0, 1_500]]);
    const { body } = await client.get(path);
    expect(body.lifetime_usage.usage_thresholds).toEqual([
      { amount_cents: 2_000, completion_ratio: 1, reached_at: at(5, 1) },
      { amount_cents: 5_000, completion_ratio: 500 / 3_000, reached_at: null },
    ]);
  });

  test('lifetime usage has no progress without thresholds', async () => {
    const story = await Story.begin(client, START);
    const subscription = await story.subscribe(await planWith([]));
    const { body } = await client.get(`/subscriptions/${subscription.external_id}/lifetime_usage`);
    expect(body.lifetime_usage.usage_thresholds).toBeNull();
  });
});

test('wrong thresholds are refused, and nothing is stored', async () => {
  const code = unique('plan');
  const refused = await client.post('/plans', {
    plan: {
      code,
      name: 'Plan',
      interval: 'monthly',
      amount_cents: 0,
      amount_currency: 'EUR',
      pay_in_advance: false,
      usage_thresholds: [{}, { amount_cents: 0 }, { amount_cents: 0 }],
    },
  });
  expect(refused.body.error_details).toEqual({
    usage_thresholds: ['missing_amount_cents', 'duplicated_values'],
    amount_cents: ['value_is_out_of_range'],
  });
  expect((await client.get(`/plans/${code}`)).status).toBe(404);
});
