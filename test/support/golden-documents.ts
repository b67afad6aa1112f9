// Twelve documents of all kinds, in several languages, scripts and sizes of paper, whose looks test/golden-documents.test.ts compares.
import type {
  CreditNoteFacts,
  DocumentFacts,
  FeeFacts,
  PaymentReceiptFacts,
} from '../../src/modules/documents/facts/document-facts.js';
import type { IssuerDetails } from '../../src/modules/documents/facts/issuer-details.js';
import { ACCOUNT, feeFacts, invoiceFacts, ISSUER, RECIPIENT } from './document-facts.js';

export interface GoldenDocument {
  readonly name: string;
  readonly facts: DocumentFacts;
  /** True for the copy that is marked as paid. */
  readonly isPaidCopy?: boolean;
}

/** A square of one color. */
const LOGO = {
  contentType: 'image/png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
} as const;
const COLORED: IssuerDetails = {
  ...ISSUER,
  ...{
    logo: LOGO,
    color: '#0f766e',
    footer: 'Northwind GmbH · IBAN DE02 1203 0000 0000 2020 51 · HRB 123456 B',
  },
};
const MAY = { from: new Date('2026-05-01T00:00:00Z'), to: new Date('2026-06-01T00:00:00Z') };
const SCALE = { id: 'scale', name: 'Production', planName: 'Scale', ...MAY };
const BASIC = { id: 'basic', name: null, planName: 'Basic', ...MAY };

const TIER = { per_unit_amount: '0.03', flat_unit_amount: '0.0', per_unit_total_amount: '30.0' };
const GRADUATED = {
  graduated_ranges: [
    { ...TIER, from_value: 0, to_value: 1_000, units: '1000.0', total_with_flat_amount: '30.0' },
    {
      ...{ ...TIER, from_value: 1_001, to_value: null, units: '250.0', per_unit_total_amount: '7.5' },
      ...{ flat_unit_amount: '5.0', total_with_flat_amount: '12.5' },
    },
  ],
};
const PACKAGES = {
  free_units: '500.0',
  paid_units: '4500.0',
  per_package_size: 1_000,
  per_package_unit_amount: '2.5',
};

const line = (id: string, cents: bigint, over: Partial<FeeFacts> = {}) =>
  feeFacts({ id, amountCents: cents, units: '1', preciseUnitAmount: String(Number(cents) / 100), ...over });

const SUBSCRIBED = [
  line('plan', 9_900n, { feeType: 'subscription', subscriptionId: 'scale', invoiceDisplayName: 'Scale' }),
  line('tokens', 4_250n, {
    ...{ subscriptionId: 'scale', invoiceDisplayName: 'Tokens', filterDisplayName: 'Large model' },
    ...{ units: '1250', amountDetails: GRADUATED, groupedBy: { region: 'eu-west-1' } },
  }),
  line('exports', 1_250n, {
    ...{ subscriptionId: 'scale', invoiceDisplayName: 'Exports', units: '5000', amountDetails: PACKAGES },
  }),
  line('minimum', 750n, { subscriptionId: 'scale', trueUpParentFeeId: 'exports' }),
  line('seats', 6_000n, {
    ...{ subscriptionId: 'basic', invoiceDisplayName: 'Seats', units: '12', preciseUnitAmount: '5' },
  }),
];
const NET = 22_150n;

function subscribed(over: Parameters<typeof invoiceFacts>[0] = {}): DocumentFacts {
  return invoiceFacts({
    fees: SUBSCRIBED,
    subscriptions: [SCALE, BASIC],
    taxes: [tax('VAT', '20', 4_030n, 20_150n)],
    credits: [{ itemType: 'coupon', itemName: 'Spring', amountCents: 2_000n }],
    ...over,
    invoice: {
      ...{ feesAmountCents: NET, couponsAmountCents: 2_000n, subTotalExcludingTaxesAmountCents: 20_150n },
      ...{ taxesAmountCents: 4_030n, subTotalIncludingTaxesAmountCents: 24_180n, totalAmountCents: 24_180n },
      ...over.invoice,
    },
  });
}

const tax = (taxName: string, taxRatePercent: string, amountCents: bigint, feesAmountCents: bigint) => ({
  ...{ taxCode: 'vat', taxName, taxRatePercent, amountCents, feesAmountCents },
});

function oneOff(name: string, over: Parameters<typeof invoiceFacts>[0] = {}): DocumentFacts {
  const fees = [
    line('workshop', 1_000n, {
      feeType: 'add_on',
      invoiceDisplayName: name,
      itemDescription: name,
      fromAt: null,
      toAt: null,
    }),
  ];
  return invoiceFacts({ fees, ...over });
}

const named = (name: string, city: string, country: string) => ({
  ...{ ...RECIPIENT, name, email: null, legalNumber: null, taxIdentificationNumber: null },
  address: { addressLine1: city, city, zipcode: '10001', country },
});

const { timezone, finalizedAt, isDraft } = invoiceFacts();
const COMMON = { timezone, finalizedAt, isDraft, isTest: false, issuer: COLORED, recipient: RECIPIENT };

const NOTE: CreditNoteFacts = {
  ...{ ...COMMON, documentType: 'credit_note', locale: 'fr' },
  note: {
    ...{ number: 'NOR-014-003-CN001', currency: 'EUR', issuingDate: '2026-06-05', reason: 'order_change' },
    ...{
      description: 'Deux sièges de moins',
      couponsAdjustmentAmountCents: 50n,
      subTotalExcludingTaxesAmountCents: 950n,
    },
    ...{ taxesAmountCents: 190n, totalAmountCents: 1_140n },
    ...{ creditAmountCents: 640n, refundAmountCents: 500n, offsetAmountCents: 0n },
  },
  invoice: {
    number: 'NOR-014-003',
    issuingDate: '2026-06-01',
    purchaseOrderNumber: 'PO 7',
    selfBilled: false,
  },
  items: [
    {
      amountCents: 1_000n,
      preciseAmountCents: '1000',
      fee: line('seats', 1_000n, { invoiceDisplayName: 'Sièges' }),
    },
  ],
  taxes: [{ taxCode: 'vat', taxName: 'TVA', taxRatePercent: '20', amountCents: 190n, baseAmountCents: 950n }],
};

const RECEIPT: PaymentReceiptFacts = {
  ...{ ...COMMON, documentType: 'payment_receipt', locale: 'sv' },
  receipt: { number: 'NOR-014-RCPT-000017', remainingDueCents: 500n },
  payment: { amountCents: 123_456n, currency: 'SEK', paymentType: 'manual', reference: 'Bankgiro 5050-1055' },
  paidOn: '2026-06-09',
  invoices: [
    { number: 'NOR-014-003', totalAmountCents: 100_000n },
    { number: 'NOR-014-004', totalAmountCents: 23_956n },
  ],
};

const AMERICAN: IssuerDetails = {
  ...{
    ...COLORED,
    name: 'Hooli Inc.',
    color: '#7c3aed',
    legalNumber: null,
    taxIdentificationNumber: '12-3456789',
  },
  address: { addressLine1: '1 Main St', city: 'Palo Alto', zipcode: '94301', state: 'CA', country: 'US' },
};

export const GOLDEN_DOCUMENTS: readonly GoldenDocument[] = [
  { name: 'subscription-en', facts: subscribed({ issuer: COLORED, account: ACCOUNT }) },
  {
    name: 'letter-en',
    facts: oneOff('Onboarding', {
      ...{ issuer: AMERICAN, recipient: named('Pied Piper LLC', 'Palo Alto', 'US') },
      invoice: { currency: 'USD', purchaseOrderNumber: 'PO-2026-77', netPaymentTermDays: 0 },
    }),
  },
  {
    name: 'long-e-invoice-de',
    facts: subscribed({
      ...{ locale: 'de', issuer: { ...COLORED, einvoicing: true }, subscriptions: [] },
      fees: Array.from({ length: 45 }, (_, index) =>
        line(String(index), 500n, { invoiceDisplayName: `Position ${index}` }),
      ),
    }),
  },
  {
    name: 'arabic-en',
    facts: oneOff('ورشة عمل Acme 2026', { recipient: named('شركة النور للتجارة', 'الرياض', 'SA') }),
  },
  {
    name: 'japanese-en',
    facts: oneOff('導入支援', {
      ...{ locale: 'ja', recipient: named('株式会社サンプル 千代田支店', '東京都千代田区', 'JP') },
      ...{ invoice: { currency: 'JPY' }, taxes: [tax('消費税', '20', 200n, 1_000n)] },
    }),
  },
  {
    name: 'chinese-zh-TW',
    facts: subscribed({
      locale: 'zh-TW',
      recipient: named('藍鯨股份有限公司', '臺北市信義區', 'TW'),
      invoice: { currency: 'TWD' },
    }),
  },
  {
    name: 'scripts-en',
    facts: oneOff('Acme حساب 株式会社 हिन्दी ไทย שלום 🎉 \u{13000} \u202e100', {
      recipient: named('한글 주식회사 บริษัทตัวอย่าง हिन्दी लिमिटेड', 'חברת Acme בע״מ', 'KR'),
    }),
  },
  { name: 'credit-note-fr', facts: NOTE },
  { name: 'receipt-sv', facts: RECEIPT },
  {
    name: 'simulated-es',
    facts: subscribed({
      ...{ locale: 'es', isTest: true },
      thresholds: [{ subscriptionId: 'scale', amountCents: 15_000n, lifetimeUsageAmountCents: 16_150n }],
      invoice: { number: 'TEST-NOR-014-003' },
    }),
  },
  {
    name: 'self-billed-pt-BR',
    facts: oneOff('Consultoria', {
      ...{ locale: 'pt-BR', taxes: [tax('ISS', '0', 0n, 1_000n)] },
      fees: [
        line('fee', 1_000n, {
          invoiceDisplayName: 'Consultoria',
          taxesRatePercent: '0',
          tax: { category: 'AE', exemptionReason: null },
        }),
      ],
      invoice: {
        ...{ currency: 'BRL', selfBilled: true, taxesAmountCents: 0n },
        ...{ subTotalIncludingTaxesAmountCents: 1_000n, totalAmountCents: 1_000n },
      },
    }),
  },
  {
    name: 'paid-copy-nb',
    facts: subscribed({
      ...{ locale: 'nb', issuer: COLORED },
      invoice: {
        currency: 'NOK',
        prepaidCreditAmountCents: 10_000n,
        creditNotesAmountCents: 1_140n,
        totalAmountCents: 13_040n,
      },
    }),
    isPaidCopy: true,
  },
];
