// Whole lives on a test clock, one a row, with every line of every invoice. The amounts are computed by hand from
// subscriptions.md, subscription-fee.md and fixed-charges-and-commitments.md. What a plan holds is named in its row:
// calls cost 1.00 each, seats are 2 at 31.00 a month and prorated, so that a day of one costs as much as a day of May's.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createMetric,
  createPlan,
  perCall,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { checkRepresentations } from '../support/representations.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { newMessages } from '../support/messages.js';
import { Story } from '../support/story.js';

type Members = Record<string, unknown>;

let server: TestServer;
let client: Client;
let calls: Resource;
let licences: Resource;
let seat: Resource;

beforeAll(async () => {
  server = await startTestServer();
  await checkRepresentations(server);
  client = await server.organization();
  calls = await createMetric(client, { code: 'calls' });
  licences = await createMetric(client, {
    code: 'licences',
    aggregation_type: 'sum_agg',
    field_name: 'licences',
    recurring: true,
  });
  seat = await createAddOn(client, { code: 'seat' });
});
afterAll(() => server.stop());

const IN_ADVANCE = { pay_in_advance: true };

interface PlanOf extends Members {
  readonly amount: number;
  readonly calls?: boolean;
  /** Members of a charge of 30.00 a licence. */
  readonly licences?: Members;
  /** Members of a fixed charge of two seats. */
  readonly seats?: Members;
}

async function planOf({
  amount,
  calls: hasCalls,
  licences: held,
  seats,
  ...over
}: PlanOf): Promise<Resource> {
  const charges = [
    ...(hasCalls === true ? [[calls, '1', {}] as const] : []),
    ...(held === undefined ? [] : [[licences, '30', held] as const]),
  ].map(([metric, price, members]) => perCall(metric, { properties: { amount: price }, ...members }));
  const fixed = { add_on_id: seat.svc_id, charge_model: 'standard', units: 2, properties: { amount: '31' }, prorated: true }; // prettier-ignore
  return createPlan(client, {
    amount_cents: amount,
    charges,
    fixed_charges: seats === undefined ? [] : [{ ...fixed, ...seats }],
    ...over,
  });
}

/** One external id through time. */
class Life {
  private constructor(
    readonly story: Story,
    private readonly externalId: string,
  ) {}

  static async begin(at: string, customer: Members): Promise<Life> {
    return new Life(await Story.begin(client, at, customer), unique('life'));
  }

  on(plan: Resource, over: Members = {}): Promise<Resource> {
    return this.story.subscribe(plan, { external_id: this.externalId, ...over });
  }

  use(metric: Resource, usage: Record<string, Members>): Promise<void> {
    return this.story.use({ external_id: this.externalId }, metric, usage);
  }

  async end(query = ''): Promise<void> {
    const { status, body } = await client.delete(`/subscriptions/${this.externalId}${query}`);
    if (status !== 200) throw new Error(`It was not ended: ${JSON.stringify(body)}`);
  }

  async pay(amount_cents: number): Promise<void> {
    const [{ svc_id: invoice_id }] = await this.story.invoices();
    const { status } = await client.post('/payments', {
      payment: { invoice_id, amount_cents, reference: 'cheque' },
    });
    expect(status).toBe(200);
  }
}

type Plans = readonly Resource[];
type Act = (life: Life, plans: Plans) => Promise<unknown>;

const on =
  (plan: number, over: Members = {}): Act =>
  (life, plans) =>
    life.on(plans[plan], over);
const used =
  (...days: string[]): Act =>
  (life) =>
    life.use(calls, Object.fromEntries(days.map((day) => [day, {}])));
const end =
  (query = ''): Act =>
  (life) =>
    life.end(query);
const pay =
  (cents: number): Act =>
  (life) =>
    life.pay(cents);

interface Row {
  readonly why: string;
  readonly customer?: Members;
  readonly plans: readonly PlanOf[];
  readonly acts: readonly (readonly [at: string, ...acts: Act[]])[];
  readonly until?: string;
  /** The webhook messages of each act, then those until the end, in their order. */
  readonly messages: readonly string[];
  readonly billed: readonly (readonly string[])[];
  /** Credit, refund and offset of each credit note. */
  readonly credited?: readonly (readonly [date: string, credit: number, refund: number, offset: number])[];
}

/** The shortest form of an instant: the date alone for a midnight or the last second before one. */
const shortly = (at: string | null): string =>
  at === null
    ? ''
    : at
        .replace(/T00:00:00Z$|T23:59:59Z$/, '')
        .replace(/:00Z$/, '')
        .replace(/^2027-/, '');

/** `date reasons total`, then a line for each fee: `type units = cents, from to`. */
function lines(invoice: Resource): string[] {
  const reasons = invoice.billing_periods.map(({ invoicing_reason }: Resource) =>
    invoicing_reason.replace('subscription_', ''),
  );
  const fees = invoice.fees.map(({ item, units, amount_cents, from_date, to_date }: Resource) =>
    `${item.type === 'charge' ? item.code : item.type} ${Number(units)} = ${amount_cents}, ${shortly(from_date)} ${shortly(to_date)}`.trim(),
  );
  return [`${shortly(invoice.issuing_date)} ${reasons.join(' ')} ${invoice.total_amount_cents}`, ...fees];
}

/** @returns the story, and the webhook messages that each step queued. */
async function live({
  customer = {},
  plans,
  acts,
  until,
}: Row): Promise<{ story: Story; messages: string[] }> {
  const [[start]] = acts as [readonly [string]];
  const made: Resource[] = [];
  for (const plan of plans) made.push(await planOf(plan));
  const life = await Life.begin(start, customer);
  const messages: string[] = [];
  const since = await newMessages(server, client);
  for (const [at, ...done] of acts) {
    if (at !== start) await life.story.advance(at);
    for (const act of done) await act(life, made);
    messages.push((await since()).join(' '));
  }
  if (until !== undefined) {
    await life.story.advance(until);
    messages.push((await since()).join(' '));
  }
  return { story: life.story, messages };
}

const tried = (over: Members): PlanOf => ({ amount: 6_200, trial_period: 12, calls: true, ...over });
const TRIAL_BEGINS = ['2027-05-05T08:00:00Z', on(0), used('2027-05-06T00:00:00Z')] as const;
const JUNE = '2027-06-01T00:00:00Z';
const CALLS_OF_MAY = 'calls 1 = 100, 05-05T08:00 05-31';

const TRIALS: Row[] = [
  {
    why: 'in advance: the plan from the end of the trial',
    plans: [tried(IN_ADVANCE)],
    acts: [TRIAL_BEGINS],
    until: JUNE,
    messages: [
      'customer.updated subscription.started',
      'invoice.created subscription.trial_ended invoice.payment_overdue invoice.created',
    ],
    billed: [
      ['05-17 starting 3000', 'subscription 1 = 3000, 05-05 05-31'],
      ['06-01 periodic 6300', 'subscription 1 = 6200, 06-01 06-30', CALLS_OF_MAY],
    ],
  },
  {
    why: 'in advance, seats too: these at once, by themselves, and not again when the trial ends',
    plans: [tried({ ...IN_ADVANCE, seats: IN_ADVANCE })],
    acts: [TRIAL_BEGINS],
    until: JUNE,
    messages: [
      'customer.updated subscription.started invoice.created',
      'invoice.payment_overdue invoice.created subscription.trial_ended invoice.payment_overdue invoice.created',
    ],
    billed: [
      ['05-05 in_advance_charge 5400', 'fixed_charge 2 = 5400, 05-05T08:00 05-31'],
      ['05-17 starting 3000', 'subscription 1 = 3000, 05-05 05-31'],
      [
        '06-01 periodic 12500',
        'subscription 1 = 6200, 06-01 06-30',
        CALLS_OF_MAY,
        'fixed_charge 2 = 6200, 06-01 06-30',
      ],
    ],
  },
  {
    why: 'in advance, seats in arrears: these with the period, all of its days',
    plans: [tried({ ...IN_ADVANCE, seats: {} })],
    acts: [TRIAL_BEGINS],
    until: JUNE,
    messages: [
      'customer.updated subscription.started',
      'invoice.created subscription.trial_ended invoice.payment_overdue invoice.created',
    ],
    billed: [
      ['05-17 starting 3000', 'subscription 1 = 3000, 05-05 05-31'],
      [
        '06-01 periodic 11700',
        'subscription 1 = 6200, 06-01 06-30',
        CALLS_OF_MAY,
        'fixed_charge 2 = 5400, 05-05T08:00 05-31',
      ],
    ],
  },
  {
    why: 'in arrears: the days after the trial with the period',
    plans: [tried({})],
    acts: [TRIAL_BEGINS],
    until: JUNE,
    messages: ['customer.updated subscription.started', 'subscription.trial_ended invoice.created'],
    billed: [['06-01 periodic 3100', 'subscription 1 = 3000, 05-05 05-31', CALLS_OF_MAY]],
  },
  {
    why: 'in arrears, seats in advance',
    plans: [tried({ seats: IN_ADVANCE })],
    acts: [TRIAL_BEGINS],
    until: JUNE,
    messages: [
      'customer.updated subscription.started invoice.created',
      'invoice.payment_overdue subscription.trial_ended invoice.created',
    ],
    billed: [
      ['05-05 in_advance_charge 5400', 'fixed_charge 2 = 5400, 05-05T08:00 05-31'],
      [
        '06-01 periodic 9300',
        'subscription 1 = 3000, 05-05 05-31',
        CALLS_OF_MAY,
        'fixed_charge 2 = 6200, 06-01 06-30',
      ],
    ],
  },
  {
    why: 'in arrears, seats too',
    plans: [tried({ seats: {} })],
    acts: [TRIAL_BEGINS],
    until: JUNE,
    messages: ['customer.updated subscription.started', 'subscription.trial_ended invoice.created'],
    billed: [
      [
        '06-01 periodic 8500',
        'subscription 1 = 3000, 05-05 05-31',
        CALLS_OF_MAY,
        'fixed_charge 2 = 5400, 05-05T08:00 05-31',
      ],
    ],
  },
  {
    why: 'by the anniversary, in advance: the whole period but for its free days',
    plans: [tried({ ...IN_ADVANCE, trial_period: 31 })],
    acts: [['2027-05-05T08:00:00Z', on(0, { billing_time: 'anniversary' })]],
    until: '2027-07-05T00:00:00Z',
    // 5 June is a billing day and that of the end of the trial, at eight: the day begins with its bill.
    messages: [
      'customer.updated subscription.started',
      'invoice.created subscription.trial_ended invoice.payment_overdue invoice.created',
    ],
    billed: [
      ['06-05 periodic 6200', 'subscription 1 = 6200, 06-05 07-04'],
      ['07-05 periodic 6200', 'subscription 1 = 6200, 07-05 08-04'],
    ],
  },
  {
    why: 'ended after the trial, in arrears: from its end',
    plans: [tried({ trial_period: 10 })],
    acts: [TRIAL_BEGINS, ['2027-05-20T12:00:00Z', end()]],
    // 15 May 08:00 to 20 May 12:00 are six days begun
    messages: [
      'customer.updated subscription.started',
      'subscription.trial_ended subscription.terminated invoice.created',
    ],
    billed: [
      [
        '05-20 terminating 1300',
        'subscription 1 = 1200, 05-05 05-20T12:00',
        'calls 1 = 100, 05-05T08:00 05-20T12:00',
      ],
    ],
  },
  {
    why: 'backdated within the trial, in advance: from the end of the trial',
    plans: [{ amount: 6_200, ...IN_ADVANCE, trial_period: 12 }],
    acts: [['2027-05-10T00:00:00Z', on(0, { subscription_at: '2027-05-05T08:00:00Z' })]],
    until: JUNE,
    messages: [
      'customer.updated subscription.started',
      'invoice.created subscription.trial_ended invoice.payment_overdue invoice.created',
    ],
    billed: [
      ['05-17 starting 3000', 'subscription 1 = 3000, 05-05 05-31'],
      ['06-01 periodic 6200', 'subscription 1 = 6200, 06-01 06-30'],
    ],
  },
];

const CHANGES: Row[] = [
  {
    why: 'an upgrade in advance: usage and seats of the old plan, the rest of the period of the new one, less what is given back',
    plans: [
      { amount: 4_200, ...IN_ADVANCE, calls: true, seats: { properties: { amount: '30' } } },
      { amount: 10_500, ...IN_ADVANCE, calls: true, seats: { ...IN_ADVANCE, code: 'new', properties: { amount: '30' } } },
    ],
    acts: [
      ['2027-04-01T00:00:00Z', on(0), used('2027-04-10T00:00:00Z', '2027-04-21T12:00:00Z', '2027-04-21T12:00:01Z')],
      ['2027-04-21T12:00:00Z', on(1)],
    ],
    until: '2027-05-01T00:00:00Z',
    messages: ['customer.updated subscription.started invoice.created', 'invoice.payment_overdue subscription.terminated credit_note.created subscription.started invoice.created', 'invoice.payment_overdue invoice.created'],
    billed: [
      ['04-01 starting 4200', 'subscription 1 = 4200, 04-01 04-30'],
      // 20 of 30 days of two seats; 10 of the new plan and its seats; 10 of the old plan are given back: 14.00
      [
        '04-21 terminating starting 8300',
        'calls 2 = 200, 04-01 04-21T12:00',
        'fixed_charge 2 = 4000, 04-01 04-21T12:00',
        'subscription 1 = 3500, 04-21 04-30',
        'fixed_charge 2 = 2000, 04-21T12:00 04-30',
      ],
      [
        '05-01 periodic 16600',
        'subscription 1 = 10500, 05-01 05-31',
        'calls 1 = 100, 04-21T12:00 04-30',
        'fixed_charge 2 = 6000, 05-01 05-31',
      ],
    ],
    credited: [['2027-04-21', 1_400, 0, 0]],
  },
  {
    why: 'an upgrade in arrears to one with a trial that is not over: the old plan alone',
    plans: [{ amount: 3_000 }, { amount: 6_000, ...IN_ADVANCE, trial_period: 20 }],
    acts: [
      ['2027-04-01T00:00:00Z', on(0)],
      ['2027-04-11T12:00:00Z', on(1)],
    ],
    until: '2027-05-01T00:00:00Z',
    messages: ['customer.updated subscription.started', 'subscription.terminated subscription.started invoice.created', 'invoice.payment_overdue invoice.created subscription.trial_ended invoice.payment_overdue invoice.created'],
    billed: [
      ['04-11 terminating 1000', 'subscription 1 = 1000, 04-01 04-11T12:00'],
      ['04-21 starting 2000', 'subscription 1 = 2000, 04-11 04-30'],
      ['05-01 periodic 6000', 'subscription 1 = 6000, 05-01 05-31'],
    ],
  },
  {
    why: 'another purchase order: an invoice for each',
    plans: [{ amount: 3_000 }, { amount: 6_000, ...IN_ADVANCE }],
    acts: [
      ['2027-04-01T00:00:00Z', on(0, { purchase_order_number: 'PO 1' })],
      ['2027-04-11T12:00:00Z', on(1, { purchase_order_number: 'PO 2' })],
    ],
    messages: ['customer.updated subscription.started', 'subscription.terminated subscription.started invoice.created invoice.created'],
    billed: [
      ['04-11 terminating 1000', 'subscription 1 = 1000, 04-01 04-11T12:00'],
      ['04-11 starting 4000', 'subscription 1 = 4000, 04-11 04-30'],
    ],
  },
  {
    why: 'licences that last are billed by the days until the day before, and from that day by the new plan',
    plans: [
      { amount: 0, licences: { prorated: true } },
      { amount: 0, licences: { prorated: true } },
    ],
    acts: [
      ['2027-03-31T00:00:00Z', on(0), (life) => life.use(licences, { '2027-03-31T00:00:00Z': { licences: 3 } })],
      ['2027-04-21T12:00:00Z', on(1)],
    ],
    until: '2027-05-01T00:00:00Z',
    messages: ['customer.updated subscription.started', 'invoice.created invoice.payment_overdue subscription.terminated subscription.started invoice.created', 'invoice.payment_overdue invoice.created'],
    billed: [
      ['04-01 periodic 290', 'subscription 1 = 0, 03-31 03-31', 'licences 3 = 290, 03-31 03-31'],
      ['04-21 terminating 6000', 'subscription 1 = 0, 04-01 04-21T12:00', 'licences 3 = 6000, 04-01 04-21T12:00'],
      ['05-01 periodic 3000', 'subscription 1 = 0, 04-21 04-30', 'licences 3 = 3000, 04-21T12:00 04-30'],
    ],
  },
  {
    why: 'whole licences that only the old plan charges are billed by it',
    plans: [{ amount: 0, licences: {} }, { amount: 0, calls: true }],
    acts: [
      ['2027-04-01T00:00:00Z', on(0), (life) => life.use(licences, { '2027-04-01T00:00:00Z': { licences: 3 } })],
      ['2027-04-21T12:00:00Z', on(1)],
    ],
    messages: ['customer.updated subscription.started', 'subscription.terminated subscription.started invoice.created'],
    billed: [
      ['04-21 terminating 9000', 'subscription 1 = 0, 04-01 04-21T12:00', 'licences 3 = 9000, 04-01 04-21T12:00'],
    ],
  },
  {
    why: 'a downgrade from in advance to in arrears: the closed month of the one, nothing of the other but its seats',
    plans: [
      { amount: 9_000, ...IN_ADVANCE, calls: true, seats: {} },
      { amount: 3_000, calls: true, seats: { ...IN_ADVANCE, code: 'new' } },
    ],
    acts: [
      ['2027-05-01T00:00:00Z', on(0), used('2027-05-10T00:00:00Z', '2027-06-01T00:00:00Z')],
      ['2027-05-20T12:00:00Z', on(1)],
    ],
    until: '2027-07-01T00:00:00Z',
    messages: ['customer.updated subscription.started invoice.created', 'invoice.payment_overdue subscription.updated', 'subscription.terminated subscription.started invoice.created invoice.payment_overdue invoice.created'],
    billed: [
      ['05-01 starting 9000', 'subscription 1 = 9000, 05-01 05-31'],
      [
        '06-01 terminating starting 12500',
        'calls 1 = 100, 05-01 05-31',
        'fixed_charge 2 = 6200, 05-01 05-31',
        'fixed_charge 2 = 6200, 06-01 06-30',
      ],
      [
        '07-01 periodic 9300',
        'subscription 1 = 3000, 06-01 06-30',
        'calls 1 = 100, 06-01 06-30',
        'fixed_charge 2 = 6200, 07-01 07-31',
      ],
    ],
  },
  {
    why: 'a downgrade to a longer interval: its first period is what is left of the calendar year',
    plans: [
      { amount: 9_000 },
      { amount: 36_500, interval: 'yearly', ...IN_ADVANCE },
    ],
    acts: [
      ['2027-06-10T00:00:00Z', on(0, { subscription_at: '2027-06-01T00:00:00Z' })],
      ['2027-06-20T00:00:00Z', on(1)],
    ],
    until: '2028-01-01T00:00:00Z',
    messages: ['customer.updated subscription.started', 'subscription.updated', 'subscription.terminated subscription.started invoice.created invoice.payment_overdue invoice.created'],
    billed: [
      // 184 of 365 days
      [
        '07-01 terminating starting 27400',
        'subscription 1 = 9000, 06-01 06-30',
        'subscription 1 = 18400, 07-01 12-31',
      ],
      ['2028-01-01 periodic 36500', 'subscription 1 = 36500, 2028-01-01 2028-12-31'],
    ],
  },
  {
    why: 'a downgrade of a year whose usage is billed by the month waits for the end of the year',
    plans: [
      { amount: 36_500, interval: 'yearly', calls: true, bill_charges_monthly: true },
      { amount: 3_000, calls: true },
    ],
    acts: [
      ['2027-10-01T00:00:00Z', on(0), used('2027-10-05T00:00:00Z', '2027-11-05T00:00:00Z', '2027-12-05T00:00:00Z')],
      ['2027-10-20T00:00:00Z', on(1)],
    ],
    until: '2028-02-01T00:00:00Z',
    messages: ['customer.updated subscription.started', 'subscription.updated', 'invoice.created invoice.payment_overdue invoice.created invoice.payment_overdue subscription.terminated subscription.started invoice.created invoice.payment_overdue invoice.created'],
    billed: [
      ['11-01 periodic 100', 'calls 1 = 100, 10-01 10-31'],
      ['12-01 periodic 100', 'calls 1 = 100, 11-01 11-30'],
      // 92 of 365 days
      ['2028-01-01 terminating 9300', 'subscription 1 = 9200, 10-01 12-31', 'calls 1 = 100, 12-01 12-31'],
      ['2028-02-01 periodic 3000', 'subscription 1 = 3000, 2028-01-01 2028-01-31'],
    ],
  },
  {
    why: 'upgraded, upgraded, put on a cheaper one for later, and upgraded instead: each for its days',
    plans: [{ amount: 3_000, calls: true }, { amount: 6_000, calls: true }, { amount: 9_000, calls: true }, { amount: 12_000, calls: true }],
    acts: [
      ['2027-04-01T00:00:00Z', on(0), used('2027-04-05T00:00:00Z', '2027-04-15T00:00:00Z', '2027-04-26T00:00:00Z', '2027-04-30T00:00:00Z')],
      ['2027-04-11T12:00:00Z', on(1)],
      ['2027-04-21T12:00:00Z', on(2)],
      ['2027-04-25T12:00:00Z', on(0)],
      ['2027-04-28T12:00:00Z', on(3)],
    ],
    until: '2027-05-01T00:00:00Z',
    messages: ['customer.updated subscription.started', 'subscription.terminated subscription.started invoice.created', 'invoice.payment_overdue subscription.terminated subscription.started invoice.created', 'invoice.payment_overdue subscription.updated', 'subscription.terminated subscription.started invoice.created', 'invoice.payment_overdue invoice.created'],
    billed: [
      ['04-11 terminating 1100', 'subscription 1 = 1000, 04-01 04-11T12:00', 'calls 1 = 100, 04-01 04-11T12:00'],
      ['04-21 terminating 2100', 'subscription 1 = 2000, 04-11 04-21T12:00', 'calls 1 = 100, 04-11T12:00 04-21T12:00'],
      ['04-28 terminating 2200', 'subscription 1 = 2100, 04-21 04-28T12:00', 'calls 1 = 100, 04-21T12:00 04-28T12:00'],
      ['05-01 periodic 1300', 'subscription 1 = 1200, 04-28 04-30', 'calls 1 = 100, 04-28T12:00 04-30'],
    ],
  },
  {
    why: 'an upgrade between anniversaries: both plans for their days of the period of the anchor',
    plans: [{ amount: 2_800 }, { amount: 5_600, ...IN_ADVANCE }],
    acts: [
      ['2027-02-10T00:00:00Z', on(0, { billing_time: 'anniversary' })],
      ['2027-02-24T12:00:00Z', on(1)],
    ],
    until: '2027-03-10T00:00:00Z',
    messages: ['customer.updated subscription.started', 'subscription.terminated subscription.started invoice.created', 'invoice.payment_overdue invoice.created'],
    billed: [
      ['02-24 terminating starting 4200', 'subscription 1 = 1400, 02-10 02-24T12:00', 'subscription 1 = 2800, 02-24 03-09'],
      ['03-10 periodic 5600', 'subscription 1 = 5600, 03-10 04-09'],
    ],
  },
  {
    why: 'an upgrade at the first instant of a month that was billed, in arrears: nothing of the old plan',
    plans: [{ amount: 3_000 }, { amount: 6_000 }],
    acts: [
      ['2027-04-01T00:00:00Z', on(0)],
      ['2027-05-01T00:00:00Z', on(1)],
    ],
    until: JUNE,
    messages: ['customer.updated subscription.started', 'invoice.created subscription.terminated subscription.started invoice.created', 'invoice.payment_overdue invoice.created'],
    billed: [
      ['05-01 periodic 3000', 'subscription 1 = 3000, 04-01 04-30'],
      ['05-01 terminating 0', 'subscription 1 = 0, 05-01 05-01'],
      ['06-01 periodic 6000', 'subscription 1 = 6000, 05-01 05-31'],
    ],
  },
  {
    why: 'the same in advance: all of the month is given back',
    plans: [{ amount: 3_000, ...IN_ADVANCE }, { amount: 6_000, ...IN_ADVANCE }],
    acts: [
      ['2027-04-01T00:00:00Z', on(0)],
      ['2027-05-01T00:00:00Z', on(1)],
    ],
    until: JUNE,
    messages: ['customer.updated subscription.started invoice.created', 'invoice.payment_overdue invoice.created subscription.terminated credit_note.created subscription.started invoice.created', 'invoice.payment_overdue invoice.payment_overdue invoice.created'],
    billed: [
      ['04-01 starting 3000', 'subscription 1 = 3000, 04-01 04-30'],
      ['05-01 periodic 3000', 'subscription 1 = 3000, 05-01 05-31'],
      ['05-01 terminating starting 3000', 'subscription 1 = 6000, 05-01 05-31'],
      ['06-01 periodic 6000', 'subscription 1 = 6000, 06-01 06-30'],
    ],
    credited: [['2027-05-01', 3_000, 0, 0]],
  },
  {
    why: 'one that awaits its start, put on another plan twice: the last one counts',
    plans: [{ amount: 3_000, ...IN_ADVANCE }, { amount: 6_000, ...IN_ADVANCE }, { amount: 1_500, ...IN_ADVANCE }],
    acts: [
      ['2027-04-01T00:00:00Z', on(0, { subscription_at: '2027-04-11T06:00:00Z' }), on(1), on(2)],
    ],
    until: '2027-05-01T00:00:00Z',
    messages: ['customer.updated subscription.updated subscription.updated', 'subscription.started invoice.created invoice.payment_overdue invoice.created'],
    billed: [
      ['04-11 starting 1000', 'subscription 1 = 1000, 04-11 04-30'],
      ['05-01 periodic 1500', 'subscription 1 = 1500, 05-01 05-31'],
    ],
  },
]; // prettier-ignore

const AUGUST: PlanOf = { amount: 9_300, ...IN_ADVANCE, calls: true, seats: {} };
const STARTED = ['08-01 starting 9300', 'subscription 1 = 9300, 08-01 08-31'];
const CLOSING = ['calls 1 = 100, 08-01 08-10T12:00', 'fixed_charge 2 = 2000, 08-01 08-10T12:00'];

/** 93.00 in advance, of which 50.00 are paid, ended after ten of 31 days. subscriptions.md §7, §13.4. */
function ended(creditNote: string, invoice: string, note: number[] | null): Row {
  // What is given back as credit pays the closing invoice.
  const total = Math.max(2_100 - (note?.[0] ?? 0), 0);
  const atTheEnd = [
    'invoice.payment_overdue subscription.terminated',
    ...(note === null ? [] : ['credit_note.created']),
    ...(creditNote === 'offset' ? ['invoice.payment_status_updated'] : []),
    ...(invoice === 'skip' ? [] : ['invoice.created']),
  ];
  return {
    why: `credit note ${creditNote}, invoice ${invoice}`,
    plans: [AUGUST],
    acts: [
      ['2027-08-01T00:00:00Z', on(0), pay(5_000), used('2027-08-05T00:00:00Z')],
      [
        '2027-08-10T12:00:00Z',
        end(`?on_termination_credit_note=${creditNote}&on_termination_invoice=${invoice}`),
      ],
    ],
    until: '2027-10-01T00:00:00Z',
    messages: [
      'customer.updated subscription.started invoice.created payment_receipt.created',
      atTheEnd.join(' '),
      invoice === 'generate' && total > 0 ? 'invoice.payment_overdue' : '',
    ],
    billed: invoice === 'skip' ? [STARTED] : [STARTED, [`08-10 terminating ${total}`, ...CLOSING]],
    credited: note === null ? [] : [['2027-08-10', ...(note as [number, number, number])]],
  };
}

const ENDS: Row[] = [
  ended('credit', 'generate', [6_300, 0, 0]),
  ended('credit', 'skip', [6_300, 0, 0]),
  ended('refund', 'generate', [4_300, 2_000, 0]),
  ended('refund', 'skip', [4_300, 2_000, 0]),
  ended('offset', 'generate', [0, 2_000, 4_300]),
  ended('offset', 'skip', [0, 2_000, 4_300]),
  ended('skip', 'generate', null),
  ended('skip', 'skip', null),
  {
    why: 'in arrears: the days and all else, whatever the credit mode',
    plans: [{ ...AUGUST, pay_in_advance: false }],
    acts: [
      ['2027-08-01T00:00:00Z', on(0), used('2027-08-05T00:00:00Z')],
      ['2027-08-10T12:00:00Z', end('?on_termination_credit_note=refund')],
    ],
    messages: ['customer.updated subscription.started', 'subscription.terminated invoice.created'],
    billed: [['08-10 terminating 5100', 'subscription 1 = 3000, 08-01 08-10T12:00', ...CLOSING]],
  },
  {
    why: 'in arrears, without invoice: nothing',
    plans: [{ ...AUGUST, pay_in_advance: false }],
    acts: [
      ['2027-08-01T00:00:00Z', on(0), used('2027-08-05T00:00:00Z')],
      ['2027-08-10T12:00:00Z', end('?on_termination_invoice=skip')],
    ],
    until: '2027-10-01T00:00:00Z',
    messages: ['customer.updated subscription.started', 'subscription.terminated', ''],
    billed: [],
  },
  {
    messages: ['customer.updated subscription.started', 'invoice.created subscription.terminated invoice.created'],
    why: 'in arrears, on a billing day that was billed: that day',
    plans: [{ amount: 3_100, calls: true }],
    acts: [
      ['2027-09-10T00:00:00Z', on(0), used('2027-09-20T00:00:00Z', '2027-10-01T08:00:00Z')],
      ['2027-10-01T09:00:00Z', end()],
    ],
    billed: [
      // 21 of 30 days
      ['10-01 periodic 2270', 'subscription 1 = 2170, 09-10 09-30', 'calls 1 = 100, 09-10 09-30'],
      ['10-01 terminating 200', 'subscription 1 = 100, 10-01 10-01T09:00', 'calls 1 = 100, 10-01 10-01T09:00'],
    ],
  },
  {
    messages: ['customer.updated subscription.started invoice.created', 'invoice.payment_overdue invoice.created subscription.terminated credit_note.created invoice.created'],
    why: 'in advance, on a billing day that was billed: all of it but the day is given back',
    plans: [{ amount: 3_100, ...IN_ADVANCE }],
    acts: [
      ['2027-09-21T00:00:00Z', on(0)],
      ['2027-10-01T09:00:00Z', end()],
    ],
    billed: [
      // 10 of 30 days
      ['09-21 starting 1033', 'subscription 1 = 1033, 09-21 09-30'],
      ['10-01 periodic 3100', 'subscription 1 = 3100, 10-01 10-31'],
      ['10-01 terminating 0'],
    ],
    credited: [['2027-10-01', 3_000, 0, 0]],
  },
  {
    why: 'in advance, scheduled for a billing day: neither fee nor credit, the usage of the closed month and of that day',
    plans: [{ amount: 3_000, ...IN_ADVANCE, calls: true, seats: {} }],
    acts: [
      [
        '2027-05-01T00:00:00Z',
        on(0, { ending_at: '2027-06-01T00:00:00Z' }),
        used('2027-05-20T00:00:00Z', '2027-06-01T00:00:00Z'),
      ],
    ],
    until: '2027-08-01T00:00:00Z',
    messages: ['customer.updated subscription.started invoice.created', 'invoice.payment_overdue subscription.termination_alert subscription.terminated invoice.created invoice.payment_overdue'],
    billed: [
      ['05-01 starting 3000', 'subscription 1 = 3000, 05-01 05-31'],
      [
        '06-01 terminating terminating 6400',
        'calls 1 = 100, 05-01 05-31',
        'fixed_charge 2 = 6200, 05-01 05-31',
        'calls 1 = 100, 06-01 06-01',
      ],
    ],
  },
]; // prettier-ignore

const STARTS: Row[] = [
  {
    why: 'backdated: usage counts from the period in progress on, that of closed ones never; seats in advance from the next',
    plans: [{ amount: 5_000, calls: true, seats: IN_ADVANCE }],
    acts: [
      [
        '2027-07-20T10:00:00Z',
        on(0, { subscription_at: '2027-05-05T09:00:00Z' }),
        used('2027-06-10T00:00:00Z', '2027-07-05T00:00:00Z', '2027-07-25T00:00:00Z'),
      ],
    ],
    until: '2027-08-01T00:00:00Z',
    messages: ['customer.updated subscription.started', 'invoice.created'],
    billed: [
      [
        '08-01 periodic 11400',
        'subscription 1 = 5000, 07-01 07-31',
        'calls 2 = 200, 07-01 07-31',
        'fixed_charge 2 = 6200, 08-01 08-31',
      ],
    ],
  },
  {
    messages: ['customer.updated subscription.started', 'subscription.terminated invoice.created'],
    why: 'backdated, and ended before it is billed: from the start of the period in progress',
    plans: [{ amount: 3_100 }],
    acts: [
      ['2027-07-20T10:00:00Z', on(0, { subscription_at: '2027-05-05T09:00:00Z' })],
      ['2027-07-21T10:00:00Z', end()],
    ],
    billed: [['07-21 terminating 2100', 'subscription 1 = 2100, 07-01 07-21T10:00']],
  },
  {
    why: 'begun and ended on one day, in arrears: that day',
    plans: [{ amount: 3_000, calls: true }],
    acts: [
      ['2027-09-12T09:00:00Z', on(0), used('2027-09-12T08:59:59Z', '2027-09-12T09:00:00Z', '2027-09-12T15:00:00Z')],
      ['2027-09-12T15:00:00Z', end()],
    ],
    messages: ['customer.updated subscription.started', 'subscription.terminated invoice.created'],
    billed: [
      [
        '09-12 terminating 300',
        'subscription 1 = 100, 09-12 09-12T15:00',
        'calls 2 = 200, 09-12T09:00 09-12T15:00',
      ],
    ],
  },
  {
    why: 'begun and ended on one day, in advance: all but the day is given back',
    plans: [{ amount: 7_500, ...IN_ADVANCE }],
    acts: [
      ['2027-09-12T09:00:00Z', on(0)],
      ['2027-09-12T15:00:00Z', end()],
    ],
    messages: ['customer.updated subscription.started invoice.created', 'subscription.terminated credit_note.created invoice.created'],
    billed: [['09-12 starting 4750', 'subscription 1 = 4750, 09-12 09-30'], ['09-12 terminating 0']],
    credited: [['2027-09-12', 4_500, 0, 0]],
  },
  {
    why: 'begun, upgraded and ended on one day, in arrears: nothing of the first plan, the day of the second',
    plans: [{ amount: 3_000 }, { amount: 6_000 }],
    acts: [
      ['2027-09-12T09:00:00Z', on(0)],
      ['2027-09-12T12:00:00Z', on(1)],
      ['2027-09-12T15:00:00Z', end()],
    ],
    messages: ['customer.updated subscription.started', 'subscription.terminated subscription.started invoice.created', 'subscription.terminated invoice.created'],
    billed: [
      ['09-12 terminating 0', 'subscription 1 = 0, 09-12 09-12T12:00'],
      ['09-12 terminating 200', 'subscription 1 = 200, 09-12 09-12T15:00'],
    ],
  },
  {
    messages: ['customer.updated subscription.started', 'subscription.terminated invoice.created', 'invoice.payment_overdue subscription.started', 'invoice.created'],
    why: 'an external id used again, for a time that was billed: from the end of the closing invoice',
    plans: [{ amount: 3_000, calls: true }],
    acts: [
      [
        '2027-04-01T00:00:00Z',
        on(0),
        used('2027-04-06T00:00:00Z', '2027-04-10T12:00:00Z', '2027-04-11T00:00:00Z'),
      ],
      ['2027-04-10T12:00:00Z', end()],
      ['2027-04-12T00:00:00Z', on(0, { subscription_at: '2027-04-05T00:00:00Z' })],
    ],
    until: '2027-05-01T00:00:00Z',
    billed: [
      ['04-10 terminating 1200', 'subscription 1 = 1000, 04-01 04-10T12:00', 'calls 2 = 200, 04-01 04-10T12:00'],
      // The fee counts whole days, from the one after the end on; usage counts from its instant.
      ['05-01 periodic 2100', 'subscription 1 = 2000, 04-11 04-30', 'calls 1 = 100, 04-10T12:00 04-30'],
    ],
  },
  {
    why: 'an external id used again after an end without invoice: from when it says',
    plans: [{ amount: 3_000, calls: true }],
    acts: [
      ['2027-04-01T00:00:00Z', on(0), used('2027-04-06T00:00:00Z')],
      ['2027-04-10T12:00:00Z', end('?on_termination_invoice=skip')],
      ['2027-04-12T00:00:00Z', on(0, { subscription_at: '2027-04-05T00:00:00Z' })],
    ],
    until: '2027-05-01T00:00:00Z',
    messages: ['customer.updated subscription.started', 'subscription.terminated', 'subscription.started', 'invoice.created'],
    billed: [
      ['05-01 periodic 2700', 'subscription 1 = 2600, 04-05 04-30', 'calls 1 = 100, 04-05 04-30'],
    ],
  },
]; // prettier-ignore

describe.each<[string, Row[]]>([
  ['a free trial', TRIALS],
  ['a change of plan', CHANGES],
  ['an end', ENDS],
  ['a start', STARTS],
])('%s', (_, rows) => {
  test.each(rows)('$why', async (row) => {
    const { story, messages } = await live(row);
    expect(messages).toEqual(row.messages);
    const invoices = (await story.invoices()).toSorted(
      (one, other) => one.sequential_id - other.sequential_id,
    );
    expect(invoices.map(lines)).toEqual(row.billed);
    const notes = (await story.creditNotes()).map((note) => [
      note.issuing_date,
      note.credit_amount_cents,
      note.refund_amount_cents,
      note.offset_amount_cents,
    ]);
    expect(notes).toEqual(row.credited ?? []);
  });
});
