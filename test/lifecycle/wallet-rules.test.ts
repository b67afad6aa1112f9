// Wallets that are topped up on their own: wallets.md §5, §8 D.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createCustomer,
  createMetric,
  createPlan,
  createWallet,
  perCall,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

const START = '2027-03-31T09:00:00Z';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const wallet = ({ customer }: Story, rule: object | null, over: object = {}) =>
  createWallet(client, customer, {
    ...(rule === null ? {} : { recurring_transaction_rules: [rule] }),
    ...over,
  });
const read = async ({ svc_id }: Resource) => (await client.get(`/wallets/${svc_id}`)).body.wallet;
/** Automatic top-ups, oldest first. */
const automatic = async ({ svc_id }: Resource) => {
  const { body } = await client.get(`/wallets/${svc_id}/wallet_transactions?transaction_type=inbound`);
  return body.wallet_transactions
    .filter((each: Resource) => each.source !== 'manual')
    .map((each: Resource) => [each.source, each.transaction_status, each.credit_amount, each.created_at])
    .toReversed();
};
const monthly = { trigger: 'interval', interval: 'monthly', method: 'fixed' };
const threshold = { trigger: 'threshold', method: 'fixed', threshold_credits: '5' };

describe('at an interval', () => {
  test('a wallet is topped up at the beginning of the day in the zone of the customer', async () => {
    const story = await Story.begin(client, START, { timezone: 'America/New_York' });
    const of = await wallet(
      story,
      {
        ...monthly,
        granted_credits: '5',
        transaction_name: 'Monthly',
        transaction_metadata: [{ key: 'a', value: 'b' }],
      },
      { granted_credits: '1' },
    );
    await story.advance('2027-04-30T03:59:59Z');
    expect((await read(of)).balance_cents).toBe(100);
    await story.advance('2027-06-01T00:00:00Z');
    expect(await automatic(of)).toEqual([
      ['interval', 'granted', '5.0', '2027-04-30T04:00:00Z'],
      ['interval', 'granted', '5.0', '2027-05-31T04:00:00Z'],
    ]);
    const { body } = await client.get(`/wallets/${of.svc_id}/wallet_transactions`);
    expect(body.wallet_transactions[0]).toMatchObject({
      name: 'Monthly',
      metadata: [{ key: 'a', value: 'b' }],
    });
  });

  test('a purchase is billed, and a target counts what was used', async () => {
    const story = await Story.begin(client, START);
    const metric = await createMetric(client);
    const subscription = await story.subscribe(await createPlan(client, { charges: [perCall(metric)] }));
    const of = await wallet(story, {
      trigger: 'interval',
      interval: 'weekly',
      method: 'target',
      target_ongoing_balance: '10',
      started_at: '2027-04-02T12:00:00Z',
    });
    await story.advance('2027-04-02T00:00:00Z');
    await story.use(subscription, metric, { '2027-04-01T12:00:00Z': {}, '2027-04-01T13:00:00Z': {} });
    await story.advance('2027-04-03T00:00:00Z');
    expect(await automatic(of)).toEqual([['interval', 'purchased', '12.0', '2027-04-02T12:00:00Z']]);
    const [invoice] = (await story.invoices()).filter((each) => each.invoice_type === 'credit');
    expect(invoice.total_amount_cents).toBe(1_200);
  });

  test('a rule without credits has those of the new wallet, and ends when it expires', async () => {
    const story = await Story.begin(client, START);
    const of = await wallet(
      story,
      { trigger: 'interval', interval: 'weekly', expiration_at: '2027-04-10T00:00:00Z' },
      { granted_credits: '3' },
    );
    expect(of.recurring_transaction_rules).toMatchObject([
      { method: 'fixed', paid_credits: '0.0', granted_credits: '3.0', status: 'active' },
    ]);
    await story.advance('2027-05-01T00:00:00Z');
    expect(await automatic(of)).toHaveLength(1);
    expect((await read(of)).recurring_transaction_rules).toEqual([]);
  });

  test('a terminated wallet is not topped up', async () => {
    const story = await Story.begin(client, START);
    const of = await wallet(story, { ...monthly, granted_credits: '5' });
    await client.delete(`/wallets/${of.svc_id}`);
    await story.advance('2027-06-01T00:00:00Z');
    expect(await automatic(of)).toEqual([]);
  });
});

describe('at a threshold', () => {
  test('a wallet takes all usage at its turn, since it is topped up before the next one is needed', async () => {
    const story = await Story.begin(client, START);
    const metric = await createMetric(client);
    const subscription = await story.subscribe(await createPlan(client, { charges: [perCall(metric)] }));
    const rule = { ...threshold, threshold_credits: '1', granted_credits: '5' };
    const first = await wallet(story, rule, { granted_credits: '2', priority: 1 });
    const last = await wallet(story, null, { granted_credits: '5' });
    for (const second of [1, 2, 3, 4])
      await story.use(subscription, metric, { [`2027-03-31T09:00:0${second}Z`]: {} });
    const ongoing = await Promise.all([first, last].map(read));
    expect(ongoing.map((each) => each.ongoing_balance_cents)).toEqual([-200, 500]);
  });

  test('an invoice triggers one top-up', async () => {
    const story = await Story.begin(client, START);
    const of = await wallet(story, { ...threshold, granted_credits: '10' }, { granted_credits: '10' });
    await story.subscribe(await createPlan(client, { amount_cents: 600, pay_in_advance: true }), {
      billing_time: 'anniversary',
    });
    await story.advance('2027-03-31T10:10:00Z');
    expect(await automatic(of)).toEqual([['threshold', 'granted', '10.0', START]]);
    expect((await read(of)).credits_balance).toBe('14.0');
  });

  test('usage triggers a purchase, and none while that is not paid: wallets.md §8 D', async () => {
    const story = await Story.begin(client, START);
    const metric = await createMetric(client);
    const subscription = await story.subscribe(await createPlan(client, { charges: [perCall(metric)] }));
    const of = await wallet(
      story,
      { ...threshold, threshold_credits: '50', paid_credits: '60' },
      { granted_credits: '53' },
    );
    await story.advance('2027-03-31T10:00:00Z');
    expect(await automatic(of)).toEqual([]);
    await story.use(subscription, metric, {
      '2027-03-31T09:10:00Z': {},
      '2027-03-31T09:11:00Z': {},
      '2027-03-31T09:12:00Z': {},
    });
    await story.advance('2027-03-31T11:00:00Z');
    expect(await automatic(of)).toEqual([['threshold', 'purchased', '60.0', '2027-03-31T10:00:00Z']]);
    await story.use(subscription, metric, { '2027-03-31T10:12:00Z': {} });
    await story.advance('2027-03-31T12:00:00Z');
    expect(await automatic(of)).toHaveLength(1);
  });

  test('a threshold rule buys nothing for an hour after a failed purchase', async () => {
    const story = await Story.begin(client, START);
    const of = await wallet(story, { ...threshold, paid_credits: '10' });
    await story.advance('2027-03-31T09:30:00Z');
    const { body } = await client.get(`/wallets/${of.svc_id}/wallet_transactions`);
    const { svc_invoice_id } = body.wallet_transactions[0];
    await client.put(`/invoices/${svc_invoice_id}`, { invoice: { payment_status: 'failed' } });
    await story.advance('2027-03-31T10:00:00Z');
    await story.advance('2027-03-31T10:20:00Z');
    expect(await automatic(of)).toHaveLength(1);
    await story.advance('2027-03-31T10:40:00Z');
    await story.advance('2027-03-31T10:50:00Z');
    expect(await automatic(of)).toHaveLength(2);
  });
});

describe('rules', () => {
  const refused = async (rules: object[], over: object = {}) => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const { body } = await client.post('/wallets', {
      wallet: {
        external_customer_id: customer.external_id,
        rate_amount: '1',
        recurring_transaction_rules: rules,
        ...over,
      },
    });
    return body.error_details;
  };

  test.each<[object, object?]>([
    [{ trigger: 'sometimes' }],
    [{ trigger: 'interval' }],
    [{ trigger: 'interval', interval: 'hourly' }],
    [{ trigger: 'threshold' }],
    [{ trigger: 'threshold', threshold_credits: 'x' }],
    [{ ...monthly, method: 'target' }],
    [{ ...threshold, method: 'target', target_ongoing_balance: '4' }],
    [{ ...monthly, paid_credits: 'x' }],
    [{ ...monthly, granted_credits: '9'.repeat(30) }],
    [{ ...threshold, threshold_credits: '9'.repeat(30) }],
    [{ ...monthly, grants_target_top_up: true }],
    [{ ...monthly, expiration_at: '2020-01-01T00:00:00Z' }],
    [{ ...monthly, transaction_metadata: [{ key: 'k'.repeat(21), value: 'v' }] }],
    [{ ...monthly, paid_credits: '1' }, { paid_top_up_min_amount_cents: 200 }],
    [{ ...monthly, paid_credits: '9' }, { paid_top_up_max_amount_cents: 200 }],
  ])('%j is refused', async (rule, over = {}) => {
    expect(await refused([rule], over)).toEqual({ recurring_transaction_rules: ['invalid_recurring_rule'] });
  });

  test('more than one is refused', async () => {
    expect(await refused([monthly, monthly])).toEqual({
      recurring_transaction_rules: ['invalid_number_of_recurring_rules'],
    });
  });

  test('a target equal to the threshold, and limits that are ignored, are allowed', async () => {
    expect(await refused([{ ...threshold, method: 'target', target_ongoing_balance: '5' }])).toBeUndefined();
    const ignoring = { ...monthly, paid_credits: '1', ignore_paid_top_up_limits: true };
    expect(await refused([ignoring], { paid_top_up_min_amount_cents: 200 })).toBeUndefined();
  });

  test('an update changes the rule with its id, replaces it by another, or ends it', async () => {
    const story = await Story.begin(client, START);
    const of = await wallet(story, { ...monthly, granted_credits: '5', transaction_name: 'A' });
    const [rule] = of.recurring_transaction_rules;
    const put = async (members: object) =>
      (await client.put(`/wallets/${of.svc_id}`, { wallet: members })).body;
    const rules = (sent: object[]) => put({ recurring_transaction_rules: sent });
    const changed = await rules([{ svc_id: rule.svc_id, trigger: 'interval', interval: 'weekly' }]);
    expect(changed.wallet.recurring_transaction_rules).toEqual([{ ...rule, interval: 'weekly' }]);
    expect((await put({ priority: 3 })).wallet.recurring_transaction_rules).toEqual([
      { ...rule, interval: 'weekly' },
    ]);
    const replaced = await rules([{ ...monthly, paid_credits: '2' }]);
    const [other] = replaced.wallet.recurring_transaction_rules;
    expect([other.svc_id === rule.svc_id, other.paid_credits]).toEqual([false, '2.0']);
    expect((await put({ paid_top_up_min_amount_cents: 300 })).error_details).toEqual({
      recurring_transaction_rules: ['invalid_recurring_rule'],
    });
    expect((await rules([{ ...monthly, svc_id: rule.svc_id }])).code).toBe(
      'recurring_transaction_rule_not_found',
    );
    expect((await rules([{ ...monthly, svc_id: unique('rule') }])).code).toBe(
      'recurring_transaction_rule_not_found',
    );
    expect((await rules([])).wallet.recurring_transaction_rules).toEqual([]);
    await story.advance('2027-06-01T00:00:00Z');
    expect(await automatic(of)).toEqual([]);
  });
});
