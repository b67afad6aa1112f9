// What is left of a plan in advance when its subscription ends, and what later invoices take of it.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { fees } from '../../src/modules/invoices/records/fees/fee.table.js';
import { createMetric, createPlan, createTax, type Resource, unique } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messageTypesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

interface Ending {
  readonly plan: number;
  readonly from?: string;
  readonly to: string;
  readonly tax?: number;
  readonly paid?: number;
  readonly mode?: string;
}

/** A subscription in advance that has ended, and the invoice it had paid, or not, for its last period. */
async function ended({ plan: cents, from = '2027-08-01', to, tax, paid, mode }: Ending) {
  const taxes = tax === undefined ? [] : [(await createTax(client, { rate: tax })).code];
  const plan = await createPlan(client, { amount_cents: cents, pay_in_advance: true, tax_codes: taxes });
  const story = await Story.begin(client, `${from}T00:00:00Z`);
  const { external_id } = await story.subscribe(plan);
  const [{ svc_id }] = await story.invoices();
  if (paid !== undefined) await pay(svc_id, paid);
  await story.advance(`${to}T12:00:00Z`);
  const query = mode === undefined ? '' : `?on_termination_credit_note=${mode}`;
  const { status, body } = await client.delete(`/subscriptions/${external_id}${query}`);
  expect([status, body.subscription?.status]).toEqual([200, 'terminated']);
  return { story, source: (await client.get(`/invoices/${svc_id}`)).body.invoice };
}

async function pay(invoice_id: string, amount_cents: number): Promise<void> {
  const payment = { invoice_id, amount_cents, reference: 'cheque' };
  expect((await client.post('/payments', { payment })).status).toBe(200);
}

const parts = (note: Resource): number[] => [
  note.credit_amount_cents,
  note.refund_amount_cents,
  note.offset_amount_cents,
];

describe('an end gives back', () => {
  test.each<[Ending, object, string]>([
    [
      { plan: 9_300, to: '2027-08-10' },
      { total_amount_cents: 6_300, credit_amount_cents: 6_300, balance_amount_cents: 6_300 },
      'as credit by default: subscription-fee.md §8.8',
    ],
    [
      { plan: 4_700, to: '2027-08-22', tax: 21 },
      {
        total_amount_cents: 1_652,
        credit_amount_cents: 1_652,
        taxes_amount_cents: 287,
        precise_taxes_amount_cents: '286.54839',
        precise_total_amount_cents: '1651.06451',
        sub_total_excluding_taxes_amount_cents: 1_365,
        taxes_rate: 21,
      },
      'rounded up by a cent: credit-notes.md §7 B',
    ],
    [
      { plan: 4_700, to: '2027-08-27', tax: 7 },
      { total_amount_cents: 648, taxes_amount_cents: 42, sub_total_excluding_taxes_amount_cents: 606 },
      'and down: §7 B',
    ],
    [
      { plan: 30_000, from: '2027-09-01', to: '2027-09-10', paid: 12_000, mode: 'refund' },
      { credit_amount_cents: 18_000, refund_amount_cents: 2_000, refund_status: 'pending' },
      'what was paid and not used as refund: §7 C',
    ],
    [
      { plan: 30_000, from: '2027-09-01', to: '2027-09-10', mode: 'refund' },
      { credit_amount_cents: 20_000, refund_amount_cents: 0, refund_status: null },
      'no refund of what was not paid: §7 C',
    ],
    [
      { plan: 9_300, to: '2027-08-10', paid: 9_300, mode: 'refund' },
      {
        credit_amount_cents: 0,
        refund_amount_cents: 6_300,
        balance_amount_cents: 0,
        credit_status: 'available',
      },
      'all of it as refund: subscriptions.md §13.4',
    ],
    [
      { plan: 9_300, to: '2027-08-10', mode: 'offset' },
      { credit_amount_cents: 0, refund_amount_cents: 0, offset_amount_cents: 6_300 },
      'off an invoice that is unpaid: §13.4',
    ],
    [
      { plan: 4_700, to: '2027-08-22', tax: 21, paid: 5_687, mode: 'refund' },
      { refund_amount_cents: 1_652, total_amount_cents: 1_652 },
      'the refund takes the odd cent',
    ],
  ])('an end of %j: %j (%s)', async (ending, requested) => {
    const { story, source } = await ended(ending);
    const [note, ...others] = await story.creditNotes();
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      ...requested,
      reason: 'order_cancellation',
      number: `${source.number}-CN001`,
      invoice_number: source.number,
      issuing_date: ending.to,
      created_at: `${ending.to}T12:00:00Z`,
    });
    expect(note.total_amount_cents).toBe(parts(note).reduce((total, cents) => total + cents));
  });

  test.each<[Ending, string]>([
    [{ plan: 9_300, to: '2027-08-10', mode: 'skip' }, 'not requested'],
    [{ plan: 9_300, to: '2027-08-31' }, 'nothing is left on the last day'],
    [{ plan: 0, to: '2027-08-10' }, 'of nothing'],
  ])('an end that gives back nothing: %j (%s)', async (ending) => {
    const { story } = await ended(ending);
    expect(await story.creditNotes()).toEqual([]);
  });

  test('an end gives back what settles its invoice', async () => {
    const { story, source } = await ended({
      plan: 30_000,
      from: '2027-09-01',
      to: '2027-09-10',
      paid: 12_000,
      mode: 'offset',
    });
    const [note] = await story.creditNotes();
    expect(parts(note)).toEqual([0, 2_000, 18_000]);
    expect(source).toMatchObject({
      total_amount_cents: 30_000,
      total_paid_amount_cents: 12_000,
      total_offsetted_credit_note_amount_cents: 18_000,
      total_due_amount_cents: 0,
      payment_status: 'succeeded',
    });
    expect(source.fees[0].payment_status).toBe('succeeded');
    expect(await messageTypesAbout(server, note.svc_id, source.svc_id)).toEqual([
      'invoice.created',
      'invoice.payment_overdue',
      'credit_note.created',
      'invoice.payment_status_updated',
    ]);
    const payment = { invoice_id: source.svc_id, amount_cents: 1, reference: 'late' };
    expect((await client.post('/payments', { payment })).body.error_details).toEqual({
      amount_cents: ['value_is_out_of_range'],
    });
    const settled = await client.get('/invoices?settlements[]=credit_note&per_page=1000');
    expect(settled.body.invoices.map((invoice: Resource) => invoice.svc_id)).toContain(source.svc_id);
  });

  test('no more off its invoice than is due there: a credit that had paid some of it', async () => {
    const plan = await createPlan(client, { amount_cents: 9_300, pay_in_advance: true });
    const { story } = await ended({ plan: 31_000, to: '2027-08-29' });
    expect(parts((await story.creditNotes())[0])).toEqual([2_000, 0, 0]);
    await story.advance('2027-09-01T12:00:00Z');
    const { external_id } = await story.subscribe(plan);
    await story.advance('2027-09-02T12:00:00Z');
    await client.delete(`/subscriptions/${external_id}?on_termination_credit_note=offset`);
    const [, note] = await story.creditNotes();
    // 28 of 30 days of 93.00; 20.00 of it had been paid by the first note.
    expect(parts(note)).toEqual([1_380, 0, 7_300]);
    const invoices = await story.invoices();
    expect(invoices.map((invoice) => invoice.total_due_amount_cents)).toEqual([31_000, 0, 0, 0]);
  });

  test('a trial still running: all that was billed, though nothing of it for free days', async () => {
    const plan = await createPlan(client, { amount_cents: 9_300, pay_in_advance: true, trial_period: 10 });
    const story = await Story.begin(client, '2027-08-01T00:00:00Z');
    const { external_id } = await story.subscribe(plan);
    await story.advance('2027-08-05T00:00:00Z');
    await client.delete(`/subscriptions/${external_id}`);
    expect(await story.creditNotes()).toEqual([]);
  });

  test('an end that is scheduled gives back at its instant, however late time comes there', async () => {
    const plan = await createPlan(client, { amount_cents: 9_300, pay_in_advance: true });
    const story = await Story.begin(client, '2027-08-01T00:00:00Z', { timezone: 'America/Bogota' });
    await story.subscribe(plan, {
      ending_at: '2027-08-11T04:59:59Z',
      on_termination_credit_note: 'offset',
    });
    await story.advance('2027-12-01T00:00:00Z');
    const [note, ...others] = await story.creditNotes();
    // It begins on 31 July there: one day is billed, and it ends in the period after that, on 10 August.
    expect([note.issuing_date, parts(note), others]).toEqual(['2027-08-10', [0, 0, 6_300], []]);
    expect(
      (await story.listedInvoices()).map((invoice) => [invoice.issuing_date, invoice.total_amount_cents]),
    ).toEqual([
      ['2027-07-31', 300],
      ['2027-08-01', 9_300],
      ['2027-08-10', 0],
    ]);
  });
});

describe('the credit is taken by', () => {
  test('the closing invoice, which bills usage', async () => {
    const metric = await createMetric(client);
    const tax = await createTax(client);
    const plan = await createPlan(client, {
      amount_cents: 10_000,
      pay_in_advance: true,
      tax_codes: [tax.code],
      charges: [
        { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '50' } },
      ],
    });
    const story = await Story.begin(client, '2025-02-08T00:00:00Z');
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2025-02-10T00:00:00Z': {} });
    await story.advance('2025-02-21T00:00:00Z');
    await client.delete(`/subscriptions/${subscription.external_id}`);
    const [, closing] = await story.invoices();
    expect(closing).toMatchObject({
      fees_amount_cents: 5_000,
      taxes_amount_cents: 1_000,
      sub_total_including_taxes_amount_cents: 6_000,
      credit_notes_amount_cents: 3_000,
      total_amount_cents: 3_000,
      payment_status: 'pending',
    });
    const [note] = await story.creditNotes();
    expect(note).toMatchObject({
      total_amount_cents: 3_000,
      balance_amount_cents: 0,
      credit_status: 'consumed',
    });
    const [source] = await story.invoices();
    expect(closing.credits).toEqual([
      {
        svc_id: expect.any(String),
        amount_cents: 3_000,
        amount_currency: 'EUR',
        before_taxes: false,
        item: {
          svc_item_id: note.svc_id,
          type: 'credit_note',
          code: note.number,
          name: source.number,
          description: null,
        },
        invoice: { svc_id: closing.svc_id, payment_status: 'pending' },
      },
    ]);
    const [fee] = await server.pool.db.select().from(fees).where(eq(fees.invoiceId, closing.svc_id));
    expect(fee?.preciseCreditNotesAmountCents).toBe('3000.00000');
    expect(note.items[0]).toMatchObject({ amount_cents: 2_500, precise_amount_cents: '2500.0' });
    expect(note.items[0].fee.svc_id).toBe(source.fees[0].svc_id);
  });

  test('the invoice of an upgrade, whatever was to happen at an end: subscriptions.md §13.2', async () => {
    const tax = await createTax(client);
    const [small, big] = await Promise.all(
      [4_200, 10_500].map((amount_cents) =>
        createPlan(client, { amount_cents, pay_in_advance: true, tax_codes: [tax.code] }),
      ),
    );
    const story = await Story.begin(client, '2027-04-01T00:00:00Z');
    const { external_id } = await story.subscribe(small, { on_termination_credit_note: 'refund' });
    const [{ svc_id }] = await story.invoices();
    await pay(svc_id, 5_040);
    await story.advance('2027-04-21T12:00:00Z');
    await story.subscribe(big, { external_id });
    const [note] = await story.creditNotes();
    expect(note).toMatchObject({
      sub_total_excluding_taxes_amount_cents: 1_400,
      taxes_amount_cents: 280,
      total_amount_cents: 1_680,
      credit_amount_cents: 1_680,
      balance_amount_cents: 0,
      created_at: '2027-04-21T12:00:00Z',
    });
    const [, invoice] = await story.invoices();
    expect(invoice).toMatchObject({
      fees_amount_cents: 3_500,
      taxes_amount_cents: 700,
      credit_notes_amount_cents: 1_680,
      total_amount_cents: 2_520,
      created_at: '2027-04-21T12:00:01Z',
    });
  });

  test('an upgrade on the day of the start gives all of it back; another one in the period the rest', async () => {
    const plans = await Promise.all(
      [3_000, 6_000, 9_000].map((amount_cents) => createPlan(client, { amount_cents, pay_in_advance: true })),
    );
    const story = await Story.begin(client, '2027-04-11T08:00:00Z');
    const external_id = unique('s');
    await story.subscribe(plans[0], { external_id });
    await story.advance('2027-04-11T10:00:00Z');
    await story.subscribe(plans[1], { external_id });
    await story.advance('2027-04-21T10:00:00Z');
    await story.subscribe(plans[2], { external_id });
    expect((await story.creditNotes()).map(parts)).toEqual([
      [2_000, 0, 0],
      [2_000, 0, 0],
    ]);
    const totals = (await story.invoices()).map((invoice) => [
      invoice.fees_amount_cents,
      invoice.total_amount_cents,
    ]);
    expect(totals).toEqual([
      [2_000, 2_000],
      [4_000, 2_000],
      [3_000, 1_000],
    ]);
  });

  test('later invoices in their order, oldest note first: credit-notes.md §7 D', async () => {
    const story = await Story.begin(client, '2027-08-01T00:00:00Z');
    const [one, other, bill] = [
      await createPlan(client, { amount_cents: 7_750, pay_in_advance: true }),
      await createPlan(client, { amount_cents: 6_200, pay_in_advance: true }),
      await createPlan(client, { amount_cents: 5_200 }),
    ];
    const [first, second] = [await story.subscribe(one), await story.subscribe(other)];
    await story.subscribe(bill);
    await story.advance('2027-08-11T00:00:00Z');
    await client.delete(`/subscriptions/${second.external_id}`);
    await story.advance('2027-08-21T00:00:00Z');
    await client.delete(`/subscriptions/${first.external_id}`);
    await story.advance('2027-10-01T00:00:00Z');
    const billed = (await story.invoices()).filter((invoice) => invoice.credits.length > 0);
    const taken = billed.map((invoice) => [
      invoice.credits.map((credit: Resource) => credit.amount_cents),
      invoice.credit_notes_amount_cents,
      invoice.total_amount_cents,
      invoice.payment_status,
    ]);
    expect(taken).toEqual([
      [[4_000, 1_200], 5_200, 0, 'succeeded'],
      [[1_300], 1_300, 3_900, 'pending'],
    ]);
    const notes = await story.creditNotes();
    expect(
      notes.map((note) => [note.credit_amount_cents, note.balance_amount_cents, note.credit_status]),
    ).toEqual([
      [4_000, 0, 'consumed'],
      [2_500, 0, 'consumed'],
    ]);
  });

  test('nobody when it is in another currency', async () => {
    const { story } = await ended({ plan: 9_300, to: '2027-08-10' });
    const dollars = await createPlan(client, {
      amount_cents: 100,
      amount_currency: 'USD',
      pay_in_advance: true,
    });
    await story.subscribe(dollars);
    expect((await story.invoices()).at(-1)).toMatchObject({ credit_notes_amount_cents: 0, credits: [] });
    expect((await story.creditNotes())[0].balance_amount_cents).toBe(6_300);
  });
});

describe('a subscription that has to be paid for first', () => {
  const rules = { activation_rules: [{ type: 'payment', timeout_hours: 0 }] };
  const balance = async (story: Story) => {
    const [{ balance_amount_cents, credit_status }] = await story.creditNotes();
    return [balance_amount_cents, credit_status];
  };

  test('a subscription that has to be paid for first takes credit when it is opened, and gives it back when it is given up', async () => {
    const { story } = await ended({ plan: 9_300, to: '2027-08-10' });
    const plan = await createPlan(client, { amount_cents: 31_000, pay_in_advance: true });
    const requested = await story.subscribe(plan, rules);
    const [{ svc_invoice_id, due_amount_cents }] = requested.activation_rules;
    // 22 of 31 days, less 63.00.
    expect([requested.status, due_amount_cents]).toEqual(['incomplete', 15_700]);
    expect(await balance(story)).toEqual([0, 'consumed']);
    const failed = { invoice: { payment_status: 'failed' } };
    expect((await client.put(`/invoices/${svc_invoice_id}`, failed)).status).toBe(200);
    expect(await balance(story)).toEqual([6_300, 'available']);

    const again = await story.subscribe(plan, rules);
    await pay(again.activation_rules[0].svc_invoice_id, 15_700);
    const issued = (await story.invoices()).find((invoice) => invoice.total_amount_cents === 15_700);
    expect(issued).toMatchObject({
      credit_notes_amount_cents: 6_300,
      total_due_amount_cents: 0,
      payment_status: 'succeeded',
    });
    expect(await balance(story)).toEqual([0, 'consumed']);
  });

  test('a subscription that has to be paid for first ends a plan in advance that it follows when it is paid; what is left of that is credited then', async () => {
    const [small, big] = [
      await createPlan(client, { amount_cents: 9_300, pay_in_advance: true }),
      await createPlan(client, { amount_cents: 31_000, pay_in_advance: true }),
    ];
    const story = await Story.begin(client, '2027-08-01T00:00:00Z');
    const { external_id } = await story.subscribe(small);
    await story.advance('2027-08-11T12:00:00Z');
    const requested = await story.subscribe(big, { external_id, ...rules });
    expect(await story.creditNotes()).toEqual([]);
    await story.advance('2027-08-21T12:00:00Z');
    await pay(requested.activation_rules[0].svc_invoice_id, 21_000);
    const notes = await story.creditNotes();
    // The day on which it is paid is the next plan's: 11 of 31 days. Ten of its own 21 have passed.
    expect(notes.map((note) => [note.reason, note.credit_amount_cents, note.created_at])).toEqual([
      ['order_change', 10_000, '2027-08-21T12:00:00Z'],
      ['order_cancellation', 3_300, '2027-08-21T12:00:00Z'],
    ]);
  });
});

describe('of an invoice that waits for the end of its grace period', () => {
  /** 20 days of grace; 93.00 in advance and 20 % taxes, ended on 10 August after one call of 50.00. */
  async function draftCredited(mode: string) {
    const metric = await createMetric(client);
    const charge = {
      billable_metric_id: metric.svc_id,
      charge_model: 'standard',
      properties: { amount: '50' },
    };
    const plan = await createPlan(client, {
      amount_cents: 9_300,
      pay_in_advance: true,
      tax_codes: [(await createTax(client)).code],
      charges: [charge],
    });
    const grace = { billing_configuration: { invoice_grace_period: 20 } };
    const story = await Story.begin(client, '2027-08-01T00:00:00Z', grace);
    const subscription = await story.subscribe(plan);
    await story.use(subscription, metric, { '2027-08-02T00:00:00Z': {} });
    await story.advance('2027-08-10T12:00:00Z');
    await client.delete(`/subscriptions/${subscription.external_id}?on_termination_credit_note=${mode}`);
    return { story, plan };
  }

  const totals = async (story: Story) =>
    (await story.invoices()).map((invoice) => [
      invoice.status,
      invoice.credit_notes_amount_cents,
      invoice.total_offsetted_credit_note_amount_cents,
      invoice.total_amount_cents,
      invoice.total_due_amount_cents,
      invoice.payment_status,
    ]);

  test('the note waits too, follows its fee, and is taken by the closing invoice when that is final', async () => {
    const { story, plan } = await draftCredited('credit');
    expect(await story.creditNotes()).toEqual([]);
    const [draft] = await story.invoices();
    const refreshed = (await client.put(`/invoices/${draft.svc_id}/refresh`)).body.invoice;
    expect([refreshed.status, refreshed.total_amount_cents]).toEqual(['draft', 11_160]);
    expect((await client.put(`/plans/${plan.code}`, { plan: { amount_cents: 6_200 } })).status).toBe(200);
    await story.advance('2027-08-21T00:00:00Z');
    const [invoice] = await story.invoices();
    const [note] = await story.creditNotes();
    // 63.00 of 93.00 are 42.00 of 62.00.
    expect(note).toMatchObject({
      number: `${invoice.number}-CN001`,
      issuing_date: '2027-08-10',
      created_at: '2027-08-10T12:00:00Z',
      sub_total_excluding_taxes_amount_cents: 4_200,
      taxes_amount_cents: 840,
      credit_amount_cents: 5_040,
      balance_amount_cents: 5_040,
    });
    expect(note.items.map((item: Resource) => [item.amount_cents, item.fee.svc_id])).toEqual([
      [4_200, invoice.fees[0].svc_id],
    ]);
    expect(await messageTypesAbout(server, note.svc_id)).toEqual(['credit_note.created']);
    await story.advance('2027-09-01T00:00:00Z');
    expect(await totals(story)).toEqual([
      ['finalized', 0, 0, 7_440, 7_440, 'pending'],
      ['finalized', 5_040, 0, 960, 960, 'pending'],
    ]);
    expect((await story.creditNotes())[0]).toMatchObject({
      balance_amount_cents: 0,
      credit_status: 'consumed',
    });
  });

  test('an offset is taken off when its invoice is final; a fee of nothing leaves no note', async () => {
    const { story } = await draftCredited('offset');
    await story.advance('2027-09-01T00:00:00Z');
    expect(await totals(story)).toEqual([
      ['finalized', 0, 7_560, 11_160, 3_600, 'pending'],
      ['finalized', 0, 0, 6_000, 6_000, 'pending'],
    ]);
    const other = await draftCredited('offset');
    const free = { plan: { amount_cents: 0 } };
    expect((await client.put(`/plans/${other.plan.code}`, free)).status).toBe(200);
    await other.story.advance('2027-09-01T00:00:00Z');
    expect(await other.story.creditNotes()).toEqual([]);
    expect((await totals(other.story))[0]).toEqual(['finalized', 0, 0, 0, 0, 'succeeded']);
  });
});
