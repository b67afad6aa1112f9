// The adapter of HubSpot, against a stand-in: integrations.md §5, §14, §16.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { CalledConnection } from '../../src/modules/integrations/adapters/calls/called-connection.js';
import { JsonCalls, type Pace } from '../../src/modules/integrations/adapters/calls/json-calls.js';
import type {
  CrmCustomer,
  CrmInvoice,
  CrmSubscription,
} from '../../src/modules/integrations/adapters/crm/crm-provider.js';
import { HubspotHttp } from '../../src/modules/integrations/adapters/crm/hubspot-http.js';
import { HubspotProvider } from '../../src/modules/integrations/adapters/crm/hubspot-provider.js';
import { systemClock } from '../../src/platform/clock.js';
import { OutgoingHttp } from '../../src/platform/outgoing/outgoing-http.js';
import { type HubspotFault, HubspotStandIn } from '../support/hubspot-stand-in.js';

const CUSTOMER: CrmCustomer = {
  id: '0190a1b2-0000-7000-8000-000000000002',
  externalId: 'acme',
  object: 'companies',
  knownId: null,
  name: 'Acme',
  legalName: null,
  firstname: null,
  lastname: null,
  email: 'ap@acme.test',
  phone: null,
  url: 'https://acme.test',
  taxIdentificationNumber: null,
  address: 'https://billing.test/api/v1/customers/acme',
};

const INVOICE: CrmInvoice = {
  id: '0190a1b2-0000-7000-8000-000000000001',
  number: 'NOR-014-003',
  issuingDate: '2027-05-01',
  paymentDueDate: '2027-05-31',
  paymentOverdue: false,
  invoiceType: 'subscription',
  status: 'finalized',
  paymentStatus: 'pending',
  currency: 'EUR',
  totalAmount: '165.78',
  totalDueAmount: '125.78',
  subTotalExcludingTaxes: '138.15',
  purchaseOrderNumber: null,
  fileUrl: 'https://billing.test/files/f.pdf',
};

const SUBSCRIPTION: CrmSubscription = {
  id: '0190a1b2-0000-7000-8000-000000000003',
  externalId: 'team',
  name: null,
  planCode: 'team',
  status: 'active',
  billingTime: 'calendar',
  subscriptionAt: new Date('2027-05-01T00:00:00Z'),
  startedAt: new Date('2027-05-01T00:00:00Z'),
  endingAt: null,
  trialEndedAt: null,
  terminatedAt: null,
};

/** Every call has its turn at once. */
const AT_ONCE: Pace = { inTurn: (_connection, _timeoutMs, send) => send() };

let standIn: HubspotStandIn;
let connection: CalledConnection;

const providerOf = (outgoing: OutgoingHttp, baseUrl: string) =>
  new HubspotProvider(new HubspotHttp(new JsonCalls(outgoing, systemClock, AT_ONCE), systemClock, baseUrl));
const provider = () => providerOf(new OutgoingHttp({ allowPrivateNetworks: true }), standIn.url);

beforeEach(async () => {
  standIn = await HubspotStandIn.start();
  connection = {
    organizationId: 'organization',
    id: 'connection',
    type: 'hubspot',
    settings: { defaultTargetedObject: 'companies', syncInvoices: true, syncSubscriptions: true },
    externalIds: {},
    secrets: { accessToken: standIn.token },
    signingSecrets: [],
  };
});
afterEach(async () => {
  await standIn.stop();
});

/** Prepares the account, and gives the connection its ids. */
async function prepare(settings: CalledConnection['settings'] = {}): Promise<void> {
  connection = { ...connection, settings: { ...connection.settings, ...settings } };
  connection = { ...connection, externalIds: await provider().check(connection) };
  standIn.calls.length = 0;
}

const put = (over: Partial<CrmCustomer> = {}) => provider().putCustomer(connection, { ...CUSTOMER, ...over });

describe('a check', () => {
  test('a check finds the account, and creates our properties and the objects of documents', async () => {
    const ids = await provider().check(connection);
    const [invoices, subscriptions] = standIn.schemas;
    expect(ids).toEqual({
      portal: String(standIn.portalId),
      invoices: invoices?.objectTypeId,
      subscriptions: subscriptions?.objectTypeId,
    });
    for (const object of ['companies', 'contacts'])
      expect(standIn.propertiesOf(object)).toEqual(
        expect.arrayContaining([
          'svc_customer_id',
          'svc_external_id',
          'svc_billing_email',
          'svc_tax_number',
          'svc_customer_link',
        ]),
      );
    expect(standIn.schemas.map(({ name }) => name)).toEqual(['svc_invoices', 'svc_subscriptions']);
  });

  test('a second check keeps what exists already', async () => {
    const ids = await provider().check(connection);
    expect(await provider().check(connection)).toEqual(ids);
    expect(standIn.schemas).toHaveLength(2);
  });

  test('an account whose whole batch of properties exists passes', async () => {
    const exists = { status: 409, body: { category: 'OBJECT_ALREADY_EXISTS' } };
    standIn.faults.push(null, exists, exists);
    expect(await provider().check(connection)).toHaveProperty('portal');
  });

  test('custom objects are not asked for unless documents are sent', async () => {
    await prepare({ syncInvoices: false, syncSubscriptions: false });
    expect(connection.externalIds).toEqual({ portal: String(standIn.portalId) });
    expect(standIn.schemas).toEqual([]);
    await prepare({ syncSubscriptions: true });
    expect(standIn.schemas.map(({ name }) => name)).toEqual(['svc_subscriptions']);
  });

  test('an account without custom objects is refused, and its customers still work', async () => {
    standIn.isEnterprise = false;
    await expect(provider().check(connection)).rejects.toMatchObject({
      refusalClass: 'configuration',
      errorCode: 'MISSING_SCOPES',
    });
    expect(await put()).toMatchObject({ externalId: '901', externalUrl: null });
  });

  test('a property that cannot be created fails the check', async () => {
    const errors = [{ category: 'OBJECT_ALREADY_EXISTS' }, { category: 'LIMIT', message: 'Too many.' }];
    standIn.faults.push(null, { status: 207, body: { results: [], errors } });
    await expect(provider().check(connection)).rejects.toMatchObject({
      refusalClass: 'refused',
      errorCode: 'LIMIT',
      message: 'Too many.',
    });
  });

  test('a wrong token is no account', async () => {
    connection = { ...connection, secrets: { accessToken: 'other' } };
    await expect(provider().check(connection)).rejects.toMatchObject({
      refusalClass: 'configuration',
      errorCode: 'INVALID_AUTHENTICATION',
    });
  });
});

describe('customers', () => {
  beforeEach(() => prepare());

  test('a company is created once, however often that is repeated', async () => {
    const known = await put();
    expect(known).toEqual({
      externalId: expect.any(String),
      externalUrl: `https://app.hubspot.com/contacts/${standIn.portalId}/record/0-2/${known.externalId}`,
      email: null,
    });
    expect(await put()).toEqual(known);
    expect([...standIn.objectsOf('companies')]).toEqual([
      [
        known.externalId,
        {
          svc_customer_id: CUSTOMER.id,
          svc_external_id: 'acme',
          svc_billing_email: 'ap@acme.test',
          svc_customer_link: CUSTOMER.address,
          name: 'Acme',
          domain: 'acme.test',
        },
      ],
    ]);
  });

  test('a company that is known is changed', async () => {
    const knownId = standIn.store('companies', { name: 'Theirs', domain: 'acme.test' });
    expect(await put({ knownId })).toMatchObject({ externalId: knownId });
    expect(standIn.objectsOf('companies').get(knownId)).toMatchObject({
      name: 'Acme',
      svc_external_id: 'acme',
    });
    expect(standIn.calls.map(({ method }) => method)).toEqual(['PATCH']);
  });

  test.each(['unknown', '..', '.', 'a/b', '%2e%2e'])(
    'the id %s, which HubSpot does not know, is refused',
    async (knownId) => {
      await expect(put({ knownId })).rejects.toMatchObject({
        refusalClass: 'refused',
        errorCode: 'OBJECT_NOT_FOUND',
      });
      expect(standIn.calls.map(({ path }) => path)).toEqual([
        expect.stringMatching(/^\/crm\/v3\/objects\/companies\/[^/]+$/),
      ]);
    },
  );

  test('a contact is known by its first e-mail address', async () => {
    const known = await put({ object: 'contacts', email: 'ada@acme.test,cfo@acme.test', firstname: 'Ada' });
    expect(known).toMatchObject({ email: 'ada@acme.test', externalUrl: expect.stringContaining('/0-1/') });
    expect(standIn.objectsOf('contacts').get(known.externalId)).toMatchObject({
      email: 'ada@acme.test',
      firstname: 'Ada',
      company: 'Acme',
    });
  });

  test.each([
    ['refuses the batch', false],
    ['reports errors in it', true],
  ])('a contact whose address is taken becomes the customer, in an account that %s', async (_, inBatches) => {
    standIn.reportsErrorsInBatches = inBatches;
    const knownId = standIn.store('contacts', { email: 'ap@acme.test', firstname: 'Bob' });
    expect(await put({ object: 'contacts' })).toMatchObject({ externalId: knownId });
    expect(standIn.objectsOf('contacts').get(knownId)).toMatchObject({
      svc_customer_id: CUSTOMER.id,
      firstname: 'Bob',
    });
    expect(await put({ object: 'contacts' })).toMatchObject({ externalId: knownId });
    expect(standIn.objectsOf('contacts').size).toBe(1);
  });

  test('an error that names the taken address is a conflict, too', async () => {
    const knownId = standIn.store('contacts', { email: 'ap@acme.test' });
    const message = 'A contact with the email AP@acme.test already exists.';
    standIn.faults.push({ status: 400, body: { category: 'VALIDATION_ERROR', message } });
    expect(await put({ object: 'contacts' })).toMatchObject({ externalId: knownId });
  });

  test('a conflict of a contact without an address, and of a company, is refused', async () => {
    const conflict = { status: 409, body: { category: 'CONFLICT', message: 'No.' } };
    for (const over of [{ object: 'contacts', email: null }, {}] as const) {
      standIn.faults.push(conflict);
      await expect(put(over)).rejects.toMatchObject({ refusalClass: 'refused', errorCode: 'CONFLICT' });
    }
  });

  test('a known contact does not take the address of another one', async () => {
    standIn.store('contacts', { email: 'ap@acme.test' });
    const knownId = standIn.store('contacts', { email: 'old@acme.test' });
    await expect(put({ object: 'contacts', knownId })).rejects.toMatchObject({ errorCode: 'CONFLICT' });
  });
});

describe('documents', () => {
  beforeEach(() => prepare());

  const place = async () => ({ object: 'companies', externalId: (await put()).externalId }) as const;

  test('an invoice is one object that belongs to the customer, however often it is sent', async () => {
    const company = await place();
    const known = await provider().putInvoice(connection, INVOICE, company);
    const paid = { ...INVOICE, paymentStatus: 'succeeded', totalDueAmount: '0.00' };
    expect(await provider().putInvoice(connection, paid, company)).toEqual(known);
    const type = connection.externalIds['invoices'];
    expect(known.externalUrl).toBe(
      `https://app.hubspot.com/contacts/${standIn.portalId}/record/${type}/${known.externalId}`,
    );
    expect([...standIn.objectsOf('svc_invoices')]).toEqual([
      [
        known.externalId,
        expect.objectContaining({
          svc_invoice_id: INVOICE.id,
          svc_invoice_payment_status: 'succeeded',
          svc_invoice_total_due_amount: '0.00',
        }),
      ],
    ]);
    expect([...standIn.associations]).toEqual([
      `${type}/${known.externalId} companies/${company.externalId}`,
    ]);
  });

  test('a subscription is one object that belongs to the customer', async () => {
    const company = await place();
    const known = await provider().putSubscription(connection, SUBSCRIPTION, company);
    expect(standIn.objectsOf('svc_subscriptions').get(known.externalId)).toMatchObject({
      svc_subscription_external_id: 'team',
      svc_subscription_started_at: '2027-05-01T00:00:00.000Z',
    });
    expect(standIn.associations.size).toBe(1);
  });

  test('a document is sent although the last check has not found its type', async () => {
    const company = await place();
    connection = { ...connection, externalIds: {} };
    const known = await provider().putInvoice(connection, INVOICE, company);
    expect(standIn.objectsOf('svc_invoices').has(known.externalId)).toBe(true);
    expect(standIn.schemas).toHaveLength(2);
  });

  test('a document whose customer has gone there is refused, and sent again as the same object', async () => {
    const company = { object: 'companies', externalId: 'gone' } as const;
    await expect(provider().putInvoice(connection, INVOICE, company)).rejects.toMatchObject({
      refusalClass: 'refused',
      errorCode: 'OBJECT_NOT_FOUND',
    });
    await provider().putInvoice(connection, INVOICE, await place());
    expect(standIn.objectsOf('svc_invoices').size).toBe(1);
  });
});

describe('calls that fail', () => {
  beforeEach(() => prepare());

  test.each<[HubspotFault, string, string]>([
    ['close', 'retriable', 'network'],
    ['lost', 'retriable', 'network'],
    ['html', 'retriable', 'invalid_answer'],
    ['cut', 'retriable', 'invalid_answer'],
    ['wrong types', 'retriable', 'invalid_answer'],
    ['foreign ids', 'retriable', 'invalid_answer'],
    [{ status: 200, body: { results: [] } }, 'retriable', 'invalid_answer'],
    [{ status: 200, body: { results: [{ id: '1' }, { id: '2' }] } }, 'retriable', 'invalid_answer'],
    [{ status: 200, body: { results: [{ id: 'x'.repeat(256) }] } }, 'retriable', 'invalid_answer'],
    [{ status: 401, body: {} }, 'configuration', 'unauthorized'],
    [{ status: 403, body: { category: 'MISSING_SCOPES' } }, 'configuration', 'MISSING_SCOPES'],
    [{ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: {} }, 'refused', 'status_302'],
    [{ status: 400, body: { category: 'VALIDATION_ERROR' } }, 'refused', 'VALIDATION_ERROR'],
    [{ status: 207, body: { results: [], errors: ['no object'] } }, 'refused', 'status_207'],
    [{ status: 500, body: {} }, 'retriable', 'unavailable'],
    [
      { status: 429, body: { errorType: 'RATE_LIMIT', policyName: 'TEN_SECONDLY_ROLLING' } },
      'rate_limited',
      'rate_limited',
    ],
  ])('a call that is answered %j is %s: %s', async (fault, refusalClass, errorCode) => {
    standIn.faults.push(fault);
    await expect(put()).rejects.toMatchObject({ refusalClass, errorCode });
  });

  test('HubSpot says when it may be called again', async () => {
    standIn.faults.push({ status: 429, headers: { 'retry-after': '7' } });
    await expect(put()).rejects.toMatchObject({ retryAfterMs: 7_000 });
  });

  test('long errors are shortened', async () => {
    const body = { category: 'C'.repeat(500), message: 'm'.repeat(5_000) };
    standIn.faults.push({ status: 207, body: { results: [], errors: [body] } });
    await expect(put()).rejects.toMatchObject({
      errorCode: 'C'.repeat(255),
      message: 'm'.repeat(1_000),
    });
  });

  test.each<HubspotFault>(['lost', 'html', 'cut', 'wrong types'])(
    'a lost answer (%s) and its repetition have one effect',
    async (fault) => {
      standIn.faults.push(fault);
      await expect(put()).rejects.toMatchObject({ refusalClass: 'retriable' });
      await put();
      expect(standIn.objectsOf('companies').size).toBe(1);
    },
  );

  test('an error never has the token', async () => {
    standIn.faults.push({ status: 500 });
    const error: unknown = await put().catch((refusal: unknown) => refusal);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(standIn.token);
  });

  test('an address in a private network is not called', async () => {
    const careful = providerOf(new OutgoingHttp(), standIn.url);
    await expect(careful.putCustomer(connection, CUSTOMER)).rejects.toMatchObject({ errorCode: 'network' });
    expect(standIn.calls).toHaveLength(0);
  });
});
