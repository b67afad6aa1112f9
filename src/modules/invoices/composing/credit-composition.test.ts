import { expect, test } from '@jest/globals';
import { feeRow } from '../../../../test/support/rows.js';
import { withCreditShares } from './credit-composition.js';

const note = (amountCents: bigint) => ({
  id: 'credit',
  organizationId: 'organization',
  invoiceId: 'invoice',
  itemType: 'credit_note' as const,
  itemId: 'note',
  couponId: null,
  itemCode: 'ORG-001-001-CN001',
  itemName: 'ORG-001-001',
  itemDescription: null,
  returnedAt: null,
  currency: 'EUR',
  amountCents,
  createdAt: new Date('2027-02-01T00:00:00Z'),
});

test('credit notes are shared by what is due of each fee, after coupons and with taxes (credit-notes.md §4)', () => {
  // The fees of invoices.md §12 A, taxed by 20 %: 10 800 and 5 778 are due.
  const fees = [
    feeRow(10_000n, { preciseCouponsAmountCents: '1000', taxesAmountCents: 1_800n }),
    feeRow(7_350n, { preciseCouponsAmountCents: '2535', taxesAmountCents: 963n }),
  ];
  const shared = withCreditShares(fees, [note(1_000n)]);
  expect(shared.map((fee) => fee.preciseCreditNotesAmountCents)).toEqual(['651.4658', '348.5342']);
});
