import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';

/** The unused credit of a credit note. */
export interface CreditNoteBalance {
  readonly id: string;
  readonly customerId: string;
  readonly currency: string;
  readonly number: string;
  /** The number of the credited invoice. */
  readonly invoiceNumber: string;
  readonly balanceAmountCents: bigint;
}

/** The amount of a credit note or an applied coupon that an invoice uses, and when. */
export interface TakenCredit {
  readonly id: string;
  readonly amountCents: bigint;
  readonly at: Date;
  /** True if no other invoice of its month uses the same source. */
  readonly isAloneInMonth: boolean;
}

/** A source of credits that invoices use. Takes back the credits of an invoice that is voided, or closed unpaid. */
export interface CreditSource {
  take(tx: Tx, actor: Actor, taken: readonly TakenCredit[]): Promise<void>;
  giveBack(tx: Tx, actor: Actor, returned: readonly TakenCredit[]): Promise<void>;
}

/**
 * The port by which invoices use credit notes when they are issued. The composition root binds it, because credit notes
 * are a higher module: the one that lends a source of deductions (docs/adr/0042). The caller has locked the customers, so no two invoices see the same balance.
 */
export interface CreditNoteBalances extends CreditSource {
  /** Credit notes with a balance, oldest first. Source: credit-notes.md §4. */
  available(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<CreditNoteBalance[]>;
}
