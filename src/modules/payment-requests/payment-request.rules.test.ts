import { describe, expect, test } from '@jest/globals';
import { invoiceRow } from '../../../test/support/rows.js';
import { refusalBy } from '../../../test/support/rule-errors.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import type { CreatePaymentRequest } from './payment-request.input.js';
import {
  checkRequestedInvoices,
  checkRequestInput,
  isPayable,
  requestedCents,
} from './payment-request.rules.js';

describe('the input of a payment request (payment-providers.md §6)', () => {
  const input: CreatePaymentRequest = { externalCustomerId: 'c', invoiceIds: ['i'] };

  test.each<[Partial<CreatePaymentRequest>, object | null, string]>([
    [{}, null, "the customer's address"],
    [{ email: null }, null, 'the same'],
    [{ email: ' ' }, null, 'the same'],
    [{ email: ' payer@example.com ' }, null, 'blanks around an address'],
    [{ email: 'payer' }, { email: ['invalid_email_format'] }, 'no address'],
    [{ email: 'a@example.com, b@example.com' }, { email: ['invalid_email_format'] }, 'several addresses'],
    [{ invoiceIds: Array<string>(1_001).fill('i') }, { invoiceIds: ['invalid_count'] }, 'too many invoices'],
  ])('%# is refused with %j: %s', (over, expected) => {
    expect(
      refusalBy(() => {
        checkRequestInput({ ...input, ...over });
      }),
    ).toEqual(expected);
  });
});

describe('the invoices of a payment request (payments.md §11)', () => {
  const overdue = invoiceRow({ paymentOverdue: true });

  test.each<[Partial<Invoice>, string | null, string]>([
    [{}, null, 'two alike'],
    [{ paymentOverdue: false, currency: 'USD' }, 'invoices_not_overdue', 'overdue comes first'],
    [
      { currency: 'USD', billingEntityId: 'other' },
      'invoices_have_different_currencies',
      'then the currency',
    ],
    [{ billingEntityId: 'other' }, 'invoices_have_different_billing_entities', 'then the entity'],
  ])('%# with %j is refused with %j: %s', (over, expected) => {
    expect(
      refusalBy(() => {
        checkRequestedInvoices([overdue, { ...overdue, ...over }]);
      }),
    ).toEqual(expected);
  });

  test('the amount is what is due: payments.md §13, example B', () => {
    const a = invoiceRow({ totalAmountCents: 3_000n, totalPaidAmountCents: 500n });
    const b = invoiceRow({ totalAmountCents: 2_000n, totalOffsetAmountCents: 200n });
    expect(requestedCents([a, b])).toBe(4_300n);
  });

  test('a sum beyond the range of amounts is refused', () => {
    const most = invoiceRow({ totalAmountCents: BigInt(Number.MAX_SAFE_INTEGER) });
    expect(requestedCents([most])).toBe(most.totalAmountCents);
    expect(
      refusalBy(() => {
        requestedCents([most, invoiceRow({ totalAmountCents: 1n })]);
      }),
    ).toEqual({ amountCents: ['value_is_out_of_range'] });
  });

  test.each<[Partial<Invoice>, boolean, string]>([
    [{ paymentStatus: 'pending' }, true, 'unpaid'],
    [{ paymentStatus: 'failed' }, true, 'refused before'],
    [{ paymentStatus: 'succeeded' }, false, 'paid otherwise'],
    [{ status: 'voided', paymentStatus: 'pending' }, false, 'voided'],
  ])('a payment of the request pays an invoice with %j: %s (%s)', (over, expected) => {
    expect(isPayable(invoiceRow({ status: 'finalized', ...over }))).toBe(expected);
  });
});
