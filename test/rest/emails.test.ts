// E-mails about documents and receipts of payments: documents-and-emails.md §5, §6.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { MailRefused } from '../../src/platform/mail/mail-message.js';
import { altered } from '../support/altered.js';
import {
  callerWith,
  createAddOn,
  createClock,
  createCustomer,
  type Resource,
  unique,
} from '../support/builders.js';
import type { Client, RestAnswer } from '../support/client.js';
import { runDocumentJobs, textOf } from '../support/documents.js';
import { Mailbox, type ReceivedMail, runMailJobs } from '../support/mails.js';
import { messageTypesAbout } from '../support/messages.js';
import { runProviderJobs } from '../support/provider-jobs.js';
import { startTestServer, TEST_PUBLIC_URL, type TestServer } from '../support/server.js';

const KINDS = ['invoice.finalized', 'credit_note.created', 'payment_receipt.created'];
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const MOST_WAITING = 3;

const mailbox = new Mailbox();
let server: TestServer;
let client: Client;
let addOn: Resource;

beforeAll(async () => {
  server = await startTestServer({
    mailTransport: mailbox,
    limits: { organizationMails: MOST_WAITING },
  });
  client = await server.organization();
  addOn = await createAddOn(client, { amount_cents: 5_398 });
});
beforeEach(async () => {
  mailbox.refusal = null;
  // What earlier tests have left; the file of an invoice that is attached elsewhere has an e-mail of its own.
  while ((await runMailJobs(server, client)).length > 0) mailbox.take();
});
afterAll(() => server.stop());

/** A billing entity that sends e-mails of every kind. */
async function sender(over: object = {}): Promise<Resource> {
  const { status, body } = await client.post('/billing_entities', {
    billing_entity: {
      code: unique('entity'),
      name: 'Northwind',
      email: 'desk@northwind.example',
      email_settings: KINDS,
      ...over,
    },
  });
  expect(status).toBe(200);
  return body;
}

const payer = (entity: Resource, over: object = {}): Promise<Resource> =>
  createCustomer(client, {
    name: 'Blue Whale Ltd',
    email: 'ap@whale.example',
    currency: 'USD',
    billing_entity_code: entity.code,
    ...over,
  });

async function bill(customer: Resource, fee: object = {}): Promise<Resource> {
  const { status, body } = await client.post('/invoices', {
    invoice: {
      external_customer_id: customer.external_id,
      currency: 'USD',
      fees: [{ add_on_code: addOn.code, ...fee }],
    },
  });
  expect([status, body.error_details]).toEqual([200, undefined]);
  return body.invoice;
}

async function pay(invoice: Resource, amount_cents = invoice.total_amount_cents): Promise<Resource> {
  const payment = { invoice_id: invoice.svc_id, amount_cents, reference: 'wire-0815' };
  const { status, body } = await client.post('/payments', { payment });
  expect(status).toBe(200);
  return body.payment;
}

async function credit(invoice: Resource, amount_cents: number): Promise<Resource> {
  const { status, body } = await client.post('/credit_notes', {
    credit_note: {
      invoice_id: invoice.svc_id,
      reason: 'order_change',
      credit_amount_cents: amount_cents,
      items: [{ fee_id: invoice.fees[0].svc_id, amount_cents }],
    },
  });
  expect([status, body.error_details]).toEqual([200, undefined]);
  return body.credit_note;
}

const receiptsOf = async (invoice: Resource): Promise<Resource[]> =>
  (await client.get(`/payment_receipts?invoice_id=${invoice.svc_id}`)).body.payment_receipts;

async function receiptOf(invoice: Resource): Promise<Resource> {
  const [receipt] = await receiptsOf(invoice);
  return receipt;
}

/** The e-mails that follow from the file of a document. */
async function mailsOf(document: Resource): Promise<ReceivedMail[]> {
  await runDocumentJobs(server, document);
  await runMailJobs(server, client);
  return mailbox.take();
}

async function entriesOf(document: Resource): Promise<Resource[]> {
  const { body } = await client.get(
    `/activity_logs?activity_types[]=email.sent&resource_ids[]=${document.svc_id}`,
  );
  return body.activity_logs;
}

const resendInvoice = ({ svc_id: id }: Resource, body: object = {}): Promise<RestAnswer> =>
  client.post(`/invoices/${id}/resend_email`, body);

const resendNote = ({ svc_id: id }: Resource, body: object = {}): Promise<RestAnswer> =>
  client.post(`/credit_notes/${id}/resend_email`, body);

const resendReceipt = ({ svc_id: id }: Resource, body: object = {}): Promise<RestAnswer> =>
  client.post(`/payment_receipts/${id}/resend_email`, body);

describe('an e-mail that follows from a document', () => {
  test('an e-mail that follows from a document is sent once the file of the invoice exists, with it, and leaves an entry', async () => {
    const invoice = await bill(await payer(await sender()));
    const [mail, ...others] = await mailsOf(invoice);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      fromName: 'Northwind',
      replyTo: 'desk@northwind.example',
      to: ['ap@whale.example'],
      cc: [],
      bcc: [],
      subject: `Northwind: invoice ${invoice.number}`,
    });
    expect(mail?.files).toEqual([`${invoice.number}.pdf`]);
    const { body } = await client.get(`/invoices/${invoice.svc_id}`);
    const url = body.invoice.file_url.replace(server.baseUrl, TEST_PUBLIC_URL);
    for (const part of ['Hello Blue Whale Ltd,', invoice.number, '$53.98', url]) {
      expect(mail?.text).toContain(part);
      expect(mail?.html).toContain(part);
    }
    const [entry, ...otherEntries] = await entriesOf(invoice);
    expect(otherEntries).toEqual([]);
    expect(entry).toMatchObject({
      activity_source: 'system',
      resource_type: 'Invoice',
      external_customer_id: invoice.customer.external_id,
      activity_object: {
        status: 'sent',
        email: { subject: mail?.subject, to: ['ap@whale.example'], cc: [], bcc: [] },
        document: { type: 'Invoice', number: invoice.number, svc_id: invoice.svc_id },
      },
      activity_object_changes: {},
    });
    const shown = mail?.text.replace(/\/portal#\S+/, '/portal');
    expect(entry.activity_object.email.body_preview).toBe(shown?.slice(0, 500));
    expect(await mailsOf(invoice)).toEqual([]);
  });

  test.each<[string, object, object, object]>([
    ['a billing entity without an address', { email: null }, {}, {}],
    ['a billing entity that does not send this kind', { email_settings: ['credit_note.created'] }, {}, {}],
    ['a customer without an address', {}, { email: null }, {}],
    ['an invoice of fees of 0', {}, {}, { unit_amount_cents: 0 }],
  ])('an e-mail that follows from a document is not sent for %s', async (_, entity, customer, fee) => {
    const invoice = await bill(await payer(await sender(entity), customer), fee);
    expect(await mailsOf(invoice)).toEqual([]);
    expect(await entriesOf(invoice)).toEqual([]);
  });

  test.each([
    ['de', 'Northwind: Rechnung', '53,98'],
    ['pt-BR', 'Northwind: fatura', '53,98'],
    ['xx', 'Northwind: invoice', '$53.98'],
  ])(
    'an e-mail that follows from a document is in the language of the documents: %s',
    async (document_locale, subject, amount) => {
      const entity = await sender();
      const locale = document_locale === 'xx' ? 'nl' : document_locale;
      const customer = await payer(entity, { billing_configuration: { document_locale: locale } });
      const [mail] = await mailsOf(await bill(customer));
      expect(mail?.subject).toContain(subject);
      if (document_locale !== 'xx') expect(mail?.text).toContain(amount);
    },
  );

  test('an e-mail that follows from a document has names of customers and entities as texts only', async () => {
    const entity = await sender({ name: 'Acme <b>\r\nBcc: all@evil.example' });
    const customer = await payer(entity, { name: '<script>alert("x")</script>' });
    const [mail] = await mailsOf(await bill(customer));
    expect(mail?.fromName).toBe('Acme <b> Bcc: all@evil.example');
    expect(mail?.subject).not.toMatch(/[\r\n]/);
    expect(mail?.html).not.toMatch(/<b>|<script>/);
    expect(mail?.text).toContain('<script>alert("x")</script>');
  });

  test('the e-mail of a credit note has its file', async () => {
    const invoice = await bill(await payer(await sender({ email_settings: ['credit_note.created'] })));
    await pay(invoice);
    const note = await credit(invoice, 1_000);
    const [mail] = await mailsOf(note);
    expect(mail?.subject).toBe(`Northwind: credit note ${note.number}`);
    expect(mail?.text).toContain('$10.00');
    expect(mail?.files).toEqual([`${note.number}.pdf`]);
    expect(await entriesOf(note)).toMatchObject([
      { resource_type: 'CreditNote', activity_object: { status: 'sent' } },
    ]);
  });

  test('the e-mail of a receipt has its file, and that of the invoice, which need not exist before', async () => {
    const invoice = await bill(await payer(await sender({ email_settings: ['payment_receipt.created'] })));
    await pay(invoice, 1_398);
    const receipt = await receiptOf(invoice);
    const [mail, ...others] = await mailsOf(receipt);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Northwind: payment receipt ${receipt.number}`);
    expect(mail?.text).toContain('$13.98');
    expect(mail?.files).toEqual([`${receipt.number}.pdf`, `${invoice.number}.pdf`]);
    expect(await entriesOf(receipt)).toMatchObject([{ resource_type: 'PaymentReceipt' }]);
  });

  test('the e-mail of a customer on a test clock is logged, and never handed over', async () => {
    const clock = await createClock(client);
    const customer = await payer(await sender(), { test_clock_id: clock.svc_id });
    const invoice = await bill(customer);
    expect(await mailsOf(invoice)).toEqual([]);
    expect(await entriesOf(invoice)).toMatchObject([{ activity_object: { status: 'sent' } }]);
    await pay(invoice);
    const receipt = await receiptOf(invoice);
    await mailsOf(receipt);
    // Its receipts and their files go with the clock.
    expect((await client.delete(`/test_clocks/${clock.svc_id}`)).status).toBe(200);
    expect((await client.get(`/payment_receipts/${receipt.svc_id}`)).status).toBe(404);
  });

  test('an e-mail that follows from a document is dropped if its document is deleted before', async () => {
    const invoice = await bill(await payer(await sender()));
    await runDocumentJobs(server, invoice);
    const gone = JSON.stringify([{ documentType: 'invoice', documentId: UNKNOWN }]);
    await server.pool.sql`
      update queued_mails set attachments = ${gone}::text::jsonb where organization_id = ${client.organizationId}`;
    expect(await runMailJobs(server, client)).toHaveLength(1);
    const waiting = await server.pool.sql`
      select id from queued_mails where organization_id = ${client.organizationId}`;
    expect([waiting.length, mailbox.take(), await entriesOf(invoice)]).toEqual([0, [], []]);
  });
});

describe('what an e-mail leads to', () => {
  const linked = (word: string | null) => ({
    billing_configuration: {
      payment_provider: 'sandbox',
      payment_provider_code: 'sandbox',
      provider_customer_id: word,
    },
  });
  const onServer = (address = '') => address.replace(TEST_PUBLIC_URL, server.baseUrl);
  const payPage = (mail?: ReceivedMail) => /Pay now: (\S+)/.exec(mail?.text ?? '')?.[1];
  const portalOf = (mail?: ReceivedMail) => /\/portal#(\S+)/.exec(mail?.text ?? '')?.[1];
  const linksOf = async (invoice: Resource) =>
    server.pool.sql`select id from payment_links where invoice_id = ${invoice.svc_id}`;
  const press = async (address?: string) => {
    const response = await fetch(onServer(address), { method: 'POST', redirect: 'manual' });
    return { status: response.status, to: response.headers.get('location'), text: await response.text() };
  };

  test('a page that says what is due, and has the provider make its own once the button is pressed', async () => {
    const entity = await sender({ name: 'North & Co' });
    const invoice = await bill(await payer(entity, linked('declined')));
    const [mail] = await mailsOf(invoice);
    const address = payPage(mail);
    expect(address).toMatch(`${TEST_PUBLIC_URL}/pay/${client.organizationId}/${invoice.svc_id}/`);
    expect(mail?.html).toContain(address);
    const page = await fetch(onServer(address));
    const html = await page.text();
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
    for (const part of ['North &amp; Co', invoice.number, '$53.98', '<form method="post">', '.pdf'])
      expect(html).toContain(part);
    // Neither the e-mail nor whoever checks its links has asked the provider for anything.
    expect(await linksOf(invoice)).toEqual([]);
    const [first, second] = [await press(address), await press(address)];
    expect(first).toMatchObject({ status: 303, to: expect.stringContaining('/sandbox/') });
    expect([second.to, (await linksOf(invoice)).length]).toEqual([first.to, 1]);
    await pay(invoice, 1_398);
    expect(await (await fetch(onServer(address))).text()).toContain('$40.00');
    await pay(invoice, 4_000);
    const paid = await (await fetch(onServer(address))).text();
    expect([paid.includes('Nothing to pay'), paid.includes('<form')]).toEqual([true, false]);
    expect(await press(address)).toMatchObject({ status: 503, to: null });
    const [again] = (await resendInvoice(invoice), await runMailJobs(server, client), mailbox.take());
    expect([again?.subject, payPage(again)]).toEqual([mail?.subject, undefined]);
  });

  test('an altered address leads nowhere', async () => {
    const [mail] = await mailsOf(await bill(await payer(await sender(), linked('declined'))));
    const address = payPage(mail) ?? '';
    const other = await bill(await payer(await sender(), linked('declined')));
    for (const wrong of [
      altered(address),
      address.replace(/\/pay\/[^/]+/, `/pay/${UNKNOWN}`),
      address.replace(/(\/pay\/[^/]+\/)[^/]+/, `$1${other.svc_id}`),
      address.replace(/(\/pay\/[^/]+\/)[^/]+/, '$1x'),
    ]) {
      expect([(await fetch(onServer(wrong))).status, (await press(wrong)).status]).toEqual([404, 404]);
    }
    // The signature of a file opens no page, though the secret is the same.
    const file = /\/files\/[^/]+\/invoice\/[^/]+\/([\w-]{43})\.pdf/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await fetch(onServer(address.replace(/[^/]+$/, file)))).status).toBe(404);
  });

  test('the provider is asked at most 20 times in an hour', async () => {
    const [mail] = await mailsOf(await bill(await payer(await sender(), linked('declined'))));
    const answers = [];
    for (let count = 0; count < 21; count++) answers.push((await press(payPage(mail))).status);
    expect(answers).toEqual([...Array.from({ length: 20 }, () => 303), 503]);
  });

  test.each<[string, object]>([
    ['is not linked', {}],
    ['is linked to nothing', linked(null)],
  ])('no page to pay for a customer who %s', async (_, over) => {
    const [mail] = await mailsOf(await bill(await payer(await sender(), over)));
    expect([mail?.text.includes('Pay now'), mail?.text.includes('Open the PDF: ')]).toEqual([false, true]);
  });

  test('the portal of the customer, which shows everything and changes nothing', async () => {
    const customer = await payer(await sender(), { address_line1: '1 Pier' });
    const invoice = await bill(customer);
    const [mail] = await mailsOf(invoice);
    const token = portalOf(mail) ?? '';
    const ask = async (query: string) => {
      const response = await fetch(`${server.baseUrl}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-portal-token': token },
        body: JSON.stringify({ query }),
      });
      return response.json();
    };
    expect(await ask('{ portal { detailsCanBeChanged invoices { nodes { number } } } }')).toMatchObject({
      data: { portal: { detailsCanBeChanged: false, invoices: { nodes: [{ number: invoice.number }] } } },
    });
    const refused = await ask(
      'mutation { portalUpdateCustomer(input: { name: "x" }) { customer { name } } }',
    );
    expect(JSON.stringify(refused)).toContain('write_action_not_allowed_for_customer');
    // Whoever reads the log may not be allowed to open portals.
    expect(JSON.stringify(await entriesOf(invoice))).not.toContain('#');
    for (const recipients of [{ to: ['b@x.org'] }, { cc: ['c@x.org'] }, { bcc: ['d@x.org'] }]) {
      expect((await resendInvoice(invoice, recipients)).status).toBe(200);
      await runMailJobs(server, client);
      const [other] = mailbox.take();
      expect([
        other?.html.includes(invoice.number),
        portalOf(other),
        other?.html.includes('/portal'),
      ]).toEqual([true, undefined, false]);
    }
  });

  test('the logo and the legal lines of its own billing entity, and of no other', async () => {
    const logo = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')}`;
    const entity = await sender({
      logo,
      legal_name: 'Northwind <GmbH>',
      legal_number: 'HRB 12',
      tax_identification_number: 'DE1',
      address_line1: '1 Quay',
      city: 'Hamburg',
      billing_configuration: { invoice_footer: 'Bank: X\nManaging director: Y' },
    });
    const [mail] = await mailsOf(await bill(await payer(entity)));
    expect(mail?.html).toContain(`src="${entity.logo_url.replace(server.baseUrl, TEST_PUBLIC_URL)}"`);
    expect(mail?.html).toContain('Northwind &lt;GmbH&gt;');
    expect(mail?.text.split('\n-- \n')[1]).toBe(
      [
        'Northwind <GmbH>',
        '1 Quay',
        'Hamburg',
        'desk@northwind.example',
        'Company number: HRB 12',
        'Tax ID: DE1',
        'Bank: X',
        'Managing director: Y',
        '',
      ].join('\n'),
    );
    const [plain] = await mailsOf(await bill(await payer(await sender())));
    expect([plain?.html.includes('<img'), plain?.text.includes('1 Quay')]).toEqual([false, false]);
  });
});

describe('an e-mail that is not accepted', () => {
  test('an e-mail that is not accepted is tried six times, with growing waits and one Message-ID, and has then failed', async () => {
    const invoice = await bill(await payer(await sender()));
    await runDocumentJobs(server, invoice);
    mailbox.refusal = new Error('451 4.3.0 later');
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) waits.push(...(await runMailJobs(server, client)));
    expect(waits).toEqual([0, 60, 600, 3_600, 14_400, 64_800]);
    expect(await entriesOf(invoice)).toMatchObject([
      { activity_object: { status: 'failed', error: { message: '451 4.3.0 later' } } },
    ]);
  });

  test('an e-mail that is not accepted for now leaves with the next attempt', async () => {
    const invoice = await bill(await payer(await sender()));
    await runDocumentJobs(server, invoice);
    mailbox.refusal = new Error('connection lost');
    await runMailJobs(server, client);
    mailbox.refusal = null;
    await runMailJobs(server, client);
    expect(mailbox.take()).toHaveLength(1);
    const [{ activity_object: object }] = await entriesOf(invoice);
    expect([object.status, 'error' in object]).toEqual(['sent', false]);
  });

  test('an e-mail that is not accepted for good is not tried again', async () => {
    const invoice = await bill(await payer(await sender()));
    await runDocumentJobs(server, invoice);
    mailbox.refusal = new MailRefused('550 5.1.1 no such mailbox here');
    expect(await runMailJobs(server, client)).toHaveLength(1);
    expect(await runMailJobs(server, client)).toEqual([]);
    expect(await entriesOf(invoice)).toMatchObject([
      { activity_object: { status: 'failed', error: { message: '550 5.1.1 no such mailbox here' } } },
    ]);
  });
});

describe('the e-mail about overdue invoices', () => {
  const request = async (customer: Resource, invoices: readonly Resource[], over: object = {}) => {
    const ids = invoices.map(({ svc_id }) => svc_id);
    // Their due dates pass.
    await server.pool.sql`update invoices set payment_overdue = true where id in ${server.pool.sql(ids)}`;
    const { status, body } = await client.post('/payment_requests', {
      payment_request: { external_customer_id: customer.external_id, svc_invoice_ids: ids, ...over },
    });
    expect([status, body.error_details]).toEqual([200, undefined]);
    return body.payment_request;
  };

  test('the e-mail about overdue invoices lists what is due on each invoice, with the address of its file', async () => {
    const customer = await payer(await sender({ email_settings: [] }));
    const invoices = [await bill(customer), await bill(customer)];
    await pay(invoices[0], 398);
    const requested = await request(customer, invoices, { email: 'payer@whale.example' });
    await runMailJobs(server, client);
    const [mail, ...others] = mailbox.take();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: ['payer@whale.example'],
      subject: 'Northwind: overdue balance of $103.98',
      files: [],
    });
    for (const part of [invoices[0].number, '$50.00', invoices[1].number, '$53.98', '/files/'])
      expect(mail?.text).toContain(part);
    expect(await entriesOf(requested)).toMatchObject([
      {
        resource_type: 'PaymentRequest',
        activity_object: { status: 'sent', document: { type: 'PaymentRequest', number: null } },
      },
    ]);
  });

  test.each<[string, object, object]>([
    ['an address', {}, { email: null }],
    ["the entity's address", { email: null }, {}],
  ])('the e-mail about overdue invoices is not sent without %s', async (_, entity, payerOver) => {
    const customer = await payer(await sender(entity), payerOver);
    const requested = await request(customer, [await bill(customer)]);
    await runMailJobs(server, client);
    expect([mailbox.take(), await entriesOf(requested)]).toEqual([[], []]);
  });

  const linkedTo = (word: string | null) => ({
    billing_configuration: {
      payment_provider: 'sandbox',
      payment_provider_code: 'sandbox',
      provider_customer_id: word,
    },
  });

  const PAGE = new RegExp(`Pay now: ${TEST_PUBLIC_URL}/sandbox/`);
  const WITHOUT_PAGE = /^(?![^]*Pay now)/;

  test.each<[string, object, readonly RegExp[], readonly RegExp[], string]>([
    ['not linked', {}, [WITHOUT_PAGE], [], 'pending'],
    ['linked without a method', linkedTo('not a word of the sandbox'), [], [PAGE], 'pending'],
    ['linked to nothing that knows it', linkedTo(null), [], [WITHOUT_PAGE], 'pending'],
    ['linked with a method that pays', linkedTo('ok'), [], [], 'succeeded'],
    ['linked with a method that fails', linkedTo('declined'), [], [PAGE], 'failed'],
  ])(
    'the e-mail about overdue invoices of a customer who is %s is not sent',
    async (_, over, atOnce, afterwards, paymentStatus) => {
      const customer = await payer(await sender({ email_settings: [] }), over);
      const invoice = await bill(customer);
      // The payment that follows from the invoice is not the one that follows from the request.
      await server.pool.sql`
      delete from graphile_worker._private_jobs where payload ->> 'invoiceId' = ${invoice.svc_id}`;
      const { svc_id } = await request(customer, [invoice]);
      const mails = async () => {
        await runMailJobs(server, client);
        return mailbox.take().map(({ text }) => text);
      };
      const matching = (texts: readonly RegExp[]): unknown =>
        texts.map((text) => expect.stringMatching(text));
      expect(await mails()).toEqual(matching(atOnce));
      await runProviderJobs(server, client);
      expect(await mails()).toEqual(matching(afterwards));
      const { body } = await client.get(`/payment_requests/${svc_id}`);
      expect(body.payment_request.payment_status).toBe(paymentStatus);
    },
  );

  test('the e-mail about overdue invoices is sent once for a request that is to be paid by hand', async () => {
    const customer = await payer(await sender({ email_settings: [] }), linkedTo('ok'));
    const invoice = await bill(customer);
    await server.pool.sql`
      delete from graphile_worker._private_jobs where payload ->> 'invoiceId' = ${invoice.svc_id}`;
    await request(customer, [invoice], { payment_method: { payment_method_type: 'manual' } });
    await runProviderJobs(server, client);
    await runMailJobs(server, client);
    expect(mailbox.take()).toHaveLength(1);
  });

  test('a payment that a provider has made has a receipt, which is sent', async () => {
    const customer = await payer(
      await sender({ email_settings: ['payment_receipt.created'] }),
      linkedTo('ok'),
    );
    const invoice = await bill(customer);
    await runProviderJobs(server, client);
    const receipts = await receiptsOf(invoice);
    expect(receipts).toMatchObject([{ payment: { amount_cents: 5_398, payable_type: 'Invoice' } }]);
    expect(await mailsOf(receipts[0])).toMatchObject([
      { subject: `Northwind: payment receipt ${receipts[0].number}` },
    ]);
  });

  test('a payment of the request gets one receipt, listed for each of its invoices', async () => {
    const customer = await payer(await sender({ email_settings: ['payment_receipt.created'] }));
    const invoices = [await bill(customer), await bill(customer)];
    const requested = await request(customer, invoices);
    await client.graphql(
      'mutation ($input: RecordPaymentOfRequestInput!) { recordPaymentOfRequest(input: $input) { payment { id } } }',
      { input: { paymentRequestId: requested.svc_id, amountCents: 10_796, reference: 'r' } },
    );
    await runMailJobs(server, client);
    mailbox.take();
    const receipts = await Promise.all(invoices.map(receiptOf));
    expect(receipts[0]).toEqual(receipts[1]);
    expect(receipts[0].payment).toMatchObject({ amount_cents: 10_796, payable_type: 'PaymentRequest' });
    const [mail] = await mailsOf(receipts[0]);
    expect(mail?.files).toHaveLength(3);
  });
});

describe('resend_email', () => {
  test('resend_email sends the e-mail again, to the customer or to others', async () => {
    const entity = await sender();
    const customer = await payer(entity);
    const zero = await bill(customer, { unit_amount_cents: 0 });
    const { status, body } = await resendInvoice(zero);
    expect([status, body]).toEqual([200, {}]);
    const copies = { to: ['a@x.org', 'b@x.org'], cc: ['c@x.org'], bcc: ['d@x.org'] };
    expect((await resendInvoice(zero, copies)).status).toBe(200);
    await runMailJobs(server, client);
    const mails = mailbox.take();
    expect(mails.map(({ to, cc, bcc }) => ({ to, cc, bcc }))).toEqual(
      expect.arrayContaining([{ to: ['ap@whale.example'], cc: [], bcc: [] }, copies]),
    );
    expect(mails.map(({ files }) => files.length)).toEqual([1, 1]);
    const entries = await entriesOf(zero);
    expect(entries.map((entry) => [entry.activity_source, entry.activity_object.status])).toEqual([
      ['api', 'resent'],
      ['api', 'resent'],
    ]);
  });

  test('resend_email sends credit notes and receipts again', async () => {
    const invoice = await bill(await payer(await sender()));
    await pay(invoice);
    const note = await credit(invoice, 500);
    const receipt = await receiptOf(invoice);
    expect((await resendNote(note)).status).toBe(200);
    expect((await resendReceipt(receipt)).status).toBe(200);
    await runMailJobs(server, client);
    expect(mailbox.take().map(({ subject }) => subject.replace(/.* /, ''))).toEqual(
      expect.arrayContaining([note.number, receipt.number]),
    );
  });

  test('an e-mail to a mailbox that refuses it has failed', async () => {
    const invoice = await bill(await payer(await sender({ email_settings: ['invoice.finalized'] })));
    expect((await resendInvoice(invoice)).status).toBe(200);
    mailbox.refusal = new MailRefused('550 gone');
    await runMailJobs(server, client);
    expect(await entriesOf(invoice)).toMatchObject([{ activity_object: { status: 'failed' } }]);
  });

  describe('is refused', () => {
    let invoice: Resource;
    let note: Resource;
    let receipt: Resource;
    let silent: Resource;
    let unnamed: Resource;

    beforeAll(async () => {
      const entity = await sender();
      invoice = await bill(await payer(entity));
      await pay(invoice);
      note = await credit(invoice, 500);
      receipt = await receiptOf(invoice);
      silent = await bill(await payer(await sender({ email_settings: [] })));
      await pay(silent);
      unnamed = await bill(await payer(await sender({ email: null }), { email: null }));
    });

    test.each([
      ['invoice_not_found', resendInvoice],
      ['credit_note_not_found', resendNote],
      ['payment_receipt_not_found', resendReceipt],
    ])('an unknown one: %s', async (code, resend) => {
      const { status, body } = await resend({ svc_id: UNKNOWN }, { to: ['b'] });
      expect([status, body.code]).toEqual([404, code]);
    });

    test('one of another organization', async () => {
      const stranger = await server.organization();
      for (const path of [
        `/invoices/${invoice.svc_id}`,
        `/credit_notes/${note.svc_id}`,
        `/payment_receipts/${receipt.svc_id}`,
      ])
        expect((await stranger.post(`${path}/resend_email`)).status).toBe(404);
      expect((await stranger.get(`/payment_receipts/${receipt.svc_id}`)).status).toBe(404);
      const { body } = await stranger.get(`/payment_receipts?invoice_id=${invoice.svc_id}`);
      expect(body.payment_receipts).toEqual([]);
    });

    test('one that is not finalized', async () => {
      const voided = await bill(await payer(await sender()));
      await client.post(`/invoices/${voided.svc_id}/void`);
      const { status, body } = await resendInvoice(voided);
      expect([status, body.code]).toEqual([405, 'invoice_not_finalized']);
    });

    test('resend_email is refused while the entity does not send its kind', async () => {
      const answers = [
        await resendInvoice(silent, { to: ['b'] }),
        await resendReceipt(await receiptOf(silent), { to: ['b'] }),
      ];
      for (const { status, body } of answers)
        expect([status, body.code]).toEqual([405, 'email_settings_disabled']);
    });

    test.each<[object, object]>([
      [{ to: ['a@x.org', 'b'], cc: ['c@x.org'] }, { to: ['invalid_email_format'] }],
      [
        { cc: ['c'], bcc: [''] },
        { cc: ['invalid_email_format'], bcc: ['invalid_email_format'] },
      ],
      [{ to: ['a@x.org\nBcc: b@x.org'] }, { to: ['invalid_email_format'] }],
      [{ to: 'a@x.org' }, { to: ['invalid_format'] }],
      [
        { to: [1], cc: [null] },
        { to: ['invalid_format'], cc: ['invalid_format'] },
      ],
      [{ to: Array.from({ length: 51 }, (_, index) => `a${index}@x.org`) }, { to: ['invalid_count'] }],
    ])('the request %j: %j', async (sent, details) => {
      const { status, body } = await resendInvoice(invoice, sent);
      expect([status, body.error_details]).toEqual([422, details]);
    });

    test('resend_email is refused without an address of the entity and of the customer, together', async () => {
      const { status, body } = await resendInvoice(unnamed, { cc: ['c'] });
      expect([status, body.error_details]).toEqual([
        422,
        { billing_entity: ['value_is_mandatory'], to: ['value_is_mandatory'], cc: ['invalid_email_format'] },
      ]);
    });

    test('resend_email is refused while too many e-mails of the organization wait', async () => {
      await runMailJobs(server, client);
      const answers: RestAnswer[] = [];
      for (let sent = 0; sent <= MOST_WAITING; sent += 1) answers.push(await resendInvoice(invoice));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
      await runMailJobs(server, client);
      expect((await resendInvoice(invoice)).status).toBe(200);
      await runMailJobs(server, client);
    });
  });
});

describe('a payment receipt', () => {
  test('a payment receipt is issued with each payment, numbered per customer, and announced', async () => {
    const customer = await payer(await sender({ email_settings: [] }));
    const invoice = await bill(customer);
    await pay(invoice, 398);
    await pay(invoice, 5_000);
    const [second, first] = await receiptsOf(invoice);
    const { slug } = (await client.get(`/customers/${customer.external_id}`)).body.customer;
    expect([first.number, second.number]).toEqual([`${slug}-RCPT-000001`, `${slug}-RCPT-000002`]);
    expect(first).toMatchObject({
      file_url: null,
      xml_url: null,
      payment: {
        amount_cents: 398,
        reference: 'wire-0815',
        payment_receipt: { svc_id: first.svc_id, number: first.number },
      },
    });
    await runDocumentJobs(server, first);
    expect(await messageTypesAbout(server, first.svc_id)).toEqual([
      'payment_receipt.created',
      'payment_receipt.generated',
    ]);
    const { body } = await client.get(`/activity_logs?resource_ids[]=${first.svc_id}`);
    expect(body.activity_logs.map((entry: Resource) => [entry.activity_type, entry.resource_type])).toEqual([
      ['payment_receipt.generated', 'PaymentReceipt'],
      ['payment_receipt.created', 'PaymentReceipt'],
    ]);
    const { payment_receipt: read } = (await client.get(`/payment_receipts/${first.svc_id}`)).body;
    const file = await fetch(read.file_url);
    expect(file.headers.get('content-disposition')).toBe(`inline; filename="${first.number}.pdf"`);
    const text = await textOf(await file.bytes());
    // What remained due after this payment, although another followed before the file was made.
    for (const part of [first.number, invoice.number, 'wire-0815', 'Manual', '$3.98', '$50.00'])
      expect(text).toContain(part);
  });

  test('a payment receipt is not issued for an invoice that is marked as paid, nor for partners', async () => {
    const entity = await sender();
    const marked = await bill(await payer(entity));
    await client.put(`/invoices/${marked.svc_id}`, { invoice: { payment_status: 'succeeded' } });
    const partner = await bill(await payer(entity, { account_type: 'partner' }));
    await pay(partner);
    expect([await receiptsOf(marked), await receiptsOf(partner)]).toEqual([[], []]);
  });

  test('a payment receipt is not issued while the organization switches receipts off', async () => {
    const update = (issuesReceipts: boolean | null) =>
      client.graphql(
        'mutation ($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { organization { issuesReceipts } } }',
        { input: { issuesReceipts } },
      );
    const invoice = await bill(await payer(await sender()));
    expect((await update(false)).data.updateOrganization.organization.issuesReceipts).toBe(false);
    const payment = await pay(invoice, 1_000);
    expect((await update(null)).errors).toHaveLength(1);
    await update(true);
    expect([payment.payment_receipt, await receiptsOf(invoice)]).toEqual([null, []]);
    await pay(invoice, 1_000);
    expect(await receiptsOf(invoice)).toHaveLength(1);
  });

  test.each(['x', UNKNOWN, ''])('a list by the invoice "%s" is empty, or not filtered', async (id) => {
    const { status, body } = await client.get(`/payment_receipts?invoice_id=${id}&per_page=2`);
    expect(status).toBe(200);
    expect(body.meta.total_count).toBe(0);
  });

  test('a payment receipt may be read by keys for invoices or for receipts', async () => {
    const invoice = await bill(await payer(await sender()));
    await pay(invoice);
    const path = `/payment_receipts/${(await receiptOf(invoice)).svc_id}`;
    const statuses: number[] = [];
    for (const resource of ['invoice', 'payment_receipt', 'payment'] as const) {
      const limited = await callerWith(server, client, { [resource]: ['read'] });
      statuses.push((await limited.get(path)).status);
    }
    expect(statuses).toEqual([200, 200, 403]);
  });

  test('a payment receipt in GraphQL is listed, downloaded, sent again', async () => {
    const invoice = await bill(await payer(await sender({ email_settings: ['payment_receipt.created'] })));
    await pay(invoice);
    const { data } = await client.graphql(
      `query ($id: ID!) {
        paymentReceipts(filter: {invoiceId: $id}) { nodes { id number customer { email } payment { paymentReceipt { id } } } }
      }`,
      { id: invoice.svc_id },
    );
    const [receipt] = data.paymentReceipts.nodes;
    expect(receipt.payment.paymentReceipt.id).toBe(receipt.id);
    expect(receipt.customer.email).toBe('ap@whale.example');
    const downloaded = await client.graphql(
      'mutation ($input: DownloadPaymentReceiptInput!) { downloadPaymentReceipt(input: $input) { paymentReceipt { fileUrl } } }',
      { input: { id: receipt.id } },
    );
    expect(downloaded.data.downloadPaymentReceipt.paymentReceipt.fileUrl).toContain('/files/');
    await runMailJobs(server, client);
    mailbox.take();
    const resent = await client.graphql(
      'mutation ($input: ResendPaymentReceiptEmailInput!) { resendPaymentReceiptEmail(input: $input) { paymentReceipt { number } } }',
      { input: { id: receipt.id, to: ['a@x.org'] } },
    );
    expect(resent.errors).toBeUndefined();
    await runMailJobs(server, client);
    expect(mailbox.take()).toMatchObject([{ to: ['a@x.org'] }]);
  });
});
