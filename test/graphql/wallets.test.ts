// Wallets over GraphQL: what REST has, with what they name.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createCustomer, createMetric, createWallet, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
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

const run = async (document: string, variables: object = {}): Promise<Resource> => {
  const { data, errors } = await client.graphql(document, variables as Record<string, unknown>);
  expect(errors).toBeUndefined();
  return data;
};
const code = async (document: string, variables: object = {}) => {
  const { errors } = await client.graphql(document, variables as Record<string, unknown>);
  return errors?.[0].extensions;
};

test('a wallet is created, topped up, changed and terminated, and leads to all that it has', async () => {
  const metric = await createMetric(client);
  const created = await run(
    `mutation ($input: CreateWalletInput!) {
      createWallet(input: $input) {
        wallet {
          id code rateAmount balanceCents balance { amount currency } ongoingBalance { amount } metadata
          appliesTo { feeTypes billableMetrics { code } }
          customer { externalId wallets { totalCount } }
        }
      }
    }`,
    {
      input: {
        externalCustomerId: customer.external_id,
        rateAmount: '0.5',
        name: 'Main',
        grantedCredits: '10',
        metadata: { team: 'red' },
        appliesTo: { feeTypes: ['charge'], billableMetricCodes: [metric.code] },
      },
    },
  );
  const { id, ...wallet } = created.createWallet.wallet;
  expect(wallet).toEqual({
    code: 'main',
    rateAmount: '0.5',
    balanceCents: 500,
    balance: { amount: '5.00', currency: 'EUR' },
    ongoingBalance: { amount: '5.00' },
    metadata: { team: 'red' },
    appliesTo: { feeTypes: ['charge'], billableMetrics: [{ code: metric.code }] },
    customer: { externalId: customer.external_id, wallets: { totalCount: 1 } },
  });

  const { createWalletTransactions } = await run(
    `mutation ($input: CreateWalletTransactionsInput!) {
      createWalletTransactions(input: $input) {
        walletTransactions {
          transactionStatus status amount { amount } creditAmount
          invoice { invoiceType totalAmountCents }
          fundings { nodes { amountCents inbound { transactionStatus consumptions { totalCount } } } }
        }
      }
    }`,
    { input: { walletId: id, paidCredits: 4, voidedCredits: '3' } },
  );
  expect(createWalletTransactions.walletTransactions).toEqual([
    {
      transactionStatus: 'purchased',
      status: 'pending',
      amount: { amount: '2.00' },
      creditAmount: '4.0',
      invoice: { invoiceType: 'credit', totalAmountCents: 200 },
      fundings: { nodes: [] },
    },
    {
      transactionStatus: 'voided',
      status: 'settled',
      amount: { amount: '1.50' },
      creditAmount: '3.0',
      invoice: null,
      fundings: {
        nodes: [
          { amountCents: 150, inbound: { transactionStatus: 'granted', consumptions: { totalCount: 1 } } },
        ],
      },
    },
  ]);

  const listed = await run(
    `query ($id: ID!) {
      walletTransactions(walletId: $id, filter: { transactionType: inbound }, orderBy: { field: created_at, direction: asc }) {
        nodes { transactionStatus wallet { id } }
      }
      wallet(id: $id) { transactions(filter: { status: pending }) { totalCount } }
      wallets(filter: { status: active, balanceCents: { gte: 350 } }) { nodes { id } }
    }`,
    { id },
  );
  expect(listed).toEqual({
    walletTransactions: {
      nodes: [
        { transactionStatus: 'granted', wallet: { id } },
        { transactionStatus: 'purchased', wallet: { id } },
      ],
    },
    wallet: { transactions: { totalCount: 1 } },
    wallets: { nodes: [{ id }] },
  });

  const changed = await run(
    `mutation ($id: ID!) {
      updateWallet(input: { id: $id, priority: 3 }) { wallet { priority } }
      deleteWalletMetadata(input: { id: $id, key: "team" }) { metadata }
      terminateWallet(input: { id: $id }) { wallet { status terminatedAt } }
    }`,
    { id },
  );
  expect(changed).toEqual({
    updateWallet: { wallet: { priority: 3 } },
    deleteWalletMetadata: { metadata: {} },
    terminateWallet: { wallet: { status: 'terminated', terminatedAt: expect.any(String) } },
  });
});

test('an invoice that must be paid first shows nowhere until then', async () => {
  const wallet = await createWallet(client, customer);
  const { createWalletTransactions } = await run(
    `mutation ($input: CreateWalletTransactionsInput!) {
      createWalletTransactions(input: $input) { walletTransactions { invoiceId invoice { id } } }
    }`,
    { input: { walletId: wallet.svc_id, paidCredits: '1', invoiceRequiresSuccessfulPayment: true } },
  );
  expect(createWalletTransactions.walletTransactions).toEqual([
    { invoiceId: expect.any(String), invoice: null },
  ]);
});

test('refusals have the codes of REST, with the path of what was refused', async () => {
  const wallet = await createWallet(client, customer, { granted_credits: '1' });
  const book =
    'mutation ($input: CreateWalletTransactionsInput!) { createWalletTransactions(input: $input) { __typename } }';
  const refused = await code(book, { input: { walletId: wallet.svc_id, voidedCredits: '2' } });
  expect(refused).toMatchObject({
    code: 'unprocessable_entity',
    details: { voidedCredits: ['insufficient_credits'] },
    inputErrors: [{ path: ['input', 'voidedCredits'], code: 'insufficient_credits' }],
  });
  expect(await code(book, { input: { walletId: wallet.svc_id, paidCredits: 'x' } })).toMatchObject({
    code: 'bad_user_input',
    inputErrors: [{ path: ['input', 'paidCredits'], code: 'invalid_paid_credits' }],
  });
  for (const named of ['', '(code: "main")', `(id: "${wallet.svc_id}", externalCustomerId: "a", code: "b")`])
    expect((await code(`{ wallet${named} { id } }`))?.code).toBe('bad_request');
  expect((await code('{ wallet(id: "nothing") { id } }'))?.code).toBe('not_found');
});
