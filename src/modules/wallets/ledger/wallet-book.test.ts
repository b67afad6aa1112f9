import { describe, expect, test } from '@jest/globals';
import { fc } from '../../../../test/support/property.js';
import { walletRow } from '../../../../test/support/rows.js';
import { Big, sum } from '../../../core/money/decimal.js';
import { creditsFor, topUpAmount } from '../../../core/wallets/credit-amounts.js';
import { rateOf, WalletBook } from './wallet-book.js';

const AT = new Date('2027-03-01T10:00:00Z');
const EMPTY = walletRow({ rateAmount: '0.35' });
const rate = rateOf(EMPTY);
const credits = (quantity: string) => topUpAmount(new Big(quantity), rate);
const cents = (amountCents: bigint) => ({ amountCents, creditAmount: creditsFor(amountCents, rate) });

describe('a book', () => {
  test('a wallet book counts a purchase when it is settled, and lets it be used at once', () => {
    const book = new WalletBook(EMPTY, [], AT);
    const purchase = book.purchase(credits('100.12345'), { name: 'Spring' });
    expect([book.wallet.balanceCents, book.changesBalance, purchase.status]).toEqual([0n, false, 'pending']);
    book.settle(purchase);
    expect([book.wallet.balanceCents, book.wallet.creditsBalance]).toEqual([3504n, '100.11429']);
    book.take(cents(504n), { transactionStatus: 'voided' });
    expect(book.wallet).toMatchObject({
      balanceCents: 3000n,
      consumedAmountCents: 504n,
      consumedCredits: '14.4',
      lastConsumedCreditAt: AT,
    });
    expect(book.decided).toMatchObject([{ status: 'settled', remainingAmountCents: 3000n, name: 'Spring' }]);
    // The settled purchase is written with what is left of it, and once.
    expect(book.usedSources).toEqual([]);
  });

  test('a failed purchase changes no balance', () => {
    const book = new WalletBook(EMPTY, [], AT);
    book.fail(book.purchase(credits('10'), {}));
    expect([book.changesBalance, book.decided[0]?.failedAt]).toEqual([false, AT]);
  });

  test('a wallet book no longer consumes what a voided invoice returns', () => {
    const book = new WalletBook(EMPTY, [], AT);
    book.grant(credits('100'));
    const payment = book.take(cents(700n), { transactionStatus: 'invoiced', invoiceId: 'invoice' });
    book.giveBack(payment, 'invoice');
    expect(book.wallet).toMatchObject({ balanceCents: 3500n, consumedAmountCents: 0n, consumedCredits: '0' });
    expect(book.created.at(-1)).toMatchObject({ voidedInvoiceId: 'invoice', transactionStatus: 'granted' });
  });

  test('a wallet book that gives more than the wallet has is a bug of the caller', () => {
    const book = new WalletBook(EMPTY, [], AT);
    expect(() => book.take(cents(1n), { transactionStatus: 'voided' })).toThrow(RangeError);
  });

  test('the balance is always what is left of its sources, and every debit names what it has used', () => {
    const step = fc.record({
      kind: fc.constantFrom('grant', 'purchase', 'take'),
      amount: fc.bigInt({ min: 1n, max: 10_000n }),
      priority: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const book = new WalletBook(EMPTY, [], AT);
        for (const { kind, amount, priority } of steps) {
          if (kind === 'grant') book.grant(cents(amount), { priority });
          else if (kind === 'purchase') book.settle(book.purchase(cents(amount), { priority }));
          else {
            const amountCents = amount < book.wallet.balanceCents ? amount : book.wallet.balanceCents;
            book.take(cents(amountCents), { transactionStatus: 'voided' });
          }
        }
        // A purchase is in the book twice: as it was booked, and as it was settled.
        const latest = new Map([...book.created, ...book.decided].map((each) => [each.id, each]));
        const of = (type: string) => [...latest.values()].filter((each) => each.transactionType === type);
        const total = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + each, 0n);
        expect(total(of('inbound').map((each) => each.remainingAmountCents ?? 0n))).toBe(
          book.wallet.balanceCents,
        );
        expect(
          total(of('inbound').map((each) => each.amountCents)) -
            total(of('outbound').map((each) => each.amountCents)),
        ).toBe(book.wallet.balanceCents);
        for (const debit of of('outbound')) {
          const used = book.consumptions.filter(({ outboundId }) => outboundId === debit.id);
          expect(total(used.map(({ amountCents }) => amountCents))).toBe(debit.amountCents);
        }
        const inCredits = (type: string) => sum(of(type).map((each) => new Big(each.creditAmount)));
        expect(inCredits('inbound').minus(inCredits('outbound')).toFixed()).toBe(book.wallet.creditsBalance);
      }),
    );
  });
});
