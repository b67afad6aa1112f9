// Checks the invariants of money in every history: nothing is lost, and nothing counts twice.
import { expect } from '@jest/globals';
import { Big } from '../../src/core/money/decimal.js';
import type { Resource } from '../support/builders.js';
import { type Records, type Row, total } from './records.js';

export function expectMoney(invoices: readonly Resource[], records: Records): void {
  for (const invoice of invoices) expectSums(invoice);
  expectNumbers(invoices);
  for (const note of records.creditNotes) expectCreditOnce(note, records);
  for (const fee of records.fees) expectCreditable(fee, records);
  for (const invoice of records.invoices) {
    expectPaid(invoice, records);
    expectNotesWithin(invoice, records);
  }
}

/** Checks that fees, taxes and totals add up. Sources: invoices.md §4; taxes.md §3, §4. */
function expectSums(invoice: Resource): void {
  const { fees } = invoice;
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0);
  const untaxed = (fee: Resource) => new Big(fee.amountCents).minus(fee.preciseCouponsAmountCents);
  const taxOn = (fee: Resource) =>
    fee.appliedTaxes.reduce(
      (all: Big, { taxRate }: Resource) => all.plus(untaxed(fee).times(String(taxRate)).div(100)),
      new Big(0),
    );
  for (const fee of fees) {
    expect(fee.amountCents).toBeGreaterThanOrEqual(0);
    expect(fee.taxesAmountCents).toBe(cents(taxOn(fee)));
    expect(fee.totalAmountCents).toBe(sum([fee.amountCents, fee.taxesAmountCents]));
    expect(fee.paymentStatus).toBe(invoice.paymentStatus);
  }
  const taxes = fees.reduce((all: Big, fee: Resource) => all.plus(taxOn(fee)), new Big(0));
  const feesAmount = sum(fees.map((fee: Resource) => fee.amountCents));
  const deducted = sum([invoice.progressiveBillingCreditAmountCents, invoice.couponsAmountCents]);
  const shares = fees.reduce(
    (all: Big, { preciseCouponsAmountCents }: Resource) => all.plus(preciseCouponsAmountCents),
    new Big(0),
  );
  expect(shares.toFixed()).toBe(String(deducted));
  for (const { taxCode, taxRate, amountCents, feesAmountCents } of invoice.appliedTaxes) {
    const taxed = fees.filter(({ appliedTaxes }: Resource) =>
      appliedTaxes.some((applied: Resource) => applied.taxCode === taxCode),
    );
    const base = taxed.reduce((all: Big, fee: Resource) => all.plus(untaxed(fee)), new Big(0));
    expect({ taxCode, feesAmountCents, amountCents }).toEqual({
      taxCode,
      feesAmountCents: cents(base),
      amountCents: cents(base.times(String(taxRate)).div(100)),
    });
  }
  const untaxedTotal = feesAmount - deducted;
  const taxedTotal = untaxedTotal + cents(taxes);
  expect(invoice).toMatchObject({
    feesAmountCents: feesAmount,
    subTotalExcludingTaxesAmountCents: untaxedTotal,
    taxesAmountCents: cents(taxes),
    subTotalIncludingTaxesAmountCents: taxedTotal,
    totalAmountCents: taxedTotal - invoice.creditNotesAmountCents - invoice.prepaidCreditAmountCents,
  });
  expect(invoice.totalAmountCents).toBeGreaterThanOrEqual(0);
}

/** Checks that issued invoices are numbered from one in issuing order and that drafts have none. Source: invoices.md §5.3. */
function expectNumbers(invoices: readonly Resource[]): void {
  const [drafts, issued] = [
    invoices.filter(({ status }) => status === 'draft'),
    invoices.filter(({ status }) => status !== 'draft'),
  ];
  const counted = issued
    .map(({ sequentialId }) => Number(sequentialId))
    .toSorted((one, other) => one - other);
  expect(counted).toEqual(issued.map((_, place) => place + 1));
  expect(new Set(issued.map(({ number }) => number)).size).toBe(issued.length);
  for (const draft of drafts) expect(draft.creditNotesAmountCents).toBe(0);
}

/**
 * Checks that the credit of a credit note is either used, available or voided. A voided invoice has given back what it used.
 * Source: credit-notes.md §1, §4.
 */
function expectCreditOnce(note: Row, { taken }: Records): void {
  const ofNote = taken.filter(
    (each) => each['item_id'] === note['id'] && each['invoice_status'] !== 'voided',
  );
  const [takenCents, creditCents, balanceCents] = [
    total(ofNote, 'amount_cents'),
    Number(note['credit_amount_cents']),
    Number(note['balance_amount_cents']),
  ];
  const parts = creditCents + Number(note['refund_amount_cents']) + Number(note['offset_amount_cents']);
  expect(parts).toBe(Number(note['total_amount_cents']));
  if (note['status'] === 'draft') expect(takenCents).toBe(0);
  if (note['credit_status'] === 'voided') {
    expect(balanceCents).toBe(0);
    expect(takenCents).toBeLessThanOrEqual(creditCents);
  } else {
    expect(takenCents + balanceCents).toBe(creditCents);
    expect(note['credit_status']).toBe(takenCents > 0 && balanceCents === 0 ? 'consumed' : 'available');
  }
}

/** Checks that no fee is credited by more than its amount. Source: credit-notes.md §2.1. */
function expectCreditable(fee: Row, { creditNoteItems }: Records): void {
  const ofFee = creditNoteItems.filter((item) => item['fee_id'] === fee['id']);
  expect(total(ofFee, 'amount_cents')).toBeLessThanOrEqual(Number(fee['amount_cents']));
}

/**
 * Checks that the credit notes of an invoice are together never more than the invoice. Source: credit-notes.md §2. What an earlier
 * progressive invoice has billed of its fees is given back by notes of the later one (progressive-billing.md §6).
 */
function expectNotesWithin(invoice: Row, { creditNotes }: Records): void {
  if (Number(invoice['progressive_billing_credit_amount_cents']) > 0) return;
  const notes = creditNotes.filter((note) => note['invoice_id'] === invoice['id']);
  for (const [member, of] of [
    ['total_amount_cents', 'sub_total_including_taxes_amount_cents'],
    ['taxes_amount_cents', 'taxes_amount_cents'],
    ['sub_total_excluding_taxes_amount_cents', 'sub_total_excluding_taxes_amount_cents'],
  ] as const) {
    expect(total(notes, member)).toBeLessThanOrEqual(Number(invoice[of]));
  }
}

/**
 * Checks the credits and payments that an invoice shows against their rows, and that they do not exceed what is due.
 * Sources: payments.md §3; credit-notes.md §2.
 */
function expectPaid(invoice: Row, { taken, payments, creditNotes }: Records): void {
  const isOfInvoice = (row: Row) => row['invoice_id'] === invoice['id'];
  const notes = creditNotes.filter((note) => isOfInvoice(note) && note['status'] === 'finalized');
  const [totalCents, paidCents, offsetCents] = [
    Number(invoice['total_amount_cents']),
    Number(invoice['total_paid_amount_cents']),
    Number(invoice['total_offset_amount_cents']),
  ];
  if (invoice['status'] === 'closed') return;
  expect(total(taken.filter(isOfInvoice), 'amount_cents')).toBe(Number(invoice['credit_notes_amount_cents']));
  expect(total(payments.filter(isOfInvoice), 'amount_cents')).toBe(paidCents);
  expect(total(notes, 'offset_amount_cents')).toBe(offsetCents);
  expect(paidCents + offsetCents).toBeLessThanOrEqual(totalCents);
  expect(total(notes, 'refund_amount_cents')).toBeLessThanOrEqual(paidCents);
  if (invoice['status'] !== 'finalized') return;
  const isSettled = paidCents + offsetCents === totalCents;
  // A top-up that was not paid in time fails.
  const unpaid = invoice['invoice_type'] === 'credit' ? expect.stringMatching(/pending|failed/) : 'pending';
  expect(invoice['payment_status']).toEqual(isSettled ? 'succeeded' : unpaid);
}

/** Rounds halves up; no amount here is negative. */
function cents(amount: Big): number {
  return amount.round(0, Big.roundHalfUp).toNumber();
}
