// What follows from invoices that a tax provider has taxed: credit notes of terminations and drafts, regenerated invoices (integrations.md §6, §7).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemActor } from '../../src/platform/actor.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { createPlan, type Resource, subscribe } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { differencesIn } from '../support/differences.js';
import type { HttpTaxStandIn } from '../support/http-tax-stand-in.js';
import { messagesAbout } from '../support/messages.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { startHttpTax } from '../support/tax-connections.js';
import { oneOffOf, runTaxJobs, shownInvoice, taxedCustomer } from '../support/taxed-customers.js';

/** What the amounts of invoices and credit notes are held to. */
const CHECKS = [
  'credit_note_balances',
  'credit_note_items',
  'credit_notes_of_invoices',
  'credited_fees',
  'fee_taxes',
  'invoice_taxes',
];

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
const documents = () => [...taxes.documents.keys()];
const invoicesOf = async ({ external_id }: Resource): Promise<Resource[]> =>
  (await client.get(`/invoices?external_customer_id=${external_id}`)).body.invoices;
const notesOf = async ({ external_id }: Resource): Promise<Resource[]> =>
  (await client.get(`/credit_notes?external_customer_id=${external_id}`)).body.credit_notes;
const terminate = ({ external_id }: Resource) => client.delete(`/subscriptions/${external_id}`);

/** Has calls answered with two taxes of each line, of 6.25 % and 1.5 % of four fifths of its amount. */
function taxTwice(): void {
  taxes.taxesOf = ({ amount_cents }) => [
    share('state', '6.25', amount_cents * 0.8),
    share('city', '1.5', amount_cents * 0.8),
  ];
}

function share(code: string, rate: string, taxable: number): Resource {
  return {
    code,
    name: code,
    rate,
    amount_cents: ((taxable * Number(rate)) / 100).toFixed(6),
    taxable_amount_cents: taxable.toFixed(6),
  };
}

/** A customer that has paid for a period in advance. */
async function subscribed(cents: number, over: object = {}) {
  const customer = await taxedCustomer(client, connection, over);
  const plan = await createPlan(client, {
    amount_cents: cents,
    amount_currency: 'EUR',
    pay_in_advance: true,
  });
  const subscription = await subscribe(client, customer, plan, { billing_time: 'anniversary' });
  const [invoice] = await invoicesOf(customer);
  return { customer, subscription, invoice };
}

describe('a termination', () => {
  test('unused days give back their share of the taxes, and all notes together the whole', async () => {
    taxTwice();
    const { customer, subscription, invoice } = await subscribed(9_997);
    await run();
    const taxed = await shown(invoice);
    expect(taxed).toMatchObject({ status: 'finalized', taxes_amount_cents: 620 });
    expect((await terminate(subscription)).status).toBe(200);
    const [first] = await notesOf(customer);
    const item = first?.items[0].amount_cents;
    expect(first).toMatchObject({
      invoice_number: taxed.number,
      reason: 'order_cancellation',
      taxes_amount_cents: Math.round((620 * item) / 9_997),
    });
    const rest = 9_997 - item;
    const { body } = await client.post('/credit_notes', {
      credit_note: {
        invoice_id: invoice.svc_id,
        credit_amount_cents: taxed.total_amount_cents - first?.total_amount_cents,
        items: [{ fee_id: taxed.fees[0].svc_id, amount_cents: rest }],
      },
    });
    expect(body.credit_note.taxes_amount_cents).toBe(620 - first?.taxes_amount_cents);
    await run();
    expect(documents()).toEqual([
      `invoice ${invoice.svc_id}`,
      `credit_note cn_${first?.svc_id}`,
      `credit_note cn_${body.credit_note.svc_id}`,
    ]);
  });

  test('a subscription whose invoice waits for its taxes cannot be terminated', async () => {
    const { customer, subscription } = await subscribed(9_997);
    const refused = await terminate(subscription);
    expect([refused.status, refused.body.code]).toEqual([405, 'cannot_terminate_with_pending_taxes']);
    await run();
    expect((await terminate(subscription)).status).toBe(200);
    expect(await notesOf(customer)).toHaveLength(1);
  });

  test('a subscription whose invoice has failed its taxes ends at once, and its note follows them', async () => {
    taxes.refuse('address_unknown');
    const { customer, subscription, invoice } = await subscribed(9_997);
    await run();
    expect((await shown(invoice)).status).toBe('failed');
    expect((await terminate(subscription)).body.subscription).toMatchObject({
      status: 'terminated',
      on_termination_credit_note: 'credit',
    });
    expect(await notesOf(customer)).toEqual([]);
    taxTwice();
    await client.post(`/invoices/${invoice.svc_id}/retry`, {});
    await run();
    const taxed = await shown(invoice);
    expect(taxed).toMatchObject({ status: 'finalized', taxes_amount_cents: 620 });
    const [note, ...more] = await notesOf(customer);
    expect(more).toEqual([]);
    expect(note).toMatchObject({
      invoice_number: taxed.number,
      reason: 'order_cancellation',
      taxes_amount_cents: Math.round((620 * note?.items[0].amount_cents) / 9_997),
      credit_amount_cents: note?.total_amount_cents,
    });
    expect(documents()).toEqual([`invoice ${invoice.svc_id}`, `credit_note cn_${note?.svc_id}`]);
  });

  test('an end that nobody asks for does not wait for taxes that are pending', async () => {
    const { customer, subscription, invoice } = await subscribed(9_997);
    const actor = systemActor(client.organizationId, null);
    await server.pool.db.transaction((tx) =>
      server.app.services.subscriptionTermination.endNow(tx, actor, subscription['svc_id']),
    );
    expect(await notesOf(customer)).toEqual([]);
    await run();
    expect((await shown(invoice)).status).toBe('finalized');
    expect(await notesOf(customer)).toMatchObject([{ reason: 'order_cancellation' }]);
  });

  test('no note follows the taxes of an invoice if none was to be made', async () => {
    taxes.refuse('address_unknown');
    const { customer, subscription, invoice } = await subscribed(9_997);
    await run();
    await client.delete(`/subscriptions/${subscription.external_id}?on_termination_credit_note=skip`);
    await client.post(`/invoices/${invoice.svc_id}/retry`, {});
    await run();
    expect((await shown(invoice)).status).toBe('finalized');
    expect(await notesOf(customer)).toEqual([]);
  });

  test('an invoice that is regenerated after the end of its subscription has no note', async () => {
    const { customer, subscription, invoice } = await subscribed(9_997);
    await run();
    await terminate(subscription);
    const notes = await notesOf(customer);
    await client.post(`/invoices/${invoice.svc_id}/void`);
    const { errors } = await client.graphql(
      'mutation ($input: RegenerateInvoiceInput!) { regenerateInvoice(input: $input) { invoice { id } } }',
      { input: { voidedInvoiceId: invoice.svc_id } },
    );
    expect(errors).toBeUndefined();
    await run();
    const issued = (await invoicesOf(customer)).filter(({ fees_amount_cents: cents }) => cents === 9_997);
    expect(issued.map(({ status }) => status).sort()).toEqual(['finalized', 'voided']);
    expect((await notesOf(customer)).map(({ svc_id }) => svc_id)).toEqual(notes.map(({ svc_id }) => svc_id));
  });

  test('a customer is deleted while its invoice waits for its taxes', async () => {
    const { customer } = await subscribed(9_997);
    expect((await client.delete(`/customers/${customer.external_id}`)).status).toBe(200);
    await run();
    expect(documents()).toEqual([]);
    const rows = await server.pool.sql`select status from invoices where customer_id = ${customer.svc_id}`;
    expect(rows).toEqual([{ status: 'finalized' }]);
  });

  test.each([true, false])(
    'a note on a draft gives back a share of the taxes that are committed (estimated before: %s)',
    async (isEstimated) => {
      const { customer, subscription, invoice } = await subscribed(9_997, {
        billing_configuration: { invoice_grace_period: 3 },
      });
      if (isEstimated) await run();
      expect((await terminate(subscription)).status).toBe(200);
      await run();
      const [draft] = await notesOf(customer);
      expect(draft).toBeUndefined();
      taxTwice();
      expect((await client.put(`/invoices/${invoice.svc_id}/finalize`)).status).toBe(200);
      await run();
      const final = await shown(invoice);
      expect(final).toMatchObject({ status: 'finalized', taxes_amount_cents: 620 });
      const [note] = await notesOf(customer);
      const item = note?.items[0].amount_cents;
      expect(note).toMatchObject({
        taxes_amount_cents: Math.round((620 * item) / 9_997),
        applied_taxes: [{ tax_code: 'state' }, { tax_code: 'city' }],
      });
      expect(documents()).toEqual([`invoice ${invoice.svc_id}`, `credit_note cn_${note?.svc_id}`]);
    },
  );
});

describe('a regenerated invoice', () => {
  const REGENERATE = `mutation ($input: RegenerateInvoiceInput!) {
    regenerateInvoice(input: $input) { invoice { id status } } }`;
  const regenerate = async ({ svc_id }: Resource): Promise<Resource> => {
    const { data, errors } = await client.graphql(REGENERATE, { input: { voidedInvoiceId: svc_id } });
    expect(errors).toBeUndefined();
    const { id, status } = data.regenerateInvoice.invoice;
    return { svc_id: id, status };
  };

  test.each(['subscription', 'one_off'])(
    'a regenerated %s invoice is a document of its own, and the voided one is taken back',
    async (type) => {
      const invoice =
        type === 'subscription'
          ? (await subscribed(9_997)).invoice
          : await oneOffOf(client, await taxedCustomer(client, connection), [9_997]);
      await run();
      expect((await client.post(`/invoices/${invoice.svc_id}/void`)).status).toBe(200);
      const other = await regenerate(invoice);
      expect(other).toMatchObject({ status: 'pending' });
      taxTwice();
      await run();
      expect(documents()).toEqual([`invoice ${other.svc_id}`]);
      expect(await shown(other)).toMatchObject({ status: 'finalized', taxes_amount_cents: 620 });
      expect(await shown(invoice)).toMatchObject({ status: 'voided', taxes_amount_cents: 1_000 });
      expect(await messagesAbout(server, connection.id)).toEqual([]);
    },
  );
});
