import { describe, expect, test } from '@jest/globals';
import { appliedTaxRow, customerRow, feeRow, invoiceRow } from '../../../../test/support/rows.js';
import { billingEntityRow } from '../../../../test/support/subscription-contexts.js';
import { Big } from '../../../core/money/decimal.js';
import { factsOfApplied } from './fee-composition.js';
import { linesOf, providedTaxing, sentFees } from './provided-taxes.js';
import {
  contentHash,
  feeMapping,
  invoiceTaxContent,
  taxCustomer,
  taxLine,
  taxSeller,
} from './tax-request.js';

const AT = new Date('2027-05-01T00:00:00Z');
const invoice = invoiceRow({ subTotalExcludingTaxesAmountCents: 45_600n });
const frame = {
  organizationId: 'organization',
  invoiceId: 'invoice',
  customerId: 'customer',
  currency: 'EUR',
  at: AT,
  standalone: null,
};
const tax = (code: string, ratePercent: string, amount: string, taxableAmount: string | null = null) => ({
  code,
  name: code.toUpperCase(),
  description: null,
  ratePercent: new Big(ratePercent),
  amount: new Big(amount),
  taxableAmount: taxableAmount === null ? null : new Big(taxableAmount),
});
const answer = (...taxes: ReturnType<typeof tax>[]) => ({
  taxAmount: taxes.reduce((total, { amount }) => total.plus(amount), new Big(0)),
  taxes,
});

describe('what a provider answers', () => {
  test('example 2 makes the taxes of fee and invoice, with the share that is taxed', () => {
    const fees = [feeRow(45_600n, { id: 'a', taxList: 'provider' })];
    const lines = linesOf(sentFees(invoice, fees), () => '');
    const taxing = providedTaxing(frame, { invoice, fees }, lines, [
      answer(
        tax('state', '6.25', '2280', '36480'),
        tax('city', '1.5', '547', '36480'),
        tax('transit', '0.5', '183', '36480'),
      ),
    ]);
    expect(taxing).toMatchObject({ taxesAmountCents: 3_010n });
    expect(taxing.fees).toMatchObject([
      { taxesAmountCents: 3_010n, taxesPreciseAmountCents: '3010', taxesRatePercent: '8.25' },
    ]);
    const [state, , , ofInvoice] = taxing.appliedTaxes;
    expect(state).toMatchObject({
      feeId: 'a',
      taxId: null,
      taxCode: 'state',
      amountCents: 2_280n,
      preciseAmountCents: '2280',
      taxableAmountCents: '36480',
      baseRate: '0.8',
    });
    expect(ofInvoice).toMatchObject({
      invoiceId: 'invoice',
      feeId: null,
      amountCents: 2_280n,
      feesAmountCents: 45_600n,
      baseRate: null,
    });
  });

  test('example 8: a free fee is not sent and has no taxes', () => {
    const fees = [feeRow(0n, { id: 'free' }), feeRow(4_000n, { id: 'paid' })];
    const whole = invoiceRow({ subTotalExcludingTaxesAmountCents: 4_000n });
    const lines = linesOf(sentFees(whole, fees), () => '');
    expect(lines.map((line) => line.map(({ fee }) => fee.id))).toEqual([['paid']]);
    const taxing = providedTaxing(frame, { invoice: whole, fees }, lines, [answer(tax('vat', '21', '840'))]);
    expect(taxing.taxesRatePercent.toFixed()).toBe('21');
    expect(taxing.fees.map(({ taxesAmountCents }) => taxesAmountCents)).toEqual([0n, 840n]);
    expect(taxing.appliedTaxes.map(({ feeId }) => feeId)).toEqual(['paid', null]);
  });

  test('a reverse charge has the category of the one of the EU', () => {
    const fees = [feeRow(5_000n)];
    const whole = invoiceRow({ subTotalExcludingTaxesAmountCents: 5_000n });
    const lines = linesOf(sentFees(whole, fees), () => '');
    const untaxed = providedTaxing(frame, { invoice: whole, fees }, lines, [
      answer(tax('reverse_charge', '0', '0')),
    ]);
    expect(untaxed.appliedTaxes).toMatchObject([
      { taxCategory: 'AE' },
      { taxCategory: 'AE', amountCents: 0n },
    ]);
  });

  test('more than 1,000 fees are sent by item, and share the taxes of their line', () => {
    const fees = Array.from({ length: 1_001 }, (_, index) => feeRow(10n, { id: `fee-${index}` }));
    const whole = invoiceRow({ subTotalExcludingTaxesAmountCents: 10_010n });
    const lines = linesOf(sentFees(whole, fees), () => 'usage');
    expect(lines.map(({ length }) => length)).toEqual([1_001]);
    const { fees: taxed } = providedTaxing(frame, { invoice: whole, fees }, lines, [
      answer(tax('vat', '10', '1002')),
    ]);
    expect(taxed.slice(0, 2).map(({ taxesAmountCents }) => taxesAmountCents)).toEqual([2n, 1n]);
    expect(taxed.reduce((total, { taxesAmountCents }) => total + taxesAmountCents, 0n)).toBe(1_002n);
  });

  test('an applied tax of a provider is known by its code', () => {
    const applied = appliedTaxRow('5', { taxId: null, taxCode: 'gst' });
    expect(factsOfApplied(applied)).toMatchObject({ id: 'gst', isProvided: true });
  });
});

describe('what a provider is asked', () => {
  const items = { mappings: [], billingEntityId: 'entity', planOf: () => 'plan' };
  const fees = [feeRow(1_000n, { id: 'a', invoiceDisplayName: 'Team', units: '1' })];
  const lines = (id: string) =>
    taxLine([{ fee: feeRow(1_000n, { ...fees[0], id }), amount: new Big(1_000) }], items);
  const content = (id: string, issuingDate = '2027-05-01') =>
    invoiceTaxContent({
      invoice,
      issuingDate,
      seller: taxSeller(billingEntityRow({ code: 'north' })),
      customer: taxCustomer(customerRow(), 'acme'),
      lines: lines(id),
    });

  test('two requests are the same if only the ids of fees differ', () => {
    expect(contentHash(content('a'), 'x')).toBe(contentHash(content('b'), 'x'));
    expect(contentHash(content('a'), 'x')).not.toBe(contentHash(content('a'), 'y'));
    expect(contentHash(content('a'), 'x')).not.toBe(contentHash(content('a', '2027-05-02'), 'x'));
  });

  test.each([
    [{ legalName: 'Acme Ltd', name: 'Acme' }, 'Acme Ltd'],
    [{ legalName: ' ', name: 'Acme' }, 'Acme'],
    [{ firstname: 'Ada', lastname: 'Byron' }, 'Ada Byron'],
    [{}, null],
  ])('a customer with %j has the name %s', (over, name) => {
    expect(taxCustomer(customerRow(over), null).name).toBe(name);
  });

  test('the shipping address of a customer counts if it has any member', () => {
    const billed = customerRow({ city: 'Bonn', country: 'DE' });
    expect(taxCustomer(billed, null).address).toMatchObject({ city: 'Bonn', country: 'DE' });
    expect(taxCustomer({ ...billed, shippingAddress: { city: '' } }, null).address.city).toBe('Bonn');
    const shipped = taxCustomer({ ...billed, shippingAddress: { country: 'FR' } }, null).address;
    expect(shipped).toMatchObject({ city: null, country: 'FR' });
  });

  test.each([
    ['subscription', 'plan', 'plan'],
    ['charge', 'billable_metric', 'metric'],
    ['fixed_charge', 'add_on', 'add-on'],
    ['add_on', 'add_on', 'add-on'],
    ['commitment', 'minimum_commitment', null],
  ] as const)('a fee of type %s is mapped as %s', (feeType, target, targetId) => {
    const fee = feeRow(1n, {
      feeType,
      subscriptionId: 'subscription',
      billableMetricId: 'metric',
      addOnId: 'add-on',
    });
    const mapping = {
      id: 'mapping',
      organizationId: 'organization',
      integrationId: 'integration',
      target,
      targetId,
      billingEntityId: null,
      externalId: 'code',
      externalAccountCode: null,
      externalName: null,
      createdAt: AT,
      updatedAt: AT,
    };
    expect(feeMapping(fee, { ...items, mappings: [mapping] })?.externalId).toBe('code');
  });
});
