import { expect, test } from '@jest/globals';
import { creditNoteOrders } from '../credit-notes/records/credit-note.list.js';
import { invoiceOrders } from '../invoices/records/invoice.list.js';
import { restoredFilter, storedFilter } from './stored-query.js';

test.each([
  ['no condition', {}, invoiceOrders],
  [
    'conditions that were cleared',
    { amountFrom: null, totalAmountCents: null, statuses: null },
    invoiceOrders,
  ],
  ['bounds of amounts', { amountFrom: 0n, amountTo: 9_007_199_254_740_991n }, invoiceOrders],
  ['compared amounts', { totalAmountCents: { gte: 100n, lt: null, in: [5n, -7n] } }, invoiceOrders],
  ['compared dates', { issuingDate: { gte: '2027-01-01', in: ['2027-02-01'] } }, invoiceOrders],
  ['compared instants', { createdAt: { gte: new Date('2027-01-01T00:00:00.250Z') } }, creditNoteOrders],
  [
    'texts that look like others',
    { purchaseOrderNumber: '2027-01-01T00:00:00Z', currency: '5' },
    invoiceOrders,
  ],
  ['keys that callers choose', { metadata: { amountFrom: '12', totalAmountCents: '5' } }, invoiceOrders],
])('a filter is read as it was sent: %s', (_, filter, orders) => {
  const json = JSON.parse(JSON.stringify(storedFilter(filter))) as Record<string, unknown>;
  expect(restoredFilter(json, orders as typeof invoiceOrders)).toEqual(filter);
});
