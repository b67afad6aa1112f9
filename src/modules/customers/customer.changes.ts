import type { Representation } from '../../platform/activity/snapshots.js';
import type { ChangeOf } from '../../platform/changes/changes.js';
import type { Customer } from './records/customer.table.js';
import type { VatCheckOutcome } from './vat/vat-check-outcome.js';

export type CustomerChange =
  | ChangeOf<'customer.created', { customer: Customer }>
  | ChangeOf<'customer.updated', UpdatedCustomer>
  | ChangeOf<
      'customer.deleted',
      {
        customer: Customer;
        before: Representation;
        /** True if a connection computed its taxes until now. */
        hasLeftTaxConnection: boolean;
      }
    >
  | ChangeOf<'customer.erasure_requested' | 'customer.erased', { customer: Customer; before: Representation }>
  /** Customers whose tax connection was deleted: they have local taxes from now on. */
  | ChangeOf<'customers.tax_connection_left', { customers: readonly Customer[] }>
  | ChangeOf<'customer.vat_check_failed', { customer: Customer; outcome: OutcomeOf<'unavailable'> }>
  /** The customer does not wait for the VAT registry any more. It has new taxes if the registry has answered. */
  | ChangeOf<
      'customer.vat_check_ended',
      { customer: Customer; outcome: OutcomeOf<'answered' | 'not_asked'> }
    >;

type OutcomeOf<Type extends VatCheckOutcome['type']> = Extract<VatCheckOutcome, { type: Type }>;

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
  /** True if members changed that link it to a payment provider. */
  readonly hasNewProvider: boolean;
  /** True if its name or address changed, as payment providers know it. */
  readonly hasNewContact: boolean;
  /** True if its names, addresses or tax number changed, as accounting and CRM systems know them. */
  readonly hasNewProfile: boolean;
  /** True if it is linked to other connections to outside systems. */
  readonly hasNewLinks: boolean;
  /** True if another connection than before computes its taxes, or none does any more. */
  readonly hasNewTaxConnection: boolean;
  /** `started`: its taxes depend on a check of its VAT number. `ended`: they do not any more. */
  readonly vatCheck: 'started' | 'ended' | 'unchanged';
}
