// What invoices billed, recounted from raw events: nothing differs until somebody writes past the program.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { callerWith, createMetric, createPlan, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
let story: Story;
let subscription: Resource;
let tokens: Resource;
let seats: Resource;
/** Those of 1 October: what was used in September, and the seats that are renewed. */
let october: Resource;

const VERIFY = `query ($invoiceId: ID!) {
  verifyInvoiceUsage(invoiceId: $invoiceId) {
    feeId externalSubscriptionId chargeId chargeFilterId groupedBy eventTransactionId billedUnits recountedUnits
  }
}`;

const verify = async (invoice: Resource, caller = client): Promise<Resource> => {
  const { data, errors } = await caller.graphql(VERIFY, { invoiceId: invoice.svc_id });
  return errors ?? data.verifyInvoiceUsage;
};

const feesOf = (invoice: Resource, metric: Resource): Resource[] =>
  invoice.fees.filter((fee: Resource) => fee.item.code === metric.code);

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
  const regions = [{ key: 'region', values: ['eu', 'us'] }];
  tokens = await createMetric(client, { aggregation_type: 'sum_agg', field_name: 'n', filters: regions });
  seats = await createMetric(client, {
    aggregation_type: 'unique_count_agg',
    field_name: 'user',
    recurring: true,
  });
  const disk = await createMetric(client, {
    aggregation_type: 'weighted_sum_agg',
    field_name: 'n',
    weighted_interval: 'seconds',
    recurring: true,
  });
  const standard = (metric: Resource, over: object = {}) => ({
    billable_metric_id: metric.svc_id,
    charge_model: 'standard',
    properties: { amount: '0.7' },
    ...over,
  });
  const plan = await createPlan(client, {
    charges: [
      standard(tokens, {
        properties: { amount: '1', pricing_group_keys: ['team', 'app'] },
        filters: [{ values: { region: ['eu'] }, properties: { amount: '2' } }],
        min_amount_cents: 100_000,
      }),
      standard(disk),
      standard(seats, { pay_in_advance: true, code: 'on the invoice' }),
      standard(seats, { pay_in_advance: true, invoiceable: false, regroup_paid_fees: 'invoice' }),
      standard(seats, { prorated: true, code: 'in arrears' }),
    ],
  });
  // Days begin on half an hour UTC.
  story = await Story.begin(client, '2027-09-05T06:00:00Z', { timezone: 'Asia/Kolkata' });
  subscription = await story.subscribe(plan);
  await story.use(subscription, seats, {
    '2027-09-06T00:00:00Z': { user: 'a' },
    '2027-09-07T00:00:00Z': { user: 'b' },
    '2027-09-08T00:00:00Z': { user: 'a', operation_type: 'remove' },
    '2027-09-09T00:00:00Z': { user: 'a' },
  });
  await story.use(subscription, tokens, {
    '2027-09-06T00:00:00Z': { n: '0.5', region: 'eu' },
    '2027-09-07T00:00:00Z': { n: '4', team: 'b', app: 'x' },
    '2027-09-30T18:29:59.999Z': { n: '3', team: 'a' },
    '2027-09-30T18:30:00Z': { n: '100', team: 'a' },
  });
  await story.use(subscription, disk, { '2027-09-10T01:02:03Z': { n: '7' } });
  await story.advance('2027-09-20T00:00:00Z');
  const { body } = await client.get(`/fees?external_subscription_id=${subscription.external_id}`);
  for (const fee of body.fees.filter((one: Resource) => one.svc_invoice_id === null)) {
    await client.put(`/fees/${fee.svc_id}`, { fee: { payment_status: 'succeeded' } });
  }
  await story.advance('2027-11-02T00:00:00Z');
  october = (await story.invoices()).find(
    (one) => one.issuing_date === '2027-10-01' && one.invoice_type === 'subscription',
  );
});
afterAll(() => server.stop());

test('every invoice is what its events add up to: in arrears, in advance, renewed, regrouped', async () => {
  const invoices = await story.invoices();
  expect(new Set(invoices.map((one) => one.invoice_type))).toEqual(
    new Set(['subscription', 'advance_charges']),
  );
  expect(feesOf(october, seats).map((fee) => Number(fee.units))).toEqual([2, 2]);
  for (const invoice of invoices) expect(await verify(invoice)).toEqual([]);
});

describe('every difference is reported', () => {
  beforeEach(async () => {
    expect(await verify(october)).toEqual([]);
  });

  test('units that are not those of the events, of each kind of fee', async () => {
    const [single] = (await story.invoices()).filter(
      (one) => one.billing_periods[0].invoicing_reason === 'in_advance_charge',
    );
    for (const [invoice, fee] of [
      [october, feesOf(october, tokens)[0]],
      [october, feesOf(october, seats)[0]],
      [single, single.fees[0]],
    ]) {
      await server.pool.sql`update fees set units = units + 1 where id = ${fee.svc_id}`;
      expect(await verify(invoice)).toEqual([
        {
          feeId: fee.svc_id,
          externalSubscriptionId: subscription.external_id,
          chargeId: fee.svc_charge_id,
          chargeFilterId: fee.svc_charge_filter_id,
          groupedBy: fee.item.grouped_by,
          eventTransactionId: fee.event_transaction_id,
          billedUnits: `${Number(fee.units) + 1}${String(Number(fee.units)).includes('.') ? '' : '.0'}`,
          recountedUnits: fee.units,
        },
      ]);
      await server.pool.sql`update fees set units = units - 1 where id = ${fee.svc_id}`;
    }
  });

  test('a fee that was lost, and a charge that was never rated', async () => {
    const [fee] = feesOf(october, tokens).filter(({ item }) => item.grouped_by.team === 'b');
    const other = feesOf(october, tokens).filter(({ svc_id }) => svc_id !== fee.svc_id);
    const hide = (ids: string[], type: string) =>
      server.pool.sql`update fees set fee_type = ${type} where id = any(${ids})`;
    await hide([fee.svc_id], 'credit');
    expect(await verify(october)).toEqual([
      {
        feeId: null,
        externalSubscriptionId: subscription.external_id,
        chargeId: fee.svc_charge_id,
        chargeFilterId: null,
        groupedBy: { team: 'b', app: 'x' },
        eventTransactionId: null,
        billedUnits: null,
        recountedUnits: '4.0',
      },
    ]);
    await hide([fee.svc_id, ...other.map(({ svc_id }) => svc_id)], 'credit');
    expect((await verify(october)).map((one: Resource) => one.recountedUnits).toSorted()).toEqual([
      '0.5',
      '3.0',
      '4.0',
    ]);
    await hide([fee.svc_id, ...other.map(({ svc_id }) => svc_id)], 'charge');
  });

  test('events that are gone', async () => {
    const rename = (from: string, to: string) => server.pool.sql`
      update events set code = ${to}
      where organization_id = ${client.organizationId} and code = ${from} and properties ->> 'region' = 'eu'`;
    await rename(tokens.code, 'gone');
    expect(await verify(october)).toMatchObject([{ billedUnits: '0.5', recountedUnits: '0.0' }]);
    await rename('gone', tokens.code);
  });
});

test('an event that came too late was not billed, and is no difference', async () => {
  await story.use(subscription, tokens, { '2027-09-12T00:00:00Z': { n: '50', team: 'b', app: 'x' } });
  expect(await verify(october)).toEqual([]);
});

test('a charge that is no longer part of the plan is recounted as it was', async () => {
  const { body } = await client.get(`/plans/${subscription.plan_code}`);
  const gone = body.plan.charges.find((one: Resource) => one.billable_metric_code === tokens.code);
  await client.delete(`/plans/${subscription.plan_code}/charges/${gone.code}`);
  expect(await verify(october)).toEqual([]);
});

test('the recount of an invoice is for administrators, of their own organization', async () => {
  const reader = await callerWith(server, client, { invoice: ['read'], fee: ['read'] });
  expect((await verify(october, reader))[0].extensions).toMatchObject({ code: 'forbidden' });
  const [{ extensions }] = await verify(october, await server.organization());
  expect(extensions).toMatchObject({ details: { invoice: ['not_found'] } });
});
