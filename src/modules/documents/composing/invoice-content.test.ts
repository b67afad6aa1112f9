// The lines and sums of invoices: documents-and-emails.md §2.
import { describe, expect, test } from '@jest/globals';
import { feeFacts, invoiceFacts, ISSUER, RECIPIENT } from '../../../../test/support/document-facts.js';
import type { FeeFacts } from '../facts/document-facts.js';
import { invoiceContent } from './invoice-content.js';

const SUBSCRIPTION = {
  id: 'pro',
  name: null,
  planName: 'Pro plan',
  from: new Date('2026-05-01T00:00:00Z'),
  to: new Date('2026-06-01T00:00:00Z'),
};

const content = (...args: Parameters<typeof invoiceFacts>) => invoiceContent(invoiceFacts(...args), 1_000);
const sumsOf = (...args: Parameters<typeof invoiceFacts>) =>
  content(...args).sums.map(({ label, amount }) => `${label} ${amount}`);
const lineOf = (over: Partial<FeeFacts>) => content({ fees: [feeFacts(over)] }).sections[0]?.lines[0];
const detailsOf = (amountDetails: Record<string, unknown>, over: Partial<FeeFacts> = {}) =>
  lineOf({ amountDetails, ...over })?.details.map(({ description, units, unitPrice, amount }) =>
    [description, units, unitPrice, amount].join(' | '),
  );

describe('lines', () => {
  test('the lines of a document stand in a block for each subscription, with its period and sub total', () => {
    const fees = [
      feeFacts({ id: 'a', subscriptionId: 'pro', amountCents: 5_000n, invoiceDisplayName: 'Pro plan' }),
      feeFacts({
        id: 'b',
        subscriptionId: 'pro',
        fromAt: new Date('2026-04-01T00:00:00Z'),
        toAt: SUBSCRIPTION.from,
      }),
      feeFacts({ id: 'c' }),
    ];
    const { sections } = content({ fees, subscriptions: [SUBSCRIPTION] });
    expect(sections.map(({ title, remarks, subTotal }) => [title, remarks, subTotal?.amount])).toEqual([
      ['Pro plan', ['May 1\u2009–\u200931, 2026'], '€60.00'],
      ['Items', [], undefined],
    ]);
    // A line names its period where it is not that of its block.
    expect(sections[0]?.lines.map(({ remarks }) => remarks)).toEqual([[], ['Apr 1\u2009–\u200930, 2026']]);
  });

  test('the lines of a document show the last day of a period in the zone of the customer', () => {
    const [section] = content({
      timezone: 'America/New_York',
      fees: [feeFacts({ subscriptionId: 'pro' })],
      subscriptions: [
        { ...SUBSCRIPTION, from: new Date('2026-05-01T04:00:00Z'), to: new Date('2026-06-01T04:00:00Z') },
      ],
    }).sections;
    expect(section?.remarks).toEqual(['May 1\u2009–\u200931, 2026']);
  });

  test('the lines of a document name the subscription and its plan', () => {
    const titleOf = (name: string | null, planName: string) =>
      content({
        fees: [feeFacts({ subscriptionId: 'pro' })],
        subscriptions: [{ ...SUBSCRIPTION, name, planName }],
      }).sections[0]?.title;
    expect(titleOf('Production', 'Scale')).toBe('Production – Scale');
    expect(titleOf('Scale', 'Scale')).toBe('Scale');
    expect(titleOf(null, 'Scale')).toBe('Scale');
  });

  test('the lines of a progressive invoice name the last threshold that usage has reached', () => {
    const other = { subscriptionId: 'other', amountCents: 9_900n, lifetimeUsageAmountCents: 9_900n };
    const reached = (amountCents: bigint) => {
      return { subscriptionId: 'pro', amountCents, lifetimeUsageAmountCents: 5_100n };
    };
    const { sections } = content({
      fees: [feeFacts({ subscriptionId: 'pro' })],
      subscriptions: [SUBSCRIPTION],
      thresholds: [reached(1_000n), reached(5_000n), other],
    });
    expect(sections[0]?.remarks[1]).toBe('Usage threshold reached: €50.00. Usage so far: €51.00');
  });

  test('the lines of a document name the filter and the group', () => {
    const named = { filterDisplayName: 'eu-west', groupedBy: { team: 'core', user: null } };
    expect(lineOf(named)?.description).toBe('API calls · eu-west · core');
  });

  test('the lines of amount 0 are skipped unless all are', () => {
    const free = feeFacts({ id: 'free', amountCents: 0n, invoiceDisplayName: 'Free' });
    const names = (fees: readonly FeeFacts[]) =>
      content({ fees }).sections.flatMap(({ lines }) => lines.map(({ description }) => description));
    expect(names([feeFacts(), free])).toEqual(['API calls']);
    expect(names([free])).toEqual(['Free']);
  });

  test('the lines of a document contain the true-up of their charge', () => {
    const fees = [
      feeFacts({ id: 'usage' }),
      feeFacts({ id: 'up', trueUpParentFeeId: 'usage', amountCents: 4_000n }),
    ];
    const lines = content({ fees }).sections[0]?.lines ?? [];
    expect(
      lines.map(({ details }) => details.map(({ description, amount }) => [description, amount])),
    ).toEqual([[['Top-up to the minimum spend', '+ €40.00']]]);
  });

  test('the lines of a document cut long texts', () => {
    expect(lineOf({ invoiceDisplayName: 'x'.repeat(2_000) })?.description).toHaveLength(400);
  });

  test('the lines of a document show prices with all their decimals', () => {
    const line = lineOf({ units: '1234567.5', preciseUnitAmount: '0.000000125' });
    expect([line?.units, line?.unitPrice]).toEqual(['1,234,567.5', '€0.000000125']);
  });
});

describe('details of a charge', () => {
  test('the details of a charge replace the unit price, which would be an average', () => {
    const ranges = [
      {
        from_value: 0,
        to_value: null,
        flat_unit_amount: '0.0',
        per_unit_amount: '0.03',
        units: '1000.0',
        per_unit_total_amount: '30.0',
        total_with_flat_amount: '30.0',
      },
    ];
    expect(lineOf({ amountDetails: { graduated_ranges: ranges } })?.unitPrice).toBe('');
    expect(lineOf({})?.unitPrice).toBe('€0.01');
  });

  test('graduated details of a charge show each tier and its flat fee', () => {
    const tier = {
      flat_unit_amount: '0.0',
      per_unit_amount: '0.03',
      units: '1000.0',
      per_unit_total_amount: '30.0',
    };
    expect(
      detailsOf({
        graduated_ranges: [
          { ...tier, from_value: 0, to_value: 1000, total_with_flat_amount: '30.0' },
          {
            ...tier,
            from_value: 1001,
            to_value: null,
            flat_unit_amount: '5.0',
            units: '250.0',
            per_unit_total_amount: '7.5',
          },
        ],
      }),
    ).toEqual([
      'Units 0 to 1,000 | 1,000 | €0.03 | €30.00',
      'Units from 1,001 | 250 | €0.03 | €7.50',
      'Flat fee |  |  | €5.00',
    ]);
  });

  test('graduated percentage details of a charge show the rate of each tier', () => {
    const range = { from_value: 0, to_value: null, flat_unit_amount: '0.0', rate: '1.5', units: '200.0' };
    expect(detailsOf({ graduated_percentage_ranges: [{ ...range, per_unit_total_amount: '3.0' }] })).toEqual([
      'Units from 0 | 200 | 1.5% | €3.00',
    ]);
  });

  test('package details of a charge show free units and started packages', () => {
    const details = {
      free_units: '1000.0',
      paid_units: '2500.0',
      per_package_size: 1000,
      per_package_unit_amount: '2.5',
    };
    expect(detailsOf(details)).toEqual([
      'Free units | 1,000 |  | ',
      'Packages of 1,000 units | 3 | €2.50 | €7.50',
    ]);
  });

  test('volume details of a charge are shown only with a flat fee', () => {
    const details = { flat_unit_amount: '10.0', per_unit_amount: '0.5', per_unit_total_amount: '500.0' };
    expect(detailsOf(details)).toEqual(['Units | 1,000 | €0.50 | €500.00', 'Flat fee |  |  | €10.00']);
    expect(detailsOf({ ...details, flat_unit_amount: '0.0' })).toEqual([]);
  });

  test('percentage details of a charge show free parts, rate, fees and bounds per transaction', () => {
    expect(
      detailsOf({
        units: '1200.0',
        free_units: '100.0',
        free_events: 2,
        paid_units: '1100.0',
        rate: '1.3',
        per_unit_total_amount: '14.3',
        paid_events: 4,
        fixed_fee_unit_amount: '0.25',
        fixed_fee_total_amount: '1.0',
        min_max_adjustment_total_amount: '-0.3',
      }),
    ).toEqual([
      'Free units | 100 |  | ',
      'Free transactions | 2 |  | ',
      'Percentage | 1,100 | 1.3% | €14.30',
      'Fee per transaction | 4 | €0.25 | €1.00',
      'Minimums and maximums per transaction |  |  | -€0.30',
    ]);
  });

  test('the details of a percentage with bounds are its transactions, which add up', () => {
    const bound = { per_unit_total_amount: null, fixed_fee_total_amount: null };
    expect(
      detailsOf({
        units: '360.0',
        free_units: '0.0',
        free_events: 0,
        paid_units: '360.0',
        rate: '1.8',
        per_unit_total_amount: '6.48',
        paid_events: 4,
        fixed_fee_unit_amount: '0.2',
        fixed_fee_total_amount: '0.8',
        min_max_adjustment_total_amount: '-1.16',
        transactions: [
          {
            bound: 'none',
            events: 1,
            units: '40.0',
            amount: null,
            per_unit_total_amount: '0.72',
            fixed_fee_total_amount: '0.2',
            total_amount: '0.92',
          },
          { bound: 'minimum', events: 2, units: '20.0', amount: '0.6', total_amount: '1.2', ...bound },
          { bound: 'maximum', events: 1, units: '300.0', amount: '4.0', total_amount: '4.0', ...bound },
        ],
      }),
    ).toEqual([
      'Percentage | 40 | 1.8% | €0.72',
      'Fee per transaction | 1 | €0.20 | €0.20',
      'Minimums and maximums per transaction | 2 | €0.60 | €1.20',
      'Minimums and maximums per transaction | 1 | €4.00 | €4.00',
    ]);
  });

  test('prices in a pricing unit have no details, which are not in the currency', () => {
    const pricingUnitDetails = {
      pricingUnitId: 'id',
      pricingUnitCode: 'tokens',
      shortName: 'TOK',
      amountCents: 1,
      preciseAmountCents: '1',
      unitAmountCents: 1,
      preciseUnitAmount: '1',
      conversionRate: '1',
    };
    expect(
      detailsOf(
        { flat_unit_amount: '10.0', per_unit_amount: '1', per_unit_total_amount: '1' },
        { pricingUnitDetails },
      ),
    ).toEqual([]);
  });
});

describe('sums', () => {
  test('the sums of a document follow the order of computation', () => {
    expect(
      sumsOf({
        invoice: {
          feesAmountCents: 15_000n,
          progressiveBillingCreditAmountCents: 1_000n,
          couponsAmountCents: 1_500n,
          subTotalExcludingTaxesAmountCents: 12_500n,
          taxesAmountCents: 2_500n,
          subTotalIncludingTaxesAmountCents: 15_000n,
          creditNotesAmountCents: 500n,
          prepaidCreditAmountCents: 1_000n,
          totalAmountCents: 13_500n,
        },
        credits: [
          { itemType: 'coupon', itemName: 'Spring', amountCents: 1_500n },
          { itemType: 'credit_note', itemName: 'CN1', amountCents: 500n },
        ],
        taxes: [
          {
            taxCode: 'vat',
            taxName: 'VAT',
            taxRatePercent: '20',
            amountCents: 2_500n,
            feesAmountCents: 12_500n,
          },
        ],
      }),
    ).toEqual([
      'Fees €150.00',
      'Usage billed earlier -€10.00',
      'Coupon: Spring -€15.00',
      'Subtotal excluding tax €125.00',
      'VAT (20% of €125.00) €25.00',
      'Total including tax €150.00',
      'Credit notes -€5.00',
      'Prepaid credits -€10.00',
      'Total due €135.00',
    ]);
  });

  test.each([
    ['JPY', '¥1,200'],
    ['USD', '$12.00'],
    ['CLF', 'CLF 0.1200'],
    ['KWD', 'KWD 1.200'],
    ['IQD', 'IQD 1.200'],
  ])('the sums of a document have the decimals of the currency: %s', (currency, amount) => {
    expect(content({ invoice: { currency } }).highlight.amount.replace('\u00a0', ' ')).toBe(amount);
  });
});

// Source: extensions.md §1.
test.each([
  ['en', true, ['Test – not an invoice']],
  ['de', true, ['Test – keine Rechnung']],
  ['zh-TW', true, ['測試文件，非正式發票']],
  ['de', false, []],
])('a document in %s of a customer on a test clock (%s) has the marks %j', (locale, isTest, marks) => {
  expect(content({ locale, isTest }).marks).toEqual(marks);
});

// Source: documents-and-emails.md §4.
test('a draft is marked, and has no number', () => {
  const draft = content({ isDraft: true, isTest: true, locale: 'fr' });
  expect([draft.marks, draft.number]).toEqual([['Brouillon', 'Test – ceci n’est pas une facture'], '']);
  expect(JSON.stringify(draft)).not.toContain(content({}).number);
});

describe('parties', () => {
  test('the parties of a document exchange issuer and recipient on a self-billed invoice', () => {
    const { title, parties } = content({ invoice: { selfBilled: true } });
    expect([title, ...parties.map(({ name }) => name)]).toEqual([
      'Self-billed invoice',
      RECIPIENT.name,
      ISSUER.name,
    ]);
  });

  test('the parties of a document have their addresses in the manner of their countries', () => {
    const address = { city: 'San Francisco', state: 'CA', zipcode: '94105', country: 'US' };
    const { parties, paper } = content({
      issuer: { ...ISSUER, address },
      recipient: { ...RECIPIENT, email: null },
    });
    expect(parties[0]?.lines.slice(0, 2)).toEqual(['San Francisco, CA 94105', 'United States']);
    expect(parties[1]?.lines.slice(0, 3)).toEqual(['1 rue du Port', '44000 Nantes', 'France']);
    expect([paper, content().paper]).toEqual(['LETTER', 'A4']);
  });

  test('the parties of a document show custom sections above explanations of taxes', () => {
    const section = { id: 'id', code: 'bank', name: 'Bank' };
    const { notes } = content({
      fees: [feeFacts({ tax: { category: 'G', exemptionReason: null } })],
      invoice: {
        customSections: [
          { ...section, displayName: 'Our account', details: 'IBAN' },
          { ...section, displayName: null, details: null },
        ],
      },
    });
    expect(notes).toEqual([
      { label: 'Our account', text: 'IBAN' },
      { label: 'Bank', text: '' },
      { label: 'Tax note', text: expect.any(String) },
    ]);
  });

  test('the parties of a document explain a reverse charge', () => {
    const fees = [feeFacts({ tax: { category: 'AE', exemptionReason: null } })];
    const { notes } = content({ locale: 'de', fees });
    expect(notes).toEqual([
      {
        label: 'Steuerlicher Hinweis',
        text: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
      },
    ]);
  });
});

describe('languages', () => {
  test.each([
    ['en', 'Invoice', 'Total due'],
    ['en-GB', 'Invoice', 'Total due'],
    ['de-CH', 'Rechnung', 'Zu zahlender Betrag'],
    ['pt-BR', 'Fatura', 'Total a pagar'],
    ['pt', 'Invoice', 'Total due'],
    ['zh-TW', '發票', '應付總額'],
    ['zh', 'Invoice', 'Total due'],
    ['xx', 'Invoice', 'Total due'],
  ])('%s', (locale, title, total) => {
    const made = content({ locale });
    expect([made.title, made.sums.at(-1)?.label]).toEqual([title, total]);
  });
});
