import { currencyDecimals, fromCents } from '../money.js';
import { DISCOUNT, E_MAIL, EN_16931, EXEMPTION, PAYMENT_MEANS, PIECE } from './codes.js';
import {
  type EInvoice,
  type EInvoiceLine,
  type EInvoiceParty,
  taxCategoryOf,
  taxSubTotals,
  type TaxSubTotal,
} from './e-invoice.js';
import { element, emptyElement, textElement, xmlDocument, type XmlNode } from './xml.js';

const NAMESPACE = 'urn:un:unece:uncefact:data:standard';

/** Code of a date without separators, `20260531`. */
const CALENDAR_DATE = '102';
/** Code of a number under which a party is registered for VAT. */
const VAT_REGISTRATION = 'VA';

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
      document.lines.map((each, index) => line(each, index + 1, amount)),
      element(
        'ram:ApplicableHeaderTradeAgreement',
        textElement('ram:BuyerReference', document.buyerReference),
        element('ram:SellerTradeParty', party(seller, subTotals)),
        element('ram:BuyerTradeParty', party(buyer, subTotals)),
        element(
          'ram:BuyerOrderReferencedDocument',
          textElement('ram:IssuerAssignedID', document.purchaseOrderNumber),
        ),
      ),
      emptyElement('ram:ApplicableHeaderTradeDelivery'),
      settlement(document, subTotals, amount),
    ),
  );
}

function line(each: EInvoiceLine, lineNumber: number, amount: WriteAmount): XmlNode {
  return element(
    'ram:IncludedSupplyChainTradeLineItem',
    element('ram:AssociatedDocumentLineDocument', textElement('ram:LineID', String(lineNumber))),
    element('ram:SpecifiedTradeProduct', textElement('ram:Name', each.name)),
    element(
      'ram:SpecifiedLineTradeAgreement',
      element('ram:NetPriceProductTradePrice', textElement('ram:ChargeAmount', each.unitPrice.toFixed())),
    ),
    element(
      'ram:SpecifiedLineTradeDelivery',
      textElement('ram:BilledQuantity', each.units.toFixed(), { unitCode: PIECE }),
    ),
    element(
      'ram:SpecifiedLineTradeSettlement',
      element(
        'ram:ApplicableTradeTax',
        taxOf({ category: taxCategoryOf(each), ratePercent: each.ratePercent }),
      ),
      element(
        'ram:SpecifiedTradeSettlementLineMonetarySummation',
        amount('ram:LineTotalAmount', each.amountCents),
      ),
    ),
  );
}

function party(
  { name, country, email, phone, legalNumber, taxIdentificationNumber, ...address }: EInvoiceParty,
  subTotals: readonly TaxSubTotal[],
): XmlNode {
  // The standard forbids tax numbers on documents outside the scope of the tax.
  const isTaxed = subTotals.every(({ category }) => category !== 'O');
  return [
    textElement('ram:Name', name),
    element('ram:SpecifiedLegalOrganization', textElement('ram:ID', legalNumber)),
    element(
      'ram:DefinedTradeContact',
      textElement('ram:PersonName', name),
      element('ram:TelephoneUniversalCommunication', textElement('ram:CompleteNumber', phone)),
      element('ram:EmailURIUniversalCommunication', textElement('ram:URIID', email)),
    ),
    element(
      'ram:PostalTradeAddress',
      textElement('ram:PostcodeCode', address.zipcode),
      textElement('ram:LineOne', address.addressLine1),
      textElement('ram:LineTwo', address.addressLine2),
      textElement('ram:CityName', address.city),
      textElement('ram:CountryID', country),
      textElement('ram:CountrySubDivisionName', address.state),
    ),
    element('ram:URIUniversalCommunication', textElement('ram:URIID', email, { schemeID: E_MAIL })),
    element(
      'ram:SpecifiedTaxRegistration',
      textElement('ram:ID', isTaxed ? taxIdentificationNumber : null, { schemeID: VAT_REGISTRATION }),
    ),
  ];
}

function settlement(
  { currency, dueOn, precedingInvoice: preceding, totals }: EInvoice,
  subTotals: readonly TaxSubTotal[],
  amount: WriteAmount,
): XmlNode {
  const { linesCents, allowancesCents, taxesCents, prepaidCents, payableCents } = totals;
  const taxExclusiveCents = linesCents - allowancesCents;
  return element(
    'ram:ApplicableHeaderTradeSettlement',
    textElement('ram:InvoiceCurrencyCode', currency),
    element('ram:SpecifiedTradeSettlementPaymentMeans', textElement('ram:TypeCode', PAYMENT_MEANS)),
    subTotals.map((subTotal) => taxSubTotal(subTotal, amount)),
    subTotals.map((subTotal) => allowance(subTotal, amount)),
    element('ram:SpecifiedTradePaymentTerms', element('ram:DueDateDateTime', date('udt', dueOn))),
    element(
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      amount('ram:LineTotalAmount', linesCents),
      amount('ram:AllowanceTotalAmount', allowancesCents),
      amount('ram:TaxBasisTotalAmount', taxExclusiveCents),
      amount('ram:TaxTotalAmount', taxesCents, { currencyID: currency }),
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

function taxSubTotal(
  { taxableCents, taxCents, category, ratePercent }: TaxSubTotal,
  amount: WriteAmount,
): XmlNode {
  return element(
    'ram:ApplicableTradeTax',
    amount('ram:CalculatedAmount', taxCents),
    textElement('ram:TypeCode', 'VAT'),
    amount('ram:BasisAmount', taxableCents),
    textElement('ram:CategoryCode', category),
    textElement('ram:ExemptionReasonCode', EXEMPTION[category] ?? null),
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
function taxOf({ category, ratePercent }: Pick<TaxSubTotal, 'category' | 'ratePercent'>): XmlNode {
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
