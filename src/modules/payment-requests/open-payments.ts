import type { Actor } from '../../platform/actor.js';
import type { Db } from '../../platform/db/database.js';
import type { Invoice } from '../invoices/records/invoice.table.js';

/** Answers whether invoices are being paid at a provider: alone, or in another request. */
export interface OpenPayments {
  readonly areOpen: (db: Db, actor: Actor, invoices: readonly Invoice[]) => Promise<boolean>;
}
