// Documents of all kinds that e-invoices are made of, for the official validator.
import type { PayeeAccount } from '../../src/modules/billing-entities/bank-accounts/payee-account.js';
import { Big } from '../../src/core/money/decimal.js';
import { TAX_CATEGORIES, type TaxCategory } from '../../src/core/taxes/tax-categories.js';
import type {
  CreditNoteFacts,
  DocumentFacts,
  FeeFacts,
  RecipientFacts,
} from '../../src/modules/documents/facts/document-facts.js';
import type { IssuerDetails } from '../../src/modules/documents/facts/issuer-details.js';
import { ACCOUNT, feeFacts, invoiceFacts, ISSUER, LOCAL_ACCOUNT, RECIPIENT } from './document-facts.js';

export interface SampleDocument {
  /** What it is, for reports and as the name of its files. */
  readonly name: string;
  readonly facts: DocumentFacts;
}

const DE: IssuerDetails = { ...ISSUER, einvoicing: true };
const FR: IssuerDetails = {
  ...DE,
  ...{ name: 'Nord SAS', phone: null, legalNumber: '732829320', taxIdentificationNumber: 'FR83404833048' },
  address: { addressLine1: '1 rue du Port', city: 'Nantes', zipcode: '44000', country: 'FR' },
  identifiers: [{ scheme: '0009', value: '73282932000074' }],
};
const BE: IssuerDetails = {
  ...FR,
  ...{ name: 'Noord NV', legalNumber: null, taxIdentificationNumber: 'BE0203201340' },
  address: { addressLine1: 'Kaai 1', city: 'Gent', zipcode: '9000', country: 'BE' },
  identifiers: [{ scheme: '0208', value: '0203201340' }],
};
const NL: IssuerDetails = {
  ...BE,
  ...{
    name: 'Noord BV',
    legalNumber: '12345678',
    taxIdentificationNumber: 'NL123456789B01',
    identifiers: [],
  },
  address: { addressLine1: 'Dam 1', city: 'Amsterdam', zipcode: '1012 JS', country: 'NL' },
};

/** The issuers of all profiles, with the locales of their documents. */
const ISSUERS = {
  DE: [DE, 'de'],
  FR: [FR, 'fr'],
  BE: [BE, 'en'],
  NL: [NL, 'en'],
  AT: [
    {
      ...BE,
      taxIdentificationNumber: 'ATU12345678',
      identifiers: [],
      address: { ...BE.address, country: 'AT' },
    },
    'de',
  ],
  IT: [
    {
      ...BE,
      taxIdentificationNumber: 'IT12345670017',
      identifiers: [],
      address: { ...BE.address, country: 'IT' },
    },
    'it',
  ],
  ES: [
    {
      ...BE,
      taxIdentificationNumber: 'ESA12345674',
      identifiers: [],
      address: { ...BE.address, country: 'ES' },
    },
    'es',
  ],
  SE: [
    {
      ...BE,
      ...{
        taxIdentificationNumber: 'SE556036079301',
        legalNumber: '556036-0793',
        identifiers: [{ scheme: '0007', value: '5560360793' }],
      },
      address: { ...BE.address, country: 'SE' },
    },
    'sv',
  ],
  DK: [
    {
      ...BE,
      ...{ taxIdentificationNumber: 'DK13585628', legalNumber: '13585628' },
      identifiers: [{ scheme: '0184', value: '13585628' }],
      address: { ...BE.address, country: 'DK' },
    },
    'en',
  ],
  'DE by Peppol': [{ ...DE, einvoicingProfile: 'peppol_bis_3' }, 'de'],
} as const satisfies Record<string, readonly [IssuerDetails, string]>;

const AMERICAN: RecipientFacts = {
  ...RECIPIENT,
  ...{ name: 'Whale Inc.', taxIdentificationNumber: null, legalNumber: null },
  address: { addressLine1: '1 Main St', city: 'Boston', zipcode: '02101', state: 'MA', country: 'US' },
  identifiers: [{ scheme: '0088', value: '4006381333931' }],
};

/** Lines with prices of many decimals, at amounts that no short price gives; and of packages, periods and free units. */
function fees(category: TaxCategory, rate: number, isYen: boolean): FeeFacts[] {
  const common = {
    tax: { category, exemptionReason: category === 'E' ? 'Exempt under article 132' : null },
    taxesRatePercent: String(rate),
  };
  return [
    feeFacts({
      ...{ ...common, id: 'usage', units: '12345.678', preciseUnitAmount: '0.000838790010561' },
      ...{ amountCents: isYen ? 10n : 1_036n, preciseCouponsAmountCents: '33.33333' },
    }),
    feeFacts({
      ...{
        ...common,
        id: 'package',
        units: '7',
        preciseUnitAmount: '7.142857142857143',
        amountCents: 5_000n,
      },
      ...{
        preciseCouponsAmountCents: '33.33333',
        fromAt: null,
        toAt: null,
        invoiceDisplayName: 'Packages & <more>',
      },
    }),
    feeFacts({ ...common, id: 'free', units: '0', preciseUnitAmount: '0', amountCents: 0n }),
  ];
}

interface Sample {
  readonly of: keyof typeof ISSUERS;
  readonly category?: TaxCategory;
  readonly currency?: string;
  readonly kind?: 'credit' | 'credit_note' | 'invoice' | 'mixed' | 'self_billed' | 'self_billed_note';
  readonly prepaidCents?: bigint;
  readonly buyer?: RecipientFacts;
  readonly account?: PayeeAccount;
}

function sample({
  of,
  category = 'S',
  currency = 'EUR',
  kind = 'invoice',
  prepaidCents = 0n,
  buyer,
  account,
}: Sample): SampleDocument {
  const [issuer, locale] = ISSUERS[of];
  const rate = category !== 'S' || kind === 'credit' ? 0 : 25;
  const isYen = currency === 'JPY';
  const selfBilled = kind === 'self_billed' || kind === 'self_billed_note';
  const isAbroad = category === 'G' || category === 'O';
  // Codes of exports and of supplies within the EU are of the seller, who is the customer of a self-billed document.
  const recipient = buyer ?? buyerOf(issuer, isAbroad);
  const ofCategory = fees(category, rate, isYen);
  const billed =
    kind === 'mixed'
      ? [...ofCategory, ...fees('Z', 0, isYen), ...fees('O', 0, isYen), ...fees('E', 0, isYen)]
      : ofCategory;
  const topUp =
    kind === 'credit' ? billed.map((fee) => ({ ...fee, feeType: 'credit' as const, tax: null })) : billed;
  const feesAmountCents = billed.reduce((total, { amountCents }) => total + amountCents, 0n);
  const coupons = new Big('66.66666').times(billed.length / 3);
  const couponsAmountCents = BigInt(coupons.round(0).toFixed());
  const taxed = new Big(ofCategory.reduce((total, { amountCents }) => total + amountCents, 0n)).minus(
    '66.66666',
  );
  const taxesAmountCents = kind === 'credit' ? 0n : BigInt(taxed.times(rate).div(100).round(0).toFixed());
  const net = feesAmountCents - couponsAmountCents;
  const total = net + taxesAmountCents;
  const name = [
    of,
    category,
    currency,
    kind,
    ...(prepaidCents === 0n ? [] : ['prepaid']),
    ...accountName(account),
  ]
    .join(' ')
    .replaceAll(' ', '-');
  const invoice = invoiceFacts({
    ...{ issuer, recipient, locale, fees: topUp, account: account ?? null },
    invoice: {
      ...{ currency, selfBilled, feesAmountCents, couponsAmountCents, taxesAmountCents },
      invoiceType: kind === 'credit' ? 'credit' : 'subscription',
      subTotalExcludingTaxesAmountCents: net,
      subTotalIncludingTaxesAmountCents: total,
      prepaidCreditAmountCents: prepaidCents,
      totalAmountCents: total - prepaidCents,
    },
    taxes: [],
  });
  if (kind !== 'credit_note' && kind !== 'self_billed_note') return { name, facts: invoice };
  const { timezone, finalizedAt, isDraft, isTest } = invoice;
  const note: CreditNoteFacts = {
    documentType: 'credit_note',
    ...{ locale, timezone, finalizedAt, isDraft, isTest, issuer, recipient },
    note: {
      ...{
        number: 'NOR-014-003-CN001',
        currency,
        issuingDate: '2026-06-05',
        reason: 'other',
        description: null,
      },
      ...{ couponsAdjustmentAmountCents: couponsAmountCents, subTotalExcludingTaxesAmountCents: net },
      ...{ taxesAmountCents, totalAmountCents: total },
      ...{ creditAmountCents: total - 1n, refundAmountCents: 1n, offsetAmountCents: 0n },
    },
    invoice: { number: 'NOR-014-003', issuingDate: '2026-06-01', purchaseOrderNumber: 'PO 7', selfBilled },
    items: billed.map((fee) => ({
      amountCents: fee.amountCents,
      preciseAmountCents: String(fee.amountCents),
      fee,
    })),
    taxes: [],
  };
  return { name, facts: note };
}

function accountName(account: PayeeAccount | undefined): string[] {
  if (account === undefined) return [];
  return [account.iban === null ? 'to-a-local-account' : 'to-an-IBAN'];
}

function buyerOf({ address: { country } }: IssuerDetails, isAbroad: boolean): RecipientFacts {
  if (isAbroad) return AMERICAN;
  if (country === 'FR') return { ...RECIPIENT, ...DE_BUYER };
  // A seller in self-billed documents.
  return { ...RECIPIENT, phone: '+33 2 12345678' };
}

const DE_BUYER = {
  phone: '+49 431 1234',
  name: 'Blauwal GmbH',
  address: { addressLine1: 'Hafen 1', city: 'Kiel', zipcode: '24103', country: 'DE' },
  taxIdentificationNumber: 'DE129273398',
};

/** At least 60 documents of all kinds, categories, decimals and languages. */
export function sampleDocuments(): SampleDocument[] {
  const main = ['DE', 'FR', 'BE', 'NL'] as const;
  const german: RecipientFacts = { ...RECIPIENT, ...DE_BUYER };
  const dutch: RecipientFacts = {
    ...{ ...RECIPIENT, legalNumber: '87654321', taxIdentificationNumber: 'NL002230884B01' },
    address: { addressLine1: 'Dam 2', city: 'Amsterdam', zipcode: '1012 JS', country: 'NL' },
  };
  const danish: RecipientFacts = {
    ...{ ...RECIPIENT, legalNumber: '13585628', taxIdentificationNumber: 'DK13585628' },
    address: { addressLine1: 'Havnen 1', city: 'Aarhus', zipcode: '8000', country: 'DK' },
    identifiers: [{ scheme: '0184', value: '13585628' }],
  };
  return [
    ...main.flatMap((of) => TAX_CATEGORIES.map((category) => sample({ of, category }))),
    ...main.flatMap((of) => TAX_CATEGORIES.map((category) => sample({ of, category, kind: 'credit_note' }))),
    ...main.map((of) => sample({ of, currency: 'JPY' })),
    ...main.map((of) => sample({ of, currency: 'JPY', kind: 'credit_note', category: 'K' })),
    ...main.map((of) => sample({ of, kind: 'self_billed' })),
    ...main.map((of) => sample({ of, kind: 'self_billed_note' })),
    ...main.map((of) => sample({ of, kind: 'credit' })),
    ...main.map((of) => sample({ of, kind: 'mixed' })),
    ...main.map((of) => sample({ of, prepaidCents: 1_234n })),
    ...(['AT', 'IT', 'ES', 'SE', 'DE by Peppol'] as const).flatMap((of) => [
      sample({ of }),
      sample({ of, category: 'AE', kind: 'credit_note' }),
      sample({ of, kind: 'self_billed_note' }),
    ]),
    ...(['DE', 'FR', 'BE', 'NL', 'SE', 'IT', 'DE by Peppol'] as const).flatMap((of) =>
      [ACCOUNT, LOCAL_ACCOUNT].map((account) => sample({ of, account })),
    ),
    sample({ of: 'NL', kind: 'self_billed', account: ACCOUNT }),
    { ...sample({ of: 'DE', buyer: german }), name: 'DE-to-DE' },
    { ...sample({ of: 'DE by Peppol', buyer: german }), name: 'DE-by-Peppol-to-DE' },
    { ...sample({ of: 'NL', buyer: dutch }), name: 'NL-to-NL' },
    { ...sample({ of: 'NL', buyer: dutch, account: LOCAL_ACCOUNT }), name: 'NL-to-NL-to-a-local-account' },
    { ...sample({ of: 'DK', buyer: danish }), name: 'DK-to-DK' },
    { ...sample({ of: 'DK', buyer: danish, account: ACCOUNT }), name: 'DK-to-DK-to-an-IBAN' },
    { ...sample({ of: 'DK', buyer: danish, account: LOCAL_ACCOUNT }), name: 'DK-to-DK-to-a-local-account' },
    sample({ of: 'DK', account: LOCAL_ACCOUNT }),
  ];
}
