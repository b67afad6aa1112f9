import { describe, expect, test } from '@jest/globals';
import type { CrmCustomer, CrmInvoice, CrmSubscription } from './crm-provider.js';
import {
  customerDefinitions,
  customerProperties,
  documentProperties,
  firstEmail,
  INVOICES,
  schemaOf,
  SUBSCRIPTIONS,
} from './hubspot-objects.js';

const CUSTOMER: CrmCustomer = {
  id: '0190a1b2-0000-7000-8000-000000000002',
  externalId: 'acme',
  object: 'companies',
  knownId: null,
  name: null,
  legalName: null,
  firstname: null,
  lastname: null,
  email: null,
  phone: null,
  url: null,
  taxIdentificationNumber: null,
  address: 'https://billing.test/api/v1/customers/acme',
};
const OWN = { svc_external_id: 'acme', svc_customer_link: CUSTOMER.address };

// integrations.md §14
describe('properties of customers', () => {
  test.each<[Partial<CrmCustomer>, object, string]>([
    [{}, {}, 'blanks are not sent'],
    [
      {
        name: 'Acme',
        legalName: 'Acme Inc.',
        url: 'https://www.acme.test:8443/about',
        email: 'ap@acme.test,cfo@acme.test',
        taxIdentificationNumber: 'DE123456789',
        phone: '+49 30 1',
      },
      {
        name: 'Acme',
        domain: 'www.acme.test',
        svc_billing_email: 'ap@acme.test,cfo@acme.test',
        svc_tax_number: 'DE123456789',
      },
      'all that a company has',
    ],
    [
      { legalName: 'Acme Inc.', firstname: 'Ada', lastname: 'Lovelace' },
      { name: 'Acme Inc.' },
      'the legal name',
    ],
    [{ name: ' ', firstname: 'Ada', lastname: 'Lovelace' }, { name: 'Ada Lovelace' }, 'the name of a person'],
    [{ lastname: 'Lovelace' }, { name: 'Lovelace' }, 'a part of it'],
    [{ url: 'acme.test/about' }, { domain: 'acme.test' }, 'an address without a scheme'],
    [{ url: 'not an address' }, {}, 'no address'],
  ])('a company, case %#, %j, has %j: %s', (over, expected) => {
    expect(customerProperties({ ...CUSTOMER, ...over })).toEqual({ ...OWN, ...expected });
  });

  test.each<[Partial<CrmCustomer>, object, string]>([
    [{}, {}, 'blanks are not sent'],
    [
      {
        name: 'Acme',
        legalName: 'Acme Inc.',
        firstname: 'Ada',
        lastname: 'Lovelace',
        email: 'ada@acme.test, cfo@acme.test',
        phone: '+49 30 1',
        url: 'https://acme.test',
      },
      {
        email: 'ada@acme.test',
        firstname: 'Ada',
        lastname: 'Lovelace',
        phone: '+49 30 1',
        company: 'Acme Inc.',
        website: 'https://acme.test',
        svc_billing_email: 'ada@acme.test, cfo@acme.test',
      },
      'all that a contact has',
    ],
    [{ name: 'Acme' }, { company: 'Acme' }, 'a name'],
  ])('a contact, case %#, %j, has %j: %s', (over, expected) => {
    const contact = { ...CUSTOMER, ...over, object: 'contacts' } as const;
    expect(customerProperties(contact)).toEqual({ ...OWN, ...expected });
  });

  test('the first of several addresses is that of the contact', () => {
    expect([null, '', ' ', ',b@x.test', ' a@x.test ,b@x.test'].map((email) => firstEmail({ email }))).toEqual(
      [null, null, null, null, 'a@x.test'],
    );
  });

  test('only the key is unique', () => {
    const unique = (object: 'companies' | 'contacts') =>
      customerDefinitions(object).map(({ name, hasUniqueValue, groupName }) => [
        name,
        hasUniqueValue,
        groupName,
      ]);
    expect(unique('contacts')).toEqual([
      ['svc_customer_id', true, 'contactinformation'],
      ['svc_external_id', false, 'contactinformation'],
      ['svc_billing_email', false, 'contactinformation'],
      ['svc_tax_number', false, 'contactinformation'],
      ['svc_customer_link', false, 'contactinformation'],
    ]);
    expect(unique('companies')[0]).toEqual(['svc_customer_id', true, 'companyinformation']);
  });
});

describe('properties of documents', () => {
  const invoice: CrmInvoice = {
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
    fileUrl: 'https://b.test/f',
  };

  test('an invoice has what the specification names', () => {
    expect(documentProperties(INVOICES, { ...invoice, purchaseOrderNumber: 'PO-7' })).toEqual({
      svc_invoice_id: invoice.id,
      svc_invoice_number: 'NOR-014-003',
      svc_invoice_issuing_date: '2027-05-01',
      svc_invoice_payment_due_date: '2027-05-31',
      svc_invoice_payment_overdue: 'false',
      svc_invoice_type: 'subscription',
      svc_invoice_status: 'finalized',
      svc_invoice_payment_status: 'pending',
      svc_invoice_currency: 'EUR',
      svc_invoice_total_amount: '165.78',
      svc_invoice_total_due_amount: '125.78',
      svc_invoice_sub_total_excluding_taxes: '138.15',
      svc_invoice_purchase_order_number: 'PO-7',
      svc_invoice_file_url: 'https://b.test/f',
    });
    const blank = documentProperties(INVOICES, invoice);
    expect(Object.keys(blank)).toHaveLength(13);
  });

  test('a subscription has what the specification names', () => {
    const at = new Date('2027-05-01T00:00:00Z');
    const subscription: CrmSubscription = {
      id: '0190a1b2-0000-7000-8000-000000000003',
      externalId: 'team',
      name: 'Team',
      planCode: 'team',
      status: 'active',
      billingTime: 'anniversary',
      subscriptionAt: at,
      startedAt: at,
      endingAt: at,
      trialEndedAt: null,
      terminatedAt: null,
    };
    expect(documentProperties(SUBSCRIPTIONS, subscription)).toEqual({
      svc_subscription_id: subscription.id,
      svc_subscription_external_id: 'team',
      svc_subscription_name: 'Team',
      svc_subscription_plan_code: 'team',
      svc_subscription_status: 'active',
      svc_subscription_billing_time: 'anniversary',
      svc_subscription_subscription_at: '2027-05-01T00:00:00.000Z',
      svc_subscription_started_at: '2027-05-01T00:00:00.000Z',
      svc_subscription_ending_at: '2027-05-01T00:00:00.000Z',
    });
  });

  test.each([INVOICES, SUBSCRIPTIONS])('the schema of $name defines each property once', (custom) => {
    const { properties, searchableProperties } = schemaOf(custom) as Record<string, { name: string }[]>;
    const names = properties?.map(({ name }) => name) ?? [];
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(searchableProperties ?? []));
    expect(properties?.filter((property) => 'options' in property).length).toBe(custom === INVOICES ? 1 : 0);
  });
});
