import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';
import type { Invoice } from '../records/invoice.table.js';

/** What a credit note still holds. */
export interface CreditNoteBalance {
  readonly id: string;
  readonly customerId: string;
  readonly currency: string;
  readonly number: string;
  /** Of the invoice it was made for. */
  readonly invoiceNumber: string;
  readonly balanceAmountCents: bigint;
}

/** What an invoice takes of a credit note, and when. */
export interface TakenCredit {
  readonly id: string;
  readonly amountCents: bigint;
  readonly at: Date;
}

/** Holds the credits of one kind that invoices take, and gets back those of an invoice that is given up. */
export interface CreditSource {
  take(tx: Tx, actor: Actor, taken: readonly TakenCredit[]): Promise<void>;
  giveBack(tx: Tx, actor: Actor, returned: TakenCredit): Promise<void>;
}

/**
 * Where credit notes are taken from when invoices are issued. They lie above this module, so the composition root binds
 * it. The customers are locked meanwhile: no two invoices see the same balance.
 */
export interface CreditNoteBalances extends CreditSource {
  /** The credit notes that have a balance, oldest first. Source: credit-notes.md §4. */
  available(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<CreditNoteBalance[]>;
}

/** Credit notes of draft invoices, which are drafts as long as those are. Source: credit-notes.md §5.1, invoices.md §6. */
export interface DraftCreditNotes {
  /**
   * Works the notes of drafts out again, whose fees are replaced meanwhile.
   * @param invoices as they will be then.
   */
  rework(tx: Tx, actor: Actor, invoices: readonly Invoice[], replaceFees: () => Promise<void>): Promise<void>;
  /** Makes the notes of invoices final that have just become so, and tells of them. */
  finalize(tx: Tx, actor: Actor, invoices: readonly Invoice[]): Promise<void>;
}
