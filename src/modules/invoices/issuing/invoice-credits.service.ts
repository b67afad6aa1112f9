import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { AppliedCouponService } from '../../coupons/applied-coupon.service.js';
import { afterUse, type AvailableCoupon } from '../../coupons/applied-coupon.rules.js';
import type { UsableCredits } from '../composing/credit-composition.js';
import type {
  CreditNoteBalance,
  CreditNoteBalances,
  CreditSource,
} from '../composing/credit-note-balances.js';
import { invoiceCreditRepository } from '../records/invoice-credit.repository.js';
import type { InvoiceCredit } from '../records/invoice-credit.table.js';
import type { PlannedInvoice } from '../composing/planned-invoice.js';
import type { Invoice } from '../records/invoice.table.js';

/** The credits that one invoice uses, and when. */
interface UsedCredits {
  readonly credits: readonly InvoiceCredit[];
  readonly at: Date;
}

interface Sources {
  readonly appliedCoupons: AppliedCouponService;
  readonly creditNoteBalances: CreditNoteBalances;
}

/** Records the credits that invoices use, and deducts them from their sources. The caller has locked the customers. */
export class InvoiceCredits {
  private readonly sources: Readonly<Record<InvoiceCredit['itemType'], CreditSource>>;

  constructor(private readonly from: Sources) {
    this.sources = { coupon: from.appliedCoupons, credit_note: from.creditNoteBalances };
  }

  /** Reads what invoices of customers can use. Sources: coupons.md §5, credit-notes.md §4. */
  async available(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<AvailableCredits> {
    if (customerIds.length === 0) return new AvailableCredits(new Map(), []);
    const { appliedCoupons, creditNoteBalances } = this.from;
    return new AvailableCredits(
      await appliedCoupons.available(tx, actor, customerIds),
      await creditNoteBalances.available(tx, actor, customerIds),
    );
  }

  /** Records the credits of invoices and deducts them from their sources, each at its instant. */
  async take(tx: Tx, actor: Actor, used: readonly UsedCredits[]): Promise<void> {
    const credits = used.flatMap(({ credits: each }) => each);
    if (credits.length === 0) return;
    await invoiceCreditRepository.insert(tx, credits);
    const taken = used.flatMap(({ credits: each, at }) => each.map((credit) => takenFrom(credit, at)));
    for (const [itemType, ofType] of Map.groupBy(taken, (each) => each.itemType)) {
      await this.sources[itemType].take(tx, actor, ofType);
    }
  }

  /** Returns the credits of an invoice that is closed unpaid to their sources. Source: invoices.md §2. */
  async giveBack(tx: Tx, actor: Actor, { id }: Invoice, at: Date): Promise<void> {
    const credits = await invoiceCreditRepository.findByInvoices(tx, actor.organizationId, [id]);
    await invoiceCreditRepository.deleteOfInvoice(tx, actor.organizationId, id);
    await this.return(tx, actor, credits, at);
  }

  /**
   * Returns the coupons that a voided invoice had used to its customer. The invoice keeps showing its credits. Source:
   * coupons.md §6.
   */
  async releaseCoupons(tx: Tx, actor: Actor, { id }: Invoice, at: Date): Promise<void> {
    const credits = await invoiceCreditRepository.findByInvoices(tx, actor.organizationId, [id]);
    const ofCoupons = credits.filter(({ itemType }) => itemType === 'coupon');
    await this.return(tx, actor, ofCoupons, at);
  }

  private async return(tx: Tx, actor: Actor, credits: readonly InvoiceCredit[], at: Date): Promise<void> {
    const returned = credits.map((credit) => takenFrom(credit, at));
    for (const [itemType, ofType] of Map.groupBy(returned, (each) => each.itemType)) {
      await this.sources[itemType].giveBack(tx, actor, ofType);
    }
  }
}

/** The source of a credit, and what it gives. */
function takenFrom({ itemType, itemId: id, amountCents }: InvoiceCredit, at: Date) {
  return { itemType, id, amountCents, at };
}

/** The credits of customers while several invoices are computed: each uses what the invoices before it left over. */
export class AvailableCredits {
  private readonly takenCents = new Map<string, bigint>();
  private readonly coupons: Map<string, readonly AvailableCoupon[]>;

  /**
   * @param coupons by customer, in the order in which they were applied.
   * @param creditNotes oldest first for each customer.
   */
  constructor(
    coupons: ReadonlyMap<string, readonly AvailableCoupon[]>,
    private readonly creditNotes: readonly CreditNoteBalance[],
  ) {
    this.coupons = new Map(coupons);
  }

  /** What an invoice may use: its customer's coupons, and credit notes in its currency. */
  for({ customer, currency }: PlannedInvoice): UsableCredits {
    return {
      coupons: this.coupons.get(customer.id) ?? [],
      creditNotes: this.creditNotes
        .filter((balance) => balance.customerId === customer.id && balance.currency === currency)
        .map((balance) => ({
          ...balance,
          balanceAmountCents: balance.balanceAmountCents - (this.takenCents.get(balance.id) ?? 0n),
        })),
    };
  }

  /** Deducts what an invoice uses. */
  take({ customer }: PlannedInvoice, credits: readonly InvoiceCredit[]): void {
    for (const { itemId, amountCents } of credits) {
      this.takenCents.set(itemId, (this.takenCents.get(itemId) ?? 0n) + amountCents);
    }
    const uses = new Map(credits.map((credit) => [credit.itemId, credit]));
    const left = (this.coupons.get(customer.id) ?? []).flatMap((coupon) => {
      const use = uses.get(coupon.applied.id);
      return use === undefined ? coupon : (afterUse(coupon, use.amountCents, use.createdAt) ?? []);
    });
    this.coupons.set(customer.id, left);
  }
}
