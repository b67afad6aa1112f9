import type { Actor } from '../../../platform/actor.js';
import type { Tx } from '../../../platform/db/database.js';

/** What credit notes answer about progressive invoices; they are a higher module. */
export interface ProgressiveNotes {
  /** What credit notes have given back of invoices, before taxes and by invoice. */
  notedCents(tx: Tx, actor: Actor, invoiceIds: readonly string[]): Promise<Map<string, bigint>>;
}
