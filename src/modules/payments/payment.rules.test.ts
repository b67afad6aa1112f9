import { describe, expect, test } from '@jest/globals';
import { invoiceRow } from '../../../test/support/rows.js';
import { refusalBy } from '../../../test/support/rule-errors.js';
import type { Invoice } from '../invoices/records/invoice.table.js';
import type { RecordPayment, RecordPaymentOfRequest } from './payment.input.js';
import { checkPayment, checkPaymentInput, checkPaymentOfRequest } from './payment.rules.js';

const payment: RecordPayment = { invoiceId: 'invoice', amountCents: 1_000n, reference: 'wire' };

describe('a payment by hand (payments.md §4)', () => {
  test.each<[Partial<RecordPayment>, object | null, string]>([
    [{}, null, 'names an invoice and an amount'],
    [{ invoiceId: ' ' }, { invoiceId: ['value_is_mandatory'] }, 'no invoice'],
    [{ amountCents: 0n }, { amountCents: ['invalid_value'] }, 'nothing'],
    [{ amountCents: -1n }, { amountCents: ['invalid_value'] }, 'a negative amount'],
    [{ invoiceId: '', amountCents: 0n }, { invoiceId: ['value_is_mandatory'] }, 'the invoice comes first'],
  ])('%# is refused with %j: %s', (over, expected) => {
    expect(
      refusalBy(() => {
        checkPaymentInput({ ...payment, ...over });
      }),
    ).toEqual(expected);
  });

  const issued = invoiceRow({
    totalAmountCents: 1_500n,
    totalPaidAmountCents: 300n,
    totalOffsetAmountCents: 200n,
  });
  const open = invoiceRow({ status: 'open', totalAmountCents: 1_000n });

  test.each<[Partial<RecordPayment>, Invoice, object | string | null, string]>([
    [{}, issued, null, 'all that is due'],
    [{ amountCents: 1n }, issued, null, 'a part of it'],
    [{ amountCents: 1_001n }, issued, { amountCents: ['value_is_out_of_range'] }, 'more than is due'],
    [{ reference: null }, issued, { reference: ['value_is_mandatory'] }, 'no reference'],
    [{ reference: ' ' }, issued, { reference: ['value_is_mandatory'] }, 'a blank reference'],
    [{ reference: 'x'.repeat(40) }, issued, null, 'the longest reference'],
    [{ reference: 'x'.repeat(41) }, issued, { reference: ['value_is_too_long'] }, 'a longer one'],
    [
      { reference: '', amountCents: 2_000n },
      issued,
      { reference: ['value_is_mandatory'], amountCents: ['value_is_out_of_range'] },
      'both are reported',
    ],
    [{}, open, null, 'an open invoice as a whole'],
    [{ amountCents: 999n }, open, { amountCents: ['invalid_amount'] }, 'never in part'],
    [{ amountCents: 1_001n }, open, { amountCents: ['value_is_out_of_range'] }, 'nor more than that'],
    [{}, invoiceRow({ status: 'draft', totalAmountCents: 1_000n }), 'forbidden', 'a draft'],
    [{}, invoiceRow({ status: 'voided', totalAmountCents: 1_000n }), 'forbidden', 'a voided invoice'],
  ])('a payment of case %# is refused with %j: %s', (over, invoice, expected) => {
    expect(
      refusalBy(() => {
        checkPayment({ ...payment, ...over }, { invoice, isInPaidRequest: false });
      }),
    ).toEqual(expected);
  });

  test('a payment by hand without a reference is refused like one with a blank one', () => {
    const { invoiceId, amountCents } = payment;
    expect(
      refusalBy(() => {
        checkPayment({ invoiceId, amountCents }, { invoice: issued, isInPaidRequest: false });
      }),
    ).toEqual({
      reference: ['value_is_mandatory'],
    });
  });

  test('a payment by hand of an invoice in a paid request is refused', () => {
    expect(
      refusalBy(() => {
        checkPayment(payment, { invoice: issued, isInPaidRequest: true });
      }),
    ).toEqual({ base: ['payment_request_is_already_succeeded'] });
  });
});

describe('a payment by hand of a request for 43.00', () => {
  test.each<[Partial<RecordPaymentOfRequest>, boolean, object | null, string]>([
    [{}, false, null, 'all that is due'],
    [{ amountCents: 4_299n }, false, { amountCents: ['invalid_amount'] }, 'a part of it'],
    [{ amountCents: 4_301n }, false, { amountCents: ['value_is_out_of_range'] }, 'more than is due'],
    [{ reference: ' ' }, false, { reference: ['value_is_mandatory'] }, 'a blank reference'],
    [{ reference: 'x'.repeat(41) }, false, { reference: ['value_is_too_long'] }, 'a long reference'],
    [{}, true, { base: ['payment_request_is_already_succeeded'] }, 'one that was paid'],
  ])('%# with isPaid %j is refused with %j: %s', (over, isPaid, expected) => {
    const input = { paymentRequestId: 'request', amountCents: 4_300n, reference: 'wire', ...over };
    expect(
      refusalBy(() => {
        checkPaymentOfRequest(input, { isPaid, dueCents: 4_300n });
      }),
    ).toEqual(expected);
  });
});
