import type {
  AccountingAccounts,
  AccountingAllocation,
  AccountingCode,
  AccountingCreditNote,
  AccountingInvoice,
  AccountingLine,
  AccountingNoteVoid,
  AccountingPayment,
  AccountingTax,
  AccountingVoid,
} from './accounting-provider.js';

/** A row of a booking, in minor units: one of its two amounts is 0. */
export interface AccountingEntry {
  readonly account: string;
  readonly debitCents: bigint;
  readonly creditCents: bigint;
  readonly memo: string;
  /** Our id of what it is about: a fee, an invoice, a credit note or a payment; null for coupons and taxes. */
  readonly id: string | null;
}

type Booked = Pick<AccountingEntry, 'account' | 'memo' | 'id'> & { readonly amountCents: bigint };

/** An invoice: what is receivable, and what it is made of. The rows of each function balance. Source: integrations.md §13. */
export function invoiceEntries(invoice: AccountingInvoice): AccountingEntry[] {
  const { id, accounts, taxes, taxesAmountCents } = invoice;
  return [
    debit({ account: 'receivable', amountCents: invoice.totalAmountCents, memo: nameOf(invoice), id }),
    debit({ ...discount(accounts), amountCents: invoice.couponsAmountCents }),
    debit({
      account: 'progressive_credit',
      amountCents: invoice.progressiveCreditAmountCents,
      memo: 'Usage already billed',
      id: null,
    }),
    ...linesOf(invoice).map(credit),
    ...taxesOf(accounts, taxes, taxesAmountCents).map(credit),
  ].filter(isBooked);
}

/**
 * The opposite of what credit notes have left of an invoice, and of the credits that it gives back. What was paid stays as a negative
 * amount receivable, which its credit notes use up (docs/adr/0201).
 */
export function voidedInvoiceEntries({
  invoice,
  unpaidAmountCents,
  ...credits
}: AccountingVoid): AccountingEntry[] {
  const { accounts } = invoice;
  const applied = [
    { ...creditNotes(accounts, null), amountCents: credits.creditNotesAmountCents },
    ...prepaidCredits(accounts, credits.purchasedCreditAmountCents, credits.grantedCreditAmountCents),
  ].flatMap((booked) => settling(booked, invoice));
  return [
    ...[...invoiceEntries(invoice), ...applied].map(opposite),
    ...givenAway(invoice, invoice, unpaidAmountCents),
  ];
}

/**
 * A credit note: the fees and taxes that it takes back, and how it gives back their worth. A note on a voided invoice gives back what was
 * paid of it.
 */
export function creditNoteEntries(note: AccountingCreditNote): AccountingEntry[] {
  const { id, accounts, invoice, unpaidAmountCents } = note;
  const takenBack =
    unpaidAmountCents === null
      ? creditedRows(note)
      : [
          debit({
            account: 'receivable',
            amountCents: note.totalAmountCents,
            memo: nameOf(invoice),
            id: invoice.id,
          }),
          ...givenAway(note, invoice, unpaidAmountCents),
        ];
  return [
    ...takenBack,
    credit({ ...creditNotes(accounts, note), amountCents: note.creditAmountCents }),
    credit({
      account: 'refunds_payable',
      amountCents: note.refundAmountCents,
      memo: `Refund of credit note ${note.number}`,
      id,
    }),
    credit({
      account: 'receivable',
      amountCents: note.offsetAmountCents,
      memo: nameOf(invoice),
      id: invoice.id,
    }),
  ].filter(isBooked);
}

function creditedRows(note: AccountingCreditNote): AccountingEntry[] {
  const { accounts, taxes, taxesAmountCents } = note;
  return [
    ...linesOf(note).map(debit),
    ...taxesOf(accounts, taxes, taxesAmountCents).map(debit),
    credit({ ...discount(accounts), amountCents: note.couponsAdjustmentAmountCents }),
  ];
}

/** What credit notes give a customer who has not paid for it lowers the revenue. */
function givenAway(
  document: DocumentLines,
  invoice: { readonly id: string; readonly number: string },
  amountCents: bigint,
): AccountingEntry[] {
  const memo = `Credited without payment of ${nameOf(invoice)}`;
  return settling({ account: revenueOf(document), amountCents, memo, id: invoice.id }, invoice);
}

/** What is left of a credit note becomes revenue again, on the account of its first fee. */
export function voidedNoteEntries({ creditNote, balanceAmountCents }: AccountingNoteVoid): AccountingEntry[] {
  const { memo, id, account } = creditNotes(creditNote.accounts, creditNote);
  return [
    debit({ account, amountCents: balanceAmountCents, memo, id }),
    credit({ account: revenueOf(creditNote), amountCents: balanceAmountCents, memo, id }),
  ].filter(isBooked);
}

/** A credit note that an invoice uses. An offset has no rows of its own: those of its note contain it. */
export function allocationEntries(allocation: AccountingAllocation): AccountingEntry[] {
  const { accounts, creditNote, invoice, amountCents } = allocation;
  if (allocation.kind === 'offset') return [];
  return settling({ ...creditNotes(accounts, creditNote), amountCents }, invoice);
}

/** Money in or out, or the prepaid credits that an invoice uses. */
export function paymentEntries(payment: AccountingPayment): AccountingEntry[] {
  const { id, accounts, reference } = payment;
  if (payment.kind === 'prepaid_credit')
    return prepaidCredits(accounts, payment.purchasedAmountCents, payment.grantedAmountCents).flatMap(
      (booked) => settling(booked, payment.invoice),
    );
  const { amountCents } = payment;
  const cash = { account: accountOf(accounts.account, 'cash'), amountCents, id };
  if (payment.kind === 'payment')
    return settling({ ...cash, memo: reference ?? `Payment of ${nameOf(payment.invoice)}` }, payment.invoice);
  const { creditNote } = payment;
  const memo = `Refund of credit note ${creditNote.number}`;
  return [
    debit({ account: 'refunds_payable', amountCents, memo, id: creditNote.id }),
    credit({ ...cash, memo }),
  ].filter(isBooked);
}

/** An amount that settles a part of an invoice. */
function settling(
  booked: Booked,
  invoice: { readonly id: string; readonly number: string },
): AccountingEntry[] {
  const receivable = { account: 'receivable', memo: nameOf(invoice), id: invoice.id };
  return [debit(booked), credit({ ...receivable, amountCents: booked.amountCents })].filter(isBooked);
}

function prepaidCredits(
  accounts: AccountingAccounts,
  purchasedAmountCents: bigint,
  grantedAmountCents: bigint,
): Booked[] {
  return [
    {
      account: accountOf(accounts.prepaidCredit, 'prepaid_credit'),
      amountCents: purchasedAmountCents,
      memo: 'Prepaid credits',
      id: null,
    },
    {
      account: accountOf(accounts.grantedCredit, 'granted_credit'),
      amountCents: grantedAmountCents,
      memo: 'Granted credits',
      id: null,
    },
  ];
}

interface DocumentLines {
  readonly accounts: AccountingAccounts;
  readonly lines: readonly AccountingLine[];
}

function linesOf({ accounts, lines }: DocumentLines): Booked[] {
  return lines.map((line) => ({
    account: accountOfLine(accounts, line),
    amountCents: line.amountCents,
    memo: line.description,
    id: line.id,
  }));
}

/** The taxes of a document, of which the last one takes what the rounding of all leaves. */
function taxesOf(
  accounts: AccountingAccounts,
  taxes: readonly AccountingTax[],
  taxesAmountCents: bigint,
): Booked[] {
  const account = accountOf(accounts.tax, 'tax');
  const named = taxes.length === 0 ? [{ name: 'Taxes', amountCents: taxesAmountCents }] : taxes;
  const rest = taxesAmountCents - named.reduce((total, { amountCents }) => total + amountCents, 0n);
  return named.map(({ name, amountCents }, index) => ({
    account,
    amountCents: index === named.length - 1 ? amountCents + rest : amountCents,
    memo: name,
    id: null,
  }));
}

function accountOfLine(accounts: AccountingAccounts, { code, isTopUp }: AccountingLine): string {
  return isTopUp ? accountOf(accounts.prepaidCredit, 'prepaid_credit') : accountOf(code, 'revenue');
}

/** The account of the first line. */
function revenueOf({ accounts, lines: [line] }: DocumentLines): string {
  return line === undefined ? 'revenue' : accountOfLine(accounts, line);
}

function discount(accounts: AccountingAccounts): Omit<Booked, 'amountCents'> {
  return { account: accountOf(accounts.coupon, 'discount'), memo: 'Coupons', id: null };
}

/** @param note null for several notes together. */
function creditNotes(
  accounts: AccountingAccounts,
  note: { readonly id: string; readonly number: string } | null,
): Omit<Booked, 'amountCents'> {
  return {
    account: accountOf(accounts.creditNote, 'credit_notes'),
    memo: note === null ? 'Credit notes' : `Credit note ${note.number}`,
    id: note?.id ?? null,
  };
}

/** The account that a mapping names, else our word. */
function accountOf(code: AccountingCode | null, word: string): string {
  return code?.accountCode ?? code?.externalId ?? word;
}

function nameOf({ number }: { readonly number: string }): string {
  return `Invoice ${number}`;
}

/** A negative amount, which rounding can leave, stands on the other side. */
function debit({ amountCents, ...row }: Booked): AccountingEntry {
  return amountCents < 0n
    ? { ...row, debitCents: 0n, creditCents: -amountCents }
    : { ...row, debitCents: amountCents, creditCents: 0n };
}

function credit(booked: Booked): AccountingEntry {
  return opposite(debit(booked));
}

function opposite({ debitCents, creditCents, ...row }: AccountingEntry): AccountingEntry {
  return { ...row, debitCents: creditCents, creditCents: debitCents };
}

function isBooked({ debitCents, creditCents }: AccountingEntry): boolean {
  return debitCents !== creditCents;
}
