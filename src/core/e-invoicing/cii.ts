import { currencyDecimals, fromCents } from '../money/money.js';
import { EXEMPTION_CODES } from '../taxes/tax-categories.js';
import { DISCOUNT, EN_16931, paymentMeans, PIECE } from './codes.js';
import { electronicAddress } from './electronic-addresses.js';
import {
  type EInvoice,
  type EInvoiceAccount,
  type EInvoiceLine,
  type EInvoiceParty,
  type EInvoicePeriod,
  isDelivered,
  isTaxed,
  type LineTax,
  periodOfLines,
  roundingCentsOf,
  taxSubTotals,
  type TaxSubTotal,
} from './e-invoice.js';
import { buyerNumbers, type PartyNumbers, sellerNumbers } from './party-numbers.js';
import { linePrice } from './prices.js';
import { element, emptyElement, textElement, xmlDocument, type XmlNode } from './xml.js';

const NAMESPACE = 'urn:un:unece:uncefact:data:standard';

/** Code of a date without separators, `20260531`. */
const CALENDAR_DATE = '102';
/** Codes of a number under which a party is registered for VAT, and of another number at a tax office. */
const VAT_REGISTRATION = 'VA';
const TAX_REGISTRATION = 'FC';

/** Writes amounts of the document's currency; in this syntax only one of them names it. */
type WriteAmount = (name: string, cents: bigint, attributes?: Readonly<Record<string, string>>) => XmlNode;

/** Writes a document in CII, the syntax of EN 16931 that PDF files carry. Source: documents-and-emails.md §3. */
export function writeCii(document: EInvoice): string {
  const { currency, seller, buyer } = document;
  const decimals = currencyDecimals(currency);
  const amount: WriteAmount = (name, cents, attributes) =>
    textElement(name, fromCents(cents, currency).toFixed(decimals), attributes);
  const subTotals = taxSubTotals(document);
  return xmlDocument(
    'rsm:CrossIndustryInvoice',
    {
      'xmlns:rsm': `${NAMESPACE}:CrossIndustryInvoice:100`,
      'xmlns:ram': `${NAMESPACE}:ReusableAggregateBusinessInformationEntity:100`,
      'xmlns:udt': `${NAMESPACE}:UnqualifiedDataType:100`,
      'xmlns:qdt': `${NAMESPACE}:QualifiedDataType:100`,
    },
    element(
      'rsm:ExchangedDocumentContext',
      element('ram:GuidelineSpecifiedDocumentContextParameter', textElement('ram:ID', EN_16931)),
    ),
    element(
      'rsm:ExchangedDocument',
      textElement('ram:ID', document.number),
      textElement('ram:TypeCode', document.typeCode),
      element('ram:IssueDateTime', date('udt', document.issuedOn)),
      element('ram:IncludedNote', textElement('ram:Content', document.note)),
    ),
    element(
      'rsm:SupplyChainTradeTransaction',
      document.lines.map((each, index) => line(each, index + 1, currency, amount)),
      element(
        'ram:ApplicableHeaderTradeAgreement',
        textElement('ram:BuyerReference', document.buyerReference),
        element('ram:SellerTradeParty', party(seller, sellerNumbers(seller, isTaxed(subTotals)))),
        element('ram:BuyerTradeParty', party(buyer, buyerNumbers(buyer, isTaxed(subTotals)))),
        element(
          'ram:BuyerOrderReferencedDocument',
          textElement('ram:IssuerAssignedID', document.purchaseOrderNumber),
        ),
      ),
      delivery(document),
      settlement(document, subTotals, amount),
    ),
  );
}

function line(each: EInvoiceLine, lineNumber: number, currency: string, amount: WriteAmount): XmlNode {
  const { quantity, price, baseQuantity } = linePrice(each, currency);
  return element(
    'ram:IncludedSupplyChainTradeLineItem',
    element('ram:AssociatedDocumentLineDocument', textElement('ram:LineID', String(lineNumber))),
    element('ram:SpecifiedTradeProduct', textElement('ram:Name', each.name)),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element(
        'ram:NetPriceProductTradePrice',
        textElement('ram:ChargeAmount', price.toFixed()),
        baseQuantity.eq(1)
          ? null
          : textElement('ram:BasisQuantity', baseQuantity.toFixed(), { unitCode: PIECE }),
      ),
    ),
    element(
      'ram:SpecifiedLineTradeDelivery',
      textElement('ram:BilledQuantity', quantity.toFixed(), { unitCode: PIECE }),
    ),
    element(
      'ram:SpecifiedLineTradeSettlement',
      element('ram:ApplicableTradeTax', taxOf(each.tax)),
      period(each.period),
      element(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        amount('ram:LineTotalAmount', each.amountCents),
      ),
    ),
  );
}

function party(
  { name, country, email, phone, ...details }: EInvoiceParty,
  { vatNumber, taxNumber, legal, others }: PartyNumbers,
): XmlNode {
  const address = electronicAddress({ ...details, country, email });
  return [
    // The schema has the numbers without a scheme first.
    others.map(({ scheme, value }) => (scheme === null ? textElement('ram:ID', value) : null)),
    others.map(({ scheme, value }) =>
      scheme === null ? null : textElement('ram:GlobalID', value, { schemeID: scheme }),
    ),
    textElement('ram:Name', name),
    legal === null
      ? null
      : element(
          'ram:SpecifiedLegalOrganization',
          textElement('ram:ID', legal.value, legal.scheme === null ? {} : { schemeID: legal.scheme }),
        ),
    element(
      'ram:DefinedTradeContact',
      textElement('ram:PersonName', name),
      element('ram:TelephoneUniversalCommunication', textElement('ram:CompleteNumber', phone)),
      element('ram:EmailURIUniversalCommunication', textElement('ram:URIID', email)),
    ),
    element(
      'ram:PostalTradeAddress',
      textElement('ram:PostcodeCode', details.zipcode),
      textElement('ram:LineOne', details.addressLine1),
      textElement('ram:LineTwo', details.addressLine2),
      textElement('ram:CityName', details.city),
      textElement('ram:CountryID', country),
      textElement('ram:CountrySubDivisionName', details.state),
    ),
    address === null
      ? null
      : element(
          'ram:URIUniversalCommunication',
          textElement('ram:URIID', address.value, { schemeID: address.scheme }),
        ),
    element('ram:SpecifiedTaxRegistration', textElement('ram:ID', vatNumber, { schemeID: VAT_REGISTRATION })),
    element('ram:SpecifiedTaxRegistration', textElement('ram:ID', taxNumber, { schemeID: TAX_REGISTRATION })),
  ];
}

/** Goods within the EU say when and where they arrive (BR-IC-11, BR-IC-12). */
function delivery(document: EInvoice): XmlNode {
  if (!isDelivered(document)) return emptyElement('ram:ApplicableHeaderTradeDelivery');
  return element(
    'ram:ApplicableHeaderTradeDelivery',
    element(
      'ram:ShipToTradeParty',
      element(
        'ram:PostalTradeAddress',
        textElement('ram:PostcodeCode', document.buyer.zipcode),
        textElement('ram:CityName', document.buyer.city),
        textElement('ram:CountryID', document.buyer.country),
      ),
    ),
    element(
      'ram:ActualDeliverySupplyChainEvent',
      element('ram:OccurrenceDateTime', date('udt', document.issuedOn)),
    ),
  );
}

function period(days: EInvoicePeriod | null): XmlNode {
  if (days === null) return null;
  return element(
    'ram:BillingSpecifiedPeriod',
    element('ram:StartDateTime', date('udt', days.from)),
    element('ram:EndDateTime', date('udt', days.to)),
  );
}

function settlement(document: EInvoice, subTotals: readonly TaxSubTotal[], amount: WriteAmount): XmlNode {
  const { currency, payee, dueOn, paymentTerms, precedingInvoice: preceding, totals } = document;
  const roundingCents = roundingCentsOf(document);
  const { linesCents, allowancesCents, taxesCents, prepaidCents, payableCents } = totals;
  const taxExclusiveCents = linesCents - allowancesCents;
  return element(
    'ram:ApplicableHeaderTradeSettlement',
    textElement('ram:PaymentReference', payee === null ? null : document.number),
    textElement('ram:InvoiceCurrencyCode', currency),
    element(
      'ram:SpecifiedTradeSettlementPaymentMeans',
      textElement('ram:TypeCode', paymentMeans(document)),
      account(payee),
    ),
    subTotals.map((subTotal) => taxSubTotal(subTotal, amount)),
    period(periodOfLines(document.lines)),
    subTotals.map((subTotal) => allowance(subTotal, amount)),
    element(
      'ram:SpecifiedTradePaymentTerms',
      textElement('ram:Description', paymentTerms),
      element('ram:DueDateDateTime', date('udt', dueOn)),
    ),
    element(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      amount('ram:LineTotalAmount', linesCents),
      amount('ram:AllowanceTotalAmount', allowancesCents),
      amount('ram:TaxBasisTotalAmount', taxExclusiveCents),
      amount('ram:TaxTotalAmount', taxesCents, { currencyID: currency }),
      roundingCents === 0n ? null : amount('ram:RoundingAmount', roundingCents),
      amount('ram:GrandTotalAmount', taxExclusiveCents + taxesCents),
      amount('ram:TotalPrepaidAmount', prepaidCents),
      amount('ram:DuePayableAmount', payableCents),
    ),
    element(
      'ram:InvoiceReferencedDocument',
      textElement('ram:IssuerAssignedID', preceding?.number ?? null),
      element('ram:FormattedIssueDateTime', date('qdt', preceding?.issuedOn ?? null)),
    ),
  );
}

function account(payee: EInvoiceAccount | null): XmlNode {
  if (payee === null) return null;
  const { number, isIban, holder, bank } = payee;
  return [
    element(
      'ram:PayeePartyCreditorFinancialAccount',
      textElement('ram:IBANID', isIban ? number : null),
      textElement('ram:AccountName', holder),
      textElement('ram:ProprietaryID', isIban ? null : number),
    ),
    element('ram:PayeeSpecifiedCreditorFinancialInstitution', textElement('ram:BICID', bank)),
  ];
}

function taxSubTotal(
  { taxableCents, taxCents, category, ratePercent, reason }: TaxSubTotal,
  amount: WriteAmount,
): XmlNode {
  return element(
    'ram:ApplicableTradeTax',
    amount('ram:CalculatedAmount', taxCents),
    textElement('ram:TypeCode', 'VAT'),
    textElement('ram:ExemptionReason', reason),
    amount('ram:BasisAmount', taxableCents),
    textElement('ram:CategoryCode', category),
    textElement('ram:ExemptionReasonCode', EXEMPTION_CODES[category] ?? null),
    textElement('ram:RateApplicablePercent', ratePercent.toFixed()),
  );
}

function allowance({ allowanceCents, ...taxed }: TaxSubTotal, amount: WriteAmount): XmlNode {
  if (allowanceCents === 0n) return null;
  return element(
    'ram:SpecifiedTradeAllowanceCharge',
    element('ram:ChargeIndicator', textElement('udt:Indicator', 'false')),
    amount('ram:ActualAmount', allowanceCents),
    textElement('ram:ReasonCode', DISCOUNT),
    textElement('ram:Reason', 'Discount'),
    element('ram:CategoryTradeTax', taxOf(taxed)),
  );
}

/** The tax of a line or an allowance, where the standard forbids a rate outside the scope of the tax (BR-O-05). */
function taxOf({ category, ratePercent }: LineTax): XmlNode {
  return [
    textElement('ram:TypeCode', 'VAT'),
    textElement('ram:CategoryCode', category),
    category === 'O' ? null : textElement('ram:RateApplicablePercent', ratePercent.toFixed()),
  ];
}

function date(namespace: 'qdt' | 'udt', day: string | null): XmlNode {
  const digits = day?.replaceAll('-', '') ?? null;
  return textElement(`${namespace}:DateTimeString`, digits, { format: CALENDAR_DATE });
}
