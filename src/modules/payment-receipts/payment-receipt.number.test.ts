import { expect, test } from '@jest/globals';
import { receiptNumber } from './payment-receipt.number.js';

// Source: payments.md §10.
test.each([
  [1, 'NOR-014-RCPT-000001'],
  [42, 'NOR-014-RCPT-000042'],
  [999_999, 'NOR-014-RCPT-999999'],
  [1_000_000, 'NOR-014-RCPT-1000000'],
])('receipt %d is %s', (sequence, number) => {
  expect(receiptNumber({ testClockId: null, slug: 'NOR-014' }, sequence)).toBe(number);
});

test.each(['TEST-NOR-014', 'NOR-014'])(
  'receipts of a customer on a test clock with slug %s are marked once',
  (slug) => {
    expect(receiptNumber({ testClockId: 'clock', slug }, 1)).toBe('TEST-NOR-014-RCPT-000001');
  },
);
