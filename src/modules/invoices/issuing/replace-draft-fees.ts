import type { Actor } from '../../../platform/actor.js';
import type { Changes } from '../../../platform/changes/changes.js';
import type { Tx } from '../../../platform/db/database.js';
import type { InvoiceChange } from '../invoice.changes.js';
import type { Invoice } from '../records/invoice.table.js';

/**
 * Replaces the fees of draft invoices. Who reacts, such as their credit notes, works before and after it.
 * @param invoices the invoices after the replacement.
 */
export async function replaceDraftFees(
  changes: Changes<InvoiceChange>,
  tx: Tx,
  actor: Actor,
  invoices: readonly Invoice[],
  replace: () => Promise<void>,
): Promise<void> {
  const later: (() => Promise<void>)[] = [];
  const afterwards = (work: () => Promise<void>) => void later.push(work);
  await changes.announce(tx, actor, { type: 'draft_fees.replacing', invoices, afterwards });
  await replace();
  for (const work of later) await work();
}
