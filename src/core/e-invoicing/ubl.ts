import type { Big } from '../money/decimal.js';
import { currencyDecimals, fromCents } from '../money/money.js';
import { EXEMPTION_CODES } from '../taxes/tax-categories.js';
import { DISCOUNT, EN_16931, paymentMeans, PIECE } from './codes.js';
import { type PartyIdentifier, electronicAddress, peppolAddress } from './electronic-addresses.js';
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
import { element, textElement, xmlDocument, type XmlNode } from './xml.js';

const PEPPOL = 'urn:fdc:peppol.eu:2017:poacc';
const PEPPOL_BILLING = `${PEPPOL}:billing:01:1.0`;

/** What the document follows, and the process that it is part of. */
function specification({ profile, isSelfBilled }: EInvoice): { id: string; process: string | null } {
  if (profile === 'en_16931') return { id: EN_16931, process: null };
  if (profile === 'xrechnung')
    return { id: `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`, process: PEPPOL_BILLING };
  return isSelfBilled
    ? { id: `${EN_16931}#compliant#${PEPPOL}:selfbilling:3.0`, process: `${PEPPOL}:selfbilling:01:1.0` }
    : { id: `${EN_16931}#compliant#${PEPPOL}:billing:3.0`, process: PEPPOL_BILLING };
}

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
  const { typeCode } = document;
  const syntax = typeCode === '381' || typeCode === '261' ? SYNTAX.creditNote : SYNTAX.invoice;
  const { currency } = document;
  const { id, process } = specification(document);
  const amounts = new Amounts(currency);
  const subTotals = taxSubTotals(document);
  return xmlDocument(
    syntax.root,
    {
      xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${syntax.root}-2`,
      'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
      'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
    },
    textElement('cbc:CustomizationID', id),
    textElement('cbc:ProfileID', process),
    textElement('cbc:ID', document.number),
    textElement('cbc:IssueDate', document.issuedOn),
    syntax === SYNTAX.invoice ? textElement('cbc:DueDate', document.dueOn) : null,
    textElement(`cbc:${syntax.typeCode}`, document.typeCode),
    textElement('cbc:Note', document.note),
    textElement('cbc:DocumentCurrencyCode', currency),
    textElement('cbc:BuyerReference', document.buyerReference),
    period(periodOfLines(document.lines)),
    element('cac:OrderReference', textElement('cbc:ID', document.purchaseOrderNumber)),
    billingReference(document),
    parties(document, isTaxed(subTotals)),
    delivery(document),
    element(
      'cac:PaymentMeans',
      textElement('cbc:PaymentMeansCode', paymentMeans(document)),
      textElement('cbc:PaymentID', document.payee === null ? null : document.number),
      account(document.payee),
    ),
    element('cac:PaymentTerms', textElement('cbc:Note', document.paymentTerms)),
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
        line(each, syntax.quantity, amounts),
      ),
    ),
  );
}

function account(payee: EInvoiceAccount | null): XmlNode {
  if (payee === null) return null;
  return element(
    'cac:PayeeFinancialAccount',
    textElement('cbc:ID', payee.number),
    textElement('cbc:Name', payee.holder),
    element('cac:FinancialInstitutionBranch', textElement('cbc:ID', payee.bank)),
  );
}

function billingReference({ precedingInvoice: preceding }: EInvoice): XmlNode {
  return element(
    'cac:BillingReference',
    element(
      'cac:InvoiceDocumentReference',
      textElement('cbc:ID', preceding?.number ?? null),
      textElement('cbc:IssueDate', preceding?.issuedOn ?? null),
    ),
  );
}

function parties({ profile, seller, buyer }: EInvoice, isTaxed: boolean): XmlNode {
  const addressOf = profile === 'peppol_bis_3' ? peppolAddress : electronicAddress;
  return [
    element('cac:AccountingSupplierParty', party(seller, addressOf(seller), sellerNumbers(seller, isTaxed))),
    element('cac:AccountingCustomerParty', party(buyer, addressOf(buyer), buyerNumbers(buyer, isTaxed))),
  ];
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
  { name, country, email, phone, ...details }: EInvoiceParty,
  address: PartyIdentifier | null,
  { vatNumber, taxNumber, legal, others }: PartyNumbers,
): XmlNode {
  return element(
    'cac:Party',
    address === null ? null : textElement('cbc:EndpointID', address.value, { schemeID: address.scheme }),
    others.map((other) => element('cac:PartyIdentification', identified('cbc:ID', other))),
    element('cac:PartyName', textElement('cbc:Name', name)),
    element(
      'cac:PostalAddress',
      textElement('cbc:StreetName', details.addressLine1),
      textElement('cbc:AdditionalStreetName', details.addressLine2),
      textElement('cbc:CityName', details.city),
      textElement('cbc:PostalZone', details.zipcode),
      textElement('cbc:CountrySubentity', details.state),
      element('cac:Country', textElement('cbc:IdentificationCode', country)),
    ),
    taxScheme(vatNumber, VAT),
    taxScheme(taxNumber, OTHER_TAX),
    element(
      'cac:PartyLegalEntity',
      textElement('cbc:RegistrationName', name),
      legal === null ? null : identified('cbc:CompanyID', legal),
    ),
    element(
      'cac:Contact',
      textElement('cbc:Name', name),
      textElement('cbc:Telephone', phone),
      textElement('cbc:ElectronicMail', email),
    ),
  );
}

function identified(name: string, { scheme, value }: { scheme: string | null; value: string }): XmlNode {
  return textElement(name, value, scheme === null ? {} : { schemeID: scheme });
}

function taxScheme(number: string | null, scheme: XmlNode): XmlNode {
  return number === null ? null : element('cac:PartyTaxScheme', textElement('cbc:CompanyID', number), scheme);
}

function period(days: EInvoicePeriod | null): XmlNode {
  if (days === null) return null;
  return element(
    'cac:InvoicePeriod',
    textElement('cbc:StartDate', days.from),
    textElement('cbc:EndDate', days.to),
  );
}

/** Goods within the EU say when and where they arrive (BR-IC-11, BR-IC-12). */
function delivery(document: EInvoice): XmlNode {
  if (!isDelivered(document)) return null;
  return element(
    'cac:Delivery',
    textElement('cbc:ActualDeliveryDate', document.issuedOn),
    element(
      'cac:DeliveryLocation',
      element(
        'cac:Address',
        textElement('cbc:CityName', document.buyer.city),
        textElement('cbc:PostalZone', document.buyer.zipcode),
        element('cac:Country', textElement('cbc:IdentificationCode', document.buyer.country)),
      ),
    ),
  );
}

const OTHER_TAX = element('cac:TaxScheme', textElement('cbc:ID', 'TAX'));
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
      textElement('cbc:TaxExemptionReasonCode', EXEMPTION_CODES[taxed.category] ?? null),
      textElement('cbc:TaxExemptionReason', taxed.reason),
      VAT,
    ),
  );
}

/** The category of a line or an allowance, where the standard forbids a rate outside the scope of the tax (BR-O-05). */
function taxCategory(name: string, { category, ratePercent }: LineTax): XmlNode {
  return element(
    name,
    textElement('cbc:ID', category),
    category === 'O' ? null : textElement('cbc:Percent', ratePercent.toFixed()),
    VAT,
  );
}

function monetaryTotal(document: EInvoice, amounts: Amounts): XmlNode {
  const roundingCents = roundingCentsOf(document);
  const { linesCents, allowancesCents, taxesCents, prepaidCents, payableCents } = document.totals;
  const taxExclusiveCents = linesCents - allowancesCents;
  return element(
    'cac:LegalMonetaryTotal',
    amounts.of('cbc:LineExtensionAmount', linesCents),
    amounts.of('cbc:TaxExclusiveAmount', taxExclusiveCents),
    amounts.of('cbc:TaxInclusiveAmount', taxExclusiveCents + taxesCents),
    amounts.of('cbc:AllowanceTotalAmount', allowancesCents),
    amounts.of('cbc:PrepaidAmount', prepaidCents),
    roundingCents === 0n ? null : amounts.of('cbc:PayableRoundingAmount', roundingCents),
    amounts.of('cbc:PayableAmount', payableCents),
  );
}

function line(each: EInvoiceLine, quantityName: string, amounts: Amounts): XmlNode {
  const { quantity, price, baseQuantity } = linePrice(each, amounts.currency);
  return [
    textElement(`cbc:${quantityName}`, quantity.toFixed(), { unitCode: PIECE }),
    amounts.of('cbc:LineExtensionAmount', each.amountCents),
    period(each.period),
    element(
      'cac:Item',
      textElement('cbc:Name', each.name),
      taxCategory('cac:ClassifiedTaxCategory', each.tax),
    ),
    element(
      'cac:Price',
      amounts.price('cbc:PriceAmount', price),
      baseQuantity.eq(1)
        ? null
        : textElement('cbc:BaseQuantity', baseQuantity.toFixed(), { unitCode: PIECE }),
    ),
  ];
}
