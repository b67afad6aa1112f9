import { Big, ZERO } from '../../../../../core/money/decimal.js';
import { fromCents } from '../../../../../core/money/money.js';
import { roundedParts, wholeParts } from '../../../../../core/money/spread.js';
import type { Fields } from '../../../../../platform/outgoing/received-fields.js';
import { IntegrationRefusal } from '../../calls/integration-refusal.js';
import type {
  AccountingAccounts,
  AccountingAllocation,
  AccountingCode,
  AccountingContact,
  AccountingCreditNote,
  AccountingCustomer,
  AccountingInvoice,
  AccountingLine,
  AccountingPayment,
} from '../accounting-provider.js';

/** Longest texts that Xero takes, in characters. */
const ACCOUNT_NUMBER_LENGTH = 50;
const TEXT_LENGTH = 255;
const DESCRIPTION_LENGTH = 4_000;

/** Decimal places of all amounts at Xero. */
const DECIMALS = 2;

/** The tax type of lines without tax. */
const NO_TAX = 'NONE';

/** A contact. Blank members are omitted. Source: integrations.md §12. */
export function contactBody(contact: AccountingContact): Fields {
  const { id, externalId, firstName, lastName, email, phone, address } = contact;
  const street = present({
    AddressLine1: address.addressLine1,
    AddressLine2: address.addressLine2,
    City: address.city,
    Region: address.state,
    PostalCode: address.zipcode,
    Country: address.country,
  });
  return present({
    Name: nameOf(contact),
    FirstName: firstName,
    LastName: lastName,
    EmailAddress: email?.split(',')[0]?.trim(),
    ContactNumber: id,
    AccountNumber: externalId.length > ACCOUNT_NUMBER_LENGTH ? null : externalId,
    TaxNumber: contact.taxIdentificationNumber,
    DefaultCurrency: contact.currency,
    Addresses: Object.keys(street).length === 0 ? null : [{ AddressType: 'STREET', ...street }],
    Phones: phone === null ? null : [{ PhoneType: 'DEFAULT', PhoneNumber: phone }],
  });
}

/** The name of a customer, which Xero requires. */
function nameOf({ name, externalId }: AccountingCustomer): string {
  return (name ?? externalId).slice(0, TEXT_LENGTH);
}

/** The name of a customer whose own name another contact has. */
export function distinctName(customer: AccountingCustomer): string {
  const suffix = ` (${customer.externalId})`.slice(-TEXT_LENGTH);
  return `${nameOf(customer).slice(0, TEXT_LENGTH - suffix.length)}${suffix}`;
}

/** @throws IntegrationRefusal `item_not_mapped`, `currency_not_supported`. Source: integrations.md §12. */
export function invoiceBody(invoice: AccountingInvoice): Fields {
  const deductions = [
    { description: 'Coupons', amountCents: invoice.couponsAmountCents },
    { description: 'Usage already billed', amountCents: invoice.progressiveCreditAmountCents },
  ];
  return present({
    Type: 'ACCREC',
    Status: 'AUTHORISED',
    InvoiceNumber: invoice.number,
    Reference: invoice.purchaseOrderNumber,
    Contact: { ContactID: invoice.customer.providerId },
    Date: invoice.date,
    DueDate: invoice.dueDate,
    CurrencyCode: invoice.currency,
    LineAmountTypes: 'Exclusive',
    Url: invoice.fileUrl,
    LineItems: [...lineItems(invoice), ...deductions.flatMap((each) => deductionItem(invoice, each))],
  });
}

/** @throws IntegrationRefusal `item_not_mapped`, `currency_not_supported`. */
export function creditNoteBody(note: AccountingCreditNote): Fields {
  const coupons = { description: 'Coupons', amountCents: note.couponsAdjustmentAmountCents };
  return {
    Type: 'ACCRECCREDIT',
    Status: 'AUTHORISED',
    CreditNoteNumber: note.number,
    Reference: note.invoice.number,
    Contact: { ContactID: note.customer.providerId },
    Date: note.date,
    CurrencyCode: note.currency,
    LineAmountTypes: 'Exclusive',
    LineItems: [...lineItems(note), ...deductionItem(note, coupons)],
  };
}

/** @throws IntegrationRefusal `currency_not_supported`. */
export function allocationBody({ amountCents, currency, date, invoice }: AccountingAllocation): Fields {
  return {
    Allocations: [
      { Invoice: { InvoiceID: invoice.externalId }, Amount: amountOf(amountCents, currency), Date: date },
    ],
  };
}

/** A payment as Xero takes it; `key` tells it apart from others of its document. */
export interface XeroPayment {
  readonly key: string;
  readonly body: Fields;
}

/** The payments of a document: two for prepaid credits that were partly granted. */
export function paymentBodies(payment: AccountingPayment): XeroPayment[] {
  const { id, currency, date, reference } = payment;
  const target =
    payment.kind === 'refund'
      ? { CreditNote: { CreditNoteID: payment.creditNote.externalId } }
      : { Invoice: { InvoiceID: payment.invoice.externalId } };
  return partsOf(payment).map(({ key = id, amountCents, account }) => ({
    key,
    body: {
      ...target,
      Account: { Code: account },
      Date: date,
      Amount: amountOf(amountCents, currency),
      Reference: reference === null ? key : `${reference.slice(0, TEXT_LENGTH - key.length - 3)} (${key})`,
    },
  }));
}

interface PaymentPart {
  readonly key?: string;
  readonly amountCents: bigint;
  readonly account: string;
}

/** @throws IntegrationRefusal `account_not_mapped`. */
function partsOf(payment: AccountingPayment): PaymentPart[] {
  const { accounts } = payment;
  const { account, prepaidCredit, grantedCredit } = accounts;
  if (payment.kind !== 'prepaid_credit')
    return [
      { amountCents: payment.amountCents, account: accountCode(account?.accountCode ?? account?.externalId) },
    ];
  const { purchasedAmountCents, grantedAmountCents } = payment;
  const purchased = prepaidCredit?.accountCode;
  const granted = grantedCredit?.accountCode ?? grantedCredit?.externalId ?? purchased;
  return [
    { key: 'Prepaid credits', amountCents: purchasedAmountCents, code: purchased },
    { key: 'Granted credits', amountCents: grantedAmountCents, code: granted },
  ]
    .filter(({ amountCents }) => amountCents > 0n)
    .map(({ code, ...part }) => ({ ...part, account: accountCode(code) }));
}

function accountCode(code: string | null | undefined): string {
  if (code === null || code === undefined)
    throw new IntegrationRefusal('refused', 'account_not_mapped', 'No account is mapped for the payment.');
  return code;
}

interface Lines {
  readonly currency: string;
  readonly lines: readonly AccountingLine[];
  readonly accounts: AccountingAccounts;
  readonly taxesAmountCents: bigint;
}

/** The fees of a document. Xero checks Quantity × UnitAmount to the cent: the units stand in the description. */
function lineItems({ currency, lines, accounts, taxesAmountCents }: Lines): Fields[] {
  const taxes = lineTaxes(lines, new Big(taxesAmountCents));
  return lines.map(({ description, amountCents, code }, index) => {
    const tax = taxes[index] ?? ZERO;
    return present({
      ...item(description, code),
      UnitAmount: amountOf(amountCents, currency),
      TaxType: tax.eq(0) ? NO_TAX : accounts.tax?.externalId,
      TaxAmount: amountOf(BigInt(tax.toFixed()), currency),
    });
  });
}

/** Taxes of lines in whole minor units, by largest remainder, which add up to those of the document. */
function lineTaxes(lines: readonly AccountingLine[], total: Big): Big[] {
  const precise = lines.map(({ preciseTaxesCents }) => preciseTaxesCents);
  return (
    wholeParts(precise, total) ?? roundedParts(precise, total, { scale: 0, most: precise.map(() => total) })
  );
}

/** A deduction as a negative line without tax; none for 0. */
function deductionItem(
  { currency, couponCode }: { readonly currency: string; readonly couponCode: AccountingCode | null },
  { description, amountCents }: { readonly description: string; readonly amountCents: bigint },
): Fields[] {
  if (amountCents === 0n) return [];
  const amounts = { UnitAmount: amountOf(-amountCents, currency), TaxType: NO_TAX, TaxAmount: 0 };
  return [{ ...item(description, couponCode), ...amounts }];
}

/** @throws IntegrationRefusal `item_not_mapped`. */
function item(description: string, code: AccountingCode | null): Fields {
  const { externalId = null, accountCode: account = null } = code ?? {};
  if (externalId === null)
    throw new IntegrationRefusal('refused', 'item_not_mapped', `No item is mapped for "${description}".`);
  return present({
    Description: description.slice(0, DESCRIPTION_LENGTH).toWellFormed(),
    Quantity: 1,
    ItemCode: externalId,
    AccountCode: account,
  });
}

/** An amount in currency units. @throws IntegrationRefusal `currency_not_supported` if it has more than two decimals. */
function amountOf(cents: bigint, currency: string): number {
  const amount = fromCents(cents, currency);
  if (!amount.eq(amount.round(DECIMALS, Big.roundDown)))
    throw new IntegrationRefusal(
      'refused',
      'currency_not_supported',
      `Xero takes two decimals, and ${amount.toFixed()} ${currency} has more.`,
    );
  return Number(amount.toFixed());
}

/** The members that have a value. */
function present(fields: Record<string, unknown>): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}
