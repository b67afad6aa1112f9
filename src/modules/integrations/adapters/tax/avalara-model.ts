import { fromCents } from '../../../../core/money/money.js';
import { cleanText } from '../../../../platform/text/clean-text.js';
import type { Fields } from '../../../../platform/outgoing/received-fields.js';
import { given, isBlank } from './given-members.js';
import type { TaxAddress, TaxDocument, TaxLine, TaxRequest } from './tax-provider.js';

/** Longest texts of AvaTax that are cut: nothing follows from their ends. Source: integrations.md §8. */
const DESCRIPTION_LENGTH = 255;
const ORDER_NUMBER_LENGTH = 50;

/** Kinds of transactions: an estimate, which is not recorded, a sale, and what takes a sale back. */
export type AvalaraType = 'SalesOrder' | 'SalesInvoice' | 'ReturnInvoice';

/** A transaction of AvaTax. Blank members are omitted. Source: integrations.md §8. */
export function transactionModel(companyCode: string, type: AvalaraType, request: TaxRequest): Fields {
  const { document, customer, lines } = request;
  return {
    type,
    companyCode,
    code: document.id,
    commit: type !== 'SalesOrder',
    date: document.date,
    customerCode: customer.providerId,
    currencyCode: document.currency,
    ...given('businessIdentificationNo', customer.taxIdentificationNumber),
    ...given('purchaseOrderNo', document.purchaseOrderNumber?.slice(0, ORDER_NUMBER_LENGTH)),
    ...given('referenceCode', document.originalId),
    ...taxDateOf(document),
    addresses: addressesOf(request),
    lines: lines.map((line) => lineModel(line, document)),
  };
}

/** The day whose rates apply, where it is not that of the document. */
function taxDateOf({ type, date, taxDate }: TaxDocument): Fields {
  if (date === taxDate) return {};
  const reason = type === 'credit_note' ? 'Credit note' : 'Void';
  return { taxOverride: { type: 'TaxDate', taxDate, reason } };
}

function addressesOf({ seller, customer }: TaxRequest): Fields {
  const shipTo = addressModel(customer.address);
  if (isBlank(seller.address.country)) return shipTo === null ? {} : { singleLocation: shipTo };
  return { shipFrom: addressModel(seller.address), ...(shipTo === null ? {} : { shipTo }) };
}

/** Null for an address without members. */
function addressModel({
  addressLine1,
  addressLine2,
  city,
  state,
  zipcode,
  country,
}: TaxAddress): Fields | null {
  const model = {
    ...given('line1', addressLine1),
    ...given('line2', addressLine2),
    ...given('city', city),
    ...given('region', state),
    ...given('country', country),
    ...given('postalCode', zipcode),
  };
  return Object.keys(model).length === 0 ? null : model;
}

function lineModel(
  { id, itemCode, taxCode, description, units, amountCents }: TaxLine,
  { currency }: TaxDocument,
): Fields {
  return {
    number: id,
    quantity: Number(units),
    // AvaTax reads numbers with the decimals of the currency.
    amount: Number(fromCents(amountCents, currency).toFixed()),
    ...given('itemCode', itemCode),
    ...given('taxCode', taxCode),
    ...given('description', cleanText(description.slice(0, DESCRIPTION_LENGTH))),
  };
}
