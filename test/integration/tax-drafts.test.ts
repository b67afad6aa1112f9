// Estimated taxes of drafts and of invoices that must be paid before they are issued (integrations.md §6).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DueBatch } from '../../src/lifecycle/due-work/due-work-engine.js';
import type { DueWorkKind } from '../../src/lifecycle/due-work/due-work-kinds.js';
import { systemActor } from '../../src/platform/actor.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { payFor } from '../support/activation.js';
import { createPlan, type Resource, SILENT_PAYER, subscribe } from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { HttpTaxStandIn } from '../support/http-tax-stand-in.js';
import { messagesAbout, messageTypesAbout } from '../support/messages.js';
import { runJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { startHttpTax } from '../support/tax-connections.js';
import { runTaxJobs, shownInvoice, taxedCustomer } from '../support/taxed-customers.js';

let server: TestServer;
let client: Client;
let taxes: HttpTaxStandIn;
let connection: Resource;

beforeAll(async () => {
  // A call inside of a transaction would leave too few connections.
  server = await startTestServer({
    outgoing: new OutgoingHttp({ allowPrivateNetworks: true }),
    connections: 2,
  });
});
afterAll(() => server.stop());
beforeEach(async () => {
  client = await server.organization();
  ({ taxes, connection } = await startHttpTax(server, client));
});
afterEach(async () => {
  expect(taxes.faults).toEqual([]);
  expect(await uselessEstimates()).toBe(0);
  await taxes.stop();
});

/** How many estimates of the organization are kept of which nobody needs to know. */
async function uselessEstimates(): Promise<number> {
  const [row] = await server.pool.sql<{ count: number }[]>`
    select count(*)::int as count from tax_estimates as estimate
    join invoices on invoices.id = estimate.invoice_id join customers on customers.id = invoices.customer_id
    where estimate.organization_id = ${client.organizationId}
      and (invoices.status not in ('draft', 'open') or customers.tax_integration_id is null)`;
  return row?.count ?? 0;
}

const run = () => runTaxJobs(server, client);
const shown = (invoice: Resource) => shownInvoice(client, invoice);
const actions = () => taxes.calls.map(({ body }) => body.action);
const refresh = ({ svc_id }: Resource) => client.put(`/invoices/${svc_id}/refresh`);
const finalize = ({ svc_id }: Resource) => client.put(`/invoices/${svc_id}/finalize`);
const messagesOf = async ({ svc_id }: Resource) =>
  (await messageTypesAbout(server, svc_id)).filter((type) => type.startsWith('invoice.'));
const actor = () => systemActor(client.organizationId, null);

async function taxStatusOf({ svc_id }: Resource): Promise<string> {
  const { data } = await client.graphql('query ($id: ID!) { invoice(id: $id) { taxStatus } }', {
    id: svc_id,
  });
  return data.invoice.taxStatus;
}

const inAdvance = () =>
  createPlan(client, { amount_cents: 4_000, amount_currency: 'EUR', pay_in_advance: true });

/** A customer with the draft of its first invoice, which has 4000 before taxes. */
async function drafted(): Promise<{ customer: Resource; draft: Resource }> {
  const billing_configuration = { invoice_grace_period: 3 };
  const customer = await taxedCustomer(client, connection, { billing_configuration });
  await subscribe(client, customer, await inAdvance(), { billing_time: 'anniversary' });
  const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
  return { customer, draft: body.invoices[0] };
}

/** Due work about an invoice, now. */
function dueNow(kind: DueWorkKind, { svc_id }: Resource, { svc_id: customerId }: Resource): DueBatch {
  const { organizationId } = client;
  const customerIds = [customerId];
  const subjectIds = [svc_id];
  return { organizationId, testClockId: null, kind, customerIds, subjectIds, dueAt: new Date(), attempts: 0 };
}

/** Computes a draft again as a job does, without that anybody has asked for it. */
function refreshByItself(draft: Resource, customer: Resource): Promise<void> {
  const { draftInvoices } = server.app.services;
  const due = dueNow('draft_refresh', draft, customer);
  return server.pool.db.transaction((tx) => draftInvoices.refreshDue(tx, actor(), due));
}

async function move({ external_id }: Resource, city: string): Promise<void> {
  await client.post('/customers', { customer: { external_id, city } });
}

/** The waits of the queued estimates of an organization, in minutes. */
async function queuedEstimates(): Promise<number[]> {
  const jobs = await server.pool.sql`
    select round(extract(epoch from job.run_at - now()) / 60)::int as minutes from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = 'estimate_taxes' and job.payload ->> 'organizationId' = ${client.organizationId}`;
  return jobs.map(({ minutes }) => minutes);
}

/** Does the queued estimates once, and leaves those that they queue. */
async function estimateOnce(): Promise<void> {
  const jobs = await server.pool.sql`
    delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
    where task.id = job.task_id and task.identifier = 'estimate_taxes'
      and job.payload ->> 'organizationId' = ${client.organizationId}
    returning job.payload`;
  for (const { payload } of jobs) await server.app.services.invoiceEstimation.run(payload);
}

describe('a draft', () => {
  test('a draft gets estimated taxes by job, and is ready to be finalized then', async () => {
    const { draft } = await drafted();
    expect(draft).toMatchObject({ status: 'draft', taxes_amount_cents: 0, total_amount_cents: 4_000 });
    expect([await taxStatusOf(draft), await messagesOf(draft)]).toEqual(['pending', ['invoice.drafted']]);
    const refused = await finalize(draft);
    expect([refused.status, refused.body.code]).toEqual([403, 'cannot_finalize_with_pending_taxes']);
    await run();
    expect(actions()).toEqual(['estimate']);
    expect(taxes.documents.size).toBe(0);
    expect(await shown(draft)).toMatchObject({
      status: 'draft',
      number: draft.number,
      taxes_amount_cents: 400,
      total_amount_cents: 4_400,
      applied_taxes: [{ tax_code: 'vat', amount_cents: 400 }],
    });
    expect(await taxStatusOf(draft)).toBe('succeeded');
    expect(await messagesOf(draft)).toEqual(['invoice.drafted', 'invoice.ready_to_finalize']);
  });

  test('a draft that is finalized is committed, and issued with its taxes', async () => {
    const { draft } = await drafted();
    await run();
    expect((await finalize(draft)).body.invoice).toMatchObject({
      status: 'pending',
      total_amount_cents: 4_000,
    });
    await run();
    expect(actions()).toEqual(['estimate', 'commit']);
    expect(await shown(draft)).toMatchObject({ status: 'finalized', total_amount_cents: 4_400 });
  });

  test('a draft whose grace period ends while its estimate is pending is committed', async () => {
    const { draft, customer } = await drafted();
    const { draftInvoices } = server.app.services;
    const due = dueNow('invoice_finalization', draft, customer);
    await server.pool.db.transaction((tx) => draftInvoices.finalizeDue(tx, actor(), due));
    await run();
    expect(actions()).toEqual(['commit']);
    expect(await shown(draft)).toMatchObject({ status: 'finalized', total_amount_cents: 4_400 });
  });

  test('a refresh answers with pending taxes, and what was answered already is not asked again', async () => {
    const { draft } = await drafted();
    await run();
    expect((await refresh(draft)).body.invoice).toMatchObject({ taxes_amount_cents: 0 });
    expect(await taxStatusOf(draft)).toBe('pending');
    await run();
    expect(actions()).toEqual(['estimate']);
    expect(await shown(draft)).toMatchObject({ taxes_amount_cents: 400, total_amount_cents: 4_400 });
    expect((await shown(draft)).fees[0]).toMatchObject({ taxes_amount_cents: 400 });
  });

  test('a draft whose customer has moved is asked about again, by itself every 15 minutes at most', async () => {
    const { customer, draft } = await drafted();
    await run();
    await move(customer, 'Paris');
    const scheduled = await server.pool.sql`
      select kind from due_work where customer_id = ${customer.svc_id} and kind = 'draft_refresh'`;
    expect(scheduled).toHaveLength(1);
    await refreshByItself(draft, customer);
    await estimateOnce();
    expect([actions(), await queuedEstimates()]).toEqual([['estimate'], [15]]);
    await refreshByItself(draft, customer);
    await estimateOnce();
    expect(await queuedEstimates()).toEqual([15]);
    await server.pool.sql`
      update tax_estimates set requested_at = now() - interval '15 minutes' where invoice_id = ${draft.svc_id}`;
    await run();
    expect(actions()).toEqual(['estimate', 'estimate']);
    expect(taxes.calls.at(-1)?.body.customer.address.city).toBe('Paris');
    expect(await taxStatusOf(draft)).toBe('succeeded');
    await move(customer, 'Lyon');
    await refresh(draft);
    await run();
    expect(taxes.calls.at(-1)?.body.customer.address.city).toBe('Lyon');
  });

  test('a draft that has changed during the call is asked about anew', async () => {
    const { customer, draft } = await drafted();
    const provider = server.app.services.outsideSystems.taxProvider('http_tax');
    if (provider === null) throw new Error('expected a provider');
    const estimate = provider.estimate.bind(provider);
    provider.estimate = async (...asked) => {
      provider.estimate = estimate;
      await move(customer, 'Paris');
      await refresh(draft);
      return estimate(...asked);
    };
    await run();
    expect(taxes.calls.map(({ body }) => body.customer.address.city)).toEqual([null, 'Paris']);
    expect(await shown(draft)).toMatchObject({ taxes_amount_cents: 400 });
  });

  test('a draft whose taxes are refused says so, and can be finalized', async () => {
    taxes.refuse('address_unknown');
    const { customer, draft } = await drafted();
    await run();
    expect(await shown(draft)).toMatchObject({
      status: 'draft',
      total_amount_cents: 4_000,
      error_details: [{ error_code: 'tax_error', details: { tax_error: 'address_unknown' } }],
    });
    expect(await taxStatusOf(draft)).toBe('failed');
    expect(await messagesOf(draft)).toEqual(['invoice.drafted', 'invoice.ready_to_finalize']);
    expect(await messageTypesAbout(server, customer.svc_id)).toContain('customer.tax_provider_error');
    expect((await finalize(draft)).body.invoice).toMatchObject({ status: 'pending' });
    await run();
    expect(await shown(draft)).toMatchObject({
      status: 'finalized',
      taxes_amount_cents: 400,
      error_details: [],
    });
  });

  test('a draft that fails again by itself is announced again only with another error', async () => {
    const { customer, draft } = await drafted();
    const again = async (code: string) => {
      taxes.refuse(code);
      await refreshByItself(draft, customer);
      await server.pool.sql`
        update tax_estimates set requested_at = now() - interval '15 minutes' where invoice_id = ${draft.svc_id}`;
      await run();
      const types = await messageTypesAbout(server, customer.svc_id);
      return types.filter((type) => type === 'customer.tax_provider_error').length;
    };
    taxes.refuse('address_unknown');
    await run();
    expect([await again('address_unknown'), await again('closed')]).toEqual([1, 2]);
    taxes.refuse('closed');
    await refresh(draft);
    await run();
    expect(await again('closed')).toBe(3);
  });

  test('an error of a draft stays until the next success', async () => {
    taxes.refuse('address_unknown');
    const { draft } = await drafted();
    await run();
    await refresh(draft);
    expect(await shown(draft)).toMatchObject({ error_details: [{ error_code: 'tax_error' }] });
    await run();
    expect(await shown(draft)).toMatchObject({ taxes_amount_cents: 400, error_details: [] });
  });

  test.each(['hang', 'close', 'html'] as const)(
    'an estimate that ends in "%s" is asked for again',
    async (fault) => {
      taxes.script.push(fault);
      const { draft } = await drafted();
      await estimateOnce();
      expect([actions().length, await taxStatusOf(draft)]).toEqual([1, 'pending']);
      await run();
      expect([actions().length, await taxStatusOf(draft)]).toEqual([2, 'succeeded']);
      expect(new Set(taxes.calls.map(({ key }) => key)).size).toBe(1);
    },
  );

  test('a draft whose link is removed has local taxes after its refresh', async () => {
    const { customer, draft } = await drafted();
    await run();
    await client.post('/customers', {
      customer: { external_id: customer.external_id, integration_customers: [] },
    });
    await refreshByItself(draft, customer);
    await run();
    expect(await shown(draft)).toMatchObject({ status: 'draft', taxes_amount_cents: 0, applied_taxes: [] });
    expect(actions()).toEqual(['estimate']);
  });

  test('a draft that is deleted after its estimate leaves none', async () => {
    const { draft } = await drafted();
    await run();
    await client.delete(`/invoices/${draft.svc_id}`);
    expect(await uselessEstimates()).toBe(0);
  });

  test('a draft whose call is about to be made while its link is removed leaves no estimate', async () => {
    const { customer, draft } = await drafted();
    const { taxEstimates } = server.app.services;
    const find = taxEstimates.find.bind(taxEstimates);
    taxEstimates.find = async (...asked) => {
      const found = await find(...asked);
      await client.post('/customers', {
        customer: { external_id: customer.external_id, integration_customers: [] },
      });
      return found;
    };
    await estimateOnce();
    taxEstimates.find = find;
    expect([actions(), await uselessEstimates()]).toEqual([[], 0]);
    expect(await taxStatusOf(draft)).toBe('pending');
  });

  test('a deleted draft is not asked about', async () => {
    const { draft } = await drafted();
    expect((await client.delete(`/invoices/${draft.svc_id}`)).status).toBe(200);
    await run();
    expect(actions()).toEqual([]);
  });
});

describe('an invoice that must be paid before it is issued', () => {
  const GATE = [{ type: 'payment', timeout_hours: 48 }];

  const gated = async () => {
    const customer = await taxedCustomer(client, connection, { billing_configuration: SILENT_PAYER });
    return subscribe(client, customer, await inAdvance(), {
      billing_time: 'anniversary',
      activation_rules: GATE,
    });
  };
  const gateOf = async ({ external_id }: Resource): Promise<Resource> =>
    (await client.get(`/subscriptions/${external_id}?status=incomplete`)).body.subscription;
  const invoiceAt = ({ activation_rules: [rule] }: Resource): Resource => ({ svc_id: rule.svc_invoice_id });

  test('an open invoice is payable once its taxes are estimated, and committed once it is issued', async () => {
    const subscription = await gated();
    expect((await payFor(client, await gateOf(subscription), { amount_cents: 4_000 })).status).toBe(403);
    await run();
    expect(actions()).toEqual(['estimate']);
    const paid = await payFor(client, await gateOf(subscription), { amount_cents: 4_400 });
    expect(paid.status).toBe(200);
    await run();
    expect(actions()).toEqual(['estimate', 'commit']);
    const invoice = await shown(invoiceAt(subscription));
    expect(invoice).toMatchObject({
      status: 'finalized',
      taxes_amount_cents: 400,
      payment_status: 'succeeded',
    });
    expect(taxes.calls[1]?.body.document).toMatchObject({ id: invoice.svc_id, date: invoice.issuing_date });
    expect(await messagesAbout(server, connection.id)).toEqual([]);
  });

  test('an open invoice that nobody pays leaves no estimate', async () => {
    const subscription = await gated();
    await run();
    const unpaid = dueNow('activation_timeout', subscription, { svc_id: subscription['svc_customer_id'] });
    await server.pool.db.transaction((tx) => server.app.services.activation.expireDue(tx, actor(), unpaid));
    const [invoice] = await server.pool.sql`
      select status from invoices where id = ${invoiceAt(subscription)['svc_id']}`;
    expect(invoice?.['status']).toBe('closed');
  });

  test('taxes that the provider records otherwise than it has estimated them are announced', async () => {
    const subscription = await gated();
    await run();
    await payFor(client, await gateOf(subscription), { amount_cents: 4_400 });
    taxes.script.push({
      status: 200,
      body: {
        lines: [
          {
            id: (await shown(invoiceAt(subscription))).fees[0].svc_id,
            tax_amount_cents: 480,
            taxes: [{ code: 'vat', name: 'VAT', rate: '12', amount_cents: '480' }],
          },
        ],
      },
    });
    await run();
    expect(await shown(invoiceAt(subscription))).toMatchObject({ taxes_amount_cents: 400 });
    const [message, ...more] = await messagesAbout(server, connection.id);
    expect(more).toEqual([]);
    expect(message).toMatchObject({
      webhookType: 'integration.provider_error',
      object: { provider_error: { error_code: 'tax_mismatch' } },
    });
  });

  test('an open invoice whose taxes are refused stays open until a retry', async () => {
    taxes.refuse('address_unknown');
    const subscription = await gated();
    await run();
    expect((await payFor(client, await gateOf(subscription), { amount_cents: 4_000 })).status).toBe(403);
    const retried = await client.post(`/invoices/${invoiceAt(subscription).svc_id}/retry`);
    expect(retried.status).toBe(200);
    await run();
    expect((await payFor(client, await gateOf(subscription), { amount_cents: 4_400 })).status).toBe(200);
  });

  test('an open invoice is retried by itself after the provider was away', async () => {
    for (let count = 0; count < 6; count++) taxes.script.push({ status: 503 });
    const subscription = await gated();
    await run();
    expect(actions()).toHaveLength(6);
    await runJobs(server, client, ['retry_taxes', 'estimate_taxes']);
    expect((await payFor(client, await gateOf(subscription), { amount_cents: 4_400 })).status).toBe(200);
  });
});
