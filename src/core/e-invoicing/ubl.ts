import type { Big } from '../decimal.js';
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
import { element, textElement, xmlDocument, type XmlNode } from './xml.js';

/** Germany's own rules on top of the standard. */
const XRECHNUNG = `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;
const PEPPOL_BILLING = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';

/** How elements are called in an invoice and in a credit note. */
const SYNTAX = {
  invoice: {
    root: 'Invoice',
    typeCode: 'InvoiceTypeCode',
    line: 'InvoiceLine',
    quantity: 'InvoicedQuantity',
  },
  creditNote: {
    root: 'CreditNote',
    typeCode: 'CreditNoteTypeCode',
    line: 'CreditNoteLine',
    quantity: 'CreditedQuantity',
  },
} as const;

/** Writes a document in UBL 2.1, one of the two syntaxes of EN 16931. Source: documents-and-emails.md §3. */
export function writeUbl(document: EInvoice): string {
  const syntax = document.typeCode === '381' ? SYNTAX.creditNote : SYNTAX.invoice;
  const { currency, seller, buyer, precedingInvoice: preceding } = document;
  const isGerman = seller.country === 'DE';
  const amounts = new Amounts(currency);
  const subTotals = taxSubTotals(document);
  return xmlDocument(
    syntax.root,
    {
      xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${syntax.root}-2`,
      'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    },
    textElement('cbc:CustomizationID', isGerman ? XRECHNUNG : EN_16931),
    isGerman ? textElement('cbc:ProfileID', PEPPOL_BILLING) : null,
    textElement('cbc:ID', document.number),
    textElement('cbc:IssueDate', document.issuedOn),
    syntax === SYNTAX.invoice ? textElement('cbc:DueDate', document.dueOn) : null,
    textElement(`cbc:${syntax.typeCode}`, document.typeCode),
    textElement('cbc:Note', document.note),
    textElement('cbc:DocumentCurrencyCode', currency),
    textElement('cbc:BuyerReference', document.buyerReference),
    element('cac:OrderReference', textElement('cbc:ID', document.purchaseOrderNumber)),
    element(
      'cac:BillingReference',
      element(
        'cac:InvoiceDocumentReference',
        textElement('cbc:ID', preceding?.number ?? null),
        textElement('cbc:IssueDate', preceding?.issuedOn ?? null),
      ),
    ),
    element('cac:AccountingSupplierParty', party(seller, subTotals)),
    element('cac:AccountingCustomerParty', party(buyer, subTotals)),
    element('cac:PaymentMeans', textElement('cbc:PaymentMeansCode', PAYMENT_MEANS)),
    subTotals.map((subTotal) => allowance(subTotal, amounts)),
    element(
      'cac:TaxTotal',
      amounts.of('cbc:TaxAmount', document.totals.taxesCents),
      subTotals.map((subTotal) => taxSubTotal(subTotal, amounts)),
    ),
    monetaryTotal(document, amounts),
    document.lines.map((each, index) =>
      element(
        `cac:${syntax.line}`,
        textElement('cbc:ID', String(index + 1)),
        textElement(`cbc:${syntax.quantity}`, each.units.toFixed(), { unitCode: PIECE }),
        line(each, amounts),
      ),
    ),
  );
}

/** Writes amounts of one currency. */
class Amounts {
  constructor(readonly currency: string) {}

  of(name: string, cents: bigint): XmlNode {
    const text = fromCents(cents, this.currency).toFixed(currencyDecimals(this.currency));
    return textElement(name, text, { currencyID: this.currency });
  }

  price(name: string, price: Big): XmlNode {
    return textElement(name, price.toFixed(), { currencyID: this.currency });
  }
}

function party(
  { name, country, email, phone, legalNumber, taxIdentificationNumber, ...address }: EInvoiceParty,
  subTotals: readonly TaxSubTotal[],
): XmlNode {
  // The standard forbids tax numbers on documents outside the scope of the tax.
  const isTaxed = subTotals.every(({ category }) => category !== 'O');
  return element(
    'cac:Party',
    textElement('cbc:EndpointID', email, { schemeID: E_MAIL }),
    element('cac:PartyName', textElement('cbc:Name', name)),
    element(
      'cac:PostalAddress',
      textElement('cbc:StreetName', address.addressLine1),
      textElement('cbc:AdditionalStreetName', address.addressLine2),
      textElement('cbc:CityName', address.city),
      textElement('cbc:PostalZone', address.zipcode),
      textElement('cbc:CountrySubentity', address.state),
      element('cac:Country', textElement('cbc:IdentificationCode', country)),
    ),
    isTaxed && taxIdentificationNumber !== null
      ? element('cac:PartyTaxScheme', textElement('cbc:CompanyID', taxIdentificationNumber), VAT)
      : null,
    element(
      'cac:PartyLegalEntity',
      textElement('cbc:RegistrationName', name),
      textElement('cbc:CompanyID', legalNumber),
    ),
    element(
      'cac:Contact',
      textElement('cbc:Name', name),
      textElement('cbc:Telephone', phone),
      textElement('cbc:ElectronicMail', email),
    ),
  );
}

const VAT = element('cac:TaxScheme', textElement('cbc:ID', 'VAT'));

function allowance({ allowanceCents, ...taxed }: TaxSubTotal, amounts: Amounts): XmlNode {
  if (allowanceCents === 0n) return null;
  return element(
    'cac:AllowanceCharge',
    textElement('cbc:ChargeIndicator', 'false'),
    textElement('cbc:AllowanceChargeReasonCode', DISCOUNT),
    textElement('cbc:AllowanceChargeReason', 'Discount'),
    amounts.of('cbc:Amount', allowanceCents),
    taxCategory('cac:TaxCategory', taxed),
  );
}

function taxSubTotal({ taxableCents, taxCents, ...taxed }: TaxSubTotal, amounts: Amounts): XmlNode {
  return element(
    'cac:TaxSubtotal',
    amounts.of('cbc:TaxableAmount', taxableCents),
    amounts.of('cbc:TaxAmount', taxCents),
    // XRechnung requires a rate of every sub total (BR-DE-14), where the standard allows to omit it.
    element(
      'cac:TaxCategory',
      textElement('cbc:ID', taxed.category),
      textElement('cbc:Percent', taxed.ratePercent.toFixed()),
      textElement('cbc:TaxExemptionReasonCode', EXEMPTION[taxed.category] ?? null),
      VAT,
    ),
  );
}

/** The category of a line or an allowance, where the standard forbids a rate outside the scope of the tax (BR-O-05). */
function taxCategory(
  name: string,
  { category, ratePercent }: Pick<TaxSubTotal, 'category' | 'ratePercent'>,
): XmlNode {
  return element(
    name,
    textElement('cbc:ID', category),
    category === 'O' ? null : textElement('cbc:Percent', ratePercent.toFixed()),
    VAT,
  );
}

function monetaryTotal({ totals }: EInvoice, amounts: Amounts): XmlNode {
  const { linesCents, allowancesCents, taxesCents, prepaidCents, payableCents } = totals;
  const taxExclusiveCents = linesCents - allowancesCents;
  return element(
    'cac:LegalMonetaryTotal',
    amounts.of('cbc:LineExtensionAmount', linesCents),
    amounts.of('cbc:TaxExclusiveAmount', taxExclusiveCents),
    amounts.of('cbc:TaxInclusiveAmount', taxExclusiveCents + taxesCents),
    amounts.of('cbc:AllowanceTotalAmount', allowancesCents),
    amounts.of('cbc:PrepaidAmount', prepaidCents),
    amounts.of('cbc:PayableAmount', payableCents),
  );
}

function line(each: EInvoiceLine, amounts: Amounts): XmlNode {
  return [
    amounts.of('cbc:LineExtensionAmount', each.amountCents),
    element(
      'cac:Item',
      textElement('cbc:Name', each.name),
      taxCategory('cac:ClassifiedTaxCategory', {
        category: taxCategoryOf(each),
        ratePercent: each.ratePercent,
      }),
    ),
    element('cac:Price', amounts.price('cbc:PriceAmount', each.unitPrice)),
  ];
}
