// Custom sections of invoices: invoices.md §11, wallets.md §9, billing-entities.md §1, rest-conventions.md §12.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  bookInWallet,
  createAddOn,
  createCustomer,
  createPlan,
  createSection,
  createWallet,
  type Resource,
  subscribe,
  unique,
} from '../support/builders.js';
import type { Client } from '../support/client.js';
import type { SharedServer } from '../support/server.js';
import { shareTestServer } from '../support/shared-server.js';
import { Story } from '../support/story.js';

let server: SharedServer;
let client: Client;
/** Sections named A to E. */
let a: Resource, b: Resource, c: Resource, d: Resource;

beforeAll(async () => {
  server = await shareTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  client = await server.organization();
  [a, b, c, d] = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => createSection(client, { code: name.toLowerCase(), name })),
  );
});

const choice = (...sections: Resource[]) => ({
  invoice_custom_section: { invoice_custom_section_codes: sections.map(({ code }) => code) },
});
const SKIPPED = { invoice_custom_section: { skip_invoice_custom_sections: true } };
const codesOf = (sections: Resource[]) => sections.map(({ code }) => code).join('');
const appliedTo = ({ applied_invoice_custom_sections: applied }: Resource) =>
  applied.map((each: Resource) => each.invoice_custom_section?.code ?? each.code).join('');
const entitySelects = (...sections: Resource[]) =>
  client.put('/billing_entities/default', {
    billing_entity: { invoice_custom_section_codes: sections.map(({ code }) => code) },
  });
const dropSection = ({ id }: Resource) =>
  client.graphql(
    'mutation ($input: DeleteInvoiceCustomSectionInput!) { deleteInvoiceCustomSection(input: $input) { deletedId } }',
    { input: { id } },
  );

async function oneOff(customer: Resource, over: object = {}): Promise<Resource> {
  const addOn = await createAddOn(client, { amount_cents: 1_000 });
  const fees = [{ add_on_code: addOn.code }];
  const invoice = { external_customer_id: customer.external_id, currency: 'EUR', fees, ...over };
  const { status, body } = await client.post('/invoices', { invoice });
  expect([status, body.code]).toEqual([200, undefined]);
  return body.invoice;
}

const lastInvoice = async ({ external_id }: Resource): Promise<Resource> => {
  const { body } = await client.get(`/invoices?external_customer_id=${external_id}`);
  return (await client.get(`/invoices/${body.invoices[0].svc_id}`)).body.invoice;
};

describe('the owners of invoices', () => {
  test('the owners of invoices are shown with the sections that they have selected', async () => {
    const changed = await entitySelects(b, a);
    const shown = {
      svc_id: a.id,
      name: 'A',
      code: 'a',
      description: null,
      details: a.details,
      display_name: null,
      applied_to_organization: true,
      organization_id: client.organizationId,
      created_at: expect.any(String),
    };
    expect(changed.body.selected_invoice_custom_sections).toEqual([
      shown,
      expect.objectContaining({ code: 'b' }),
    ]);
    const customer = await createCustomer(client);
    expect(codesOf(customer.applicable_invoice_custom_sections)).toBe('ab');
    const update = async (members: object) =>
      codesOf(
        (await client.post('/customers', { customer: { external_id: customer.external_id, ...members } }))
          .body.customer.applicable_invoice_custom_sections,
      );
    expect(await update({ invoice_custom_section_codes: ['d', 'c', 'c'] })).toBe('cd');
    expect(await update({ name: 'Kept' })).toBe('cd');
    expect(await update({ skip_invoice_custom_sections: true })).toBe('');
    expect(await update({ skip_invoice_custom_sections: false })).toBe('cd');
    await dropSection(d);
    expect(await update({})).toBe('c');
    expect(await update({ invoice_custom_section_codes: [] })).toBe('ab');

    const subscription = await subscribe(client, customer, await createPlan(client), choice(c, a));
    const applied = subscription.applied_invoice_custom_sections;
    expect(applied[0]).toEqual({
      svc_id: expect.any(String),
      created_at: expect.any(String),
      invoice_custom_section_id: a.id,
      invoice_custom_section: shown,
    });
    expect(appliedTo(subscription)).toBe('ac');
    const change = async (members: object) => {
      const path = `/subscriptions/${subscription.external_id}`;
      return (await client.put(path, { subscription: members })).body.subscription;
    };
    const replaced = await change(choice(a, b));
    expect(appliedTo(replaced)).toBe('ab');
    // What was selected before is still the same selection.
    expect(replaced.applied_invoice_custom_sections[0]).toEqual(applied[0]);
    expect(appliedTo(await change({ name: 'Kept' }))).toBe('ab');
    expect(appliedTo(await change({ invoice_custom_section: {} }))).toBe('ab');
    expect(appliedTo(await change(SKIPPED))).toBe('');
    expect(appliedTo(await change(choice(b)))).toBe('b');
    expect(appliedTo(await change({ invoice_custom_section: null }))).toBe('');
  });

  test('the owners of invoices inherit and pass on what wallets, rules and subscriptions have selected', async () => {
    const customer = await createCustomer(client, { currency: 'EUR' });
    const rule = { trigger: 'interval', interval: 'weekly', paid_credits: '5', ...choice(b) };
    const wallet = await createWallet(client, customer, {
      ...choice(a),
      recurring_transaction_rules: [rule],
    });
    expect([appliedTo(wallet), appliedTo(wallet.recurring_transaction_rules[0])]).toEqual(['a', 'b']);
    const [own] = await bookInWallet(client, wallet, { paid_credits: '1', ...choice(c) });
    const [plain] = await bookInWallet(client, wallet, { paid_credits: '1' });
    const alone = async ({ svc_id }: Resource) => (await client.get(`/wallet_transactions/${svc_id}`)).body;
    expect([appliedTo(await alone(own)), appliedTo(await alone(plain))]).toEqual(['c', '']);
    const { svc_id: id } = wallet.recurring_transaction_rules[0];
    const changed = await client.put(`/wallets/${wallet.svc_id}`, {
      wallet: { ...SKIPPED, recurring_transaction_rules: [{ ...rule, svc_id: id, ...choice(d) }] },
    });
    expect(changed.body.error_details).toBeUndefined();
    expect([
      appliedTo(changed.body.wallet),
      appliedTo(changed.body.wallet.recurring_transaction_rules[0]),
    ]).toEqual(['', 'd']);

    const cheap = await createPlan(client, { amount_cents: 100 });
    const dear = await createPlan(client, { amount_cents: 200 });
    const first = await subscribe(client, customer, cheap, choice(a));
    const upgraded = await subscribe(client, customer, dear, { external_id: first.external_id });
    expect(appliedTo(upgraded)).toBe('a');
  });

  test('the owners of invoices are refused unknown sections, and nothing is written', async () => {
    const other = await server.organization();
    const foreign = await createSection(other);
    const customer = await createCustomer(client, { currency: 'EUR' });
    const plan = await createPlan(client);
    const wallet = await createWallet(client, customer);
    const addOn = await createAddOn(client);
    const owned = { external_customer_id: customer.external_id };
    const subscription = { ...owned, plan_code: plan.code, external_id: unique('subscription') };
    const rule = { trigger: 'interval', interval: 'weekly', paid_credits: '1', ...choice(foreign) };
    const requests: [string, object][] = [
      ['/customers', { customer: { external_id: 'new', invoice_custom_section_codes: [foreign.code] } }],
      ['/subscriptions', { subscription: { ...subscription, ...choice(foreign) } }],
      ['/wallets', { wallet: { ...owned, rate_amount: '1', ...choice(foreign) } }],
      ['/wallets', { wallet: { ...owned, rate_amount: '1', recurring_transaction_rules: [rule] } }],
      [
        '/wallet_transactions',
        { wallet_transaction: { wallet_id: wallet.svc_id, paid_credits: '1', ...choice(foreign) } },
      ],
      ['/invoices', { invoice: { ...owned, fees: [{ add_on_code: addOn.code }], ...choice(foreign) } }],
    ];
    for (const [path, body] of requests) {
      const { status, body: answer } = await client.post(path, body);
      expect([path, status, answer.code]).toEqual([path, 404, 'invoice_custom_section_not_found']);
    }
    expect((await client.get('/customers/new')).status).toBe(404);
    expect((await client.get(`/subscriptions/${subscription.external_id}`)).status).toBe(404);
    expect(
      (await client.get(`/invoices?external_customer_id=${customer.external_id}`)).body.invoices,
    ).toEqual([]);
    // The codes of a source that skips sections are ignored.
    const skips = { skip_invoice_custom_sections: true, invoice_custom_section_codes: ['unknown'] };
    expect(appliedTo(await oneOff(customer, { invoice_custom_section: skips }))).toBe('');
    const many = Array.from({ length: 21 }, (_, index) => `s${String(index)}`);
    const { status, body } = await client.post('/customers', {
      customer: { external_id: 'new', invoice_custom_section_codes: many },
    });
    expect([status, body.error_details]).toEqual([422, { invoice_custom_section_codes: ['invalid_count'] }]);
  });
});

describe('invoices', () => {
  test('invoices keep a copy of the sections that they show', async () => {
    const section = await createSection(client, { code: 'x', name: 'X', displayName: 'Bank', details: null });
    const customer = await createCustomer(client, { invoice_custom_section_codes: ['x', 'a'] });
    const invoice = await oneOff(customer);
    const copies = [
      {
        svc_id: expect.any(String),
        svc_invoice_id: invoice.svc_id,
        code: 'a',
        details: a.details,
        display_name: 'A',
        created_at: invoice.created_at,
      },
      expect.objectContaining({ code: 'x', details: '', display_name: 'Bank' }),
    ];
    expect(invoice.applied_invoice_custom_sections).toEqual(copies);
    await dropSection(section);
    await client.graphql(
      'mutation ($input: UpdateInvoiceCustomSectionInput!) { updateInvoiceCustomSection(input: $input) { invoiceCustomSection { id } } }',
      { input: { id: a.id, code: 'a2', details: 'New' } },
    );
    expect(
      (await client.get(`/invoices/${invoice.svc_id}`)).body.invoice.applied_invoice_custom_sections,
    ).toEqual(invoice.applied_invoice_custom_sections);
    const { data } = await client.graphql(
      'query ($id: ID!) { invoice(id: $id) { appliedInvoiceCustomSections { code name displayName details } } }',
      { id: invoice.svc_id },
    );
    expect(data.invoice.appliedInvoiceCustomSections).toEqual([
      { code: 'a', name: 'A', displayName: 'A', details: a.details },
      { code: 'x', name: 'X', displayName: 'Bank', details: '' },
    ]);
    expect(appliedTo(await oneOff(customer))).toBe('a2');
  });

  test('invoices show those of the request, else of the customer, else of the billing entity', async () => {
    const customer = await createCustomer(client);
    expect(appliedTo(await oneOff(customer))).toBe('');
    await entitySelects(d);
    expect(appliedTo(await oneOff(customer))).toBe('d');
    expect(appliedTo(await oneOff(customer, choice(b, a)))).toBe('ab');
    expect(appliedTo(await oneOff(customer, SKIPPED))).toBe('');
    await client.post('/customers', {
      customer: { external_id: customer.external_id, skip_invoice_custom_sections: true },
    });
    expect(appliedTo(await oneOff(customer))).toBe('');
    expect(appliedTo(await oneOff(customer, choice(c)))).toBe('c');
  });

  test('invoices of purchased credits show those of the transaction, else of the wallet', async () => {
    const customer = await createCustomer(client, { currency: 'EUR', invoice_custom_section_codes: ['d'] });
    const wallet = await createWallet(client, customer, choice(a));
    const bought = async (members: object) => {
      await bookInWallet(client, wallet, { paid_credits: '1', ...members });
      return appliedTo(await lastInvoice(customer));
    };
    expect(await bought({})).toBe('a');
    expect(await bought(choice(b))).toBe('b');
    expect(await bought(SKIPPED)).toBe('');
    await client.put(`/wallets/${wallet.svc_id}`, { wallet: { invoice_custom_section: null } });
    expect(await bought({})).toBe('d');
  });

  test('invoices of automatic top-ups show those of the rule', async () => {
    const story = await Story.begin(client, '2027-03-01T00:00:00Z', { currency: 'EUR' });
    const rule = { trigger: 'interval', interval: 'weekly', paid_credits: '5', ...choice(b) };
    await createWallet(client, story.customer, { ...choice(a), recurring_transaction_rules: [rule] });
    await story.advance('2027-03-09T00:00:00Z');
    expect((await story.invoices()).map(appliedTo)).toEqual(['b']);
  });

  test('invoices of several subscriptions show those of each', async () => {
    const story = await Story.begin(client, '2027-03-10T00:00:00Z', { invoice_custom_section_codes: ['c'] });
    const plan = await createPlan(client, { amount_cents: 1_000 });
    await story.subscribe(plan, choice(a));
    const second = await story.subscribe(plan, choice(b));
    await story.advance('2027-04-01T00:00:00Z');
    expect((await story.invoices()).map(appliedTo)).toEqual(['ab']);
    const change = (members: object) =>
      client.put(`/subscriptions/${second.external_id}`, { subscription: members });
    await change({ invoice_custom_section: null });
    await story.advance('2027-05-01T00:00:00Z');
    await change(SKIPPED);
    await story.advance('2027-06-01T00:00:00Z');
    expect((await story.invoices()).map(appliedTo)).toEqual(['ab', 'ac', 'a']);
  });

  test('invoices in their grace period are given what is selected when they are refreshed and finalized', async () => {
    const story = await Story.begin(client, '2027-03-10T00:00:00Z', {
      invoice_custom_section_codes: ['a'],
      billing_configuration: { invoice_grace_period: 5 },
    });
    const plan = await createPlan(client, { amount_cents: 1_000 });
    await story.subscribe(plan);
    await story.advance('2027-04-01T00:00:00Z');
    const [draft] = await story.invoices();
    expect([draft.status, appliedTo(draft)]).toEqual(['draft', 'a']);
    const select = (code: string) =>
      client.post('/customers', {
        customer: { external_id: story.customer.external_id, invoice_custom_section_codes: [code] },
      });
    await select('b');
    expect(appliedTo((await client.put(`/invoices/${draft.svc_id}/refresh`, {})).body.invoice)).toBe('b');
    await select('c');
    expect(appliedTo((await client.put(`/invoices/${draft.svc_id}/finalize`, {})).body.invoice)).toBe('c');
    await select('d');
    const [final] = await story.invoices();
    expect(appliedTo(final)).toBe('c');
  });

  test('invoices that are previewed show them', async () => {
    await entitySelects(d);
    const customer = await createCustomer(client, { currency: 'EUR' });
    const plan = await createPlan(client, { amount_cents: 1_000 });
    const subscription = await subscribe(client, customer, plan, choice(a));
    const preview = async (body: object) => {
      const { status, body: answer } = await client.post('/invoices/preview', body);
      expect(status).toBe(200);
      return appliedTo(answer.invoice);
    };
    const named = { customer: { external_id: customer.external_id } };
    expect(await preview({ ...named, subscriptions: { external_ids: [subscription.external_id] } })).toBe(
      'a',
    );
    expect(await preview({ ...named, plan_code: plan.code })).toBe('d');
  });
});
