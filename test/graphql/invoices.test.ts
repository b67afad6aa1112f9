import { Big, decimalText } from '../../src/core/money/decimal.js';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Permissions } from '../../src/platform/api/access/resource-permissions.js';
import { callerWith, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import {
  type BilledCustomer,
  billedCustomer,
  chargeFeeOf,
  plannedInvoice,
  feeOf,
  issue,
  partOf,
  subscribeAgain,
  taxOf,
} from '../support/invoices.js';
import {
  FilteredInvoicesDocument,
  InvoiceDocument,
  InvoicePageDocument,
  type InvoicePageQueryVariables,
  InvoiceRelationsDocument,
  InvoicesOfSubscriptionDocument,
} from '../generated/documents.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { listedTaxes } from '../support/rows.js';

let server: SharedServer;
let client: Client;
let billed: BilledCustomer;
/** Ids of the customer's invoices, issued last first. */
let invoiceIds: string[];

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  billed = await billedCustomer(server, client, { external_id: 'acme', timezone: 'America/Denver' });
  const taxes = listedTaxes(await taxOf(billed, 20), await taxOf(billed, 5.5));
  const issuedAt = ['2027-02-01', '2027-03-01', '2027-04-01', '2027-05-01', '2027-06-01'];
  const ids: string[] = [];
  for (const day of issuedAt) {
    const own = { ...billed, subscription: await subscribeAgain(billed) };
    const fees = [feeOf(own, { taxes }), chargeFeeOf(own, { units: 333, taxes })];
    const planned = plannedInvoice(own, {
      billedAt: new Date(`${day}T07:00:00Z`),
      parts: [partOf(own, { fees })],
    });
    ids.unshift((await issue(own, planned))?.id ?? '');
  }
  invoiceIds = ids;
});
afterAll(() => server.stop());

describe('an invoice', () => {
  test('an invoice shows what REST shows', async () => {
    const [id] = invoiceIds;
    const { invoice } = await client.query(InvoiceDocument, { id: id ?? '' });
    const rest = (await client.get(`/invoices/${id}`)).body.invoice;
    expect(invoice).toEqual({
      id,
      number: rest.number,
      status: 'finalized',
      issuingDate: '2027-06-01',
      paymentDueDate: rest.payment_due_date,
      currency: 'EUR',
      feesAmountCents: 1_333,
      taxesAmountCents: rest.taxes_amount_cents,
      taxesRate: decimalText(new Big(25.5)),
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
        taxRate: decimalText(new Big(tax.tax_rate)),
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
        from: fee.from_date,
        to: fee.to_date,
        item: { type: fee.item.type, code: fee.item.code, itemType: fee.item.item_type },
        appliedTaxes: fee.applied_taxes.map((tax: Resource) => ({
          amountCents: tax.amount_cents,
          preciseAmountCents: expect.stringMatching(/^\d+\.\d+$/),
        })),
      })),
    });
  });

  test.each(['00000000-0000-7000-8000-000000000000', 'no-uuid'])('%s is not found', async (id) => {
    const { errors } = await client.graphql(String(InvoiceDocument), { id });
    expect(errors?.[0].extensions).toMatchObject({ code: 'not_found', details: { invoice: ['not_found'] } });
  });

  test('an invoice of another organization is not found', async () => {
    const stranger = await server.organization();
    const { errors } = await stranger.graphql(String(InvoiceDocument), { id: invoiceIds[0] });
    expect(errors?.[0].extensions.code).toBe('not_found');
    const lists = await stranger.graphql('{ invoices { totalCount } fees { totalCount } }');
    expect(lists.data).toEqual({ invoices: { totalCount: 0 }, fees: { totalCount: 0 } });
  });
});

describe('lists', () => {
  test('cursors lead forth and back through the order of three keys', async () => {
    const page = async (variables: InvoicePageQueryVariables) =>
      (await client.query(InvoicePageDocument, variables)).invoices;
    const first = await page({ first: 2 });
    const second = await page({ first: 2, after: first.pageInfo.endCursor });
    const back = await page({ last: 2, before: second.pageInfo.startCursor });
    expect([...first.nodes, ...second.nodes].map(({ id }) => id)).toEqual(invoiceIds.slice(0, 4));
    expect(back.nodes).toEqual(first.nodes);
    expect(second.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  test('lists of invoices take the filters and the search of REST', async () => {
    const { invoices, fees } = await client.query(FilteredInvoicesDocument, {});
    expect(invoices.totalCount).toBe(3);
    expect(fees).toEqual({
      totalCount: 2,
      nodes: [{ item: { type: 'charge' } }, { item: { type: 'charge' } }],
    });
  });

  test('lists of invoices read each relation once, however long they are', async () => {
    const { customers, subscriptions, invoices, billedPeriods, fees } = server.app.services;
    const reads = [
      jest.spyOn(customers, 'getMany'),
      jest.spyOn(subscriptions, 'getMany'),
      jest.spyOn(billedPeriods, 'ofInvoices'),
      jest.spyOn(invoices, 'appliedTaxes'),
      jest.spyOn(fees, 'ofInvoices'),
      jest.spyOn(fees, 'appliedTaxes'),
    ];
    const page = await client.query(InvoiceRelationsDocument, {});
    expect(page.invoices.nodes).toHaveLength(5);
    expect(reads.map((read) => read.mock.calls.length)).toEqual([1, 1, 1, 1, 1, 1]);
    reads.forEach((read) => {
      read.mockRestore();
    });
  });

  test('invoices are listed below a subscription', async () => {
    const { externalId } = billed.subscription;
    const none = await client.query(InvoicesOfSubscriptionDocument, { externalId });
    expect(none.subscription).toEqual({ invoices: { totalCount: 0 }, fees: { totalCount: 0 } });
    const [id] = invoiceIds;
    const [period] = (await client.get(`/invoices/${id}`)).body.invoice.billing_periods;
    const one = await client.query(InvoicesOfSubscriptionDocument, {
      externalId: period.external_subscription_id,
    });
    expect(one.subscription).toEqual({ invoices: { totalCount: 1 }, fees: { totalCount: 2 } });
  });

  test('invoices are listed below a customer', async () => {
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
