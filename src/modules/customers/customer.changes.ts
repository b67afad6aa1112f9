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
  /** The customer's current time. */
  readonly now: Date;
  /** True if settings changed that determine the dates of its invoices. */
  readonly datesInvoicesAnew: boolean;
  /** True if its time zone may have changed. */
  readonly hasNewZone: boolean;
  /** True if its own taxes were replaced. */
  readonly hasNewTaxes: boolean;
}
