import type { ZonedWindow } from '../../../../core/time/window-dates.js';
import type { Fee } from './fee.table.js';
import type { Invoice } from '../invoice.table.js';

/** A fee with the zone in which its invoice was computed, which decides the dates of the fee's window. */
export interface InvoicedFee {
  readonly fee: Fee;
  readonly timezone: Invoice['timezone'];
}

/** @throws Error for a fee that bills no period. */
export function windowOf({ fee: { id, fromAt: from, toAt: to }, timezone }: InvoicedFee): ZonedWindow {
  if (from === null || to === null) throw new Error(`Fee ${id} has no window.`);
  return { from, to, timezone };
}
