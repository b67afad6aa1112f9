// Answers of tax providers that nobody should have to trust, and changes while they are asked (integrations.md §5–§7, §10).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemActor } from '../../src/platform/actor.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import {
  createMetric,
  createPlan,
  perCall,
  type Resource,
  sendEvents,
  subscribe,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { differencesIn } from '../support/differences.js';
import type { HttpTaxStandIn } from '../support/http-tax-stand-in.js';
import { messageTypesAbout } from '../support/messages.js';
import { runJobs } from '../support/provider-jobs.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { startHttpTax } from '../support/tax-connections.js';
import { oneOffOf, runTaxJobs, shownInvoice, taxedCustomer } from '../support/taxed-customers.js';

/** What the amounts of invoices and credit notes are held to. */
const CHECKS = ['credit_notes_of_invoices', 'credited_fees', 'fee_taxes', 'invoice_taxes'];

let server: TestServer;
let client: Client;
let taxes: HttpTaxStandIn;
let connection: Resource;

beforeAll(async () => {
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
  expect(await differencesIn(server.pool, CHECKS)).toEqual([]);
  await taxes.stop();
});

const run = () => runTaxJobs(server, client);
const shown = (invoice: Resource) => shownInvoice(client, invoice);

/** A tax of a line of 10.00, with these members. */
const tax = (over: object = {}) => ({ code: 'vat', name: 'VAT', rate: '10', amount_cents: '100', ...over });

const LARGE = '9'.repeat(29);
const FORGED: readonly (readonly [string, readonly object[]])[] = [
  ['an amount of 29 digits', [tax({ amount_cents: LARGE })]],
  ['an amount beyond what can be shown', [tax({ amount_cents: '9007199254740993' })]],
  ['a taxable amount of 29 digits', [tax({ taxable_amount_cents: LARGE })]],
  ['a negative amount', [tax({ amount_cents: '-100' })]],
  ['an amount of 1e308', [tax({ amount_cents: 1e308 })]],
  ['NaN', [tax({ rate: 'NaN' })]],
  [
    'a flood of taxes',
    Array.from({ length: 101 }, (_, index) => tax({ code: `t${index}`, amount_cents: '0' })),
  ],
];

describe('an answer that cannot be used', () => {
  test.each(FORGED)('a fee exists without taxes whose answer has %s', async (_, forged) => {
    taxes.taxesOf = () => forged;
    const customer = await usedOnce();
    await run();
    const { body } = await client.get(`/fees?external_customer_id=${customer.external_id}`);
    expect(body.fees).toMatchObject([{ taxes_amount_cents: 0, total_amount_cents: 1_000 }]);
  });

  test('an invoice fails whose total would be beyond what can be shown, and the failure is announced', async () => {
    taxes.taxesOf = () => [tax({ amount_cents: '9007199254740000' })];
    const customer = await taxedCustomer(client, connection);
    const { svc_id } = await oneOffOf(client, customer, [1_000]);
    await run();
    expect(await shown({ svc_id })).toMatchObject({ status: 'failed', total_amount_cents: 1_000 });
    expect(await messageTypesAbout(server, customer.svc_id)).toContain('customer.tax_provider_error');
  });

  test('a fee exists without taxes whose total would be beyond what can be shown', async () => {
    taxes.taxesOf = () => [tax({ amount_cents: '9007199254740991' })];
    const customer = await usedOnce();
    await run();
    const { body } = await client.get(`/fees?external_customer_id=${customer.external_id}`);
    expect(body.fees).toMatchObject([{ taxes_amount_cents: 0 }]);
  });

  test('a code that stands for an exemption on one line and for a tax on another is refused', async () => {
    taxes.taxesOf = ({ amount_cents }) => (amount_cents === 1_000 ? [tax({ code: 'unknown_taxation' })] : []);
    const { svc_id } = await oneOffOf(client, await taxedCustomer(client, connection), [1_000, 2_000]);
    await run();
    expect(await shown({ svc_id })).toMatchObject({
      status: 'failed',
      error_details: [{ details: { tax_error: 'invalid_answer' } }],
    });
  });
});

/** A customer with a standalone fee of 10.00, which waits for its taxes. */
async function usedOnce(): Promise<Resource> {
  const customer = await taxedCustomer(client, connection);
  const metric = await createMetric(client);
  const charge = perCall(metric, { pay_in_advance: true, invoiceable: false, properties: { amount: '10' } });
  const plan = await createPlan(client, { amount_cents: 0, amount_currency: 'EUR', charges: [charge] });
  const subscription = await subscribe(client, customer, plan);
  await sendEvents(client, subscription, metric, [{}]);
  await runJobs(server, client, ['bill_events']);
  return customer;
}

describe('texts', () => {
  test('long names with characters that cannot be stored are shortened', async () => {
    taxes.taxesOf = () => [
      tax({ name: `V\0A\u0001T\ud800${'x'.repeat(100_000)}`, description: `\0${'y'.repeat(100_000)}` }),
    ];
    const { svc_id } = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
    await run();
    const { applied_taxes } = await shown({ svc_id });
    expect(applied_taxes[0].tax_name).toHaveLength(200);
    expect(applied_taxes[0].tax_description).toHaveLength(200);
  });

  test.each([422, 503])('an error of megabytes of an answer %s is shortened', async (status) => {
    const message = `\0${'m'.repeat(1_500_000)}`;
    const error = { code: `\0${'c'.repeat(100_000)}`, message };
    for (let time = 0; time < 6; time++) taxes.script.push({ status, body: { error } });
    const { svc_id } = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
    await run();
    const [{ details }] = (await shown({ svc_id })).error_details;
    expect(details.tax_error.length).toBeLessThanOrEqual(255);
    expect(details.tax_error_message.length).toBeLessThanOrEqual(1_000);
  });
});

/** Does something while the provider is asked, after it has done its part. */
function during(action: 'commit' | 'estimate' | 'refund' | 'void', act: () => Promise<unknown>): void {
  const provider = server.app.services.outsideSystems.taxProvider('http_tax');
  if (provider === null) throw new Error('expected a provider');
  const ask = provider[action].bind(provider) as (...asked: unknown[]) => Promise<never>;
  provider[action] = async (...asked: unknown[]) => {
    Object.assign(provider, { [action]: ask });
    const answer = await ask(...asked);
    await act();
    return answer;
  };
}

describe('a change while the provider is asked', () => {
  const change = async (query: string, input: object) => {
    const { errors } = await client.graphql(query, { input });
    expect(errors).toBeUndefined();
  };
  const deleteConnection = () =>
    change('mutation ($input: DeleteIntegrationInput!) { deleteIntegration(input: $input) { deletedId } }', {
      id: connection.id,
    });
  const deletes = ({ external_id }: Resource) => client.delete(`/customers/${external_id}`);
  const statusOf = async ({ svc_id }: Resource) => {
    const [row] = await server.pool.sql`
      select status, tax_status, taxes_amount_cents::int as cents from invoices where id = ${svc_id}`;
    return [row?.['status'], row?.['tax_status'], row?.['cents']];
  };
  const drafted = async () => {
    const customer = await taxedCustomer(client, connection, {
      billing_configuration: { invoice_grace_period: 3 },
    });
    const plan = await createPlan(client, {
      amount_cents: 4_000,
      amount_currency: 'EUR',
      pay_in_advance: true,
    });
    await subscribe(client, customer, plan, { billing_time: 'anniversary' });
    const { body } = await client.get(`/invoices?external_customer_id=${customer.external_id}`);
    return { customer, draft: body.invoices[0] };
  };
  const actions = () => taxes.calls.map(({ body }) => body.action);

  test('an invoice whose customer is deleted has local taxes, and is taken back', async () => {
    const customer = await taxedCustomer(client, connection);
    const invoice = await oneOffOf(client, customer, [1_000]);
    during('commit', () => deletes(customer));
    await run();
    expect(await statusOf(invoice)).toEqual(['finalized', 'succeeded', 0]);
    expect([actions(), taxes.documents.size]).toEqual([['commit', 'void'], 0]);
  });

  test('an invoice whose connection is deleted is issued once', async () => {
    const invoice = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
    during('commit', deleteConnection);
    await run();
    const [status, taxStatus] = await statusOf(invoice);
    expect([status, taxStatus, actions()]).toEqual(['finalized', 'succeeded', ['commit']]);
  });

  test('an invoice whose customer moves has the taxes of the address that was sent', async () => {
    const customer = await taxedCustomer(client, connection, { city: 'Lyon' });
    const invoice = await oneOffOf(client, customer, [1_000]);
    during('commit', () =>
      client.post('/customers', { customer: { external_id: customer.external_id, city: 'Paris' } }),
    );
    await run();
    expect(await statusOf(invoice)).toEqual(['finalized', 'succeeded', 100]);
    expect(taxes.calls.map(({ body }) => body.customer.address.city)).toEqual(['Lyon']);
  });

  test('a fee whose customer is deleted is taken back', async () => {
    const customer = await usedOnce();
    during('commit', () => deletes(customer));
    await run();
    expect(taxes.documents.size).toBe(0);
  });

  test('a draft whose grace period ends is not changed by its estimate', async () => {
    const { customer, draft } = await drafted();
    during('estimate', () =>
      server.pool.db.transaction((tx) =>
        server.app.services.draftInvoices.finalizeDue(tx, systemActor(client.organizationId, null), {
          organizationId: client.organizationId,
          testClockId: null,
          kind: 'invoice_finalization',
          customerIds: [customer.svc_id],
          subjectIds: [draft.svc_id],
          dueAt: new Date(),
          attempts: 0,
        }),
      ),
    );
    await run();
    expect(await statusOf(draft)).toEqual(['finalized', 'succeeded', 400]);
    expect(actions()).toEqual(['estimate', 'commit']);
  });

  test('a draft that is deleted is not changed by its estimate', async () => {
    const { draft } = await drafted();
    during('estimate', async () => {
      expect((await client.delete(`/invoices/${draft.svc_id}`)).status).toBe(200);
    });
    await run();
    expect([actions(), await statusOf(draft)]).toEqual([['estimate'], ['deleted', 'pending', 0]]);
  });

  test('a draft whose customer leaves the connection is not taxed by it', async () => {
    const { customer, draft } = await drafted();
    during('estimate', () =>
      client.post('/customers', {
        customer: { external_id: customer.external_id, integration_customers: [] },
      }),
    );
    await run();
    expect((await client.put(`/invoices/${draft.svc_id}/finalize`)).status).toBe(200);
    await run();
    expect(await statusOf(draft)).toEqual(['finalized', 'succeeded', 0]);
    expect(taxes.documents.size).toBe(0);
  });

  test('a note whose invoice is voided is taken back with it', async () => {
    const invoice = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
    await run();
    const items = [{ fee_id: invoice.fees[0].svc_id, amount_cents: 100 }];
    await client.post('/credit_notes', {
      credit_note: { invoice_id: invoice.svc_id, credit_amount_cents: 110, items },
    });
    during('refund', async () => {
      expect((await client.post(`/invoices/${invoice.svc_id}/void`)).status).toBe(200);
    });
    await run();
    expect([actions().toSorted(), taxes.documents.size]).toEqual([['commit', 'refund', 'void', 'void'], 0]);
  });

  test('an invoice that is regenerated while the voided one is taken back is recorded', async () => {
    const invoice = await oneOffOf(client, await taxedCustomer(client, connection), [1_000]);
    await run();
    await client.post(`/invoices/${invoice.svc_id}/void`);
    during('void', () =>
      change(
        'mutation ($input: RegenerateInvoiceInput!) { regenerateInvoice(input: $input) { invoice { id } } }',
        { voidedInvoiceId: invoice.svc_id },
      ),
    );
    await run();
    expect([actions(), taxes.documents.size]).toEqual([['commit', 'void', 'commit'], 1]);
  });
});
