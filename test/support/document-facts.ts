import type { PayeeAccount } from '../../src/modules/billing-entities/bank-accounts/payee-account.js';
import type {
  FeeFacts,
  InvoiceFacts,
  RecipientFacts,
} from '../../src/modules/documents/facts/document-facts.js';
import type { IssuerDetails } from '../../src/modules/documents/facts/issuer-details.js';

export const ISSUER: IssuerDetails = {
  name: 'Northwind GmbH',
  address: { addressLine1: 'Torstraße 12', city: 'Berlin', zipcode: '10119', country: 'DE' },
  email: 'billing@northwind.example',
  phone: '+49 30 123456',
  legalNumber: 'HRB 123456 B',
  taxIdentificationNumber: 'DE123456789',
  footer: null,
  logo: null,
  identifiers: [],
  einvoicingProfile: null,
  color: null,
  einvoicing: false,
};

/** Where the issuer is paid. */
export const ACCOUNT: PayeeAccount = {
  ...{ iban: 'DE89370400440532013000', accountNumber: null, routingCode: null, bic: 'COBADEFFXXX' },
  ...{ holder: 'Northwind GmbH', bankName: 'Commerzbank' },
};

/** An account without IBAN. */
export const LOCAL_ACCOUNT: PayeeAccount = {
  ...{ ...ACCOUNT, iban: null, bic: null, bankName: null },
  ...{ accountNumber: '0001234567', routingCode: '021000021' },
};

export const RECIPIENT: RecipientFacts = {
  externalId: 'blue-whale',
  name: 'Blue Whale SAS',
  address: { addressLine1: '1 rue du Port', city: 'Nantes', zipcode: '44000', country: 'FR' },
  email: 'ap@bluewhale.example',
  phone: null,
  legalNumber: '123 456 789',
  taxIdentificationNumber: 'FR12345678901',
  identifiers: [],
  buyerReference: null,
  shippingAddress: null,
  metadata: [],
};

/** A fee of 10.00 for 1,000 units at 20 % tax. */
export function feeFacts(over: Partial<FeeFacts> = {}): FeeFacts {
  return {
    id: 'fee',
    feeType: 'charge',
    subscriptionId: null,
    trueUpParentFeeId: null,
    invoiceDisplayName: 'API calls',
    itemDescription: null,
    filterDisplayName: null,
    groupedBy: {},
    fromAt: new Date('2026-05-01T00:00:00Z'),
    toAt: new Date('2026-06-01T00:00:00Z'),
    units: '1000',
    preciseUnitAmount: '0.01',
    amountCents: 1_000n,
    amountDetails: {},
    pricingUnitDetails: null,
    preciseCouponsAmountCents: '0',
    taxesRatePercent: '20',
    tax: { category: 'S', exemptionReason: null },
    ...over,
  };
}

type InvoiceMembers = Partial<Omit<InvoiceFacts, 'invoice'>> & {
  readonly invoice?: Partial<InvoiceFacts['invoice']>;
};

/** An invoice over 10.00 and 2.00 of tax. */
export function invoiceFacts({ invoice = {}, ...over }: InvoiceMembers = {}): InvoiceFacts {
  return {
    documentType: 'invoice',
    locale: 'en',
    timezone: 'UTC',
    finalizedAt: new Date('2026-06-01T10:00:00Z'),
    isDraft: false,
    isTest: false,
    issuer: ISSUER,
    recipient: RECIPIENT,
    invoice: {
      number: 'NOR-014-003',
      customSections: [],
      invoiceType: 'subscription',
      currency: 'EUR',
      issuingDate: '2026-06-01',
      paymentDueDate: '2026-07-01',
      netPaymentTermDays: 30,
      purchaseOrderNumber: null,
      selfBilled: false,
      feesAmountCents: 1_000n,
      progressiveBillingCreditAmountCents: 0n,
      couponsAmountCents: 0n,
      subTotalExcludingTaxesAmountCents: 1_000n,
      taxesAmountCents: 200n,
      subTotalIncludingTaxesAmountCents: 1_200n,
      creditNotesAmountCents: 0n,
      prepaidCreditAmountCents: 0n,
      totalAmountCents: 1_200n,
      ...invoice,
    },
    fees: [feeFacts()],
    taxes: [
      { taxCode: 'vat', taxName: 'VAT', taxRatePercent: '20', amountCents: 200n, feesAmountCents: 1_000n },
    ],
    credits: [],
    subscriptions: [],
    thresholds: [],
    account: null,
    ...over,
  };
}
