// Files of documents over GraphQL: documents-and-emails.md §1, §4.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { callerWith, createAddOn, createCustomer, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { readFile } from '../support/documents.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

async function bill(): Promise<Resource> {
  const { external_id: external_customer_id } = await createCustomer(client);
  const { code: add_on_code } = await createAddOn(client, { amount_cents: 5_000 });
  const { body } = await client.post('/invoices', {
    invoice: { external_customer_id, currency: 'EUR', fees: [{ add_on_code }] },
  });
  return body.invoice;
}

const DOWNLOAD =
  'mutation ($id: ID!) { downloadInvoice(input: { id: $id }) { invoice { number fileUrl xmlUrl } } }';
const DOWNLOAD_XML = 'mutation ($id: ID!) { downloadInvoiceXml(input: { id: $id }) { invoice { xmlUrl } } }';
const DOWNLOAD_NOTE =
  'mutation ($id: ID!) { downloadCreditNote(input: { id: $id }) { creditNote { fileUrl } } }';
const DOWNLOAD_NOTE_XML =
  'mutation ($id: ID!) { downloadCreditNoteXml(input: { id: $id }) { creditNote { xmlUrl } } }';

describe('files of documents over GraphQL', () => {
  test('the file of an invoice over GraphQL is null, then the address of its PDF', async () => {
    const { svc_id: id, number } = await bill();
    const query = 'query ($id: ID!) { invoice(id: $id) { fileUrl } }';
    expect((await client.graphql(query, { id })).data).toEqual({ invoice: { fileUrl: null } });
    const { data, errors } = await client.graphql(DOWNLOAD, { id });
    expect(errors).toBeUndefined();
    const { fileUrl, ...invoice } = data.downloadInvoice.invoice;
    expect(invoice).toEqual({ number, xmlUrl: null });
    expect(fileUrl).toMatch(`${server.baseUrl}/files/`);
    expect((await readFile(fileUrl)).status).toBe(200);
    expect((await client.graphql(query, { id })).data).toEqual({ invoice: { fileUrl } });
  });

  test('the file of a credit note over GraphQL is null, then the address of its PDF', async () => {
    const invoice = await bill();
    const { body } = await client.post('/credit_notes', {
      credit_note: {
        invoice_id: invoice.svc_id,
        items: [{ fee_id: invoice.fees[0].svc_id, amount_cents: 1_000 }],
        credit_amount_cents: 1_000,
      },
    });
    const { svc_id: id } = body.credit_note;
    const { data } = await client.graphql(DOWNLOAD_NOTE, { id });
    expect((await readFile(data.downloadCreditNote.creditNote.fileUrl)).status).toBe(200);
    const { errors } = await client.graphql(DOWNLOAD_NOTE_XML, { id });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'forbidden', status: 403 });
  });

  test('files of documents over GraphQL are refused to other organizations, without permission, and as e-invoices', async () => {
    const { svc_id: id } = await bill();
    const stranger = await server.organization();
    const reader = await callerWith(server, client, { invoice: ['read'] });
    const codes = await Promise.all(
      [
        [stranger, DOWNLOAD],
        [stranger, DOWNLOAD_XML],
        [reader, DOWNLOAD],
        [client, DOWNLOAD_XML],
      ].map(async ([caller, document]) => {
        const { errors } = await (caller as Client).graphql(document as string, { id });
        return errors?.[0]?.extensions.code;
      }),
    );
    expect(codes).toEqual(['not_found', 'not_found', 'forbidden', 'forbidden']);
  });
});
