// Wallets through time: what pays invoices, what is given back, what expires: wallets.md §4, §6, §8.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { payFor, settleFor } from '../support/activation.js';
import {
  applyCoupon,
  bookInWallet,
  createCoupon,
  createMetric,
  createPlan,
  createTax,
  createWallet,
  perCall,
  type Resource,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messageTypesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

const START = '2027-03-01T10:00:00Z';
const APRIL = '2027-04-01T00:00:00Z';
const MAY = '2027-05-01T00:00:00Z';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const wallet = ({ customer }: Story, over: object) => createWallet(client, customer, { ...over });
const read = async ({ svc_id }: Resource) => (await client.get(`/wallets/${svc_id}`)).body.wallet;
const balances = async (of: Resource) => {
  const { balance_cents, ongoing_usage_balance_cents, ongoing_balance_cents } = await read(of);
  return [balance_cents, ongoing_usage_balance_cents, ongoing_balance_cents];
};
const transactions = async ({ svc_id }: Resource): Promise<Resource[]> =>
  (await client.get(`/wallets/${svc_id}/wallet_transactions`)).body.wallet_transactions;
const payments = async (of: Resource) =>
  (await transactions(of)).filter((each) => each.transaction_status === 'invoiced');
const amounts = (invoice: Resource) => [
  invoice.sub_total_including_taxes_amount_cents,
  invoice.prepaid_credit_amount_cents,
  invoice.prepaid_granted_credit_amount_cents,
  invoice.prepaid_purchased_credit_amount_cents,
  invoice.total_amount_cents,
  invoice.payment_status,
];
const inAdvance = (over: object = {}) =>
  createPlan(client, { amount_cents: 1_000, pay_in_advance: true, ...over });

describe('invoices paid from wallets', () => {
  test('invoices are paid from wallets in whole or in part, after coupons and taxes, in the order of priorities', async () => {
    const tax = await createTax(client, { rate: 20 });
    const story = await Story.begin(client, START, { tax_codes: [tax.code] });
    const later = await wallet(story, { granted_credits: '5', priority: 2 });
    const first = await wallet(story, { granted_credits: '3', priority: 1 });
    const foreign = await wallet(story, { granted_credits: '100', currency: 'USD', priority: 1 });
    await applyCoupon(client, story.customer, await createCoupon(client, { amount_cents: 500 }));
    await story.subscribe(await inAdvance());

    const [invoice] = await story.invoices();
    expect(amounts(invoice)).toEqual([600, 600, 600, null, 0, 'succeeded']);
    expect(invoice.fees.map((fee: Resource) => fee.payment_status)).toEqual(['succeeded']);
    expect([(await balances(first))[0], (await balances(later))[0], (await balances(foreign))[0]]).toEqual([
      0, 200, 10_000,
    ]);
    const [payment] = await payments(first);
    expect(payment).toMatchObject({
      transaction_type: 'outbound',
      status: 'settled',
      amount: '3.0',
      svc_invoice_id: invoice.svc_id,
      settled_at: START,
    });
    await story.advance(APRIL);
    const [, second] = await story.invoices();
    expect(amounts(second)).toEqual([1_200, 200, 200, null, 1_000, 'pending']);
    expect(await read(later)).toMatchObject({
      consumed_credits: '5.0',
      credits_balance: '0.0',
      last_consumed_credit_at: APRIL,
    });
    expect(await messageTypesAbout(server, later.svc_id)).toEqual([
      'wallet.created',
      'wallet.updated',
      'wallet.updated',
      'wallet.updated',
      'wallet.depleted_ongoing_balance',
    ]);
  });

  test('invoices paid from wallets name the origin of the credits: wallets.md §8 C', async () => {
    const story = await Story.begin(client, '2027-01-05T00:00:00Z');
    const of = await wallet(story, { granted_credits: '10' });
    const [bought] = await bookInWallet(client, of, { paid_credits: '20', priority: 10 });
    const payment = { invoice_id: bought.svc_invoice_id, amount_cents: 2_000, reference: 'wire' };
    await client.post('/payments', { payment });
    await story.advance('2027-02-05T00:00:00Z');
    await bookInWallet(client, of, { granted_credits: '5' });
    await story.subscribe(await inAdvance({ amount_cents: 2_700, interval: 'monthly' }), {
      billing_time: 'anniversary',
    });
    const invoice = (await story.invoices()).find((each) => each.invoice_type === 'subscription');
    expect(amounts(invoice)).toEqual([2_700, 2_700, 700, 2_000, 0, 'succeeded']);
    const rests = (await transactions(of)).flatMap((each) => each.remaining_amount_cents ?? []);
    expect(rests.toSorted((one, other) => one - other)).toEqual([0, 300, 500]);
  });

  test('invoices of a grace period are paid from wallets when they are final, and one-off invoices never', async () => {
    const story = await Story.begin(client, START, {
      billing_configuration: { invoice_grace_period: 3 },
    });
    const of = await wallet(story, { granted_credits: '100' });
    const metric = await createMetric(client);
    const subscription = await story.subscribe(await createPlan(client, { charges: [perCall(metric)] }));
    await story.advance('2027-03-20T00:00:00Z');
    await story.use(subscription, metric, { '2027-03-10T00:00:00Z': {}, '2027-03-11T00:00:00Z': {} });
    expect(await balances(of)).toEqual([10_000, 200, 9_800]);
    await story.advance('2027-04-02T00:00:00Z');
    const [draft] = await story.invoices();
    expect([draft.status, ...amounts(draft)]).toEqual(['draft', 200, 0, null, null, 200, 'pending']);
    // The draft and the usage of the new period.
    await story.use(subscription, metric, { '2027-04-01T12:00:00Z': {} });
    expect(await balances(of)).toEqual([10_000, 300, 9_700]);
    await story.advance('2027-04-05T00:00:00Z');
    const [final] = await story.invoices();
    expect([final.status, ...amounts(final)]).toEqual(['finalized', 200, 200, 200, null, 0, 'succeeded']);
    expect(await balances(of)).toEqual([9_800, 100, 9_700]);
  });

  test('invoices paid from wallets give back what they were paid with when they are voided, unless credit notes do', async () => {
    const story = await Story.begin(client, START);
    const of = await wallet(story, { granted_credits: '30' });
    await story.subscribe(await inAdvance());
    await story.advance(APRIL);
    const [march, april] = await story.invoices();
    await client.post(`/invoices/${march.svc_id}/void`);
    const ofVoid = ({ svc_voided_invoice_id }: Resource) => svc_voided_invoice_id !== null;
    const [returned] = (await transactions(of)).filter(ofVoid);
    expect(returned).toMatchObject({
      transaction_type: 'inbound',
      transaction_status: 'granted',
      status: 'settled',
      amount: '10.0',
      priority: 50,
      svc_voided_invoice_id: march.svc_id,
    });
    expect(await read(of)).toMatchObject({ balance_cents: 2_000, consumed_credits: '10.0' });
    await client.post(`/invoices/${april.svc_id}/void`, { generate_credit_note: true });
    expect(await read(of)).toMatchObject({ balance_cents: 2_000, consumed_credits: '10.0' });
    await story.advance(MAY);
    await client.delete(`/wallets/${of.svc_id}`);
    const [, , may] = await story.invoices();
    await client.post(`/invoices/${may.svc_id}/void`);
    expect(await read(of)).toMatchObject({ balance_cents: 1_000, status: 'terminated' });
  });

  test('invoices that wait for their first payment give back what they used of wallets, or keep it', async () => {
    const gated = { activation_rules: [{ type: 'payment', timeout_hours: 48 }] };
    const story = await Story.begin(client, START);
    const of = await wallet(story, { granted_credits: '4' });
    const plan = await inAdvance();
    const refused = await story.subscribe(plan, gated);
    expect((await read(of)).balance_cents).toBe(0);
    await settleFor(client, refused, 'failed');
    expect((await read(of)).balance_cents).toBe(400);
    const accepted = await story.subscribe(plan, gated);
    await payFor(client, accepted);
    const [invoice] = await story.invoices();
    expect([...amounts(invoice)]).toEqual([1_000, 400, 400, null, 600, 'succeeded']);
    expect((await read(of)).balance_cents).toBe(0);
  });
});

describe('ongoing balances', () => {
  test('ongoing balances contain each acknowledged event, with its taxes, of metrics that the wallet is for', async () => {
    const tax = await createTax(client, { rate: 20 });
    const [metric, other] = [await createMetric(client), await createMetric(client)];
    const story = await Story.begin(client, START, { tax_codes: [tax.code] });
    const plan = await createPlan(client, {
      charges: [
        perCall(metric),
        perCall(other),
        perCall(await createMetric(client), { pay_in_advance: true }),
      ],
    });
    const subscription = await story.subscribe(plan);
    const limited = await wallet(story, {
      granted_credits: '2',
      rate_amount: '0.5',
      applies_to: { billable_metric_codes: [metric.code] },
    });
    expect(await balances(limited)).toEqual([100, 0, 100]);
    await story.use(subscription, metric, { [START]: {} });
    await story.use(subscription, other, { [START]: {} });
    expect(await read(limited)).toMatchObject({
      ongoing_usage_balance_cents: 120,
      ongoing_balance_cents: -20,
      credits_ongoing_usage_balance: '2.4',
      credits_ongoing_balance: '-0.4',
    });
    const unlimited = await wallet(story, { granted_credits: '5' });
    // The first wallet takes what it has; the last one that applies takes the rest.
    expect([await balances(limited), await balances(unlimited)]).toEqual([
      [100, 100, 0],
      [500, 140, 360],
    ]);
    await client.delete(`/wallets/${limited.svc_id}`);
    expect([await balances(limited), await balances(unlimited)]).toEqual([
      [100, 0, 100],
      [500, 240, 260],
    ]);
  });
});

describe('the end of a wallet', () => {
  /** A customer with 1.00 of usage in March, and drafts of some days. */
  const withUsage = async (days: number, amount = '1'): Promise<Story> => {
    const metric = await createMetric(client);
    const story = await Story.begin(client, '2027-03-01T00:00:00Z', {
      billing_configuration: { invoice_grace_period: days },
    });
    const charge = perCall(metric, { properties: { amount } });
    const plan = await createPlan(client, { amount_cents: 0, charges: [charge] });
    await story.use(await story.subscribe(plan), metric, { '2027-03-20T10:00:00Z': {} });
    return story;
  };

  test('the end of a wallet comes at its expiration, and not before or after if that is moved', async () => {
    const story = await Story.begin(client, START);
    const of = await wallet(story, { granted_credits: '5', expiration_at: '2027-03-10T12:00:00Z' });
    const moved = await wallet(story, { granted_credits: '5', expiration_at: '2027-03-10T12:00:00Z' });
    await client.put(`/wallets/${moved.svc_id}`, { wallet: { expiration_at: '2027-03-20T00:00:00Z' } });
    await story.advance('2027-03-10T11:59:59Z');
    expect((await read(of)).status).toBe('active');
    await story.advance('2027-03-11T00:00:00Z');
    expect(await read(of)).toMatchObject({
      status: 'terminated',
      terminated_at: '2027-03-10T12:00:00Z',
      balance_cents: 500,
    });
    expect((await read(moved)).status).toBe('active');
    await client.put(`/wallets/${moved.svc_id}`, { wallet: { expiration_at: null } });
    await story.advance('2027-03-21T00:00:00Z');
    expect((await read(moved)).status).toBe('active');
    const types = await messageTypesAbout(server, of.svc_id);
    expect(types.slice(-1)).toEqual(['wallet.terminated']);
    await story.subscribe(await inAdvance(), { billing_time: 'anniversary' });
    expect((await story.listedInvoices())[0].prepaid_credit_amount_cents).toBe(500);
  });

  test.each([
    [1, '60', 0],
    [7, '47.35', 0],
    [28, '71.20', 1_120],
  ])(
    'the end of a wallet on the last day of a month pays the draft of that month, for a grace period of %d days: of %s 60.00',
    async (days, amount, due) => {
      const story = await withUsage(days, amount);
      const of = await wallet(story, { granted_credits: '60', expiration_at: '2027-03-31T23:59:59Z' });
      await story.advance(new Date(Date.parse(APRIL) + days * 86_400_000).toISOString());
      const [invoice] = (await story.invoices()) as [Resource];
      expect([invoice.status, invoice.total_amount_cents]).toEqual(['finalized', due]);
      expect(invoice.prepaid_credit_amount_cents).toBe(invoice.fees_amount_cents - due);
      expect((await read(of)).status).toBe('terminated');
    },
  );

  test('the end of a wallet waits for the drafts of its time, pays nothing else and takes no new credits', async () => {
    const story = await withUsage(3);
    const monthly = { trigger: 'interval', interval: 'monthly', paid_credits: '0', granted_credits: '9' };
    const terms = { expiration_at: '2027-03-31T23:59:59Z', recurring_transaction_rules: [monthly] };
    const of = await wallet(story, { granted_credits: '60', ...terms });
    await story.advance('2027-04-02T12:00:00Z');
    expect((await story.listedInvoices()).map(({ status }) => status)).toEqual(['draft']);
    expect(await read(of)).toMatchObject({
      status: 'active',
      expires_with_drafts: true,
      balance_cents: 6_000,
    });
    const topUp = (over: object) =>
      client.post('/wallet_transactions', { wallet_transaction: { wallet_id: of.svc_id, ...over } });
    expect((await topUp({ granted_credits: '1' })).body.error_details).toEqual({
      wallet_id: ['wallet_is_terminated'],
    });
    expect((await topUp({ voided_credits: '1' })).status).toBe(200);
    const other = await createPlan(client, { amount_cents: 700, pay_in_advance: true });
    await story.subscribe(other, { billing_time: 'anniversary', external_id: `${of.svc_id} other` });
    expect((await story.invoices()).map(amounts).at(-1)).toEqual([700, 0, null, null, 700, 'pending']);
    await story.advance('2027-04-04T00:00:00Z');
    const [draft] = await story.invoices();
    expect(draft).toMatchObject({ status: 'finalized', total_amount_cents: 0 });
    expect(await read(of)).toMatchObject({
      status: 'terminated',
      terminated_at: '2027-04-04T00:00:00Z',
      expires_with_drafts: false,
    });
    const types = await messageTypesAbout(server, of.svc_id);
    expect(types.filter((type) => type === 'wallet.terminated')).toHaveLength(1);
  });

  test.each<[string, (story: Story) => Promise<unknown>]>([
    [
      'is finalized by hand',
      async (story) => {
        const [draft] = await story.invoices();
        return client.put(`/invoices/${draft.svc_id}/finalize`, {});
      },
    ],
    [
      'is closed by a shorter grace period',
      ({ customer: { external_id } }) =>
        client.post('/customers', {
          customer: { external_id, billing_configuration: { invoice_grace_period: 0 } },
        }),
    ],
  ])('the end of a wallet comes at once when the last draft of its time %s', async (_, end) => {
    const story = await withUsage(10);
    const of = await wallet(story, { granted_credits: '60', expiration_at: '2027-04-01T00:00:00Z' });
    await story.advance('2027-04-02T00:00:00Z');
    expect((await read(of)).status).toBe('active');
    await end(story);
    await story.advance('2027-04-02T00:01:00Z');
    expect((await story.invoices())[0]).toMatchObject({ status: 'finalized', total_amount_cents: 0 });
    expect((await read(of)).status).toBe('terminated');
  });

  test('the end of a wallet waits without a grace period for the run of its last period, and not for one that ends later', async () => {
    const story = await withUsage(0);
    const of = await wallet(story, { granted_credits: '60', expiration_at: '2027-03-31T23:59:59Z' });
    const early = await wallet(story, { granted_credits: '60', expiration_at: '2027-03-31T22:59:59Z' });
    await story.advance('2027-03-31T23:59:59Z');
    expect([(await read(of)).status, (await read(early)).status]).toEqual(['active', 'terminated']);
    await story.advance('2027-04-01T00:00:00Z');
    expect((await story.listedInvoices())[0].total_amount_cents).toBe(0);
    expect((await read(of)).status).toBe('terminated');
  });

  test('the end of a wallet is undone by a later expiration; a DELETE by hand comes before the drafts', async () => {
    const story = await withUsage(3);
    const expiration = { expiration_at: '2027-04-01T00:00:00Z' };
    const moved = await wallet(story, { granted_credits: '60', ...expiration });
    const deleted = await wallet(story, { granted_credits: '60', priority: 1, ...expiration });
    await story.advance('2027-04-02T00:00:00Z');
    await client.put(`/wallets/${moved.svc_id}`, { wallet: { expiration_at: '2027-06-01T00:00:00Z' } });
    expect(await read(moved)).toMatchObject({ status: 'active', expires_with_drafts: false });
    await client.delete(`/wallets/${deleted.svc_id}`);
    expect(await read(deleted)).toMatchObject({ status: 'terminated', expires_with_drafts: false });
    await story.advance(MAY);
    expect([(await read(moved)).status, (await balances(deleted))[0]]).toEqual(['active', 6_000]);
    await story.advance('2027-06-02T00:00:00Z');
    expect((await read(moved)).status).toBe('active');
    await story.advance('2027-06-04T00:00:00Z');
    expect((await read(moved)).status).toBe('terminated');
  });

  test('the end of a wallet comes with that of its customer; the wallet stays readable', async () => {
    const story = await Story.begin(client, START);
    const of = await wallet(story, { granted_credits: '5' });
    await client.delete(`/customers/${story.customer.external_id}`);
    expect(await read(of)).toMatchObject({ status: 'terminated', terminated_at: START, balance_cents: 500 });
  });

  test('the end of a wallet comes without a trace when its test clock is deleted', async () => {
    const story = await Story.begin(client, START);
    const of = await wallet(story, { granted_credits: '15', paid_credits: '5' });
    await story.subscribe(await inAdvance());
    expect((await client.delete(`/test_clocks/${story.clock.svc_id}`)).status).toBe(200);
    expect((await client.get(`/wallets/${of.svc_id}`)).status).toBe(404);
  });
});

test('a preview shows what wallets will pay, and pays nothing', async () => {
  const story = await Story.begin(client, START);
  const of = await wallet(story, { granted_credits: '4' });
  const plan = await inAdvance();
  const { body } = await client.post('/invoices/preview', {
    customer: { external_id: story.customer.external_id },
    plan_code: plan.code,
  });
  expect([body.invoice.prepaid_credit_amount_cents, body.invoice.total_amount_cents]).toEqual([400, 600]);
  expect((await read(of)).balance_cents).toBe(400);
  expect(await transactions(of)).toHaveLength(1);
});
