import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Permissions } from '../../src/platform/api/permissions.js';
import { callerWith, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import {
  type BilledCustomer,
  billedCustomer,
  chargeFeeOf,
  draftOf,
  feeOf,
  issue,
  partOf,
  subscribeAgain,
  taxOf,
} from '../support/invoices.js';
import { startTestServer, type TestServer } from '../support/server.js';

let server: TestServer;
let client: Client;
let billed: BilledCustomer;
/** Ids of the customer's invoices, issued last first. */
let invoiceIds: string[];

beforeAll(async () => {
  server = await startTestServer();
  client = await server.organization();
  billed = await billedCustomer(server, client, { external_id: 'acme', timezone: 'America/Denver' });
  const taxes = [await taxOf(billed, 20), await taxOf(billed, 5.5)];
  const issuedAt = ['2027-02-01', '2027-03-01', '2027-04-01', '2027-05-01', '2027-06-01'];
  const ids: string[] = [];
  for (const day of issuedAt) {
    const own = { ...billed, subscription: await subscribeAgain(billed) };
    const fees = [feeOf(own, { taxes }), chargeFeeOf(own, { units: 333, taxes })];
    const draft = draftOf(own, { billedAt: new Date(`${day}T07:00:00Z`), parts: [partOf(own, { fees })] });
    ids.unshift((await issue(own, draft))?.id ?? '');
  }
  invoiceIds = ids;
});
afterAll(() => server.stop());

const INVOICE = /* GraphQL */ `
  query ($id: ID!) {
    invoice(id: $id) {
      id
      number
      status
      issuingDate
      paymentDueDate
      currency
      feesAmountCents
      taxesAmountCents
      taxesRate
      totalAmountCents
      totalDueAmountCents
      customer {
        externalId
      }
      subscriptions {
        externalId
      }
      billingPeriods {
        externalSubscriptionId
        subscriptionFrom
        subscriptionTo
        chargesTo
        fixedChargesTo
      }
      appliedTaxes {
        taxCode
        taxRate
        amountCents
        feesAmountCents
      }
      fees {
        feeType
        amountCents
        preciseAmount
        taxesPreciseAmount
        externalSubscriptionId
        units
        eventsCount
        fromAt
        toAt
        item {
          type
          code
          itemType
        }
        appliedTaxes {
          amountCents
          preciseAmountCents
        }
      }
    }
  }
`;

const BELOW_SUBSCRIPTION = /* GraphQL */ `
  query ($externalId: String!) {
    subscription(externalId: $externalId) {
      invoices {
        totalCount
      }
      fees {
        totalCount
      }
    }
  }
`;

describe('an invoice', () => {
  test('shows what REST shows', async () => {
    const [id] = invoiceIds;
    const { data } = await client.graphql(INVOICE, { id });
    const rest = (await client.get(`/invoices/${id}`)).body.invoice;
    expect(data.invoice).toEqual({
      id,
      number: rest.number,
      status: 'finalized',
      issuingDate: '2027-06-01',
      paymentDueDate: rest.payment_due_date,
      currency: 'EUR',
      feesAmountCents: 1_333,
      taxesAmountCents: rest.taxes_amount_cents,
      taxesRate: 25.5,
      totalAmountCents: rest.total_amount_cents,
      totalDueAmountCents: rest.total_due_amount_cents,
      customer: { externalId: 'acme' },
      subscriptions: [{ externalId: rest.subscriptions[0].external_id }],
      billingPeriods: rest.billing_periods.map((period: Resource) => ({
        externalSubscriptionId: period.external_subscription_id,
        subscriptionFrom: period.subscription_from_datetime,
        subscriptionTo: period.subscription_to_datetime,
        chargesTo: period.charges_to_datetime,
        fixedChargesTo: null,
      })),
      appliedTaxes: rest.applied_taxes.map((tax: Resource) => ({
        taxCode: tax.tax_code,
        taxRate: tax.tax_rate,
        amountCents: tax.amount_cents,
        feesAmountCents: tax.fees_amount_cents,
      })),
      fees: rest.fees.map((fee: Resource) => ({
        feeType: fee.item.type,
        amountCents: fee.amount_cents,
        preciseAmount: fee.precise_amount,
        taxesPreciseAmount: fee.taxes_precise_amount,
        externalSubscriptionId: fee.external_subscription_id,
        units: fee.units,
        eventsCount: fee.events_count,
        fromAt: fee.from_date,
        toAt: fee.to_date,
        item: { type: fee.item.type, code: fee.item.code, itemType: fee.item.item_type },
        appliedTaxes: fee.applied_taxes.map((tax: Resource) => ({
          amountCents: tax.amount_cents,
          preciseAmountCents: expect.stringMatching(/^\d+\.\d+$/),
        })),
      })),
    });
  });

  test.each(['00000000-0000-7000-8000-000000000000', 'no-uuid'])('%s is not found', async (id) => {
    const { errors } = await client.graphql(INVOICE, { id });
    expect(errors?.[0].extensions).toMatchObject({ code: 'not_found', details: { invoice: ['not_found'] } });
  });

  test('of another organization is not found', async () => {
    const stranger = await server.organization();
    const { errors } = await stranger.graphql(INVOICE, { id: invoiceIds[0] });
    expect(errors?.[0].extensions.code).toBe('not_found');
    const lists = await stranger.graphql('{ invoices { totalCount } fees { totalCount } }');
    expect(lists.data).toEqual({ invoices: { totalCount: 0 }, fees: { totalCount: 0 } });
  });
});

describe('lists', () => {
  const PAGE = /* GraphQL */ `
    query ($first: Int, $after: String, $last: Int, $before: String) {
      invoices(first: $first, after: $after, last: $last, before: $before) {
        nodes {
          id
        }
        pageInfo {
          hasNextPage
          hasPreviousPage
          startCursor
          endCursor
        }
      }
    }
  `;

  test('cursors lead forth and back through the order of three keys', async () => {
    const first = (await client.graphql(PAGE, { first: 2 })).data.invoices;
    const second = (await client.graphql(PAGE, { first: 2, after: first.pageInfo.endCursor })).data.invoices;
    const back = (await client.graphql(PAGE, { last: 2, before: second.pageInfo.startCursor })).data.invoices;
    const idsOf = (page: Resource) => page.nodes.map((node: Resource) => node.id);
    expect([...idsOf(first), ...idsOf(second)]).toEqual(invoiceIds.slice(0, 4));
    expect(back.nodes).toEqual(first.nodes);
    expect(second.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  test('take the filters and the search of REST', async () => {
    const { data } = await client.graphql(/* GraphQL */ `
      {
        invoices(
          filter: { statuses: [finalized], currency: EUR, issuingDateFrom: "2027-04-01", amountFrom: 1 }
          search: "ACME"
        ) {
          totalCount
        }
        fees(filter: { feeType: charge, externalCustomerId: "acme", createdAtTo: "2027-03-02" }) {
          totalCount
          nodes {
            item {
              type
            }
          }
        }
      }
    `);
    expect(data.invoices.totalCount).toBe(3);
    expect(data.fees).toEqual({
      totalCount: 2,
      nodes: [{ item: { type: 'charge' } }, { item: { type: 'charge' } }],
    });
  });

  test('read each relation once, however long they are', async () => {
    const { customers, subscriptions, invoices, fees } = server.app.services;
    const reads = [
      jest.spyOn(customers, 'getMany'),
      jest.spyOn(subscriptions, 'getMany'),
      jest.spyOn(invoices, 'billedPeriods'),
      jest.spyOn(invoices, 'appliedTaxes'),
      jest.spyOn(fees, 'ofInvoices'),
      jest.spyOn(fees, 'appliedTaxes'),
    ];
    const { data } = await client.graphql(/* GraphQL */ `
      {
        invoices {
          nodes {
            customer {
              name
            }
            subscriptions {
              name
            }
            billingPeriods {
              planId
            }
            appliedTaxes {
              amountCents
            }
            fees {
              externalCustomerId
              externalSubscriptionId
              appliedTaxes {
                amountCents
              }
            }
          }
        }
      }
    `);
    expect(data.invoices.nodes).toHaveLength(5);
    expect(reads.map((read) => read.mock.calls.length)).toEqual([1, 1, 1, 1, 1, 1]);
    reads.forEach((read) => {
      read.mockRestore();
    });
  });

  test('below a subscription', async () => {
    const { externalId } = billed.subscription;
    const none = await client.graphql(BELOW_SUBSCRIPTION, { externalId });
    expect(none.data.subscription).toEqual({ invoices: { totalCount: 0 }, fees: { totalCount: 0 } });
    const [id] = invoiceIds;
    const [period] = (await client.get(`/invoices/${id}`)).body.invoice.billing_periods;
    const one = await client.graphql(BELOW_SUBSCRIPTION, { externalId: period.external_subscription_id });
    expect(one.data.subscription).toEqual({ invoices: { totalCount: 1 }, fees: { totalCount: 2 } });
  });

  test('below a customer', async () => {
    const { data } = await client.graphql(
      '{ customer(externalId: "acme") { invoices(perPage: 2, page: 2) { totalCount nodes { id } } } }',
    );
    const ids = data.customer.invoices.nodes.map((node: Resource) => node.id);
    expect([data.customer.invoices.totalCount, ids]).toEqual([5, invoiceIds.slice(2, 4)]);
  });
});

test.each<[string, Permissions, string]>([
  ['invoices { totalCount }', {}, 'the list itself'],
  ['invoices { nodes { customer { name } } }', { invoice: ['read'] }, 'its customers'],
  ['invoices { nodes { fees { id } } }', { invoice: ['read'] }, 'its fees'],
  ['invoices { nodes { subscriptions { id } } }', { invoice: ['read'] }, 'its subscriptions'],
  [
    'customer(externalId: "acme") { invoices { totalCount } }',
    { customer: ['read'] },
    'invoices of a customer',
  ],
  ['fees { totalCount }', { invoice: ['read'] }, 'the list of fees'],
])('{ %s } is forbidden with %j (%s)', async (query, permissions) => {
  const limited = await callerWith(server, client, permissions);
  const { errors } = await limited.graphql(`{ ${query} }`);
  expect(errors?.[0].extensions.code).toBe('forbidden');
});
