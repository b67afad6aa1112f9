import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';

/** Usage that a progressive invoice billed and that was not used after all. */
export interface OverbilledUsage {
  readonly invoiceId: string;
  /** Less coupons, before taxes. */
  readonly excessCents: bigint;
}

/** The port by which progressive invoices are credited; credit notes are a higher module. */
export interface ProgressiveNotes {
  /** What credit notes, which are not voided, give back of invoices, before taxes and by invoice. */
  notedCents(tx: Tx, actor: Actor, invoiceIds: readonly string[]): Promise<Map<string, bigint>>;
  /**
   * Issues credit notes for overbilled usage.
   * @throws AppError kind `notAllowed`, `creditable_amount_is_less_than_requested`. Source: progressive-billing.md §6.
   */
  credit(tx: Tx, actor: Actor, overbilled: readonly OverbilledUsage[]): Promise<void>;
}
