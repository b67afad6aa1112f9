// A naive ledger of money: what invoices take from coupons and wallets given their fees, in the order in which the customer's
// invoices, coupons and wallets changed. It shares no code with `src`. It takes credit notes and their uses as given
// (`money-invariants.ts` checks them), and it follows every history, also those that `naive-billing.ts` does not.
import { exact, ONE, sumOf, toNumber } from './naive-amounts.js';
import { NaiveCoupons } from './naive-coupons.js';
import { type LedgerInvoice, ledgerFee, spreadNote, taxesOf } from './naive-ledger-invoices.js';
import { NaiveProgressiveCredits } from './naive-progressive-credits.js';
import { NaiveWallets, type Prepaid } from './naive-wallets.js';
import type { MoneyRecords } from './money-records.js';
import type { Row } from './records.js';

const NOTHING: Prepaid = { granted: 0n, purchased: 0n };

/** What the ledger compares. */
export interface Money {
  readonly invoices: readonly unknown[];
  readonly coupons: readonly unknown[];
  readonly wallets: readonly unknown[];
}

export class NaiveMoney {
  private readonly coupons = new NaiveCoupons();
  private readonly progressive: NaiveProgressiveCredits;
  private readonly wallets: NaiveWallets;
  private readonly invoices: ReadonlyMap<unknown, LedgerInvoice>;
  private readonly expected: unknown[] = [];
  private readonly computed = new Set<LedgerInvoice>();

  /** @param voidedWithNote the numbers of invoices that were voided with a credit note. */
  constructor(
    private readonly records: MoneyRecords,
    private readonly voidedWithNote: ReadonlySet<string>,
  ) {
    this.wallets = new NaiveWallets(records.wallets);
    this.progressive = new NaiveProgressiveCredits(records.noteItems);
    this.invoices = new Map(
      records.invoices.map((row) => {
        const fees = records.fees.filter((fee) => fee['invoice_id'] === row['id']);
        const periods = records.periods.filter(
          (period) =>
            period['invoice_id'] === row['id'] && period['invoicing_reason'] !== 'in_advance_charge',
        );
        return [row['id'], { row, fees: fees.map(ledgerFee), periods }];
      }),
    );
  }

  replay(): Money {
    for (const { type, id, status } of this.records.events) this.follow(String(type), id, status);
    return { invoices: this.expected, coupons: this.coupons.state(), wallets: this.wallets.state() };
  }

  private follow(type: string, id: unknown, status: unknown): void {
    const { records, wallets, coupons } = this;
    const rowOf = (rows: readonly Row[]) => rows.find((row) => row['id'] === id);
    if (type === 'applied_coupon.created') {
      const row = rowOf(records.appliedCoupons);
      if (row !== undefined) coupons.add(row);
    }
    if (type === 'applied_coupon.deleted') coupons.drop(id);
    if (type === 'wallet.terminated') wallets.close(id);
    if (type === 'wallet_transaction.created') {
      const row = rowOf(records.transactions);
      // The ledger computes what invoices take and get back.
      if (
        row !== undefined &&
        row['transaction_status'] !== 'invoiced' &&
        row['voided_invoice_id'] === null
      ) {
        wallets.book(row, row['refunded_invoice_id']);
      }
    }
    if (type === 'wallet_transaction.updated' && status === 'settled') wallets.settle(id);
    if (type === 'subscription.incomplete') this.compute(this.firstOf(id));
    if (type === 'subscription.canceled') this.undo(this.firstOf(id), 'closed');
    if (type === 'credit_note.created') {
      const row = rowOf(records.creditNotes);
      if (row !== undefined) this.progressive.note(row);
    }
    const invoice = this.invoices.get(id);
    if (type === 'invoice.created') this.compute(invoice);
    if (type === 'invoice.voided') this.undo(invoice, 'voided');
  }

  /** The first invoice of a subscription, which its payment activates. */
  private firstOf(subscriptionId: unknown): LedgerInvoice | undefined {
    const period = this.records.periods.find((each) => each['subscription_id'] === subscriptionId);
    return this.invoices.get(period?.['invoice_id']);
  }

  private compute(invoice: LedgerInvoice | undefined): void {
    if (invoice === undefined || this.computed.has(invoice)) return;
    this.computed.add(invoice);
    const progressive = this.progressive.use(invoice);
    const fees = sumOf(invoice.fees, ({ amount }) => amount) - progressive;
    const couponsAmount = this.coupons.use(invoice, fees);
    this.progressive.add(invoice, progressive);
    const taxed = fees - couponsAmount + taxesOf(invoice);
    let due = taxed;
    for (const use of this.noteUsesOf(invoice)) {
      spreadNote(invoice, use);
      due -= use;
    }
    const prepaid = due > 0n ? this.wallets.pay(invoice, due) : NOTHING;
    const { granted, purchased } = prepaid;
    this.expected.push({
      id: invoice.row['id'],
      progressive: toNumber(progressive),
      coupons: toNumber(couponsAmount),
      taxed: toNumber(taxed),
      granted: granted === 0n ? null : toNumber(granted),
      purchased: purchased === 0n ? null : toNumber(purchased),
      prepaid: toNumber(granted + purchased),
      total: toNumber(due - granted - purchased),
      shares: invoice.fees.map(({ id, coupons, creditNotes }) => [id, coupons / SHARE, creditNotes / SHARE]),
    });
  }

  /** What an invoice has used of credit notes. One that was closed has given it back, and shows the sum. */
  private noteUsesOf({ row }: LedgerInvoice): readonly bigint[] {
    if (row['status'] === 'closed') return [exact(row['credit_notes_amount_cents'])];
    return this.records.noteUses
      .filter((use) => use['invoice_id'] === row['id'])
      .map((use) => exact(use['amount_cents']));
  }

  private undo(invoice: LedgerInvoice | undefined, status: string): void {
    if (invoice?.row['status'] !== status) return;
    this.coupons.release(invoice);
    this.progressive.undo(invoice);
    if (!this.voidedWithNote.has(String(invoice.row['number']))) this.wallets.giveBack(invoice);
  }
}

/** Shares of fees have five decimals. */
const SHARE = ONE / 100_000n;

/** The same of what the records say. */
export function moneyOf(records: MoneyRecords): Money {
  const { invoices, fees, appliedCoupons, wallets, transactions } = records;
  const numberOf = (value: unknown) => (value === null ? null : Number(value));
  const isComputed = ({ invoice_type: type, status }: Row) =>
    (type === 'subscription' || type === 'progressive_billing') && status !== 'draft' && status !== 'deleted';
  return {
    invoices: invoices.filter(isComputed).map((row) => ({
      id: row['id'],
      progressive: numberOf(row['progressive_billing_credit_amount_cents']),
      coupons: numberOf(row['coupons_amount_cents']),
      taxed: numberOf(row['sub_total_including_taxes_amount_cents']),
      granted: numberOf(row['prepaid_granted_credit_amount_cents']),
      purchased: numberOf(row['prepaid_purchased_credit_amount_cents']),
      prepaid: numberOf(row['prepaid_credit_amount_cents']),
      total: numberOf(row['total_amount_cents']),
      shares: fees
        .filter((fee) => fee['invoice_id'] === row['id'])
        .map((fee) => [
          fee['id'],
          exact(fee['precise_coupons_amount_cents']) / SHARE,
          exact(fee['precise_credit_notes_amount_cents']) / SHARE,
        ]),
    })),
    coupons: appliedCoupons.map((row) => ({
      id: row['id'],
      status: row['status'],
      left: numberOf(row['amount_cents_remaining']),
      times: row['frequency'] === 'recurring' ? numberOf(row['frequency_duration_remaining']) : null,
    })),
    wallets: wallets.map((row) => ({
      id: row['id'],
      balance: numberOf(row['balance_cents']),
      sources: transactions
        .filter((each) => each['wallet_id'] === row['id'] && each['transaction_type'] === 'inbound')
        .filter(({ status }) => status === 'settled')
        .map((each) =>
          [each['remaining_amount_cents'], 'of', each['amount_cents'], each['transaction_status']].join(' '),
        )
        .toSorted(),
    })),
  };
}

/** Sorts by id, so that equal sets compare as equal. */
export function inOrderOfIds({ invoices, coupons, wallets }: Money): Money {
  const sorted = (all: readonly unknown[]) =>
    all.toSorted((one, other) =>
      ((one as Row)['id'] as string).localeCompare((other as Row)['id'] as string),
    );
  return { invoices: sorted(invoices), coupons: sorted(coupons), wallets: sorted(wallets) };
}
