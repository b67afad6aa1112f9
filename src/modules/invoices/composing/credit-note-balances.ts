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

/** What an invoice takes of a note, and when. */
export interface TakenCredit {
  readonly id: string;
  readonly amountCents: bigint;
  readonly at: Date;
}

/**
 * Where credit notes are taken from when invoices are issued. They lie above this module, so the composition root binds
 * it. The customers are held meanwhile: no two invoices see the same balance.
 */
export interface CreditNoteBalances {
  /** What can be taken, oldest first. Source: credit-notes.md §4. */
  available(tx: Tx, actor: Actor, customerIds: readonly string[]): Promise<CreditNoteBalance[]>;
  take(tx: Tx, actor: Actor, taken: readonly TakenCredit[]): Promise<void>;
  /** What was taken can be taken again, unless the note was voided since. */
  giveBack(
    tx: Tx,
    actor: Actor,
    id: string,
    given: { readonly amountCents: bigint; readonly at: Date },
  ): Promise<void>;
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
