import type { Fields } from '../../../../platform/outgoing/received-fields.js';
import { IntegrationRefusal } from '../calls/integration-refusal.js';
import { given, isBlank } from './given-members.js';
import type { TaxAddress, TaxLine, TaxRequest } from './tax-provider.js';

/**
 * A transaction of Anrok. Blank members are omitted: it accepts no empty texts.
 * @param latestDate later dates are sent as this one: `2027-05-01`.
 * @throws IntegrationRefusal `item_not_mapped`: Anrok taxes known products only. Source: integrations.md §9.
 */
export function transactionBody(
  { document, seller, customer, lines }: TaxRequest,
  latestDate: string,
): Fields {
  const { taxIdentificationNumber } = customer;
  return {
    accountingDate: earlier(document.date, latestDate),
    taxDate: earlier(document.taxDate, latestDate),
    currencyCode: document.currency,
    customerId: customer.providerId,
    ...given('customerName', customer.name),
    customerAddress: addressBody(customer.address),
    ...(isBlank(taxIdentificationNumber)
      ? {}
      : { customerTaxIds: [{ type: 'genericVatNumber', value: taxIdentificationNumber }] }),
    ...(isBlank(seller.address.country) ? {} : { shipFromAddress: addressBody(seller.address) }),
    lineItems: lines.map(lineBody),
  };
}

/** Dates as text are in order. */
function earlier(one: string, other: string): string {
  return one < other ? one : other;
}

export function addressBody({
  addressLine1,
  addressLine2,
  city,
  state,
  zipcode,
  country,
}: TaxAddress): Fields {
  const street = [addressLine1, addressLine2].filter((line) => !isBlank(line)).join(', ');
  return {
    ...given('country', country),
    ...given('line1', street),
    ...given('city', city),
    ...given('region', state),
    ...given('postalCode', zipcode),
  };
}

function lineBody({ id, itemCode, description, units, amountCents }: TaxLine): Fields {
  if (itemCode === null)
    throw new IntegrationRefusal('refused', 'item_not_mapped', `"${description}" is mapped to no product.`);
  return { id, productExternalId: itemCode, amount: Number(amountCents), quantity: Number(units) };
}
