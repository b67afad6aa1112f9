// Documents made at random, for the official validator: whatever lacks nothing is to be a valid e-invoice.
import { creditNoteAmounts } from '../../src/core/credit-notes/credit-note-amounts.js';
import { Big, sum } from '../../src/core/money/decimal.js';
import { invoiceTotals } from '../../src/core/invoicing/invoice-totals.js';
import { currencyDecimals } from '../../src/core/money/money.js';
import { spread } from '../../src/core/money/spread.js';
import type { TaxCategory } from '../../src/core/taxes/tax-categories.js';
import { prepared } from '../../src/modules/documents/composing/e-invoice-parties.js';
import type {
  CreditNoteFacts,
  FeeFacts,
  InvoiceFacts,
  RecipientFacts,
} from '../../src/modules/documents/facts/document-facts.js';
import type { IssuerDetails } from '../../src/modules/documents/facts/issuer-details.js';
import { ACCOUNT, feeFacts, invoiceFacts, ISSUER, LOCAL_ACCOUNT, RECIPIENT } from './document-facts.js';
import type { SampleDocument } from './e-invoices.js';
import { fc } from './property.js';

const EU =
  'DE DE DE FR FR AT BE BG CY CZ DE DK EE ES FI FR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const ABROAD = 'AE AU BR CH CN GB GR IL IS JP MC NO SG TR US'.split(' ');
const LOCALES = ['de', 'en', 'es', 'fr', 'it', 'nb', 'pt-BR', 'sv', 'zh-TW'];
const CURRENCIES = ['EUR', 'EUR', 'USD', 'JPY', 'KRW', 'SEK', 'HUF', 'CLP'];
/** As the texts of callers may be: markup, controls, other scripts, nothing but spaces. */
const TEXTS = [
  ...[
    'Müller & Söhne <GmbH>',
    ']]>"\'',
    'a\u0001\u001bb',
    '\u202eabc\u2066',
    'שלום 한국 中文',
    '👩‍👩‍👧‍👦',
    '\ufffe\uffffx',
  ],
  ...[' ', '\u00a0', '\u200b', '\t\n', '\u0007', 'W'.repeat(255), ' around '],
];

const text = fc.constantFrom('Nord', 'Torstraße 12', ...TEXTS);
const anyOrNone = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });

function numbersOf(country: string): fc.Arbitrary<{ vat: string | null; legal: string | null }> {
  const known: Readonly<Record<string, readonly [vat: string, legal: string]>> = {
    BE: ['BE0203201340', '0203201340'],
    DK: ['DK13585628', '13585628'],
    IT: ['IT12345670017', '12345670017'],
    IS: ['IS123456', '550287-3329'],
    NL: ['NL123456789B01', '12345678'],
    NO: ['NO923829644MVA', '923829644'],
    SE: ['SE556036079301', '556036-0793'],
  };
  const [vat, legal] = known[country] ?? [`${country} 123-456.789`, 'HRB 123456'];
  return fc.record({
    vat: fc.constantFrom(vat, vat, vat, vat, '12/345/6789', `${country}12`, ' ', null),
    legal: fc.constantFrom(legal, legal, legal, ' ', null),
  });
}

const identifiers = fc.subarray(
  [
    { scheme: '0088', value: '4006381333931' },
    { scheme: '0208', value: '0203201340' },
    { scheme: '0204', value: '991-12345-67' },
    { scheme: '9930', value: 'DE123456789' },
    { scheme: 'EM', value: 'bills@example.org' },
  ],
  { maxLength: 2 },
);

const party = (countries: readonly string[]) =>
  fc.constantFrom(...countries).chain((country) =>
    fc.record({
      name: fc.oneof({ arbitrary: fc.constant('Blue Whale'), weight: 4 }, { arbitrary: text, weight: 1 }),
      address: fc.record({
        addressLine1: anyOrNone(text),
        addressLine2: anyOrNone(text),
        city: anyOrNone(text),
        zipcode: anyOrNone(fc.constantFrom('24103', '1012 JS', ' ')),
        state: anyOrNone(text),
        country: fc.constant(country),
      }),
      email: fc.constantFrom('ap@example.org', 'a@example.org, b@example.org', null),
      phone: fc.constantFrom('+49 431 1234', '12', ' ', null),
      numbers: numbersOf(country),
      identifiers,
    }),
  );

interface RandomTax {
  readonly id: string;
  readonly category: TaxCategory;
  readonly ratePercent: Big;
}

const tax = fc.oneof(
  fc.constantFrom('25', '20', '19', '7', '5.5', '8.125', '0.5', '27', '12', '6').map((rate) => ({
    ...{ id: rate, category: 'S' as const, ratePercent: new Big(rate) },
  })),
  fc
    .constantFrom<TaxCategory>('Z', 'E', 'AE', 'K', 'G', 'O')
    .map((category) => ({ id: category, category, ratePercent: new Big(0) })),
);

const fee = (taxes: readonly RandomTax[]) =>
  fc.record({
    amountCents: fc.oneof(fc.bigInt(0n, 3n), fc.bigInt(0n, 100_000n), fc.constant(999_999_999_999n)),
    units: fc
      .constantFrom('0', '1', '3', '7', '12345.678', '0.000000000000001', '1e15')
      .map((units) => new Big(units).toFixed()),
    /** Where units times price is the amount, the price; else that of a package. */
    price: fc.constantFrom(null, '7.142857142857143', '0.000838790010561', '0'),
    tax: anyOrNone(fc.constantFrom(...taxes)),
    name: fc.oneof({ arbitrary: fc.constant('API calls'), weight: 3 }, { arbitrary: text, weight: 1 }),
    group: fc.option(text, { nil: null, freq: 1 }),
    days: fc.constantFrom(null, 0, 1, 31),
    reason: fc.constantFrom('Exempt under article 132', ' ', null),
    creditedPercent: fc.constantFrom(0, 33, 100),
  });

const documents = fc
  .uniqueArray(tax, { minLength: 1, maxLength: 3, selector: ({ id }) => id })
  .chain((taxes) =>
    fc.record({
      issuer: party(EU),
      recipient: party([...EU, ...ABROAD]),
      locale: fc.constantFrom(...LOCALES),
      timezone: fc.constantFrom('UTC', 'Pacific/Apia', 'America/New_York'),
      currency: fc.constantFrom(...CURRENCIES),
      isPeppol: fc.boolean(),
      kind: fc.constantFrom('invoice', 'invoice', 'credit', 'credit_note', 'self_billed', 'self_billed_note'),
      fees: fc.array(fee(taxes), { minLength: 1, maxLength: 6 }),
      progressivePercent: fc.constantFrom(0, 0, 17, 100),
      couponPercent: fc.constantFrom(0, 0, 33, 99, 100),
      creditNotesPercent: fc.constantFrom(0, 0, 50),
      prepaidPercent: fc.constantFrom(0, 0, 33, 100),
      order: anyOrNone(text),
      reference: anyOrNone(text),
      termDays: fc.constantFrom(0, 1, 30),
      isTest: fc.boolean(),
      account: fc.constantFrom(null, ACCOUNT, { ...ACCOUNT, bic: null }, LOCAL_ACCOUNT),
      holder: text,
    }),
  );

type Drawn = typeof documents extends fc.Arbitrary<infer Each> ? Each : never;

/** @returns as many documents that lack nothing, the same for a seed. */
export function randomDocuments(count: number, seed: number): SampleDocument[] {
  const drawn = fc.sample(documents, { numRuns: 6 * count, seed });
  return drawn
    .map((each, index) => documentOf(each, `random-${String(index)}`))
    .filter(({ facts }) => prepared(facts, null).problems?.length === 0)
    .slice(0, count);
}

function documentOf(drawn: Drawn, name: string): SampleDocument {
  const { kind, currency, issuer, recipient, locale, timezone, isTest } = drawn;
  const isCredit = kind === 'credit';
  const selfBilled = kind === 'self_billed' || kind === 'self_billed_note';
  const taxesOf = (each: Drawn['fees'][number]) => (each.tax === null || isCredit ? [] : [each.tax]);
  const percent = (cents: bigint, part: number) => (cents * BigInt(part)) / 100n;
  const { totals, feeShares } = invoiceTotals(
    drawn.fees.map((each) => ({ amountCents: each.amountCents, taxes: taxesOf(each) })),
    {
      progressiveBillingCredit: (left, fees) => deducted(percent(left, drawn.progressivePercent), fees),
      coupons: (left, fees) => deducted(percent(left, drawn.couponPercent), fees),
      creditNotes: (left) => [{ amountCents: percent(left, drawn.creditNotesPercent) }],
    },
  );
  const prepaid = percent(totals.totalAmountCents, drawn.prepaidPercent);
  const fees = drawn.fees.map((each, index) =>
    feeOf(each, { index, currency, isCredit, share: feeShares[index] ?? new Big(0) }),
  );
  const invoice: InvoiceFacts = invoiceFacts({
    ...{ locale, timezone, isTest, fees, issuer: issuerOf(issuer, drawn.isPeppol) },
    recipient: recipientOf(recipient, drawn.reference),
    account: drawn.account && { ...drawn.account, holder: drawn.holder },
    invoice: {
      ...{
        ...totals,
        currency,
        selfBilled,
        purchaseOrderNumber: drawn.order,
        netPaymentTermDays: drawn.termDays,
      },
      invoiceType: isCredit ? 'credit' : 'subscription',
      taxesAmountCents: totals.taxes.taxesAmountCents,
      prepaidCreditAmountCents: prepaid,
      totalAmountCents: totals.totalAmountCents - prepaid,
    },
    taxes: [],
  });
  const named = `${name}-${kind}`;
  if (kind !== 'credit_note' && kind !== 'self_billed_note') return { name: named, facts: invoice };
  const items = drawn.fees.map(({ amountCents, creditedPercent }, index) => ({
    amountCents: percent(amountCents, creditedPercent),
    fee: fees[index] ?? feeFacts(),
    taxes: taxesOf(drawn.fees[index] ?? ({ tax: null } as Drawn['fees'][number])),
  }));
  const amounts = creditNoteAmounts(
    items.map(({ amountCents, fee: { amountCents: whole, preciseCouponsAmountCents }, taxes }) => ({
      fee: { amountCents: whole, preciseCouponsAmountCents: new Big(preciseCouponsAmountCents) },
      taxes: taxes.map((tax) => ({ tax, provided: null })),
      creditedCents: new Big(amountCents),
    })),
  );
  const { totalAmountCents } = amounts;
  const facts: CreditNoteFacts = {
    documentType: 'credit_note',
    ...{ locale, timezone, isTest, finalizedAt: invoice.finalizedAt, isDraft: false },
    ...{ issuer: invoice.issuer, recipient: invoice.recipient },
    note: {
      ...{
        number: 'NOR-014-003-CN001',
        currency,
        issuingDate: '2026-06-05',
        reason: 'other',
        description: null,
      },
      ...amounts,
      ...{ creditAmountCents: totalAmountCents, refundAmountCents: 0n, offsetAmountCents: 0n },
    },
    invoice: { ...invoice.invoice },
    items: items.map(({ amountCents, fee: credited }) => ({
      ...{ amountCents, preciseAmountCents: String(amountCents), fee: credited },
    })),
    taxes: [],
  };
  return { name: named, facts };
}

function deducted(
  amountCents: bigint,
  fees: readonly { amountCents: bigint; preciseCouponsAmountCents: Big }[],
) {
  const weights = fees.map((each) => new Big(each.amountCents).minus(each.preciseCouponsAmountCents));
  const most = BigInt(sum(weights).round(0, Big.roundDown).toFixed());
  const taken = amountCents < most ? amountCents : most;
  return { parts: [{ amountCents: taken }], feeShares: spread(new Big(taken), weights, 5) };
}

interface FeeOptions {
  readonly index: number;
  readonly currency: string;
  readonly isCredit: boolean;
  readonly share: Big;
}

function feeOf(
  { amountCents, units, price, tax: taxed, name, group, days, reason }: Drawn['fees'][number],
  { index, currency, isCredit, share }: FeeOptions,
): FeeFacts {
  const exact = new Big(units).eq(0)
    ? new Big(0)
    : new Big(amountCents)
        .div(new Big(10).pow(currencyDecimals(currency)))
        .div(units)
        .round(15);
  const fromAt = days === null ? null : new Date('2026-05-01T00:00:00Z');
  return feeFacts({
    ...{ id: `fee-${String(index)}`, feeType: isCredit ? 'credit' : 'charge', amountCents, units },
    preciseUnitAmount: price ?? exact.toFixed(),
    invoiceDisplayName: name,
    groupedBy: { region: group },
    fromAt,
    toAt: days === null || fromAt === null ? null : new Date(fromAt.getTime() + days * 86_400_000),
    preciseCouponsAmountCents: share.toFixed(),
    taxesRatePercent: isCredit ? '0' : (taxed?.ratePercent.toFixed() ?? '0'),
    tax: taxed === null || isCredit ? null : { category: taxed.category, exemptionReason: reason },
  });
}

function issuerOf({ numbers, ...drawn }: Drawn['issuer'], isPeppol: boolean): IssuerDetails {
  return {
    ...{ ...ISSUER, ...drawn, einvoicing: true },
    ...{ taxIdentificationNumber: numbers.vat, legalNumber: numbers.legal },
    einvoicingProfile: isPeppol ? 'peppol_bis_3' : null,
  };
}

function recipientOf(
  { numbers, ...drawn }: Drawn['recipient'],
  buyerReference: string | null,
): RecipientFacts {
  return {
    ...{ ...RECIPIENT, ...drawn, buyerReference },
    ...{ taxIdentificationNumber: numbers.vat, legalNumber: numbers.legal },
  };
}
