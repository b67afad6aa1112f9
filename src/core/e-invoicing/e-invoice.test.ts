// E-invoices: documents-and-emails.md §3, §7 C.
import { describe, expect, test } from '@jest/globals';
import { fc, tries } from '../../../test/support/property.js';
import { Big, sum } from '../money/decimal.js';
import { spread } from '../money/spread.js';
import type { TaxCategory } from '../taxes/tax-categories.js';
import { writeCii } from './cii.js';
import {
  compatibleLines,
  type EInvoice,
  type EInvoiceLine,
  periodOfLines,
  taxSubTotals,
} from './e-invoice.js';
import { linePrice } from './prices.js';
import { writeUbl } from './ubl.js';

const PARTY = {
  name: 'Nordlicht SAS',
  addressLine1: '1 rue du Port',
  addressLine2: null,
  city: 'Nantes',
  zipcode: '44000',
  state: null,
  country: 'FR',
  taxIdentificationNumber: 'FR12345678901',
  legalNumber: '123456789',
  email: 'ap@nordlicht.example',
  phone: null,
  identifiers: [],
};

const line = (
  amountCents: bigint,
  rate: number,
  allowance: string,
  over: Partial<EInvoiceLine> = {},
): EInvoiceLine => ({
  name: 'API calls',
  units: new Big(1),
  unitPrice: new Big(amountCents).div(100),
  amountCents,
  allowanceCents: new Big(allowance),
  tax: { category: rate > 0 ? 'S' : 'Z', ratePercent: new Big(rate), reason: null },
  period: null,
  ...over,
});

const OUTSIDE_TAX = { category: 'O', ratePercent: new Big(0), reason: null } as const;

/** The example of documents-and-emails.md §7 C. */
const EXAMPLE: EInvoice = {
  profile: 'en_16931',
  isSelfBilled: false,
  typeCode: '380',
  number: 'NOR-014-003',
  issuedOn: '2026-06-01',
  dueOn: '2026-07-01',
  paymentTerms: 'Payment term: 30 days',
  currency: 'EUR',
  purchaseOrderNumber: 'PO 7',
  note: null,
  buyerReference: 'PO 7',
  precedingInvoice: null,
  payee: null,
  seller: PARTY,
  buyer: { ...PARTY, name: 'Blue & Whale <Ltd>', country: 'GB', taxIdentificationNumber: null },
  lines: [line(10_000n, 20, '1000'), line(5_000n, 0, '500')],
  totals: {
    linesCents: 15_000n,
    allowancesCents: 1_500n,
    taxesCents: 1_800n,
    prepaidCents: 0n,
    payableCents: 15_300n,
  },
};

const shown = (document: Pick<EInvoice, 'lines' | 'totals'>) =>
  taxSubTotals(document).map(({ category, ratePercent, allowanceCents, taxableCents, taxCents }) =>
    [category, ratePercent, allowanceCents, taxableCents, taxCents].join(' '),
  );

const values = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<(?:cbc|ram|udt|qdt):${name}(?: [^>]*)?>([^<]*)<`, 'g'))].map(
    ([, value]) => value,
  );

/** An invoice for a top-up of prepaid credits. */
const TOP_UP: EInvoice = {
  ...EXAMPLE,
  typeCode: '386',
  lines: [line(100n, 0, '0', { tax: OUTSIDE_TAX })],
  totals: { linesCents: 100n, allowancesCents: 0n, taxesCents: 0n, prepaidCents: 0n, payableCents: 100n },
};

describe('tax sub totals', () => {
  test('tax sub totals of the example have coupons as allowances of each rate', () => {
    expect(shown(EXAMPLE)).toEqual(['S 20 1000 9000 1800', 'Z 0 500 4500 0']);
  });

  test('tax sub totals put a missing cent on the largest part', () => {
    const totals = {
      linesCents: 300n,
      allowancesCents: 100n,
      taxesCents: 20n,
      prepaidCents: 0n,
      payableCents: 220n,
    };
    const lines = [line(110n, 10, '33.33333'), line(100n, 5, '33.33333'), line(90n, 7, '33.33333')];
    expect(shown({ lines, totals })).toEqual(['S 10 34 76 13', 'S 5 33 67 3', 'S 7 33 57 4']);
  });

  test('tax sub totals of prepaid credits are not subject to tax', () => {
    const totals = {
      linesCents: 100n,
      allowancesCents: 0n,
      taxesCents: 0n,
      prepaidCents: 0n,
      payableCents: 100n,
    };
    expect(shown({ lines: [line(100n, 0, '0', { tax: OUTSIDE_TAX })], totals })).toEqual(['O 0 0 100 0']);
  });

  test('tax sub totals take a missing cent where there is room for it, and never where no tax is', () => {
    const totals = {
      linesCents: 4n,
      allowancesCents: 2n,
      taxesCents: 1n,
      prepaidCents: 0n,
      payableCents: 3n,
    };
    const lines = [line(1n, 0, '1'), line(1n, 10, '0.4'), line(1n, 20, '0.4'), line(1n, 30, '0.2')];
    expect(shown({ lines, totals })).toEqual(['Z 0 1 0 0', 'S 10 1 0 0', 'S 20 0 1 0', 'S 30 0 1 1']);
  });

  /** Fees of few cents too, with coupons as they are spread: exact shares of five decimals that add up to whole cents. */
  const billedFees = fc
    .tuple(
      fc.array(
        fc.tuple(fc.oneof(fc.bigInt(0n, 5n), fc.bigInt(0n, 10n ** 9n)), fc.constantFrom(0, 0.1, 5.5, 7, 20)),
        { minLength: 1, maxLength: 12 },
      ),
      fc.integer({ min: 0, max: 1_000 }),
    )
    .map(([fees, permille]) => {
      const linesCents = fees.reduce((total, [cents]) => total + cents, 0n);
      const allowancesCents = (linesCents * BigInt(permille)) / 1_000n;
      const weights = fees.map(([cents]) => new Big(cents));
      const shares = spread(new Big(allowancesCents), weights, 5);
      const lines = fees.map(([cents, rate], index) => line(cents, rate, shares[index]?.toFixed() ?? '0'));
      const precise = lines.map(({ amountCents, allowanceCents, tax }) =>
        new Big(amountCents).minus(allowanceCents).times(tax.ratePercent).div(100),
      );
      const taxesCents = BigInt(sum(precise).round(0).toFixed());
      return { lines, totals: { ...EXAMPLE.totals, linesCents, allowancesCents, taxesCents } };
    });

  test('tax sub totals add up to the totals of the document, and are never negative', () => {
    fc.assert(
      fc.property(billedFees, ({ lines, totals }) => {
        const parts = taxSubTotals({ lines, totals });
        const total = (member: 'allowanceCents' | 'taxableCents' | 'taxCents') =>
          parts.reduce((all, part) => all + part[member], 0n);
        expect(total('allowanceCents')).toBe(totals.allowancesCents);
        expect(total('taxableCents')).toBe(totals.linesCents - totals.allowancesCents);
        expect(total('taxCents')).toBe(totals.taxesCents);
        for (const { allowanceCents, taxableCents, taxCents, ratePercent } of parts) {
          expect(allowanceCents >= 0n && taxableCents >= 0n && taxCents >= 0n).toBe(true);
          if (ratePercent.eq(0)) expect(taxCents).toBe(0n);
        }
      }),
      tries(2_000),
    );
  });

  test('tax sub totals add up also where a tax provider rounds in another way', () => {
    fc.assert(
      fc.property(billedFees, fc.bigInt(-2n, 2n), ({ lines, totals }, roundingCents) => {
        const taxesCents = totals.taxesCents + roundingCents;
        const parts = taxSubTotals({ lines, totals: { ...totals, taxesCents } });
        expect(parts.reduce((all, { taxCents }) => all + taxCents, 0n)).toBe(taxesCents);
      }),
    );
  });
});

const taxed = (category: TaxCategory, rate: number, reason: string | null = null) => ({
  tax: { category, ratePercent: new Big(rate), reason },
});

describe('categories', () => {
  test.each([
    ['AE', 'VATEX-EU-AE'],
    ['K', 'VATEX-EU-IC'],
    ['G', 'VATEX-EU-G'],
  ] as const)('%s has its code and its text in both syntaxes', (category, code) => {
    const lines = [line(10_000n, 0, '0', taxed(category, 0, 'why')), line(5_000n, 20, '0')];
    const document = { ...EXAMPLE, lines, totals: { ...EXAMPLE.totals, allowancesCents: 0n } };
    const [ubl, cii] = [writeUbl(document), writeCii(document)];
    expect([values(ubl, 'TaxExemptionReasonCode'), values(ubl, 'TaxExemptionReason')]).toEqual([
      [code],
      ['why'],
    ]);
    expect([values(cii, 'ExemptionReasonCode'), values(cii, 'ExemptionReason')]).toEqual([[code], ['why']]);
    expect(ubl.includes('ActualDeliveryDate')).toBe(category === 'K');
    expect(cii.includes('ActualDeliverySupplyChainEvent')).toBe(category === 'K');
  });

  test('a category outside of the scope of the tax has none beside it, so it is exempt beside others', () => {
    const outside = line(100n, 0, '0', taxed('O', 0, 'outside'));
    const categoriesOf = (lines: readonly EInvoiceLine[]) =>
      compatibleLines(lines).map(({ tax }) => tax.category);
    expect(categoriesOf([outside, outside])).toEqual(['O', 'O']);
    expect(categoriesOf([outside, line(100n, 20, '0')])).toEqual(['E', 'S']);
  });

  test('several reasons of one category are one sub total', () => {
    const lines = ['first', 'second', 'first'].map((reason) => line(100n, 0, '0', taxed('E', 0, reason)));
    const totals = { ...EXAMPLE.totals, allowancesCents: 0n, taxesCents: 0n };
    expect(taxSubTotals({ lines, totals }).map(({ reason }) => reason)).toEqual(['first; second']);
  });
});

test('the document has the period from the first day of its lines to the last', () => {
  const lines = [
    line(1n, 0, '0', { period: { from: '2026-05-01', to: '2026-05-31' } }),
    line(1n, 0, '0', { period: { from: '2026-04-16', to: '2026-04-30' } }),
    line(1n, 0, '0'),
  ];
  expect(periodOfLines(lines)).toEqual({ from: '2026-04-16', to: '2026-05-31' });
  expect(periodOfLines([line(1n, 0, '0')])).toBeNull();
  expect(values(writeUbl({ ...EXAMPLE, lines }), 'StartDate')).toEqual([
    '2026-04-16',
    '2026-05-01',
    '2026-04-16',
  ]);
});

describe('prices', () => {
  const shownPrice = (units: string, unitPrice: string, amountCents: bigint, currency = 'EUR') => {
    const { quantity, price, baseQuantity } = linePrice(
      { units: new Big(units), unitPrice: new Big(unitPrice), amountCents },
      currency,
    );
    return [quantity, price, baseQuantity].map((value) => value.toFixed());
  };

  test.each([
    ['a price as it is', '3', '12.5', 3_750n, ['3', '12.5', '1']],
    ['a tiny price', '12345.678', '0.000838790010561', 1_036n, ['12345.678', '0.8388', '1000']],
    ['a price of few decimals', '1000000', '0.000042', 4_200n, ['1000000', '0.042', '1000']],
    ['a price that does not end', '3', '3.333333333333333', 1_000n, ['3', '3.3333', '1']],
    ['an amount beside the price', '7', '1', 950n, ['1', '9.5', '1']],
    ['a fee without units', '0', '0', 500n, ['1', '5', '1']],
  ])('a price of %s: %s at %s', (_what, units, unitPrice, cents, expected) => {
    expect(shownPrice(units, unitPrice, cents)).toEqual(expected);
  });

  test('prices times the quantity are the amount, of whatever price and quantity', () => {
    const decimal = (places: number) =>
      fc.bigInt(0n, 10n ** 12n).map((digits) => new Big(digits).div(new Big(10).pow(places)));
    fc.assert(
      fc.property(decimal(3), decimal(15), fc.constantFrom('EUR', 'JPY'), (units, unitPrice, currency) => {
        const minor = currency === 'JPY' ? 1 : 100;
        const cents = (value: Big) => BigInt(value.times(minor).round(0).toFixed());
        const amountCents = cents(units.times(unitPrice));
        const { quantity, price, baseQuantity } = linePrice({ units, unitPrice, amountCents }, currency);
        expect(cents(quantity.times(price).div(baseQuantity))).toBe(amountCents);
      }),
    );
  });
});

describe('the means of payment', () => {
  const IBAN = { number: 'DE89370400440532013000', isIban: true, holder: 'Us & Co', bank: 'COBADEFF' };
  const LOCAL = { ...IBAN, number: '0001', isIban: false, bank: '0210' };
  const between = (seller: string, buyer: string, payee: EInvoice['payee']): EInvoice => ({
    ...EXAMPLE,
    ...{ payee, seller: { ...PARTY, country: seller }, buyer: { ...PARTY, country: buyer } },
  });

  test.each<[string, string, string, EInvoice['payee']]>([
    ['58', 'DE', 'FR', IBAN],
    ['58', 'NL', 'NL', IBAN],
    ['58', 'DK', 'DK', IBAN],
    ['30', 'SE', 'FR', LOCAL],
    ['30', 'NL', 'NL', LOCAL],
    ['30', 'DK', 'FR', LOCAL],
    ['42', 'DK', 'DK', LOCAL],
    ['1', 'DE', 'FR', null],
    ['57', 'NL', 'NL', null],
  ])(
    'the means of payment have the code %s from %s to %s to the account %j, in both syntaxes',
    (code, seller, buyer, payee) => {
      const document = between(seller, buyer, payee);
      expect(values(writeUbl(document), 'PaymentMeansCode')).toEqual([code]);
      expect(writeCii(document)).toContain(
        `<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>${code}</ram:TypeCode>`,
      );
    },
  );

  test('the means of payment name the account, its bank and the number of the invoice', () => {
    const [ubl, cii] = [writeUbl(between('DE', 'FR', IBAN)), writeCii(between('DE', 'FR', IBAN))];
    expect(ubl).toContain(
      '<cbc:PaymentID>NOR-014-003</cbc:PaymentID><cac:PayeeFinancialAccount><cbc:ID>DE89370400440532013000</cbc:ID>' +
        '<cbc:Name>Us &amp; Co</cbc:Name><cac:FinancialInstitutionBranch><cbc:ID>COBADEFF</cbc:ID>',
    );
    expect(cii).toContain(
      '<ram:PaymentReference>NOR-014-003</ram:PaymentReference><ram:InvoiceCurrencyCode>',
    );
    expect(cii).toContain(
      '<ram:IBANID>DE89370400440532013000</ram:IBANID><ram:AccountName>Us &amp; Co</ram:AccountName>',
    );
    expect(cii).toContain('<ram:BICID>COBADEFF</ram:BICID>');
    const local = between('DE', 'FR', { ...LOCAL, bank: null });
    expect(writeCii(local)).toContain('<ram:ProprietaryID>0001</ram:ProprietaryID>');
    expect(writeUbl(local) + writeCii(local)).not.toMatch(/FinancialInstitution|IBANID/);
  });

  test('the means of payment name neither account nor number without an account', () => {
    expect(writeUbl(EXAMPLE) + writeCii(EXAMPLE)).not.toMatch(/PaymentID|PaymentReference|FinancialAccount/);
  });
});

describe('UBL', () => {
  test('UBL has the totals of the example', () => {
    const xml = writeUbl(EXAMPLE);
    const names = [
      'LineExtensionAmount',
      'AllowanceTotalAmount',
      'TaxExclusiveAmount',
      'TaxInclusiveAmount',
      'PayableAmount',
    ];
    expect(names.map((name) => values(xml, name)[0])).toEqual([
      '150.00',
      '15.00',
      '135.00',
      '153.00',
      '153.00',
    ]);
    expect(values(xml, 'Amount')).toEqual(['10.00', '5.00']);
    expect(values(xml, 'CustomizationID')).toEqual(['urn:cen.eu:en16931:2017']);
    expect([values(xml, 'InvoiceTypeCode'), values(xml, 'DueDate')]).toEqual([['380'], ['2026-07-01']]);
  });

  test('UBL escapes texts, and drops what XML does not allow', () => {
    const xml = writeUbl({ ...EXAMPLE, buyer: { ...EXAMPLE.buyer, name: 'A & B <C> "D"\u0001\ud800' } });
    expect(values(xml, 'RegistrationName')[1]).toBe('A &amp; B &lt;C&gt; &quot;D&quot;\ufffd');
  });

  test('UBL of a German seller follows XRechnung', () => {
    const xml = writeUbl({ ...EXAMPLE, profile: 'xrechnung', seller: { ...PARTY, country: 'DE' } });
    expect([...values(xml, 'CustomizationID'), ...values(xml, 'ProfileID')]).toEqual([
      'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
      'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
    ]);
  });

  test('UBL of a credit note names the invoice that it corrects', () => {
    const xml = writeUbl({
      ...EXAMPLE,
      typeCode: '381',
      precedingInvoice: { number: 'NOR-014-002', issuedOn: '2026-05-01' },
    });
    expect(xml).toContain('<CreditNote xmlns=');
    expect(xml).toContain(
      '<cac:InvoiceDocumentReference><cbc:ID>NOR-014-002</cbc:ID><cbc:IssueDate>2026-05-01</cbc:IssueDate>',
    );
    expect(values(xml, 'CreditNoteTypeCode')).toEqual(['381']);
  });

  test('UBL of prepaid credits names the reason, and no tax numbers', () => {
    const xml = writeUbl(TOP_UP);
    expect(values(xml, 'TaxExemptionReasonCode')).toEqual(['VATEX-EU-O']);
    expect(xml).not.toContain('PartyTaxScheme');
    // The rate of the sub total; lines outside the scope of the tax have none.
    expect(values(xml, 'Percent')).toEqual(['0']);
  });
});

describe('CII', () => {
  test('CII has the totals of the example', () => {
    const elements = writeCii(EXAMPLE)
      .replaceAll(/ xmlns:\w+="[^"]*"/g, '')
      .replaceAll('><', '>\n<')
      .trimEnd()
      .split('\n');
    expect(elements).toEqual(
      EXAMPLE_IN_CII.trim()
        .split('\n')
        .map((each) => each.trim()),
    );
  });

  test('CII declares the names of its elements', () => {
    const declared = [
      ...writeCii(EXAMPLE).matchAll(/ xmlns:(\w+)="urn:un:unece:uncefact:data:standard:(\w+):100"/g),
    ];
    expect(declared.map(([, prefix, name]) => [prefix, name])).toEqual([
      ['rsm', 'CrossIndustryInvoice'],
      ['ram', 'ReusableAggregateBusinessInformationEntity'],
      ['udt', 'UnqualifiedDataType'],
      ['qdt', 'QualifiedDataType'],
    ]);
  });

  test('CII escapes texts, and drops what XML does not allow', () => {
    const xml = writeCii({ ...EXAMPLE, buyer: { ...EXAMPLE.buyer, name: 'A & B <C> "D"\u0001\ud800' } });
    expect(values(xml, 'PersonName')[1]).toBe('A &amp; B &lt;C&gt; &quot;D&quot;\ufffd');
  });

  test('CII of a credit note names the invoice that it corrects, and terms without a due date (BR-CO-25)', () => {
    const xml = writeCii({
      ...EXAMPLE,
      typeCode: '381',
      dueOn: null,
      precedingInvoice: { number: 'NOR-014-002', issuedOn: '2026-05-01' },
    });
    expect(xml).toContain(
      '<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>NOR-014-002</ram:IssuerAssignedID>' +
        '<ram:FormattedIssueDateTime><qdt:DateTimeString format="102">20260501</qdt:DateTimeString>',
    );
    expect(xml).not.toContain('DueDateDateTime');
    expect(values(xml, 'Description')).toEqual(['Payment term: 30 days']);
  });

  test('CII of prepaid credits names the reason, and no tax numbers', () => {
    const xml = writeCii(TOP_UP);
    expect(values(xml, 'ExemptionReasonCode')).toEqual(['VATEX-EU-O']);
    expect(xml).not.toContain('SpecifiedTaxRegistration');
    expect(values(xml, 'RateApplicablePercent')).toEqual(['0']);
  });

  test.each([
    ['JPY', '13500'],
    ['USD', '135.00'],
  ])('CII writes amounts with the decimals of %s', (currency, amount) => {
    expect(values(writeCii({ ...EXAMPLE, currency }), 'TaxBasisTotalAmount')).toEqual([amount]);
  });

  test.each([EXAMPLE, TOP_UP, { ...EXAMPLE, dueOn: null }])('CII says the same as UBL: %#', (document) => {
    const [ubl, cii] = [writeUbl(document), writeCii(document)];
    const pairs = [
      ['LineExtensionAmount', 'LineTotalAmount'],
      ['TaxExclusiveAmount', 'TaxBasisTotalAmount'],
      ['TaxInclusiveAmount', 'GrandTotalAmount'],
      ['AllowanceTotalAmount', 'AllowanceTotalAmount'],
      ['PrepaidAmount', 'TotalPrepaidAmount'],
      ['PayableAmount', 'DuePayableAmount'],
      ['TaxableAmount', 'BasisAmount'],
      ['Amount', 'ActualAmount'],
      ['PriceAmount', 'ChargeAmount'],
      ['InvoicedQuantity', 'BilledQuantity'],
    ] as const;
    for (const [inUbl, inCii] of pairs) expect(values(cii, inCii).sort()).toEqual(values(ubl, inUbl).sort());
  });
});

const EXAMPLE_IN_CII = `
<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice>
  <rsm:ExchangedDocumentContext>
    <ram:GuidelineSpecifiedDocumentContextParameter>
      <ram:ID>urn:cen.eu:en16931:2017</ram:ID>
    </ram:GuidelineSpecifiedDocumentContextParameter>
  </rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument>
    <ram:ID>NOR-014-003</ram:ID>
    <ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime>
      <udt:DateTimeString format="102">20260601</udt:DateTimeString>
    </ram:IssueDateTime>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument>
        <ram:LineID>1</ram:LineID>
      </ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct>
        <ram:Name>API calls</ram:Name>
      </ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement>
        <ram:NetPriceProductTradePrice>
          <ram:ChargeAmount>100</ram:ChargeAmount>
        </ram:NetPriceProductTradePrice>
      </ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery>
        <ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity>
      </ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement>
        <ram:ApplicableTradeTax>
          <ram:TypeCode>VAT</ram:TypeCode>
          <ram:CategoryCode>S</ram:CategoryCode>
          <ram:RateApplicablePercent>20</ram:RateApplicablePercent>
        </ram:ApplicableTradeTax>
        <ram:SpecifiedTradeSettlementLineMonetarySummation>
          <ram:LineTotalAmount>100.00</ram:LineTotalAmount>
        </ram:SpecifiedTradeSettlementLineMonetarySummation>
      </ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>
    <ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument>
        <ram:LineID>2</ram:LineID>
      </ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct>
        <ram:Name>API calls</ram:Name>
      </ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement>
        <ram:NetPriceProductTradePrice>
          <ram:ChargeAmount>50</ram:ChargeAmount>
        </ram:NetPriceProductTradePrice>
      </ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery>
        <ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity>
      </ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement>
        <ram:ApplicableTradeTax>
          <ram:TypeCode>VAT</ram:TypeCode>
          <ram:CategoryCode>Z</ram:CategoryCode>
          <ram:RateApplicablePercent>0</ram:RateApplicablePercent>
        </ram:ApplicableTradeTax>
        <ram:SpecifiedTradeSettlementLineMonetarySummation>
          <ram:LineTotalAmount>50.00</ram:LineTotalAmount>
        </ram:SpecifiedTradeSettlementLineMonetarySummation>
      </ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>
    <ram:ApplicableHeaderTradeAgreement>
      <ram:BuyerReference>PO 7</ram:BuyerReference>
      <ram:SellerTradeParty>
        <ram:Name>Nordlicht SAS</ram:Name>
        <ram:SpecifiedLegalOrganization>
          <ram:ID>123456789</ram:ID>
        </ram:SpecifiedLegalOrganization>
        <ram:DefinedTradeContact>
          <ram:PersonName>Nordlicht SAS</ram:PersonName>
          <ram:EmailURIUniversalCommunication>
            <ram:URIID>ap@nordlicht.example</ram:URIID>
          </ram:EmailURIUniversalCommunication>
        </ram:DefinedTradeContact>
        <ram:PostalTradeAddress>
          <ram:PostcodeCode>44000</ram:PostcodeCode>
          <ram:LineOne>1 rue du Port</ram:LineOne>
          <ram:CityName>Nantes</ram:CityName>
          <ram:CountryID>FR</ram:CountryID>
        </ram:PostalTradeAddress>
        <ram:URIUniversalCommunication>
          <ram:URIID schemeID="EM">ap@nordlicht.example</ram:URIID>
        </ram:URIUniversalCommunication>
        <ram:SpecifiedTaxRegistration>
          <ram:ID schemeID="VA">FR12345678901</ram:ID>
        </ram:SpecifiedTaxRegistration>
      </ram:SellerTradeParty>
      <ram:BuyerTradeParty>
        <ram:Name>Blue &amp; Whale &lt;Ltd&gt;</ram:Name>
        <ram:SpecifiedLegalOrganization>
          <ram:ID>123456789</ram:ID>
        </ram:SpecifiedLegalOrganization>
        <ram:DefinedTradeContact>
          <ram:PersonName>Blue &amp; Whale &lt;Ltd&gt;</ram:PersonName>
          <ram:EmailURIUniversalCommunication>
            <ram:URIID>ap@nordlicht.example</ram:URIID>
          </ram:EmailURIUniversalCommunication>
        </ram:DefinedTradeContact>
        <ram:PostalTradeAddress>
          <ram:PostcodeCode>44000</ram:PostcodeCode>
          <ram:LineOne>1 rue du Port</ram:LineOne>
          <ram:CityName>Nantes</ram:CityName>
          <ram:CountryID>GB</ram:CountryID>
        </ram:PostalTradeAddress>
        <ram:URIUniversalCommunication>
          <ram:URIID schemeID="EM">ap@nordlicht.example</ram:URIID>
        </ram:URIUniversalCommunication>
      </ram:BuyerTradeParty>
      <ram:BuyerOrderReferencedDocument>
        <ram:IssuerAssignedID>PO 7</ram:IssuerAssignedID>
      </ram:BuyerOrderReferencedDocument>
    </ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeDelivery/>
    <ram:ApplicableHeaderTradeSettlement>
      <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementPaymentMeans>
        <ram:TypeCode>1</ram:TypeCode>
      </ram:SpecifiedTradeSettlementPaymentMeans>
      <ram:ApplicableTradeTax>
        <ram:CalculatedAmount>18.00</ram:CalculatedAmount>
        <ram:TypeCode>VAT</ram:TypeCode>
        <ram:BasisAmount>90.00</ram:BasisAmount>
        <ram:CategoryCode>S</ram:CategoryCode>
        <ram:RateApplicablePercent>20</ram:RateApplicablePercent>
      </ram:ApplicableTradeTax>
      <ram:ApplicableTradeTax>
        <ram:CalculatedAmount>0.00</ram:CalculatedAmount>
        <ram:TypeCode>VAT</ram:TypeCode>
        <ram:BasisAmount>45.00</ram:BasisAmount>
        <ram:CategoryCode>Z</ram:CategoryCode>
        <ram:RateApplicablePercent>0</ram:RateApplicablePercent>
      </ram:ApplicableTradeTax>
      <ram:SpecifiedTradeAllowanceCharge>
        <ram:ChargeIndicator>
          <udt:Indicator>false</udt:Indicator>
        </ram:ChargeIndicator>
        <ram:ActualAmount>10.00</ram:ActualAmount>
        <ram:ReasonCode>95</ram:ReasonCode>
        <ram:Reason>Discount</ram:Reason>
        <ram:CategoryTradeTax>
          <ram:TypeCode>VAT</ram:TypeCode>
          <ram:CategoryCode>S</ram:CategoryCode>
          <ram:RateApplicablePercent>20</ram:RateApplicablePercent>
        </ram:CategoryTradeTax>
      </ram:SpecifiedTradeAllowanceCharge>
      <ram:SpecifiedTradeAllowanceCharge>
        <ram:ChargeIndicator>
          <udt:Indicator>false</udt:Indicator>
        </ram:ChargeIndicator>
        <ram:ActualAmount>5.00</ram:ActualAmount>
        <ram:ReasonCode>95</ram:ReasonCode>
        <ram:Reason>Discount</ram:Reason>
        <ram:CategoryTradeTax>
          <ram:TypeCode>VAT</ram:TypeCode>
          <ram:CategoryCode>Z</ram:CategoryCode>
          <ram:RateApplicablePercent>0</ram:RateApplicablePercent>
        </ram:CategoryTradeTax>
      </ram:SpecifiedTradeAllowanceCharge>
      <ram:SpecifiedTradePaymentTerms>
        <ram:Description>Payment term: 30 days</ram:Description>
        <ram:DueDateDateTime>
          <udt:DateTimeString format="102">20260701</udt:DateTimeString>
        </ram:DueDateDateTime>
      </ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:LineTotalAmount>150.00</ram:LineTotalAmount>
        <ram:AllowanceTotalAmount>15.00</ram:AllowanceTotalAmount>
        <ram:TaxBasisTotalAmount>135.00</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="EUR">18.00</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>153.00</ram:GrandTotalAmount>
        <ram:TotalPrepaidAmount>0.00</ram:TotalPrepaidAmount>
        <ram:DuePayableAmount>153.00</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`;
