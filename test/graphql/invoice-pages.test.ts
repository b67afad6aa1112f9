// A page of whole invoices, as a dashboard reads it: what it costs, and how many statements that takes.
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Client } from '../support/client.js';
import {
  billedCustomer,
  chargeFeeOf,
  plannedInvoice,
  feeOf,
  issue,
  partOf,
  taxOf,
} from '../support/invoices.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { questionsIn, requestStatementsOf } from '../support/statements.js';
import { listedTaxes } from '../support/rows.js';

const INVOICES = 50;
const CHARGE_FEES = 9;

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const billed = await billedCustomer(server, client);
  const taxes = listedTaxes(await taxOf(billed, 20), await taxOf(billed, 5.5));
  const chargeFees = Array.from({ length: CHARGE_FEES }, (_, index) =>
    chargeFeeOf(billed, { units: index + 1, taxes }, { groupedBy: { region: `r${index}` } }),
  );
  for (let index = 0; index < INVOICES; index += 1) {
    const day = { from: new Date(Date.UTC(2027, 0, 1 + index)), to: new Date(Date.UTC(2027, 0, 2 + index)) };
    const windows = { subscription: day, charges: day, fixedCharges: null };
    const fees = [feeOf(billed, { taxes }), ...chargeFees].map((fee) => ({ ...fee, ...day }));
    await issue(
      billed,
      plannedInvoice(billed, { billedAt: day.to, parts: [partOf(billed, { windows, fees })] }),
    );
  }
});
afterAll(() => server.stop());

const WHOLE_INVOICE = `
  id number status invoiceType paymentStatus issuingDate currency totalAmountCents totalDueAmountCents
  billingEntityCode
  customer { externalId name currency billingConfiguration { documentLocale } metadata { key value } }
  subscriptions { externalId plan { code } }
  billingPeriods { externalSubscriptionId subscriptionFrom subscriptionTo }
  appliedTaxes { taxCode taxRate amountCents }
  credits { amountCents }
  fees {
    feeType amountCents units externalSubscriptionId
    item { code name }
    appliedTaxes { taxCode amountCents }
  }
`;
const page = (size: number, selection = WHOLE_INVOICE) =>
  `{ invoices(perPage: ${size}) { nodes { ${selection} } pageInfo { totalPages } totalCount } }`;

async function countStatements(size: number): Promise<number> {
  // Reads the catalog.
  await client.graphql(page(size));
  const statements = await requestStatementsOf(server.connections.drivers, async () => {
    const { data, errors } = await client.graphql(page(size));
    expect(errors).toBeUndefined();
    expect(data.invoices.nodes).toHaveLength(size);
    for (const { fees, appliedTaxes } of data.invoices.nodes) {
      expect([fees.length, appliedTaxes.length]).toEqual([1 + CHARGE_FEES, 2]);
      expect(fees[0].appliedTaxes).toHaveLength(2);
    }
  });
  return questionsIn(statements);
}

test('a page of 50 whole invoices is allowed, and takes as many statements as a page of one', async () => {
  const forOne = await countStatements(1);
  expect(await countStatements(INVOICES)).toBe(forOne);
});

test('a page of 100 whole invoices is allowed as well', async () => {
  expect((await client.graphql(page(100))).errors).toBeUndefined();
});

test.each<[string, string]>([
  [
    'the fees of a page of invoices under many names',
    Array.from({ length: 20 }, (_, index) => `f${index}: fees { appliedTaxes { id } }`).join(' '),
  ],
  [
    'the invoices of the customers of invoices',
    'customer { invoices(first: 100) { nodes { id fees { id } } } }',
  ],
  [
    'the fees of the subscriptions of invoices',
    'subscriptions { fees(first: 100) { nodes { appliedTaxes { id } } } }',
  ],
  ['computed usage of the subscriptions of invoices', 'subscriptions { lifetimeUsage { from } }'],
])('%s cost too much', async (_, selection) => {
  const { status, errors } = await client.graphql(page(100, selection));
  expect([status, errors?.[0].message]).toEqual([400, expect.stringMatching(/costs \d+,/)]);
});
