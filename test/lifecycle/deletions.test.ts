// What deleting a record in use does to those who use it: rest-conventions.md §10.
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createAddOn,
  createCustomer,
  createMetric,
  createPlan,
  createTax,
  type Resource,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const windUp = (of: { planId: string } | { customerId: string }) =>
  server.app.services.subscriptionWindUp.run({ organizationId: client.organizationId, ...of });

/** What waits in the job queue to be wound up. */
async function queued(): Promise<unknown[]> {
  const rows = await server.pool.sql<{ payload: unknown }[]>`
    select payload from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = 'end_subscriptions' and payload ->> 'organizationId' = ${client.organizationId}
    order by job.id`;
  return rows.map(({ payload }) => payload);
}

const read = async ({ external_id }: Resource, status: string): Promise<Resource> =>
  (await client.get(`/subscriptions/${external_id}?status=${status}`)).body.subscription;

/** `[issued, [[item, cents], ...]]`, an invoice a row. */
const billed = async (story: Story) =>
  (await story.invoices()).map((invoice) => [
    invoice.issuing_date,
    invoice.fees.map((fee: Resource) => [fee.item.type, fee.amount_cents]),
  ]);

async function metered(over: object = {}): Promise<{ metric: Resource; plan: Resource }> {
  const metric = await createMetric(client);
  const charge = { billable_metric_id: metric.svc_id, charge_model: 'standard', properties: { amount: '1' } };
  return { metric, plan: await createPlan(client, { amount_cents: 3_000, charges: [charge], ...over }) };
}

describe('a plan in use', () => {
  test('a plan in use takes no new subscription, ends those that it has as they are set to end, and is deleted', async () => {
    const { metric, plan } = await metered();
    const dear = await createPlan(client, { amount_cents: 6_000 });
    const [june, march] = [
      await Story.begin(client, '2027-06-01T00:00:00Z'),
      await Story.begin(client, '2027-03-01T00:00:00Z'),
    ];
    const [ended, silent, planned] = [
      await june.subscribe(plan),
      await june.subscribe(plan),
      await june.subscribe(plan, { subscription_at: '2027-07-05T00:00:00Z' }),
    ];
    await client.put(`/subscriptions/${silent.external_id}`, {
      subscription: { on_termination_invoice: 'skip' },
    });
    const changing = await march.subscribe(dear);
    await march.subscribe(plan, { external_id: changing.external_id });
    await june.use(ended, metric, { '2027-06-05T00:00:00Z': {} });
    await june.advance('2027-06-10T12:00:00Z');

    const { body } = await client.delete(`/plans/${plan.code}`);
    expect(body.plan).toEqual({
      ...plan,
      pending_deletion: false,
      active_subscriptions_count: 2,
      customers_count: 1,
    });
    expect((await client.get(`/plans/${plan.code}`)).body.plan).toMatchObject({ pending_deletion: true });
    const refused = await client.post('/subscriptions', {
      subscription: { external_customer_id: 'c', external_id: 's', plan_code: plan.code },
    });
    expect([refused.status, refused.body.code]).toEqual([404, 'plan_not_found']);
    expect((await client.delete(`/plans/${plan.code}`)).status).toBe(200);
    const { organizationId } = client;
    expect(await queued()).toEqual([{ organizationId, planId: plan.svc_id }]);
    expect(await read(ended, 'active')).toMatchObject({ status: 'active' });

    await windUp({ planId: plan.svc_id });
    await windUp({ planId: plan.svc_id });
    const terminated = { status: 'terminated', terminated_at: '2027-06-10T12:00:00Z' };
    expect([await read(ended, 'terminated'), await read(silent, 'terminated')]).toMatchObject([
      terminated,
      terminated,
    ]);
    expect(await read(planned, 'canceled')).toMatchObject({ canceled_at: '2027-06-10T12:00:00Z' });
    expect(await read(changing, 'active')).toMatchObject({ plan_code: dear.code, next_plan_code: null });
    expect((await client.get(`/plans/${plan.code}`)).status).toBe(404);
    await createPlan(client, { code: plan.code });
    const messages = await server.pool.sql<{ webhook_type: string; count: string }[]>`
      select webhook_type, count(*) from outbox_messages
      where organization_id = ${organizationId} and webhook_type in ('plan.deleted', 'subscription.terminated')
      group by webhook_type order by webhook_type`;
    expect(messages.map((row) => [row.webhook_type, Number(row.count)])).toEqual([
      ['plan.deleted', 1],
      ['subscription.terminated', 3],
    ]);
    await june.advance('2027-09-01T00:00:00Z');
    // Ten days of June.
    expect(await billed(june)).toEqual([['2027-06-10', [['subscription', 1_000], ['charge', 100]]]]); // prettier-ignore
  });

  test('a plan in use ends its subscriptions where their clock stood, even when that moves at once', async () => {
    const { plan } = await metered();
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    await story.subscribe(plan);
    await story.advance('2027-06-15T00:00:00Z');
    await client.delete(`/plans/${plan.code}`);
    await story.advance('2027-08-15T00:00:00Z');
    expect(await billed(story)).toEqual([['2027-06-15', [['subscription', 1_500]]]]);
  });

  test('a plan in use ends the grace period of what it has billed, and of what its end bills', async () => {
    const { plan } = await metered();
    const story = await Story.begin(client, '2027-06-01T00:00:00Z', {
      billing_configuration: { invoice_grace_period: 30 },
    });
    const [before, after] = [
      await story.subscribe(plan),
      await story.subscribe(plan, { plan_overrides: { amount_cents: 6_000 } }),
    ];
    await story.advance('2027-06-10T00:00:00Z');
    await client.delete(`/subscriptions/${before.external_id}`);
    expect((await story.listedInvoices()).map((invoice) => invoice.status)).toEqual(['draft']);
    await client.delete(`/plans/${plan.code}`);
    await windUp({ planId: plan.svc_id });
    expect(await read(after, 'terminated')).toMatchObject({ status: 'terminated' });
    const issued = (await story.invoices()).map(
      ({ status, total_amount_cents: cents }) => `${status} ${cents}`,
    );
    expect(issued.toSorted()).toEqual(['finalized 1000', 'finalized 2000']);
    expect((await client.get(`/plans/${plan.code}`)).status).toBe(404);
    await story.advance('2027-09-01T00:00:00Z');
    expect(await story.listedInvoices()).toHaveLength(2);
  });

  test('a plan in use gives back what is left of it in advance, as its subscriptions are set to end', async () => {
    const { plan } = await metered({ pay_in_advance: true });
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    await story.subscribe(plan);
    await story.subscribe(plan, { on_termination_credit_note: 'skip' });
    await story.advance('2027-06-10T12:00:00Z');
    await client.delete(`/plans/${plan.code}`);
    await windUp({ planId: plan.svc_id });
    const path = `/credit_notes?external_customer_id=${story.customer.external_id}`;
    expect((await client.get(path)).body.credit_notes).toMatchObject([
      { reason: 'order_cancellation', credit_amount_cents: 2_000 },
    ]);
  });

  test('a plan in use is deleted when its last draft is final', async () => {
    const { plan } = await metered();
    const story = await Story.begin(client, '2027-06-01T00:00:00Z', {
      billing_configuration: { invoice_grace_period: 30 },
    });
    const { external_id } = await story.subscribe(plan);
    await client.delete(`/subscriptions/${external_id}`);
    await client.delete(`/plans/${plan.code}`);
    expect((await client.get(`/plans/${plan.code}`)).body.plan).toMatchObject({ pending_deletion: true });
    await windUp({ planId: plan.svc_id });
    expect((await story.listedInvoices()).map((invoice) => invoice.status)).toEqual(['finalized']);
    expect((await client.get(`/plans/${plan.code}`)).status).toBe(404);
  });

  test('a plan in use waits for a clock that is moving, and for nobody else', async () => {
    const { plan } = await metered();
    const [moving, still] = [
      await Story.begin(client, '2027-06-01T00:00:00Z'),
      await Story.begin(client, '2027-06-01T00:00:00Z'),
    ];
    const [waits, ends] = [await moving.subscribe(plan), await still.subscribe(plan)];
    await client.delete(`/plans/${plan.code}`);
    const setStatus = (status: string) =>
      server.pool.sql`update test_clocks set status = ${status} where id = ${moving.clock.svc_id}`;
    await setStatus('advancing');
    await expect(windUp({ planId: plan.svc_id })).rejects.toThrow('test clock');
    expect([await read(waits, 'active'), await read(ends, 'terminated')]).toMatchObject([
      { status: 'active' },
      { status: 'terminated' },
    ]);
    expect((await client.get(`/plans/${plan.code}`)).status).toBe(200);
    await setStatus('ready');
    const queuedNow = async () =>
      (await queued()).filter((job) =>
        isDeepStrictEqual(job, { organizationId: client.organizationId, planId: plan.svc_id }),
      );
    const before = await queuedNow();
    // As the queue does every hour.
    for (let hour = 0; hour < 2; hour += 1) await server.app.services.subscriptionWindUp.resume();
    expect(await queuedNow()).toHaveLength(before.length + 1);
    await windUp({ planId: plan.svc_id });
    expect((await client.get(`/plans/${plan.code}`)).status).toBe(404);
  });
});

describe('a customer', () => {
  test('a customer is gone at once, its subscriptions soon after, its documents never', async () => {
    const { plan } = await metered();
    const story = await Story.begin(client, '2027-06-01T00:00:00Z', {
      name: 'Old',
      billing_configuration: { invoice_grace_period: 30 },
    });
    const { external_id: externalId, svc_id: customerId } = story.customer;
    const [ended, planned] = [
      await story.subscribe(plan),
      await story.subscribe(plan, { subscription_at: '2027-07-05T00:00:00Z' }),
    ];
    await story.advance('2027-06-10T12:00:00Z');
    const path = `/customers/${externalId}`;
    const { body } = await client.delete(path);
    expect(body.customer).toMatchObject({ svc_id: customerId, name: 'Old' });
    expect([(await client.get(path)).status, (await client.delete(path)).status]).toEqual([404, 404]);
    expect((await client.get(`/customers?external_id=${externalId}`)).body.customers).toEqual([]);
    expect(await queued()).toContainEqual({ organizationId: client.organizationId, customerId });

    await server.app.services.subscriptionWindUp.resume();
    await windUp({ customerId });
    expect(await read(ended, 'terminated')).toMatchObject({ terminated_at: '2027-06-10T12:00:00Z' });
    expect(await read(planned, 'canceled')).toMatchObject({ status: 'canceled' });
    const [invoice] = await story.invoices();
    expect(invoice).toMatchObject({
      status: 'finalized',
      total_amount_cents: 1_000,
      customer: { name: 'Old' },
    });

    const successor = await createCustomer(client, { external_id: externalId, name: 'New' });
    expect(successor.svc_id).not.toBe(customerId);
    expect([await story.invoices(), (await client.get(`/subscriptions?external_customer_id=${externalId}`)).body.subscriptions]).toEqual([[], []]); // prettier-ignore
    expect((await client.get(`/invoices/${invoice.svc_id}`)).body.invoice.customer.name).toBe('Old');
    const entries = await server.pool.sql`
      select activity_type, activity_source from activity_log_entries
      where resource_id = ${customerId} order by logged_at, id`;
    expect(entries.at(-1)).toEqual({ activity_type: 'customer.deleted', activity_source: 'api' });
  });

  test('a customer of another organization is not found, on both surfaces', async () => {
    const { svc_id: id, external_id: externalId } = await createCustomer(client);
    const stranger = await server.organization();
    const mutation =
      'mutation ($id: ID!) { deleteCustomer(input: { id: $id }) { deletedId customer { id } } }';
    expect((await stranger.delete(`/customers/${externalId}`)).status).toBe(404);
    expect((await stranger.graphql(mutation, { id })).errors?.[0]?.extensions).toMatchObject({
      code: 'not_found',
    });
    const { data } = await client.graphql(mutation, { id });
    expect(data.deleteCustomer).toEqual({ deletedId: id, customer: { id } });
    expect((await client.graphql(mutation, { id })).errors).toHaveLength(1);
  });

  test('a customer on a clock that is advancing is not deleted', async () => {
    const story = await Story.begin(client, '2027-06-01T00:00:00Z');
    await server.pool.sql`update test_clocks set status = 'advancing' where id = ${story.clock.svc_id}`;
    const { status, body } = await client.delete(`/customers/${story.customer.external_id}`);
    expect([status, body.code]).toEqual([405, 'test_clock_advancing']);
    expect((await client.get(`/customers/${story.customer.external_id}`)).status).toBe(200);
  });

  test('a customer in real time has its subscription ended too', async () => {
    const customer = await createCustomer(client);
    const subscription = await subscribe(client, customer, await createPlan(client, { amount_cents: 100 }));
    await client.delete(`/customers/${customer.external_id}`);
    await windUp({ customerId: customer.svc_id });
    expect(await read(subscription, 'terminated')).toMatchObject({ status: 'terminated' });
    const due = await server.pool.sql`select kind from due_work where subject_id = ${subscription.svc_id}`;
    expect([...due]).toEqual([]);
  });
});

test('a metric, an add-on or a tax in use goes from what is billed from then on', async () => {
  const tax = await createTax(client, { rate: 20 });
  const [arrears, advance] = [await createAddOn(client), await createAddOn(client)];
  const fixed = (addOn: Resource, over: object = {}) => ({
    ...{ add_on_id: addOn.svc_id, charge_model: 'standard', units: 1, properties: { amount: '5' } },
    ...over,
  });
  const { metric, plan } = await metered({
    tax_codes: [tax.code],
    fixed_charges: [fixed(arrears), fixed(advance, { pay_in_advance: true })],
  });
  const story = await Story.begin(client, '2027-06-01T00:00:00Z');
  const subscription = await story.subscribe(plan);
  await story.use(subscription, metric, { '2027-06-05T00:00:00Z': {}, '2027-07-05T00:00:00Z': {} });
  await story.advance('2027-07-01T00:00:00Z');
  const feesBefore = (await story.invoices()).map((invoice) => invoice.fees);
  await story.advance('2027-07-10T00:00:00Z');
  for (const path of [
    `/billable_metrics/${metric.code}`,
    `/add_ons/${arrears.code}`,
    `/add_ons/${advance.code}`,
    `/taxes/${tax.code}`,
  ]) {
    expect((await client.delete(path)).status).toBe(200);
  }
  await story.advance('2027-08-01T00:00:00Z');
  expect(await billed(story)).toEqual([
    ['2027-06-01', [['fixed_charge', 500]]],
    ['2027-07-01', [['subscription', 3_000], ['charge', 100], ['fixed_charge', 500], ['fixed_charge', 500]]],
    ['2027-08-01', [['subscription', 3_000]]],
  ]); // prettier-ignore
  expect((await story.listedInvoices()).map((invoice) => invoice.taxes_rate)).toEqual([20, 20, 0]);
  expect((await story.invoices()).slice(0, 2).map((invoice) => invoice.fees)).toEqual(feesBefore);
});
