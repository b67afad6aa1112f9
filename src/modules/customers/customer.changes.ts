import type { Representation } from '../../platform/activity/snapshots.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from './customer.table.js';

export type CustomerChange =
  | ChangeOf<'customer.created', { customer: Customer }>
  | ChangeOf<'customer.updated', UpdatedCustomer>
  | ChangeOf<'customer.deleted', { customer: Customer; before: Representation }>;

interface UpdatedCustomer {
  readonly customer: Customer;
  readonly before: Representation;
  /** The customer's now. */
  readonly now: Date;
  /** Whether its invoices are dated otherwise from now on. */
  readonly datesInvoicesAnew: boolean;
  /** Whether its days may begin at other instants from now on. */
  readonly hasNewZone: boolean;
  /** Whether its own taxes were replaced. */
  readonly hasNewTaxes: boolean;
}
