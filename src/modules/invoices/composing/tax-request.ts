import { createHash } from 'node:crypto';
import { currencyDecimals } from '../../../core/money/money.js';
import { distinct } from '../../../platform/collections/distinct-values.js';
import type { BillingEntity } from '../../billing-entities/records/billing-entity.table.js';
import { outsideName } from '../../customers/records/customer-name.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type {
  TaxAddress,
  TaxCustomer,
  TaxLine,
  TaxRequest,
  TaxSeller,
} from '../../integrations/adapters/tax/tax-provider.js';
import { mappingOf, type MappedObject } from '../../integrations/mappings/integration-mapping.rules.js';
import type { IntegrationMapping } from '../../integrations/records/integration-mapping.table.js';
import type { Fee } from '../records/fees/fee.table.js';
import type { Invoice } from '../records/invoice.table.js';
import type { SentFee } from './provided-taxes.js';

/** The billing entity of a document, as tax providers know it. Source: integrations.md §7 "Parties". */
export function taxSeller({
  code,
  legalName,
  taxIdentificationNumber,
  ...address
}: BillingEntity): TaxSeller {
  return { code, legalName, taxIdentificationNumber, address: addressOf(address) };
}

/** @param providerId the customer's id at the provider, by its link. Source: integrations.md §7 "Parties". */
export function taxCustomer(customer: Customer, providerId: string | null): TaxCustomer {
  const { id, externalId, email, customerType } = customer;
  const { shippingAddress, taxIdentificationNumber } = customer;
  const hasShipping = shippingAddress !== null && Object.values(addressOf(shippingAddress)).some(isFilled);
  return {
    id,
    externalId,
    providerId: providerId ?? externalId,
    name: outsideName(customer),
    email,
    customerType,
    taxIdentificationNumber,
    address: addressOf(hasShipping ? shippingAddress : customer),
  };
}

/** Looks up what fees are called at a connection. Source: integrations.md §3. */
export interface FeeItems {
  readonly mappings: readonly IntegrationMapping[];
  readonly billingEntityId: string;
  /** The plan of a subscription on the document; of an own plan, the plan that it is a copy of. */
  readonly planOf: (subscriptionId: string) => string | null;
}

/** The mapping of a fee; null without any. */
export function feeMapping(
  fee: Fee,
  { mappings, billingEntityId, planOf }: FeeItems,
): IntegrationMapping | null {
  return mappingOf(mappings, { ...mappedObject(fee, planOf), billingEntityId });
}

/** The ids of the records whose mappings fees have. */
export function mappedIds(fees: readonly Fee[], planOf: FeeItems['planOf']): string[] {
  return distinct(fees.flatMap((fee) => mappedObject(fee, planOf).targetId ?? []));
}

function mappedObject(
  { feeType, addOnId, billableMetricId, subscriptionId }: Fee,
  planOf: FeeItems['planOf'],
): Omit<MappedObject, 'billingEntityId'> {
  switch (feeType) {
    case 'add_on':
    case 'fixed_charge':
      return { target: 'add_on', targetId: addOnId };
    case 'charge':
      return { target: 'billable_metric', targetId: billableMetricId };
    case 'commitment':
      return { target: 'minimum_commitment', targetId: null };
    case 'subscription':
      return { target: 'plan', targetId: subscriptionId === null ? null : planOf(subscriptionId) };
    // Only accounting systems have mappings of it; others fall back.
    case 'credit':
      return { target: 'prepaid_credit', targetId: null };
  }
}

/** A line of a request: a fee, or the first of those that are sent as one. */
export function taxLine(sent: readonly SentFee[], items: FeeItems): TaxLine[] {
  const [first] = sent;
  if (first === undefined) return [];
  const { fee } = first;
  const mapping = feeMapping(fee, items);
  return [
    {
      id: fee.id,
      itemCode: mapping?.externalId ?? null,
      taxCode: mapping?.externalAccountCode ?? null,
      itemType: fee.feeType,
      description: fee.invoiceDisplayName,
      units: fee.units,
      amountCents: sent.reduce((total, { amount }) => total + BigInt(amount.toFixed()), 0n),
    },
  ];
}

/** What a request about an invoice is made of. */
export interface RequestParts {
  readonly invoice: Invoice;
  /** The issuing date that the invoice would get now. */
  readonly issuingDate: string;
  readonly seller: TaxSeller;
  readonly customer: TaxCustomer;
  readonly lines: readonly TaxLine[];
}

/** The content of a request about an invoice. Source: integrations.md §6, §7. */
export function invoiceTaxContent(parts: RequestParts): Omit<TaxRequest, 'requestId'> {
  const { invoice, issuingDate, seller, customer, lines } = parts;
  const { id, currency, purchaseOrderNumber } = invoice;
  return {
    document: {
      type: 'invoice',
      id,
      originalId: null,
      date: issuingDate,
      taxDate: issuingDate,
      currency,
      minorDigits: currencyDecimals(currency),
      purchaseOrderNumber,
    },
    seller,
    customer,
    lines,
  };
}

/**
 * Identifies the content of a request. The ids of its lines do not count: a draft that is computed again has other fees.
 * @param place what else a request depends on: its connection, say.
 */
export function contentHash(
  { lines, ...content }: Omit<TaxRequest, 'requestId'>,
  ...place: string[]
): string {
  const text = JSON.stringify([
    place,
    content,
    lines.map((line) => ({ ...line, id: null, amountCents: String(line.amountCents) })),
  ]);
  return createHash('sha256').update(text).digest('hex');
}

function addressOf(address: { readonly [Member in keyof TaxAddress]?: string | null }): TaxAddress {
  const {
    addressLine1 = null,
    addressLine2 = null,
    city = null,
    state = null,
    zipcode = null,
    country = null,
  } = address;
  return { addressLine1, addressLine2, city, state, zipcode, country };
}

function isFilled(text: string | null | undefined): text is string {
  return text?.trim() ? true : false;
}
