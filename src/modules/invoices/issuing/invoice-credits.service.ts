import { Temporal } from 'temporal-polyfill';
import { type DatedUsage, isValidFor } from '../../../core/wallets/validity.js';
import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { AppliedCouponService } from '../../coupons/applied-coupon.service.js';
import {
  type AvailableCoupon,
  type CentsByMonth,
  inMonth,
  isMonthly,
  monthOf,
  used,
} from '../../coupons/applied-coupon.rules.js';
import type { Customer } from '../../customers/records/customer.table.js';
import type { WalletEditor } from '../../wallets/editing/wallet-editor.service.js';
import type {
  PaidFromWallets,
  UsableWallet,
  WalletPayments,
  WalletUse,
} from '../../wallets/ledger/wallet-payments.service.js';
import type { UsableCredits } from '../composing/credit-composition.js';
import type {
  CreditNoteBalance,
  CreditNoteBalances,
  CreditSource,
  TakenCredit,
} from '../composing/credit-note-balances.js';
import { invoiceCreditRepository } from '../records/invoice-credit.repository.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';
import type { PlannedInvoice } from '../composing/planned-invoice.js';
import type { Invoice } from '../records/invoice.table.js';
import type { LockedInvoice } from '../settlement/locked-invoice.js';

/** The credits that one invoice uses, and when. */
interface UsedCredits extends DatedInvoice {
  readonly credits: readonly InvoiceCredit[];
  readonly at: Date;
}

/** An invoice whose customer's coupons count by the month of its issuing date. */
type DatedInvoice = Pick<Invoice, 'customerId' | 'issuingDate'>;

interface Sources {
  readonly appliedCoupons: AppliedCouponService;
  readonly creditNoteBalances: CreditNoteBalances;
  readonly walletPayments: WalletPayments;
  readonly walletEditor: WalletEditor;
}

/** Nothing is kept of what is left of a progressive invoice: it is added up when it is credited. */
const NO_BALANCE: CreditSource = { take: () => Promise.resolve(), giveBack: () => Promise.resolve() };

/** Records the credits that invoices use, and deducts them from their sources. The caller has locked the customers. */
export class InvoiceCredits {
  private readonly sources: Readonly<Record<InvoiceCredit['itemType'], CreditSource>>;

  constructor(private readonly from: Sources) {
    this.sources = {
      coupon: from.appliedCoupons,
      credit_note: from.creditNoteBalances,
      invoice: NO_BALANCE,
    };
  }

  /** Reads what invoices can use. Sources: coupons.md §5, credit-notes.md §4, wallets.md §4. */
  async available(tx: Tx, actor: Actor, invoices: readonly DatedInvoice[]): Promise<AvailableCredits> {
    if (invoices.length === 0) return new AvailableCredits(new Map(), [], [], new Map());
    const customerIds = [...new Set(invoices.map(({ customerId }) => customerId))];
    const { appliedCoupons, creditNoteBalances, walletPayments } = this.from;
    // Asked for together, so that they are one statement for customers without any.
    const [coupons, creditNotes, wallets] = await Promise.all([
      appliedCoupons.available(tx, actor, customerIds),
      creditNoteBalances.available(tx, actor, customerIds),
      walletPayments.available(tx, actor, customerIds),
    ]);
    const monthly = [...coupons.values()].flat().filter(isMonthly);
    const taken = await this.takenByMonth(tx, actor, invoices, {
      appliedCouponIds: monthly.map(({ applied }) => applied.id),
      exceptOn: [],
    });
    return new AvailableCredits(coupons, creditNotes, wallets, taken);
  }

  /** Records the credits of invoices and deducts them from their sources, each at its instant. */
  async take(tx: Tx, actor: Actor, used: readonly UsedCredits[]): Promise<void> {
    const credits = used.flatMap(({ credits: each }) => each);
    if (credits.length === 0) return;
    await invoiceCreditRepository.insert(tx, credits);
    const taken = await this.withMonths(tx, actor, used);
    for (const [itemType, ofType] of Map.groupBy(taken, (each) => each.itemType)) {
      await this.sources[itemType].take(tx, actor, ofType);
    }
  }

  /** Replaces the credits that drafts have for progressive invoices; drafts have no others. */
  async replaceOfDrafts(
    tx: Tx,
    { organizationId }: Actor,
    drafts: readonly { readonly invoice: Invoice; readonly credits: readonly InvoiceCredit[] }[],
  ): Promise<void> {
    const invoiceIds = drafts.map(({ invoice }) => invoice.id);
    await invoiceCreditRepository.deleteProgressive(tx, organizationId, invoiceIds);
    await invoiceCreditRepository.insert(
      tx,
      drafts.flatMap(({ credits }) => credits.filter(({ itemType }) => itemType === 'invoice')),
    );
  }

  /** Books what wallets pay of invoices, after the invoices are written. */
  payFromWallets(tx: Tx, actor: Actor, paid: readonly PaidFromWallets[]): Promise<void> {
    return this.from.walletPayments.pay(tx, actor, paid);
  }

  /** Lets expired wallets end that wait for drafts of customers who have one less. Source: wallets.md §1. */
  recheckExpiredWallets(
    tx: Tx,
    actor: Actor,
    ended: readonly { readonly customer: Customer; readonly now: Date }[],
  ): Promise<void> {
    return this.from.walletEditor.recheckExpired(tx, actor, ended);
  }

  /** Returns what wallets have paid of an invoice that is voided or closed. Source: wallets.md §4. */
  returnToWallets(tx: Tx, actor: Actor, { id }: Invoice, customer: Customer, at: Date): Promise<void> {
    return this.from.walletPayments.giveBack(tx, actor, { invoiceId: id, customer, at });
  }

  /** Returns the credits of an invoice that is closed unpaid to their sources. Source: invoices.md §2. */
  async giveBack(
    tx: Tx,
    actor: Actor,
    { invoice, customer, now: at }: Pick<LockedInvoice, 'invoice' | 'customer' | 'now'>,
  ): Promise<void> {
    const { id } = invoice;
    const credits = await invoiceCreditRepository.findByInvoices(tx, actor.organizationId, [id]);
    await invoiceCreditRepository.deleteOfInvoice(tx, actor.organizationId, id);
    await this.return(tx, actor, invoice, credits, at);
    await this.returnToWallets(tx, actor, invoice, customer, at);
  }

  /**
   * Returns the coupons and credit notes that a voided invoice had used to its customer. The invoice keeps showing its credits.
   * Sources: coupons.md §6, credit-notes.md §4.
   */
  async release(tx: Tx, actor: Actor, voided: Invoice, at: Date): Promise<void> {
    const credits = await invoiceCreditRepository.findByInvoices(tx, actor.organizationId, [voided.id]);
    await this.return(tx, actor, voided, credits, at);
    if (credits.some(({ itemType }) => itemType === 'credit_note'))
      await invoiceCreditRepository.markReturned(tx, actor.organizationId, voided.id, at);
  }

  private async return(
    tx: Tx,
    actor: Actor,
    { customerId, issuingDate }: Invoice,
    credits: readonly InvoiceCredit[],
    at: Date,
  ): Promise<void> {
    const returned = await this.withMonths(tx, actor, [{ credits, customerId, issuingDate, at }]);
    for (const [itemType, ofType] of Map.groupBy(returned, (each) => each.itemType)) {
      await this.sources[itemType].giveBack(tx, actor, ofType);
    }
  }

  /** The sources of credits, and what each gives. */
  private async withMonths(tx: Tx, actor: Actor, used: readonly UsedCredits[]): Promise<SourceUse[]> {
    const credits = used.flatMap((each) => each.credits);
    const ofCoupons = credits.filter(({ itemType }) => itemType === 'coupon');
    const others = await this.takenByMonth(tx, actor, used, {
      appliedCouponIds: ofCoupons.map(({ itemId }) => itemId),
      exceptOn: ofCoupons.map(({ invoiceId }) => invoiceId),
    });
    const months = new Set([...others].flatMap(([id, byMonth]) => [...byMonth.keys()].map(monthKey(id))));
    return used.flatMap(({ credits: each, issuingDate, at }) =>
      each.map(({ itemType, itemId: id, amountCents }) => {
        const key = monthKey(id)(monthOf(issuingDate));
        const isAloneInMonth = !months.has(key);
        months.add(key);
        return { itemType, id, amountCents, at, isAloneInMonth };
      }),
    );
  }

  /** What the invoices of customers have of applied coupons, by the month, from the first to the last month of some invoices. */
  private async takenByMonth(
    tx: Tx,
    { organizationId }: Actor,
    invoices: readonly DatedInvoice[],
    of: { readonly appliedCouponIds: readonly string[]; readonly exceptOn: readonly string[] },
  ): Promise<Map<string, CentsByMonth>> {
    if (of.appliedCouponIds.length === 0) return new Map();
    const sums = await invoiceCreditRepository.sumOfCouponsByMonth(tx, organizationId, {
      ...of,
      customerIds: [...new Set(invoices.map(({ customerId }) => customerId))],
      ...monthsOf(invoices.map(({ issuingDate }) => issuingDate)),
    });
    const byCoupon = Map.groupBy(sums, ({ id }) => id);
    return new Map(
      [...byCoupon].map(([id, ofCoupon]) => [
        id,
        new Map(ofCoupon.map(({ month, amountCents }) => [month, amountCents])),
      ]),
    );
  }
}

/** What an invoice uses of one source. */
interface SourceUse extends TakenCredit {
  readonly itemType: InvoiceCredit['itemType'];
}

/** The first day of the first month of dates, and the day after their last month. */
function monthsOf(dates: readonly string[]): { readonly issuedFrom: string; readonly issuedTo: string } {
  const months = dates.map(monthOf).sort();
  const [first = '', last = ''] = [months[0], months.at(-1)];
  return {
    issuedFrom: `${first}-01`,
    issuedTo: Temporal.PlainYearMonth.from(last).add({ months: 1 }).toPlainDate({ day: 1 }).toString(),
  };
}

function monthKey(id: string): (month: string) => string {
  return (month) => `${id} ${month}`;
}

/** The credits of customers while several invoices are computed: each uses what the invoices before it left over. */
export class AvailableCredits {
  private readonly takenCents = new Map<string, bigint>();
  private readonly coupons: Map<string, readonly AvailableCoupon[]>;
  private readonly takenByMonth: Map<string, CentsByMonth>;

  /**
   * @param coupons by customer, in the order in which they were applied.
   * @param creditNotes oldest first for each customer.
   * @param wallets in the order in which they pay.
   * @param takenByMonth what issued invoices have of coupons that are given by the month, by applied coupon.
   */
  constructor(
    coupons: ReadonlyMap<string, readonly AvailableCoupon[]>,
    private readonly creditNotes: readonly CreditNoteBalance[],
    private wallets: readonly UsableWallet[],
    takenByMonth: ReadonlyMap<string, CentsByMonth>,
  ) {
    this.coupons = new Map(coupons);
    this.takenByMonth = new Map(takenByMonth);
  }

  /**
   * What an invoice may use: its customer's coupons in its month, and credit notes and wallets in its currency that are valid for
   * it.
   */
  usableBy(
    { customer, currency }: Pick<PlannedInvoice, 'customer' | 'currency'>,
    issuingDate: string,
    usage: DatedUsage,
  ): Omit<UsableCredits, 'progressive'> {
    const month = monthOf(issuingDate);
    return {
      coupons: (this.coupons.get(customer.id) ?? []).flatMap(
        (coupon) => inMonth(coupon, this.takenByMonth.get(coupon.applied.id)?.get(month)) ?? [],
      ),
      creditNotes: this.creditNotes
        .filter((balance) => balance.customerId === customer.id && balance.currency === currency)
        .map((balance) => ({
          ...balance,
          balanceAmountCents: balance.balanceAmountCents - (this.takenCents.get(balance.id) ?? 0n),
        })),
      wallets: this.wallets.filter(
        (wallet) =>
          wallet.customerId === customer.id && wallet.currency === currency && isValidFor(wallet, usage),
      ),
    };
  }

  /** Deducts what an invoice uses. */
  take(
    { customer }: PlannedInvoice,
    issuingDate: string,
    {
      credits,
      walletUses,
    }: { readonly credits: readonly InvoiceCredit[]; readonly walletUses: readonly WalletUse[] },
  ): void {
    this.wallets = this.wallets.map((wallet) => afterUses(wallet, walletUses));
    for (const { itemId, amountCents } of credits) {
      this.takenCents.set(itemId, (this.takenCents.get(itemId) ?? 0n) + amountCents);
    }
    const uses = new Map(credits.map((credit) => [credit.itemId, credit]));
    const month = monthOf(issuingDate);
    const left = (this.coupons.get(customer.id) ?? []).map((coupon) => {
      const use = uses.get(coupon.applied.id);
      return use === undefined ? coupon : this.afterUse(coupon, month, use);
    });
    this.coupons.set(customer.id, left);
  }

  private afterUse(
    coupon: AvailableCoupon,
    month: string,
    { amountCents, createdAt }: InvoiceCredit,
  ): AvailableCoupon {
    const { applied } = coupon;
    const byMonth = this.takenByMonth.get(applied.id) ?? new Map<string, bigint>();
    const taken = byMonth.get(month);
    if (isMonthly(coupon))
      this.takenByMonth.set(applied.id, new Map(byMonth).set(month, (taken ?? 0n) + amountCents));
    const use = { amountCents, isAloneInMonth: taken === undefined };
    return { ...coupon, applied: used(applied, use, createdAt) };
  }
}

/** A wallet with what invoices have left of it. */
function afterUses(wallet: UsableWallet, uses: readonly WalletUse[]): UsableWallet {
  const use = uses.find(({ walletId }) => walletId === wallet.id);
  if (use === undefined) return wallet;
  const used = new Map(use.parts.map(({ source, amountCents }) => [source.id, amountCents]));
  return {
    ...wallet,
    balanceCents: wallet.balanceCents - use.amountCents,
    sources: wallet.sources.map((source) => ({
      ...source,
      remainingCents: source.remainingCents - (used.get(source.id) ?? 0n),
    })),
  };
}
