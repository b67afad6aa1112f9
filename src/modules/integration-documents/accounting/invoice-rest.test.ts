import { expect, test } from '@jest/globals';
import { Big } from '../../../core/money/decimal.js';
import { accountingLine, creditNote, invoiceA } from '../../../../test/support/accounting-documents.js';
import { fc } from '../../../../test/support/property.js';
import { invoiceEntries } from '../../integrations/adapters/accounting/accounting-entries.js';
import { restOf } from './invoice-rest.js';

test('an invoice without credit notes is left as it is', () => {
  expect(restOf(invoiceA(), [])).toEqual(invoiceA());
});

test('a note of one fee leaves the other, and its part of coupons and taxes', () => {
  const credited = creditNote({
    lines: [accountingLine({ id: 'fee-1', amountCents: 10_000n })],
    couponsAdjustmentAmountCents: 2_000n,
    taxes: [{ code: 'vat', name: 'VAT', amountCents: 1_800n }],
    taxesAmountCents: 1_800n,
    totalAmountCents: 9_800n,
  });
  expect(restOf(invoiceA(), [credited])).toMatchObject({
    lines: [{ amountCents: 0n }, { amountCents: 7_350n }],
    couponsAmountCents: -465n,
    progressiveCreditAmountCents: 2_000n,
    taxes: [{ amountCents: 963n }],
    taxesAmountCents: 963n,
    totalAmountCents: 6_778n,
  });
});

test('the rest of an invoice balances, whatever its notes credit', () => {
  const cents = fc.bigInt(0n, 5_000n);
  const parts = fc.record({ one: cents, other: cents, coupons: cents, tax: cents });
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 4 }), (all) => {
      const notes = all.map(({ one, other, coupons, tax }) =>
        creditNote({
          lines: [
            accountingLine({ id: 'fee-1', amountCents: one, preciseTaxesCents: new Big(0) }),
            accountingLine({ id: 'fee-2', amountCents: other, preciseTaxesCents: new Big(0) }),
          ],
          couponsAdjustmentAmountCents: coupons,
          taxes: [{ code: 'vat', name: 'VAT', amountCents: tax }],
          taxesAmountCents: tax,
          totalAmountCents: one + other - coupons + tax,
        }),
      );
      const entries = invoiceEntries(restOf(invoiceA(), notes));
      expect(entries.reduce((left, { debitCents, creditCents }) => left + debitCents - creditCents, 0n)).toBe(
        0n,
      );
    }),
  );
});
