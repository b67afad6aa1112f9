// Wallets over REST: wallets.md §1, §9.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  addBillingEntity,
  bookInWallet,
  createCustomer,
  createMetric,
  createWallet,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messageTypesAbout } from '../support/messages.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;
let customer: Resource;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  customer = await createCustomer(client, { currency: 'EUR' });
});
afterAll(() => server.stop());

const create = (over: object) =>
  client.post('/wallets', {
    wallet: { external_customer_id: customer.external_id, currency: 'EUR', rate_amount: '1', ...over },
  });
const refused = async (over: object) => {
  const { status, body } = await create(over);
  return [status, body.error_details ?? body.code];
};
const update = (wallet: Resource, members: object) =>
  client.put(`/wallets/${wallet.svc_id}`, { wallet: members });
const newCustomer = () => createCustomer(client, { currency: 'EUR' });
const logged = async (wallet: Resource) =>
  (await client.get(`/activity_logs?resource_ids[]=${wallet.svc_id}`)).body.activity_logs.map(
    (entry: Resource) => entry.activity_type,
  );

describe('a wallet', () => {
  test('a wallet is created with its first credits, and is found by its id and by its code', async () => {
    const owner = await createCustomer(client, { currency: null });
    const metric = await createMetric(client);
    const { status, body } = await client.post('/wallets', {
      wallet: {
        external_customer_id: owner.external_id,
        currency: 'EUR',
        name: 'Main Credits',
        rate_amount: '0.50',
        granted_credits: '10',
        applies_to: { fee_types: ['charge'], billable_metric_codes: [metric.code] },
        metadata: { team: 'red' },
        transaction_name: 'Welcome',
        transaction_metadata: [{ key: 'order', value: '1' }],
      },
    });
    expect(status).toBe(200);
    const { wallet } = body;
    expect(wallet).toEqual({
      svc_id: expect.any(String),
      svc_customer_id: owner.svc_id,
      external_customer_id: owner.external_id,
      billing_entity_code: owner.billing_entity_code,
      status: 'active',
      currency: 'EUR',
      name: 'Main Credits',
      code: 'main_credits',
      priority: 50,
      rate_amount: '0.5',
      credits_balance: '10.0',
      balance_cents: 500,
      consumed_credits: '0.0',
      created_at: expect.any(String),
      expiration_at: null,
      expires_with_drafts: false,
      last_balance_sync_at: expect.any(String),
      last_consumed_credit_at: null,
      terminated_at: null,
      invoice_requires_successful_payment: false,
      applies_to: { fee_types: ['charge'], billable_metric_codes: [metric.code] },
      recurring_transaction_rules: [],
      ongoing_balance_cents: 500,
      ongoing_usage_balance_cents: 0,
      credits_ongoing_balance: '10.0',
      credits_ongoing_usage_balance: '0.0',
      paid_top_up_min_amount_cents: null,
      paid_top_up_max_amount_cents: null,
      applied_invoice_custom_sections: [],
      payment_method: null,
      purchase_order_number: null,
      metadata: { team: 'red' },
    });
    const path = `/customers/${owner.external_id}/wallets/main_credits`;
    expect((await client.get(`/wallets/${wallet.svc_id}`)).body.wallet).toEqual(wallet);
    expect((await client.get(path)).body.wallet).toEqual(wallet);
    expect((await client.get(`/customers/${owner.external_id}`)).body.customer.currency).toBe('EUR');
    const { body: page } = await client.get(`/wallets/${wallet.svc_id}/wallet_transactions`);
    expect(page.wallet_transactions).toMatchObject([
      {
        svc_wallet_id: wallet.svc_id,
        transaction_type: 'inbound',
        transaction_status: 'granted',
        status: 'settled',
        source: 'manual',
        amount: '5.0',
        credit_amount: '10.0',
        remaining_amount_cents: 500,
        remaining_credit_amount: '10.0',
        name: 'Welcome',
        metadata: [{ key: 'order', value: '1' }],
      },
    ]);
    const [transaction] = page.wallet_transactions;
    expect(await messageTypesAbout(server, wallet.svc_id)).toEqual(['wallet.created', 'wallet.updated']);
    expect(await messageTypesAbout(server, transaction.svc_id)).toEqual(['wallet_transaction.created']);
    // The log tells changes of balances by the transactions.
    expect(await logged(wallet)).toEqual(['wallet_transaction.created', 'wallet.created']);
  });

  test('a wallet has a code of its name, or `default`; one that is taken gets the time', async () => {
    const owner = await newCustomer();
    const named = (name: string | null) =>
      createWallet(client, owner, { code: undefined, name }).then(({ code }) => code);
    expect([await named(null), await named('Ünder the Sea!'), await named('camelCase 2')]).toEqual([
      'default',
      'under_the_sea',
      'camel_case_2',
    ]);
    expect(await named(null)).toMatch(/^default_\d{10}$/);
  });

  test.each<[object, object]>([
    [{ external_customer_id: 'nobody' }, { customer: ['customer_not_found'] }],
    [{ rate_amount: undefined }, { rate_amount: ['value_is_mandatory'] }],
    [{ rate_amount: 'x' }, { rate_amount: ['value_is_invalid'] }],
    [{ rate_amount: '0' }, { rate_amount: ['value_is_out_of_range'] }],
    [{ rate_amount: '-1' }, { rate_amount: ['value_is_out_of_range'] }],
    [{ currency: 'XXX' }, { currency: ['value_is_invalid'] }],
    [{ paid_credits: '-1' }, { paid_credits: ['invalid_paid_credits', 'invalid_amount'] }],
    [{ granted_credits: 'x' }, { granted_credits: ['invalid_granted_credits', 'invalid_amount'] }],
    [{ granted_credits: '0.001' }, { granted_credits: ['amount_rounds_to_zero'] }],
    [{ paid_credits: '0.001', rate_amount: '0.01' }, { paid_credits: ['amount_rounds_to_zero'] }],
    [{ granted_credits: '9'.repeat(30) }, { granted_credits: ['value_is_out_of_range'] }],
    [{ priority: 0 }, { priority: ['value_is_invalid'] }],
    [{ priority: 51 }, { priority: ['value_is_invalid'] }],
    [{ transaction_priority: 51 }, { transaction_priority: ['value_is_invalid'] }],
    [{ expiration_at: '2020-01-01T00:00:00Z' }, { expiration_at: ['invalid_date'] }],
    [{ paid_top_up_min_amount_cents: 0 }, { paid_top_up_min_amount_cents: ['value_is_out_of_range'] }],
    [
      { paid_top_up_min_amount_cents: 200, paid_top_up_max_amount_cents: 100 },
      { paid_top_up_max_amount_cents: ['must_be_greater_than_or_equal_min'] },
    ],
    [{ paid_credits: '1', paid_top_up_min_amount_cents: 200 }, { paid_credits: ['amount_below_minimum'] }],
    [{ paid_credits: '3', paid_top_up_max_amount_cents: 200 }, { paid_credits: ['amount_above_maximum'] }],
    [{ applies_to: { fee_types: ['gift'] } }, { applies_to: ['invalid_limitations'] }],
    [{ applies_to: { billable_metric_codes: ['nothing'] } }, { applies_to: ['invalid_limitations'] }],
    [
      { payment_method: { payment_method_id: unique('method') } },
      { payment_method: ['invalid_payment_method'] },
    ],
    [{ metadata: { key: {} } }, { metadata: ['nested_structure_not_allowed'] }],
    [
      { transaction_metadata: [{ key: 'k'.repeat(21), value: 'v' }] },
      { transaction_metadata: ['key_too_long'] },
    ],
    [{ transaction_name: 'x'.repeat(256) }, { transaction_name: ['too_long'] }],
    [
      { rate_amount: '0', priority: 99, paid_credits: 'x' },
      {
        rate_amount: ['value_is_out_of_range'],
        priority: ['value_is_invalid'],
        paid_credits: ['invalid_paid_credits', 'invalid_amount'],
      },
    ],
  ])('a wallet with %j is refused: %j', async (over, details) => {
    expect(await refused(over)).toEqual([422, details]);
  });

  test('a wallet of an unknown billing entity, or of an unknown customer in the path, is not found', async () => {
    expect(await refused({ billing_entity_code: 'nothing' })).toEqual([404, 'billing_entity_not_found']);
    const { status, body } = await client.post('/customers/nobody/wallets', {
      wallet: { currency: 'EUR', rate_amount: '1' },
    });
    expect([status, body.code]).toEqual([404, 'customer_not_found']);
  });

  test('a seventh active wallet of a customer is refused, and each has a code of its own', async () => {
    const owner = await newCustomer();
    const made = [];
    for (let index = 0; index < 6; index += 1) made.push(await createWallet(client, owner));
    const over = { external_customer_id: owner.external_id };
    expect(await refused(over)).toEqual([422, { customer: ['wallet_limit_reached'] }]);
    await client.delete(`/wallets/${made[0].svc_id}`);
    expect(await refused({ ...over, code: made[1].code })).toEqual([422, { code: ['value_already_exist'] }]);
    expect((await create({ ...over, code: made[0].code })).status).toBe(200);
  });

  test('a wallet takes the currency of its customer, if it has one', async () => {
    const none = await createCustomer(client, { currency: null });
    const without = { external_customer_id: none.external_id, currency: undefined };
    expect(await refused(without)).toEqual([422, { currency: ['value_is_invalid'] }]);
    const { body } = await create({ currency: undefined });
    expect(body.wallet.currency).toBe('EUR');
    await client.delete(`/wallets/${body.wallet.svc_id}`);
  });

  test('a wallet is created below its customer, whatever customer the body names', async () => {
    const { body } = await client.post(`/customers/${customer.external_id}/wallets`, {
      wallet: { external_customer_id: 'somebody', currency: 'EUR', rate_amount: '2', code: 'below' },
    });
    expect(body.wallet).toMatchObject({ external_customer_id: customer.external_id, rate_amount: '2' });
    const { external_id: owned } = customer;
    const { code } = body.wallet;
    const { body: changed } = await client.put(`/customers/${owned}/wallets/${code}`, {
      wallet: { name: 'New' },
    });
    expect(changed.wallet.name).toBe('New');
    const { body: ended } = await client.delete(`/customers/${owned}/wallets/${code}`);
    expect(ended.wallet).toMatchObject({ status: 'terminated', terminated_at: expect.any(String) });
    expect((await client.get(`/customers/${owned}/wallets/${code}`)).body.wallet).toEqual(ended.wallet);
    const { status, body: missing } = await client.get(`/customers/${customer.external_id}/wallets/none`);
    expect([status, missing.code]).toEqual([404, 'wallet_not_found']);
  });
});

describe('a change of a wallet', () => {
  test('a change of a wallet sets what was sent, and keeps the rate, the currency and the credits', async () => {
    const entity = unique('entity');
    await addBillingEntity(server, client, { code: entity });
    const metric = await createMetric(client);
    const wallet = await createWallet(client, await newCustomer(), {
      name: 'Old',
      granted_credits: '3',
      applies_to: { fee_types: ['charge'], billable_metric_codes: [metric.code] },
    });
    const { body } = await update(wallet, {
      name: null,
      priority: 7,
      rate_amount: '9',
      currency: 'USD',
      paid_credits: '100',
      invoice_requires_successful_payment: true,
      expiration_at: '2099-01-01T00:00:00Z',
      paid_top_up_max_amount_cents: 1_000,
      applies_to: {},
      payment_method: { payment_method_type: 'manual' },
      purchase_order_number: ' PO 1 ',
      billing_entity_code: entity,
    });
    expect(body.wallet).toEqual({
      ...wallet,
      name: null,
      priority: 7,
      invoice_requires_successful_payment: true,
      expiration_at: '2099-01-01T00:00:00Z',
      paid_top_up_max_amount_cents: 1_000,
      // Types of fees stay, metrics do not.
      applies_to: { fee_types: ['charge'], billable_metric_codes: [] },
      payment_method: { payment_method_type: 'manual', payment_method_id: null },
      purchase_order_number: 'PO 1',
      billing_entity_code: entity,
    });
    expect(await logged(wallet)).toEqual(['wallet.updated', 'wallet_transaction.created', 'wallet.created']);
    await update(wallet, { priority: 7, code: null });
    expect(await logged(wallet)).toHaveLength(3);
  });

  test('a change of a wallet is refused for a taken code, limits in the wrong order, and a terminated wallet', async () => {
    const owner = await newCustomer();
    const [one, other] = [await createWallet(client, owner), await createWallet(client, owner)];
    const details = async (members: object) => (await update(one, members)).body.error_details;
    expect(await details({ code: other.code })).toEqual({ code: ['value_already_exist'] });
    await update(one, { paid_top_up_min_amount_cents: 500 });
    expect(await details({ paid_top_up_max_amount_cents: 400 })).toEqual({
      paid_top_up_max_amount_cents: ['must_be_greater_than_or_equal_min'],
    });
    await client.delete(`/wallets/${one.svc_id}`);
    expect(await details({ priority: 99 })).toEqual({ wallet_id: ['wallet_is_terminated'] });
    const { status, body } = await client.delete(`/wallets/${one.svc_id}`);
    expect([status, body.wallet.status]).toEqual([200, 'terminated']);
    expect(await messageTypesAbout(server, one.svc_id)).toEqual([
      'wallet.created',
      'wallet.updated',
      'wallet.terminated',
    ]);
  });

  test('a change of the metadata of a wallet replaces, merges and removes keys', async () => {
    const owner = await newCustomer();
    const wallet = await createWallet(client, owner);
    const { external_id: owned } = owner;
    const [id, code] = [wallet.svc_id, wallet.code];
    const byId = {
      set: (body: object) => client.post(`/wallets/${id}/metadata`, body),
      merge: (body: object) => client.patch(`/wallets/${id}/metadata`, body),
      clear: () => client.delete(`/wallets/${id}/metadata`),
      remove: (key: string) => client.delete(`/wallets/${id}/metadata/${key}`),
    };
    const byCode = {
      set: (body: object) => client.post(`/customers/${owned}/wallets/${code}/metadata`, body),
      merge: (body: object) => client.patch(`/customers/${owned}/wallets/${code}/metadata`, body),
      clear: () => client.delete(`/customers/${owned}/wallets/${code}/metadata`),
      remove: (key: string) => client.delete(`/customers/${owned}/wallets/${code}/metadata/${key}`),
    };
    const metadata = async (answer: Promise<{ body: Resource }>) => (await answer).body.metadata;
    for (const { set, merge, clear, remove } of [byId, byCode]) {
      expect(await metadata(set({ metadata: { a: '1', b: '2' } }))).toEqual({ a: '1', b: '2' });
      expect(await metadata(merge({ metadata: { b: '3', c: null } }))).toEqual({ a: '1', b: '3', c: null });
      expect(await metadata(remove('a'))).toEqual({ b: '3', c: null });
      expect(await metadata(clear())).toBeNull();
      const { status, body } = await clear();
      expect([status, body.code]).toEqual([404, 'metadata_not_found']);
    }
    await client.delete(`/wallets/${wallet.svc_id}`);
    const { body } = await client.post(`/wallets/${wallet.svc_id}/metadata`, { metadata: {} });
    expect(body.error_details).toEqual({ wallet_id: ['wallet_is_terminated'] });
  });
});

describe('lists of wallets', () => {
  test('lists of wallets are filtered by customer, currency and billing entity, and found below the customer', async () => {
    const own = await server.organization();
    const entity = unique('entity');
    await addBillingEntity(server, own, { code: entity });
    const [one, other] = [
      await createCustomer(own, { currency: 'EUR' }),
      await createCustomer(own, { currency: 'USD', billing_entity_code: entity }),
    ];
    const first = await createWallet(own, one);
    const second = await createWallet(own, other, { currency: 'USD' });
    const third = await createWallet(own, one, { billing_entity_code: entity });
    await own.delete(`/wallets/${first.svc_id}`);
    const listed = async (path: string) =>
      (await own.get(path)).body.wallets.map(({ svc_id }: Resource) => svc_id);
    expect(await listed('/wallets')).toEqual([third.svc_id, second.svc_id, first.svc_id]);
    expect(await listed('/wallets?currency=usd')).toEqual([second.svc_id]);
    expect(await listed(`/wallets?external_customer_id=${one.external_id}`)).toEqual([
      third.svc_id,
      first.svc_id,
    ]);
    expect(await listed('/wallets?external_customer_id=nobody')).toEqual([]);
    expect(await listed(`/wallets?billing_entity_codes[]=${entity}`)).toEqual([third.svc_id, second.svc_id]);
    expect(await listed(`/customers/${one.external_id}/wallets`)).toEqual([third.svc_id, first.svc_id]);
    const unknown = await own.get('/wallets?billing_entity_codes[]=nothing');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'billing_entity_not_found']);
    expect((await own.get('/customers/nobody/wallets')).body.code).toBe('customer_not_found');
  });
});

test('another organization finds no wallet and no transaction', async () => {
  const wallet = await createWallet(client, await newCustomer());
  const [transaction] = await bookInWallet(client, wallet, { granted_credits: '1' });
  const stranger = await server.organization();
  for (const path of [`/wallets/${wallet.svc_id}`, `/wallets/${wallet.svc_id}/wallet_transactions`])
    expect((await stranger.get(path)).body.code).toBe('wallet_not_found');
  for (const part of ['', '/consumptions', '/fundings'])
    expect((await stranger.get(`/wallet_transactions/${transaction.svc_id}${part}`)).body.code).toBe(
      'wallet_transaction_not_found',
    );
  const { body } = await stranger.post('/wallet_transactions', {
    wallet_transaction: { wallet_id: wallet.svc_id, granted_credits: '1' },
  });
  expect(body.error_details).toEqual({ wallet_id: ['wallet_not_found'] });
  expect((await stranger.get('/wallets')).body.wallets).toEqual([]);
});
