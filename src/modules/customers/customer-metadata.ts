import { newId } from '../../platform/db/ids.js';
import type { SentCustomerMetadata } from './customer-metadata.input.js';
import type { CustomerMetadata } from './customer.table.js';

type Owner = Pick<CustomerMetadata, 'organizationId' | 'customerId'>;

/**
 * Matches new metadata to the existing entries: an entry keeps the id of the existing one with the same id, or else with the
 * same key; otherwise it is new.
 * @param at the creation instant of new entries.
 */
export function replacedMetadata(
  known: readonly CustomerMetadata[],
  given: readonly SentCustomerMetadata[],
  owner: Owner,
  at: Date,
): CustomerMetadata[] {
  const free = new Map(known.map((entry) => [entry.id, entry]));
  const take = (entry: CustomerMetadata | undefined) => {
    if (entry !== undefined) free.delete(entry.id);
    return entry;
  };
  // Ids are matched first, so that an entry without an id does not take an existing entry that a later one names.
  const named = given.map(({ id }) => take(free.get(id ?? '')));
  return given.map(({ key, value, displayInInvoice }, index) => {
    const origin = named[index] ?? take([...free.values()].find((entry) => entry.key === key));
    return {
      ...owner,
      id: origin?.id ?? newId(),
      key,
      value,
      displayInInvoice: displayInInvoice ?? false,
      createdAt: origin?.createdAt ?? at,
    };
  });
}
