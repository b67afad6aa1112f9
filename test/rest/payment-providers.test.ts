// Payments by providers: the sandbox, payment methods, links, retries, refunds and gated subscriptions, on both surfaces.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { altered } from '../support/altered.js';
import { callerWith, createCustomer, createPlan, type Resource } from '../support/builders.js';
import type { Client } from '../support/client.js';
import { messagesAbout, messageTypesAbout } from '../support/messages.js';
import { runProviderJobs } from '../support/provider-jobs.js';
import { checkRepresentations } from '../support/representations.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { requestStatementsOf } from '../support/statements.js';
import { Story } from '../support/story.js';
import { until } from '../support/until.js';

const NOW = '2027-03-01T09:30:00Z';

let server: TestServer;
let client: Client;
let plan: Resource;

beforeAll(async () => {
  server = await startTestServer();
  await checkRepresentations(server);
  client = await server.organization();
  plan = await createPlan(client, { amount_cents: 10_000, pay_in_advance: true });
});
afterAll(() => server.stop());

const linkedTo = (word: string | null, over: object = {}) => ({
  billing_configuration: {
    payment_provider: 'sandbox',
    payment_provider_code: 'sandbox',
    provider_customer_id: word,
    ...over,
  },
});
const run = () => runProviderJobs(server, client);
const link = (story: Story, word: string) =>
  client.post('/customers', { customer: { external_id: story.customer.external_id, ...linkedTo(word) } });
const methodsOf = async ({ external_id }: Resource): Promise<Resource[]> =>
  (await client.get(`/customers/${external_id}/payment_methods`)).body.payment_methods;
const read = async ({ svc_id }: Resource): Promise<Resource> =>
  (await client.get(`/invoices/${svc_id}`)).body.invoice;
const paymentsOf = async ({ svc_id }: Resource): Promise<Resource[]> =>
  (await client.get(`/payments?invoice_id=${svc_id}`)).body.payments;

/** A customer with an invoice of 100.00, of which the provider was asked for the payment. */
async function billed(word: string): Promise<{ story: Story; invoice: Resource }> {
  const story = await Story.begin(client, NOW, linkedTo(word));
  await story.subscribe(plan);
  await run();
  const [invoice] = await story.invoices();
  return { story, invoice };
}

describe('the sandbox (payment-providers.md §9)', () => {
  test.each<[string, object, object[]]>([
    [
      'ok',
      { payment_status: 'succeeded', total_paid_amount_cents: 10_000 },
      [{ payment_status: 'succeeded' }],
    ],
    ['declined', { payment_status: 'failed', total_paid_amount_cents: 0 }, [{ payment_status: 'failed' }]],
    ['network', { payment_status: 'succeeded' }, [{ payment_status: 'succeeded', amount_cents: 10_000 }]],
    ['too_small', { payment_status: 'pending' }, [{ payment_status: 'pending' }]],
    [
      'processing_ok',
      { payment_status: 'pending' },
      [{ payment_status: 'processing', status: 'processing' }],
    ],
    [
      'action_ok',
      { payment_status: 'pending' },
      [{ payment_status: 'processing', status: 'requires_action' }],
    ],
    ['nobody', { payment_status: 'pending' }, []],
  ])('%s', async (word, invoice, payments) => {
    const { invoice: made } = await billed(word);
    expect(await read(made)).toMatchObject(invoice);
    expect(await paymentsOf(made)).toMatchObject(payments.map((each) => ({ type: 'provider', ...each })));
  });

  test.each(['processing_ok', 'processing_failed'])('%s settles a day later, on the clock', async (word) => {
    const { story, invoice } = await billed(word);
    await story.advance('2027-03-02T09:29:00Z');
    expect((await paymentsOf(invoice))[0].payment_status).toBe('processing');
    await story.advance('2027-03-02T09:31:00Z');
    const outcome = word === 'processing_ok' ? 'succeeded' : 'failed';
    expect((await read(invoice)).payment_status).toBe(outcome);
    expect((await paymentsOf(invoice))[0].payment_status).toBe(outcome);
  });

  test('a payment that the payer confirms on its page succeeds', async () => {
    const { invoice } = await billed('action_ok');
    const [payment] = await paymentsOf(invoice);
    expect(await messageTypesAbout(server, payment?.svc_id)).toEqual(['payment.requires_action']);
    const address = onServer(payment?.next_action.redirect_to_url.url);
    expect(await choose(address, 'maybe')).toBe(404);
    expect(await choose(address, 'ok')).toBe(200);
    expect((await read(invoice)).payment_status).toBe('succeeded');
    expect(await messageTypesAbout(server, payment?.svc_id)).toContain('payment.succeeded');
    expect(await choose(address, 'ok')).toBe(404);
  });

  test('nobody guesses the address of a page', async () => {
    const { invoice } = await billed('action_ok');
    const [payment] = await paymentsOf(invoice);
    const address = altered(onServer(payment?.next_action.redirect_to_url.url));
    expect((await fetch(address)).status).toBe(404);
  });

  test('a refusal is announced once, and a retry with another method pays (§7, §11 A)', async () => {
    const { story, invoice } = await billed('declined');
    const [failure] = (await messagesAbout(server, invoice.svc_id)).filter(
      ({ webhookType }) => webhookType === 'invoice.payment_failure',
    );
    expect(failure?.object).toMatchObject({
      svc_invoice_id: invoice.svc_id,
      payment_provider: 'sandbox',
      provider_customer_id: 'declined',
      provider_error: { error_code: 'card_declined' },
    });
    await link(story, 'ok');
    const retried = await client.post(`/invoices/${invoice.svc_id}/retry_payment`);
    expect(retried.status).toBe(200);
    await run();
    expect((await read(invoice)).payment_status).toBe('succeeded');
    const types = await messageTypesAbout(server, invoice.svc_id);
    expect(types.filter((type) => type === 'invoice.payment_failure')).toHaveLength(1);
    expect(types).toContain('invoice.payment_status_updated');
  });

  test('a crash after the provider has paid charges once', async () => {
    const story = await Story.begin(client, NOW, linkedTo('ok'));
    await story.subscribe(plan);
    const [invoice] = await story.invoices();
    const { paymentOutcomes } = server.app.services;
    const record = paymentOutcomes.record.bind(paymentOutcomes);
    paymentOutcomes.record = () => Promise.reject(new Error('crash'));
    await expect(run()).rejects.toThrow('crash');
    paymentOutcomes.record = record;
    expect(await paymentsOf(invoice)).toMatchObject([{ payment_status: 'pending' }]);
    await server.app.services.paymentCollection.run({
      organizationId: client.organizationId,
      invoiceId: invoice.svc_id,
    });
    expect(await paymentsOf(invoice)).toMatchObject([{ payment_status: 'succeeded', amount_cents: 10_000 }]);
  });

  test('an amount that was paid by hand meanwhile goes back to the payer', async () => {
    const { story, invoice } = await billed('action_ok');
    const [payment] = await paymentsOf(invoice);
    const pay = { invoice_id: invoice.svc_id, amount_cents: 4_000, reference: 'wire' };
    expect((await client.post('/payments', { payment: pay })).status).toBe(200);
    await choose(onServer(payment?.next_action.redirect_to_url.url), 'ok');
    await run();
    const paid = await read(invoice);
    expect([paid.payment_status, paid.total_paid_amount_cents]).toEqual(['succeeded', 10_000]);
    const refunds = await server.pool.sql`
      select amount_cents::int, status from payment_refunds where payment_id = ${payment?.svc_id}`;
    expect([...refunds]).toEqual([{ amount_cents: 4_000, status: 'succeeded' }]);
    expect(story.customer.external_id).toBeDefined();
  });
});

describe('retry_payment (§7)', () => {
  const retry = ({ svc_id }: Resource, body?: object) =>
    client.post(`/invoices/${svc_id}/retry_payment`, body);

  test('retry_payment is refused for an invoice that is paid, or being paid', async () => {
    const paid = await billed('ok');
    expect(await retry(paid.invoice)).toMatchObject({ status: 405, body: { code: 'invalid_status' } });
    const busy = await billed('processing_ok');
    const code = 'payment_processor_is_currently_handling_payment';
    expect(await retry(busy.invoice)).toMatchObject({ status: 405, body: { code } });
    const none = await client.post('/invoices/0190a0a0-0000-7000-8000-000000000000/retry_payment');
    expect(none.body.code).toBe('invoice_not_found');
  });

  test.each<[string, object]>([
    [
      'an unknown method',
      { payment_method_type: 'provider', payment_method_id: '0190a0a0-0000-7000-8000-000000000000' },
    ],
    [
      'a manual one with an id',
      { payment_method_type: 'manual', payment_method_id: '0190a0a0-0000-7000-8000-000000000000' },
    ],
  ])('retry_payment is refused for %s', async (_, payment_method) => {
    const { invoice } = await billed('declined');
    const { status, body } = await retry(invoice, { payment_method });
    expect([status, body.error_details]).toEqual([422, { payment_method: ['invalid_payment_method'] }]);
  });

  test('retry_payment does nothing for an invoice paid by hand; without a provider it fails', async () => {
    const { story, invoice } = await billed('declined');
    expect((await retry(invoice, { payment_method: { payment_method_type: 'manual' } })).status).toBe(200);
    await run();
    expect(await paymentsOf(invoice)).toHaveLength(1);
    const billing_configuration = { payment_provider: null };
    await client.post('/customers', {
      customer: { external_id: story.customer.external_id, billing_configuration },
    });
    expect((await retry(invoice)).status).toBe(200);
    const sent = (await messagesAbout(server, invoice.svc_id)).at(-1);
    expect(sent?.object).toMatchObject({
      payment_provider: null,
      provider_error: { error_code: 'customer_must_have_payment_provider' },
    });
  });
});

describe('payment methods (§4)', () => {
  test('the default moves, and none takes the place of a deleted one', async () => {
    const story = await Story.begin(client, NOW, linkedTo('declined'));
    await link(story, 'ok');
    const { external_id: id } = story.customer;
    const setDefault = (method: Resource) =>
      client.put(`/customers/${id}/payment_methods/${method?.svc_id}/set_as_default`);
    const remove = (method: Resource) => client.delete(`/customers/${id}/payment_methods/${method?.svc_id}`);
    const found = await methodsOf(story.customer);
    const [ok, declined] = ['sandbox_ok', 'sandbox_declined'].map((id) => named(found, id));
    expect([ok?.is_default, declined?.is_default]).toEqual([true, false]);
    const set = await setDefault(declined);
    expect(set.body.payment_method).toMatchObject({
      is_default: true,
      provider_method_id: 'sandbox_declined',
    });
    expect((await setDefault(declined)).status).toBe(200);
    const deleted = await remove(declined);
    expect(deleted.body.payment_method.is_default).toBe(false);
    expect(await methodsOf(story.customer)).toMatchObject([{ svc_id: ok?.svc_id, is_default: false }]);
    const gone = await remove(declined);
    expect([gone.status, gone.body.code]).toEqual([404, 'payment_method_not_found']);
    await story.subscribe(plan);
    await run();
    expect((await story.listedInvoices())[0]?.payment_status).toBe('pending');
  });

  test('payment methods of other customers and organizations are not found', async () => {
    const [one, other] = [await Story.begin(client, NOW, linkedTo('ok')), await createCustomer(client)];
    const [method] = await methodsOf(one.customer);
    const path = (owner: Resource) => `/customers/${owner.external_id}/payment_methods/${method?.svc_id}`;
    expect((await client.delete(path(other))).body.code).toBe('payment_method_not_found');
    const stranger = await server.organization();
    expect((await stranger.delete(path(one.customer))).body.code).toBe('customer_not_found');
    const reader = await callerWith(server, client, { payment_method: ['read'] });
    expect((await reader.delete(path(one.customer))).status).toBe(403);
  });

  test('a subscription is charged with the one that it names, as long as the customer has it', async () => {
    const story = await Story.begin(client, NOW, linkedTo('ok'));
    const [method] = await methodsOf(story.customer);
    await link(story, 'declined');
    const payment_method = { payment_method_type: 'provider', payment_method_id: method?.svc_id };
    const subscription = await story.subscribe(plan, { payment_method });
    expect(subscription.payment_method).toEqual(payment_method);
    await run();
    const [invoice] = await story.invoices();
    expect(invoice?.payment_status).toBe('succeeded');
    expect((await paymentsOf(invoice))[0]).toMatchObject({
      payment_provider_code: 'sandbox',
      payment_provider_type: 'sandbox',
      payment_method_id: method?.svc_id,
      payment_method: { provider_method_id: 'sandbox_ok' },
    });
    const stranger = await createCustomer(client, linkedTo('ok'));
    const refused = await client.post('/subscriptions', {
      subscription: {
        external_customer_id: stranger.external_id,
        external_id: 'borrowed',
        plan_code: plan.code,
        payment_method,
      },
    });
    expect(refused.body.error_details).toEqual({ payment_method: ['invalid_payment_method'] });
  });
});

describe('links (§5)', () => {
  const urlOf = ({ svc_id }: Resource) => client.post(`/invoices/${svc_id}/payment_url`);

  test('payment links are used again, pay on their page, and are closed then', async () => {
    const { invoice } = await billed('too_small');
    const first = (await urlOf(invoice)).body.invoice_payment_details.payment_url;
    expect((await urlOf(invoice)).body.invoice_payment_details.payment_url).toBe(first);
    const page = await (await fetch(onServer(first))).text();
    for (const part of [invoice.number, '€100.00', 'value="ok"', 'value="declined"', '/portal/sandbox.js'])
      expect(page).toContain(part);
    const [, back = ''] = /id="back" href="([^"]+)"/.exec(page) ?? [];
    expect(await (await fetch(onServer(back))).text()).toContain(invoice.number);
    expect((await fetch(`${server.baseUrl}/portal/sandbox.js`)).status).toBe(200);
    expect(await choose(onServer(first), 'ok')).toBe(200);
    expect(await read(invoice)).toMatchObject({
      payment_status: 'succeeded',
      total_paid_amount_cents: 10_000,
    });
    expect(await choose(onServer(first), 'ok')).toBe(404);
    expect((await urlOf(invoice)).body.error_details).toEqual({
      base: ['invalid_invoice_status_or_payment_status'],
    });
  });

  test('payment links are made anew for another amount, and after a day', async () => {
    const { story, invoice } = await billed('too_small');
    const first = (await urlOf(invoice)).body.invoice_payment_details.payment_url;
    await client.post('/payments', {
      payment: { invoice_id: invoice.svc_id, amount_cents: 1_000, reference: 'part' },
    });
    expect(await choose(onServer(first), 'ok')).toBe(404);
    const second = (await urlOf(invoice)).body.invoice_payment_details.payment_url;
    expect(second).not.toBe(first);
    await story.advance('2027-03-03T00:00:00Z');
    expect((await urlOf(invoice)).body.invoice_payment_details.payment_url).not.toBe(second);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['unlinked', { billing_configuration: { payment_provider: null } }, 'no_linked_payment_provider'],
    ['without id', linkedTo(null), 'missing_payment_provider_customer'],
    ['unknown connection', linkedTo('ok', { payment_provider_code: 'other' }), 'missing_payment_provider'],
    ['unknown provider', linkedTo('ok', { payment_provider: 'adyen' }), 'no_linked_payment_provider'],
  ])('a customer who is %s cannot register or pay', async (_, over, code) => {
    const story = await Story.begin(client, NOW, over);
    await story.subscribe(plan);
    const [invoice] = await story.invoices();
    expect((await urlOf(invoice)).body.error_details).toEqual({ base: [code] });
    const checkout = await client.post(`/customers/${story.customer.external_id}/checkout_url`);
    expect(checkout.body.error_details).toEqual({ base: [code] });
  });

  test('a method is registered on the checkout page', async () => {
    const story = await Story.begin(client, NOW, linkedTo('ok'));
    const { body } = await client.post(`/customers/${story.customer.external_id}/checkout_url`);
    expect(body.customer).toMatchObject({ payment_provider: 'sandbox', payment_provider_code: 'sandbox' });
    const first = onServer(body.customer.checkout_url);
    expect(await choose(first, 'declined')).toBe(200);
    const methods = await methodsOf(story.customer);
    expect(named(methods, 'sandbox_declined')?.is_default).toBe(true);
    const again = await client.post(`/customers/${story.customer.external_id}/checkout_url`);
    const second = onServer(again.body.customer.checkout_url);
    expect(second).not.toBe(first);
    expect(await choose(second, 'ok')).toBe(200);
    expect(await choose(`${second}0`, 'ok')).toBe(404);
  });
});

describe('the way on from a page of the sandbox', () => {
  const SHOP = 'https://shop.example/thanks?order=1&from=sandbox';
  const CREATE = `mutation ($input: CreatePaymentProviderInput!) {
    createPaymentProvider(input: $input) { paymentProvider { id } }
  }`;
  const create = (code: string, successRedirectUrl: string) =>
    client.graphql(CREATE, { input: { type: 'sandbox', code, name: 'Shop', successRedirectUrl } });
  const atShop = (word: string) => linkedTo(word, { payment_provider_code: 'shop' });
  const pageOf = async (address: string, choice?: string): Promise<string> => {
    const form = { method: 'POST', body: new URLSearchParams({ choice: choice ?? '' }) };
    return (await fetch(onServer(address), choice === undefined ? {} : form)).text();
  };
  const backIn = (page: string) => /id="back" (?:hidden|href="([^"]*)")>([^<]*)</.exec(page)?.slice(1);
  const TO_SHOP = ['https://shop.example/thanks?order=1&amp;from=sandbox', 'Continue to shop.example'];

  beforeAll(async () => {
    expect((await create('shop', SHOP)).errors).toBeUndefined();
  });

  test('the way on from a page of the sandbox leads to the address of the connection once the payment has succeeded, and again to the choice after a refusal', async () => {
    const story = await Story.begin(client, NOW, atShop('too_small'));
    await story.subscribe(plan);
    await run();
    const [invoice] = await story.invoices();
    const { body } = await client.post(`/invoices/${invoice.svc_id}/payment_url`);
    const { payment_url: address } = body.invoice_payment_details;
    const toInvoice = [expect.stringContaining('/pay/'), 'Back to the invoice'];
    expect(backIn(await pageOf(address))).toEqual(toInvoice);
    const declined = await pageOf(address, 'declined');
    expect(declined).toContain('class="bad">The payment was declined.');
    expect(declined).toContain('value="ok"');
    expect(backIn(declined)).toEqual(toInvoice);
    const paid = await pageOf(address, 'ok');
    expect(paid).toContain('The payment succeeded.');
    expect(paid).not.toContain('<button');
    expect(backIn(paid)).toEqual(TO_SHOP);
    const reloaded = await pageOf(address);
    expect(reloaded).toContain('This has been paid.');
    expect(backIn(reloaded)).toEqual(TO_SHOP);
  });

  test('the way on from a page of the sandbox leads to the address of the connection, also once a method is registered', async () => {
    const story = await Story.begin(client, NOW, atShop('ok'));
    const { body } = await client.post(`/customers/${story.customer.external_id}/checkout_url`);
    expect(backIn(await pageOf(body.customer.checkout_url))?.[0]).toBeUndefined();
    expect(backIn(await pageOf(body.customer.checkout_url, 'ok'))).toEqual(TO_SHOP);
  });

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)//https://shop.example',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    '//shop.example',
    '/thanks',
    'https:',
  ])('the way on from a page of the sandbox is never %j', async (address) => {
    const { errors } = await create('bad', address);
    expect(errors?.[0]?.extensions.details).toEqual({ successRedirectUrl: ['url_is_invalid'] });
  });

  test('a page reads its records once, and names five of many invoices', async () => {
    const story = await Story.begin(client, NOW, { email: 'payer@whale.example', ...linkedTo('nobody') });
    for (let count = 0; count < 7; count += 1) await story.subscribe(plan);
    await story.advance('2027-03-03T00:00:00Z');
    const invoices = await story.invoices();
    const { body } = await client.post('/payment_requests', {
      payment_request: {
        external_customer_id: story.customer.external_id,
        svc_invoice_ids: invoices.map(({ svc_id }) => svc_id),
      },
    });
    await run();
    const { data } = await client.graphql(
      `mutation ($id: ID!) { generatePaymentRequestPaymentUrl(input: { id: $id }) { paymentPage { paymentUrl } } }`,
      { id: body.payment_request.svc_id },
    );
    const address: string = data.generatePaymentRequestPaymentUrl.paymentPage.paymentUrl;
    let page = '';
    const statements = await requestStatementsOf(server.connections.drivers, async () => {
      page = await pageOf(address);
    });
    const [, named = ''] = /<p>Invoices ([^<]*)<\/p>/.exec(page) ?? [];
    expect(named).toMatch(/ and 2 more$/);
    expect(invoices.filter(({ number }) => named.includes(number))).toHaveLength(5);
    const reads = statements.filter((text) => /from "payment_links"/.test(text));
    expect(reads).toHaveLength(1);
  });
});

describe('links of payment requests (§6)', () => {
  const GENERATE = `mutation ($id: ID!) { generatePaymentRequestPaymentUrl(input: { id: $id }) { paymentPage {
    paymentUrl paymentProvider paymentRequest { id amountCents customer { id } } } } }`;
  const generate = ({ svc_id: id }: Resource, caller = client) => caller.graphql(GENERATE, { id });
  const urlOf = async (request: Resource): Promise<string> =>
    (await generate(request)).data.generatePaymentRequestPaymentUrl.paymentPage.paymentUrl;
  const refusalOf = async (request: Resource, caller = client) =>
    (await generate(request, caller)).errors?.[0]?.extensions;
  const readRequest = async ({ svc_id }: Resource): Promise<Resource> =>
    (await client.get(`/payment_requests/${svc_id}`)).body.payment_request;
  /** The addresses of pages in the e-mails about a request, the latest last. */
  const mailedPages = async ({ svc_id }: Resource): Promise<(string | undefined)[]> => {
    const mails = await server.pool.sql<{ text: string }[]>`
      select body_text as text from queued_mails where about ->> 'resourceId' = ${svc_id} order by id`;
    return mails.map(({ text }) => /https?:\S+\/sandbox\/\S+/.exec(text)?.[0]);
  };

  beforeAll(() =>
    client.put('/billing_entities/default', { billing_entity: { email: 'desk@northwind.example' } }),
  );

  /** A customer without a method, with two overdue invoices of 100.00 and a request for both. */
  async function requested(over: object = linkedTo('nobody')) {
    const story = await Story.begin(client, NOW, { email: 'payer@whale.example', ...over });
    await story.subscribe(plan);
    await story.subscribe(plan);
    await story.advance('2027-03-03T00:00:00Z');
    const invoices = await story.invoices();
    const { body } = await client.post('/payment_requests', {
      payment_request: {
        external_customer_id: story.customer.external_id,
        svc_invoice_ids: invoices.map(({ svc_id }) => svc_id),
      },
    });
    await run();
    return { story, invoices, request: body.payment_request };
  }

  test('links of payment requests are in the e-mail, pay the request and its invoices once, and are closed then', async () => {
    const { story, invoices, request } = await requested();
    const [url, ...others] = await mailedPages(request);
    expect(others).toEqual([]);
    const { data } = await generate(request);
    expect(data.generatePaymentRequestPaymentUrl.paymentPage).toEqual({
      paymentUrl: url,
      paymentProvider: 'sandbox',
      paymentRequest: {
        id: request.svc_id,
        amountCents: 20_000,
        customer: { id: story.customer.svc_id },
      },
    });
    expect(await choose(onServer(url ?? ''), 'ok')).toBe(200);
    expect((await readRequest(request)).payment_status).toBe('succeeded');
    for (const invoice of invoices) {
      expect(await read(invoice)).toMatchObject({
        payment_status: 'succeeded',
        total_paid_amount_cents: 10_000,
      });
      expect(await paymentsOf(invoice)).toMatchObject([
        { payment_status: 'succeeded', amount_cents: 20_000, payable_type: 'PaymentRequest' },
      ]);
    }
    expect(await choose(onServer(url ?? ''), 'ok')).toBe(404);
    expect((await refusalOf(request))?.details).toEqual({ base: ['invalid_payment_status'] });
    expect(await messageTypesAbout(server, request.svc_id)).toEqual([
      'payment_request.created',
      'payment_request.payment_status_updated',
    ]);
  });

  test('links of payment requests stay after a payment has failed there, which another e-mail reports', async () => {
    const { request, invoices } = await requested();
    const [url] = await mailedPages(request);
    expect(await choose(onServer(url ?? ''), 'declined')).toBe(200);
    await run();
    expect((await readRequest(request)).payment_status).toBe('failed');
    expect(await mailedPages(request)).toEqual([url, url]);
    expect(await choose(onServer(url ?? ''), 'ok')).toBe(200);
    expect((await read(invoices[0])).payment_status).toBe('succeeded');
  });

  test('links of payment requests are closed when an invoice is paid otherwise; the next one is for the rest', async () => {
    const { story, request, invoices } = await requested();
    const [url] = await mailedPages(request);
    const [first, second] = invoices;
    const pay = ({ svc_id }: Resource, amount_cents: number) =>
      client.post('/payments', { payment: { invoice_id: svc_id, amount_cents, reference: 'wire' } });
    await pay(first, 10_000);
    expect(await choose(onServer(url ?? ''), 'ok')).toBe(404);
    const next = await urlOf(request);
    expect(next).not.toBe(url);
    const page = (await client.post(`/invoices/${second?.svc_id}/payment_url`)).body.invoice_payment_details;
    expect(await choose(onServer(page.payment_url), 'ok')).toBe(200);
    expect(await choose(onServer(next), 'ok')).toBe(404);
    expect((await refusalOf(request))?.details).toEqual({ base: ['invalid_payment_status'] });
    expect((await client.delete(`/test_clocks/${story.clock.svc_id}`)).status).toBe(200);
    await until(async () => {
      const [{ count } = { count: 1 }] = await server.pool.sql<{ count: number }[]>`
        select count(*)::int from payment_links where payment_request_id = ${request.svc_id}`;
      return count === 0;
    });
  });

  test('links of payment requests are one, however many ask, and pay once, however many press', async () => {
    const { request, invoices } = await requested(linkedTo('nobody', {}));
    const urls = await Promise.all(Array.from({ length: 15 }, () => urlOf(request)));
    expect(new Set(urls).size).toBe(1);
    const [url = ''] = urls;
    const answers = await Promise.all(Array.from({ length: 15 }, () => choose(onServer(url), 'ok')));
    expect(new Set([...answers, 200, 404])).toEqual(new Set([200, 404]));
    expect(await paymentsOf(invoices[0])).toMatchObject([
      { payment_status: 'succeeded', amount_cents: 20_000 },
    ]);
    expect((await read(invoices[1])).total_paid_amount_cents).toBe(10_000);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['unlinked', { billing_configuration: { payment_provider: null } }, 'no_linked_payment_provider'],
    ['without id', linkedTo(null), 'missing_payment_provider_customer'],
    ['unknown connection', linkedTo('ok', { payment_provider_code: 'other' }), 'missing_payment_provider'],
  ])('a customer who is %s has none, and gets the e-mail without it (§11 B)', async (_, over, code) => {
    const { request } = await requested(over);
    expect(await mailedPages(request)).toEqual([undefined]);
    expect((await refusalOf(request))?.details).toEqual({ base: [code] });
  });

  test('requests of others are not found', async () => {
    const { request } = await requested();
    const stranger = await server.organization();
    for (const refusal of [
      await refusalOf(request, stranger),
      await refusalOf({ svc_id: '0190a0a0-0000-7000-8000-000000000000' }),
      await refusalOf({ svc_id: 'none' }),
    ])
      expect(refusal).toMatchObject({ status: 404 });
  });
});

test.each([
  ['ok', { kind: 'card', brand: 'visa', lastDigits: '4242', expiryMonth: 12, expiryYear: 2050 }],
  [
    'processing_ok',
    { kind: 'sepa_debit', brand: null, lastDigits: '3000', expiryMonth: null, expiryYear: null },
  ],
])('the sandbox describes the method of %s', async (word, description) => {
  const { external_id: externalId } = await createCustomer(client, linkedTo(word));
  const { data } = await client.graphql(
    `query ($externalId: String!) { customer(externalId: $externalId) {
      paymentMethods { nodes { kind brand lastDigits expiryMonth expiryYear } } } }`,
    { externalId },
  );
  expect(data.customer.paymentMethods.nodes).toEqual([description]);
});

test('an organization begins with a connection to the sandbox, and can delete it (§9)', async () => {
  const owner = await server.organization();
  const list = async (): Promise<Resource[]> =>
    (await owner.graphql('{ paymentProviders { nodes { id type code name } } }')).data.paymentProviders.nodes;
  const [sandbox] = await list();
  expect(await list()).toEqual([
    { id: expect.any(String), type: 'sandbox', code: 'sandbox', name: 'Sandbox' },
  ]);
  const DELETE = `mutation ($id: ID!) { deletePaymentProvider(input: { id: $id }) { deletedId } }`;
  await owner.graphql(DELETE, { id: sandbox?.id });
  expect(await list()).toEqual([]);
});

test('a customer is created at the sandbox by a job (§3)', async () => {
  const customer = await createCustomer(client, linkedTo(null, { sync_with_provider: true }));
  expect(await methodsOf(customer)).toEqual([]);
  await run();
  expect(await methodsOf(customer)).toMatchObject([{ provider_method_id: 'sandbox_ok', is_default: true }]);
  expect(await messageTypesAbout(server, customer.svc_id)).toEqual([
    'customer.created',
    'customer.payment_provider_created',
    'customer.checkout_url_generated',
  ]);
});

describe('refunds of credit notes (payments.md §8)', () => {
  test.each([
    ['ok', 'succeeded', []],
    ['processing_ok', 'failed', ['credit_note.refund_failure']],
  ])('a refund of a payment with %s: %s', async (word, status, failures) => {
    const { story, invoice } = await billed(word);
    if (word === 'processing_ok') await story.advance('2027-03-03T00:00:00Z');
    const { fees } = await read(invoice);
    const { body } = await client.post('/credit_notes', {
      credit_note: {
        invoice_id: invoice.svc_id,
        refund_amount_cents: 3_000,
        items: [{ fee_id: fees[0].svc_id, amount_cents: 3_000 }],
      },
    });
    const { svc_id } = body.credit_note;
    await run();
    expect((await client.get(`/credit_notes/${svc_id}`)).body.credit_note.refund_status).toBe(status);
    const types = await messageTypesAbout(server, svc_id);
    expect(types.filter((type) => type.includes('refund'))).toEqual(failures);
  });
});

test('bought credits are paid by the provider, and their failure is announced (wallets.md §3.3)', async () => {
  const story = await Story.begin(client, NOW, { ...linkedTo('declined'), currency: 'EUR' });
  const { body } = await client.post('/wallets', {
    wallet: {
      external_customer_id: story.customer.external_id,
      rate_amount: '1',
      currency: 'EUR',
      paid_credits: '10',
    },
  });
  await run();
  const list = await client.get(`/wallets/${body.wallet.svc_id}/wallet_transactions`);
  const [transaction] = list.body.wallet_transactions;
  expect(transaction.status).toBe('failed');
  expect(await messageTypesAbout(server, transaction.svc_id)).toContain('wallet_transaction.payment_failure');
  await link(story, 'ok');
  const page = await client.post(`/wallet_transactions/${transaction.svc_id}/payment_url`);
  expect(page.body.wallet_transaction_payment_details).toMatchObject({ payment_provider: 'sandbox' });
  await client.post(`/invoices/${transaction.svc_invoice_id}/retry_payment`);
  await run();
  const settled = await client.get(`/wallet_transactions/${transaction.svc_id}`);
  expect(settled.body.status).toBe('settled');
});

test.each([
  ['ok', 'active'],
  ['declined', 'canceled'],
])(
  'a subscription that waits for its payment with %s becomes %s (subscriptions.md §12)',
  async (word, status) => {
    const story = await Story.begin(client, NOW, linkedTo(word));
    const { external_id } = await story.subscribe(plan, { activation_rules: [{ type: 'payment' }] });
    await run();
    const found = await client.get(`/subscriptions/${external_id}?status=${status}`);
    expect(found.body.subscription.status).toBe(status);
  },
);

test('a payment request is paid as a whole, or fails (payments.md §11)', async () => {
  const { story, invoice } = await billed('declined');
  await story.advance('2027-03-03T00:00:00Z');
  const ask = async (): Promise<Resource> => {
    const { body } = await client.post('/payment_requests', {
      payment_request: {
        external_customer_id: story.customer.external_id,
        svc_invoice_ids: [invoice.svc_id],
      },
    });
    await run();
    return (await client.get(`/payment_requests/${body.payment_request.svc_id}`)).body.payment_request;
  };
  const failed = await ask();
  expect(failed.payment_status).toBe('failed');
  expect(await messageTypesAbout(server, failed.svc_id)).toContain('payment_request.payment_failure');
  await link(story, 'ok');
  expect((await ask()).payment_status).toBe('succeeded');
  expect(await read(invoice)).toMatchObject({ payment_status: 'succeeded', total_paid_amount_cents: 10_000 });
});

const named = (methods: readonly Resource[], id: string) =>
  methods.find(({ provider_method_id }) => provider_method_id === id);

/** The address of a page, on the server of this test. */
function onServer(address: string): string {
  const { pathname, search } = new URL(address);
  return `${server.baseUrl}${pathname}${search}`;
}

/** Picks an outcome on a page of the sandbox. */
async function choose(address: string, choice: string): Promise<number> {
  const body = new URLSearchParams({ choice });
  return (await fetch(address, { method: 'POST', body })).status;
}
