import type { Fields } from '../../../../platform/outgoing/received-fields.js';
import type { CrmCustomer, CrmInvoice, CrmObject, CrmSubscription } from './crm-provider.js';

/** The types of properties, with the control that shows each. */
const CONTROLS = {
  string: 'text',
  number: 'number',
  date: 'date',
  datetime: 'date',
  bool: 'booleancheckbox',
} as const;

/** A property of an object at HubSpot, and what it holds of ours. */
interface Property<Source> {
  readonly name: string;
  readonly label: string;
  readonly type: keyof typeof CONTROLS;
  /** Null and blank texts are not sent. */
  readonly value: (source: Source) => string | null;
}

const text = <Source>(
  name: string,
  label: string,
  value: Property<Source>['value'],
  type: Property<Source>['type'] = 'string',
): Property<Source> => ({ name, label, type, value });

/** The unique property by which customers are upserted. */
export const CUSTOMER_KEY = 'svc_customer_id';

const CUSTOMER_ID = text<CrmCustomer>(CUSTOMER_KEY, 'Billing customer id', ({ id }) => id);

/** Properties that are ours, of companies and contacts, beside the key. Source: integrations.md §14. */
const CUSTOMER_PROPERTIES: readonly Property<CrmCustomer>[] = [
  text('svc_external_id', 'Billing external id', ({ externalId }) => externalId),
  text('svc_billing_email', 'Billing e-mail', ({ email }) => email),
  text('svc_tax_number', 'Tax number', ({ taxIdentificationNumber }) => taxIdentificationNumber),
  text('svc_customer_link', 'Billing customer link', ({ address }) => address),
];

/** The groups that properties are shown in. */
const GROUPS: Readonly<Record<CrmObject, string>> = {
  companies: 'companyinformation',
  contacts: 'contactinformation',
};

/** The definitions of our properties of companies or contacts. */
export function customerDefinitions(object: CrmObject): Fields[] {
  return [CUSTOMER_ID, ...CUSTOMER_PROPERTIES].map((property) => ({
    ...definitionOf(property, CUSTOMER_KEY),
    groupName: GROUPS[object],
  }));
}

/** What HubSpot gets of a customer, without the key. Source: integrations.md §14. */
export function customerProperties(customer: CrmCustomer): Fields {
  return {
    ...filled(customer.object === 'companies' ? companyMembers(customer) : contactMembers(customer)),
    ...valuesOf(CUSTOMER_PROPERTIES, customer),
  };
}

function companyMembers({ name, legalName, firstname, lastname, url }: CrmCustomer): Fields {
  const person = [firstname, lastname].filter((part) => part !== null).join(' ');
  return { name: [name, legalName, person].find(isFilled), domain: hostOf(url) };
}

function contactMembers(customer: CrmCustomer): Fields {
  const { name, legalName, firstname, lastname, phone, url: website } = customer;
  const company = [legalName, name].find(isFilled);
  return { email: firstEmail(customer), firstname, lastname, phone, company, website };
}

/** A contact has one address: the first one. */
export function firstEmail({ email }: Pick<CrmCustomer, 'email'>): string | null {
  return email?.split(',')[0]?.trim() || null;
}

/** The host of an address, which may lack its scheme; null if it has none. */
function hostOf(url: string | null): string | null {
  if (url === null) return null;
  const address = URL.parse(url.includes('://') ? url : `https://${url}`);
  return address?.hostname || null;
}

/** A custom object that stands for documents of ours. */
export interface CustomObject<Source> {
  /** Its name in the account. */
  readonly name: string;
  /** The name of the id of its type among `externalIds`. */
  readonly typeId: string;
  readonly labels: { readonly singular: string; readonly plural: string };
  /** The unique property by which it is upserted: the id of the document. */
  readonly key: string;
  /** The property that names it on pages. */
  readonly title: string;
  readonly properties: readonly Property<Source>[];
}

/** Source: integrations.md §14. */
export const INVOICES: CustomObject<CrmInvoice> = {
  name: 'svc_invoices',
  typeId: 'invoices',
  labels: { singular: 'Billing invoice', plural: 'Billing invoices' },
  key: 'svc_invoice_id',
  title: 'svc_invoice_number',
  properties: [
    text('svc_invoice_id', 'Invoice id', ({ id }) => id),
    text('svc_invoice_number', 'Number', ({ number }) => number),
    text('svc_invoice_issuing_date', 'Issuing date', ({ issuingDate }) => issuingDate, 'date'),
    text('svc_invoice_payment_due_date', 'Due date', ({ paymentDueDate }) => paymentDueDate, 'date'),
    text('svc_invoice_payment_overdue', 'Overdue', ({ paymentOverdue }) => String(paymentOverdue), 'bool'),
    text('svc_invoice_type', 'Type', ({ invoiceType }) => invoiceType),
    text('svc_invoice_status', 'Status', ({ status }) => status),
    text('svc_invoice_payment_status', 'Payment status', ({ paymentStatus }) => paymentStatus),
    text('svc_invoice_currency', 'Currency', ({ currency }) => currency),
    text('svc_invoice_total_amount', 'Total', ({ totalAmount }) => totalAmount, 'number'),
    text('svc_invoice_total_due_amount', 'Total due', ({ totalDueAmount }) => totalDueAmount, 'number'),
    text(
      'svc_invoice_sub_total_excluding_taxes',
      'Sub total excluding taxes',
      ({ subTotalExcludingTaxes }) => subTotalExcludingTaxes,
      'number',
    ),
    text(
      'svc_invoice_purchase_order_number',
      'Purchase order number',
      ({ purchaseOrderNumber }) => purchaseOrderNumber,
    ),
    text('svc_invoice_file_url', 'PDF', ({ fileUrl }) => fileUrl),
  ],
};

/** Source: integrations.md §14. */
export const SUBSCRIPTIONS: CustomObject<CrmSubscription> = {
  name: 'svc_subscriptions',
  typeId: 'subscriptions',
  labels: { singular: 'Billing subscription', plural: 'Billing subscriptions' },
  key: 'svc_subscription_id',
  title: 'svc_subscription_external_id',
  properties: [
    text('svc_subscription_id', 'Subscription id', ({ id }) => id),
    text('svc_subscription_external_id', 'External id', ({ externalId }) => externalId),
    text('svc_subscription_name', 'Name', ({ name }) => name),
    text('svc_subscription_plan_code', 'Plan', ({ planCode }) => planCode),
    text('svc_subscription_status', 'Status', ({ status }) => status),
    text('svc_subscription_billing_time', 'Billing time', ({ billingTime }) => billingTime),
    instant('svc_subscription_subscription_at', 'Begins at', ({ subscriptionAt }) => subscriptionAt),
    instant('svc_subscription_started_at', 'Started at', ({ startedAt }) => startedAt),
    instant('svc_subscription_ending_at', 'Ends at', ({ endingAt }) => endingAt),
    instant('svc_subscription_trial_ended_at', 'Trial ended at', ({ trialEndedAt }) => trialEndedAt),
    instant('svc_subscription_terminated_at', 'Terminated at', ({ terminatedAt }) => terminatedAt),
  ],
};

function instant<Source>(name: string, label: string, at: (source: Source) => Date | null): Property<Source> {
  return text(name, label, (source) => at(source)?.toISOString() ?? null, 'datetime');
}

/** The definition of a custom object, with which both companies and contacts can be associated. */
export function schemaOf({ name, labels, key, title, properties }: CustomObject<never>): Fields {
  return {
    name,
    labels,
    primaryDisplayProperty: title,
    requiredProperties: [key],
    searchableProperties: [key, title],
    properties: properties.map((property) => definitionOf(property, key)),
    associatedObjects: ['COMPANY', 'CONTACT'],
  };
}

/** What HubSpot gets of a document, with the key. */
export function documentProperties<Source>({ properties }: CustomObject<Source>, source: Source): Fields {
  return valuesOf(properties, source);
}

function definitionOf({ name, label, type }: Property<never>, key: string): Fields {
  return {
    name,
    label,
    type,
    fieldType: CONTROLS[type],
    hasUniqueValue: name === key,
    ...(type === 'bool' ? { options: YES_AND_NO } : {}),
  };
}

const YES_AND_NO = [
  { label: 'Yes', value: 'true', displayOrder: 0, hidden: false },
  { label: 'No', value: 'false', displayOrder: 1, hidden: false },
];

function valuesOf<Source>(properties: readonly Property<Source>[], source: Source): Fields {
  return filled(Object.fromEntries(properties.map(({ name, value }) => [name, value(source)])));
}

/** The members that have a text. */
function filled(members: Fields): Fields {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => isFilled(value)));
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
