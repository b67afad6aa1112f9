import type { Fee } from './fee.table.js';

/**
 * True if a standalone fee does not exist yet, because a tax provider is asked about it: its row counts as deleted until then.
 * Source: integrations.md §6 (docs/adr/0197).
 */
export function awaitsTaxes({ taxList }: Pick<Fee, 'taxList'>): boolean {
  return taxList === 'pending';
}
