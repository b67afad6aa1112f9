import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';

/** Usage that progressive invoices billed and that was not used after all. */
export interface OverbilledUsage {
  /** The progressive invoices of the period, last first. */
  readonly invoiceIds: readonly string[];
  /** Less coupons, before taxes. */
  readonly excessCents: bigint;
}

/** The port by which progressive invoices are credited; credit notes are a higher module. */
export interface ProgressiveNotes {
  /** What credit notes have given back of invoices, before taxes and by invoice. */
  notedCents(tx: Tx, actor: Actor, invoiceIds: readonly string[]): Promise<Map<string, bigint>>;
  /**
   * Issues credit notes for overbilled usage, as far as the invoices can be credited.
   * @throws AppError kind `notAllowed`, `invalid_type_or_status` for an invoice that waits for its taxes. Source:
   * progressive-billing.md §6, ADR 0096.
   */
  credit(tx: Tx, actor: Actor, overbilled: readonly OverbilledUsage[]): Promise<void>;
}
