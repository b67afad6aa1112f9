import { describe, expect, test } from '@jest/globals';
import { invoiceRow } from '../../../../test/support/rows.js';
import type { Invoice } from '../records/invoice.table.js';
import { dueCents, mayBecome } from './invoice-dues.js';

describe('the amount due (payments.md §3)', () => {
  const amounts = { totalAmountCents: 1_000n, totalPaidAmountCents: 300n, totalOffsetAmountCents: 200n };

  test.each<[Invoice['status'], bigint, string]>([
    ['finalized', 500n, 'less payments and offsets'],
    ['open', 500n, 'of an open invoice too'],
    ['voided', 0n, 'nothing is due on a voided one'],
  ])('the amount due of %s: %d, %s', (status, expected) => {
    expect(dueCents(invoiceRow({ ...amounts, status }))).toBe(expected);
  });
});

describe('a payment status that a caller sets (payments.md §2)', () => {
  const STATUSES = ['pending', 'succeeded', 'failed'] as const;
  const ALLOWED = [
    'pending succeeded',
    'failed succeeded',
    'pending failed',
    'succeeded pending',
    'failed pending',
    // The same again changes nothing.
    'pending pending',
    'succeeded succeeded',
    'failed failed',
  ];
  const pairs = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const));

  test.each(pairs)('an invoice set from %s to %s', (paymentStatus, to) => {
    expect(mayBecome(invoiceRow({ paymentStatus }), to)).toBe(ALLOWED.includes(`${paymentStatus} ${to}`));
  });

  test.each([
    ['pending', false],
    ['succeeded', true],
    ['failed', true],
  ] as const)('an open invoice that is set to %s: %s (subscriptions.md §12)', (to, expected) => {
    expect(mayBecome(invoiceRow({ status: 'open', paymentStatus: 'pending' }), to)).toBe(expected);
  });
});
