// Usage whose events name the wallet that pays for it: wallets.md §4, charges.md §1.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createMetric, createPlan, createWallet, perCall, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

const START = '2027-03-01T10:00:00Z';
const LATER = '2027-03-02T00:00:00Z';
const APRIL = '2027-04-01T00:00:00Z';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const balances = async (...wallets: Resource[]) => {
  const read = wallets.map(({ svc_id }) => client.get(`/wallets/${svc_id}`));
  return (await Promise.all(read)).map(({ body }) => [
    body.wallet.balance_cents,
    body.wallet.ongoing_balance_cents,
  ]);
};
const shown = ({ fees }: Resource) =>
  fees
    .filter(({ item }: Resource) => item.type === 'charge')
    .map((fee: Resource) => [fee.item.grouped_by, fee.amount_cents])
    .toSorted(([, one]: [object, number], [, other]: [object, number]) => one - other);

test('usage with a target wallet is a fee of its own, which only that wallet pays, in the ongoing balance too', async () => {
  const story = await Story.begin(client, START);
  const metric = await createMetric(client);
  const plan = await createPlan(client, { charges: [perCall(metric, { accepts_target_wallet: true })] });
  expect(plan.charges[0].accepts_target_wallet).toBe(true);
  const subscription = await story.subscribe(plan);
  const common = await createWallet(client, story.customer, { granted_credits: '10', priority: 1 });
  const named = await createWallet(client, story.customer, {
    granted_credits: '2',
    applies_to: { fee_types: ['subscription'] },
  });
  const target_wallet_code = named.code;
  await story.use(subscription, metric, { [START]: {} });
  for (const seconds of [1, 2, 3]) {
    await story.use(subscription, metric, { [`2027-03-01T10:00:0${seconds}Z`]: { target_wallet_code } });
  }
  for (const seconds of [4, 5]) {
    await story.use(subscription, metric, {
      [`2027-03-01T10:00:0${seconds}Z`]: { target_wallet_code: 'nobody' },
    });
  }
  expect(await balances(common, named)).toEqual([
    [1_000, 900],
    [200, -100],
  ]);

  await story.advance(APRIL);
  const [invoice] = await story.invoices();
  expect(shown(invoice)).toEqual([
    [{ target_wallet_code: null }, 100],
    [{ target_wallet_code: 'nobody' }, 200],
    [{ target_wallet_code }, 300],
  ]);
  expect([invoice.prepaid_credit_amount_cents, invoice.total_amount_cents]).toEqual([300, 300]);
  expect(await balances(common, named)).toEqual([
    [900, 900],
    [0, 0],
  ]);
});

test('usage with a target wallet in advance is paid at once by that wallet', async () => {
  const story = await Story.begin(client, START);
  const metric = await createMetric(client);
  const charge = perCall(metric, { accepts_target_wallet: true, pay_in_advance: true });
  const subscription = await story.subscribe(await createPlan(client, { charges: [charge] }));
  const common = await createWallet(client, story.customer, { granted_credits: '10', priority: 1 });
  const named = await createWallet(client, story.customer, { granted_credits: '2' });
  await story.use(subscription, metric, { [START]: { target_wallet_code: named.code } });
  await story.advance(LATER);
  expect(await balances(common, named)).toEqual([
    [1_000, 1_000],
    [100, 100],
  ]);
});

test('a charge that does not accept it ignores the property', async () => {
  const story = await Story.begin(client, START);
  const metric = await createMetric(client);
  const properties = { amount: '1', pricing_group_keys: ['target_wallet_code'] };
  const subscription = await story.subscribe(
    await createPlan(client, { charges: [perCall(metric, { properties })] }),
  );
  const common = await createWallet(client, story.customer, { granted_credits: '10' });
  await story.use(subscription, metric, { [START]: { target_wallet_code: 'nobody' } });
  expect(await balances(common)).toEqual([[1_000, 900]]);
  await story.advance(APRIL);
  expect((await story.listedInvoices())[0].prepaid_credit_amount_cents).toBe(100);
});
