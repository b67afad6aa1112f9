import type { TaxRatio } from '../../../core/taxes/provider-taxes.js';
import type { Actor } from '../../../platform/actor.js';
import type { Db } from '../../../platform/db/database.js';
import type { Customer } from '../../customers/records/customer.table.js';

/** Finds the taxes of customers whose taxes a provider computes; a higher module implements it. Source: integrations.md §6. */
export interface TaxRatios {
  /**
   * Those of the newest invoice that a provider has taxed, by customer id; null for customers without one. Customers whose taxes are those
   * of lists are omitted.
   */
  readonly ofCustomers: (
    db: Db,
    actor: Actor,
    customers: readonly Customer[],
  ) => Promise<Map<string, TaxRatio | null>>;
}
