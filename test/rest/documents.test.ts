// PDFs of invoices and credit notes: documents-and-emails.md §1, §2, §4.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  callerWith,
  createAddOn,
  createCustomer,
  createPlan,
  createTax,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import { attachmentsOf, readFile, runDocumentJobs, textOf } from '../support/documents.js';
import { messagesAbout, messageTypesAbout } from '../support/messages.js';
import { type SharedServer, TEST_PUBLIC_URL } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import type { FilledEInvoices } from '../../src/modules/documents/fill-e-invoices.job.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await shareTestServer();
  client = await server.organization();
});
afterAll(() => server.stop());

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

interface Billed {
  readonly customer?: object;
  readonly fees?: readonly object[];
  readonly rate?: number;
  readonly category?: string;
  readonly exemptionReason?: string;
  readonly currency?: string;
}

/** A one-off invoice of 1,250.00 a workshop. */
async function bill({
  customer = {},
  fees = [{}],
  rate = 20,
  category,
  exemptionReason: exemption_reason,
  currency = 'EUR',
}: Billed = {}): Promise<Resource> {
  const tax = await createTax(client, { rate, name: 'VAT', category, exemption_reason });
  const { external_id } = await createCustomer(client, {
    name: 'Blue Whale Ltd',
    tax_codes: [tax.code],
    ...customer,
  });
  const addOn = await createAddOn(client, { amount_cents: 125_000, invoice_display_name: 'Workshop' });
  const { status, body } = await client.post('/invoices', {
    invoice: {
      external_customer_id: external_id,
      currency,
      fees: fees.map((fee) => ({ add_on_code: addOn.code, ...fee })),
    },
  });
  expect(status).toBe(200);
  return body.invoice;
}

async function download(invoice: Resource): Promise<Resource> {
  const { status, body } = await client.post(`/invoices/${invoice.svc_id}/download`);
  expect(status).toBe(200);
  return body.invoice;
}

async function textOfInvoice(invoice: Resource): Promise<string> {
  return textOf((await readFile((await download(invoice)).file_url)).bytes);
}

async function credit(invoice: Resource, amountCents: number, over: object = {}): Promise<Resource> {
  const { status, body } = await client.post('/credit_notes', {
    credit_note: {
      invoice_id: invoice.svc_id,
      reason: 'order_change',
      items: [{ fee_id: invoice.fees[0].svc_id, amount_cents: amountCents }],
      ...over,
    },
  });
  expect([status, body.error_details]).toEqual([200, undefined]);
  return body.credit_note;
}

describe('the file of an invoice', () => {
  test('the file of an invoice is made by a job once the invoice is finalized, and announced once', async () => {
    const invoice = await bill();
    expect([invoice.file_url, invoice.xml_url]).toEqual([null, null]);
    expect(await runDocumentJobs(server, invoice)).toBe(1);
    const { body } = await client.get(`/invoices/${invoice.svc_id}`);
    const url: string = body.invoice.file_url;
    expect(url.startsWith(`${server.baseUrl}/files/`)).toBe(true);
    expect(body.invoice.xml_url).toBeNull();
    const { status, headers, bytes } = await readFile(url);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'private',
    ]);
    expect(headers.get('content-disposition')).toBe(`inline; filename="${invoice.number}.pdf"`);
    expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');
    const { body: log } = await client.get(
      `/activity_logs?activity_types[]=invoice.generated&resource_ids[]=${invoice.svc_id}`,
    );
    expect(log.activity_logs.map((entry: Resource) => entry.activity_source)).toEqual(['system']);
    const sent = (await messagesAbout(server, invoice.svc_id)).filter(
      ({ webhookType }) => webhookType === 'invoice.generated',
    );
    expect(sent).toHaveLength(1);
    // Messages have the public address, answers the host of their request.
    expect(sent[0]?.object['file_url']).toBe(url.replace(server.baseUrl, TEST_PUBLIC_URL));
    expect(sent[0]?.object['customer']).toMatchObject({ name: 'Blue Whale Ltd' });
  });

  test('the file of an invoice is made by a download, for which repeats and the job have nothing left to do', async () => {
    const invoice = await bill();
    const [first, second] = await Promise.all([
      client.post(`/invoices/${invoice.svc_id}/download`),
      client.post(`/invoices/${invoice.svc_id}/download_pdf`),
    ]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body.invoice.file_url).toBe(second.body.invoice.file_url);
    expect(first.body.invoice.fees).toHaveLength(1);
    const file = await readFile(first.body.invoice.file_url);
    await runDocumentJobs(server, invoice);
    await download(invoice);
    expect((await readFile(first.body.invoice.file_url)).bytes).toEqual(file.bytes);
    const types = await messageTypesAbout(server, invoice.svc_id);
    expect(types.filter((type) => type === 'invoice.generated')).toHaveLength(1);
  });

  test('the file of an invoice is answered again under the same idempotency key', async () => {
    const invoice = await bill();
    const headers = { 'idempotency-key': unique('download') };
    const first = await client.post(`/invoices/${invoice.svc_id}/download`, undefined, { headers });
    const second = await client.post(`/invoices/${invoice.svc_id}/download`, undefined, { headers });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(first.body.invoice.file_url).not.toBeNull();
  });

  test('the file of an invoice stays as it was when the customer changes or the invoice is voided', async () => {
    const invoice = await bill();
    const { file_url } = await download(invoice);
    const { bytes } = await readFile(file_url);
    const { customer } = (await client.get(`/invoices/${invoice.svc_id}`)).body.invoice;
    await client.post('/customers', { customer: { external_id: customer.external_id, name: 'Grey Whale' } });
    expect((await client.post(`/invoices/${invoice.svc_id}/void`)).status).toBe(200);
    expect((await readFile(file_url)).bytes).toEqual(bytes);
    const { body } = await client.get(`/invoices/${invoice.svc_id}`);
    expect(body.invoice.file_url).toBe(file_url);
    for (const path of ['download', 'download_pdf']) {
      const { status, body: voided } = await client.post(`/invoices/${invoice.svc_id}/${path}`);
      expect([status, voided.invoice.status, voided.invoice.file_url]).toEqual([200, 'voided', file_url]);
    }
  });

  test('the file of an invoice says who bills whom, for what, and how much is due', async () => {
    const invoice = await bill({
      customer: {
        legal_name: 'Blue Whale Holdings Ltd',
        address_line1: '1 Harbour Road',
        city: 'Bristol',
        zipcode: 'BS1 4RN',
        country: 'GB',
        email: 'ap@bluewhale.example',
        tax_identification_number: 'GB123456789',
        net_payment_term: 30,
        metadata: [
          { key: 'Cost center', value: 'R4711', display_in_invoice: true },
          { key: 'Segment', value: 'hidden', display_in_invoice: false },
        ],
      },
      fees: [{ units: '2', description: 'Two days on site' }],
    });
    const text = await textOfInvoice(invoice);
    for (const said of [
      'Invoice',
      invoice.number,
      'Blue Whale Holdings Ltd',
      '1 Harbour Road',
      'Bristol BS1 4RN',
      'United Kingdom',
      'ap@bluewhale.example',
      'Tax ID: GB123456789',
      'Cost center: R4711',
      'Payment term',
      '30 days',
      'Amount due',
      '€3,000.00',
      'Workshop',
      'Two days on site',
      '€1,250.00',
      '20%',
      '€2,500.00',
      'Subtotal excluding tax',
      'VAT (20% of €2,500.00)',
      '€500.00',
      'Total due',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(said);
    }
    expect(text).not.toContain('hidden');
  });

  test.each([
    ['de', 'EUR', ['Rechnung', 'Zu zahlen', '1.500,00 €', 'Summe netto']],
    ['fr', 'EUR', ['Facture', 'Montant à payer', '1 500,00 €'.replace(' ', '\u202f'), 'Net à payer']],
    ['es', 'EUR', ['Factura', 'Importe a pagar', '1500,00 €']],
    ['it', 'EUR', ['Fattura', 'Importo da pagare', '1500,00 €']],
    ['nb', 'NOK', ['Faktura', 'Å betale', 'Sum å betale']],
    ['pt-BR', 'BRL', ['Fatura', 'Valor a pagar', '1.500,00']],
    ['sv', 'SEK', ['Faktura', 'Att betala', 'Summa att betala']],
    ['zh-TW', 'TWD', ['發票', '應付金額', '應付總額', '$1,500.00']],
    ['ja', 'JPY', ['Invoice', 'Amount due', '¥150,000']],
  ])(
    'the file of an invoice is in the language of the customer: %s in %s',
    async (locale, currency, texts) => {
      const invoice = await bill({
        customer: { billing_configuration: { document_locale: locale } },
        currency,
      });
      const text = await textOfInvoice(invoice);
      for (const said of texts) expect(text).toContain(said.replaceAll(/\s/gu, ' '));
    },
  );

  test('the file of an invoice lists every line of a long invoice over many pages, with repeated headings', async () => {
    const fees = Array.from({ length: 120 }, (_, index) => {
      return { invoice_display_name: `Item ${index + 1}`, unit_amount_cents: 100 + index };
    });
    const text = await textOfInvoice(await bill({ fees }));
    for (let index = 1; index <= 120; index++) expect(text).toContain(`Item ${index} `);
    const pages = text.match(/Page \d of (\d)/)?.[1];
    expect(Number(pages)).toBeGreaterThan(2);
    expect(text.match(/Description Units Unit price Tax Amount/g)).toHaveLength(Number(pages));
  });

  test('the files of drafts, unknown invoices and those of other organizations are not made', async () => {
    const invoice = await bill();
    const stranger = await server.organization();
    for (const [caller, id] of [
      [client, UNKNOWN],
      [client, 'x'],
      [stranger, invoice.svc_id],
    ] as const) {
      for (const path of ['download', 'download_pdf', 'download_xml']) {
        const { status, body } = await caller.post(`/invoices/${id}/${path}`);
        expect([status, body.code]).toEqual([404, 'invoice_not_found']);
      }
    }
    const story = await Story.begin(client, '2027-03-01T09:00:00Z', {
      billing_configuration: { invoice_grace_period: 3 },
    });
    await story.subscribe(await createPlan(client, { pay_in_advance: true }));
    const [draft] = await story.invoices();
    expect(draft.status).toBe('draft');
    const { status, body } = await client.post(`/invoices/${draft.svc_id}/download_xml`);
    expect([status, body.code]).toEqual([404, 'invoice_not_found']);
  });

  // Source: documents-and-emails.md §4.
  test.each([
    ['en', 'Draft'],
    ['de', 'Entwurf'],
  ])(
    'the file of a draft is a marked document in %s, for a day and for the caller only',
    async (locale, mark) => {
      const story = await Story.begin(client, '2027-03-01T09:00:00Z', {
        billing_configuration: { invoice_grace_period: 3, document_locale: locale },
      });
      await story.subscribe(await createPlan(client, { amount_cents: 4_321, pay_in_advance: true }));
      const [draft] = await story.invoices();
      for (const path of ['download', 'download_pdf']) {
        const { status, body } = await client.post(`/invoices/${draft.svc_id}/${path}`);
        expect([status, body.invoice.status]).toEqual([200, 'draft']);
        const file = await readFile(body.invoice.file_url);
        expect(file.status).toBe(200);
        const text = await textOf(file.bytes);
        expect(text).toContain(mark);
        expect(text).toMatch(/43[.,]21/);
        expect(text).not.toContain('DRAFT');
        expect((await client.get(`/invoices/${draft.svc_id}`)).body.invoice.file_url).toBeNull();
        await server.pool.sql`update draft_documents set expires_at = expires_at - interval '1 day'`;
        expect((await readFile(body.invoice.file_url)).status).toBe(404);
      }
      const types = await messageTypesAbout(server, draft.svc_id);
      expect(types).not.toContain('invoice.generated');
      await server.app.services.draftDocuments.deleteExpired();
      expect(await server.pool.sql`select from draft_documents`).toHaveLength(0);
    },
  );

  // Source: documents-and-emails.md §4. Such statuses take a provider or a gated start: they are set by hand.
  test('the file of an invoice that is pending, failed, open or closed is not made', async () => {
    const { svc_id } = await bill();
    for (const status of ['pending', 'failed', 'open', 'closed']) {
      await server.pool.sql`update invoices set status = ${status} where id = ${svc_id}`;
      for (const path of ['download', 'download_pdf', 'download_xml']) {
        const answer = await client.post(`/invoices/${svc_id}/${path}`);
        expect([answer.status, answer.body.code]).toEqual([404, 'invoice_not_found']);
      }
    }
  });

  test('the file of a voided invoice is made, also if it had none before', async () => {
    const invoice = await bill();
    await client.post(`/invoices/${invoice.svc_id}/void`, {});
    const { status, file_url: url } = await download(invoice);
    expect(status).toBe('voided');
    expect(await textOf((await readFile(url)).bytes)).toContain(invoice.number);
    expect((await download(invoice)).file_url).toBe(url);
  });

  // Source: documents-and-emails.md §2.
  test('the file of an invoice has names in every script as they were given', async () => {
    const names = [
      ...[
        'شركة النور',
        'מאפיית השקד',
        '한빛 제과점',
        'บริษัท ขนมไทย',
        'श्री गणेश',
        '株式会社さくら',
        '上海面包店',
      ],
      ...['தமிழ் இனிப்பு', 'თონე პური', 'Αρτοποιείο', 'Булочная', 'Bánh mì 🥐', 'Acme שלום 123'],
    ];
    const invoice = await bill({
      customer: { name: names.join(' ') },
      fees: names.map((invoice_display_name) => ({ invoice_display_name })),
    });
    /** Without blanks, marks of direction, and what this program reads where a font draws dots of letters apart. */
    const plain = (read: string) => read.normalize('NFKC').replaceAll(/[\s\p{Cf}\p{Cc}]+/gu, '');
    const text = plain(await textOfInvoice(invoice));
    const words = names.flatMap((name) => name.split(' '));
    expect(words.filter((word) => !text.includes(plain(word)))).toEqual([]);
  });

  test('the file of an invoice is no e-invoice unless the billing entity issues e-invoices', async () => {
    const invoice = await bill();
    const { status, body } = await client.post(`/invoices/${invoice.svc_id}/download_xml`);
    expect([status, body.code]).toEqual([403, 'feature_unavailable']);
  });

  test('the file of an invoice shows the billing entity as its issuer, and is an e-invoice as well', async () => {
    const { body } = await client.post('/billing_entities', {
      billing_entity: {
        name: 'Northwind',
        code: unique('entity'),
        legal_name: 'Northwind GmbH',
        tax_identification_number: 'DE129273398',
        email: 'billing@northwind.test',
        phone: '+49 30 123456',
        address_line1: 'Kantstraße 1',
        zipcode: '10623',
        city: 'Berlin',
        country: 'DE',
        einvoicing: true,
        billing_configuration: { invoice_footer: 'HRB 12345, Berlin' },
      },
    });
    const place = { country: 'DE', city: 'Kiel', zipcode: '24103', email: 'ap@whale.test' };
    const invoice = await bill({ customer: { billing_entity_code: body.code, ...place } });
    const { bytes } = await readFile((await download(invoice)).file_url);
    const text = await textOf(bytes);
    for (const shown of ['Northwind GmbH', 'Kantstraße 1', 'Berlin', 'DE129273398', 'HRB 12345, Berlin'])
      expect(text).toContain(shown);
    const { status, body: answer } = await client.post(`/invoices/${invoice.svc_id}/download_xml`);
    expect(status).toBe(200);
    const xml = Buffer.from((await readFile(answer.invoice.xml_url)).bytes).toString();
    expect(xml).toContain('Northwind GmbH');
    expect(xml).toContain('DE129273398');
    const { 'factur-x.xml': carried } = await attachmentsOf(bytes);
    expect(carried).toContain(`<ram:ID>${invoice.number}</ram:ID>`);
    // Amounts of e-invoices have two decimals.
    const inDinars = await bill({ customer: { billing_entity_code: body.code }, currency: 'KWD' });
    const refusedBefore = await client.post(`/invoices/${inDinars.svc_id}/download_xml`);
    const pdf = (await readFile((await download(inDinars)).file_url)).bytes;
    expect(await textOf(pdf)).toMatch(/KWD\s150\.000/);
    expect(Object.keys(await attachmentsOf(pdf))).toEqual([]);
    const refused = await client.post(`/invoices/${inDinars.svc_id}/download_xml`);
    for (const { status: code, body: answered } of [refusedBefore, refused])
      expect([code, answered.code]).toEqual([403, 'feature_unavailable']);
  });

  test('the file of an invoice says how to pay, with the account of its currency as it was when the invoice became final', async () => {
    const { body: entity } = await client.post('/billing_entities', {
      billing_entity: {
        ...{ name: 'Northwind', code: unique('entity'), legal_name: 'Northwind GmbH', country: 'FR' },
        ...{ tax_identification_number: 'FR83404833048', einvoicing: true },
        bank_accounts: [
          { currency: 'EUR', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
          { currency: null, account_number: '000123456789', routing_code: '021000021' },
        ],
      },
    });
    const customer = { billing_entity_code: entity.code, country: 'FR' };
    const [inEuros, inDollars] = [await bill({ customer }), await bill({ customer, currency: 'USD' })];
    const selfBilled = await bill({ customer: { ...customer, account_type: 'partner' } });
    const paid = await bill({ customer, fees: [{ unit_amount_cents: 0 }] });
    const changed = {
      legal_name: 'Northwind SE',
      bank_accounts: [{ currency: 'EUR', iban: 'NL91ABNA0417164300' }],
    };
    const update = await client.put(`/billing_entities/${entity.code}`, { billing_entity: changed });
    expect(update.status).toBe(200);
    const later = await bill({ customer });
    const filesOf = async (invoice: Resource) => {
      const text = await textOfInvoice(invoice);
      const { status, body } = await client.post(`/invoices/${invoice.svc_id}/download_xml`);
      expect(status).toBe(200);
      const xml = Buffer.from((await readFile(body.invoice.xml_url)).bytes).toString();
      return [text, /<cac:PaymentMeans>.*<\/cac:PaymentMeans>/su.exec(xml)?.[0]] as const;
    };
    const [euroText, euroMeans] = await filesOf(inEuros);
    for (const shown of [
      'How to pay',
      'Northwind GmbH',
      'DE89 3704 0044 0532 0130 00',
      'COBADEFFXXX',
      'Scan with',
    ])
      expect(euroText).toContain(shown);
    expect(euroText).not.toContain('NL91');
    expect(euroMeans).toContain('<cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>');
    expect(euroMeans).toContain(`<cbc:PaymentID>${inEuros.number}</cbc:PaymentID>`);
    expect(euroMeans).toContain('<cbc:ID>DE89370400440532013000</cbc:ID><cbc:Name>Northwind GmbH</cbc:Name>');
    const [dollarText, dollarMeans] = await filesOf(inDollars);
    expect(dollarText).toContain('000123456789');
    expect(dollarText).not.toContain('Scan with');
    expect(dollarMeans).toContain('<cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>');
    for (const invoice of [selfBilled, paid])
      expect(await textOfInvoice(invoice)).not.toContain('How to pay');
    const [laterText, laterMeans] = await filesOf(later);
    expect(laterText).toContain('NL91 ABNA 0417 1643 00');
    expect(laterMeans).toContain('<cbc:Name>Northwind SE</cbc:Name>');
    const note = await credit(inEuros, 1_000, { credit_amount_cents: 1_200 });
    expect(selfBilled.self_billed).toBe(true);
    const { body: made } = await client.post(`/credit_notes/${note.svc_id}/download`);
    expect(await textOf((await readFile(made.credit_note.file_url)).bytes)).not.toContain('How to pay');
  });

  describe('of which the parties lack something for its e-invoice', () => {
    const entity = async (over: object = {}): Promise<string> => {
      const { body } = await client.post('/billing_entities', {
        billing_entity: {
          ...{ name: 'Nordwind', code: unique('entity'), country: 'DE', city: 'Berlin', zipcode: '10119' },
          ...{ tax_identification_number: 'DE129273398', phone: '+49 30 1', email: 'billing@nordwind.test' },
          ...{ einvoicing: true, ...over },
        },
      });
      return body.code;
    };
    const read = async (invoice: Resource): Promise<Resource> =>
      (await client.get(`/invoices/${invoice.svc_id}`)).body.invoice;
    const change = (invoice: Resource, members: object) =>
      client.post('/customers', { customer: { external_id: invoice.customer.external_id, ...members } });
    const fill = async (): Promise<void> => {
      const jobs = await server.pool.sql<{ payload: FilledEInvoices }[]>`
        delete from graphile_worker._private_jobs
        where task_id = (select id from graphile_worker._private_tasks where identifier = 'fill_e_invoices')
        returning payload`;
      for (const { payload } of jobs) await server.app.services.unmadeEInvoices.fill(payload);
    };
    const xmlOf = async (invoice: Resource): Promise<string> =>
      Buffer.from((await readFile((await read(invoice)).xml_url)).bytes).toString();

    test('an invoice whose parties lack something reports what is missing once, and has its e-invoice once that is filled', async () => {
      const invoice = await bill({ customer: { billing_entity_code: await entity(), name: 'Before' } });
      await runDocumentJobs(server, invoice);
      const lacking = await read(invoice);
      const problems = ['country', 'city', 'zipcode', 'identifiers'];
      expect(lacking).toMatchObject({ e_invoice_problems: problems, xml_url: null });
      expect(lacking.customer.e_invoice_problems).toEqual(problems);
      const pdf = (await readFile(lacking.file_url)).bytes;
      expect(Object.keys(await attachmentsOf(pdf))).toEqual([]);
      const asked = await client.post(`/invoices/${invoice.svc_id}/download_xml`);
      expect([asked.status, asked.body.invoice.xml_url]).toEqual([200, null]);

      await change(invoice, { country: 'DE', city: 'Kiel', name: 'After' });
      await fill();
      await runDocumentJobs(server, invoice);
      expect((await read(invoice)).e_invoice_problems).toEqual(['zipcode', 'identifiers']);
      await change(invoice, { city: 'Lübeck', zipcode: '24103', email: 'ap@after.test' });
      await fill();
      await runDocumentJobs(server, invoice);

      const made = await read(invoice);
      expect(made.e_invoice_problems).toEqual([]);
      expect((await readFile(made.file_url)).bytes).toEqual(pdf);
      // The name was given when the invoice became final; the city was not, and is as it is now.
      const xml = await xmlOf(invoice);
      for (const shown of ['Before', 'Lübeck', '24103']) expect(xml).toContain(shown);
      expect(xml).not.toContain('After');
      const types = await messageTypesAbout(server, invoice.svc_id);
      expect(types.filter((type) => type === 'invoice.e_invoice_incomplete')).toHaveLength(1);
      expect(types.filter((type) => type === 'invoice.generated')).toHaveLength(2);
      expect(
        await server.pool.sql`select from unmade_e_invoices where invoice_id = ${invoice.svc_id}`,
      ).toEqual([]);
    });

    test('an invoice whose parties lack something requires of its billing entity what the categories of its taxes need', async () => {
      const code = await entity({
        ...{ country: 'FR', tax_identification_number: null, legal_number: '732829320' },
      });
      const invoice = await bill({ customer: { billing_entity_code: code, country: 'FR' } });
      await runDocumentJobs(server, invoice);
      const problems = ['billing_entity_tax_identification_number'];
      expect((await read(invoice)).e_invoice_problems).toEqual(problems);
      await client.put(`/billing_entities/${code}`, {
        billing_entity: { tax_identification_number: 'FR83404833048' },
      });
      await fill();
      await runDocumentJobs(server, invoice);
      expect(await xmlOf(invoice)).toContain('FR83404833048');
    });

    test('an invoice whose parties lack something reports the same of its credit notes, on GraphQL', async () => {
      const invoice = await bill({ customer: { billing_entity_code: await entity(), country: 'DE' } });
      const note = await credit(invoice, 100, { credit_amount_cents: 120 });
      const document = 'query ($id: ID!) { creditNote(id: $id) { eInvoiceProblems xmlUrl } }';
      const readNote = async () => (await client.graphql(document, { id: note.svc_id })).data.creditNote;
      expect(await readNote()).toEqual({ eInvoiceProblems: [], xmlUrl: null });
      await runDocumentJobs(server, note);
      expect(await readNote()).toEqual({
        eInvoiceProblems: ['city', 'zipcode', 'identifiers'],
        xmlUrl: null,
      });
      await change(invoice, { city: 'Kiel', zipcode: '24103', email: 'ap@kiel.test' });
      await fill();
      await runDocumentJobs(server, note);
      expect(await readNote()).toEqual({ eInvoiceProblems: [], xmlUrl: expect.stringContaining('.xml') });
    });

    test.each([
      ['K', 'VATEX-EU-IC', 'Supply within the EU'],
      ['G', 'VATEX-EU-G', 'Export'],
      ['O', 'VATEX-EU-O', 'Outside the scope'],
      ['E', null, 'Art. 132'],
      ['Z', null, null],
    ])(
      'an e-invoice has the category %s, its code %s, and says so on the PDF: %s',
      async (category, code, sentence) => {
        const customer = {
          ...{ billing_entity_code: await entity(), country: 'AT', city: 'Wien', zipcode: '1010' },
          ...{ email: 'ap@wien.test', tax_identification_number: 'ATU12345678' },
        };
        const reason = category === 'E' ? { exemptionReason: 'Art. 132' } : {};
        const invoice = await bill({ customer, rate: 0, category, ...reason });
        const { body } = await client.post(`/invoices/${invoice.svc_id}/download_xml`);
        const xml = Buffer.from((await readFile(body.invoice.xml_url)).bytes).toString();
        const categories = [...xml.matchAll(/<cac:(?:Classified)?TaxCategory>\s*<cbc:ID>(\w+)/g)];
        expect(categories.map(([, name]) => name)).toEqual([category, category]);
        const codes = [...xml.matchAll(/<cbc:TaxExemptionReasonCode>([^<]+)/g)].map(([, name]) => name);
        expect(codes).toEqual(code === null ? [] : [code]);
        const text = await textOfInvoice(invoice);
        if (sentence !== null) for (const words of [xml, text]) expect(words).toContain(sentence);
      },
    );

    test('an e-invoice has the categories that its taxes had when it was issued', async () => {
      const members = { billing_entity_code: await entity(), country: 'AT', city: 'Wien', zipcode: '1010' };
      const invoice = await bill({
        customer: { ...members, email: 'ap@wien.test', tax_identification_number: 'ATU12345678' },
        rate: 0,
        category: 'AE',
      });
      const [{ tax_code: code }] = invoice.applied_taxes;
      const tax = { category: 'E', exemption_reason: 'Art. 135', name: 'Later' };
      expect((await client.put(`/taxes/${code}`, { tax })).status).toBe(200);
      const note = await credit(invoice, 100, { credit_amount_cents: 100 });
      await runDocumentJobs(server, invoice);
      await runDocumentJobs(server, note);
      const { file_url: pdf } = await read(invoice);
      const { xml_url: xml } = (await client.get(`/credit_notes/${note.svc_id}`)).body.credit_note;
      for (const words of [await xmlOf(invoice), Buffer.from((await readFile(xml)).bytes).toString()]) {
        expect(words).toContain('VATEX-EU-AE');
        expect(words).not.toContain('Art. 135');
      }
      const text = await textOf((await readFile(pdf)).bytes);
      expect(text).toMatch(/reverse charge/i);
      expect(text).not.toContain('Art. 135');
    });

    test('an e-invoice has the parties of the moment at which it became final', async () => {
      const members = { billing_entity_code: await entity(), name: 'Then', country: 'DE', city: 'Kiel' };
      const invoice = await bill({ customer: { ...members, zipcode: '24103', email: 'ap@then.test' } });
      await change(invoice, { name: 'Later', city: 'Bonn', country: null });
      await runDocumentJobs(server, invoice);
      const { e_invoice_problems: problems, file_url: url } = await read(invoice);
      expect(problems).toEqual([]);
      const text = await textOf((await readFile(url)).bytes);
      for (const words of [await xmlOf(invoice), text]) {
        expect(words).toContain('Then');
        expect(words).not.toContain('Later');
      }
    });
  });

  test('the file of a paid invoice has a copy marked as paid, on GraphQL; the file stays as it was', async () => {
    const invoice = await bill();
    await runDocumentJobs(server, invoice);
    const read = async () => {
      const document = 'query ($id: ID!) { invoice(id: $id) { fileUrl paidCopyUrl } }';
      return (await client.graphql(document, { id: invoice.svc_id })).data.invoice;
    };
    const { fileUrl, paidCopyUrl: none } = await read();
    expect(none).toBeNull();
    const { bytes } = await readFile(fileUrl);
    await client.put(`/invoices/${invoice.svc_id}`, { invoice: { payment_status: 'succeeded' } });
    const { paidCopyUrl } = await read();
    const copy = await readFile(paidCopyUrl);
    expect([copy.status, copy.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(copy.bytes.length).toBeGreaterThan(bytes.length);
    expect(Buffer.from(copy.bytes).subarray(0, bytes.length).equals(bytes)).toBe(true);
    expect((await readFile(fileUrl)).bytes).toEqual(bytes);
    expect((await readFile(fileUrl.replace('/invoice/', '/paid_invoice/'))).status).toBe(404);
    await client.post(`/invoices/${invoice.svc_id}/lose_dispute`);
    expect([(await read()).paidCopyUrl, (await readFile(paidCopyUrl)).status]).toEqual([null, 404]);
  });

  test('the file of an invoice needs the permission to write invoices', async () => {
    const invoice = await bill();
    const reader = await callerWith(server, client, { invoice: ['read'] });
    const { status, body } = await reader.post(`/invoices/${invoice.svc_id}/download`);
    expect([status, body.code]).toEqual([403, 'write_action_not_allowed_for_invoice']);
  });
});

describe('the address of a file', () => {
  test('the address of a file cannot be guessed: an altered one leads nowhere', async () => {
    const [one, other] = [await download(await bill()), await download(await bill())];
    const url: string = one.file_url;
    const signature = /\/([\w-]{43})\.pdf$/.exec(url)?.[1] ?? '';
    const otherSignature = /\/([\w-]{43})\.pdf$/.exec(other.file_url)?.[1] ?? '';
    const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
    const altered = [
      url.replace(signature, flipped),
      url.replace(signature, signature.slice(0, -6)),
      url.replace(signature, otherSignature),
      url.replace(one.svc_id, other.svc_id),
      url.replace(one.svc_id, UNKNOWN),
      url.replace(one.svc_id, 'x'),
      url.replace(client.organizationId, (await server.organization()).organizationId),
      url.replace('/invoice/', '/credit_note/'),
      url.replace('.pdf', '.xml'),
      url.replace('/invoice/', '/nothing/'),
    ];
    for (const wrong of altered) expect([wrong, (await readFile(wrong)).status]).toEqual([wrong, 404]);
    expect((await readFile(url)).status).toBe(200);
    const withKey = await fetch(url, { headers: { authorization: 'Bearer nonsense' } });
    expect(withKey.status).toBe(200);
  });

  test('the address of a file has the host of the request', async () => {
    const { svc_id } = await download(await bill());
    const headers = { 'x-forwarded-proto': 'https' };
    const { body } = await client.get(`/invoices/${svc_id}`, { headers });
    expect(body.invoice.file_url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/files\//);
  });

  test('the address of a file leads nowhere after the test clock of the customer was deleted', async () => {
    const story = await Story.begin(client, '2027-03-01T09:00:00Z');
    await story.subscribe(await createPlan(client, { pay_in_advance: true, amount_cents: 4_200 }));
    const [invoice] = await story.invoices();
    const { file_url } = await download(invoice);
    const note = await credit(invoice, 1_000, { credit_amount_cents: 1_000 });
    const { body } = await client.post(`/credit_notes/${note.svc_id}/download`);
    expect((await readFile(body.credit_note.file_url)).status).toBe(200);
    expect((await client.delete(`/test_clocks/${story.clock.svc_id}`)).status).toBe(200);
    expect((await readFile(file_url)).status).toBe(404);
    expect((await readFile(body.credit_note.file_url)).status).toBe(404);
  });
});

describe('the file of a credit note', () => {
  test('the file of a credit note is made by its job, and says what was credited', async () => {
    const invoice = await bill();
    const note = await credit(invoice, 100_000, {
      credit_amount_cents: 120_000,
      description: 'Shorter workshop',
    });
    expect(note.file_url).toBeNull();
    expect(await runDocumentJobs(server, note)).toBe(1);
    const { body } = await client.get(`/credit_notes/${note.svc_id}`);
    const { headers, bytes } = await readFile(body.credit_note.file_url);
    expect(headers.get('content-disposition')).toBe(`inline; filename="${note.number}.pdf"`);
    const text = await textOf(bytes);
    for (const said of [
      'Credit note',
      note.number,
      invoice.number,
      'Order change',
      'Workshop',
      'VAT (20% of €1,000.00)',
      '€200.00',
      'Total credited',
      '€1,200.00',
      'Credited to your next invoices',
      'Shorter workshop',
    ]) {
      expect(text).toContain(said);
    }
    expect(await messageTypesAbout(server, note.svc_id)).toEqual([
      'credit_note.created',
      'credit_note.generated',
    ]);
  });

  test('the file of a credit note is made by a download; unknown notes are not found', async () => {
    const note = await credit(await bill(), 100, { credit_amount_cents: 120 });
    for (const path of ['download', 'download_pdf']) {
      const { status, body } = await client.post(`/credit_notes/${note.svc_id}/${path}`);
      expect([status, body.credit_note.items.length]).toEqual([200, 1]);
      expect((await readFile(body.credit_note.file_url)).status).toBe(200);
    }
    const stranger = await server.organization();
    const refusals = [
      await client.post(`/credit_notes/${UNKNOWN}/download`),
      await client.post(`/credit_notes/${UNKNOWN}/download_pdf`),
      await client.post(`/credit_notes/${UNKNOWN}/download_xml`),
      await stranger.post(`/credit_notes/${note.svc_id}/download`),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual(
      refusals.map(() => [404, 'credit_note_not_found']),
    );
    const { status, body } = await client.post(`/credit_notes/${note.svc_id}/download_xml`);
    expect([status, body.code]).toEqual([403, 'feature_unavailable']);
  });
});
